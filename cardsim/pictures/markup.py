"""Pieces, rows and steps as HTML.

The text alone makes sense too: where a page strips all styles and scripts, cards read as ``10♥ J♥ Q♥``.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from cardsim.pictures.pieces import EVERYBODY, NOBODY, Choice, Group, Piece, Row, Step
from cardsim.pictures.style import STYLE

TEXT_FORM = "\ufe0e"
"""Asks for a suit as a letter that takes its colour, not as an emoji."""
COVERED = "▒"


def piece_html(piece: Piece, viewer: int = EVERYBODY) -> str:
    """One card or tile; a `viewer` who is a seat (or nobody) gets only what it may see.

    Examples
    --------
    >>> from cardsim.pictures import card
    >>> piece_html(card(35)).replace(TEXT_FORM, "")
    '<b class="k h">10<i>♥</i></b>'
    >>> piece_html(card(35, seat=1), viewer=0)
    '<b class="k back">▒</b>'
    """
    kind = "k tile" if piece.shape == "tile" else "k"
    if piece.ink == "back" or covered(piece.seat, viewer):
        return f'<b class="{kind} back">{COVERED}</b>'
    if piece.ink == "slot":
        return f'<b class="{kind} slot">–</b>'
    marks = "".join(f" {word}" for word in (piece.mark, private(piece.seat)) if word)
    return f'<b class="{kind} {piece.ink}{marks}">{html.escape(piece.text)}<i>{piece.sign}{TEXT_FORM}</i></b>'


def covered(seat: int, viewer: int) -> bool:
    """Whether `viewer` does not see what only `seat` sees."""
    return viewer != EVERYBODY and seat not in (EVERYBODY, viewer)


def private(seat: int) -> str:
    """The classes of what only `seat` sees, for the switch that hides it."""
    if seat == EVERYBODY:
        return ""
    return "p" if seat == NOBODY else f"p p{seat}"


def group_html(group: Group, viewer: int) -> str:
    """Pieces that belong together."""
    pieces = " ".join(piece_html(piece, viewer) for piece in group.pieces)
    note = f" <small>{html.escape(group.note)}</small>" if group.note else ""
    return f'<span class="g">{pieces}{note}</span>'


def row_html(row: Row, viewer: int = EVERYBODY) -> str:
    """One line of a picture."""
    between = " | " if row.layout == "line" else "<br>"
    owners = {piece.seat for group in row.groups for piece in group.pieces} - {EVERYBODY}
    parts = row.groups if not any(covered(seat, viewer) for seat in owners) else (together(row.groups),)
    groups = f'<span class="bar">{between}</span>'.join(group_html(group, viewer) for group in parts) or "–"
    owner = f" {private(owners.pop())}" if len(owners) == 1 else ""
    label = f'<span class="label">{html.escape(row.label)}</span> ' if row.label else ""
    seen = row.note and not covered(row.seat, viewer)
    note = f' <span class="note {private(row.seat)}">{html.escape(row.note)}</span>' if seen else ""
    active = " active" if row.active else ""
    return f'<div class="row {row.layout}{active}">{label}<span class="groups{owner}">{groups}</span>{note}</div>'


def together(groups: Iterable[Group]) -> Group:
    """All pieces in one group, so that cards face down do not tell how their owner sorts them."""
    return Group(tuple(piece for group in groups for piece in group.pieces))


def rows_html(rows: Iterable[Row], viewer: int = EVERYBODY) -> str:
    """Several lines."""
    return "\n".join(row_html(row, viewer) for row in rows)


def said(step: Step, viewer: int) -> str:
    """What happens, in the words of those who see it."""
    if not step.public:
        return f"<span>{html.escape(step.text)}</span>"
    if covered(step.seat, viewer):
        return f"<span>{html.escape(step.public)}</span>"
    classes = private(step.seat)
    return f'<span class="t {classes}" data-public="{html.escape(step.public)}">{html.escape(step.text)}</span>'


def choices_html(choices: Sequence[Choice], seat: int, viewer: int) -> str:
    """What could be done, and what was."""
    if not choices or covered(seat, viewer):
        return ""
    words = " · ".join(
        f"<em>{html.escape(choice.text)} ✓</em>" if choice.chosen else f"<span>{html.escape(choice.text)}</span>"
        for choice in choices
    )
    return f'<div class="choices {private(seat)}"><span class="label">could</span> {words}</div>'


def step_html(step: Step, number: int, total: int, viewer: int = EVERYBODY) -> str:
    """One moment of a game."""
    score = f' <span class="score">{html.escape(step.score)}</span>' if step.score else ""
    return (
        f'<section class="step"><p><small>{number} / {total}</small> {said(step, viewer)}{score}</p>\n'
        f"{rows_html(step.rows, viewer)}\n{choices_html(step.choices, step.seat, viewer)}</section>"
    )


class Picture:
    """Cards, melds or tiles to look at: a picture in a notebook, text elsewhere."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = tuple(rows)

    def __str__(self) -> str:
        lines = (
            " ".join(part for part in (row.label, " | ".join(map(str, row.groups)), row.note) if part)
            for row in self.rows
        )
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<div class="cardsim">{STYLE}\n{rows_html(self.rows)}</div>'
