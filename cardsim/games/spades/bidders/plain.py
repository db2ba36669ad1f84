"""Bidders that look at no card: fixed and random bids, and blind ones."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim.bits import nth, popcount
from cardsim.games.spades.bidders.hands import FIRST, fit


def fixed(view, params, stream):
    """Always the same bid."""
    return fit(np.int64(params[FIRST]), view.legal)


def random_bid(view, params, stream):
    """Any allowed bid, all equally likely."""
    return nth(view.legal, rng.below(stream, popcount(view.legal)))


def never_blind(view, params, stream):
    """No blind nil."""
    return False


def always_blind(view, params, stream):
    """Blind nil whenever it may be bid; with `blind_bid` of 6 or more, that number, where the rules allow it."""
    number = np.int64(params[FIRST])
    if number > 1 and (view.legal >> number) & 1:
        return number
    return view.legal & 1
