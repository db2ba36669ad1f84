"""Means and rates when games come in clusters: seat rotations of one deal, deals of one match, pairs of games."""

import math

import numpy as np
from numpy.typing import ArrayLike

from cardsim.stats.estimate import Estimate
from cardsim.stats.intervals import sample, t_interval


def clustered_mean(values: ArrayLike, clusters: ArrayLike, level: float = 0.95) -> Estimate:
    """Mean of all values where those of one cluster may depend on each other and clusters do not.

    Parameters
    ----------
    values : array_like, shape (n,)
        One number per game.
    clusters : array_like, shape (n,)
        Label of the cluster of each game, such as the number of its deal.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Estimate
        `n` counts clusters. For clusters of one size this is the t interval of the cluster means.

    Examples
    --------
    >>> print(clustered_mean([1, 1, 0, 0, 1, 1], [7, 7, 8, 8, 9, 9]))
    0.7 [-0.8, 2.1], n = 3 (clustered t, 95 %)
    """
    values, clusters = sample("values", values), np.asarray(clusters)
    if clusters.shape != values.shape:
        raise ValueError(f"values and clusters differ in length: {values.size} and {clusters.size}")
    _, member = np.unique(clusters, return_inverse=True)
    totals, sizes = np.bincount(member, weights=values), np.bincount(member)
    return ratio(totals, sizes, level, method="clustered t")


def ratio(numerators: ArrayLike, denominators: ArrayLike, level: float = 0.95, method: str = "ratio t") -> Estimate:
    """Sum of the numerators over the sum of the denominators, one pair per independent unit.

    The rate of A among B when a unit holds several games: A-games over B-games of each match, say.

    Parameters
    ----------
    numerators, denominators : array_like, shape (n,)
        Totals of each unit. The denominators must not be negative; if they sum to 0 the value is ``nan``.
    level : float
        Confidence level, between 0 and 1.
    method : str
        Name printed with the estimate.

    Notes
    -----
    Linearised variance of a ratio; W. G. Cochran, "Sampling Techniques", 3rd ed. (1977), section 2.11.

    Examples
    --------
    >>> print(ratio([1, 0, 2, 1], [2, 2, 3, 1]))
    0.50 [-0.06, 1.06], n = 4 (ratio t, 95 %)
    """
    numerators, denominators = sample("numerators", numerators), sample("denominators", denominators)
    if numerators.shape != denominators.shape:
        raise ValueError(f"numerators and denominators differ in length: {numerators.size} and {denominators.size}")
    if np.any(denominators < 0):
        raise ValueError("denominators must not be negative")
    n, total = numerators.size, float(denominators.sum())
    if total == 0:
        return t_interval(math.nan, math.nan, 0, level, method)
    centre = float(numerators.sum()) / total
    if n < 2:
        return t_interval(centre, math.nan, n, level, method)
    residuals = numerators - centre * denominators
    standard_error = math.sqrt(n / (n - 1) * float(residuals @ residuals)) / total
    return t_interval(centre, standard_error, n, level, method)
