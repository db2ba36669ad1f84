"""Values against a rule, a parameter or a category: points, lines and bars, always with their intervals."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from cardsim.plots.page import groups, hollow, looks, page, percent_axis, reach, require, styled, subtitle_of, words

ESTIMATE = ("value", "low", "high")


@styled
def rates(
    frame: pd.DataFrame,
    x: str,
    *,
    by: str | None = None,
    published: pd.DataFrame | None = None,
    percent: bool = True,
    title: str = "",
    rules: str = "",
    xlabel: str | None = None,
    ylabel: str = "",
) -> Figure:
    """Points with intervals against `x`, series side by side.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per point: columns `x`, ``value``, ``low``, ``high``; ``n`` goes into the subtitle.
    x : str
        Column of the horizontal axis; text gives one place per category.
    by : str, optional
        Column that names the series.
    published : pandas.DataFrame, optional
        Values from elsewhere, drawn hollow: columns `x`, ``value``, ``source``, perhaps ``low``, ``high`` and `by`.
    percent : bool
        Whether values are shares, to be shown in percent.
    title, rules : str
        Heading, and what the subtitle says after n: rules, players, seed.
    xlabel, ylabel : str
        Names of the axes, with units.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"limit": [5, 10], "value": [0.1, 0.2], "low": [0.08, 0.17], "high": [0.12, 0.23]})
    >>> figure = rates(table, "limit", title="Undercuts", ylabel="share of hands")
    """
    return _series(frame, x, by, published, percent, title, rules, xlabel, ylabel, joined=False)


@styled
def lines(
    frame: pd.DataFrame,
    x: str,
    *,
    by: str | None = None,
    published: pd.DataFrame | None = None,
    percent: bool = False,
    title: str = "",
    rules: str = "",
    xlabel: str | None = None,
    ylabel: str = "",
) -> Figure:
    """As `rates`, with the points of a series joined by a line."""
    return _series(frame, x, by, published, percent, title, rules, xlabel, ylabel, joined=True)


@styled
def bars(
    frame: pd.DataFrame,
    category: str,
    *,
    by: str | None = None,
    percent: bool = True,
    title: str = "",
    rules: str = "",
    xlabel: str = "",
) -> Figure:
    """Horizontal bars with intervals, one per category in the order of the table, or one per category and series.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per bar: columns `category`, ``value``, ``low``, ``high``, perhaps `by` and ``n``.
    """
    require(frame, [category, by, *ESTIMATE])
    series = list(groups(frame, by))
    names = [str(name) for name in pd.unique(frame[category])]
    height = 0.8 / len(series)
    figure, (axes,) = page(
        title, subtitle_of(frame, rules, "bar"), size=(7.2, 1.7 + 0.28 * len(names) * max(1.0, 0.75 * len(series)))
    )
    hatches = ["", "///", "...", "\\\\\\", "xxx", "---", "+++"]
    for number, (name, part) in enumerate(series):
        places = np.array([names.index(str(label)) for label in part[category]])
        places = places + (number - (len(series) - 1) / 2) * height
        axes.barh(
            places, part["value"], height=0.92 * height, color=looks(number)["color"], alpha=0.75, label=name,
            hatch=hatches[number % len(hatches)], edgecolor="white", linewidth=0,
        )  # fmt: skip
        axes.errorbar(part["value"], places, xerr=reach(part), fmt="none", ecolor="#111111", elinewidth=1.3)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.set_xlabel(xlabel)
    if pd.api.types.is_numeric_dtype(frame[category]):  # bare numbers do not say what they count
        axes.set_ylabel(words(category))
    axes.axvline(0, color="#888888", linewidth=0.8)
    if percent:
        percent_axis(axes.xaxis)
    if by is not None:
        _legend(axes)
    return figure


def draw_series(
    axes: Axes,
    frame: pd.DataFrame,
    x: str,
    by: str | None,
    *,
    joined: bool,
    published: pd.DataFrame | None = None,
    percent: bool = False,
    xlabel: str | None = None,
    ylabel: str = "",
) -> None:
    """All series of a table on given axes."""
    places, names = _places(frame if published is None else pd.concat([frame[[x]], published[[x]]]), x)
    series = list(groups(frame, by))
    step = _dodge(places, len(series)) if frame[x].duplicated().any() or published is not None else 0.0
    shifts = {name: (number - (len(series) - 1) / 2) * step for number, (name, _) in enumerate(series)}
    for number, (name, part) in enumerate(series):
        look = looks(number) if joined else looks(number) | {"linestyle": "none"}
        label = name or ("here" if published is not None else None)
        axes.errorbar(part[x].map(places) + shifts[name], part["value"], yerr=reach(part), label=label, **look)
    if published is not None:
        _draw_published(axes, published, x, by, places, shifts, step)
    if names is not None:
        axes.set_xticks(range(len(names)), names)
        if max(map(len, names)) * len(names) > 75:
            axes.tick_params(axis="x", rotation=30)
            for tick in axes.get_xticklabels():
                tick.set_horizontalalignment("right")
    elif pd.api.types.is_integer_dtype(frame[x]):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(words(x) if xlabel is None else xlabel)
    axes.set_ylabel(ylabel)
    if percent:
        percent_axis(axes.yaxis)
    if by is not None or published is not None:
        _legend(axes)


def _series(
    frame: pd.DataFrame, x: str, by: str | None, published: pd.DataFrame | None, percent: bool, title: str, rules: str,
    xlabel: str | None, ylabel: str, joined: bool,
) -> Figure:  # fmt: skip
    require(frame, [x, by, *ESTIMATE])
    if published is not None:
        require(published, [x, "value", "source"])
    figure, (axes,) = page(title, subtitle_of(frame, rules))
    draw_series(
        axes, frame, x, by, joined=joined, published=published, percent=percent, xlabel=xlabel, ylabel=ylabel
    )  # fmt: skip
    return figure


def _draw_published(
    axes: Axes, published: pd.DataFrame, x: str, by: str | None, places: dict, shifts: dict[str, float], step: float
) -> None:
    """One hollow series per source, in the colour and at the place of our series of the same name, if there is one."""
    shared = by is not None and by in published
    names = list(shifts)
    for number, (source, part) in enumerate(groups(published, "source"), start=1):
        for name, own in groups(part, by if shared else None):
            ours = shared and name in shifts
            look = looks(names.index(name)) if ours else {"color": "#333333", "marker": "osD^"[(number - 1) % 4]}
            shift = shifts[name] if ours else (number * step if by is None else 0.0)
            error = {"yerr": reach(own)} if "low" in own and "high" in own else {}
            label = f"{name}, {source}" if shared else source
            hollow(axes, own[x].map(places) + shift, own["value"], look["color"], look["marker"], label=label, **error)


def _places(frame: pd.DataFrame, x: str) -> tuple[dict[Any, float], list[str] | None]:
    """Where each value of `x` stands, and the names of the places if they are categories."""
    values = pd.unique(frame[x])
    if pd.api.types.is_numeric_dtype(frame[x]) and not pd.api.types.is_bool_dtype(frame[x]):
        return {value: float(value) for value in values}, None
    return {value: float(number) for number, value in enumerate(values)}, [str(value) for value in values]


def _dodge(places: dict[Any, float], series: int) -> float:
    """Distance between series at one place, so that intervals stand side by side."""
    ordered = np.unique(list(places.values()))
    gap = float(np.diff(ordered).min()) if len(ordered) > 1 else 1.0
    return min(0.12, 0.5 / series) * gap


def _legend(axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) > 4 or sum(map(len, labels)) > 60:
        axes.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1))
    else:
        axes.legend(handles, labels, loc="best")
