"""What a set is: groups and runs, how a joker in one is read, and what a set is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardsim.games.rummikub.tiles import Tile, tiles_text


class Reading(NamedTuple):
    """A valid set in its order; `roles[i]` is the tile that tile i stands for (itself, unless it is a joker)."""

    kind: str  # "run" or "group"
    tiles: tuple[Tile, ...]
    roles: tuple[int, ...]

    @property
    def value(self) -> int:
        """Face value, a joker counting the tile it stands for."""
        numbers = self.tiles[0].numbers
        return sum(role % numbers + 1 for role in self.roles)


def all_readings(tiles: Sequence[int], numbers: int = 13) -> list[Reading]:
    """All readings of a set, whatever the order its tiles are written in.

    Raises
    ------
    ValueError
        Saying which set is none, and why.

    Examples
    --------
    >>> from cardsim.games.rummikub.tiles import parse_tiles
    >>> [reading.tiles for reading in all_readings(parse_tiles("r4 J r5"))]
    [(J, r4, r5), (r4, r5, J)]
    """
    joker = 4 * numbers
    text = tiles_text(tiles, numbers)
    named = sorted(int(tile) for tile in tiles if tile != joker)
    if len(tiles) < 3:
        raise ValueError(f"{text!r} is no set: a set has at least 3 tiles")
    if not named:
        raise ValueError(f"{text!r} is no set: it needs at least one number tile")
    colours = [tile // numbers for tile in named]
    values = [tile % numbers for tile in named]
    readings = []
    if len(set(colours)) == 1 and len(set(values)) == len(values):
        lowest = max(0, max(values) - len(tiles) + 1)
        highest = min(*values, numbers - len(tiles))
        readings += [_run(len(tiles), colours[0], values, first, numbers) for first in range(lowest, highest + 1)]
    if len(set(values)) == 1 and len(set(colours)) == len(colours) and len(tiles) <= 4:
        readings.append(_group(len(tiles), colours, values[0], numbers))
    if not readings:
        raise ValueError(f"{text!r} is no set: neither a run of one colour nor a group of different colours")
    return readings


def read_set(tiles: Sequence[int], numbers: int = 13) -> Reading:
    """One reading of a set: as its tiles are laid if that is one, else the one of most value.

    Examples
    --------
    >>> from cardsim.games.rummikub.tiles import parse_tiles
    >>> read_set(parse_tiles("r1 r2 r4 J r5")).tiles
    (r1, r2, J, r4, r5)
    >>> read_set(parse_tiles("o11 o12 o13 J")).value
    46
    """
    readings = all_readings(tiles, numbers)
    as_laid = [reading for reading in readings if reading.tiles == tuple(tiles)]
    return max(as_laid or readings, key=lambda reading: reading.value)


def _run(length: int, colour: int, values: list[int], first: int, numbers: int) -> Reading:
    roles = tuple(colour * numbers + first + i for i in range(length))
    laid = tuple(Tile(role if role % numbers in values else 4 * numbers, numbers) for role in roles)
    return Reading("run", laid, roles)


def _group(length: int, colours: list[int], value: int, numbers: int) -> Reading:
    missing = [colour for colour in range(4) if colour not in colours]
    roles = tuple(colour * numbers + value for colour in [*colours, *missing][:length])
    laid = tuple(Tile(role, numbers) for role in roles[: len(colours)])
    return Reading("group", laid + (Tile(4 * numbers, numbers),) * (length - len(colours)), roles)
