"""The bidder `dd_mc`: deals the hidden cards many times and solves every deal with all cards seen."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.spades.bidders.hands import FIRST, as_standard_hand, fit, half_up
from cardsim.games.spades.bidders.trickster import trickster_estimate
from cardsim.games.spades.double_dummy import count_tricks
from cardsim.games.spades.nil_solver.depth_first import depth_first
from cardsim.games.spades.nil_solver.frames import NEVER, NEXT_TRICK, NIL, WHEN_PLAYED
from cardsim.games.spades.nil_solver.patterns import forget
from cardsim.games.spades.nil_solver.workspace import WORKSPACE, place_hands
from cardsim.games.spades.tricks import AFTER_FIRST_TRICK, ANYTIME, BROKEN

NIL_NODES, TRICK_NODES = 3_000_000, 3_000_000
"""Nodes per world; a nil left undecided counts as lost, a count of tricks as that of the world before."""


@kernel
def deal_rest(hand, rest, hands, pack, stream):
    """Deal the cards of `rest` at random: hands counted from the holder of `hand`."""
    size = popcount(hand)
    n = 0
    while rest != 0:
        pack[n] = lowest(rest)
        rest &= rest - 1
        n += 1
    rng.shuffle(stream, pack[:n])
    hands[0] = hand
    for seat in range(3):
        hands[seat + 1] = 0
        for i in range(size):
            hands[seat + 1] |= np.int64(1) << pack[size * seat + i]


@kernel
def nil_is_makeable(work, hands, leader, spades_open, opening):
    """Whether the holder of the first hand can make nil, all cards seen."""
    forget(work.table[0])
    place_hands(work, hands)
    verdict, _ = depth_first(work, leader, spades_open, opening, NIL, NIL_NODES)
    return verdict == 1


def dd_mc(view, params, stream):
    """Bids the mean double-dummy tricks of the team less the partner's share; nil where it is made often enough.

    `worlds` deals are consistent with the own cards.  The partner's share is his bid, or what `trickster` expects of
    his hand.  `nil_share` is the least share of worlds with nil made; negative: the break-even point.
    """
    worlds = np.int64(params[FIRST])
    works = np.zeros(1, WORKSPACE)  # kept as an array: a record does not keep its memory alive
    hands, pack = np.zeros(4, np.int64), np.zeros(39, np.int64)
    leader = (view.dealer + 1 - view.seat) & 3
    spades_open = np.int64(view.spade_lead == ANYTIME)
    opening = NEVER
    if view.spade_lead == BROKEN:
        opening = WHEN_PLAYED
    elif view.spade_lead == AFTER_FIRST_TRICK:
        opening = NEXT_TRICK
    tricks, made, share, last = 0.0, 0.0, 0.0, popcount(view.hand) / 4
    partner = view.bids[view.seat ^ 2]
    for _ in range(worlds):
        work = works[0]
        deal_rest(view.hand, view.deck & ~view.hand, hands, pack, stream)
        if nil_is_makeable(work, hands, leader, spades_open, opening):
            made += 1
        found, _ = count_tricks(work, hands, leader, spades_open, opening, TRICK_NODES)
        last = last if found < 0 else np.float64(found)
        tricks += last
        share += trickster_estimate(as_standard_hand(hands[2], view.deck)) if partner < 0 else np.float64(partner)
    bid = max(half_up((tricks - share) / worlds), 1)
    least = params[FIRST + 1]
    if least < 0 and view.nil_value > 0:
        least = 0.5 + 5 * bid / view.nil_value
    if view.legal & 1 and view.nil_value > 0 and made / worlds >= least:
        return 0
    return fit(bid, view.legal)
