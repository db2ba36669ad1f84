"""Differences between strategies that played the same deals, and what playing the same deals saved."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from cardsim.stats.estimate import Estimate
from cardsim.stats.intervals import percent_name, sample, t_interval
from cardsim.stats.quantiles import t_quantile, t_tail


class Controlled(NamedTuple):
    """A mean improved by control variates, and what they gained."""

    estimate: Estimate
    gain: float  # how many times more games the plain mean would need for the same interval; below 1 is a loss
    coefficients: np.ndarray  # one per control variate


def difference(first: ArrayLike, second: ArrayLike, level: float = 0.95) -> Estimate:
    """Mean of `first` minus `second`, deal by deal: the deal is the unit.

    Parameters
    ----------
    first, second : array_like, shape (n,)
        Results of two strategies (or rulesets) on the same n deals in the same order.
    level : float
        Confidence level, between 0 and 1.

    Examples
    --------
    >>> print(difference([3, 5, 8, 9], [1, 4, 6, 6]))
    2.0 [0.7, 3.3], n = 4 (paired t, 95 %)
    """
    gaps = _gaps(first, second)
    deviation = gaps.std(ddof=1) if gaps.size > 1 else math.nan
    centre = float(gaps.mean()) if gaps.size else math.nan
    return t_interval(centre, deviation / math.sqrt(max(gaps.size, 1)), gaps.size, level, "paired t")


def difference_p_value(first: ArrayLike, second: ArrayLike) -> float:
    """Two-sided p-value of the paired t test; 1 when every deal gave the same to both or there are fewer than two.

    When all differences are equal and not zero there is no spread to judge them by, and the sign test's
    2**(1 - n) is returned.

    Examples
    --------
    >>> round(difference_p_value([3, 5, 8, 9], [1, 4, 6, 6]), 4)
    0.0163
    """
    gaps = _gaps(first, second)
    if gaps.size < 2 or not gaps.any():
        return 1.0
    deviation = gaps.std(ddof=1)
    if deviation <= 1e-12 * abs(gaps[0]):
        return 2.0 ** (1 - gaps.size)
    t = gaps.mean() / (deviation / math.sqrt(gaps.size))
    return 2 * t_tail(abs(t), gaps.size - 1)


def difference_of(first: Estimate, second: Estimate) -> Estimate:
    """Difference of two estimates from independent games, such as ours and a published one.

    Notes
    -----
    Square-and-add of the two half-intervals: R. G. Newcombe, "Interval estimation for the difference between
    independent proportions", Statistics in Medicine 17 (1998) 873-890, method 10 when both are Wilson's.

    Examples
    --------
    >>> from cardsim.stats import proportion
    >>> print(difference_of(proportion(56, 70), proportion(48, 80)))
    0.20 [0.05, 0.33], n = 70 (square-and-add)
    """
    gap = first.value - second.value
    down = math.hypot(first.value - first.low, second.high - second.value)
    up = math.hypot(first.high - first.value, second.value - second.low)
    return Estimate(gap, gap - down, gap + up, min(first.n, second.n), "square-and-add")


def variance_reduction(first: ArrayLike, second: ArrayLike) -> float:
    """How many times more deals the same interval would take if the two had not played the same ones.

    The variance of a difference of independent results over that of the paired differences; ``inf`` when all
    differences are equal, 1 when nothing varies at all, below 1 if pairing does harm.

    Examples
    --------
    >>> variance_reduction([0, 10, 20, 30], [1, 10, 20, 31])
    1001.0
    """
    gaps = _gaps(first, second)
    if gaps.size < 2:
        return math.nan
    apart = float(np.var(np.asarray(first, dtype=np.float64)) + np.var(np.asarray(second, dtype=np.float64)))
    together = float(np.var(gaps))
    if together == 0:
        return 1.0 if apart == 0 else math.inf
    return apart / together


def mean_with_controls(values: ArrayLike, controls: ArrayLike, expected: ArrayLike, level: float = 0.95) -> Controlled:
    """Mean of `values` corrected by control variates, numbers of the same games whose true mean is known.

    Parameters
    ----------
    values : array_like, shape (n,)
        Result of each independent game.
    controls : array_like, shape (n,) or (n, k)
        Control variates, such as the deadwood dealt to each seat.
    expected : float or array_like, shape (k,)
        Their exact means.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Controlled
        The estimate with its t interval on n - k - 1 degrees of freedom, the gain and the coefficients.

    Notes
    -----
    Regression estimator; S. S. Lavenberg and P. D. Welch, "A perspective on the use of control variables to
    increase the efficiency of Monte Carlo simulations", Management Science 27 (1981) 322-335.

    Examples
    --------
    >>> rng = np.random.default_rng(7)
    >>> luck = rng.normal(size=1000)
    >>> estimate, gain, _ = mean_with_controls(3 * luck + rng.normal(size=1000), luck, 0.0)
    >>> bool(estimate.contains(0.0)), 8 < gain < 13
    (True, True)
    """
    values = sample("values", values)
    controls = np.asarray(controls, dtype=np.float64)
    controls = controls.reshape(values.size, -1) if controls.shape[:1] == values.shape else controls
    expected = np.atleast_1d(np.asarray(expected, dtype=np.float64))
    if controls.shape != (values.size, expected.size):
        raise ValueError(
            f"controls must have one row per value and one column per expected mean, "
            f"({values.size}, {expected.size}); got shape {controls.shape}"
        )
    method = f"{expected.size} control variate{'s' if expected.size > 1 else ''}, t"
    n, freedom = values.size, values.size - expected.size - 1
    if freedom < 1:
        raise ValueError(f"{expected.size} control variates need at least {expected.size + 2} games, got {n}")
    design = np.column_stack([np.ones(n), controls - expected])
    solution, *_ = np.linalg.lstsq(design, values, rcond=None)
    residual_variance = float(np.sum((values - design @ solution) ** 2)) / freedom
    leverage = np.linalg.pinv(design.T @ design)[0, 0]  # not 1/n: the sample means of the controls are off as well
    error = math.sqrt(residual_variance * leverage)
    reach = t_quantile((1 + level) / 2, freedom) * error
    estimate = Estimate(
        float(solution[0]),
        float(solution[0] - reach),
        float(solution[0] + reach),
        n,
        f"{method}, {percent_name(level)}",
    )
    plain = float(values.var(ddof=1)) / n
    gain = math.inf if error == 0 and plain > 0 else (plain / error**2 if plain > 0 else 1.0)
    return Controlled(estimate, gain, solution[1:])


def _gaps(first: ArrayLike, second: ArrayLike) -> np.ndarray:
    one, two = sample("first", first), sample("second", second)
    if one.shape != two.shape:
        raise ValueError(f"paired results must be of the same deals: {one.size} and {two.size} were given")
    return one - two
