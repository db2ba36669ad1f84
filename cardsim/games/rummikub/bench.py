"""What ``cardsim bench rummikub`` times besides default games: openings, turns by class of table, and a peer."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import itertools
import os
import sys
from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from cardsim.games.rummikub.bench_positions import Position, some_positions, turns_of_games
from cardsim.games.rummikub.forms import far_addresses, meld_weights, turn_weights
from cardsim.games.rummikub.layers import CAPACITY, NOTHING, WIDTH, new_work
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.turn_solver import best_turn, new_solver
from cardsim.games.workload import Workload, playing

PEER = "rummikub_solver"
SIZES = (20, 40, 60, 80)
JOKERS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))  # on the table, on the rack


def solving(positions: list[Position]) -> Callable[[int], None]:
    """Most tiles for each of the positions in turn, round and round."""
    solver = new_solver(far_addresses(), 2, 2, 0)
    weights = turn_weights("tiles", 13)

    def run(count: int) -> None:
        for i in range(count):
            at = positions[i % len(positions)]
            best_turn(at.table, at.table_jokers, at.rack, at.rack_jokers, weights, 1, NOTHING, 13, solver)

    run(1)
    return run


def solving_by_peer(positions: list[Position]) -> Callable[[int], None]:
    """The same by rummikub-solver, with the backend that it chooses itself."""
    peer = importlib.import_module(PEER)
    rules = peer.RuleSet()
    states = [rules.new_game() for _ in positions]
    for state, at in zip(states, positions, strict=True):
        state.initial = False
        state.add_table(*(tile + 1 for tile in at.tiles(table=True)))
        state.add_rack(*(tile + 1 for tile in at.tiles(table=False)))

    coming = itertools.cycle(states)  # a measurement takes few, the next goes on from there

    def run(count: int) -> None:
        for _ in range(count):
            rules.solve(next(coming), peer.SolverMode.TILE_COUNT)

    with _silence():
        run(1)
    return run


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Nothing on standard output: HiGHS greets at its first run, past Python."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


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
    """Games with three and four players, openings, and turns: of self-play, and by class; with the peer beside."""
    from cardsim.games.rummikub import GAME

    found = [playing(GAME, seats=["greedy_tiles"] * players) for players in (3, 4)]
    found += [sampling(), opening()]
    classes = {"all turns of opened players in 20 games": turns_of_games(20)}
    for size, (table, rack) in product(SIZES, JOKERS):
        name = f"table of {size}, jokers: {table} on it, {rack} on the rack"
        classes[name] = some_positions(size, table, rack, 100)
    found += [Workload(f"best turn, {name}", "solve", solving(positions)) for name, positions in classes.items()]
    if importlib.util.find_spec(PEER):
        found += [
            Workload(f"rummikub-solver, {name}", "solve", solving_by_peer(positions[:20]))
            for name, positions in classes.items()
        ]
    return found


def sampling() -> Workload:
    """Best initial melds of random racks, dealt and solved in one kernel."""
    from cardsim.games.rummikub.opening_values import opening_values

    def run(count: int) -> None:
        opening_values(count)

    return Workload("best opening of a random rack of 14 (dealt in the kernel)", "rack", run)


def stored() -> dict[str, float]:
    """Bytes of a state of a turn's search: its place in the arrays of a layer."""
    kept = [array for array in new_work() if array.shape[-1] == CAPACITY]
    return {"state of a layer, turn solver": sum(array.itemsize for array in kept)}


def absent() -> list[str]:
    """Programs that would be measured beside, were they installed."""
    return [] if importlib.util.find_spec(PEER) else ["rummikub-solver (pip install 'rummikub-solver[highs]')"]
