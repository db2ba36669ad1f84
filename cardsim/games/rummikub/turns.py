"""Best turn and best opening, as functions to call from Python: positions in, sets out."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

from cardsim.games.rummikub import layers, turn_solver
from cardsim.games.rummikub.arrangement import FIRST, GROUP, IS_JOKER, KIND, LENGTH, arrange, new_sets
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING, WIDTH
from cardsim.games.rummikub.rules import Rules
from cardsim.games.rummikub.sets import read_set
from cardsim.games.rummikub.tiles import Tile, Tiles, parse_sets, parse_tiles, tile_counts, tiles_text

OBJECTIVES = ("tiles", "value")


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


@functools.cache
def _solver(copies: int, jokers: int, locked: int = 0) -> turn_solver.Solver:
    return turn_solver.new_solver(copies, jokers, locked)


def as_grid(counts: np.ndarray, numbers: int) -> np.ndarray:
    """Counts per colour and value in the solver's shape, jokers left out."""
    grid = np.zeros((4, WIDTH), np.int64)
    grid[:, :numbers] = counts[:-1].reshape(4, numbers)
    return grid


def turn_weights(objective: str, numbers: int) -> np.ndarray:
    """What each rack tile placed adds: 1 ("tiles") or its face value ("value")."""
    weights = np.zeros((4, WIDTH), np.int64)
    weights[layers.TILE, :numbers] = 1 if objective == "tiles" else np.arange(1, numbers + 1)
    return weights


def meld_weights(objective: str, numbers: int, joker_meld_value: str) -> np.ndarray:
    """Weights of an initial meld: most "value", most "tiles" (then value), or "fewest" tiles (then least value)."""
    weights = np.zeros((4, WIDTH), np.int64)
    value = np.arange(1, numbers + 1)
    weights[layers.MELD_TILE, :numbers] = value
    weights[layers.MELD_JOKER, :numbers] = value if joker_meld_value == "represented" else 0
    sign = {"value": 0, "tiles": 1024, "fewest": -1024}[objective]
    factor = -1 if objective == "fewest" else 1
    weights[layers.TILE] = factor * weights[layers.MELD_TILE]
    weights[layers.JOKER] = factor * weights[layers.MELD_JOKER]
    weights[layers.TILE : layers.JOKER + 1, :numbers] += sign
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


def _placed(grid: np.ndarray, jokers: int, numbers: int) -> tuple[Tile, ...]:
    kinds = np.append(grid[:, :numbers].ravel(), jokers)
    return tuple(Tile(tile, numbers) for tile, count in enumerate(kinds) for _ in range(count))


def _face_value(placed: tuple[Tile, ...], joker: int, numbers: int) -> int:
    return sum(joker if tile == 4 * numbers else tile % numbers + 1 for tile in placed)


def _check_table(sets: list[list[Tile]] | None, grid: np.ndarray, jokers: int, rules: Rules, text: str) -> None:
    """Refuse a table that does not consist of valid sets."""
    for tiles in sets or ():
        read_set(tiles, rules.numbers)
    if sets is None:
        solver = _solver(rules.copies, rules.jokers)
        weights = turn_weights("tiles", rules.numbers)
        feasible = turn_solver.solve_turn(grid, grid, grid, jokers, jokers, weights, 1, NOTHING, rules.numbers, solver)
        if feasible == NOTHING:
            raise ValueError(f"the table {text!r} cannot be split into valid sets")


def _check_box(table: list[Tile], rack: list[Tile], rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    box = (rules.numbers, rules.copies, rules.jokers)
    tile_counts([*table, *rack], *box, where="table and rack together")
    return tile_counts(table, *box, where="table"), tile_counts(rack, *box, where="rack")
