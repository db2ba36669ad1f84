"""The table of a sweep, drawn by the shape of its grid."""

import pandas as pd
from matplotlib.figure import Figure

from cardsim.plots.matrix import draw_matrix
from cardsim.plots.page import page, require, styled, subtitle_of, words
from cardsim.plots.series import draw_series

RESULTS = ("measure", "kind", "value", "low", "high", "n", "method")


def varying(frame: pd.DataFrame) -> list[str]:
    """Columns of the grid that take more than one value."""
    return [column for column in frame.columns if column not in RESULTS and frame[column].astype(str).nunique() > 1]


@styled
def sweep(
    frame: pd.DataFrame, *, measure: str | list[str] | None = None, title: str = "", rules: str = "", ylabel: str = ""
) -> Figure:
    """Draw the table of `cardsim.sweep`: lines for one varying column, heat maps or families of lines for two.

    Parameters
    ----------
    frame : pandas.DataFrame
        Grid columns, then ``measure``, ``kind`` ("rate" or "mean"), ``value``, ``low``, ``high``, ``n``.
    measure : str or list of str, optional
        Which measures to draw; all by default (for one varying column, one panel for rates and one for means).
    """
    require(frame, ["measure", "kind", "value", "low", "high"])
    rules = rules or frame.attrs.get("described", "")
    if measure is not None:
        wanted = [measure] if isinstance(measure, str) else list(measure)
        missing = [name for name in wanted if name not in set(frame["measure"])]
        if missing:
            known = ", ".join(map(str, pd.unique(frame["measure"])))
            raise ValueError(f"the sweep has no measure {missing[0]!r}; it has {known}")
        frame = frame[frame["measure"].isin(wanted)]
    axes_of_grid = varying(frame)
    if len(axes_of_grid) == 1:
        return _one(frame, axes_of_grid[0], title, rules, ylabel)
    if len(axes_of_grid) == 2:
        return _two(frame, axes_of_grid[0], axes_of_grid[1], title, rules)
    raise ValueError(
        f"a sweep is drawn over one or two varying columns; here {len(axes_of_grid)} vary: "
        f"{', '.join(axes_of_grid) or 'none'}. Select rows first"
    )


def _one(frame: pd.DataFrame, x: str, title: str, rules: str, ylabel: str) -> Figure:
    kinds = list(pd.unique(frame["kind"]))
    figure, panels = page(title, subtitle_of(frame, rules), len(kinds), size=(7.2, 1.3 + 3.1 * len(kinds)))
    for axes, kind in zip(panels, kinds, strict=True):
        part = frame[frame["kind"] == kind]
        several = part["measure"].nunique() > 1
        name = ylabel or (
            ("share of games" if kind == "rate" else "mean") if several else words(part["measure"].iat[0])
        )
        draw_series(
            axes, part, x, "measure" if several else None, joined=True, percent=kind == "rate", ylabel=name
        )  # fmt: skip
    return figure


def _two(frame: pd.DataFrame, first: str, second: str, title: str, rules: str) -> Figure:
    """Few values on one side: a family of lines. Many on both: a heat map. One panel per measure."""
    measures = list(pd.unique(frame["measure"]))
    x, by = (first, second) if frame[first].nunique() >= frame[second].nunique() else (second, first)
    family = frame[by].nunique() <= 5
    columns = 1 if len(measures) == 1 else 2
    rows = -(-len(measures) // columns)
    figure, panels = page(
        title, subtitle_of(frame, rules, "point" if family else "cell"), len(measures), columns,
        size=(7.2 if columns == 1 else 11, 1.3 + rows * (3.2 if family else 1 + 0.5 * frame[by].nunique())),
    )  # fmt: skip
    for axes, measure in zip(panels, measures, strict=True):
        part = frame[frame["measure"] == measure]
        rate = part["kind"].iat[0] == "rate"
        if family:
            named = part.assign(**{by: [f"{words(by)} = {value}" for value in part[by]]})
            draw_series(axes, named, x, by, joined=True, percent=rate, ylabel=words(measure))
        else:
            draw_matrix(axes, part, by, x, percent=rate)
            axes.set(title=words(measure), xlabel=words(x), ylabel=words(by))
    return figure
