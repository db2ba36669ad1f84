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
    IS_HOME,
    NOTHING_BELOW,
    column_of,
    load_board,
    make_child,
    send_safe_home,
)
from cardsim.games.freecell.variant import (
    ANY_CARD,
    CELL,
    CHILD_SUITS,
    CHILDREN,
    HOME,
    KINGS,
    NO_CARD,
    fits,
)

BUCKETS = 4096
_NO_LINK = (1 << 28) - 1
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
    queue[s.entries] = word | (s.node << 28) | (np.int64(heads[bucket]) & _NO_LINK)
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
def _list_children(s, board, queue, heads):
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
            _list_children(s, board, queue, heads)
            n += 1
            if n >= quota:
                return -1
        while s.bucket < BUCKETS and heads[s.bucket] < 0:
            s.bucket += 1
        if s.bucket == BUCKETS:
            return -1
        entry = queue[heads[s.bucket]]
        link = entry & _NO_LINK
        heads[s.bucket] = -1 if link == _NO_LINK else link
        parent = (entry >> 28) & 0xFFFFF
        pool[n] = pool[parent]
        board = pool[n]
        board.parent = parent
        board.depth += 1
        board.move = entry >> 48
        changed = make_child(s, board, entry >> 48)
