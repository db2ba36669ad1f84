"""Successive halving: play all candidates a little, the better half twice as much, and so on."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class Round(NamedTuple):
    """One round: how many candidates play, and up to which number of deals in all."""

    candidates: int
    deals: int


def halving_rounds(candidates: int, n: int, fewest: int = 1000) -> list[Round]:
    """Schedule of rounds that ends at `n` deals each, with two candidates where `n` is large enough for that.

    Parameters
    ----------
    candidates : int
        Number of candidates at the start.
    n : int
        Deals the finalists have played in the end. All candidates play the same deals, and each round goes on where
        the one before stopped.
    fewest : int
        Deals below which nobody is thrown out.

    Notes
    -----
    K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and hyperparameter optimization", AISTATS
    2016.

    Examples
    --------
    >>> halving_rounds(11, 80_000)
    [Round(candidates=11, deals=10000), Round(candidates=6, deals=20000), Round(candidates=3, deals=40000), \
Round(candidates=2, deals=80000)]
    """
    if candidates < 1:
        raise ValueError("there is nothing to choose from: no candidates")
    if n < 1:
        raise ValueError(f"n must be at least 1 deal, got {n}")
    halvings = max(0, math.ceil(math.log2(candidates)) - 1)
    halvings = min(halvings, max(0, int(math.log2(max(1, n / fewest)))))
    return [Round(math.ceil(candidates / 2**number), n >> (halvings - number)) for number in range(halvings + 1)]


def best_half(scores: ArrayLike, keep: int) -> np.ndarray:
    """Positions of the `keep` highest scores, in their old order; ``nan`` is lowest and ties go to the earlier.

    Examples
    --------
    >>> best_half([3.0, 9.0, float("nan"), 9.0, 4.0], 3).tolist()
    [1, 3, 4]
    """
    scores = np.nan_to_num(np.asarray(scores, dtype=np.float64), nan=-np.inf)
    return np.sort(np.argsort(-scores, kind="stable")[:keep])
