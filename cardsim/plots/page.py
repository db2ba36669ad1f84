"""What all charts share: the style sheet, the page with title and subtitle, and the series drawn on it."""

import functools
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from matplotlib.transforms import ScaledTranslation

STYLE = Path(__file__).parent.parent / "cardsim.mplstyle"
GREY = "#777777"
POINTS = 1 / 72  # inches


def styled(draw: Callable[..., Figure]) -> Callable[..., Figure]:
    """Draw under the style sheet and take the figure out of pyplot's list, so that a notebook shows it once."""

    @functools.wraps(draw)
    def wrapper(*args: Any, **keywords: Any) -> Figure:
        with plt.style.context(STYLE):
            figure = draw(*args, **keywords)
        plt.close(figure)
        return figure

    return wrapper


def page(
    title: str, subtitle: str, panels: int = 1, columns: int = 1, size: tuple[float, float] | None = None
) -> tuple[Figure, list[Axes]]:
    """Figure with a bold title and a grey subtitle at the left, and room kept for both."""
    rows = -(-panels // columns)
    figure, grid = plt.subplots(rows, columns, squeeze=False, figsize=size)
    width = figure.get_figwidth()
    lines = textwrap.wrap(subtitle, int(width * 13.6))
    heading = textwrap.wrap(title, int(width * 8.2)) or [""]
    room = "\n" * (-(-len(lines) * 12 // 15) + 1) if lines else ""
    figure.suptitle("\n".join(heading) + room, x=0.012, ha="left", size=12.5, weight="bold", linespacing=1.15)
    drop = ScaledTranslation(0, -(len(heading) * 16.5 + 2) * POINTS, figure.dpi_scale_trans)
    figure.text(
        0.012,
        0.98,
        "\n".join(lines),
        transform=figure.transFigure + drop,
        va="top",
        size=9,
        color=GREY,
        linespacing=1.25,
    )
    for unused in grid.flat[panels:]:
        unused.remove()
    return figure, list(grid.flat[:panels])


def require(frame: pd.DataFrame, columns: Sequence[str | None]) -> None:
    """Refuse a table that lacks a column of the chart, naming it and what there is."""
    if frame.empty:
        raise ValueError("there is nothing to draw: the table has no rows")
    for column in columns:
        if column is not None and column not in frame:
            raise ValueError(f"the table has no column {column!r}; it has {', '.join(map(str, frame.columns))}")


def subtitle_of(frame: pd.DataFrame, rules: str, unit: str = "point") -> str:
    """``n = 1,000 per point · 95 % intervals · rules``, as far as the table tells."""
    parts = []
    if "n" in frame and len(frame):
        low, high = int(frame["n"].min()), int(frame["n"].max())
        parts.append(f"n = {low:,} per {unit}" if low == high else f"n = {low:,} to {high:,} per {unit}")
    if "low" in frame and "high" in frame and (frame["low"] < frame["high"]).any():  # exact values have none
        parts.append("95 % intervals")
    return " · ".join([*parts, rules] if rules else parts)


def words(name: str) -> str:
    """The name of a column as it is written on an axis.

    Examples
    --------
    >>> words("knock_limit"), words("0.T")
    ('knock limit', 'T of seat 0')
    """
    seat, _, parameter = str(name).partition(".")
    return f"{parameter} of seat {seat}" if seat.isdecimal() and parameter else str(name).replace("_", " ")


def groups(frame: pd.DataFrame, by: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """The series of a table in order of appearance, with their names."""
    if by is None:
        yield "", frame
        return
    for name in pd.unique(frame[by]):
        yield str(name), frame[frame[by] == name]


def looks(number: int) -> dict[str, Any]:
    """Colour, marker and line style of series `number`."""
    cycle = list(plt.rcParams["axes.prop_cycle"])
    return dict(cycle[number % len(cycle)])


def reach(frame: pd.DataFrame) -> np.ndarray:
    """Lengths of the interval below and above each value, for `errorbar`; infinite ones are not drawn."""
    below, above = frame["value"] - frame["low"], frame["high"] - frame["value"]
    lengths = np.clip(np.array([below, above], dtype=float), 0, None)
    return np.where(np.isfinite(lengths), lengths, np.nan)


def percent_axis(axis: Any) -> None:
    """Ticks of shares as percent, with a thin space before the sign."""
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.6g} %"))


def hollow(axes: Axes, x: Any, y: Any, color: str, marker: str, **keywords: Any) -> None:
    """Published values: hollow markers, with their interval if one was published."""
    axes.errorbar(
        x, y, color=color, marker=marker, markerfacecolor="white", markeredgecolor=color, markeredgewidth=1.4,
        markersize=8.5, linestyle="none", elinewidth=1, zorder=1.9, **keywords,
    )  # fmt: skip
