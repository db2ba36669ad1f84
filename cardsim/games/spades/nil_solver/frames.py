"""One frame per card played: the position a play is made in, and how plays and their reasons pass between frames.

All cuts of a trick (see :mod:`.patterns`) refer to the cards that were live when the trick began.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest
from cardsim.games.spades.nil_solver.cutoffs import settle, settle_tricks
from cardsim.games.spades.nil_solver.moves import cut_between, promise, trick_promise
from cardsim.games.spades.nil_solver.patterns import cuts_of, find, shape_of, slot_of, spread
from cardsim.games.spades.tricks import SUIT_OF, beats

NIL = -1
"""What a frame needs in the nil search; in a count of tricks it needs 0, 1, ... tricks for seats 0 and 2."""
NEVER, WHEN_PLAYED, NEXT_TRICK = 0, 1, 2
"""How spades that may not be led yet come to be open."""

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
                ("need", np.int64),
                ("live", np.int64),
                ("trick", np.int64),
                ("key", np.int64),
                ("plays", np.int64),
                ("cuts", np.int64),
                ("card", np.int64),
                ("tried", np.int64),
                ("n", np.int64),
                ("order", np.int64, (14,)),
                ("proof", np.int64, (14,)),
                ("disproof", np.int64, (14,)),
                ("child_cuts", np.int64, (14,)),
                ("proof_limit", np.int64),
                ("disproof_limit", np.int64),
                ("entered_at", np.int64),
            ],
            align=True,
        ),
    )
)


@kernel
def owners(hands, owner, order, counts):
    """Write which seat holds each card; nothing is spread yet (see :func:`.patterns.spread`)."""
    order[:] = 0
    counts[:] = 0
    for seat in range(4):
        cards = hands[seat]
        while cards != 0:
            card = highest(cards)
            cards ^= np.int64(1) << card
            owner[card] = seat


@kernel
def rank_plays(frame, hands):
    """Write the plays of a frame into its order, most promising first."""
    plays = frame.plays
    frame.tried = 0
    if plays & (plays - 1) == 0:
        frame.order[0] = highest(plays)
        frame.n = 1
        return
    n = 0
    while plays != 0:
        card = highest(plays)
        plays ^= np.int64(1) << card
        if frame.need == NIL:
            worth = promise(card, hands, frame.seat, frame.place, frame.led_suit, frame.best, frame.best_seat)
        else:
            worth = trick_promise(card, hands, frame.seat, frame.place, frame.led_suit, frame.best, frame.best_seat)
        ranked = (worth + 4096) * 64 + card
        i = n
        while i > 0 and frame.order[i - 1] < ranked:
            frame.order[i] = frame.order[i - 1]
            i -= 1
        frame.order[i] = ranked
        n += 1
    frame.n = n


@kernel
def lift(cuts, frame, owner):
    """Cuts of the position after the trick of a frame, as cuts of the position before it, with the trick's own cut."""
    trick = frame.trick | np.int64(1) << frame.card
    rest = trick if cuts != 0 else 0
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
def advance(frames, depth, hands, opening):
    """Play the card of a frame and set up the frame below; whether the trick ended with nil taking it."""
    frame = frames[depth]
    below = frames[depth + 1]
    card = frame.card
    bit = np.int64(1) << card
    hands[frame.seat] ^= bit
    best = frame.best
    best_seat = frame.best_seat
    if frame.place == 0 or beats(card, best, frame.led_suit):
        best = card
        best_seat = frame.seat
    below.spades_open = frame.spades_open
    if opening == WHEN_PLAYED and card >= 39:
        below.spades_open = 1
    if frame.place == 3:
        if opening == NEXT_TRICK:
            below.spades_open = 1
        start_trick(below, best_seat, hands)
        below.need = frame.need
        if frame.need == NIL:
            return best_seat == 0
        below.need = max(frame.need - 1 + (best_seat & 1), 0)
        return False
    below.need = frame.need
    below.seat = (frame.seat + 1) & 3
    below.place = frame.place + 1
    below.led_suit = SUIT_OF[card] if frame.place == 0 else frame.led_suit
    below.best = best
    below.best_seat = best_seat
    below.live = frame.live
    below.trick = frame.trick | bit
    return False


@kernel
def start_trick(frame, leader, hands):
    """Set up a frame at the start of a trick."""
    frame.seat = leader
    frame.place = 0
    frame.led_suit = 0
    frame.best = 0
    frame.best_seat = 0
    frame.trick = 0
    frame.live = hands[0] | hands[1] | hands[2] | hands[3]


@kernel
def known(frame, hands, table, owner, order, counts):
    """Value and cuts of a frame at the start of a trick if no search is needed, else -1."""
    if frame.need == NIL:
        value, cuts = settle(hands, frame.seat, frame.spades_open)
    else:
        value, cuts = settle_tricks(hands, frame.need)
    if value >= 0:
        return value, cuts
    frame.key = shape_of(hands, frame.seat, frame.spades_open) | (frame.need + 1) << 55
    slot = slot_of(table, frame.key)
    if table.shape_key[slot] != 0:
        spread(frame.live, owner, order, counts)
        pattern = find(table, slot, counts)
        if pattern >= 0:
            return table.pattern[pattern] & 1, cuts_of(table, pattern, hands, frame.live, owner, order, counts)
    return -1, np.int64(0)
