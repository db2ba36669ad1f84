"""One call for the best turn under any of the four rules about table jokers (``joker_retrieval``), sets included."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummikub.arrangement import solve_and_arrange
from cardsim.games.rummikub.frozen_sets import best_frozen_turn
from cardsim.games.rummikub.joker_rules import (
    FREE,
    FROZEN,
    REPLACE_FROM_RACK,
    best_replacing_turn,
    count_numbers,
    read_roles,
)

RETRIEVALS = ("free", "replace", "frozen", "replace_from_rack")


@kernel
def best_turn_on_sets(
    retrieval, all_missing, sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
):
    """Best turn above `bound` on a table of `n` sets: (objective or NOTHING, number of sets written to `out`).

    `retrieval` is the place of the rule in RETRIEVALS; the tiles placed are in ``solver.placed``, the jokers then on the
    table in ``solver.work.counters[JOKERS_USED]``.
    """
    if retrieval == FROZEN:
        return best_frozen_turn(
            sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
        )
    if retrieval != FREE:
        return best_replacing_turn(
            sets, n, rack, rack_jokers, weights, joker_weight, bound, retrieval == REPLACE_FROM_RACK, all_missing,
            numbers, solver, branch, out,
        )  # fmt: skip
    count_numbers(sets, n, True, branch.base)
    jokers = read_roles(sets, n, branch.roles)
    branch.locked[:, :] = 0
    branch.available[:, :] = branch.base + rack
    return solve_and_arrange(
        branch.base, branch.base, branch.available, branch.locked, jokers, jokers + rack_jokers, weights, joker_weight,
        bound, numbers, solver, out,
    )  # fmt: skip
