"""The boards of the scan: one record each, and the record of working values that all its functions share."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.variant import (
    CELL,
    HOME,
    MAX_CELLS,
    MAX_COLUMNS,
    Variant,
    safe,
)

BASE, LOOSE = 52, 53
TABLEAU = 208
IN_CELL, IS_HOME = 220, 255
"""`place` of a card: ``width * column + depth``, ``IN_CELL + k`` or ``IS_HOME``."""
NOTHING_BELOW = 99
BOARD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint64),
                ("parent", np.int32),
                ("depth", np.int32),
                ("move", np.int32),
                ("home", np.int8, (4,)),
                ("cell", np.int8, (MAX_CELLS,)),
                ("height", np.int8, (MAX_COLUMNS,)),
                # By column: length of the run at its end, lowest rank below the run, and its part of the cost.
                ("run", np.int8, (MAX_COLUMNS,)),
                ("low", np.int8, (MAX_COLUMNS,)),
                ("cost", np.int16, (MAX_COLUMNS,)),
                ("place", np.uint8, (52,)),
                ("tableau", np.int8, (TABLEAU,)),
            ],
            align=True,
        ),
    )
)
WEIGHTS = [
    "home",
    "disorder",
    "buried",
    "next",
    "depth",
    "second",
    "expose",
    "split",
    "cell_4",
    "cell_3",
    "cell_2",
    "cell_1",
    "empty_1",
    "empty_2",
    "empty_more",
    "spread",
    "run",
]
"""The numbers of a weight vector, in order.

