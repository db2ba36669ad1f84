"""Depth-first search for nil that learns patterns: an AND/OR search without recursion.

At nil and partner one good play is enough, at the opponents all plays have to be met.  The cuts of a frame (see
:mod:`.patterns`) are those of the play that decided it, or of all plays together; plays that the cuts of a play tried
before do not tell from it are left out.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.spades.nil_solver.frames import NIL, advance, known, lift, rank_plays, same_class, start_trick
from cardsim.games.spades.nil_solver.moves import plays_to_try
from cardsim.games.spades.nil_solver.patterns import EXACT, remember


@kernel
def next_play(frame):
    """The most promising play of a frame that has not been tried or left out."""
    while True:
        card = frame.order[frame.tried] & 63
        frame.tried += 1
        if (frame.plays >> card) & 1:
            return card


@kernel
def depth_first(work, leader, spades_open, opening, need, limit):
    """Verdict (1 made, 0 lost, -1 not decided within `limit` nodes) and the number of nodes.

    With `need` = NIL the question is nil; otherwise whether seats 0 and 2 take at least `need` tricks.  The hands of
    the workspace are used up.
    """
    hands, owner, order, counts = work.hands, work.owner, work.order, work.counts
    table, frames = work.table[0], work.frames
    nodes = 0
    exact = 0 if need == NIL else EXACT
    depth = 0
    start_trick(frames[0], leader, hands)
    frames[0].spades_open = spades_open
    frames[0].need = need
    entering = True
    value = -1
    cuts = np.int64(0)
    while True:
        frame = frames[depth]
        if entering:
            value = -1
            if frame.place == 0:
                value, cuts = known(frame, hands, table, owner, order, counts)
            if value < 0:
                if nodes >= limit:
                    return -1, nodes
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
                    need == NIL,
                )
                rank_plays(frame, hands)
        if value >= 0:  # hand it to the frame above
            if depth == 0:
                return value, nodes
            depth -= 1
            frame = frames[depth]
            hands[frame.seat] |= np.int64(1) << frame.card
            if frame.place == 3:
                cuts = lift(cuts, frame, owner)
            if value == (frame.seat & 1):
                frame.cuts |= cuts
                frame.plays &= ~same_class(frame.card, cuts)
                if frame.plays != 0:
                    value = -1
                else:
                    cuts = frame.cuts
            if value >= 0:
                if frame.place == 0:
                    remember(table, frame.key, hands, frame.live, cuts, value + exact)
                entering = False
                continue
        frame.card = next_play(frame)
        entering = not advance(frames, depth, hands, opening)
        if not entering:
            value = 0
            cuts = np.int64(0)
        depth += 1
