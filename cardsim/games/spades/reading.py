"""Reading a view: what strategy authors need to know about cards, seats and contracts.  All functions are compiled."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.tricks import SIDE, SPADES, SUIT, SUIT_OF, beats, height_of

QUEENS_UP = sum(0b111 << (13 * suit + 10) for suit in range(3)) | SPADES & -(1 << 49)


@kernel
def unseen(view):
    """Mask of the cards this seat has not seen: they are in the other hands."""
    return view.deck & ~(view.hand | view.played)


@kernel
def lowest_rank(cards, hand):
    """The card of lowest rank; ties: longest suit of `hand`, then suit order."""
    found = -1
    for suit in range(4):
        of_suit = cards & SUIT[suit]
        if of_suit != 0:
            card = lowest(of_suit)
            if found < 0:
                found = card
            elif height_of(card) != height_of(found):
                if height_of(card) < height_of(found):
                    found = card
            elif popcount(hand & SUIT[suit]) > popcount(hand & SUIT_OF[found]):
                found = card
    return found


@kernel
def highest_rank(cards, hand):
    """The card of highest rank; ties: shortest suit of `hand`, then suit order."""
    found = -1
    for suit in range(4):
        of_suit = cards & SUIT[suit]
        if of_suit != 0:
            card = highest(of_suit)
            if found < 0:
                found = card
            elif height_of(card) != height_of(found):
                if height_of(card) > height_of(found):
                    found = card
            elif popcount(hand & SUIT[suit]) < popcount(hand & SUIT_OF[found]):
                found = card
    return found


@kernel
def above(card):
    """Mask of the higher cards of the card's suit."""
    return SUIT_OF[card] & -(np.int64(2) << card)


@kernel
def bosses(cards, others):
    """Those of `cards` above which `others` hold no card of the suit."""
    kept = np.int64(0)
    for suit in range(4):
        rivals = others & SUIT[suit]
        mine = cards & SUIT[suit]
        kept |= mine & -(np.int64(2) << highest(rivals)) if rivals != 0 else mine
    return kept


@kernel
def sure_tricks(view):
    """Own spades above which no spade is unseen."""
    return popcount(bosses(view.hand & SPADES, unseen(view)))


@kernel
def winning_cards(view):
    """The legal cards that would win the trick as it stands."""
    if view.best < 0:
        return view.legal
    rivals = above(view.best)
    if view.best < 39:
        rivals |= SPADES
    return view.legal & rivals


@kernel
def possible_cards(view, seat):
    """Mask of the cards another seat may hold: unseen, of no suit it has shown out of.

    A nil bidder is taken to duck as high as he can, so he holds none of the cards he would have ducked with.
    """
    return unseen(view) & ~(view.voids[seat] | view.ducked[seat])


@kernel
def has_played(view, seat):
    """Whether `seat` has played to this trick."""
    return view.table[seat] >= 0


@kernel
def is_void(view, seat, suit):
    """Whether `seat` has shown out of a suit (its mask)."""
    return (view.voids[seat] & suit) != 0


@kernel
def live_nil(view, seat):
    """Whether `seat` bid nil or blind nil and has no trick so far."""
    return view.nils[seat] != 0 and view.tricks[seat] == 0


@kernel
def ruffed(view):
    """Whether a side suit was led and a spade wins so far."""
    return view.best >= 39 and view.led_suit != SPADES


@kernel
def own_contract(view):
    """Contract and tricks towards it: the team's, or only the own ones once the partner's nil has failed."""
    me = view.seat
    partner = me ^ 2
    if view.nils[partner] != 0 and view.tricks[partner] > 0:
        return view.bids[me], view.tricks[me]
    return view.bids[me] + view.bids[partner], view.tricks[me] + view.tricks[partner]


@kernel
def opposing_contract(view):
    """The opponents' contract and their tricks towards it; a nil bidder's do not count."""
    bid = np.int64(0)
    taken = np.int64(0)
    for k in (1, 3):
        seat = (view.seat + k) & 3
        bid += view.bids[seat]
        if view.nils[seat] == 0:
            taken += view.tricks[seat]
    return bid, taken


@kernel
def highest_below(cards, card):
    """The highest of `cards` numbered below `card`, -1 if none."""
    low = cards & ((np.int64(1) << card) - 1)
    return highest(low) if low != 0 else -1


@kernel
def lowest_side_card(view):
    """The lowest side card that may be played, else the lowest spade."""
    side = view.legal & SIDE
    return lowest_rank(side, view.hand) if side != 0 else lowest(view.legal)


@kernel
def takes(view, card):
    """Whether playing `card` wins the trick as it stands."""
    return view.best < 0 or beats(card, view.best, view.led_suit)
