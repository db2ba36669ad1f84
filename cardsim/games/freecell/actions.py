"""Actions: what a player may do in a position, doing it and taking it back.

An action is (first card, what it comes to lie on, number of cards), where the second is a card, ``ON_EMPTY``,
``IN_CELL`` or ``IS_HOME``: it stays valid when columns or cells change places.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import NONE, put, take
from cardsim.games.freecell.variant import ANY_CARD, CELL, HOME, KINGS, ONE, ZERO, fits, safe

ON_EMPTY, IN_CELL, IS_HOME = np.int64(52), np.int64(53), np.int64(54)


@kernel
def _run_length(s, column):
    """Number of cards in build order at the end of a column."""
    height = s.height[column]
    run = min(height, 1)
    while run < height and fits(
        np.int64(s.card[column, height - run]), np.int64(s.card[column, height - run - 1]), s.build
    ):
        run += 1
    return run


@kernel
def run_limit(s, to_empty):
    """The longest run that may move as one action; `to_empty` (0 or 1) target columns are empty, and not counted."""
    if s.longest_run > 0:
        return s.longest_run
    limit = 1
    for k in range(s.cells):
        limit += s.cell[k] == NONE
    if s.empty == ANY_CARD:
        empties = 0
        for column in range(s.columns):
            empties += s.height[column] == 0
        limit <<= min(empties - to_empty, s.doublings)
    return limit


@kernel
def list_actions(s, actions):
    """Fill rows of (first card, target, count) with all actions but null moves; return how many there are.

    One empty cell and one empty column stand for all.  The order: home, builds, empty column, cell; columns before
    cells; lower source, lower target, longer run.
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
                    n = note_action(actions, n, tail(s, column), IN_CELL, ONE)
            break
    return n


@kernel
def tail(s, column):
    return np.int64(s.card[column, s.height[column] - 1])


@kernel
def _list_home(s, actions):
    n = ZERO
    for column in range(s.columns):
        if s.height[column] > 0:
            card = tail(s, column)
            if s.home[card & 3] == card >> 2:
                n = note_action(actions, n, card, IS_HOME, ONE)
    for k in range(s.cells):
        card = s.cell[k]
        if card != NONE and s.home[card & 3] == card >> 2:
            n = note_action(actions, n, card, IS_HOME, ONE)
    return n


@kernel
def _list_builds(s, actions, n):
    limit = run_limit(s, ZERO)
    for source in range(s.columns):
        if s.height[source] == 0:
            continue
        last = tail(s, source)
        run = _run_length(s, source)
        for target in range(s.columns):
            if target == source or s.height[target] == 0:
                continue
            on = tail(s, target)
            count = (on >> 2) - (last >> 2)
            if 1 <= count <= min(run, limit):
                card = np.int64(s.card[source, s.height[source] - count])
                if fits(card, on, s.build):
                    n = note_action(actions, n, card, on, count)
    for k in range(s.cells):
        if s.cell[k] == NONE:
            continue
        for target in range(s.columns):
            if s.height[target] > 0 and fits(s.cell[k], tail(s, target), s.build):
                n = note_action(actions, n, s.cell[k], tail(s, target), ONE)
    return n


@kernel
def _list_to_empty_column(s, actions, n):
    limit = run_limit(s, ONE)
    for column in range(s.columns):
        height = s.height[column]
        for count in range(min(limit, _run_length(s, column), height - 1), 0, -1):
            card = np.int64(s.card[column, height - count])
            if may_fill(s, card):
                n = note_action(actions, n, card, ON_EMPTY, count)
    for k in range(s.cells):
        if s.cell[k] != NONE and may_fill(s, s.cell[k]):
            n = note_action(actions, n, s.cell[k], ON_EMPTY, ONE)
    return n


@kernel
def note_action(actions, n, card, target, count):
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
        put(s, np.int64(HOME), take(s, source))
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
def send_home(s, everything, trail):
    """Send cards home, all that can go or those of no more use; notes (card, target, count, source) and returns how
    many.
    """
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
                put(s, np.int64(HOME), take(s, place))
                moved = True
    return steps
