"""Exact boards of rummy hands: without a meld, fully melded, least deadwood, going out in the first turn.

Nothing here is sampled.  Counts are of hands (sets of cards) from one pack of 52; `ace` is one of ``low``, ``high``,
``high_or_low`` and ``wrap`` and says where the ace may stand in a run.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numba import types

from cardsim._jit import kernel
from cardsim.games.rummy.board import BOARD_TYPE, free_board
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import ACES
from cardsim.games.rummy.shed import best_shed

Masks = np.ndarray


def _ace_code(ace: str) -> int:
    if ace not in ACES:
        raise ValueError(f"ace={ace!r} is no ace rule: choose one of {', '.join(ACES)}")
    return ACES.index(ace)


def _hand_size(n: int, least: int, most: int) -> int:
    if not least <= n <= most:
        raise ValueError(f"n={n} cards: this table is made for hands of {least} to {most} cards")
    return int(n)


def no_meld_count(n: int, ace: str = "low") -> int:
    """Number of hands of `n` cards that hold no set and no run.

    A transfer over the ranks: at most two suits of each rank, and no suit in three ranks that stand side by side.  Aces
    that may stand at both ends are handled by fixing the suits of the first ranks and closing the circle.

    Parameters
    ----------
    n : int
        Number of cards, 0 to 52.
    ace : {"low", "high", "high_or_low", "wrap"}
        Place of the ace in runs.

    Returns
    -------
    int
        The count; divide by ``math.comb(52, n)`` for the probability.

    Examples
    --------
    >>> no_meld_count(10)
    9525123396
    >>> round(no_meld_count(14, "wrap") / comb(52, 14), 4)
    0.1818
    """
    _ace_code(ace)
    return int(_no_meld_counts("low" if ace == "high" else ace)[_hand_size(n, 0, 52)])


@cache
def _no_meld_counts(ace: str) -> np.ndarray:
    suits = [s for s in range(16) if s.bit_count() <= 2]
    three = np.array([[[int(a & b & c == 0) for c in suits] for b in suits] for a in suits])
    sizes = [s.bit_count() for s in suits]
    counts = np.zeros(53, np.int64)
    for first, second in np.ndindex(len(suits), len(suits)):
        hands = np.zeros((len(suits), len(suits), 53), np.int64)
        hands[first, second, sizes[first] + sizes[second]] = 1
        for _ in range(11):
            spread = np.einsum("abn,abc->bcn", hands, three)
            hands = np.zeros_like(hands)
            for c, size in enumerate(sizes):
                hands[:, c, size:] = spread[:, c, : 53 - size]
        if ace != "low":
            hands = hands * three[:, :, first][:, :, None]
        if ace == "wrap":
            hands = hands * three[:, first, second][None, :, None]
        counts += hands.sum(axis=(0, 1))
    return counts


@cache
def _short_melds(ace: str) -> dict[int, Masks]:
    """All melds of 3, 4 and 5 cards, as masks by size; longer runs are made of these."""
    ranks = {"low": [*range(13)], "high": [*range(1, 13), 0], "high_or_low": [*range(13), 0]}.get(
        ace, [*range(13), 0, 1, 2, 3]
    )
    melds: dict[int, set[int]] = {3: set(), 4: set(), 5: set()}
    for rank in range(13):
        for size in (3, 4):
            melds[size].update(sum(1 << 13 * s + rank for s in group) for group in combinations(range(4), size))
    for size, masks in melds.items():
        starts = range(13) if ace == "wrap" else range(len(ranks) - size + 1)
        masks.update(sum(1 << 13 * s + r for r in ranks[i : i + size]) for i in starts for s in range(4))
    return {size: np.array(sorted(masks), np.int64) for size, masks in melds.items()}


def _partitions(n: int, largest: int = 5) -> list[tuple[int, ...]]:
    """Ways to write n as a sum of 3s, 4s and 5s, in descending order."""
    if n == 0:
        return [()]
    return [(size, *rest) for size in range(min(largest, n), 2, -1) for rest in _partitions(n - size, size)]


def fully_melded_hands(n: int, ace: str = "low") -> Masks:
    """All hands of `n` cards (3 to 11) that can be put down completely as melds, as sorted card masks.

    Unions of disjoint melds of three to five cards, each hand once however many ways it splits.

    Examples
    --------
    >>> len(fully_melded_hands(7)), len(fully_melded_hands(7, "high_or_low"))
    (4100, 4604)
    """
    _ace_code(ace)
    melds = _short_melds(ace)
    found = [np.zeros(0, np.int64)]
    for sizes in _partitions(_hand_size(n, 3, 11)):
        unions = np.zeros(1, np.int64)
        for size in sizes:
            meets = unions[:, None] & melds[size][None, :]
            unions = np.unique((unions[:, None] | melds[size][None, :])[meets == 0])
        found.append(unions)
    return np.unique(np.concatenate(found))


def going_out_hands(n: int, ace: str = "low") -> Masks:
    """All hands of `n` cards (4 to 11), the drawn one included, that can go out on an empty table, as sorted masks.

    Either all cards are melded, or all but one, which is discarded.

    Examples
    --------
    >>> len(going_out_hands(8))
    177534
    """
    melded = fully_melded_hands(_hand_size(n, 4, 11) - 1, ace)
    found = [fully_melded_hands(n, ace)]
    for card in range(52):
        found.append(melded[melded >> card & 1 == 0] | (1 << card))
    return np.unique(np.concatenate(found))


@cache
def _completing_cards(n: int, ace: str, parts: int = 8) -> tuple[int, int, int, int]:
    """Over all hands of n cards that a card completes and that are not complete: how many, sum of w, sum of w * w.

    w is the number of completing cards of a hand; the last figure is the number of complete hands.
    """
    ready, complete = going_out_hands(n + 1, ace), fully_melded_hands(n, ace)
    hands = total = squares = 0
    for part in range(parts):
        # The hands are looked at in parts only to save memory.
        shares = []
        rest = ready.copy()
        for _ in range(n + 1):
            lowest = rest & -rest
            rest ^= lowest
            hand = ready ^ lowest
            shares.append(hand[hand % (2 * parts + 1) % parts == part])
        masks, w = np.unique(np.concatenate(shares), return_counts=True)
        w = w[~np.isin(masks, complete, assume_unique=True)]
        hands, total, squares = hands + len(w), total + int(w.sum()), squares + int((w * w).sum())
    return hands, total, squares, len(complete)


def ready_hands(n: int, ace: str = "low") -> int:
    """Number of dealt hands of `n` cards (3 to 10) that are complete or that at least one card completes.

    Examples
    --------
    >>> ready_hands(7)
    725036
    """
    hands, _, _, complete = _completing_cards(_hand_size(n, 3, 10), ace)
    return hands + complete


def first_turn_chance(n: int, ace: str = "low", upcard: bool = True) -> float:
    """Chance that the first player can go out in the very first turn, with a hand of `n` cards (3 to 10).

    With `upcard` he may take the upcard, or else sees one card of the stock; without it he sees the stock card only.

    Examples
    --------
    >>> round(1 / first_turn_chance(7), 1)
    2293.6
    """
    _hand_size(n, 3, 10)
    if not upcard:
        return len(going_out_hands(n + 1, ace)) / comb(52, n + 1)
    _, w, w_squared, complete = _completing_cards(n, ace)
    first, second = 52 - n, 51 - n
    return (complete + w / first + w / second - w_squared / (first * second)) / comb(52, n)


@kernel(types.void(types.int64, types.int64[:], types.int64[:], types.Array(BOARD_TYPE, 1, "C"), types.int64[:]))
def _deadwood_histogram(n, by_size, first_of_size, boards, histogram):
    """Add up least deadwood over all hands of n cards, one hand of each suit-permutation class at a time."""
    board = boards[0]
    for n0 in range(n + 1):
        for n1 in range(n + 1 - n0):
            for n2 in range(n + 1 - n0 - n1):
                n3 = n - n0 - n1 - n2
                if n0 > 13 or n1 > 13 or n2 > 13 or n3 > 13:
                    continue
                for i0 in range(first_of_size[n0], first_of_size[n0 + 1]):
                    m0 = by_size[i0]
                    for i1 in range(first_of_size[n1], first_of_size[n1 + 1]):
                        m1 = by_size[i1]
                        if m1 > m0:
                            break
                        for i2 in range(first_of_size[n2], first_of_size[n2 + 1]):
                            m2 = by_size[i2]
                            if m2 > m1:
                                break
                            for i3 in range(first_of_size[n3], first_of_size[n3 + 1]):
                                m3 = by_size[i3]
                                if m3 > m2:
                                    break
                                hands = 24
                                if m0 == m3:
                                    hands = 1
                                elif m0 == m2 or m1 == m3:
                                    hands = 4
                                elif m0 == m1 and m2 == m3:
                                    hands = 6
                                elif m0 == m1 or m1 == m2 or m2 == m3:
                                    hands = 12
                                hand = m0 | m1 << 13 | m2 << 26 | m3 << 39
                                histogram[pips_of(best_shed(hand, 0, board)[0], board)] += hands


def deadwood_law(n: int = 7, ace: str = "low", ace_pips: int = 1) -> np.ndarray:
    """Number of hands of `n` cards (1 to 10) for each least deadwood: entry d counts the hands with deadwood d.

    Least deadwood is the smallest sum of pips (ten for a court card) left after melding on an empty table.  Hands of
    ten cards take about a minute.

    Examples
    --------
    >>> law = deadwood_law(3)
    >>> int(law[0]), int(law.sum())
    (96, 22100)
    """
    boards = free_board(_ace_code(ace), ace_pips)
    suits = sorted(range(1 << 13), key=lambda mask: (mask.bit_count(), mask))
    sizes = np.array([mask.bit_count() for mask in suits])
    first = np.searchsorted(sizes, np.arange(15))
    histogram = np.zeros(_hand_size(n, 1, 10) * max(10, ace_pips) + 1, np.int64)
    _deadwood_histogram(n, np.array(suits, np.int64), first.astype(np.int64), boards, histogram)
    return histogram


def three_card_waiting_times(ace: str = "low") -> dict[int, float]:
    """Expected number of turns to a meld in three-card solitaire, for each three-card hand under best play.

    Each turn one of the other 49 cards is drawn, all equally likely, and one of the four is discarded; the game stops
    at a meld, so a meld waits 0 turns.  Value iteration over hands up to exchanged suits, to 1e-12.

    Examples
    --------
    >>> times = three_card_waiting_times()
    >>> round(sum(times.values()) / len(times), 6)
    17.514273
    """
    _ace_code(ace)
    hands = np.array([sum(1 << c for c in cards) for cards in combinations(range(52), 3)], np.int64)
    lanes = [hands >> 13 * suit & 8191 for suit in range(4)]
    orders = [sum(lanes[s] << 13 * k for k, s in enumerate(order)) for order in permutations(range(4))]
    classes, kind = np.unique(np.min(np.array(orders), axis=0), return_inverse=True)
    number = dict(zip(hands.tolist(), kind.tolist(), strict=True))
    after = np.array(
        [
            [
                [number[drawn ^ 1 << c] for c in range(52) if drawn >> c & 1]
                for card in range(52)
                if (drawn := hand | 1 << card) != hand
            ]
            for hand in classes.tolist()
        ]
    )
    going = ~np.isin(classes, fully_melded_hands(3, ace))
    times = np.zeros(len(classes))
    while True:
        better = np.where(going, 1.0 + times[after].min(axis=2).mean(axis=1), 0.0)
        if np.max(np.abs(better - times)) < 1e-13 * len(classes):
            return dict(zip(hands.tolist(), better[kind].tolist(), strict=True))
        times = better
