"""Plain tables for the terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from cardsim.stats import Estimate


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = (), header: bool = True) -> str:
    """`rows` in columns two blanks apart, the first row underlined; columns in `right` are flush right.

    The last column wraps at the width of the terminal.

    Examples
    --------
    >>> print(table([["outcome", "share"], ["gin", "5 %"], ["knock", "80 %"]], right=[1]))
    outcome  share
    -------  -----
    gin        5 %
    knock     80 %
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    before = sum(widths[:-1]) + 2 * len(widths[:-1])
    room = max(shutil.get_terminal_size((120, 24)).columns - before, 30)
    widths[-1] = min(widths[-1], room)
    lines = [line for row in rows for line in _lines(row, widths, before, right)]
    if header:
        lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def _lines(row: Sequence[str], widths: Sequence[int], before: int, right: Sequence[int]) -> list[str]:
    cells = [
        cell.rjust(width) if column in right else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row[:-1], widths[:-1], strict=True))
    ]
    last = textwrap.wrap(row[-1], widths[-1]) or [""]
    if len(row) - 1 in right:
        last = [line.rjust(widths[-1]) for line in last]
    return ["  ".join([*cells, last[0]]).rstrip(), *(" " * before + line for line in last[1:])]


def section(title: str, body: str) -> str:
    """A titled part of a longer text."""
    return f"{title}\n{textwrap.indent(body, '  ')}"


def number(value: float) -> float | None:
    """`value` as JSON has it: None where nothing was observed."""
    return None if value != value else float(value)


def as_data(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain data."""
    return {
        "value": number(estimate.value),
        "low": number(estimate.low),
        "high": number(estimate.high),
        "n": estimate.n,
        "method": estimate.method,
    }


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a table as plain data; None where nothing was observed."""
    rows: list[dict[str, Any]] = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): finite(value) for name, value in row.items()} for row in rows]


def finite(value: Any) -> Any:
    """`value` as JSON has it: numpy's numbers as Python's, infinity as text."""
    value = value.item() if hasattr(value, "item") else value
    return str(value) if isinstance(value, float) and value in (float("inf"), float("-inf")) else value
