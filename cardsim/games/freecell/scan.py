"""The scan: a best-first search with run moves that finds most wins within some dozens of boards; it proves no loss.

A child is an 8-byte entry in a bucket queue (last in, first out within a bucket), with the priority its board will
have up to automatic play: the parent's own plus the difference the move makes, which needs no board.  Only when an
entry is taken is the board copied from its parent, the move made, safe cards sent home, and the columns that changed
measured again.  Boards met before are dropped by a 64-bit key, of which the table keeps 48: a false match can cost a
win here, never a verdict.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.scan_board import (
    IN_CELL,
    NOTHING_BELOW,
    column_of,
    load_board,
    make_child,
    send_safe_home,
)
from cardsim.games.freecell.scan_moves import BUCKETS, NO_LINK, list_children
from cardsim.games.freecell.variant import (
    fits,
)

_TAG = np.uint64(0xFFFF)


@kernel
def _measure(s, board, column):
    """Run, lowest rank below it and cost of a column."""
    cost = 0
    low = NOTHING_BELOW
    below_run = NOTHING_BELOW
    run = 0
    before = 0
    for i in range(board.height[column]):
        card = np.int64(board.tableau[column * s.width + i])
        rank = card >> 2
        if i > 0 and fits(card, before, s.build):
            run += 1
        else:
            if i > 0:
                cost += s.disorder
            run = 1
            below_run = low
        if low < rank:
            cost += s.buried
        else:
            low = rank
        before = card
    board.run[column] = run
    board.low[column] = below_run
    board.cost[column] = cost


@kernel
def _evaluate(s, board):
    """The board's cost; notes the free cells, empty columns and needed cards for the listing of children."""
    cost = 0
    s.empties = 0
    s.empty_column = -1
    for column in range(s.columns):
        if board.height[column] == 0:
            s.empties += 1
            if s.empties == 1:
                s.empty_column = column
        cost += np.int64(board.cost[column])
        s.weight_in[column] = 0
        s.weight_below_run[column] = 0
    s.free = 0
    for k in range(s.cells):
        if board.cell[k] < 0:
            s.free += 1
    highest = 0
    lowest = s.ranks
    for suit in range(4):
        home = s.top[suit]
        cost += s.home * (s.ranks - home)
        highest = max(highest, home)
        lowest = min(lowest, home)
        for ahead in range(2):
            s.needed_column[2 * suit + ahead] = -1
            if home + ahead < s.ranks:
                place = np.int64(board.place[4 * (home + ahead) + suit])
                if place < IN_CELL:
                    column = column_of(s, place)
                    depth = place - column * s.width
                    height = np.int64(board.height[column])
                    weight = s.second if ahead else s.next
                    cost += weight * (height - 1 - depth)
                    s.weight_in[column] += weight
                    if depth < height - board.run[column]:
                        s.weight_below_run[column] += weight
                    s.needed_column[2 * suit + ahead] = column
                    s.needed_depth[2 * suit + ahead] = depth
    return cost + s.cell_cost[s.free] - s.empty_gain[s.empties] + s.spread * (highest - lowest)


@kernel
def _is_new(table, key, tag):
    """Note a key under this search's tag; False if it was noted already."""
    mask = np.uint64(len(table) - 1)
    word = (key & ~_TAG) | tag
    slot = (key >> np.uint64(16)) & mask
    while (table[slot] & _TAG) == tag:
        if table[slot] == word:
            return False
        slot = (slot + np.uint64(1)) & mask
    table[slot] = word
    return True


@kernel
def scan(s, pool, queue, heads, table, tag, deal, quota):
    """Search with the weights set in `s` until `quota` boards are built: the won board's number in `pool`, or -1.

    ``s.boards`` is the number of boards built.  `tag` (1..65535) must be new to the table.
    """
    heads[:] = -1
    s.entries = 0
    s.bucket = 0
    s.boards = 0
    if not load_board(s, pool[0], deal):
        return -1
    changed = (1 << s.columns) - 1
    n = 0
    while True:
        board = pool[n]
        changed |= send_safe_home(s, board)
        s.boards += 1
        if s.top[0] + s.top[1] + s.top[2] + s.top[3] == 4 * s.ranks:
            return n
        if _is_new(table, board.key, tag):
            for column in range(s.columns):
                if (changed >> column) & 1:
                    _measure(s, board, column)
            s.node = n
            s.priority = _evaluate(s, board) + s.depth * (np.int64(board.depth) + 1)
            if s.entries + 512 > len(queue):
                return -1
            list_children(s, board, queue, heads)
            n += 1
            if n >= quota:
                return -1
        while s.bucket < BUCKETS and heads[s.bucket] < 0:
            s.bucket += 1
        if s.bucket == BUCKETS:
            return -1
        entry = queue[heads[s.bucket]]
        link = entry & NO_LINK
        heads[s.bucket] = -1 if link == NO_LINK else link
        parent = (entry >> 28) & 0xFFFFF
        pool[n] = pool[parent]
        board = pool[n]
        board.parent = parent
        board.depth += 1
        board.move = entry >> 48
        changed = make_child(s, board, entry >> 48)
