"""What a game wants timed: the hook of ``cardsim bench``.

Every game is timed playing its default rules with its default players.  A game's folder may offer more in a module
``bench`` with a function ``workloads() -> list[Workload]``; what it needs is imported and prepared inside.  Where
workloads are other programs, ``absent() -> list[str]`` names those that are not installed, and how to install them;
``stored() -> dict[str, float]`` tells how many bytes a position takes that a solver keeps.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, int64, types, uint8

from cardsim import rng
from cardsim._jit import kernel


class Workload(NamedTuple):
    """One thing to time: ``run(count)`` does it `count` times, on one core; `unit` is what one of it is called."""

    name: str
    unit: str
    run: Callable[[int], Any]


def playing(game: Any, seats: Any = None, rules: Any = None, unit: str = "deal", seed: int = 0) -> Workload:
    """Playing deals or matches of `game`, from the first deal to the last outcome row; nothing but the kernel."""
    checked, players = game.check_rules(rules), game.find_seats(seats)
    prepared = game.prepare(checked, players, game.check_unit(unit))

    def run(count: int) -> None:
        fault = game.run_block(prepared, seed, 0, game.empty_rows(unit, count))
        if fault[0]:
            raise ValueError(game.describe_fault(fault, names))

    names = tuple(player.name for player in players)
    by = rules if isinstance(rules, str) else "default" if rules is None else "own"
    return Workload(f"{' v '.join(names)}, {by} rules", unit, run)


@kernel(int64(types.Array(from_dtype(rng.STATE), 1, "C"), uint8[::1], int64))
def shuffles(states: Any, pack: Any, count: Any) -> Any:
    """Shuffle a pack `count` times, each time from a stream of its own, as a deal does."""
    for index in range(count):
        for card in range(len(pack)):
            pack[card] = card
        rng.start(states[0], 0, index, 0, rng.DEAL)
        rng.shuffle(states[0], pack)
    return np.int64(pack[0])


def shuffling(game: Any) -> Workload:
    """Shuffling alone, below which no game can go that deals all its cards."""
    states, pack = rng.states(1), np.zeros(game.pack_size, np.uint8)
    return Workload(f"shuffling {game.pack_size} cards", "pack", lambda count: shuffles(states, pack, count))


def workloads(game: Any) -> list[Workload]:
    """All that is timed for `game`."""
    standard = [*(playing(game, unit=unit) for unit in game.units), shuffling(game)]
    module = _module(game)
    return standard if module is None else standard + list(module.workloads())


def absent(game: Any) -> list[str]:
    """The programs that `game` would be measured beside, were they installed."""
    return list(getattr(_module(game), "absent", list)())


def stored(game: Any) -> dict[str, float]:
    """Bytes of a position that the game's solvers keep, by solver."""
    return dict(getattr(_module(game), "stored", dict)())


def _module(game: Any) -> Any:
    """The game's module ``bench``, None if it has none."""
    name = f"cardsim.games.{game.name}.bench"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)
