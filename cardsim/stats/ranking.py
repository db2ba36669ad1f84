"""Strengths of the players of a round robin, and ranks that show what the games could not separate."""

import math

import numpy as np
from numpy.typing import ArrayLike

from cardsim.stats.estimate import Estimate
from cardsim.stats.intervals import percent_name
from cardsim.stats.quantiles import normal_quantile, t_quantile


def bradley_terry(wins: ArrayLike, level: float = 0.95) -> list[Estimate]:
    """Strengths s with P(i beats j) = s_i / (s_i + s_j), of geometric mean 1.

    Parameters
    ----------
    wins : array_like, shape (k, k) or (batches, k, k)
        How often row beat column; a tie counts half to each. Independent batches of deals give intervals by the
        jackknife over batches, which hold when games of one batch depend on each other (same deals, seats rotated);
        one matrix gives intervals of the likelihood for independent games.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    list of Estimate
        One per player, intervals from the logarithms. If some players never lost to the others no strengths of
        greatest likelihood exist; half a win is then added to each side of every pair that met, and `method` says so.

    Notes
    -----
    R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324-345; minorization-maximization by D. R. Hunter, "MM
    algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004) 384-406.

    Examples
    --------
    >>> [f"{strength:.2f}" for strength in bradley_terry([[0, 60], [40, 0]])]
    ['1.22 [1.00, 1.50], n = 100 (Bradley-Terry, 95 %)', '0.82 [0.67, 1.00], n = 100 (Bradley-Terry, 95 %)']
    """
    batches = np.asarray(wins, dtype=np.float64)
    batches = batches[None] if batches.ndim == 2 else batches
    if batches.ndim != 3 or batches.shape[1] != batches.shape[2] or batches.shape[1] < 2:
        raise ValueError(
            f"wins must be a square matrix of two players or more, or batches of them; got {batches.shape}"
        )
    if np.any(batches < 0) or not np.isfinite(batches).all():
        raise ValueError("wins must be finite and not negative")
    total = batches.sum(axis=0)
    np.fill_diagonal(total, 0)
    method, prior = f"Bradley-Terry, {percent_name(level)}", 0.0
    if not _connected(total):
        if not _connected(total + total.T):
            raise ValueError(
                "some players never met the others, even through third ones: their strengths have no scale"
            )
        prior, method = 0.5, method + ", half a win added to each side"
    logs = np.log(_strengths(total, prior))
    if len(batches) > 1:
        errors, reach = _jackknife_errors(batches, total, prior), t_quantile((1 + level) / 2, len(batches) - 1)
    else:
        errors, reach = _likelihood_errors(total, prior, logs), normal_quantile((1 + level) / 2)
    games = (total + total.T).sum(axis=1)
    return [
        Estimate(math.exp(log), math.exp(log - reach * error), math.exp(log + reach * error), int(n), method)
        for log, error, n in zip(logs, errors, games, strict=True)
    ]


def rank_ranges(better: ArrayLike) -> list[tuple[int, int]]:
    """Best and worst rank each player can have, given which differences are established.

    Parameters
    ----------
    better : array_like of bool, shape (k, k)
        Whether row was shown to be better than column (adjusted for the number of pairs).

    Returns
    -------
    list of (int, int)
        (1 + how many are shown better, k - how many are shown worse). Players nothing separates share a range.

    Notes
    -----
    M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm, "Inference for ranks with applications to mobility across
    neighbourhoods and academic achievement across countries", Review of Economic Studies 91 (2024) 476-518.

    Examples
    --------
    >>> rank_ranges([[0, 1, 1], [0, 0, 0], [0, 0, 0]])
    [(1, 1), (2, 3), (2, 3)]
    """
    better = np.asarray(better, dtype=bool)
    if better.ndim != 2 or better.shape[0] != better.shape[1]:
        raise ValueError(f"better must be a square matrix, got shape {better.shape}")
    if np.any(better & better.T):
        raise ValueError("no two players can each be better than the other")
    above, below = better.sum(axis=0), better.sum(axis=1)
    return [(1 + int(up), len(better) - int(down)) for up, down in zip(above, below, strict=True)]


def _strengths(wins: np.ndarray, prior: float) -> np.ndarray:
    met = wins + wins.T
    own_wins = (wins + prior * (met > 0)).sum(axis=1)
    games = met + 2 * prior * (met > 0)
    strengths = np.ones(len(wins))
    for _ in range(100_000):
        updated = own_wins / (games / (strengths[:, None] + strengths[None, :])).sum(axis=1)
        updated /= np.exp(np.log(updated).mean())
        if np.max(np.abs(np.log(updated / strengths))) < 1e-11:
            return updated
        strengths = updated
    return strengths


def _likelihood_errors(wins: np.ndarray, prior: float, logs: np.ndarray) -> np.ndarray:
    met = wins + wins.T
    games = met + 2 * prior * (met > 0)
    chance = 1 / (1 + np.exp(logs[None, :] - logs[:, None]))
    weights = games * chance * (1 - chance)
    information = np.diag(weights.sum(axis=1)) - weights
    return np.sqrt(np.diag(np.linalg.pinv(information)))  # the pseudo-inverse fixes the mean of the logarithms at 0


def _jackknife_errors(batches: np.ndarray, total: np.ndarray, prior: float) -> np.ndarray:
    count = len(batches)
    left_out = []
    for batch in batches:
        rest = total - batch
        np.fill_diagonal(rest, 0)
        left_out.append(np.log(_strengths(rest, prior if _connected(rest) else 0.5)))
    spread = np.asarray(left_out) - np.mean(left_out, axis=0)
    return np.sqrt((count - 1) / count * (spread**2).sum(axis=0))


def _connected(wins: np.ndarray) -> bool:
    """Whether everybody reaches everybody through chains of wins."""
    reach = (wins > 0) | np.eye(len(wins), dtype=bool)
    for middle in range(len(wins)):
        reach |= reach[:, [middle]] & reach[[middle], :]
    return bool(reach.all())
