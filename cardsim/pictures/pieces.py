"""What a picture consists of: cards and tiles, in groups, in rows; and a game as a list of steps.

A card or tile may be private to a seat, so that the same picture can be shown as each player saw it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

EVERYBODY, NOBODY = -1, -2
"""In place of a seat: everybody sees it, or nobody does."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
SUIT_INKS = "cdhs"
TILE_SHAPES = "●■▲◆"
TILE_INKS = ("red", "blue", "black", "orange")
JOKER = "★"


class Piece(NamedTuple):
    """One card or tile: what is written on it, its sign, its ink, who sees it, and how it is marked.

    `seat` is the only seat that sees it, or :data:`EVERYBODY` or :data:`NOBODY`; `mark` is ``""``, ``"new"`` (just
    moved), ``"legal"`` (may be chosen) or ``"chosen"``.
    """

    text: str
    sign: str
    ink: str
    seat: int = EVERYBODY
    mark: str = ""
    shape: str = "card"

    def __str__(self) -> str:
        return self.text + self.sign


SLOT = Piece("", "", "slot")
"""An empty place."""


class Group(NamedTuple):
    """Pieces that belong together, such as a meld, and what is written below them."""

    pieces: tuple[Piece, ...] = ()
    note: str = ""

    def __str__(self) -> str:
        return " ".join(map(str, self.pieces)) or "–"


class Row(NamedTuple):
    """One line of a picture: its label, its groups, a remark.

    `layout` is ``"line"`` or ``"columns"`` (each group from the top down, cards overlapping, as on a FreeCell board).
    `active` marks the player whose turn it is; only `seat` sees the remark.
    """

    label: str
    groups: tuple[Group, ...] = ()
    note: str = ""
    layout: str = "line"
    active: bool = False
    seat: int = EVERYBODY


class Choice(NamedTuple):
    """One thing that could be done: in words, or as pieces; and whether it was done."""

    text: str
    chosen: bool = False


class Step(NamedTuple):
    """One moment of a game.

    `text` says what happens; where that is the secret of a seat, `public` says what the others see and `seat` is the
    only one who sees `text` and `choices`.
    """

    text: str
    rows: tuple[Row, ...]
    seat: int = EVERYBODY
    public: str = ""
    choices: tuple[Choice, ...] = ()
    score: str = ""


def card(number: int, seat: int = EVERYBODY, mark: str = "") -> Piece:
    """The card numbered ``13 * suit + rank`` (suits C D H S, rank 0 = ace); 52 and 53 are a little and a big joker.

    Examples
    --------
    >>> str(card(35))
    '10♥'
    """
    suit, rank = divmod(int(number), 13)
    if suit == len(SUITS):
        return Piece(("jo", "JO")[rank], JOKER, "joker", seat, mark)
    return Piece(RANKS[rank], SUITS[suit], SUIT_INKS[suit], seat, mark)


def cards(numbers: Iterable[int], seat: int = EVERYBODY, mark: str = "") -> tuple[Piece, ...]:
    """The cards of those numbers, in that order."""
    return tuple(card(number, seat, mark) for number in numbers)


def hidden(count: int, shape: str = "card") -> tuple[Piece, ...]:
    """Cards (or tiles) that lie face down."""
    return (Piece("", "", "back", shape=shape),) * count


def tile(colour: int, value: int, seat: int = EVERYBODY, mark: str = "") -> Piece:
    """A Rummikub tile: colours red, blue, black, orange = 0..3, each with a shape; value 0 is the joker.

    Examples
    --------
    >>> str(tile(1, 10)), str(tile(0, 0))
    ('10■', 'J★')
    """
    if value == 0:
        return Piece("J", JOKER, "joker", seat, mark, "tile")
    return Piece(str(value), TILE_SHAPES[colour], TILE_INKS[colour], seat, mark, "tile")
