"""The best turn under the free joker rule, and the best initial meld: exact, as counts of tiles.

A table joker has no memory here, so the tiles alone decide (:mod:`joker_rules` builds the other rules on this).  The
search of :mod:`layers` places only the jokers that are needed: first none, then one, and so on, each search bounded by
the one before.  Spare jokers nearly always find room (a run grows, a group of three takes one); where they do not, the
model that gives every joker its place decides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import int64, typeof, types

from cardsim._jit import kernel
from cardsim.games.rummikub.far import Far
from cardsim.games.rummikub.found import read_play
from cardsim.games.rummikub.layers import (
    ALL_PLACED,
    FALLBACKS,
    JOKER,
    JOKERS_USED,
    LEVEL,
    NOTHING,
    SPARE,
    TILE,
    WIDTH,
    Work,
    new_work,
)
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.sweep import search
from cardsim.games.rummikub.transitions import (
    Transitions,
    new_transitions,
)

CASCADE_FROM = 54
"""Tiles from which on the search starts with as few jokers as possible; smaller positions are searched once."""


class Solver(NamedTuple):
    """What a solve needs besides the position: the search, tables, memory, and arrays for the answer."""

    sweep: int  # addresses of compiled kernels, see FAR
    solve: int
    arrange: int
    turns: Transitions
    melds: Transitions
    work: Work
    placed: np.ndarray  # (4, WIDTH) rack tiles of the best play
    available: np.ndarray
    playable: np.ndarray
    empty: np.ndarray
    weights: np.ndarray
    needed: np.ndarray  # tiles that a meld must contain


@kernel
def new_solver(far, copies, jokers, locked):
    """A solver for a box; `locked` table jokers may count as number tiles, `far` are addresses of kernels."""
    cell, limit = copies + locked, copies + jokers
    return Solver(
        far[0],
        far[1],
        far[2],
        new_transitions(cell, jokers, np.bool_(False), limit),
        new_transitions(cell, jokers, np.bool_(True), limit),
        new_work(),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
        np.zeros((4, WIDTH), np.int64),
    )


@kernel(forceinline=True)
def weight_of(tiles, minus, weights, numbers):
    """Sum of the weights of the tiles in `tiles` beyond those in `minus`."""
    total = 0
    for v in range(numbers):
        spare = 0
        for colour in range(4):
            spare += tiles[colour, v] - minus[colour, v]
        total += spare * weights[TILE, v]
    return total


def _solve_turn(table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver):
    """Best objective above `bound` for an opened player (NOTHING: none); tiles in `solver.placed`, jokers in `work`.

    `required` holds the table and whatever else must be used; objective and `placed` count what is used beyond `table`.
    `jokers` are those of table and rack; `joker_weight` counts for each rack joker placed.
    """
    work = solver.work
    certain = weight_of(required, table, weights, numbers) + (jokers - table_jokers) * joker_weight
    most = weight_of(available, required, weights, numbers)
    best = NOTHING
    used, room = 0, 0
    tiles = 0
    for colour in range(4):
        for v in range(numbers):
            tiles += available[colour, v]
    for needed in range(0 if tiles >= CASCADE_FROM else jokers, jokers + 1):
        floor = max(best, bound - certain)
        found = search(
            solver.sweep, required, available, needed, weights, 0, 0, False, floor, numbers, solver.turns, work
        )
        if found > best:
            best = found
            work.counters[LEVEL] = needed
            used, room = read_play(table, required, available, numbers, solver.turns, work, solver.placed)
            if best == most:
                break
    if best == NOTHING:
        return best
    work.counters[JOKERS_USED] = jokers
    work.counters[SPARE] = jokers - used
    if jokers - used <= room or jokers == used:
        return best + certain
    return solve_all_placed(
        table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver
    )


def solver_type():
    """The numba type of a solver."""
    return typeof(new_solver((0, 0, 0), 1, 0, 0))


def solve_signature():
    """The types that :func:`solve_turn` takes and returns."""
    grid = types.Array(int64, 2, "C")
    return int64(grid, grid, grid, int64, int64, grid, int64, int64, int64, solver_type())


SOLVE = Far(_solve_turn, solve_signature)
call_solve = SOLVE.caller()


@kernel
def solve_turn(table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver):
    """See :func:`_solve_turn`."""
    return call_solve(
        solver.solve, table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver
    )


@kernel
def solve_all_placed(table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver):
    """The same by the model that gives every joker its place: slower, and needed where a spare joker finds none."""
    work = solver.work
    work.counters[FALLBACKS] += 1
    for v in range(numbers):
        solver.weights[TILE, v] = weights[TILE, v]
        solver.weights[JOKER, v] = joker_weight
    certain = weight_of(required, table, weights, numbers) - table_jokers * joker_weight
    best = search(
        solver.sweep, required, available, jokers, solver.weights, 0, table_jokers, True, bound - certain, numbers,
        solver.melds, work,
    )  # fmt: skip
    if best == NOTHING:
        return best
    used, _ = read_play(table, required, available, numbers, solver.melds, work, solver.placed)
    work.counters[JOKERS_USED] = used
    work.counters[LEVEL] = ALL_PLACED
    work.counters[SPARE] = 0
    return best + certain


@kernel
def best_turn(table, table_jokers, rack, rack_jokers, weights, joker_weight, bound, numbers, solver):
    """Best play on a valid table: the objective above `bound`, or NOTHING; tiles in `solver.placed`."""
    count = keep_playable(table, rack, table_jokers + rack_jokers, numbers, solver.playable)
    solver.work.counters[JOKERS_USED] = table_jokers
    solver.work.counters[LEVEL] = 0
    if count == 0 and rack_jokers == 0:
        solver.placed[:, :] = 0
        return np.int64(0 if bound < 0 else NOTHING)  # the table as it is
    for colour in range(4):
        for v in range(numbers):
            solver.available[colour, v] = table[colour, v] + solver.playable[colour, v]
    jokers = table_jokers + rack_jokers
    return solve_turn(
        table, table, solver.available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver
    )
