"""The bidder `bis`: an honour table, a pull towards the average, and nil by a fitted table."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.spades import facts
from cardsim.games.spades.bidders.hands import ACE, FIRST, as_standard, bids_before, fit, half_up, has, ranks
from cardsim.games.spades.tricks import SPADES

HONOURS = np.array([[float(value) for value in row] for row in facts.honour_table()])
NIL_TABLE = np.load(Path(__file__).parent.parent / "nil_table.npy")
"""Chance of no trick in a suit, by its 13 cards: row 0 a side suit, row 1 spades (see `fit_nil_table`)."""


@kernel
def bis_takes(hand, total, count):
    """Tricks expected from a hand and the bids before it."""
    side = 0.0
    ruffs = 0.0
    trumps = popcount(hand & SPADES)
    left = trumps
    for suit in range(3):
        cards = ranks(hand, suit)
        size = popcount(cards)
        for honour in range(3):
            if has(cards, ACE - honour) and size > honour:
                side += HONOURS[size, honour]
        for turn in range(size, 3):
            if left > 0:
                ruffs += HONOURS[size, turn]
                left -= 1
    spades = np.float64(max(trumps - 4, 0))
    for honour in range(4):
        if has(ranks(hand, 3), ACE - honour) and trumps - 1 >= honour:
            spades += 1.0
    takes = side + max(spades, ruffs)
    tricks = popcount(hand)
    return takes + 0.5 * (tricks / 4 - takes) + (tricks - takes - total) / (5 * (4 - count))


@kernel
def bis_nil_chance(hand):
    """Chance that nil is made: the product of the suits' chances of no trick."""
    chance = NIL_TABLE[1, ranks(hand, 3)]
    for suit in range(3):
        chance *= NIL_TABLE[0, ranks(hand, suit)]
    return chance


def bis(view, params, stream):
    """After Cohensius, Meir, Oved and Stern, "Bidding in Spades" (ECAI 2020), with our own fitted nil table."""
    hand = as_standard(view)
    if view.legal & 1 and view.nil_value * (2 * bis_nil_chance(hand) - 1) > params[FIRST]:
        return 0
    total, count = bids_before(view)
    bid = half_up(bis_takes(hand, total, count))
    return fit(max(bid, 1), view.legal)
