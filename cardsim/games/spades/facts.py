"""Exact facts about spades hands: closed forms and finite sums, as fractions.

Sources: suit lengths and card-free hands are elementary; the nil law is the ballot theorem applied to the list of hands
that cannot lose a blind nil (Cross Validated, question on the sure-lose blind nil); the honour table is Table 1 of
Cohensius, Meir, Oved and Stern, "Bidding in Spades" (ECAI 2020); the ruff table corrects the README of
johnbent/spades.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

HANDS = comb(52, 13)
"""Number of hands."""
DEALS = factorial(52) // factorial(13) ** 4
"""Number of deals."""
COMPLETIONS = factorial(39) // factorial(13) ** 3
"""Number of ways to complete a deal when one hand is known."""


def _check(name: str, value: int, low: int, high: int) -> None:
    """Refuse a number of cards outside `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name}={value!r} must be a whole number from {low} to {high}")


def suit_length(k: int) -> Fraction:
    """Probability of `k` cards of a named suit in a hand.

    Examples
    --------
    >>> round(float(suit_length(3)), 6)
    0.28633
    """
    _check("k", k, 0, 13)
    return Fraction(comb(13, k) * comb(39, 13 - k), HANDS)


def void_somewhere(suits: int = 4) -> Fraction:
    """Probability that a hand is void in at least one of `suits` named suits.

    Examples
    --------
    >>> round(100 * float(void_somewhere(3)), 4)
    3.8324
    """
    _check("suits", suits, 1, 4)
    return sum(
        (
            Fraction((-1) ** (j + 1) * comb(suits, j) * comb(52 - 13 * j, 13), HANDS)
            for j in range(1, min(suits, 3) + 1)
        ),
        Fraction(0),
    )


def without(cards: int) -> Fraction:
    """Probability that a hand holds none of `cards` given cards.

    Examples
    --------
    >>> round(100 * float(without(16)), 4)  # no jack, queen, king or ace
    0.3639
    """
    _check("cards", cards, 0, 52)
    return Fraction(comb(52 - cards, 13), HANDS)


def low_spades(ranks: int, most: int = 3) -> Fraction:
    """Probability of at most `most` spades, all of them among the lowest `ranks` spades.

    Examples
    --------
    >>> round(100 * float(low_spades(10)), 3)  # none above the jack
    31.329
    """
    _check("ranks", ranks, 0, 13)
    _check("most", most, 0, 13)
    return sum((Fraction(comb(ranks, k) * comb(39, 13 - k), HANDS) for k in range(most + 1)), Fraction(0))


def doomed_by_spades(k: int) -> Fraction:
    """Probability that `k` spades alone doom a nil: for some i, fewer than i spades of others beat the i-th highest.

    By the ballot theorem ``k / (14 - k)`` for k <= 7, and 1 for more.

    Examples
    --------
    >>> doomed_by_spades(4)
    Fraction(2, 5)
    """
    _check("k", k, 0, 13)
    return Fraction(k, 14 - k) if k <= 7 else Fraction(1)


def doomed_overall() -> Fraction:
    """Probability that a random hand is doomed by its spades alone.

    Examples
    --------
    >>> doomed_overall(), round(100 * float(doomed_overall()), 4)
    (Fraction(1731775481, 5336248400), 32.4531)
    """
    return sum((suit_length(k) * doomed_by_spades(k) for k in range(14)), Fraction(0))


def nil_break_even(bid: int, made: float = 1.0, nil_value: int = 100) -> float:
    """Least chance of making nil that pays against a bid of `bid` made with chance `made`, all else unchanged.

    Examples
    --------
    >>> nil_break_even(1), nil_break_even(2)
    (0.55, 0.6)
    """
    _check("bid", bid, 0, 13)
    if nil_value <= 0:
        raise ValueError(f"nil_value={nil_value!r} must be above 0: a nil worth nothing never pays")
    return 0.5 + 5 * bid * (2 * made - 1) / nil_value


def _split(n: int) -> list[tuple[int, int, int, Fraction]]:
    """Splits (left, right, partner) of `n` cards over three hidden hands of 13, with probabilities."""
    total = comb(39, n)
    return [
        (a, b, n - a - b, Fraction(comb(13, a) * comb(13, b) * comb(13, n - a - b), total))
        for a in range(min(13, n) + 1)
        for b in range(min(13, n - a) + 1)
        if n - a - b <= 13
    ]


@cache
def both_opponents_hold(least: int, own: int) -> Fraction:
    """Probability that both opponents hold at least `least` cards of a suit of which I hold `own`.

    Examples
    --------
    >>> round(float(both_opponents_hold(1, 3)), 6)
    0.98329
    """
    _check("least", least, 0, 13)
    _check("own", own, 0, 13)
    return sum((p for a, b, _, p in _split(13 - own) if min(a, b) >= least), Fraction(0))


def honour_table() -> list[list[Fraction]]:
    """Rows k = 0..13 own cards, columns ace, king, queen: both opponents hold at least 1, 2, 3 cards of the suit."""
    return [[both_opponents_hold(least, own) for least in (1, 2, 3)] for own in range(14)]


@cache
def ruff_chance(own: int, most: int) -> Fraction:
    """Probability that an opponent can ruff: he holds at most `most` of 13 - `own` hearts and at least one spade.

    `most` is 0, 1, 2 for the ace, king and queen of hearts; my own hand holds no spade that matters, so the 26 cards of
    my opponents' and partner's other suits are equally likely.

    Examples
    --------
    >>> round(100 * float(ruff_chance(4, 0)), 3)
    2.945
    """
    _check("own", own, 0, 13)
    _check("most", most, 0, 13)
    return sum((p * _some_ruff(a, b, most) for a, b, _, p in _split(13 - own)), Fraction(0))


def _some_ruff(a: int, b: int, most: int) -> Fraction:
    """Probability that an opponent with few hearts holds a spade, for hearts `a` and `b` of the two opponents."""
    return ruff_given(a <= most, b <= most, 13 - a, 13 - b)


def ruff_given(left: bool, right: bool, left_cards: int, right_cards: int) -> Fraction:
    """Chance that a short opponent holds one of 13 spades among 39 cards that are no hearts."""
    none = 1 - _spadeless(left_cards) if left else Fraction(0)
    other = 1 - _spadeless(right_cards) if right else Fraction(0)
    if left and right:
        return 1 - _spadeless(left_cards + right_cards)
    return none + other


def _spadeless(cards: int) -> Fraction:
    """Chance that `cards` of the 39 cards outside hearts hold none of the 13 spades."""
    return Fraction(comb(26, cards), comb(39, cards))


def flawed_ruff_chance(own: int, most: int) -> Fraction:
    """The same by the flawed dealing of johnbent/spades: each missing heart goes to one of three players at random.

    Hands are then filled up to thirteen cards, which spreads the suit far too widely.
    """
    n = 13 - own
    total = Fraction(0)
    for a in range(min(n, 13) + 1):
        for b in range(min(n - a, 13) + 1):
            weight = Fraction(factorial(n), factorial(a) * factorial(b) * factorial(n - a - b) * 3**n)
            total += weight * _some_ruff(a, b, most)
    return total


def table_of(f: Callable[[int, int], Fraction], rows: range) -> list[list[float]]:
    """`f` of own cards in `rows` and 0, 1, 2 cards, in percent.

    Examples
    --------
    >>> [round(value, 3) for value in table_of(ruff_chance, range(3, 4))[0][:2]]
    [1.669, 14.379]
    """
    return [[100 * float(f(own, most)) for most in range(3)] for own in rows]


def multinomial(*parts: int) -> int:
    """The number of ways to split sum(parts) things into named groups of these sizes.

    Examples
    --------
    >>> multinomial(13, 13, 13) == COMPLETIONS
    True
    """
    return factorial(sum(parts)) // prod(factorial(part) for part in parts)
