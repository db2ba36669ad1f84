"""Proof-number search for nil: finds refutations, and small proofs, where depth-first search would wander.

Depth-first proof-number search (Nagai, 2002) without recursion.  A position's proof number estimates how many positions
remain to be shown safe for nil, its disproof number the same for a loss.  Where the numbers of plays add up, the *weak*
sum is used (largest plus one for each other play; Ueda et al., CG 2008), since plays often lead to the same positions.

Numbers are kept in a table of this deal only, with exact keys: the cards still held, the cards of the trick and who is
to play.  Values come from there or from the patterns shared with the depth-first search.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.spades.nil_solver.frames import NIL, advance, known, lift, rank_plays, same_class, start_trick
from cardsim.games.spades.nil_solver.moves import plays_to_try
from cardsim.games.spades.nil_solver.patterns import mix, remember, shape_of

INFINITE = 1 << 28
BUCKETS = 1 << 16
STAMPS = 1 << 10
ENTRY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("held", np.int64),
                ("trick", np.int64),
                ("cuts", np.int64),
                ("proof", np.int32),
                ("disproof", np.int32),
                ("work", np.int64),
            ],
            align=True,
        ),
    )
)


@kernel
def keys_of(frame, hands, stamp):
    """The exact key of a frame's position: two integers."""
    held = hands[0] | hands[1] | hands[2] | hands[3]
    to_move = frame.seat * 8 + frame.place * 2 + frame.spades_open
    return held | to_move << 52, frame.trick | stamp << 52


@kernel
def entry_of(entries, held, trick):
    """The entry of a position, or -1 - (the entry to replace): the one with least work of its bucket of four."""
    first = (mix(held) + mix(trick) >> 20 & (BUCKETS - 1)) * 4
    least = first
    for i in range(first, first + 4):
        if entries[i].held == held and entries[i].trick == trick:
            return i
        if entries[i].trick >> 52 != trick >> 52:
            return -1 - i  # left from another deal, so free; free entries are filled in order
        if entries[i].work < entries[least].work:
            least = i
    return -1 - least


@kernel
def look_at_plays(frames, depth, hands, opening, stamp, entries, table, owner, order, counts):
    """Fill in the numbers of all plays of a frame; stops early at a play that decides it."""
    frame = frames[depth]
    goal = 1 - (frame.seat & 1)
    for i in range(frame.n):
        card = frame.order[i] & 63
        if not (frame.plays >> card) & 1:
            frame.proof[i] = -1  # left out
            continue
        frame.card = card
        value = -1
        cuts = np.int64(0)
        proof = np.int64(1)
        disproof = np.int64(1)
        below = frames[depth + 1]
        if advance(frames, depth, hands, opening):
            value = 0
        elif below.place == 0:
            value, cuts = known(below, hands, table, owner, order, counts)
        if value < 0:
            held, trick = keys_of(below, hands, stamp)
            at = entry_of(entries, held, trick)
            if at >= 0:
                proof = np.int64(entries[at].proof)
                disproof = np.int64(entries[at].disproof)
                cuts = entries[at].cuts
                if proof == 0:
                    value = 1
                elif disproof == 0:
                    value = 0
        hands[frame.seat] |= np.int64(1) << card
        if value >= 0:
            settle_play(frame, i, value, cuts, owner)
            if value == goal:
                return
        else:
            frame.proof[i] = proof
            frame.disproof[i] = disproof


@kernel
def settle_play(frame, i, value, cuts, owner):
    """Note the value of a play; plays its cuts do not tell from it are left out if it did not decide the frame."""
    frame.card = frame.order[i] & 63
    if frame.place == 3:
        cuts = lift(cuts, frame, owner)
    frame.proof[i] = 0 if value else INFINITE
    frame.disproof[i] = INFINITE if value else 0
    frame.child_cuts[i] = cuts
    if value == (frame.seat & 1):
        frame.cuts |= cuts
        frame.plays &= ~same_class(frame.card, cuts)


