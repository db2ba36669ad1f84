"""What a set is: groups and runs, how a joker in one is read, and what a set is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardsim.games.rummikub.tiles import Tile, tiles_text


class Reading(NamedTuple):
    """A valid set in its order; `roles[i]` is the tile that tile i stands for (itself, unless it is a joker).

    `choices[i]` are the tiles a joker may stand for: the missing colours in a group of three, else just its role.
    """

    kind: str  # "run" or "group"
    tiles: tuple[Tile, ...]
    roles: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]

    @property
    def value(self) -> int:
        """Face value, a joker counting the tile it stands for."""
        numbers = self.tiles[0].numbers
        return sum(role % numbers + 1 for role in self.roles)


def read_set(tiles: Sequence[int], numbers: int = 13) -> Reading:
    """Read a set; where its jokers may stand for several tiles, as laid if that is a run, else for the highest.

    Raises
    ------
    ValueError
        Saying which set is none, and why.

    Examples
    --------
    >>> from cardsim.games.rummikub.tiles import parse_tiles
    >>> read_set(parse_tiles("r1 r2 r4 J r5")).tiles
    (r1, r2, J, r4, r5)
    >>> read_set(parse_tiles("o11 o12 o13 J")).value
    46
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
    if len(set(colours)) == 1 and len(set(values)) == len(values) and _span_fits(values, len(tiles), numbers):
        readings.append(_read_run(tiles, colours[0], values, numbers))
    if len(set(values)) == 1 and len(set(colours)) == len(colours) and len(tiles) <= 4:
        readings.append(_read_group(len(tiles), colours, values[0], numbers))
    if not readings:
        raise ValueError(f"{text!r} is no set: neither a run of one colour nor a group of different colours")
    as_laid = [reading for reading in readings if reading.tiles == tuple(tiles)]
    return max(as_laid or readings, key=lambda reading: reading.value)


def _span_fits(values: list[int], length: int, numbers: int) -> bool:
    return max(values) - min(values) < length <= numbers


def _read_run(tiles: Sequence[int], colour: int, values: list[int], numbers: int) -> Reading:
    joker, length = 4 * numbers, len(tiles)
    as_laid = {int(tile) % numbers - i for i, tile in enumerate(tiles) if tile != joker}
    first = min(min(values), numbers - length)
    if len(as_laid) == 1 and 0 <= min(as_laid) <= numbers - length:
        first = min(as_laid)
    roles = tuple(colour * numbers + first + i for i in range(length))
    laid = tuple(Tile(role if role % numbers in values else joker, numbers) for role in roles)
    return Reading("run", laid, roles, tuple((role,) for role in roles))


def _read_group(length: int, colours: list[int], value: int, numbers: int) -> Reading:
    missing = [colour for colour in range(4) if colour not in colours]
    jokers = length - len(colours)
    open_to = tuple(colour * numbers + value for colour in missing)
    named = [colour * numbers + value for colour in colours]
    tiles = [Tile(tile, numbers) for tile in named] + [Tile(4 * numbers, numbers)] * jokers
    choices = [(tile,) for tile in named]
    for i in range(jokers):
        choices.append(open_to if length == 3 else (open_to[i],))
    return Reading("group", tuple(tiles), tuple(named) + open_to[:jokers], tuple(choices))
