"""Positions to measure the solver on: of games as they are played, and made of random sets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim.games.log import new_log
from cardsim.games.rummikub import dealing
from cardsim.games.rummikub.layers import MOST_NUMBERS, WIDTH


class Position(NamedTuple):
    """Table and rack: number tiles per colour and value, and jokers."""

    table: np.ndarray
    table_jokers: int
    rack: np.ndarray
    rack_jokers: int

    def tiles(self, table: bool) -> list[int]:
        """Tile numbers of the table or the rack in the usual box (joker = 52)."""
        grid, jokers = (self.table, self.table_jokers) if table else (self.rack, self.rack_jokers)
        return [int(tile) for tile in np.repeat(np.arange(52), grid[:, :13].ravel())] + [52] * jokers


def turns_of_games(games: int, seed: int = 0) -> list[Position]:
    """The positions in which opened players had to move in default games of `greedy_tiles`."""
    from cardsim.games.rummikub import GAME

    prepared = GAME.prepare(GAME.check_rules(None), GAME.find_seats(None), "deal")
    found: list[Position] = []
    for index in range(games):
        log = new_log(2000)
        GAME.run_block(prepared, seed, index, GAME.empty_rows("deal", 1), log=log)
        found += _turns(log[1 : 1 + log[0, 0]])
    return found


def _turns(events: np.ndarray) -> list[Position]:
    """The positions of one game, read off its events."""
    racks, rack_jokers = np.zeros((2, 4, WIDTH), np.int64), [0, 0]
    table, table_jokers = np.zeros((4, WIDTH), np.int64), 0
    opened: set[int] = set()
    found = []
    for kind, seat, choice, one, two, jokers in events.tolist():
        moved = _grid(one) + _grid(two)
        if kind == dealing.DEALT:
            racks[seat], rack_jokers[seat] = moved, jokers
        if kind in (dealing.PLACED, dealing.DREW) and seat in opened:
            found.append(Position(table.copy(), table_jokers, racks[seat].copy(), rack_jokers[seat]))
        if kind == dealing.PLACED:
            table, table_jokers = table + moved, table_jokers + jokers
            racks[seat], rack_jokers[seat] = racks[seat] - moved, rack_jokers[seat] - jokers
            opened.add(seat)
        elif kind == dealing.DREW and choice == dealing.JOKER:
            rack_jokers[seat] += 1
        elif kind == dealing.DREW:
            racks[seat, choice // MOST_NUMBERS, choice % MOST_NUMBERS] += 1
    return found


def _grid(mask: int) -> np.ndarray:
    """One tile of each kind in a mask."""
    kinds = [mask >> tile & 1 for tile in range(4 * MOST_NUMBERS)]
    grid = np.zeros((4, WIDTH), np.int64)
    grid[:, :MOST_NUMBERS] = np.reshape(kinds, (4, MOST_NUMBERS))
    return grid


def some_positions(size: int, table_jokers: int, rack_jokers: int, count: int) -> list[Position]:
    """Tables of `size` tiles, give or take three, made of random sets, and random racks of 14."""
    random = np.random.default_rng([size, table_jokers, rack_jokers])
    found: list[Position] = []
    while len(found) < count:
        left = np.zeros((4, WIDTH), np.int64)
        left[:, :13] = 2
        table, jokers = np.zeros_like(left), 0
        for _ in range(200):
            if table.sum() + jokers >= size - 2:
                break
            colours, values = _some_set(random)
            if jokers < table_jokers:  # a joker stands for one tile of the set
                out = random.integers(len(colours))
                colours, values = np.delete(colours, out), np.delete(values, out)
            if (left[colours, values] > 0).all():
                left[colours, values] -= 1
                table[colours, values] += 1
                jokers += jokers < table_jokers
        kinds = np.repeat(np.arange(4 * WIDTH), left.ravel())
        drawn = random.choice(kinds, 14 - rack_jokers, replace=False)
        rack = np.bincount(drawn, minlength=4 * WIDTH).reshape(4, WIDTH)
        if abs(int(table.sum()) + jokers - size) <= 3 and jokers == table_jokers:
            found.append(Position(table, jokers, rack, rack_jokers))
    return found


def _some_set(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    if random.random() < 0.5:
        length = int(random.integers(3, 6))
        first = int(random.integers(0, 14 - length))
        return np.full(length, random.integers(4)), np.arange(first, first + length)
    length = int(random.integers(3, 5))
    return random.permutation(4)[:length], np.full(length, random.integers(13))