@kernel
def weigh(frame):
    """Proof and disproof number of a frame, its best play, the rival's number, how many plays are open."""
    either = (frame.seat & 1) == 0  # one safe play is enough
    best = -1
    least = np.int64(4 * INFINITE)
    second = np.int64(4 * INFINITE)
    most = np.int64(0)
    open_plays = 0
    for i in range(frame.n):
        if not (frame.plays >> (frame.order[i] & 63)) & 1:
            continue
        mine = frame.proof[i] if either else frame.disproof[i]
        theirs = frame.disproof[i] if either else frame.proof[i]
        if mine < least:
            second = least
            least = mine
            best = i
        elif mine < second:
            second = mine
        most = max(most, theirs)
        open_plays += 1
    if best < 0:  # every play met
        least = np.int64(INFINITE)
        total = np.int64(0)
    elif least == 0:
        total = np.int64(INFINITE)
    else:
        total = min(most + open_plays - 1, np.int64(INFINITE))
    if either:
        return least, total, best, second, open_plays
    return total, least, best, second, open_plays


@kernel
def proof_number(work, leader, spades_open, opening, stamp, limit):
    """Verdict (1 made, 0 lost, -1 not decided within `limit` nodes) and the number of nodes.

    The hands of the workspace are used up.
    """
    hands, owner, order, counts = work.hands, work.owner, work.order, work.counts
    table, frames, entries = work.table[0], work.frames, work.entries
    nodes = 0
    depth = 0
    start_trick(frames[0], leader, hands)
    frames[0].spades_open = spades_open
    frames[0].need = NIL
    frames[0].proof_limit = INFINITE
    frames[0].disproof_limit = INFINITE
    value, cuts = known(frames[0], hands, table, owner, order, counts)
    if value >= 0:
        return value, nodes
    entering = True
    while True:
        frame = frames[depth]
        if entering:
            frame.entered_at = nodes
            nodes += 1
            frame.plays, frame.cuts = plays_to_try(
                hands,
                frame.seat,
                frame.place,
                frame.led_suit,
                frame.best,
                frame.spades_open,
                frame.live,
                owner,
                True,
            )
            rank_plays(frame, hands)
            look_at_plays(frames, depth, hands, opening, stamp, entries, table, owner, order, counts)
        proof, disproof, best, second, open_plays = weigh(frame)
        solved = proof == 0 or disproof == 0
        if solved or proof >= frame.proof_limit or disproof >= frame.disproof_limit or nodes >= limit:
            value = -1
            cuts = np.int64(0)
            if solved:
                value = 1 if proof == 0 else 0
                cuts = frame.cuts if value == (frame.seat & 1) else frame.child_cuts[best]
                if frame.place == 0:
                    remember(table, frame.key, hands, frame.live, cuts, value)
            if depth == 0:
                return value, nodes
            held, trick = keys_of(frame, hands, stamp)
            at = entry_of(entries, held, trick)
            work = nodes - frame.entered_at
            if at < 0:
                at = -1 - at
                entries[at].held = held
                entries[at].trick = trick
            else:
                work += entries[at].work
            entries[at].proof = proof
            entries[at].disproof = disproof
            entries[at].cuts = cuts
            entries[at].work = work
            depth -= 1
            frame = frames[depth]
            hands[frame.seat] |= np.int64(1) << frame.card
            if solved:
                settle_play(frame, frame.tried, value, cuts, owner)
            else:
                frame.proof[frame.tried] = proof
                frame.disproof[frame.tried] = disproof
            entering = False
            continue
        frame.tried = best
        frame.card = frame.order[best] & 63
        advance(frames, depth, hands, opening)
        below = frames[depth + 1]
        rival = second + (second >> 2) + 1
        if frame.seat & 1:
            below.disproof_limit = min(frame.disproof_limit, rival)
            below.proof_limit = frame.proof_limit - open_plays + 1
        else:
            below.proof_limit = min(frame.proof_limit, rival)
            below.disproof_limit = frame.disproof_limit - open_plays + 1
        if below.place == 0:
            below.key = shape_of(hands, below.seat, below.spades_open)
        depth += 1
        entering = True