Cost of a board: `home` a card not home, `disorder` a pair in a column that is no build, `buried` a card above a lower
one, `next` and `second` a card lying on the next and second next card of a suit, `cell_n` for taking the last n-th
free cell, minus `empty_n` for the n-th empty column, `spread` the difference of the longest and shortest foundation,
`depth` a move made. Only for the order of children: minus `expose` for uncovering a next card, `split` for splitting
a run, `run` for moving one.
"""
SCRATCH = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, np.int64) for name in Variant._fields]
            + [(name, np.int64) for name in WEIGHTS if "_" not in name]
            + [
                ("cell_cost", np.int64, (MAX_CELLS + 2,)),
                ("empty_gain", np.int64, (MAX_COLUMNS + 2,)),
                ("width", np.int64),
                ("inverse", np.int64),
                # The longest run that moves (0: by free cells and columns, doubled so often at most), and whether
                # every card goes home as soon as it can.
                ("longest_run", np.int64),
                ("doublings", np.int64),
                ("all_home", np.int64),
                # The queue, and the search's answer.
                ("entries", np.int64),
                ("bucket", np.int64),
                ("boards", np.int64),
                # The board being expanded.
                ("node", np.int64),
                ("free", np.int64),
                ("empties", np.int64),
                ("empty_column", np.int64),
                ("priority", np.int64),
                ("top", np.int64, (4,)),
                ("needed_column", np.int64, (8,)),
                ("needed_depth", np.int64, (8,)),
                ("weight_in", np.int64, (MAX_COLUMNS,)),
                ("weight_below_run", np.int64, (MAX_COLUMNS,)),
                ("zobrist", np.uint64, (52, 54)),
            ],
            align=True,
        ),
    )
)


@kernel
def prepare(scratch, s, all_home):
    """Take the rules over from a position record."""
    scratch.columns, scratch.cells, scratch.build = s.columns, s.cells, s.build
    scratch.empty, scratch.ranks = s.empty, s.ranks
    scratch.longest_run, scratch.doublings = s.longest_run, s.doublings
    scratch.all_home = all_home
    scratch.width = TABLEAU // s.columns
    scratch.inverse = 65536 // scratch.width + 1
    for card in range(52):
        for under in range(54):
            scratch.zobrist[card, under] = s.zobrist[card, under, 0]


def new_scratch(position: np.record, all_home: bool = False) -> np.ndarray:
    """A one-element array with the working values of scans under the rules of `position`."""
    array = np.zeros(1, SCRATCH).view(np.recarray)
    prepare(array[0], position, all_home)
    return array


@kernel
def set_weights(s, vector):
    """Take over a weight vector in the order of ``WEIGHTS``."""
    s.home, s.disorder, s.buried, s.next = vector[0], vector[1], vector[2], vector[3]
    s.depth, s.second, s.expose, s.split = vector[4], vector[5], vector[6], vector[7]
    s.spread, s.run = vector[15], vector[16]
    cost = 0
    for free in range(MAX_CELLS + 1, -1, -1):
        if free < 4:
            cost += vector[11 - free]
        s.cell_cost[free] = cost
    gain = 0
    for empties in range(MAX_COLUMNS + 2):
        if empties > 0:
            gain += vector[12 + min(empties, 3) - 1]
        s.empty_gain[empties] = gain


@kernel(inline="always")
def column_of(s, place):
    return (place * s.inverse) >> 16


@kernel
def load_board(s, board, deal):
    """Set up the first board from a deal row; False if a column might outgrow its room here."""
    board.key = np.uint64(0)
    board.parent = -1
    board.depth = 0
    board.move = 0
    board.place[:] = IS_HOME
    board.cell[:] = -1
    i = 0
    for suit in range(4):
        board.home[suit] = deal[i]
        i += 1
    for k in range(s.cells):
        card = np.int64(deal[i])
        i += 1
        if card >= 0:
            board.cell[k] = card
            board.place[card] = IN_CELL + k
            board.key ^= s.zobrist[card, LOOSE]
    for column in range(s.columns):
        height = np.int64(deal[i])
        i += 1
        board.height[column] = height
        if height + s.ranks - 1 > s.width:
            return False
        under = BASE
        for j in range(height):
            card = np.int64(deal[i])
            i += 1
            board.tableau[column * s.width + j] = card
            board.place[card] = column * s.width + j
            board.key ^= s.zobrist[card, under]
            under = card
    return True


@kernel
def _lift(s, board, column, count):
    """Take the last `count` cards off a column, of which the first is returned; their places are left as they are."""
    left = np.int64(board.height[column]) - count
    at = column * s.width + left
    card = np.int64(board.tableau[at])
    under = np.int64(board.tableau[at - 1]) if left > 0 else BASE
    board.key ^= s.zobrist[card, under]
    board.height[column] = left
    return card


@kernel
def make_child(s, board, move):
    """Make `move` on a copy of its parent; return the columns that changed as a bit set."""
    source = move & 31
    target = (move >> 5) & 31
    count = move >> 10
    changed = 0
    if source < CELL:
        card = _lift(s, board, source, count)
        changed = 1 << source
    else:
        card = np.int64(board.cell[source - CELL])
        board.cell[source - CELL] = -1
        board.key ^= s.zobrist[card, LOOSE]
    if target < CELL:
        height = np.int64(board.height[target])
        at = target * s.width + height
        under = np.int64(board.tableau[at - 1]) if height > 0 else BASE
        board.key ^= s.zobrist[card, under]
        lifted = source * s.width + np.int64(board.height[source]) if source < CELL else 0
        for i in range(count):
            moved = np.int64(board.tableau[lifted + i]) if source < CELL else card
            board.tableau[at + i] = moved
            board.place[moved] = at + i
        board.height[target] = height + count
        changed |= 1 << target
    elif target == HOME:
        board.home[card & 3] += 1
        board.place[card] = IS_HOME
    else:
        k = 0
        while board.cell[k] >= 0:
            k += 1
        board.cell[k] = card
        board.place[card] = IN_CELL + k
        board.key ^= s.zobrist[card, LOOSE]
    return changed


@kernel
def send_safe_home(s, board):
    """Send home all cards that are of no more use; return the columns that changed as a bit set."""
    for suit in range(4):
        s.top[suit] = board.home[suit]
    changed = 0
    moved = True
    while moved:
        moved = False
        for suit in range(4):
            rank = s.top[suit]
            if rank == s.ranks or not (s.all_home or safe(suit, rank, s.top, s.build)):
                continue
            card = 4 * rank + suit
            place = np.int64(board.place[card])
            if place >= IN_CELL:
                board.cell[place - IN_CELL] = -1
                board.key ^= s.zobrist[card, LOOSE]
            else:
                column = column_of(s, place)
                if place - column * s.width != board.height[column] - 1:
                    continue
                _lift(s, board, column, 1)
                changed |= 1 << column
            board.place[card] = IS_HOME
            s.top[suit] = rank + 1
            moved = True
    for suit in range(4):
        board.home[suit] = s.top[suit]
    return changed
