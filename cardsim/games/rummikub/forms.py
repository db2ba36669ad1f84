"""Positions, weights and sets in the solver's form, and back into tiles."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from cardsim import pictures
from cardsim.games.rummikub.arrangement import ARRANGE, FIRST, GROUP, IS_JOKER, KIND, LENGTH, RUN, new_sets
from cardsim.games.rummikub.layers import JOKER, MELD_JOKER, MELD_TILE, TILE, WIDTH
from cardsim.games.rummikub.sets import Reading
from cardsim.games.rummikub.sweep import SWEEP
from cardsim.games.rummikub.tiles import Tile, tiles_text
from cardsim.games.rummikub.turn_solver import SOLVE, Solver, new_solver


class Turn(NamedTuple):
    """A turn: the rack tiles placed, all sets on the table afterwards, how many tiles and what value were placed."""

    placed: tuple[Tile, ...]
    sets: tuple[tuple[Tile, ...], ...]
    tiles: int
    value: int

    def __str__(self) -> str:
        numbers = self.sets[0][0].numbers if self.sets else 13
        if not self.tiles:
            return "nothing to place"
        laid = " | ".join(tiles_text(tiles, numbers) for tiles in self.sets)
        return f"places {tiles_text(self.placed, numbers)} ({self.value}): {laid}"

    def _repr_html_(self) -> str:
        numbers = self.sets[0][0].numbers if self.sets else 13
        note = f"{self.tiles} tiles placed, value {self.value}" if self.tiles else "nothing to place"
        return pictures.tile_groups(self.sets, numbers, self.placed, note)._repr_html_()


def far_addresses() -> tuple[int, int, int]:
    """Addresses of the large kernels, compiled at the first call."""
    return SWEEP.address, SOLVE.address, ARRANGE.address


@functools.cache
def solver_for(copies: int, jokers: int, locked: int = 0) -> Solver:
    return new_solver(far_addresses(), copies, jokers, locked)


def as_grid(counts: np.ndarray, numbers: int) -> np.ndarray:
    """Counts per colour and value in the solver's shape, jokers left out."""
    grid = np.zeros((4, WIDTH), np.int64)
    grid[:, :numbers] = counts[:-1].reshape(4, numbers)
    return grid


def turn_weights(objective: str, numbers: int) -> np.ndarray:
    """What each rack tile placed adds: 1 ("tiles") or its face value ("value")."""
    weights = np.zeros((4, WIDTH), np.int64)
    weights[TILE, :numbers] = 1 if objective == "tiles" else np.arange(1, numbers + 1)
    return weights


def meld_weights(objective: str, numbers: int, joker_meld_value: str) -> np.ndarray:
    """Weights of an initial meld: most "value", most "tiles" (then value), or "fewest" tiles (then least value)."""
    weights = np.zeros((4, WIDTH), np.int64)
    value = np.arange(1, numbers + 1)
    weights[MELD_TILE, :numbers] = value
    weights[MELD_JOKER, :numbers] = value if joker_meld_value == "represented" else 0
    sign = {"value": 0, "tiles": 1024, "fewest": -1024}[objective]
    factor = -1 if objective == "fewest" else 1
    weights[TILE] = factor * weights[MELD_TILE]
    weights[JOKER] = factor * weights[MELD_JOKER]
    weights[TILE : JOKER + 1, :numbers] += sign
    return weights


def read_sets(sets: np.ndarray, count: int, numbers: int) -> tuple[tuple[Tile, ...], ...]:
    """The sets that :func:`cardsim.games.rummikub.arrangement.arrange` wrote, as tiles."""
    laid = []
    for row in sets[:count]:
        codes = [int(code) for code in row[FIRST : FIRST + row[LENGTH]]]
        tiles = [4 * numbers if code & IS_JOKER else (code >> 4) * numbers + (code & 15) for code in codes]
        if row[KIND] == GROUP:
            tiles.sort()
        laid.append(tuple(Tile(tile, numbers) for tile in tiles))
    return tuple(laid)


def write_sets(readings: list[Reading], numbers: int) -> np.ndarray:
    """Sets in the solver's form, one row each."""
    sets = new_sets()
    for row, reading in zip(sets, readings, strict=False):
        row[KIND] = RUN if reading.kind == "run" else GROUP
        row[LENGTH] = len(reading.tiles)
        for i, (tile, role) in enumerate(zip(reading.tiles, reading.roles, strict=True)):
            code = role // numbers << 4 | role % numbers
            row[FIRST + i] = code | IS_JOKER if tile == 4 * numbers else code
    return sets


def tiles_of(grid: np.ndarray, jokers: int, numbers: int) -> tuple[Tile, ...]:
    kinds = np.append(grid[:, :numbers].ravel(), jokers)
    return tuple(Tile(tile, numbers) for tile, count in enumerate(kinds) for _ in range(count))
