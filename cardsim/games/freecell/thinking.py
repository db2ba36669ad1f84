"""What the players that think ahead have in common: walking paths on the working copy, costs, lines kept in memory."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.freecell.actions import IS_HOME
from cardsim.games.freecell.choosing import (
    DEAD_COST,
    WON_COST,
    find_action,
    weighted,
    within_margin,
)
from cardsim.games.freecell.features import advance, all_home, clearly_dead, go_back, measure
from cardsim.games.freecell.position import NONE
from cardsim.games.freecell.seen import vacancy

TRAIL = 64
PLAN = 750
"""Most actions of a line kept in memory: three to a number, after its length and how much of it is played."""


@kernel
def cost_of(s, params, values, room):
    """The cost of the present position of the working copy."""
    if all_home(s):
        return WON_COST
    if clearly_dead(s, room):
        return DEAD_COST
    measure(s, values)
    return weighted(values, params)


@kernel
def may_think_of(s, actions, i, n, margin):
    """Whether the margin lets an action of a thought position be considered; ignored if all of them go home."""
    if actions[i, 1] != IS_HOME or within_margin(s, actions[i, 0], margin):
        return True
    return actions[n - 1, 1] == IS_HOME


@kernel
def copy_path(target, i, source, j, length):
    """Copy the first actions of path `j` of `source` to path `i` of `target`."""
    for d in range(length):
        for k in range(3):
            target[i, d, k] = source[j, d, k]


@kernel
def add_action(path, d, actions, i):
    """Write action `i` down as number `d` of a path."""
    for k in range(3):
        path[d, k] = actions[i, k]


@kernel
def note_new(table, key):
    """Note a position; whether it is new."""
    slot = vacancy(table, key[0], key[1])
    if slot < 0:
        return False
    table[slot, 0] = key[0]
    table[slot, 1] = key[1]
    return True


@kernel
def go_to(s, paths, node, length, autoplay, trails, lengths):
    """Walk a path of actions on the working copy."""
    for d in range(length):
        lengths[d] = advance(s, paths[node, d, 0], paths[node, d, 1], paths[node, d, 2], autoplay, trails[d])


@kernel
def come_back(s, length, trails, lengths):
    """Walk back what :func:`go_to` walked."""
    for d in range(length - 1, -1, -1):
        go_back(s, trails[d], lengths[d])


@kernel
def remembered(view):
    """The next action of the line kept in memory, -1 if there is none or it is not legal any more."""
    memory = view.memory
    at = memory[1]
    if at >= memory[0]:
        return -1
    memory[1] += 1
    word = memory[2 + at // 3] >> (16 * (at % 3))
    found = find_action(view, word & 63, (word >> 6) & 63, (word >> 12) & 15)
    if found < 0:
        memory[0] = 0
    return found


@kernel
def remember(view, path, length):
    """Keep a line in memory, as much of it as there is room for."""
    memory = view.memory
    memory[0] = min(length, PLAN)
    memory[1] = 0
    for i in range(min(length, PLAN)):
        if i % 3 == 0:
            memory[2 + i // 3] = 0
        word = path[i, 0] | (path[i, 1] << 6) | (path[i, 2] << 12)
        memory[2 + i // 3] |= word << (16 * (i % 3))


@kernel
def free_cells(s):
    """Number of empty cells."""
    free = 0
    for k in range(s.cells):
        free += s.cell[k] == NONE
    return free
