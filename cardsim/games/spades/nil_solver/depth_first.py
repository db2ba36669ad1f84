"""Depth-first search for nil with partition search: an AND/OR search without recursion that learns patterns.

One frame per card played.  At nil and partner one good play is enough, at the opponents all plays have to be met; the
cuts of a frame (see :mod:`.patterns`) are those of the play that decided it, or of all plays together.  All cuts of a
trick refer to the cards that were live when the trick began.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import kernel
from cardsim.bits import highest, popcount
from cardsim.games.spades.nil_solver.cutoffs import settle
from cardsim.games.spades.nil_solver.moves import cut_between, plays_to_try, promise
from cardsim.games.spades.nil_solver.patterns import cuts_of, find, remember, shape_of, slot_of, spread
from cardsim.games.spades.tricks import SPADES, SUIT_OF, beats

UNDECIDED = -1

FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", np.int64),
                ("place", np.int64),
                ("led_suit", np.int64),
                ("best", np.int64),
                ("best_seat", np.int64),
                ("spades_open", np.int64),
                ("live", np.int64),
                ("trick", np.int64),
                ("shape", np.int64),
                ("plays", np.int64),
                ("cuts", np.int64),
                ("card", np.int64),
                ("tried", np.int64),
                ("n", np.int64),
                ("order", np.int64, (14,)),
            ],
            align=True,
        ),
    )
)
FRAME_TYPE = from_dtype(FRAME)


@kernel
def rank_plays(frame, hands):
    """Write the plays of a frame into its order, most promising first."""
    plays = frame.plays
    n = 0
    while plays != 0:
        card = highest(plays)
        plays ^= np.int64(1) << card
        worth = promise(card, hands, frame.seat, frame.place, frame.led_suit, frame.best, frame.best_seat)
        ranked = (worth + 4096) * 64 + card
        i = n
        while i > 0 and frame.order[i - 1] < ranked:
            frame.order[i] = frame.order[i - 1]
            i -= 1
        frame.order[i] = ranked
        n += 1
    frame.n = n
    frame.tried = 0


@kernel
def lift(cuts, frame, owner):
    """Cuts of the position after the trick of a frame, as cuts of the position before it, with the trick's own cut."""
    trick = frame.trick | np.int64(1) << frame.card
    rest = trick
    while rest != 0:
        card = highest(rest)
        rest ^= np.int64(1) << card
        above = frame.live & SUIT_OF[card] & -(np.int64(2) << card)
        if above != 0:
            bit = above & -above
            if cuts & bit and owner[highest(bit)] == owner[card]:
                cuts ^= bit | np.int64(1) << card
    winner = frame.card if beats(frame.card, frame.best, frame.led_suit) else frame.best
    losers = trick & SUIT_OF[winner] & ((np.int64(1) << winner) - 1)
    if losers != 0:
        cuts |= cut_between(frame.live, owner, highest(losers), winner, cuts)
    return cuts


@kernel
def same_class(card, cuts):
    """All cards of the suit that no cut separates from `card`."""
    suit = SUIT_OF[card]
    cuts &= suit
    above = cuts & -(np.int64(2) << card)
    at_or_below = cuts & ~(-(np.int64(2) << card))
    zone = suit
    if above != 0:
        zone &= (above & -above) - 1
    if at_or_below != 0:
        zone &= -(np.int64(1) << highest(at_or_below))
    return zone


@kernel
def advance(frames, depth, hands):
    """Play the next card of a frame and set up the frame below; whether the trick ended with nil taking it."""
    frame = frames[depth]
    below = frames[depth + 1]
    card = frame.card
    bit = np.int64(1) << card
    hands[frame.seat] ^= bit
    below.spades_open = frame.spades_open
    best = frame.best
    best_seat = frame.best_seat
    if frame.place == 0 or beats(card, best, frame.led_suit):
        best = card
        best_seat = frame.seat
    if frame.place == 3:
        below.seat = best_seat
        below.place = 0
        return best_seat == 0
    below.seat = (frame.seat + 1) & 3
    below.place = frame.place + 1
    below.led_suit = SUIT_OF[card] if frame.place == 0 else frame.led_suit
    below.best = best
    below.best_seat = best_seat
    below.live = frame.live
    below.trick = bit if frame.place == 0 else frame.trick | bit
    return False


@kernel
def search(hands, leader, spades_open, spades_open_later, owner, table, frames, order, counts, limit):
    """Verdict (1 made, 0 lost, -1 undecided within `limit` nodes) and the number of nodes.

    `spades_open_later` says how spades come to be open: 0 never, 1 when one has been played, 2 after this trick.
    """
    nodes = 0
    depth = 0
    frames[0].seat = leader
    frames[0].place = 0
    frames[0].spades_open = spades_open
    value = -1
    cuts = np.int64(0)
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            value = -1
            if frame.place == 0:
                value, cuts = settle(hands, frame.seat, frame.spades_open)
                if value < 0:
                    frame.live = hands[0] | hands[1] | hands[2] | hands[3]
                    frame.trick = 0
                    frame.led_suit = 0
                    frame.best = 0
                    frame.best_seat = 0
                    frame.shape = shape_of(hands, frame.seat, frame.spades_open)
                    slot = slot_of(table, frame.shape)
                    if table.shape_key[slot] != 0:
                        spread(frame.live, owner, order, counts)
                        pattern = find(table, slot, counts)
                        if pattern >= 0:
                            value = np.int64(table.value[pattern])
                            cuts = cuts_of(table, pattern, hands, frame.live, owner, order, counts)
            if value < 0:
                if nodes >= limit:
                    return UNDECIDED, nodes
                nodes += 1
                frame.plays, frame.cuts = plays_to_try(
                    hands, frame.seat, frame.place, frame.led_suit, frame.best, frame.spades_open, frame.live, owner
                )
                rank_plays(frame, hands)
        if value >= 0:
            # hand the value of this frame to the one above
            if depth == 0:
                return value, nodes
            depth -= 1
            frame = frames[depth]
            hands[frame.seat] |= np.int64(1) << frame.card
            if frame.place == 3:
                cuts = lift(cuts, frame, owner)
            goal = 1 - (frame.seat & 1)
            if value != goal:
                frame.cuts |= cuts
                frame.plays &= ~same_class(frame.card, cuts)
                if frame.plays != 0:
                    value = -1
                else:
                    cuts = frame.cuts
            if value >= 0:
                if frame.place == 0:
                    remember(table, frame.shape, hands, frame.live, cuts, value)
                entering = False
                continue
        while True:
            card = frame.order[frame.tried] & 63
            frame.tried += 1
            if (frame.plays >> card) & 1:
                break
        frame.card = card
        if advance(frames, depth, hands):
            value = 0
            cuts = np.int64(0)
            depth += 1
            entering = False
            continue
        below = frames[depth + 1]
        if frame.place == 3 and spades_open_later == 2:
            below.spades_open = 1
        elif spades_open_later == 1 and card >= 39:
            below.spades_open = 1
        depth += 1
        entering = True


@kernel
def solve(hands, leader, spades_open, spades_open_later, table, frames, limit):
    """Set up the owners and search; hands are counted from nil."""
    owner = np.zeros(52, dtype=np.int64)
    for seat in range(4):
        cards = hands[seat]
        while cards != 0:
            card = highest(cards)
            cards ^= np.int64(1) << card
            owner[card] = seat
    order = np.zeros(57, dtype=np.int64)
    counts = np.zeros(57, dtype=np.int64)
    return search(hands, leader, spades_open, spades_open_later, owner, table, frames, order, counts, limit)
