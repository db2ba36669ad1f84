"""FreeCell boards, and hands and racks by the group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardsim.pictures.markup import Picture
from cardsim.pictures.pieces import SLOT, Group, Piece, Row, card, cards, tile

FOUNDATIONS = ("clubs", "diamonds", "hearts", "spades")


def board_rows(
    columns: Iterable[Iterable[int]],
    cells: Iterable[int],
    home: Iterable[int],
    base: int = 1,
    legal: int = 0,
    moved: int = -1,
) -> tuple[Row, ...]:
    """A FreeCell board: cells (-1: empty) and foundations (cards home, built up from rank `base`), then the columns.

    The cards of the mask `legal` may move, the card `moved` does.
    """

    def shown(number: int) -> Piece:
        mark = "chosen" if number == moved else "legal" if legal >> number & 1 else ""
        return card(number, mark=mark)

    def top(suit: int, count: int) -> Piece:
        return card(13 * suit + (base + count - 2) % 13) if count else SLOT

    free = [Group((shown(number) if number >= 0 else SLOT,), f"cell {k}") for k, number in enumerate(cells, 1)]
    tops = [Group((top(suit, count),), FOUNDATIONS[suit]) for suit, count in enumerate(home)]
    stacks = [Group(tuple(map(shown, column)) or (SLOT,), str(k)) for k, column in enumerate(columns, 1)]
    return Row("cells, home", (*free, *tops)), Row("columns", tuple(stacks), layout="columns")


def card_groups(groups: Iterable[tuple[str, Iterable[int]]], note: str = "") -> Picture:
    """Groups of cards, each with a word below it."""
    shown = tuple(Group(cards(numbers), word) for word, numbers in groups)
    return Picture([Row("", shown, note)])


def tile_groups(groups: Iterable[Sequence[int]], numbers: int = 13, new: Iterable[int] = (), note: str = "") -> Picture:
    """Groups of Rummikub tiles numbered ``numbers * colour + value - 1`` (joker ``4 * numbers``); `new` ones marked."""
    left = list(new)

    def shown(number: int) -> Piece:
        mark = ""
        if number in left:
            left.remove(number)
            mark = "new"
        colour, value = divmod(number, numbers)
        return tile(colour, 0 if colour == 4 else value + 1, mark=mark)

    return Picture([Row("", tuple(Group(tuple(shown(int(number)) for number in group)) for group in groups), note)])
