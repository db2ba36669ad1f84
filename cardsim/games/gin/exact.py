"""Exact counts of gin hands: the law of the least deadwood, wholly melded hands, hands without a meld.

No sampling: every hand is counted, the four suits being interchangeable.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.gin.hands import LARGEST_HAND, aces_rule
from cardsim.games.gin.melds import HIGH_LOW, WRAP, deadwood, without_runs


@kernel
def _add_last_suit(a, b, c, last_suits, aces, counts):
    """Add the hands with suits a, b, c and each of `last_suits`, weighted by their different rearrangements.

    The four suit masks stand in order (equal ones adjacent), so `last_suits` holds c at most as its first entry.
    """
    weight = 4 if a == c else 12 if a == b or b == c else 24
    weight_if_same = 1 if a == c else 4 if b == c else 6 if a == b else 12
    three_held, three, two = a | b << 13 | c << 26, a & b & c, (a & b) | (a & c) | (b & c)
    runs_only = without_runs(a, aces) + without_runs(b, aces) + without_runs(c, aces)
    for d in last_suits:
        if three | (two & d):
            value = deadwood(three_held | d << 39, aces)
        else:
            value = runs_only + without_runs(d, aces)
        counts[value] += weight_if_same if d == c else weight


@kernel
def _add_hands(size, suits, start, aces, counts):
    """Add all hands of `size` cards; `suits` lists the suit masks by number of cards, `start[k]` the first with k."""
    for i in range(start[size // 4 + 1]):
        a = suits[i]
        for j in range(i, start[(size - popcount(a)) // 3 + 1]):
            b = suits[j]
            left = size - popcount(a) - popcount(b)
            for k in range(j, start[left // 2 + 1]):
                c = suits[k]
                cards = left - popcount(c)
                _add_last_suit(a, b, c, suits[max(k, start[cards]) : start[cards + 1]], aces, counts)


def deadwood_law(size: int = 10, aces: str = "low") -> np.ndarray:
    """How many of all C(52, `size`) hands have each least deadwood.

    Parameters
    ----------
    size : int
        Number of cards, 1..11.  Ten cards take seconds, eleven about four times as long.
    aces : {"low", "high_low", "wrap"}
        Runs with aces: A-2-3 only, also Q-K-A, also K-A-2.

    Returns
    -------
    numpy.ndarray of int64, shape (128,)
        Entry d is the number of hands with least deadwood d.

    Examples
    --------
    >>> law = deadwood_law(3)
    >>> int(law.sum()), int(law[0])  # 22100 hands, of which 52 sets and 44 runs
    (22100, 96)
    """
    if not 1 <= size <= LARGEST_HAND:
        raise ValueError(f"size = {size} cards: the law is computed for 1 to {LARGEST_HAND}")
    masks = np.arange(1 << 13)
    cards = np.array([int(mask).bit_count() for mask in masks])
    suits, counts = masks[np.argsort(cards, kind="stable")], np.zeros(128, np.int64)
    start = np.searchsorted(np.sort(cards), np.arange(15))
    _add_hands(size, suits, start, aces_rule(aces), counts)
    return counts


def all_melds(aces: str = "low", longest: int = 13) -> list[int]:
    """The masks of all melds of at most `longest` cards: sets by rank, then runs by suit.

    Examples
    --------
    >>> len(all_melds()), len(all_melds(longest=5))
    (329, 185)
    """
    rule, found = aces_rule(aces), []
    for rank in range(13):
        same = [1 << 13 * suit + rank for suit in range(4)]
        found += [sum(group) for size in (3, 4) if size <= longest for group in combinations(same, size)]
    for low in range(13):
        end = low + 13 if rule == WRAP else 14 if rule == HIGH_LOW else 13  # rank 13 is the ace above the king
        for length in range(3, min(longest, 13, end - low) + 1):
            run = sum(1 << (low + i) % 13 for i in range(length))
            found += [run << 13 * suit for suit in range(4)]
    return list(dict.fromkeys(found))


def melded_hands(size: int, aces: str = "low") -> int:
    """The number of different hands of `size` cards (0..11) without deadwood, each counted once.

    Examples
    --------
    >>> melded_hands(10), melded_hands(11)  # gin, big gin
    (136694, 147204)
    """
    if not 0 <= size <= LARGEST_HAND:
        raise ValueError(f"size = {size} cards: hands of 0 to {LARGEST_HAND} are counted")
    by_length: dict[int, list[int]] = {3: [], 4: [], 5: []}  # a longer run falls into pieces of these lengths
    for meld in all_melds(aces, longest=5):
        by_length[meld.bit_count()].append(meld)
    hands = [{0}] + [set() for _ in range(size)]
    for total in range(3, size + 1):
        for length, melds in by_length.items():
            if total >= length:
                hands[total].update(hand | meld for meld in melds for hand in hands[total - length] if not hand & meld)
    return len(hands[size])


def meld_free_hands(aces: str = "low") -> list[int]:
    """How many hands of N = 0, 1, ... 26 cards contain no meld at all (27 cards always contain one).

    A dynamic programme over the ranks; its state is the suits held of the last two ranks and, for runs around the ace,
    of the first two.  Never more than two suits of a rank.

    Examples
    --------
    >>> from math import comb
    >>> round(meld_free_hands()[10] / comb(52, 10), 6)
    0.602093
    """
    held = [suits for suits in range(16) if suits.bit_count() <= 2]
    states = range(len(held))
    apart = np.array([[[not p & q & r for r in held] for q in held] for p in held], np.int64)
    # ways[ace, two, q, r, N]: suits of the ace, the two, and the last two ranks so far
    ways = np.zeros((*[len(held)] * 4, 27), np.int64)
    for ace in states:
        for two in states:
            ways[ace, two, ace, two, held[ace].bit_count() + held[two].bit_count()] = 1
    for _ in range(11):
        longer = np.zeros_like(ways)
        for r, suits in enumerate(held):
            cards = suits.bit_count()
            longer[:, :, :, r, cards:] = np.einsum("atpqn,pq->atqn", ways, apart[:, :, r])[..., : 27 - cards]
        ways = longer
    rule = aces_rule(aces)
    if rule >= HIGH_LOW:  # queen, king, ace
        ways = np.einsum("atpqn,pqa->atpqn", ways, apart)
    if rule == WRAP:  # king, ace, two
        ways = np.einsum("atpqn,qat->atpqn", ways, apart)
    return [int(count) for count in ways.sum(axis=(0, 1, 2, 3))]
