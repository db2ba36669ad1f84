"""What bidders share: a hand's suits as ranks, rounding, the bids before, and bids the house rules allow.

A bidder is a decision ``f(view, params, rng)``; positions of its parameters are counted from FIRST.  A bid that the
house rules do not allow becomes the nearest allowed one, the lower of two.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.decks import STANDARD
from cardsim.games.spades.tricks import SUIT

FIRST = 1
"""A bidder's parameters come after those all players have."""
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8


@kernel
def fit(bid, legal):
    """The allowed bid nearest to `bid`."""
    for distance in range(14):
        if bid - distance >= 0 and (legal >> (bid - distance)) & 1:
            return bid - distance
        if bid + distance <= 13 and (legal >> (bid + distance)) & 1:
            return bid + distance
    return lowest(legal)


@kernel
def half_up(x):
    """`x` rounded, halves upwards."""
    return np.int64(np.floor(x + 0.5))


@kernel
def ranks(hand, suit):
    """The thirteen cards of a suit as bits 0 (two) .. 12 (ace)."""
    return (hand >> (13 * suit)) & 0x1FFF


@kernel
def bids_before(view):
    """Sum and number of the bids already made."""
    total = 0
    count = 0
    for seat in range(4):
        if view.bids[seat] >= 0:
            total += view.bids[seat]
            count += 1
    return total, count


@kernel
def has(cards, rank):
    """Whether a suit's ranks hold a rank."""
    return (cards >> rank) & 1 != 0


@kernel
def as_standard(view):
    """The own hand as a bidder of the 52-card game reads it."""
    return as_standard_hand(view.hand, view.deck)


@kernel
def as_standard_hand(hand, deck):
    """A hand of any deck as one of the 52 cards: a suit's highest card counts as ace, the next as king, ...

    What lies below thirteen others (decks with more spades) counts as the lowest cards that are free.
    """
    if deck == STANDARD:
        return hand
    plain = np.int64(0)
    for suit in range(4):
        plain |= ranked(hand & SUIT[suit], deck & SUIT[suit]) << (13 * suit)
    return plain


@kernel
def ranked(mine, cards):
    """Own cards of a suit by their rank among all its cards: bit 12 for the highest, then 11, ..."""
    found = np.int64(0)
    height = 12
    while cards != 0:
        bit = np.int64(1) << highest(cards)
        cards ^= bit
        if mine & bit and height >= 0:
            found |= np.int64(1) << height
        height -= 1
    while popcount(found) < popcount(mine):
        found |= ~found & -(~found)
    return found
