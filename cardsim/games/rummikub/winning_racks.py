"""Exact counts of racks that consist wholly of sets, without jokers.

The values are swept upwards. A rack is a choice of 0..2 copies of each tile; what matters of the tiles so far is
the set of all run states that they can be left in (a *profile*), since any of them may turn out to be the one that
closes.
"""

from __future__ import annotations

import functools
from itertools import product
from math import comb
from typing import NamedTuple

from cardsim.games.rummikub.rules import MOST_NUMBERS
from cardsim.games.rummikub.transitions import fewest_groups

Runs = tuple[int, int, int]  # runs of one colour that may go on: of one tile, of two, of three or more
State = tuple[Runs, Runs, Runs, Runs]
Profile = frozenset[State]
MOST_TILES = 14


class WinningRacks(NamedTuple):
    """How many racks of so many tiles consist of sets alone.

    ``winning`` of ``racks`` count multisets of tile kinds; ``winning_hands`` of ``hands`` count physical tiles apart.
    """

    tiles: int
    winning: int
    racks: int
    winning_hands: int
    hands: int

    @property
    def probability(self) -> float:
        """Chance of a winning rack among so many tiles drawn from the box."""
        return self.winning_hands / self.hands


def winning_racks(tiles: int, numbers: int = 13, copies: int = 2) -> WinningRacks:
    """Count the racks of `tiles` tiles that split into sets, exactly.

    Parameters
    ----------
    tiles : int
        Tiles on the rack, 3..14.
    numbers, copies : int
        The box: values per colour (3..15) and copies of each tile (1, 2); no jokers.

    Examples
    --------
    >>> winning_racks(3).winning
    96
    >>> [winning_racks(tiles, numbers=6).winning for tiles in (3, 4, 5)]
    [40, 18, 8]
    """
    for name, value, low, high in (
        ("tiles", tiles, 3, MOST_TILES), ("numbers", numbers, 3, MOST_NUMBERS), ("copies", copies, 1, 2),
    ):  # fmt: skip
        if not low <= value <= high:
            raise ValueError(f"{name}={value} is out of range: it must be {low}..{high}")
    box = 4 * numbers * copies
    racks = _coefficient([1] * (copies + 1), 4 * numbers, tiles)
    winning, hands = _count(tiles, numbers, copies)
    return WinningRacks(tiles, winning, racks, hands, comb(box, tiles))


def _coefficient(polynomial: list[int], power: int, degree: int) -> int:
    """Coefficient of x**degree in a polynomial raised to a power."""
    result = [1] + [0] * degree
    for _ in range(power):
        result = [sum(result[d - i] * a for i, a in enumerate(polynomial) if d >= i) for d in range(degree + 1)]
    return result[degree]


def _count(tiles: int, numbers: int, copies: int) -> tuple[int, int]:
    """Winning multisets, and winning hands of physical tiles."""
    start: State = ((0, 0, 0),) * 4
    layer: dict[tuple[Profile, int], tuple[int, int]] = {(frozenset([start]), 0): (1, 1)}
    for value in range(1, numbers + 1):
        after: dict[tuple[Profile, int], tuple[int, int]] = {}
        for (profile, used), (racks, hands) in layer.items():
            for counts in product(range(copies + 1), repeat=4):
                total = used + sum(counts)
                if total > tiles:
                    continue
                new = _next(profile, counts, tiles - total, numbers - value)
                if not new:
                    continue
                ways = 1
                for count in counts:
                    ways *= comb(copies, count)
                key = (new, total)
                a, b = after.get(key, (0, 0))
                after[key] = (a + racks, b + hands * ways)
        layer = after
    ends = [count for (_, used), count in layer.items() if used == tiles]
    return sum(racks for racks, _ in ends), sum(hands for _, hands in ends)


@functools.cache
def _next(profile: Profile, counts: tuple[int, ...], left: int, values_left: int) -> Profile:
    """All states after the next value's tiles are used, sorted by colour; those that cannot be finished left out."""
    states = set()
    for state in profile:
        for grouped in product(*(range(count + 1) for count in counts)):
            if sum(grouped) and not fewest_groups(max(grouped), sum(grouped)):
                continue
            runs = [_extend(one, count - g) for one, count, g in zip(state, counts, grouped, strict=True)]
            if any(one is None for one in runs):
                continue
            new = tuple(runs)
            needed = sum(2 * one[0] + one[1] for one in new)  # type: ignore[index, misc]
            longest = max((2 if one[0] else 1 if one[1] else 0) for one in new)  # type: ignore[index]
            if needed <= left and longest <= values_left:
                states.add(new)
    return frozenset(states)  # type: ignore[arg-type]


def _extend(runs: Runs, tiles: int) -> Runs | None:
    """The runs of a colour after `tiles` more tiles; None if a short run is cut off."""
    one, two, long = runs
    spare = tiles - one - two
    if spare < 0:
        return None
    extended = min(spare, long)
    return (spare - extended, one, two + extended)
