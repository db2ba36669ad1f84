"""A FreeCell position as people write it: reading, checking and printing boards.

The common form is that of Freecell Solver and PySol: an optional line ``Foundations: H-4 C-A D-0 S-0`` (the top rank of
each suit), an optional line ``Freecells: 6S - QD``, then one line for each column from its base up.  A leading colon is
allowed, and an empty line or a lone colon is an empty column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from cardsim import pictures
from cardsim.cards import RANKS, SUITS, card_text, parse_card
from cardsim.games.freecell.deals import lay_out, ms_pack, seeded_pack
from cardsim.games.freecell.rules import DEFAULT, Rules, as_rules

_FOUNDATION = re.compile(r"([CDHS])[-=:]?(10|[0A1-9TJQK-])?|(10|[A1-9TJQK])([CDHS])", re.IGNORECASE)
_HEAD = re.compile(r"\s*(foundations?|founds?|freecells?|free cells?|cells?|fc)\s*:(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Board:
    """A position: columns from the base up, cells (-1 empty) and the number of cards home of C, D, H, S.

    Cards are numbered ``13 * suit + rank``.  Boards are equal if their cards stand at the same places.

    Examples
    --------
    >>> board = ms_deal(1)
    >>> print(board)
    JD KD 2S 4C 3S 6D 6S
    2D KC KS 5C TD 8S 9C
    9H 9S 9D TS 4S 8D 2H
    JC 5S QD QH TH QS 6H
    5D AD JS 4H 8H 6C
    7H QC AS AC 2C 3D
    7C KH AH 4D JH 8C
    5H 3H 3C 7S 7D TC
    >>> board.cards_home
    0
    """

    columns: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    foundations: tuple[int, int, int, int]
    rules: Rules = field(default=DEFAULT, compare=False, repr=False)

    @property
    def cards_home(self) -> int:
        """Number of cards on the foundations."""
        return sum(self.foundations)

    @property
    def won(self) -> bool:
        """Whether all 52 cards are home."""
        return self.cards_home == 52

    def __str__(self) -> str:
        lines = []
        if self.cards_home:
            tops = (f"{suit}-{_top(count, self.rules)}" for suit, count in zip(SUITS, self.foundations, strict=True))
            lines.append("Foundations: " + " ".join(tops))
        if any(card >= 0 for card in self.cells):
            lines.append("Freecells: " + " ".join(_text(card) for card in self.cells))
        colon = ": " if not all(self.columns) else ""
        lines += [(colon + " ".join(map(_text, column))).rstrip() for column in self.columns]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = pictures.board_rows(self.columns, self.cells, self.foundations, self.rules.foundation_base)
        return pictures.Picture(rows)._repr_html_()


def _text(card: int) -> str:
    return "-" if card < 0 else card_text(card).upper()


def _top(count: int, rules: Rules) -> str:
    return RANKS[(rules.foundation_base - 1 + count - 1) % 13] if count else "0"


def ms_deal(number: int, rules: Rules | None = None) -> Board:
    """The numbered deal of Microsoft FreeCell (1 .. 2**31 - 1) and FreeCell Pro (.. 2**33 - 1).

    Games with other columns take the same cards in the same order: round over the columns present, the last
    ``cells_filled`` cards to the cells.

    Raises
    ------
    ValueError
        If `number` is not a deal number.
    """
    return deal(ms_pack(number), rules)


def seeded_deal(seed: int, index: int = 0, rules: Rules | None = None) -> Board:
    """The deal that game `index` of `seed` plays in :func:`cardsim.simulate`."""
    return deal(seeded_pack(seed, index), rules)


def deal(pack: Iterable[int], rules: Rules | None = None) -> Board:
    """Deal the 52 cards of `pack` in their order."""
    rules = as_rules(rules)
    columns, cells = lay_out(list(pack), rules.columns, rules.cells_filled)
    board = Board(
        tuple(tuple(column) for column in columns),
        tuple(cells) + (-1,) * (rules.cells - len(cells)),
        (0, 0, 0, 0),
        rules,
    )
    check_board(board)
    return board


def parse(text: str, rules: Rules | None = None, *, transpose: bool | None = None) -> Board:
    """Read a board in the common text form.

    Parameters
    ----------
    text : str
        One line for each column, base first; ``T`` or ``10``, ``A`` or ``1``, upper or lower case.
    rules : Rules, preset name or dict, optional
        Decide how many columns and cells there are; default FreeCell.
    transpose : bool, optional
        True: the lines are rows of the deal instead.  By default a board that looks like rows is refused.

    Raises
    ------
    ValueError
        Naming the line and card that is wrong, missing or repeated.

    Examples
    --------
    >>> str(parse(str(ms_deal(24)))) == str(ms_deal(24))
    True
    """
    rules = as_rules(rules)
    foundations = [0, 0, 0, 0]
    cells: list[int] = []
    lines = []
    for line in text.splitlines():
        head = _HEAD.fullmatch(line)
        if head is None:
            if not line.lstrip().startswith("#"):
                lines.append(line)
        elif head[1].lower().startswith("found"):
            foundations = _parse_foundations(head[2], rules)
        else:
            cells = _parse_cells(head[2], rules)
    if not any(foundations) and not any(card >= 0 for card in cells) and not "".join(lines).strip(" :\t"):
        raise ValueError("the text holds no cards: give one line for each column, base first")
    columns = _parse_columns(lines, rules, transpose)
    cells += [-1] * (rules.cells - len(cells))
    board = Board(tuple(map(tuple, columns)), tuple(cells), tuple(foundations), rules)  # type: ignore[arg-type]
    check_board(board)
    return board


def _card(word: str, where: str) -> int:
    try:
        return parse_card("A" + word[1:] if word[:1] == "1" and len(word) == 2 else word)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _parse_foundations(text: str, rules: Rules) -> list[int]:
    counts = [0, 0, 0, 0]
    given: set[int] = set()
    for word in text.split():
        match = _FOUNDATION.fullmatch(word)
        if match is None:
            raise ValueError(
                f"Foundations: {word!r} is no foundation: write a suit and its top rank, such as H-4 or H-0"
            )
        suit = SUITS.index((match[1] or match[4]).upper())
        if suit in given:
            raise ValueError(f"Foundations: {SUITS[suit]} is given twice")
        given.add(suit)
        rank = (match[2] or match[3] or "0").upper().replace("10", "T").replace("1", "A")
        if rank not in "0-":
            counts[suit] = (RANKS.index(rank) - (rules.foundation_base - 1)) % 13 + 1
    return counts


def _parse_cells(text: str, rules: Rules) -> list[int]:
    words = text.split()
    if len(words) > rules.cells:
        raise ValueError(f"Freecells: {len(words)} given, but these rules have {rules.cells} cells")
    return [-1 if word == "-" else _card(word, "Freecells") for word in words]


def _parse_columns(lines: list[str], rules: Rules, transpose: bool | None) -> list[list[int]]:
    bodies = [line.strip().removeprefix(":").strip() for line in lines]
    for end in (-1, 0):
        wanted = len(bodies) if transpose else rules.columns
        while len(bodies) > wanted and not lines[end].strip():
            del bodies[end], lines[end]
    rows = [[_card(word, f"column {i}") for word in body.split()] for i, body in enumerate(bodies, 1)]
    full = [row for row in rows if row]
    by_rows = len(full) > 1 and all(len(row) == rules.columns for row in full[:-1]) and sum(map(len, full)) == 52
    if transpose:
        longest = max(map(len, rows))
        if longest > rules.columns:
            raise ValueError(f"a row has {longest} cards, but these rules have {rules.columns} columns")
        return [[row[q] for row in rows if q < len(row)] for q in range(rules.columns)]
    if by_rows and transpose is None and len(full) != rules.columns:
        raise ValueError("the board seems to be written by rows: give one line for each column, or transpose=True")
    if len(rows) != rules.columns:
        raise ValueError(
            f"{len(rows)} columns given, but these rules have {rules.columns} (write ':' for an empty one)"
        )
    return rows


def check_board(board: Board) -> None:
    """Check that the board fits its rules and holds each of the 52 cards once.

    Raises
    ------
    ValueError
        Naming the card, column, cell or foundation that is wrong.
    """
    rules = board.rules
    if len(board.columns) != rules.columns:
        raise ValueError(f"the board has {len(board.columns)} columns, its rules {rules.columns}")
    if len(board.cells) != rules.cells:
        raise ValueError(f"the board has {len(board.cells)} cells, its rules {rules.cells}")
    where: dict[int, str] = {}

    def stands(card: int, place: str) -> None:
        if not 0 <= card < 52:
            raise ValueError(f"{place}: {card} is no card number (0..51)")
        if card in where:
            raise ValueError(f"{_text(card)} is there twice: {where[card]} and {place}")
        where[card] = place

    for suit, count in enumerate(board.foundations):
        if not 0 <= count <= 13:
            raise ValueError(f"foundation {SUITS[suit]}: {count} cards are impossible, there are 0 to 13")
        for i in range(count):
            stands(13 * suit + (rules.foundation_base - 1 + i) % 13, f"on foundation {SUITS[suit]}")
    for k, card in enumerate(board.cells, 1):
        if card != -1:
            stands(card, f"in cell {k}")
    for q, column in enumerate(board.columns, 1):
        for card in column:
            stands(card, f"in column {q}")
    missing = [_text(card) for card in range(52) if card not in where]
    if missing:
        raise ValueError(f"missing from the board: {' '.join(missing)}")
