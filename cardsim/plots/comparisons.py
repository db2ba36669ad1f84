"""What moves a result most, and our numbers beside published ones."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from cardsim.plots.page import GREY, hollow, looks, page, percent_axis, reach, require, styled, subtitle_of, words


@styled
def tornado(
    frame: pd.DataFrame,
    parameter: str = "parameter",
    setting: str = "setting",
    *,
    baseline: float,
    percent: bool = True,
    title: str = "",
    rules: str = "",
    xlabel: str = "",
) -> Figure:
    """How far each parameter moves a result from the baseline, the strongest at the top.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per parameter and setting (all others as in the baseline): columns `parameter`, `setting`, ``value``,
        ``low``, ``high``; ``n`` goes into the subtitle.
    baseline : float
        The result with every parameter at its usual setting.
    """
    require(frame, [parameter, setting, "value", "low", "high"])
    moved = (frame["value"] - baseline).abs().groupby(frame[parameter]).max().sort_values(ascending=False)
    figure, (axes,) = page(
        title, subtitle_of(frame, rules, "bar"), size=(7.2, 1.7 + 0.25 * len(frame) + 0.15 * len(moved))
    )
    line, ticks, labels = 0.0, [], []
    for name in moved.index:
        part = frame[frame[parameter] == name].sort_values("value")
        lines = line + np.arange(len(part))  # a bar of its own for each setting, so that no label covers another
        ticks.append(lines.mean())
        for at, (_, row) in zip(lines, part.iterrows(), strict=True):
            labels.append(_tornado_bar(axes, at, row, baseline, str(row[setting])))
        axes.errorbar(part["value"], lines, xerr=reach(part), fmt="none", ecolor="#111111", elinewidth=1.3)
        line += len(part) + 0.5
    axes.axvline(baseline, color="#333333", linewidth=1)
    axes.set_yticks(ticks, [words(name) for name in moved.index])
    axes.invert_yaxis()
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    axes.margins(x=0.04, y=0.02)
    axes.set_xlabel(xlabel)
    if percent:
        percent_axis(axes.xaxis)
    _make_room(figure, axes, labels)
    return figure


def _tornado_bar(axes: Axes, at: float, row: pd.Series, baseline: float, label: str) -> Text:
    """One bar with its label beyond the interval."""
    up = row["value"] >= baseline
    axes.barh(at, row["value"] - baseline, left=baseline, height=0.75, color=looks(1 if up else 0)["color"], alpha=0.75)
    place = (row["high"] if up else row["low"], at)
    beside, align = (4, "left") if up else (-4, "right")
    return axes.annotate(label, place, (beside, 0), textcoords="offset points", ha=align, va="center", size=9)


def _make_room(figure: Figure, axes: Axes, labels: list[Text]) -> None:
    """Widen the axis until all labels stand inside; that shrinks the scale, hence more than once."""
    for _ in range(6):
        figure.draw_without_rendering()
        to_data = axes.transData.inverted()
        # Six points more at both ends: the axis line before a number would read as a minus sign.
        boxes = [label.get_window_extent().padded(6 * figure.dpi / 72).transformed(to_data) for label in labels]
        low, high = axes.get_xlim()
        axes.set_xlim(min([low, *(box.x0 for box in boxes)]), max([high, *(box.x1 for box in boxes)]))


@styled
def dots_published(
    frame: pd.DataFrame,
    label: str = "label",
    *,
    relative: bool = False,
    percent: bool = True,
    title: str = "",
    rules: str = "",
    xlabel: str = "",
) -> Figure:
    """Our values (filled) beside published ones (hollow), both with intervals, one row per statement.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns `label`, ``value``, ``low``, ``high``, ``published``, perhaps ``published_low``, ``published_high``,
        ``source`` (written at the right) and ``verdict`` (written before it).
    relative : bool
        Draw everything as a multiple of the published value, so that numbers of unlike size share an axis.
    percent : bool
        Whether values are shares, to be shown in percent.
    """
    require(frame, [label, "value", "low", "high", "published"])
    ours = frame[["value", "low", "high"]].astype(float)
    theirs = pd.DataFrame(
        {
            "value": frame["published"].astype(float),
            "low": frame.get("published_low", frame["published"]).fillna(frame["published"]).astype(float),
            "high": frame.get("published_high", frame["published"]).fillna(frame["published"]).astype(float),
        }
    )
    if relative:
        scale = theirs["value"].replace(0, np.nan)
        ours, theirs = ours.div(scale, axis=0), theirs.div(scale, axis=0)
    height = 1.7 + 0.3 * len(frame)
    figure, (axes,) = page(title, subtitle_of(frame, rules, "value"), size=(8.6, height))
    rows = np.arange(len(frame))
    hollow(axes, theirs["value"], rows + 0.14, "#111111", "o", xerr=reach(theirs), label="published")
    look = looks(0) | {"linestyle": "none"}
    axes.errorbar(ours["value"], rows - 0.14, xerr=reach(ours), label="here", **look)
    notes = [column for column in ("verdict", "source") if column in frame]
    for row, values in enumerate(frame[notes].fillna("").astype(str).to_numpy()):
        text = " · ".join(filter(None, values))
        axes.annotate(text, (1.01, row), xycoords=("axes fraction", "data"), va="center", size=8, color=GREY)
    axes.set_yticks(rows, [str(name) for name in frame[label]])
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_xlabel("value as a multiple of the published one" if relative and not xlabel else xlabel)
    if relative:
        axes.axvline(1, color="#888888", linewidth=0.8)
    elif percent:
        percent_axis(axes.xaxis)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower right", ncols=2)
    return figure
