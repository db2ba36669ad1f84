"""Best turns where a table joker is bound to its place: the rules ``replace`` and ``replace_from_rack``.

Each table joker has a *role*, the tile it stands for (in a group of three any missing colour). In a turn it is
either *locked*, and counts as that tile, or *freed*, which needs a number tile of its role on the table at the end
of the turn (``replace``), or one from the rack (``replace_from_rack``). With few jokers there are few such
branches; each is solved exactly as a turn under the free rule, and the best is taken.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummikub.arrangement import (
    COLUMNS,
    FIRST,
    GROUP,
    IS_JOKER,
    KIND,
    LENGTH,
    new_sets,
    solve_and_arrange,
)
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING, WIDTH
from cardsim.games.rummikub.lone_jokers import best_with_numbers
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.turn_solver import solve_turn

FREE, REPLACE, FROZEN, REPLACE_FROM_RACK = range(4)
VALUE, COLOURS, SET = range(3)  # columns of a role: value index, mask of colours, number of the joker's set
MOST_JOKERS = 4


class Branch(NamedTuple):
    """Room to set up one branch."""

    roles: np.ndarray
    table: np.ndarray  # number tiles on the table
    base: np.ndarray  # what is on the table, locked jokers included
    required: np.ndarray
    available: np.ndarray
    playable: np.ndarray
    locked: np.ndarray
    colour: np.ndarray  # colour chosen for each joker, -1: all missing ones
    freed: np.ndarray  # whether each joker is freed
    frozen: np.ndarray  # what follows is used by the rule `frozen`: the sets that hold jokers
    variants: np.ndarray  # what may become of each of them
    counts: np.ndarray  # and how many variants it has
    kept: np.ndarray  # frozen sets as one combination of variants leaves them
    homes: np.ndarray  # and by :mod:`lone_jokers`: sets that could hold a joker, positions, the best play
    grids: np.ndarray
    saved: np.ndarray
    saved_sets: np.ndarray
    saved_placed: np.ndarray


@kernel
def new_branch():
    """Memory for the branches of one thread."""
    return Branch(
        np.zeros((8, 3), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros(8, np.int64),
        np.zeros(8, np.int64),
        np.zeros(8, np.int64),
        np.zeros((MOST_JOKERS, 2048), np.int64),
        np.zeros(8, np.int64),
        new_sets(),
        np.zeros((2, 1024, COLUMNS), np.int64),
        np.zeros((2, 4, 4, WIDTH), np.int64),
        np.zeros(2, np.int64),
        new_sets(),
        np.zeros((4, WIDTH), np.int64),
    )


@kernel
def read_roles(sets, n, roles):
    """List the roles of the jokers in `n` sets; return how many there are."""
    count = 0
    for s in range(n):
        length = sets[s, LENGTH]
        missing = 15
        for i in range(FIRST, FIRST + length):
            if not sets[s, i] & IS_JOKER:
                missing &= ~(1 << (sets[s, i] >> 4))
        for i in range(FIRST, FIRST + length):
            if sets[s, i] & IS_JOKER:
                tile = sets[s, i] & 63
                roles[count, VALUE] = tile & 15
                roles[count, COLOURS] = missing if sets[s, KIND] == GROUP and length == 3 else 1 << (tile >> 4)
                roles[count, SET] = s
                count += 1
    return count


@kernel
def count_numbers(sets, n, with_jokers, table):
    """Fill `table` with the number tiles of the sets; `with_jokers` says whether sets that hold a joker count."""
    table[:, :] = 0
    for s in range(n):
        length = sets[s, LENGTH]
        bound = False
        for i in range(FIRST, FIRST + length):
            bound = bound or sets[s, i] & IS_JOKER != 0
        if bound and not with_jokers:
            continue
        for i in range(FIRST, FIRST + length):
            if not sets[s, i] & IS_JOKER:
                table[sets[s, i] >> 4, sets[s, i] & 15] += 1


@kernel
def _colours_in(mask):
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)


@kernel
def _nth_colour(mask, n):
    for colour in range(4):
        if (mask >> colour) & 1:
            if n == 0:
                return colour
            n -= 1
    return -1


@kernel
def _ways(mask, all_missing):
    """Branches of one joker: locked or freed by each colour, or freed by all missing colours at once."""
    colours = _colours_in(mask)
    return colours + (1 if all_missing else colours)


@kernel
def _choose(code, count, all_missing, branch):
    """Read a branch number into colours and freed flags; whether jokers of one group stand for different colours."""
    for i in range(count):
        mask = branch.roles[i, COLOURS]
        ways = _ways(mask, all_missing)
        choice = code % ways
        code //= ways
        colours = _colours_in(mask)
        branch.freed[i] = 1 if choice >= colours else 0
        branch.colour[i] = _nth_colour(mask, choice % colours)
        if all_missing and colours > 1 and choice >= colours:
            branch.colour[i] = -1
        for j in range(i):
            together = branch.roles[i, SET] == branch.roles[j, SET] and colours > 1
            if together and branch.colour[i] == branch.colour[j] and branch.colour[i] >= 0:
                return False
    return True


@kernel
def _need(i, branch, colour):
    """Whether freeing joker i asks for its role in `colour`; a group freed by all colours asks once for each."""
    if branch.colour[i] >= 0:
        return branch.colour[i] == colour
    for j in range(i):
        if branch.freed[j] and branch.colour[j] < 0 and branch.roles[j, SET] == branch.roles[i, SET]:
            return False
    return (branch.roles[i, COLOURS] >> colour) & 1 == 1


@kernel
def _set_up(count, rack, rack_jokers, from_rack, numbers, branch):
    """Fill required, available, locked and base for the chosen branch; the number of freed jokers, -1 if impossible."""
    base, required, available, locked = branch.base, branch.required, branch.available, branch.locked
    freed = 0
    locked[:, :] = 0
    required[:, :] = 0
    for i in range(count):
        v = branch.roles[i, VALUE]
        if branch.freed[i]:
            freed += 1
            for colour in range(4):
                if _need(i, branch, colour):
                    required[colour, v] += 1
        else:
            locked[branch.colour[i], v] += 1
    base[:, :] = 0
    for colour in range(4):
        for v in range(numbers):
            on_table = branch.table[colour, v]
            base[colour, v] = on_table + locked[colour, v]
            if from_rack:
                required[colour, v] += on_table + locked[colour, v]
            else:
                required[colour, v] = max(on_table, required[colour, v]) + locked[colour, v]
            if required[colour, v] > base[colour, v] + rack[colour, v]:
                return -1
    keep_playable(base, rack, freed + rack_jokers, numbers, branch.playable)
    for colour in range(4):
        for v in range(numbers):
            available[colour, v] = base[colour, v] + branch.playable[colour, v]
            if required[colour, v] > available[colour, v]:
                return -1
    return freed


@kernel
def best_replacing_turn(
    sets, n, rack, rack_jokers, weights, joker_weight, bound, from_rack, all_missing, numbers, solver, branch, out
):
    """Best turn above `bound` where table jokers have roles: (objective or NOTHING, number of sets in `out`)."""
    count = read_roles(sets, n, branch.roles)
    count_numbers(sets, n, True, branch.table)
    branches = 1
    for i in range(count):
        branches *= _ways(branch.roles[i, COLOURS], all_missing)
    best, chosen, locked = bound, -1, 0
    for code in range(branches):
        if not _choose(code, count, all_missing, branch):
            continue
        freed = _set_up(count, rack, rack_jokers, from_rack, numbers, branch)
        if freed < 0:
            continue
        found = solve_turn(
            branch.base, branch.required, branch.available, freed, freed + rack_jokers, weights, joker_weight, best,
            numbers, solver,
        )  # fmt: skip
        if found > best and count + rack_jokers > 2:
            found = best_with_numbers(freed, rack_jokers, weights, joker_weight, best, numbers, solver, branch, out)
            locked = count - freed if found > best else locked
        if found > best:
            best, chosen = found, code
    if chosen < 0:
        return np.int64(NOTHING), 0
    if count + rack_jokers > 2:
        out[:, :] = branch.saved_sets
        solver.placed[:, :] = branch.saved_placed
        solver.work.counters[JOKERS_USED] = branch.saved[1] + locked
        return best, branch.saved[0]
    _choose(chosen, count, all_missing, branch)
    freed = _set_up(count, rack, rack_jokers, from_rack, numbers, branch)
    best, laid = solve_and_arrange(
        branch.base, branch.required, branch.available, branch.locked, freed, freed + rack_jokers, weights,
        joker_weight, best - 1, numbers, solver, out,
    )  # fmt: skip
    solver.work.counters[JOKERS_USED] += count - freed
    return best, laid
