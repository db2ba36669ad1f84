"""Cards that would help a hand: those that make a meld with it, those that only lengthen one, and what a draw is worth.

All hands are masks; `aces` is the rule of :mod:`cardsim.games.gin.melds`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.gin.melds import (
    HIGH_LOW,
    IN_RUN,
    LOW,
    NO_CARD_LEFT,
    WRAP,
    best_discard,
    deadwood,
    in_run,
    run_deadwood,
    run_ranks,
    set_ranks,
    suit_pips,
    without_free_sets,
    without_runs,
)

_SUIT = (1 << 13) - 1
_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39
MOST_DEADWOOD = 128
"""More than any hand's deadwood."""


def _ends_of_runs(aces: int) -> Iterator[tuple[int, int]]:
    """Every run of three ranks, as a mask, with a rank that makes it longer."""
    places = 13 if aces == LOW else 14 if aces == HIGH_LOW else 13 + 3
    for start in range(places - 2):
        run = sum(1 << (start + i) % 13 for i in range(3))
        for rank in (start - 1, start + 3):
            if aces == WRAP or 0 <= rank < places:
                yield run, rank % 13


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """By ace rule and suit mask: the other ranks that lie in a run with it, and those of them that lengthen a run."""
    masks = np.arange(1 << 13)
    joining, longer = np.zeros((2, 3, 1 << 13), np.int16)
    for aces in range(3):
        held = IN_RUN[aces].astype(np.int64)
        for rank in range(13):
            bit = 1 << rank
            joining[aces] |= np.where((masks & bit == 0) & (held[masks | bit] & bit > 0), bit, 0).astype(np.int16)
        for run, rank in _ends_of_runs(aces):
            longer[aces] |= np.where(masks & (run | 1 << rank) == run, 1 << rank, 0).astype(np.int16)
    return joining, longer


_JOINING, _LENGTHENING = _tables()


@kernel
def pair_ranks(hand):
    """The ranks held at least twice, as a 13-bit mask."""
    c, d, h, s = hand & _SUIT, (hand >> 13) & _SUIT, (hand >> 26) & _SUIT, (hand >> 39) & _SUIT
    return (c & d) | (h & s) | ((c | d) & (h | s))


@kernel
def melding(hand, aces):
    """The cards outside `hand` that lie in some meld of `hand` and themselves."""
    ranks = pair_ranks(hand)
    found = np.int64(_JOINING[aces, hand & _SUIT]) | ranks
    found |= (np.int64(_JOINING[aces, (hand >> 13) & _SUIT]) | ranks) << 13
    found |= (np.int64(_JOINING[aces, (hand >> 26) & _SUIT]) | ranks) << 26
    found |= (np.int64(_JOINING[aces, (hand >> 39) & _SUIT]) | ranks) << 39
    return found & ~hand


@kernel
def lengthening(hand, aces):
    """Those of the melding cards that only make a finished set or run longer."""
    ranks = set_ranks(hand)
    found = np.int64(_LENGTHENING[aces, hand & _SUIT]) | ranks
    found |= (np.int64(_LENGTHENING[aces, (hand >> 13) & _SUIT]) | ranks) << 13
    found |= (np.int64(_LENGTHENING[aces, (hand >> 26) & _SUIT]) | ranks) << 26
    found |= (np.int64(_LENGTHENING[aces, (hand >> 39) & _SUIT]) | ranks) << 39
    return found & ~hand


@kernel
def melded(hand, aces):
    """The cards of `hand` that lie in some meld."""
    ranks = set_ranks(hand)
    found = in_run(hand & _SUIT, aces) | ranks
    found |= (in_run((hand >> 13) & _SUIT, aces) | ranks) << 13
    found |= (in_run((hand >> 26) & _SUIT, aces) | ranks) << 26
    found |= (in_run((hand >> 39) & _SUIT, aces) | ranks) << 39
    return found & hand


@kernel
def deadwood_by_discard(hand, blocked, aces, left):
    """Write the deadwood that each discard outside `blocked` leaves to ``left[card]``; the best discards and the least.

    The shortcuts are those of :func:`cardsim.games.gin.melds.best_discard`.
    """
    ranks = set_ranks(hand)
    conflicts = ranks & run_ranks(hand, aces)
    rest = without_free_sets(hand, ranks)
    all_melded = run_deadwood(rest, aces)
    best, choices, options = NO_CARD_LEFT, np.int64(0), hand & ~blocked
    while options:
        card = lowest(options)
        bit = options & -options
        options ^= bit
        if conflicts:
            after = deadwood(hand ^ bit, aces)
        elif rest & bit:
            shift = 13 * (card // 13)
            suit = (rest >> shift) & _SUIT
            after = all_melded - without_runs(suit, aces) + without_runs(suit ^ (bit >> shift), aces)
        elif popcount(hand & (_COLUMN << (card % 13))) == 4:
            after = all_melded
        else:
            after = all_melded + 2 * suit_pips(1 << (card % 13))
        left[card] = after
        if after < best:
            best, choices = after, bit
        elif after == best:
            choices |= bit
    return choices, best


@kernel
def highest_pips(cards):
    """The pips of the dearest of `cards`, which are not none."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & _SUIT
    return min(highest(ranks) + 1, 10)


@kernel
def least_after_discard(hand, aces):
    """The least deadwood that any discard leaves.

    Where no set is in conflict with a run, and aces do not serve at both ends, the dearest loose card goes.
    """
    ranks = set_ranks(hand)
    if aces == LOW and ranks & run_ranks(hand, aces) == 0:
        loose = hand & ~melded(hand, aces)
        if loose:
            return run_deadwood(without_free_sets(hand, ranks), aces) - highest_pips(loose)
    return best_discard(hand, 0, aces)[1]


@kernel
def mean_after_draw(ten, unseen, best, aces):
    """Mean of the `best` lowest deadwoods after a draw of each of the cards `unseen` and the best discard.

    A card that melds with nothing is thrown again or replaces the dearest card that can go: no look at melds.
    """
    counts = np.zeros(MOST_DEADWOOD, np.int64)
    now, without_one = deadwood(ten, aces), best_discard(ten, 0, aces)[1]
    helpful = melding(ten, aces)
    left = unseen
    while left:
        bit = left & -left
        left ^= bit
        if bit & helpful:
            counts[least_after_discard(ten | bit, aces)] += 1
        else:
            counts[min(now, without_one + suit_pips(1 << (lowest(bit) % 13)))] += 1
    taken, total, value = 0, 0, 0
    while taken < best and value < MOST_DEADWOOD:
        n = min(best - taken, counts[value])
        taken += n
        total += n * value
        value += 1
    return total / taken if taken else np.float64(now)
