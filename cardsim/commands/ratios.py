"""How much faster something has become: the ratio of two speeds, with an interval from the repeats of both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, variance
from typing import NamedTuple

from cardsim.stats.quantiles import t_quantile


class Ratio(NamedTuple):
    """A ratio of speeds, above 1 if the first is faster, and its interval."""

    value: float
    low: float
    high: float


def speed_ratio(times: Sequence[float], before: Sequence[float], level: float = 0.95) -> Ratio:
    """Speed of `times` over speed of `before`: geometric means of the repeats, and an interval for their ratio.

    Notes
    -----
    The interval is that of B. L. Welch ("The generalization of 'Student's' problem when several different population
    variances are involved", Biometrika 34, 1947) for the difference of the mean logarithms. It tells of the repeats
    only: two runs at different hours of a busy machine differ by more.

    Examples
    --------
    >>> speed_ratio([1.0, 1.0, 1.0], [2.0, 2.0, 2.0])
    Ratio(value=2.0, low=2.0, high=2.0)
    >>> ratio = speed_ratio([1.0, 1.1, 0.9], [2.0, 2.2, 2.1])
    >>> ratio.low < ratio.value < ratio.high
    True
    """
    new, old = [math.log(time) for time in times], [math.log(time) for time in before]
    difference = fmean(old) - fmean(new)
    if min(len(new), len(old)) < 2:
        return Ratio(math.exp(difference), 0.0, math.inf)
    return _interval(difference, variance(new) / len(new), variance(old) / len(old), len(new), len(old), level)


def paired_ratio(times: Sequence[float], others: Sequence[float], level: float = 0.95) -> Ratio:
    """Speed of `times` over speed of `others`, each measured right after its partner: t interval of the log ratios.

    Examples
    --------
    >>> paired_ratio([1.0, 2.0, 3.0], [5.0, 10.0, 15.0])
    Ratio(value=5.0, low=5.0, high=5.0)
    """
    logs = [math.log(other / time) for time, other in zip(times, others, strict=True)]
    if len(logs) < 2:
        return Ratio(math.exp(fmean(logs)), 0.0, math.inf)
    return _spread(fmean(logs), math.sqrt(variance(logs) / len(logs)), len(logs) - 1, level)


def _interval(difference: float, new: float, old: float, n: int, m: int, level: float) -> Ratio:
    """Welch's interval; `new` and `old` are variances of means of `n` and `m` values."""
    if new + old == 0:
        return _spread(difference, 0.0, n + m - 2, level)
    freedom = (new + old) ** 2 / (new**2 / (n - 1) + old**2 / (m - 1))
    return _spread(difference, math.sqrt(new + old), freedom, level)


def _spread(mean: float, error: float, freedom: float, level: float) -> Ratio:
    half = t_quantile(0.5 + level / 2, freedom) * error
    return Ratio(*(round(math.exp(value), 12) for value in (mean, mean - half, mean + half)))
