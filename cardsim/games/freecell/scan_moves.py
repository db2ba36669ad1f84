"""The moves of a board in the scan, each queued with the priority that its board will have."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.scan_board import IN_CELL, IS_HOME, column_of
from cardsim.games.freecell.variant import ANY_CARD, CELL, CHILD_SUITS, CHILDREN, HOME, KINGS, NO_CARD

BUCKETS = 4096
"""Priorities told apart."""
NO_LINK = (1 << 28) - 1


@kernel
def _lifting(s, board, column, count):
    """Change of cost by taking the last `count` cards, of one run, off a column."""
    height = np.int64(board.height[column])
    run = np.int64(board.run[column])
    left = height - count
    change = 0
    if count < run:
        change += s.split
    elif left > 0:
        change -= s.disorder
    else:
        change -= s.empty_gain[s.empties + 1] - s.empty_gain[s.empties]
    if left > 0:
        under = np.int64(board.tableau[column * s.width + left - 1])
        if (under >> 2) == s.top[under & 3]:
            change -= s.expose
    last = np.int64(board.tableau[column * s.width + height - 1]) >> 2
    change -= s.buried * max(0, min(count, last + count - 1 - np.int64(board.low[column])))
    weight = s.weight_below_run[column]
    if s.weight_in[column] != weight:
        weight = 0
        for i in range(8):
            if s.needed_column[i] == column and s.needed_depth[i] < left:
                weight += s.second if i & 1 else s.next
    return change - weight * count


@kernel
def _push(s, queue, heads, cost, source, target, count):
    """Queue a child of the board being expanded."""
    bucket = max(0, min(BUCKETS - 1, cost))
    word = (source | (target << 5) | (count << 10)) << 48
    queue[s.entries] = word | (s.node << 28) | (np.int64(heads[bucket]) & NO_LINK)
    heads[bucket] = s.entries
    s.entries += 1
    s.bucket = min(s.bucket, bucket)


@kernel
def _run_limit(s, empties):
    """The longest run that moves at once, with `empties` empty columns besides the target."""
    if s.longest_run > 0:
        return s.longest_run
    return (s.free + 1) << (min(empties, s.doublings) if s.empty == ANY_CARD else 0)


@kernel
def _list_builds(s, board, queue, heads):
    """Queue every build of a run or a cell's card on a column."""
    capacity = _run_limit(s, s.empties)
    for target in range(s.columns):
        height = np.int64(board.height[target])
        if height == 0:
            continue
        on = np.int64(board.tableau[target * s.width + height - 1])
        if on < 4:
            continue
        for i in range(CHILDREN[s.build]):
            card = ((on >> 2) - 1) * 4 + CHILD_SUITS[s.build, on & 3, i]
            place = np.int64(board.place[card])
            if place == IS_HOME:
                continue
            if place >= IN_CELL:
                source = CELL + place - IN_CELL
                count = 1
                change = s.cell_cost[s.free + 1] - s.cell_cost[s.free]
            else:
                source = column_of(s, place)
                count = np.int64(board.height[source]) - (place - source * s.width)
                if count > board.run[source] or count > capacity:
                    continue
                change = _lifting(s, board, source, count)
                if count > 1:
                    change += s.run
            change += s.buried * max(0, min(count, (card >> 2) - np.int64(board.low[target])))
            change += s.weight_in[target] * count
            _push(s, queue, heads, s.priority + change, source, target, count)


@kernel
def _list_to_empty_column(s, board, column, queue, heads):
    """Queue the moves of the run at a column's end, whole or in part, to an empty column."""
    height = np.int64(board.height[column])
    run = np.int64(board.run[column])
    fill = s.empty_gain[s.empties] - s.empty_gain[s.empties - 1]
    if s.empty == KINGS:
        first = np.int64(board.tableau[column * s.width + height - run])
        if (first >> 2) == s.ranks - 1 and run < height and run <= _run_limit(s, 0):
            _push(
                s,
                queue,
                heads,
                s.priority + fill + _lifting(s, board, column, run) + s.run,
                column,
                s.empty_column,
                run,
            )
        return
    capacity = _run_limit(s, s.empties - 1)
    for count in range(1, min(run, capacity, height - 1) + 1):
        change = fill + _lifting(s, board, column, count)
        if count > 1:
            change += s.run
        _push(s, queue, heads, s.priority + change, column, s.empty_column, count)


@kernel
def list_children(s, board, queue, heads):
    """Queue every child of the board."""
    _list_builds(s, board, queue, heads)
    take_cell = s.cell_cost[s.free - 1] - s.cell_cost[s.free] if s.free > 0 else 0
    for column in range(s.columns):
        height = np.int64(board.height[column])
        if height == 0:
            continue
        card = np.int64(board.tableau[column * s.width + height - 1])
        change = _lifting(s, board, column, 1)
        if s.top[card & 3] == card >> 2:
            going = change - s.home - (s.split if board.run[column] > 1 else 0)
            _push(s, queue, heads, s.priority + going, column, HOME, 1)
        if s.free > 0:
            _push(s, queue, heads, s.priority + change + take_cell, column, CELL, 1)
        if s.empties > 0 and s.empty != NO_CARD:
            _list_to_empty_column(s, board, column, queue, heads)
    give_cell = s.cell_cost[s.free + 1] - s.cell_cost[s.free]
    for k in range(s.cells):
        card = np.int64(board.cell[k])
        if card < 0:
            continue
        if s.top[card & 3] == card >> 2:
            _push(s, queue, heads, s.priority + give_cell - s.home, CELL + k, HOME, 1)
        if s.empties > 0 and (s.empty == ANY_CARD or (s.empty == KINGS and (card >> 2) == s.ranks - 1)):
            fill = s.empty_gain[s.empties] - s.empty_gain[s.empties - 1]
            _push(s, queue, heads, s.priority + give_cell + fill, CELL + k, s.empty_column, 1)
