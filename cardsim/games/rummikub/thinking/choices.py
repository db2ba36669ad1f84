"""What the player could do in a turn: pass, the largest plays, and the smallest."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.parameters import record_dtype
from cardsim.games.rummikub.layers import JOKERS_USED, MOST_NUMBERS, NOTHING, TILE, WIDTH
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.offers import MELD_FEWEST, TURN
from cardsim.games.rummikub.turn_solver import best_turn, solve_turn

MOST_CHOICES = 8
CHOICES = record_dtype(
    [
        ("count", np.int64),
        ("tiles", np.int64, (MOST_CHOICES, 4, WIDTH)),
        ("jokers", np.int64, (MOST_CHOICES,)),
        ("number", np.int64, (MOST_CHOICES,)),
        ("dropped", np.int64, (MOST_CHOICES,)),
        ("gain", np.float64, (MOST_CHOICES,)),
        ("square", np.float64, (MOST_CHOICES,)),
    ]
)
"""The choices, the heuristic's first: number tiles and jokers they place and how many these are (0: pass); which are
out of the running; sums of their gains over the first and of the squares of these."""


@kernel
def add_choice(choices, tiles, jokers):
    """Append a choice unless it is known or there is no room."""
    if choices.count == MOST_CHOICES:
        return
    for i in range(choices.count):
        same = choices.jokers[i] == jokers
        for colour in range(4):
            for v in range(MOST_NUMBERS):
                same = same and choices.tiles[i, colour, v] == tiles[colour, v]
        if same:
            return
    here, number = choices.count, jokers
    for colour in range(4):
        for v in range(MOST_NUMBERS):
            choices.tiles[here, colour, v] = tiles[colour, v]
            number += tiles[colour, v]
    choices.jokers[here], choices.number[here] = jokers, number
    choices.count += 1


@kernel
def add_best(rules, table, seat, choices, by_value, jokers, solver):
    """Append the play of most tiles, or of most value, with so many jokers of the rack."""
    weights = table.weights[TURN]
    for v in range(rules.numbers):
        weights[TILE, v] = v + 1 if by_value else 1
    best = best_turn(
        table.grid, table.grid_jokers, table.racks[seat], jokers, weights, rules.joker_penalty if by_value else 1, 0,
        rules.numbers, solver,
    )  # fmt: skip
    if best != NOTHING:
        add_choice(choices, solver.placed, solver.work.counters[JOKERS_USED] - table.grid_jokers)


@kernel
def may_fit(rules, grid, jokers, colour, v):
    """Whether a tile has company on the table; without jokers only then it can be placed alone."""
    if jokers > 0:
        return True
    others = 0
    for other in range(4):
        others += other != colour and grid[other, v] > 0
    below, above = v > 0 and grid[colour, v - 1] > 0, v < rules.numbers - 1 and grid[colour, v + 1] > 0
    if others >= 2 or (below and above):
        return True
    return (below and v > 1 and grid[colour, v - 2] > 0) or (above and grid[colour, v + 2] > 0)


@kernel
def find_single(rules, table, seat, solver):
    """Whether a single number tile can be placed; the one of most value is in ``solver.placed`` then."""
    numbers, grid, weights = rules.numbers, table.grid, table.weights[TURN]
    for v in range(numbers):
        weights[TILE, v] = 1
    for v in range(numbers - 1, -1, -1):
        for colour in range(4):
            if table.racks[seat, colour, v] > 0 and may_fit(rules, grid, table.grid_jokers, colour, v):
                solver.available[:, :] = grid
                solver.available[colour, v] += 1
                found = solve_turn(
                    grid, solver.available, solver.available, table.grid_jokers, table.grid_jokers, weights, 1, 0,
                    numbers, solver,
                )  # fmt: skip
                if found != NOTHING:
                    return True
    return False


@kernel
def add_single(rules, table, seat, choices, solver):
    """Append the single tile of most value that can be placed, if there is one."""
    if find_single(rules, table, seat, solver):
        add_choice(choices, solver.placed, 0)


@kernel
def add_smallest_set(rules, table, seat, choices, solver):
    """Append the set of fewest tiles and least value that the rack alone gives, without jokers."""
    best = best_meld(table.racks[seat], 0, table.weights[MELD_FEWEST], 1, NOTHING, rules.numbers, solver)
    if best != NOTHING:
        add_choice(choices, solver.placed, 0)
