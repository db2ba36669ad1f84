"""Lines of play, and how a line is shortened.

An action is (first card, what it comes to lie on, number of cards), where the second is a card, ``ON_EMPTY``,
``IN_CELL`` or ``IS_HOME``: it stays valid when columns or cells change places, so that a line may be continued from
any position with the same key.  Shortening walks along the line, looks at all positions one and two actions away, and
jumps to the one that the line reaches last; it repeats that until nothing is gained.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import (
    IN_CELL,
    IS_HOME,
    ON_EMPTY,
    list_actions,
    note_action,
    perform,
    send_home,
    tail,
    undo,
)
from cardsim.games.freecell.position import load, put, take
from cardsim.games.freecell.seen import new_table
from cardsim.games.freecell.variant import CELL, HOME

_MOST = 256


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
            n = note_action(line, n, trail[k, 0], IS_HOME, 1)
    return n


@kernel
def _note_move(s, source, target, count, line, n):
    """Note a move between places as an action."""
    card = s.cell[source - CELL] if source >= CELL else np.int64(s.card[source, s.height[source] - count])
    if target == HOME:
        return note_action(line, n, card, IS_HOME, 1)
    if target >= CELL:
        return note_action(line, n, card, IN_CELL, 1)
    return note_action(line, n, card, ON_EMPTY if s.height[target] == 0 else tail(s, target), count)


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
            length = note_action(shorter, length, line[at, 0], line[at, 1], line[at, 2])
            perform(s, line[at, 0], line[at, 1], line[at, 2])
        else:
            length = note_action(shorter, length, first[best_a, 0], first[best_a, 1], first[best_a, 2])
            perform(s, first[best_a, 0], first[best_a, 1], first[best_a, 2])
            if best_b >= 0:
                list_actions(s, second)
                length = note_action(shorter, length, second[best_b, 0], second[best_b, 1], second[best_b, 2])
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
