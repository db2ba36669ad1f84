"""The best initial meld: a play from the rack alone, in which every joker counts the tile it stands for."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummikub.found import read_play
from cardsim.games.rummikub.layers import ALL_PLACED, JOKER, JOKERS_USED, LEVEL, NOTHING, SPARE
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.sweep import search
from cardsim.games.rummikub.turn_solver import weight_of


@kernel
def best_meld(rack, rack_jokers, weights, goal, bound, numbers, solver):
    """Best initial meld by `weights` among those worth at least `goal` (0: any); the objective above `bound`.

    It contains the tiles in ``solver.needed``, whose value does not count for the goal.
    """
    count = keep_playable(solver.empty, rack, rack_jokers, numbers, solver.playable)
    solver.placed[:, :] = 0
    if count == 0:
        return np.int64(NOTHING)
    if bound >= 0:
        most = weight_of(solver.playable, solver.empty, weights, numbers)
        if most + rack_jokers * max(0, weights[JOKER, numbers - 1]) <= bound:
            return np.int64(NOTHING)
    for colour in range(4):
        for v in range(numbers):
            if solver.needed[colour, v] > solver.playable[colour, v]:
                return np.int64(NOTHING)
    certain = weight_of(solver.needed, solver.empty, weights, numbers)
    best = search(
        solver.sweep, solver.needed, solver.playable, rack_jokers, weights, goal, 0, True, bound - certain, numbers,
        solver.melds, solver.work,
    )  # fmt: skip
    if best == NOTHING:
        return best
    used, _ = read_play(solver.empty, solver.needed, solver.playable, numbers, solver.melds, solver.work, solver.placed)
    solver.work.counters[JOKERS_USED] = used
    solver.work.counters[LEVEL] = ALL_PLACED
    solver.work.counters[SPARE] = 0
    return best + certain
