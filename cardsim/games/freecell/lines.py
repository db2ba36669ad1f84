"""Lines of play, and how a line is shortened.

An action is (first card, what it comes to lie on, number of cards), where the second is a card, ``ON_EMPTY``, ``IN_CELL`` or
``IS_HOME``: it stays valid when columns or cells change places, so that a line may be continued from any position with the
same key.  Shortening walks along the line, looks at all positions one and two actions away, and jumps to the one that the
line reaches last; it repeats that until nothing is gained.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import NONE, load, put, take
from cardsim.games.freecell.seen import new_table
from cardsim.games.freecell.variant import ANY_CARD, CELL, HOME, KINGS, fits, safe

ON_EMPTY, IN_CELL, IS_HOME = 52, 53, 54
_MOST = 256


@kernel
def _run_length(s, column):
    """Number of cards in build order at the end of a column."""
    height = s.height[column]
    run = min(height, 1)
    while run < height and fits(np.int64(s.card[column, height - run]), np.int64(s.card[column, height - run - 1]), s.build):
        run += 1
    return run


@kernel
def run_limit(s, to_empty):
    """The longest run that may move as one action, the target not counted among the empty columns."""
    if s.longest_run > 0:
        return s.longest_run
    limit = 1
    for k in range(s.cells):
        limit += s.cell[k] == NONE
    if s.empty == ANY_CARD:
        empties = 0
        for column in range(s.columns):
            empties += s.height[column] == 0
        if to_empty:
            empties -= 1
        limit <<= min(empties, s.doublings)
    return limit


@kernel
def list_actions(s, actions):
    """Fill rows of (first card, target, count) with all actions but null moves; return how many there are.

    One empty cell and one empty column stand for all.  The order: home, builds, empty column, cell; columns before cells;
    lower source, lower target, longer run.
    """
    n = _list_home(s, actions)
    n = _list_builds(s, actions, n)
    for column in range(s.columns):
        if s.height[column] == 0:
            n = _list_to_empty_column(s, actions, n)
            break
    for k in range(s.cells):
        if s.cell[k] == NONE:
            for column in range(s.columns):
                if s.height[column] > 0:
                    n = _note(actions, n, _tail(s, column), IN_CELL, 1)
            break
    return n


@kernel
def _tail(s, column):
    return np.int64(s.card[column, s.height[column] - 1])


@kernel
def _list_home(s, actions):
    n = 0
    for column in range(s.columns):
        if s.height[column] > 0:
            card = _tail(s, column)
            if s.home[card & 3] == card >> 2:
                n = _note(actions, n, card, IS_HOME, 1)
    for k in range(s.cells):
        card = s.cell[k]
        if card != NONE and s.home[card & 3] == card >> 2:
            n = _note(actions, n, card, IS_HOME, 1)
    return n


@kernel
def _list_builds(s, actions, n):
    limit = run_limit(s, False)
    for source in range(s.columns):
        if s.height[source] == 0:
            continue
        last = _tail(s, source)
        run = _run_length(s, source)
        for target in range(s.columns):
            if target == source or s.height[target] == 0:
                continue
            on = _tail(s, target)
            count = (on >> 2) - (last >> 2)
            if 1 <= count <= min(run, limit):
                card = np.int64(s.card[source, s.height[source] - count])
                if fits(card, on, s.build):
                    n = _note(actions, n, card, on, count)
    for k in range(s.cells):
        if s.cell[k] == NONE:
            continue
        for target in range(s.columns):
            if s.height[target] > 0 and fits(s.cell[k], _tail(s, target), s.build):
                n = _note(actions, n, s.cell[k], _tail(s, target), 1)
    return n


@kernel
def _list_to_empty_column(s, actions, n):
    limit = run_limit(s, True)
    for column in range(s.columns):
        height = s.height[column]
        for count in range(min(min(limit, _run_length(s, column)), height - 1), 0, -1):
            card = np.int64(s.card[column, height - count])
            if may_fill(s, card):
                n = _note(actions, n, card, ON_EMPTY, count)
    for k in range(s.cells):
        if s.cell[k] != NONE and may_fill(s, s.cell[k]):
            n = _note(actions, n, s.cell[k], ON_EMPTY, 1)
    return n


@kernel
def _note(actions, n, card, target, count):
    actions[n, 0] = card
    actions[n, 1] = target
    actions[n, 2] = count
    return n + 1


@kernel
def may_fill(s, card):
    """Whether the card may go to an empty column."""
    return s.empty == ANY_CARD or (s.empty == KINGS and (card >> 2) == s.ranks - 1)


@kernel
def perform(s, card, target, count):
    """Make an action; return the place its cards came from."""
    source = s.place[card]
    if target == IS_HOME:
        put(s, HOME, take(s, source))
    elif target == IN_CELL:
        k = 0
        while s.cell[k] != NONE:
            k += 1
        put(s, CELL + k, take(s, source))
    else:
        column = 0
        if target == ON_EMPTY:
            while s.height[column] != 0:
                column += 1
        else:
            column = s.place[target]
        _move_run(s, source, column, count)
    return source


@kernel
def _move_run(s, source, target, count):
    """Move the last `count` cards of a column (or the card in a cell) to a column, in their order."""
    if count == 1:
        put(s, target, take(s, source))
        return
    bottom = s.height[source] - count
    for i in range(count):
        s.buffer[i] = s.card[source, bottom + i]
    for _ in range(count):
        take(s, source)
    for i in range(count):
        put(s, target, np.int64(s.buffer[i]))


@kernel
def undo(s, card, target, count, source):
    """Take back an action made by :func:`perform`."""
    if target == IS_HOME:
        s.home[card & 3] -= 1
        put(s, source, card)
    elif target == IN_CELL:
        put(s, source, take(s, s.place[card]))
    else:
        _move_run(s, s.place[card], source, count)


@kernel
def from_trail(s, deal, trail, steps, line):
    """Turn a trail of single-card steps into actions; return their number."""
    load(s, deal)
    for i in range(steps):
        source = np.int64(trail[i]) & 31
        target = (np.int64(trail[i]) >> 5) & 31
        line[i, 0] = np.int64(trail[i]) >> 10
        line[i, 2] = 1
        if target == HOME:
            line[i, 1] = IS_HOME
        elif target >= CELL:
            line[i, 1] = IN_CELL
        elif s.height[target] == 0:
            line[i, 1] = ON_EMPTY
        else:
            line[i, 1] = np.int64(s.card[target, s.height[target] - 1])
        put(s, target, take(s, source))
    return steps


@kernel
def line_of_scan(s, pool, won, everything_home, line):
    """Write the actions that lead to the board `won` of a scan's pool, automatic play included; return their number.

    `s` stands at the start of the scan, its columns and cells in the same places.
    """
    length = pool[won].depth
    moves = np.empty(length, np.int64)
    for d in range(length - 1, -1, -1):
        moves[d] = pool[won].move
        won = np.int64(pool[won].parent)
    trail = np.empty((64, 4), np.int64)
    n = 0
    for d in range(-1, length):
        if d >= 0:
            n = _note_move(s, moves[d] & 31, (moves[d] >> 5) & 31, moves[d] >> 10, line, n)
            perform(s, line[n - 1, 0], line[n - 1, 1], line[n - 1, 2])
        for k in range(send_home(s, everything_home, trail)):
            n = _note(line, n, trail[k, 0], IS_HOME, 1)
    return n


@kernel
def _note_move(s, source, target, count, line, n):
    """Note a move between places as an action."""
    card = s.cell[source - CELL] if source >= CELL else np.int64(s.card[source, s.height[source] - count])
    if target == HOME:
        return _note(line, n, card, IS_HOME, 1)
    if target >= CELL:
        return _note(line, n, card, IN_CELL, 1)
    return _note(line, n, card, ON_EMPTY if s.height[target] == 0 else _tail(s, target), count)


@kernel
def send_home(s, everything, trail):
    """Send cards home, all that can go or those of no more use; notes (card, target, count, source) and returns how many."""
    steps = 0
    moved = True
    while moved:
        moved = False
        for suit in range(4):
            rank = s.home[suit]
            if rank == s.ranks or not (everything or safe(suit, rank, s.home, s.build)):
                continue
            card = 4 * rank + suit
            place = s.place[card]
            if place >= CELL or s.depth[card] == s.height[place] - 1:
                trail[steps, 0], trail[steps, 1], trail[steps, 2], trail[steps, 3] = card, IS_HOME, 1, place
                steps += 1
                put(s, HOME, take(s, place))
                moved = True
    return steps


@kernel
def _slot(table, key):
    """The slot of a key, or the vacant one where it belongs."""
    size = np.int64(len(table))
    slot = np.int64(((key[0] >> np.uint64(32)) * np.uint64(size)) >> np.uint64(32))
    while True:
        if table[slot, 0] == key[0] and table[slot, 1] == key[1]:
            return slot
        if table[slot, 0] == 0 and table[slot, 1] == 0:
            return slot
        slot += 1
        if slot == size:
            slot = 0


@kernel
def _reached(table, last, key):
    """The last place on the line where the position with this key is met, -1 if never."""
    slot = _slot(table, key)
    if table[slot, 0] == 0 and table[slot, 1] == 0:
        return -1
    return last[slot]


@kernel
def shorten_once(s, deal, line, n, reach, shorter):
    """Write a line into `shorter` that takes every jump of one to `reach` (1 or 2) actions; return its length."""
    table = new_table(2 * n + 16)
    last = np.empty(len(table), np.int64)
    load(s, deal)
    for i in range(n + 1):
        slot = _slot(table, s.key)
        table[slot, 0] = s.key[0]
        table[slot, 1] = s.key[1]
        last[slot] = i
        if i < n:
            perform(s, line[i, 0], line[i, 1], line[i, 2])
    load(s, deal)
    first = np.empty((_MOST, 3), np.int64)
    second = np.empty((_MOST, 3), np.int64)
    at = _reached(table, last, s.key)
    length = 0
    while at < n:
        best_a = -1
        best_b = -1
        gain = 1
        reached = at + 1
        n_first = list_actions(s, first)
        for a in range(n_first):
            from_a = perform(s, first[a, 0], first[a, 1], first[a, 2])
            hit = _reached(table, last, s.key)
            if hit - at > gain:
                gain, best_a, best_b, reached = hit - at, a, -1, hit
            if reach > 1:
                for b in range(list_actions(s, second)):
                    from_b = perform(s, second[b, 0], second[b, 1], second[b, 2])
                    hit = _reached(table, last, s.key)
                    if hit - at - 1 > gain:
                        gain, best_a, best_b, reached = hit - at - 1, a, b, hit
                    undo(s, second[b, 0], second[b, 1], second[b, 2], from_b)
            undo(s, first[a, 0], first[a, 1], first[a, 2], from_a)
        if best_a < 0:
            length = _note(shorter, length, line[at, 0], line[at, 1], line[at, 2])
            perform(s, line[at, 0], line[at, 1], line[at, 2])
        else:
            length = _note(shorter, length, first[best_a, 0], first[best_a, 1], first[best_a, 2])
            perform(s, first[best_a, 0], first[best_a, 1], first[best_a, 2])
            if best_b >= 0:
                list_actions(s, second)
                length = _note(shorter, length, second[best_b, 0], second[best_b, 1], second[best_b, 2])
                perform(s, second[best_b, 0], second[best_b, 1], second[best_b, 2])
        at = reached
    return length


def shorten(s: np.record, deal: np.ndarray, line: np.ndarray, patience: int = 40) -> np.ndarray:
    """The line with every detour of one or two actions cut out; rows of (first card, target, count).

    `s` must have been made for exact positions (``merge`` 0), with ``longest_run`` and ``doublings`` set.
    """
    reach = 1
    for _ in range(patience):
        shorter = np.empty_like(line)
        length = shorten_once(s, deal, line, len(line), reach, shorter)
        if length == len(line):
            if reach == 2:
                break
            reach = 2
        line = shorter[:length].copy()
        if reach == 1 and length < 3000:
            reach = 2
    return line
