"""The bidder of TricksterBots."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, popcount
from cardsim.games.spades.bidders.hands import ACE, KING, QUEEN, as_standard, fit, has, ranks
from cardsim.games.spades.tricks import SPADES, SUIT


@kernel
def trickster_estimate(hand):
    """Tricks expected from a hand: ruffs of short suits, guarded spades, side honours."""
    value = 0.0
    trumps = np.float64(popcount(hand & SPADES))
    for suit in range(3):
        size = popcount(hand & SUIT[suit])
        if size <= 2:
            used = min(trumps, 2.0 if size == 0 else (1.0 if size == 1 else 0.25))
            value += used
            trumps -= used
    kept = ranks(hand, 3)
    while popcount(kept) > np.int64(np.rint(trumps)):
        kept &= kept - 1
    rest = kept
    while rest != 0:
        top = highest(rest)
        rest ^= np.int64(1) << top
        gap = ACE - top - popcount(kept >> (top + 1))
        guards = popcount(rest)
        value += 1.0 if guards >= gap else (0.75 if guards == gap - 1 else (0.25 if guards == gap - 2 else 0.0))
    for suit in range(3):
        cards = ranks(hand, suit)
        size = popcount(cards)
        if has(cards, ACE):
            value += 1.0 if size <= 6 else 0.5
        if has(cards, KING) and size > 1:
            value += 1.0 if size <= 5 else 0.25
        if has(cards, QUEEN) and 3 <= size <= 4:
            value += 0.5
    return value


@kernel
def trickster_nil(hand, estimate, passed, limit):
    """Whether TricksterBots bids nil when `passed` cards can be exchanged."""
    spare = passed
    for suit in range(4):
        if has(ranks(hand, suit), ACE):
            hand &= ~(np.int64(1) << (13 * suit + ACE))
            spare -= 1
    if spare < 0:
        return False
    spades = popcount(hand & SPADES)
    if spades - spare >= 4:
        return False
    while popcount(hand & SPADES) > 3:
        hand ^= np.int64(1) << highest(hand & SPADES)
        spare -= 1
    if spare < 0 or estimate >= limit + passed:
        return False
    for suit in range(4):
        cards = ranks(hand, suit)
        spare -= max(popcount(cards >> QUEEN) - popcount(cards & ((1 << QUEEN) - 1)), 0)
        if spare < 0:
            return False
    return True


def trickster(view, params, stream):
    """`SpadesBot.cs` of TricksterCards/TricksterBots."""
    partner = view.seat ^ 2
    hand = as_standard(view)
    estimate = trickster_estimate(hand)
    blind = False
    for seat in range(4):
        blind = blind or view.nils[seat] == 2
    limit = 7.0 if view.suicide else 1.0
    free = view.nils[partner] == 0 and not blind
    if free and view.legal & 1 and trickster_nil(hand, estimate, view.nil_pass, limit):
        return 0
    if view.suicide and estimate < 7:
        estimate = np.ceil(estimate + 1)
    unknown = view.bids[partner] < 0
    if view.nil_pass > 0 and (view.nils[partner] != 0 or unknown):
        estimate += view.nil_pass / 2
    tricks = popcount(hand)
    cap = tricks if unknown else tricks - view.bids[partner]
    return fit(max(np.int64(1), min(cap, np.int64(np.floor(estimate)))), view.legal)
