"""Checks that belong to no single game: closed forms, melds, and what a published match says by itself."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from cardsim.claims.checks.playing import Effort
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.gin import exact
from cardsim.stats import games_for_half_width


def binomial(effort: Effort, n: int, k: int, per: int = 1) -> Found:
    """Ways to choose k of n, divided by `per`."""
    return Found(exactly(Fraction(comb(n, k), per)))


def equal_skill(effort: Effort) -> Found:
    """The share of games that one of two equally strong players wins in the long run."""
    return Found(exactly(0.5))


def games_for_margin(effort: Effort, margin: float) -> Found:
    """Games after which the 95 % interval of a rate reaches `margin` to each side."""
    return Found(exactly(games_for_half_width(float(margin))))


def melded_seven(effort: Effort) -> dict[str, Found]:
    """Seven-card hands that are melds alone, and what comes out if each way of splitting one is counted."""
    high = exact.melded_hands(7, "high_low")
    splits = _split_sevens()
    return {
        "low": Found(exactly(exact.melded_hands(7))),
        "high or low": Found(exactly(high), flawed=exactly(splits)),
        "probability": Found(exactly(high / comb(52, 7)), flawed=exactly(splits / comb(52, 7))),
    }


@cache
def _split_sevens() -> int:
    """Pairs of a meld of three and one of four without a common card: a hand with two splits is counted twice."""
    short = exact.all_melds("high_low", longest=4)
    threes, fours = ([m for m in short if m.bit_count() == size] for size in (3, 4))
    return sum(1 for a in threes for b in fours if not a & b)
