"""Positions at the start of a trick that are decided without search, each with the reasons that decide it.

Seats are counted from the nil player: 0 nil, 1 left opponent, 2 partner, 3 right opponent.  A verdict is 1 (no trick
can be forced on nil), 0 (nil takes one) or -1 (not known).  The reasons are *cuts*: bit c of the mask says "that the
cards from c upwards stand above the live cards of the suit below c mattered"; see :mod:`.patterns`.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.tricks import SIDE, SPADES, SUIT


@kernel
def doomed_in_spades(nil, others):
    """The ballot test: somewhere down the spades nil holds more of the cards above than the others together.

    Every nil spade must fall under a higher spade of another player in a trick of its own.  Returns the cut that proves
    it, or -1 if the test does not decide; a cut of 0 needs no reason but the numbers of spades.
    """
    spades = (nil | others) & SPADES
    balance = 0
    while spades != 0:
        card = highest(spades)
        bit = np.int64(1) << card
        spades ^= bit
        if nil & bit:
            balance += 1
            if balance > 0:
                while spades != 0 and (nil >> highest(spades)) & 1:
                    bit = np.int64(1) << highest(spades)
                    spades ^= bit
                return bit if spades != 0 else np.int64(0)
        else:
            balance -= 1
    return np.int64(-1)


@kernel
def safe_in_suit(nil, others):
    """The matching test: counted upwards, nil's i-th card lies below the others' i-th, as far as both reach.

    Then whoever leads the suit, nil's highest card below the best one stays below it, for ever.  Returns the cuts that
    prove it (as few as possible), or -1 if the test fails.
    """
    cuts = np.int64(0)
    total = popcount(nil)
    settled = 0  # nil cards below the last cut
    mine = 0
    theirs = 0
    group = np.int64(0)  # lowest of the others' cards above nil's last card
    while others != 0 and theirs < total:
        bit = np.int64(1) << lowest(nil | others)
        if nil & bit:
            nil ^= bit
            mine += 1
            group = np.int64(0)
            continue
        others ^= bit
        theirs += 1
        if theirs > mine:
            return np.int64(-1)
        if group == 0:
            group = bit
        if theirs > settled:
            cuts |= group
            settled = mine
    return cuts


@kernel
def partner_draws_spades(nil, partner, others):
    """Whether partner's top spades outnumber nil's spades: the cut below them, or -1."""
    wanted = popcount(nil & SPADES)
    rest = (nil | others) & SPADES & ~partner
    tops = partner & SPADES
    if rest != 0:
        tops &= -(np.int64(1) << highest(rest))
    if popcount(tops) < wanted:
        return np.int64(-1)
    return np.int64(1) << lowest(tops) if rest != 0 else np.int64(0)


@kernel
def settle(hands, leader, spades_open):
    """Verdict and cuts at the start of a trick."""
    nil = hands[0]
    if nil == 0:
        return 1, np.int64(0)
    others = hands[1] | hands[2] | hands[3]
    cuts = np.int64(0)
    if nil & SPADES:
        doom = doomed_in_spades(nil, others)
        if doom >= 0:
            return 0, doom
        if leader != 2 or not (spades_open or (hands[2] & SIDE) == 0):
            return -1, np.int64(0)
        cuts = partner_draws_spades(nil, hands[2], others)
        if cuts < 0:
            return -1, np.int64(0)
    elif leader == 0:
        return -1, np.int64(0)
    for suit in range(3):
        more = safe_in_suit(nil & SUIT[suit], others & SUIT[suit])
        if more < 0:
            return -1, np.int64(0)
        cuts |= more
    return 1, cuts


@kernel
def settle_tricks(hands, need):
    """Verdict on "seats 0 and 2 take at least `need` tricks", by the highest spades that one seat holds."""
    left = popcount(hands[0])
    if need <= 0:
        return 1, np.int64(0)
    if need > left:
        return 0, np.int64(0)
    spades = (hands[0] | hands[1] | hands[2] | hands[3]) & SPADES
    if spades == 0:
        return -1, np.int64(0)
    card = highest(spades)
    for seat in range(4):
        if (hands[seat] >> card) & 1:
            rest = spades & ~hands[seat]
            tops = hands[seat] & SPADES
            if rest != 0:
                tops &= -(np.int64(1) << highest(rest))
            cut = tops & -tops if rest != 0 else np.int64(0)
            sure = popcount(tops)
            if seat & 1 == 0 and sure >= need:
                return 1, cut
            if seat & 1 == 1 and left - sure < need:
                return 0, cut
    return -1, np.int64(0)
