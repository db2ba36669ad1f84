"""Tiles: numbers, text, counts, sets.

``tile = numbers * colour + value - 1`` with colours red, blue, black, orange = 0..3; the joker is ``4 * numbers``
(52 in the usual box of values 1 to 13). In text ``r7``, ``b10``, ``k1``, ``o13`` (``y``, yellow, is read as orange)
and ``J``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

COLOURS = "rbko"
COLOUR_NAMES = ("red", "blue", "black", "orange")
_COLOUR_OF = {letter: i % 4 for i, letter in enumerate("rbkorbky")}
_SET_MARKS = "|/;\n"
Tiles = str | Iterable["str | int"] | np.ndarray


class Tile(int):
    """A tile number that prints as its text.

    Examples
    --------
    >>> Tile(6), Tile(52), Tile(6) == 6
    (r7, J, True)
    """

    numbers: int

    def __new__(cls, number: int, numbers: int = 13) -> Tile:
        tile = super().__new__(cls, number)
        tile.numbers = numbers
        return tile

    def __repr__(self) -> str:
        return tile_text(self, self.numbers)

    __str__ = __repr__

    def __reduce__(self) -> tuple[Any, ...]:
        return (Tile, (int(self), self.numbers))


def tile_text(tile: int, numbers: int = 13) -> str:
    """Text of a tile number.

    Examples
    --------
    >>> [tile_text(tile) for tile in (0, 12, 13, 52)]
    ['r1', 'r13', 'b1', 'J']
    """
    tile = int(tile)
    if tile == 4 * numbers:
        return "J"
    return f"{COLOURS[tile // numbers]}{tile % numbers + 1}"


def parse_tile(text: str, numbers: int = 13) -> Tile:
    """The tile of a text such as ``r7`` or ``J``.

    Raises
    ------
    ValueError
        Naming the text: a value beyond the box, an unknown colour, or a joker with a colour.

    Examples
    --------
    >>> parse_tile("b10"), int(parse_tile("b10")), int(parse_tile("J"))
    (b10, 22, 52)
    """
    written = text.strip().lower()
    if written in ("j", "joker"):
        return Tile(4 * numbers, numbers)
    if "j" in written:
        raise ValueError(f"{text!r} is not a tile: a joker has no colour and no value, write J")
    if written[:1] not in _COLOUR_OF or not written[:1]:
        raise ValueError(f"{text!r} is not a tile: write a colour (r b k o) and a value, as in r7, or J for a joker")
    if not written[1:].isascii() or not written[1:].isdigit():
        raise ValueError(f"{text!r} is not a tile: after the colour comes a value 1..{numbers}, as in {written[0]}7")
    value = int(written[1:])
    if not 1 <= value <= numbers:
        raise ValueError(f"{text!r} is beyond the box: values are 1..{numbers}")
    return Tile(numbers * _COLOUR_OF[written[0]] + value - 1, numbers)


def _one_tile(item: object, numbers: int) -> Tile:
    if isinstance(item, str):
        return parse_tile(item, numbers)
    try:
        number = int(item.__index__())  # type: ignore[attr-defined]
    except AttributeError:
        raise ValueError(f"{item!r} is not a tile: give text such as 'r7' or a tile number 0..{4 * numbers}") from None
    if not 0 <= number <= 4 * numbers:
        raise ValueError(f"{number} is not a tile number: they are 0..{4 * numbers}, {4 * numbers} being the joker")
    return Tile(number, numbers)


def _are_counts(items: Sequence[Any], numbers: int) -> bool:
    """Whether a list is one of counts per tile: as long as there are tile kinds, and too low for tile numbers."""
    if len(items) != 4 * numbers + 1 or not all(hasattr(item, "__index__") for item in items):
        return False
    return all(int(item) <= 4 for item in items)


def parse_tiles(tiles: Tiles, numbers: int = 13) -> list[Tile]:
    """Tiles of text ("r7 b10 J"), of an iterable of texts or tile numbers, or of one count per tile kind.

    Raises
    ------
    ValueError
        Naming the tile that is none, or the count that is negative.

    Examples
    --------
    >>> parse_tiles("r7 b10 J")
    [r7, b10, J]
    >>> parse_tiles([6, "J"])
    [r7, J]
    >>> parse_tiles([2] + 51 * [0] + [1])
    [r1, r1, J]
    """
    if isinstance(tiles, str):
        words = tiles
        for mark in _SET_MARKS + ",":
            words = words.replace(mark, " ")
        return [parse_tile(word, numbers) for word in words.split()]
    if not isinstance(tiles, Iterable):
        raise ValueError(f"{tiles!r} are not tiles: give text such as 'r7 b10 J', or a list of tiles")
    items = list(tiles)
    if _are_counts(items, numbers):
        for tile, count in enumerate(items):
            if count < 0:
                raise ValueError(f"the count of {tile_text(tile, numbers)} is {count}: counts are not negative")
        return [Tile(tile, numbers) for tile, count in enumerate(items) for _ in range(int(count))]
    return [_one_tile(item, numbers) for item in items]


def parse_sets(table: Any, numbers: int = 13) -> tuple[list[list[Tile]] | None, list[Tile]]:
    """The sets of a table (None where only its tiles are given) and all its tiles.

    Sets are written "r3 r4 r5 | b7 k7 o7", or given as a list of lists.

    Examples
    --------
    >>> parse_sets("r3 r4 r5 | b7 k7 o7")[0]
    [[r3, r4, r5], [b7, k7, o7]]
    >>> parse_sets([0, 1, 2])
    (None, [r1, r2, r3])
    """
    if isinstance(table, str):
        written = table
        for mark in _SET_MARKS:
            written = written.replace(mark, "|")
        parts: list[Any] = [part for part in written.split("|") if part.strip()]
        sets = [parse_tiles(part, numbers) for part in parts]
        if len(sets) == 1 and "|" not in written:
            return None, sets[0]
        return sets, [tile for tiles in sets for tile in tiles]
    items = list(table)
    nested = [len(item.split()) > 1 if isinstance(item, str) else isinstance(item, Iterable) for item in items]
    if items and all(nested):
        sets = [parse_tiles(item, numbers) for item in items]
        return sets, [tile for tiles in sets for tile in tiles]
    return None, parse_tiles(items, numbers)


def tile_counts(tiles: Iterable[int], numbers: int, copies: int, jokers: int, where: str) -> np.ndarray:
    """Counts per tile kind, refused by name where there are more than the box has."""
    counts = np.zeros(4 * numbers + 1, np.int64)
    for tile in tiles:
        counts[int(tile)] += 1
    for tile, count in enumerate(counts):
        most = jokers if tile == 4 * numbers else copies
        if count > most:
            raise ValueError(f"{where}: {count} times {tile_text(tile, numbers)}, but the box has {most}")
    return counts


def tiles_text(tiles: Iterable[int], numbers: int = 13) -> str:
    """Text of tiles, blank between.

    Examples
    --------
    >>> tiles_text([6, 52])
    'r7 J'
    """
    return " ".join(tile_text(tile, numbers) for tile in tiles)
