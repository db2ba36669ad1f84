"""Intervals that may be looked at as often as one likes, and stopping when they are short enough.

A fixed-sample interval that is watched while games come in misses far more often than it says. These do not: with
probability `level` they hold the truth at *all* looks at once, in the limit of a late first look.

I. Waudby-Smith, D. Arbour, R. Sinha, E. H. Kennedy and A. Ramdas, "Time-uniform central limit theory and asymptotic
confidence sequences", Annals of Statistics 52 (2024), arXiv:2103.06476: theorem 2.2 and its appendix on tuning rho.
"""

import math
from collections.abc import Iterator

from cardsim.stats.estimate import Estimate
from cardsim.stats.intervals import count, percent_name


def mean_sequence(value: float, deviation: float, n: int, tuned_for: float, level: float = 0.95) -> Estimate:
    """Mean of `n` independent values with the interval of an asymptotic confidence sequence.

    Parameters
    ----------
    value, deviation : float
        Mean and standard deviation of the values so far.
    n : int
        Number of values so far.
    tuned_for : float
        Number of values at which the interval is to be shortest compared with others; chosen beforehand and kept.
    level : float
        Confidence level, between 0 and 1, for all looks together.

    Examples
    --------
    >>> print(mean_sequence(1.5, 2.0, 10_000, tuned_for=10_000))
    1.500 [1.439, 1.561], n = 10,000 (asymptotic confidence sequence, 95 %)
    """
    method = f"asymptotic confidence sequence, {percent_name(level)}"
    if n < 1 or not math.isfinite(deviation):
        return Estimate(value, -math.inf, math.inf, n, method)
    spread = n * _mixing(level) / tuned_for
    reach = deviation * math.sqrt(_boundary(spread, level) / n)
    return Estimate(value, value - reach, value + reach, n, method)


def rate_sequence(successes: int, n: int, tuned_for: float, level: float = 0.95) -> Estimate:
    """Rate of an outcome among `n` games with the interval of an asymptotic confidence sequence.

    For a rate of A among B, count the games of B. The variance is that of the rate with two more successes and two
    more failures (Agresti and Coull 1998), so that none seen is not taken for none possible.

    Examples
    --------
    >>> print(rate_sequence(300, 1000, tuned_for=1000))
    0.300 [0.256, 0.344], n = 1,000 (asymptotic confidence sequence, 95 %)
    """
    successes, n = count("successes", successes), count("n", n)
    if successes > n:
        raise ValueError(f"successes = {successes} is more than n = {n}")
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, f"asymptotic confidence sequence, {percent_name(level)}")
    smoothed = (successes + 2) / (n + 4)
    open_ended = mean_sequence(successes / n, math.sqrt(smoothed * (1 - smoothed)), n, tuned_for, level)
    return Estimate(open_ended.value, max(0.0, open_ended.low), min(1.0, open_ended.high), n, open_ended.method)


def planned_games(half_width: float, deviation: float, level: float = 0.95) -> int:
    """Games after which a sequence tuned for them has the wanted half-width.

    About 2.4 times as many as a fixed-sample interval needs: the price of looking whenever one likes.

    Examples
    --------
    >>> planned_games(0.001, 0.5)
    2302993
    """
    return math.ceil(deviation**2 * _boundary(_mixing(level), level) / half_width**2)


def looks(first: int, last: int, growth: float = 1.25) -> Iterator[int]:
    """Numbers of games at which to look: `first`, then each `growth` times the one before, and `last` at the end.

    Examples
    --------
    >>> list(looks(1000, 2000))
    [1000, 1250, 1563, 1954, 2000]
    """
    games = first
    while games < last:
        yield games
        games = max(games + 1, math.ceil(games * growth))
    yield last


class Watch:
    """One number watched until its interval is short enough.

    Parameters
    ----------
    half_width : float
        Half-width at which to stop.
    rate : bool
        Whether the values are 0 and 1.
    most : int, optional
        The most values there will be; without it the sequence is tuned for as many as the half-width takes.
    level : float
        Confidence level, for all looks together.

    Notes
    -----
    The first look fixes the number of games the sequence is tuned for, from the spread seen there, so it should come
    late enough for a normal approximation: a thousand games or more.

    Examples
    --------
    >>> watch = Watch(0.05, rate=True)
    >>> print(watch.look(400, total=100))
    0.250 [0.184, 0.316], n = 400 (asymptotic confidence sequence, 95 %)
    >>> watch.met, watch.look(4000, total=1000).half_width < 0.05, watch.met
    (False, True, True)
    """

    def __init__(self, half_width: float, rate: bool, most: int | None = None, level: float = 0.95):
        if not half_width > 0:
            raise ValueError(f"the half-width to stop at must be positive, got {half_width!r}")
        percent_name(level)
        self.half_width, self.rate, self.most, self.level = half_width, rate, most, level
        self.tuned_for: int | None = None
        self.estimate = Estimate(math.nan, -math.inf, math.inf, 0, "not looked at yet")

    @property
    def met(self) -> bool:
        """Whether the last look was short enough."""
        return self.estimate.half_width <= self.half_width

    def look(self, n: int, total: float, squares: float | None = None) -> Estimate:
        """Estimate after `n` values with this sum and, unless they are 0 and 1, this sum of squares."""
        if n < 2:
            return self.estimate
        value = total / n
        squares = total if squares is None else squares
        deviation = math.sqrt(max(0.0, (squares - n * value * value) / (n - 1)))
        if self.tuned_for is None:
            planned = planned_games(self.half_width, deviation, self.level)
            self.tuned_for = max(n, planned if self.most is None else min(planned, self.most))
        if self.rate:
            self.estimate = rate_sequence(int(total), n, self.tuned_for, self.level)
        else:
            self.estimate = mean_sequence(value, deviation, n, self.tuned_for, self.level)
        return self.estimate


def _mixing(level: float) -> float:
    """The value of n * rho**2 for which the interval at n is shortest."""
    from scipy.special import lambertw  # slow to import, seldom asked for

    alpha = 1 - level
    return float(-lambertw(-(alpha**2) * math.exp(-1), -1).real) - 1


def _boundary(spread: float, level: float) -> float:
    """Squared half-width in units of variance / n, where spread = n * rho**2."""
    return 2 * (spread + 1) / spread * math.log(math.sqrt(spread + 1) / (1 - level))
