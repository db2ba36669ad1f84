"""The player `montecarlo`: it plays the rest of the deal out in many worlds that agree with what it has seen.

From the bottom up: :mod:`.imagined` plays an imagined deal to its end with a quick player in every seat, :mod:`.belief`
remembers what the others did and draws worlds, :mod:`.choices` lists what could be played, :mod:`.search` compares the
choices in the worlds, and :mod:`.montecarlo` holds the decisions.
"""
