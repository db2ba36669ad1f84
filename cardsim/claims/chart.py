"""The chart of the ledger: published and own values with both intervals, a row for each claim that was sampled."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardsim.claims.ledger import GAMES
from cardsim.claims.report import counts
from cardsim.claims.verdicts import DIFFERS, NOT_AS_STATED, OPEN, REPRODUCED, WRONG
from cardsim.plots.page import GREY, page, styled

COLOURS = {REPRODUCED: "#0072b2", DIFFERS: "#d55e00", WRONG: "#cc79a7", NOT_AS_STATED: "#e69f00", OPEN: "#888888"}
RANGE = (0.5, 2.0)
"""What is shown of the ratio of our number to the published one."""


def sampled(table: pd.DataFrame) -> pd.DataFrame:
    """The values that one side or the other estimated, one row per claim: the point that is furthest off."""
    found = table.dropna(subset=["published", "value", "low", "high"])
    found = found[(found["published"] != 0) & ((found["n"] > 0) | (found["verdict"] != REPRODUCED))]
    ratio = (found["value"] / found["published"]).clip(*RANGE)
    error = (found["high"] - found["low"]) / found["published"].abs() / 2 + 1e-3
    off = np.log(ratio).abs() / error
    return found.loc[off.groupby(found["claim"], sort=False).idxmax()]


@styled
def draw(table: pd.DataFrame) -> Figure:
    """Our value and the published one, both as multiples of the published one, with both intervals."""
    chosen = sampled(table)
    total = counts(table).loc["all"]
    subtitle = (
        f"{int(total.sum())} claims: " + ", ".join(f"{count} {verdict}" for verdict, count in total.items() if count)
        + f" · drawn: the {len(chosen)} with a number that was sampled or is disputed; of a table or chart the point"
        " furthest off · 95 % intervals"
    )  # fmt: skip
    columns = _columns(chosen)
    height = 1.6 + 0.2 * max(sum(len(part) + 1.5 for part in column) for column in columns)
    figure, axes = page("Published numbers and ours", subtitle, len(columns), len(columns), size=(14, height))
    for place, parts in zip(axes, columns, strict=True):
        _draw_column(place, parts)
    handles = {text: handle for place in axes for handle, text in zip(*place.get_legend_handles_labels(), strict=True)}
    figure.legend(handles.values(), handles.keys(), loc="outside lower right", ncols=6, fontsize=8)
    return figure


def _columns(chosen: pd.DataFrame) -> list[list[pd.DataFrame]]:
    """The games' rows in three columns of about the same length, in the order of the games."""
    parts = [part for game in GAMES if len(part := chosen[chosen["game"] == game])]
    most = sum(map(len, parts)) / 3
    columns: list[list[pd.DataFrame]] = [[]]
    for part in parts:
        if len(columns) < 3 and sum(map(len, columns[-1])) + len(part) / 2 > most and columns[-1]:
            columns.append([])
        columns[-1].append(part)
    return columns


def _draw_column(axes: Axes, parts: list[pd.DataFrame]) -> None:
    heights, labels, y = [], [], 0.0
    for part in parts:
        axes.annotate(
            part["game"].iloc[0].capitalize(), (0.0, y), xycoords=("axes fraction", "data"), va="center", ha="left",
            weight="bold", size=8, color=GREY,
        )  # fmt: skip
        for one in part.itertuples():
            y += 1
            _draw_row(axes, one, y)
            heights.append(y)
            labels.append(_label(one))
        y += 1.5
    axes.axvline(1, color="#888888", linewidth=0.8, zorder=0)
    axes.set_xscale("log")
    axes.set_xlim(*RANGE)
    axes.set_xticks([0.5, 0.7, 1, 1.4, 2], ["0.5", "0.7", "1", "1.4", "2"])
    axes.minorticks_off()
    axes.set_yticks(heights, labels, size=6.5)
    axes.set_ylim(y - 0.5, -0.7)
    axes.grid(False, axis="y")
    axes.set_xlabel("multiple of the published value", size=8)


def _label(one: object) -> str:
    name = str(one.claim).partition("-")[2].replace("-", " ")  # type: ignore[attr-defined]
    return f"{name} ({one.at})" if one.at and len(str(one.at)) < 12 else name  # type: ignore[attr-defined]


def _draw_row(axes: Axes, one: object, y: float) -> None:
    scale = one.published  # type: ignore[attr-defined]
    theirs = np.clip([one.published_low / scale, one.published_high / scale], *RANGE)  # type: ignore[attr-defined]
    axes.errorbar(
        [1], [y - 0.13], xerr=[[1 - theirs[0]], [theirs[1] - 1]], color="#111111", marker="o", markersize=4.5,
        markerfacecolor="white", elinewidth=0.9, linestyle="none", label="published", zorder=1.9,
    )  # fmt: skip
    low, value, high = (float(np.clip(x / scale, 0.502, 1.995)) for x in (one.low, one.value, one.high))  # type: ignore[attr-defined]
    outside = not RANGE[0] < one.value / scale < RANGE[1]  # type: ignore[attr-defined]
    marker = "o" if not outside else "<" if one.value < scale else ">"  # type: ignore[attr-defined]
    axes.errorbar(
        [value], [y + 0.13], xerr=[[value - low], [high - value]], color=COLOURS[one.verdict], marker=marker,  # type: ignore[attr-defined]
        markersize=3.5, elinewidth=1.2, linestyle="none", label=one.verdict,  # type: ignore[attr-defined]
    )  # fmt: skip
