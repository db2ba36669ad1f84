"""What ``cardsim bench rummikub`` times besides default games: solves by class, openings, players."""

from __future__ import annotations

import numpy as np

from cardsim.games.rummikub.forms import far_addresses, meld_weights, turn_weights
from cardsim.games.rummikub.layers import NOTHING, WIDTH
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.turn_solver import best_turn, new_solver
from cardsim.games.workload import Workload, playing


def some_positions(size: int, jokers: int, count: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Tables of about `size` tiles made of random sets, all jokers among the tiles, with racks of 14."""
    random = np.random.default_rng([size, jokers])
    positions: list[tuple[np.ndarray, np.ndarray]] = []
    while len(positions) < count:
        left = np.zeros((4, WIDTH), np.int64)
        left[:, :13] = 2
        table = np.zeros_like(left)
        for _ in range(200):
            if table.sum() >= size - 2:
                break
            colours, values = _some_set(random)
            if (left[colours, values] > 0).all():
                left[colours, values] -= 1
                table[colours, values] += 1
        kinds = np.repeat(np.arange(4 * WIDTH), left.ravel())
        drawn = random.choice(kinds, 14 - jokers, replace=False)
        rack = np.bincount(drawn, minlength=4 * WIDTH).reshape(4, WIDTH)
        if abs(int(table.sum()) - size) <= 3:
            positions.append((table, rack))
    return positions


def _some_set(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    if random.random() < 0.5:
        length = int(random.integers(3, 6))
        first = int(random.integers(0, 14 - length))
        return np.full(length, random.integers(4)), np.arange(first, first + length)
    length = int(random.integers(3, 5))
    return random.permutation(4)[:length], np.full(length, random.integers(13))


def solving(size: int, jokers: int) -> Workload:
    """Best turns for a table of about `size` tiles, with `jokers` jokers on the rack."""
    positions = some_positions(size, jokers, 20)
    solver = new_solver(far_addresses(), 2, 2, 0)
    weights = turn_weights("tiles", 13)

    def run(count: int) -> None:
        for i in range(count):
            table, rack = positions[i % len(positions)]
            best_turn(table, 0, rack, jokers, weights, 1, NOTHING, 13, solver)

    run(1)
    return Workload(f"best turn, table of {size} tiles, {jokers} jokers on the rack", "solve", run)


def opening() -> Workload:
    """Best initial melds of random racks of 14."""
    random = np.random.default_rng(0)
    kinds = np.repeat(np.arange(53), [2] * 53)
    racks = []
    for _ in range(500):
        counts = np.bincount(random.choice(kinds, 14, replace=False), minlength=53)
        grid = np.zeros((4, WIDTH), np.int64)
        grid[:, :13] = counts[:52].reshape(4, 13)
        racks.append((grid, int(counts[52])))
    solver = new_solver(far_addresses(), 2, 2, 0)
    weights = meld_weights("value", 13, "represented")

    def run(count: int) -> None:
        for i in range(count):
            rack, jokers = racks[i % len(racks)]
            best_meld(rack, jokers, weights, 0, 0, 13, solver)

    run(1)
    return Workload("best opening of a random rack of 14 (called from Python)", "rack", run)


def workloads() -> list[Workload]:
    """Games with three and four players, openings, and turns by class."""
    from cardsim.games.rummikub import GAME

    games = [playing(GAME, seats=["greedy_tiles"] * players) for players in (3, 4)]
    turns = [solving(size, jokers) for size in (20, 40, 60, 80) for jokers in (0, 1, 2)]
    return [*games, opening(), *turns]
