"""The player `montecarlo`: it plays the rest of the hand out in many worlds that agree with what it has seen.

From the bottom up: :mod:`.imagined` plays an imagined hand to its end with a quick player in every seat, :mod:`.belief`
remembers what was seen and draws worlds, :mod:`.search` compares the choices in them, and :mod:`.montecarlo` holds the
decisions.
"""
