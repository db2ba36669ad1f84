"""Moves and their notation, and a checker that replays a line with rule code of its own.

Standard notation: columns ``1``-``9``, cells ``a``-``g`` and ``i`` (``h`` is home), source then target: ``26``,
``5a``, ``bh``.  A run to an empty column carries ``v`` and its number of cards in hexadecimal (``26v3``), as in
Freecell Solver's extended notation.  Further columns and cells take the long form ``10,c9,1``: source, target, number
of cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from cardsim.cards import card_text
from cardsim.games.freecell.board import Board
from cardsim.games.freecell.variant import CELL, HOME

_CELLS = "abcdefgi"
_SHORT = re.compile(r"([1-9a-gi])([1-9a-i])(?:v([0-9a-f]+))?", re.IGNORECASE)
_LONG = re.compile(r"(c?)(\d+),(?:(c?)(\d+)|h),(\d+)", re.IGNORECASE)


class Move(NamedTuple):
    """`size` cards from `source` to `target`: columns 0..12, cells ``13 + k``, home 25; size 0 = what the rules make
    it.

    Examples
    --------
    >>> str(Move(1, 5, 1)), str(Move(4, CELL, 1)), str(Move(CELL + 1, HOME, 1)), str(Move(9, 0, 1))
    ('26', '5a', 'bh', '10,1,1')
    """

    source: int
    target: int
    size: int = 1
    to_empty: bool = False

    def __str__(self) -> str:
        places = (self.source, self.target)
        if all(place < 9 or CELL <= place < CELL + 8 or place == HOME for place in places):
            return "".join(map(_short, places)) + (f"v{self.size:x}" if self.to_empty and self.size > 1 else "")
        return f"{_long(self.source)},{_long(self.target)},{self.size}"


def _short(place: int) -> str:
    return "h" if place == HOME else str(place + 1) if place < CELL else _CELLS[place - CELL]


def _long(place: int) -> str:
    return "h" if place == HOME else str(place + 1) if place < CELL else f"c{place - CELL + 1}"


def parse_move(text: str) -> Move:
    """A move from its notation; size 0 if the notation leaves it to the rules.

    Examples
    --------
    >>> parse_move("26v3")
    Move(source=1, target=5, size=3, to_empty=True)
    """
    short = _SHORT.fullmatch(text.strip())
    if short:
        source, target = (_place(short[i].lower()) for i in (1, 2))
        return Move(source, target, int(short[3], 16) if short[3] else 0, bool(short[3]))
    long = _LONG.fullmatch(text.strip())
    if long is None:
        raise ValueError(f"{text!r} is no move: write source and target such as 26, 5a, bh, 26v3 or 10,c9,1")
    source = int(long[2]) - 1 + (CELL if long[1] else 0)
    target = HOME if long[4] is None else int(long[4]) - 1 + (CELL if long[3] else 0)
    return Move(source, target, int(long[5]))


def _place(letter: str) -> int:
    return HOME if letter == "h" else int(letter) - 1 if letter.isdigit() else CELL + _CELLS.index(letter)


class Table:
    """A position to move on, with every rule spelled out; shares no code with the solvers."""

    def __init__(self, board: Board) -> None:
        self.rules = board.rules
        self.columns = [list(column) for column in board.columns]
        self.cells = list(board.cells)
        self.home = list(board.foundations)
        self.moves = 0
        self.autoplay()

    def board(self) -> Board:
        """The position as a board."""
        columns = tuple(tuple(column) for column in self.columns)
        return Board(columns, tuple(self.cells), tuple(self.home), self.rules)  # type: ignore[arg-type]

    def rank(self, card: int) -> int:
        """0 for the foundation's base rank up to 12."""
        return (card % 13 - (self.rules.foundation_base - 1)) % 13

    def may_build(self, card: int, on: int) -> bool:
        """Whether `card` may lie on the card `on` in a column."""
        if self.rank(on) != self.rank(card) + 1:
            return False
        if self.rules.build == "suit":
            return card // 13 == on // 13
        return self.rules.build == "any" or (card // 13 in (1, 2)) != (on // 13 in (1, 2))

    def next_home(self, card: int) -> bool:
        """Whether `card` is the next one of its foundation."""
        return self.home[card // 13] == self.rank(card)

    def limit(self, target: int) -> int:
        """The longest run that may be moved to the column `target`."""
        if self.rules.run_move == "single":
            return 1
        if self.rules.run_move == "unlimited":
            return 52
        free = self.cells.count(-1) + 1
        if self.rules.empty_column != "any":
            return free
        empty = sum(1 for q, column in enumerate(self.columns) if not column and q != target)
        return free * 2 ** (min(empty, 1) if self.rules.run_limit == "one_column" else empty)

    def play(self, move: Move) -> Move:
        """Make a move and return it with its size; ValueError says what is illegal."""
        if sum(self.home) == 52:
            raise ValueError("the game is won already")
        if self.rules.max_moves is not None and self.moves >= self.rules.max_moves:
            raise ValueError(f"the game ended after {self.moves} moves")
        cards = self._lift(move)
        self._lay_down(move, cards)
        self.moves += 1
        self.autoplay()
        return move._replace(size=len(cards))

    def _lift(self, move: Move) -> list[int]:
        if move.source == HOME:
            raise ValueError("cards on a foundation stay there")
        if move.source >= CELL:
            k = move.source - CELL
            if k >= len(self.cells) or self.cells[k] < 0:
                raise ValueError(f"cell {k + 1} holds no card")
            if move.size > 1:
                raise ValueError(f"cell {k + 1} holds one card, not {move.size}")
            return [self.cells[k]]
        if not 0 <= move.source < len(self.columns) or not self.columns[move.source]:
            raise ValueError(f"column {move.source + 1} has no card")
        column = self.columns[move.source]
        size = move.size or self._size(move, column)
        if size < 1 or size > len(column):
            raise ValueError(f"column {move.source + 1} has {len(column)} cards, not {size}")
        run = column[-size:]
        if not all(self.may_build(above, below) for below, above in pairwise(run)):
            raise ValueError(f"the last {size} cards of column {move.source + 1} are no run")
        return run

    def _size(self, move: Move, column: list[int]) -> int:
        """The one size with which a run can be built on the target column."""
        if move.target >= len(self.columns) or not self.columns[move.target]:
            return 1
        size = self.rank(self.columns[move.target][-1]) - self.rank(column[-1])
        run = column[-size:] if 1 <= size <= len(column) else column[-1:]
        ordered = all(self.may_build(above, below) for below, above in pairwise(run))
        return len(run) if ordered else 1

    def _lay_down(self, move: Move, cards: list[int]) -> None:
        if move.target == move.source:
            raise ValueError("source and target are the same")
        first = card_text(cards[0]).upper()
        if move.target == HOME:
            if len(cards) > 1 or not self.next_home(cards[0]):
                raise ValueError(f"{first} is not the next card of its foundation")
            self.home[cards[0] // 13] += 1
        elif move.target >= CELL:
            k = move.target - CELL
            if move.source >= CELL:
                raise ValueError("a card does not move from cell to cell")
            if k >= len(self.cells) or self.cells[k] >= 0 or len(cards) > 1:
                raise ValueError(f"cell {k + 1} is not free for {first}")
            self.cells[k] = cards[0]
        else:
            self._onto_column(move.target, cards, first)
        if move.source >= CELL:
            self.cells[move.source - CELL] = -1
        else:
            del self.columns[move.source][-len(cards) :]

    def _onto_column(self, target: int, cards: list[int], first: str) -> None:
        if target >= len(self.columns):
            raise ValueError(f"there is no column {target + 1}")
        column = self.columns[target]
        if column and not self.may_build(cards[0], column[-1]):
            raise ValueError(f"{first} does not go on {card_text(column[-1]).upper()}")
        if not column:
            rule = self.rules.empty_column
            if rule == "none" or (rule == "kings" and self.rank(cards[0]) != 12):
                raise ValueError(f"{first} may not go to the empty column {target + 1}")
        if len(cards) > self.limit(target) and len(cards) > 1:
            raise ValueError(f"a run of {len(cards)} is too long: at most {self.limit(target)} cards can move there")
        column += cards

    def autoplay(self) -> None:
        """Send home what the rules send home by itself."""
        again = self.rules.autoplay != "none"
        while again:
            again = False
            for pile in [*self.columns, *([card] for card in self.cells if card >= 0)]:
                if pile and self.next_home(pile[-1]) and (self.rules.autoplay == "all" or self.safe(pile[-1])):
                    card = pile[-1]
                    if card in self.cells:
                        self.cells[self.cells.index(card)] = -1
                    else:
                        pile.pop()
                    self.home[card // 13] += 1
                    self.moves += self.rules.autoplay_counts
                    again = True
                    break

    def safe(self, card: int) -> bool:
        """Whether no card that is still in play will ever need `card` in a column."""
        suit, rank, home = card // 13, self.rank(card), self.home
        if self.rules.build == "suit":
            return True
        if self.rules.build == "any":
            return min(home) >= rank
        opposite = [home[other] for other in ((0, 3) if suit in (1, 2) else (1, 2))]
        return min(opposite) >= rank or (min(opposite) >= rank - 1 and home[3 - suit] >= rank - 2)


def play(board: Board, moves: Iterable[Move | tuple | str]) -> Board:
    """The board after `moves` (see :func:`check` for what may go wrong)."""
    table = Table(board)
    for number, given in enumerate(moves, 1):
        move = parse_move(given) if isinstance(given, str) else Move(*given)
        try:
            table.play(move)
        except ValueError as error:
            raise ValueError(f"move {number} ({given}): {error}") from None
    return table.board()


def check(board: Board, moves: Iterable[Move | tuple | str], *, won: bool = False) -> None:
    """Replay `moves` from `board` under its rules.

    Parameters
    ----------
    board : Board
    moves : iterable of Move, (source, target, size) or notation
    won : bool
        Also ask that all 52 cards are home in the end.

    Raises
    ------
    ValueError
        At the first illegal move, with its number and what is wrong with it.

    Examples
    --------
    >>> from cardsim.games.freecell.board import ms_deal
    >>> check(ms_deal(1), ["6a", "8b"])
    >>> check(ms_deal(1), ["6a", "61"])
    Traceback (most recent call last):
    ...
    ValueError: move 2 (61): 2C does not go on 6S
    """
    end = play(board, moves)
    if won and not end.won:
        raise ValueError(f"the moves end with {end.cards_home} of 52 cards home")
