"""Estimates with intervals, paired comparisons, rankings and sequential stopping: numbers in, no game known.

>>> from cardsim import stats
>>> print(stats.proportion(234, 1000))
0.234 [0.209, 0.261], n = 1,000 (Wilson, 95 %)
"""

from cardsim.stats.clustered import clustered_mean, ratio
from cardsim.stats.estimate import Estimate
from cardsim.stats.halving import Round, best_half, halving_rounds
from cardsim.stats.intervals import mean, mean_of_counts, proportion
from cardsim.stats.multiple import false_discovery, holm
from cardsim.stats.paired import (
    Controlled,
    difference,
    difference_of,
    difference_p_value,
    mean_with_controls,
    variance_reduction,
)
from cardsim.stats.planning import games_for_half_width, games_to_tell
from cardsim.stats.ranking import bradley_terry, rank_ranges
from cardsim.stats.sequential import Watch, looks, mean_sequence, planned_games, rate_sequence

__all__ = [
    "Controlled",
    "Estimate",
    "Round",
    "Watch",
    "best_half",
    "bradley_terry",
    "clustered_mean",
    "difference",
    "difference_of",
    "difference_p_value",
    "false_discovery",
    "games_for_half_width",
    "games_to_tell",
    "halving_rounds",
    "holm",
    "looks",
    "mean",
    "mean_of_counts",
    "mean_sequence",
    "mean_with_controls",
    "planned_games",
    "proportion",
    "rank_ranges",
    "rate_sequence",
    "ratio",
    "variance_reduction",
]
