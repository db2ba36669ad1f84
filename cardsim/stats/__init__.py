"""Estimates with intervals, paired comparisons and sequential stopping. Takes numbers and arrays; knows no game."""

from cardsim.stats.estimate import Estimate
from cardsim.stats.intervals import mean, mean_of_counts, proportion

__all__ = ["Estimate", "mean", "mean_of_counts", "proportion"]
