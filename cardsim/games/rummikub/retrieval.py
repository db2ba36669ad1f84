"""One call for the best turn under any of the four rules about table jokers (``joker_retrieval``), sets included."""

from __future__ import annotations

from numba import boolean, int64, typeof, types

from cardsim._jit import kernel
from cardsim.games.rummikub.arrangement import solve_and_arrange
from cardsim.games.rummikub.far import Far
from cardsim.games.rummikub.frozen_sets import best_frozen_turn
from cardsim.games.rummikub.joker_rules import (
    FREE,
    FROZEN,
    REPLACE_FROM_RACK,
    best_replacing_turn,
    count_numbers,
    new_branch,
    read_roles,
)
from cardsim.games.rummikub.layers import SETS
from cardsim.games.rummikub.turn_solver import solver_type

RETRIEVALS = ("free", "replace", "frozen", "replace_from_rack")


def _best_turn_on_sets(
    retrieval, all_missing, sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
):
    """See :func:`best_turn_on_sets`; the number of sets stays in ``counters[SETS]``."""
    if retrieval == FROZEN:
        best, count = best_frozen_turn(
            sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
        )
    elif retrieval != FREE:
        best, count = best_replacing_turn(
            sets, n, rack, rack_jokers, weights, joker_weight, bound, retrieval == REPLACE_FROM_RACK, all_missing,
            numbers, solver, branch, out,
        )  # fmt: skip
    else:
        count_numbers(sets, n, True, branch.base)
        jokers = read_roles(sets, n, branch.roles)
        branch.locked[:, :] = 0
        branch.available[:, :] = branch.base + rack
        best, count = solve_and_arrange(
            branch.base, branch.base, branch.available, branch.locked, jokers, jokers + rack_jokers, weights,
            joker_weight, bound, numbers, solver, out,
        )  # fmt: skip
    solver.work.counters[SETS] = count
    return best


def turn_signature():
    """The types that :func:`best_turn_on_sets` takes and returns."""
    grid = types.Array(int64, 2, "C")
    return int64(
        int64, boolean, grid, int64, grid, int64, grid, int64, int64, int64, solver_type(), typeof(new_branch()), grid
    )


TURN = Far(_best_turn_on_sets, turn_signature)
call_turn = TURN.caller()


@kernel
def best_turn_on_sets(
    address, retrieval, all_missing, sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch,
    out,
):  # fmt: skip
    """Best turn above `bound` on a table of `n` sets: (objective or NOTHING, number of sets written to `out`).

    `address` is ``TURN.address``, `retrieval` the place of the rule in RETRIEVALS.  The tiles placed are in
    ``solver.placed``, the jokers then on the table in ``solver.work.counters[JOKERS_USED]``.
    """
    best = call_turn(
        address, retrieval, all_missing, sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver,
        branch, out,
    )  # fmt: skip
    return best, solver.work.counters[SETS]
