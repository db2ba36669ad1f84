"""Intervals for one rate or one mean of independent deals."""

import math
import operator

import numpy as np
from numpy.typing import ArrayLike

from cardsim.stats.estimate import Estimate
from cardsim.stats.quantiles import normal_quantile, t_quantile


def proportion(successes: int, n: int, unresolved: int = 0, level: float = 0.95) -> Estimate:
    """Share of `n` games that had an outcome, with Wilson's score interval.

    Parameters
    ----------
    successes : int
        Games with the outcome, 0 to n.
    n : int
        All games, the unresolved ones included. With n = 0 the value is ``nan`` and the interval 0 to 1.
    unresolved : int
        Games whose outcome is not known (a solver gave up, say). The value counts them as without the outcome;
        the lower end counts all of them as losses, the upper end all as wins, so the interval holds either way.
    level : float
        Confidence level, between 0 and 1.

    Raises
    ------
    ValueError
        If the counts are negative or do not fit in `n`, or the level is not between 0 and 1.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927) 209-212.
    For games not resolved: C. Blake and I. P. Gent, "The winnability of Klondike solitaire and many other patience
    games", 2019 (arXiv:1906.12314).

    Examples
    --------
    >>> print(proportion(3, 10))
    0.30 [0.11, 0.60], n = 10 (Wilson, 95 %)
    >>> print(f"{proportion(0, 1000):%}")
    0.00 % [0.00, 0.38], n = 1,000 (Wilson, 95 %)
    >>> proportion(90, 100, unresolved=10).high
    1.0
    """
    successes, n, unresolved = count("successes", successes), count("n", n), count("unresolved", unresolved)
    if successes + unresolved > n:
        raise ValueError(f"successes + unresolved = {successes + unresolved} is more than n = {n}")
    method = f"Wilson, {percent_name(level)}"
    if unresolved:
        method += f", {unresolved:,} unresolved"
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, 0, method)
    low, _ = _wilson(successes, n, level)
    _, high = _wilson(successes + unresolved, n, level)
    return Estimate(successes / n, low, high, n, method)


def mean(values: ArrayLike, level: float = 0.95) -> Estimate:
    """Mean of independent values with Student's t interval.

    Parameters
    ----------
    values : array_like, shape (n,)
        One finite number per independent unit (deal or match). Booleans count as 0 and 1.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        With no value, ``nan`` between minus and plus infinity; with one value, that value between infinities; when
        all values are equal the interval has no width (nothing in the sample speaks of its error).

    Examples
    --------
    >>> print(mean([1.0, 2.0, 3.0, 4.0]))
    2.5 [0.4, 4.6], n = 4 (t, 95 %)
    >>> print(mean([7]))
    7.0000 [-inf, inf], n = 1 (t, 95 %)
    """
    values = sample("values", values)
    deviation = values.std(ddof=1) if values.size > 1 else math.nan
    centre = float(values.mean()) if values.size else math.nan
    return t_interval(centre, deviation / math.sqrt(max(values.size, 1)), values.size, level)


def mean_of_counts(values: ArrayLike, counts: ArrayLike, level: float = 0.95) -> Estimate:
    """Mean of a tally: `counts[k]` games had the value `values[k]`; the same result as `mean` of all of them.

    Examples
    --------
    >>> print(mean_of_counts([0, 10, 25], [500, 400, 100]))
    6.50 [6.02, 6.98], n = 1,000 (t, 95 %)
    """
    values, counts = sample("values", values), np.asarray(counts)
    if values.shape != counts.shape:
        raise ValueError(f"values and counts differ in length: {values.size} and {counts.size}")
    if np.any(counts < 0):
        raise ValueError("counts must not be negative")
    n = int(counts.sum())
    if n == 0:
        return t_interval(math.nan, math.nan, 0, level)
    centre = float(values @ counts) / n
    variance = float(((values - centre) ** 2) @ counts) / (n - 1) if n > 1 else math.nan
    return t_interval(centre, math.sqrt(variance / n), n, level)


def t_interval(centre: float, standard_error: float, n: int, level: float, method: str = "t") -> Estimate:
    """Interval of `centre` from its standard error and `n` independent units (n - 1 degrees of freedom)."""
    method = f"{method}, {percent_name(level)}"
    if n < 2:
        return Estimate(centre, -math.inf, math.inf, n, method)
    reach = t_quantile((1 + level) / 2, n - 1) * float(standard_error)
    return Estimate(float(centre), float(centre - reach), float(centre + reach), n, method)


def percent_name(level: float) -> str:
    """The level as it is printed, after checking it: ``"95 %"``."""
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, such as 0.95; got {level!r}")
    return f"{100 * level:.10g} %"


def _wilson(successes: int, n: int, level: float) -> tuple[float, float]:
    z = normal_quantile((1 + level) / 2)
    centre = successes + z * z / 2
    reach = z * math.sqrt(successes * (n - successes) / n + z * z / 4)
    low = 0.0 if successes == 0 else (centre - reach) / (n + z * z)
    high = 1.0 if successes == n else (centre + reach) / (n + z * z)
    return low, high


def count(name: str, number: int) -> int:
    """`number` as a whole number of games, refused by name when it is none."""
    try:
        whole = operator.index(number)
    except TypeError:
        raise ValueError(f"{name} must be a whole number, got {number!r}") from None
    if whole < 0:
        raise ValueError(f"{name} must not be negative, got {whole}")
    return whole


def sample(name: str, values: ArrayLike) -> np.ndarray:
    """`values` as a flat array of finite floats, refused by name when they are none."""
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name} holds {int((~np.isfinite(numbers)).sum())} numbers that are not finite")
    return numbers
