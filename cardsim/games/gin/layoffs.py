"""Lay-offs on a knocker's melds: which cards fit, the best ones, and the first-fit sweep.

A card fits a set that lacks it, or either end of a run; a laid-off card can carry the next one.  Melds are masks in an
array of which the first `n` count; a run laid in pieces takes cards at its outer ends only, because the cards between
are the knocker's own.  `aces` is the rule of :mod:`cardsim.games.gin.melds`.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.gin.melds import HIGH_LOW, LOW, WRAP, deadwood

_SUIT = (1 << 13) - 1
_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39


@kernel
def run_suit(meld):
    """The suit of a run, -1 for a set."""
    suit = lowest(meld) // 13
    return suit if meld >> (13 * suit) <= _SUIT else -1


@kernel
def _next_in_run(run, up, aces):
    """The rank that lengthens the 13-bit `run` above (`up` 1) or below (0); -1 if there is none."""
    if run == _SUIT:
        return -1
    if up:
        top = lowest(run & ~((run >> 1) | (run & 1) << 12))
        if (top == 12 and aces == LOW) or (top == 0 and aces == HIGH_LOW):
            return -1
        rank = (top + 1) % 13
    else:
        bottom = lowest(run & ~(((run << 1) & _SUIT) | run >> 12))
        if bottom == 0 and aces != WRAP:
            return -1
        rank = (bottom + 12) % 13
    return -1 if (run >> rank) & 1 else rank


@kernel
def next_card(meld, up, aces):
    """The card that the meld takes at its upper (`up` 1) or lower (0) end, -1 if none; a set takes cards above only."""
    suit = run_suit(meld)
    if suit >= 0:
        rank = _next_in_run(meld >> (13 * suit), up, aces)
        return 13 * suit + rank if rank >= 0 else -1
    missing = (_COLUMN << (lowest(meld) % 13)) & ~meld
    return lowest(missing) if up and missing else -1


@kernel
def fits(meld, card, aces):
    """Whether `card` may be laid off on `meld`."""
    return next_card(meld, 0, aces) == card or next_card(meld, 1, aces) == card


@kernel
def first_fit(melds, n, cards, aces):
    """The first of `cards` that fits a meld and the first meld that it fits; (-1, -1) if none does.

    Cards go by suit in the order c, h, s, d, then by rank, as in the EAAI-2021 framework.
    """
    for suit in (0, 2, 3, 1):
        left = cards & (_SUIT << (13 * suit))
        while left:
            card = lowest(left)
            left &= left - 1
            for i in range(n):
                if fits(melds[i], card, aces):
                    return card, i
    return -1, -1


@kernel
def sweep(melds, n, unmelded, aces):
    """Lay off by first fit until nothing fits, adding the cards to `melds`; the cards still unmelded.

    The rule of the EAAI-2021 framework: the defender's own arrangement is fixed before.
    """
    card, target = first_fit(melds, n, unmelded, aces)
    while card >= 0:
        melds[target] |= 1 << card
        unmelded &= ~(1 << card)
        card, target = first_fit(melds, n, unmelded, aces)
    return unmelded


@kernel
def _chains(melds, n, hand, chains, aces):
    """Row 2 i + up of `chains`: the cards of `hand` that meld i takes in turn at that end, -1 behind the last.

    Returns how many ways there are to lay a first part (or none) of every chain.
    """
    ways = 1
    for end in range(2 * n):
        meld, length = melds[end // 2], 0
        card = next_card(meld, end % 2, aces)
        while card >= 0 and (hand >> card) & 1:
            chains[end, length] = card
            length += 1
            meld |= 1 << card
            card = next_card(meld, end % 2, aces)
        chains[end, length] = -1
        ways *= length + 1
    return ways


@kernel
def _laid(way, n, chains, cards, targets):
    """Write the lay-offs of one way in a legal order; their number, -1 if a card would be laid twice."""
    laid, count = 0, 0
    for end in range(2 * n):
        length = 0
        while chains[end, length] >= 0:
            length += 1
        for i in range(way % (length + 1)):
            card = chains[end, i]
            if (laid >> card) & 1:
                return -1
            laid |= 1 << card
            cards[count], targets[count] = card, end // 2
            count += 1
        way //= length + 1
    return count


@kernel
def best_layoffs(melds, n, hand, cards, targets, aces):
    """The least deadwood the defender can reach by lay-offs and own melds, and the number of cards to lay off.

    Fewest cards among equals.  `cards` and `targets` (room for 10) take the cards in a legal order and the index of the
    meld each is laid on.  The defender may break own melds and choose between a set and a run: every first part of
    every chain of cards that the melds take is tried.
    """
    least, fewest, best = deadwood(hand, aces), 0, 0
    if first_fit(melds, n, hand, aces)[0] < 0:
        return least, fewest
    chains = np.empty((2 * n, 14), np.int64)
    for way in range(1, _chains(melds, n, hand, chains, aces)):
        count = _laid(way, n, chains, cards, targets)
        rest = hand
        for i in range(count):
            rest &= ~(1 << cards[i])
        value = deadwood(rest, aces) if count >= 0 else least
        if value < least or (value == least and 0 <= count < fewest):
            least, fewest, best = value, count, way
    _laid(best, n, chains, cards, targets)
    return least, fewest
