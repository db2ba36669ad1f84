"""The bidder of CardsWithCats, with and without its nil test."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.bidders.hands import (
    ACE,
    JACK,
    KING,
    QUEEN,
    TEN,
    as_standard,
    bids_before,
    fit,
    half_up,
    has,
    ranks,
)


@kernel
def cats_nil_spades(hand):
    """Whether the spades allow a nil: at most three, none above the ten."""
    spades = ranks(hand, 3)
    return popcount(spades) <= 3 and spades >> JACK == 0


@kernel
def cats_nil_side(cards):
    """Whether a side suit allows a nil."""
    if cards == 0:
        return True
    size = popcount(cards)
    first = highest(cards)
    if first < TEN:
        return True
    if (first > TEN and size < 4) or (first == ACE and size < 5):
        return False
    rest = cards ^ (np.int64(1) << first)
    if rest != 0 and highest(rest) > TEN and size < 5:
        return False
    total = 0
    while cards != 0:
        total += lowest(cards) + 2
        cards &= cards - 1
    return total < 8 * size


@kernel
def cats_nil(hand):
    """Whether CardsWithCats bids nil."""
    if not cats_nil_spades(hand):
        return False
    for suit in range(3):
        if not cats_nil_side(ranks(hand, suit)):
            return False
    return True


@kernel
def cats_side_suit(cards):
    """Tricks expected from a side suit."""
    size = popcount(cards)
    if size == 0:
        return 0.0
    ace, king, queen, jack = has(cards, ACE), has(cards, KING), has(cards, QUEEN), has(cards, JACK)
    if size == 1:
        return 1.0 if ace else (0.6 if king else (0.2 if queen else 0.0))
    value = 0.0
    if ace:
        value = 2.0 if king else (1.7 if queen else (1.3 if jack else 1.0))
    elif king:
        value = 1.1 if queen else (0.8 if jack else 0.6)
    elif queen:
        value = 0.3
    return value * (1 - 0.1 * (size - 3)) if size >= 3 else value


@kernel
def cats_estimate(hand):
    """Tricks expected from a hand."""
    spades = ranks(hand, 3)
    value = np.float64(popcount(spades))
    for place in range(3):
        if spades != 0:
            top = highest(spades)
            gap = ACE - top - place
            value -= 0.0 if gap == 0 else (0.4 if gap == 1 else (0.8 if gap == 2 else 1.0))
            spades ^= np.int64(1) << top
    for suit in range(3):
        value += cats_side_suit(ranks(hand, suit))
    return value


@kernel
def cats_number(view):
    """The bid of CardsWithCats once nil is out of the question; 0 if the estimate rounds to it."""
    bid = half_up(cats_estimate(as_standard(view)))
    total, count = bids_before(view)
    tricks = popcount(view.hand)
    if bid > 0 and count == 3:
        short = tricks - bid - total
        bid += 1 if short == 3 else (2 if short > 3 else 0)
    return min(bid, tricks)


def cats(view, params, stream):
    """`spades_ai.dart` of dozingcat/CardsWithCats with the nil test of its issue 21."""
    hand = as_standard(view)
    if cats_nil(hand) and view.legal & 1:
        return 0
    bid = cats_number(view)
    if bid == 0 and not cats_nil_spades(hand):
        bid = np.int64(1)
    return fit(bid, view.legal)


def cats_old(view, params, stream):
    """The same before that test: nil only when the estimate rounds to 0."""
    return fit(cats_number(view), view.legal)
