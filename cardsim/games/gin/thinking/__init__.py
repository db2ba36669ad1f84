"""The player `montecarlo`: it plays the rest of the hand out in many worlds that agree with what it has seen.

From the bottom up: :mod:`.quick` plays both seats of an imagined hand, :mod:`.rollout` plays it to its end,
:mod:`.worth` says what the end is worth in the match, :mod:`.belief` draws worlds, :mod:`.kinds` guesses the kind of
opponent from the match, :mod:`.search` compares the choices, and :mod:`.montecarlo` holds the decisions.
:mod:`.fitted` keeps the fitted numbers, :mod:`.fit` their recipe.
"""
