"""Heat maps: a number for each pair, dimmed where the games do not establish it."""

from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, TwoSlopeNorm
from matplotlib.figure import Figure

from cardsim.plots.page import GREY, page, require, styled, subtitle_of, words


@styled
def heatmap(
    frame: pd.DataFrame,
    rows: str,
    columns: str,
    *,
    significant: str | None = None,
    centre: float | None = None,
    percent: bool = True,
    title: str = "",
    rules: str = "",
    xlabel: str | None = None,
    ylabel: str | None = None,
) -> Figure:
    """A cell for each pair of `rows` and `columns`, with its value and, below, the half-width of its interval.

    Parameters
    ----------
    frame : pandas.DataFrame
        One row per cell: columns `rows`, `columns`, ``value``, ``low``, ``high``; ``n`` goes into the subtitle.
    significant : str, optional
        Bool column; cells where it is false are dimmed.
    centre : float, optional
        Value without meaning either way (0 for a difference, 0.5 for a share): colours run to both sides of it.
    percent : bool
        Whether values are shares, to be shown in percent.
    """
    require(frame, [rows, columns, "value", "low", "high", significant])
    tall, wide = frame[rows].nunique(), frame[columns].nunique()
    dimmed = " · pale: not established" if significant is not None else ""
    figure, (axes,) = page(
        title, subtitle_of(frame, rules, "cell") + dimmed, size=(max(5.6, 2.4 + 0.95 * wide), 1.9 + 0.62 * tall)
    )
    draw_matrix(axes, frame, rows, columns, significant=significant, centre=centre, percent=percent)
    axes.set_xlabel(words(columns) if xlabel is None else xlabel)
    axes.set_ylabel(words(rows) if ylabel is None else ylabel)
    return figure


def draw_matrix(
    axes: Axes,
    frame: pd.DataFrame,
    rows: str,
    columns: str,
    *,
    significant: str | None = None,
    centre: float | None = None,
    percent: bool = True,
) -> None:
    """The cells on given axes."""
    down, across = list(pd.unique(frame[rows])), list(pd.unique(frame[columns]))
    if set(down) == set(across):  # players against players: the empty cells make the diagonal
        across = down
    scale = 100 if percent else 1
    values, spread = np.full((len(down), len(across)), np.nan), np.full((len(down), len(across)), np.nan)
    sure = np.ones(values.shape, dtype=bool)
    for cell in frame.to_dict("records"):
        place = down.index(cell[rows]), across.index(cell[columns])
        values[place], spread[place] = scale * cell["value"], scale * (cell["high"] - cell["low"]) / 2
        if significant is not None:
            sure[place] = bool(cell[significant])
    image = axes.imshow(values, cmap="cividis" if centre is None else "PuOr", norm=_norm(values, centre, scale))
    axes.set_aspect("auto")
    _write(axes, image.to_rgba(values), values, spread, sure)
    _label(axes.xaxis, across)
    _label(axes.yaxis, down)
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.9, pad=0.02)
    bar.outline.set_visible(False)
    bar.set_label("%" if percent else "")


def _norm(values: np.ndarray, centre: float | None, scale: float) -> Normalize:
    shown = values[np.isfinite(values)]
    if centre is None:
        low, high = (float(shown.min()), float(shown.max())) if shown.size else (0.0, 1.0)
        return Normalize(low, high if high > low else low + 1)
    far = max(float(np.abs(shown - scale * centre).max()) if shown.size else 0.0, 1e-9)
    return TwoSlopeNorm(scale * centre, scale * centre - far, scale * centre + far)


def _write(axes: Axes, colors: np.ndarray, values: np.ndarray, spread: np.ndarray, sure: np.ndarray) -> None:
    finite = spread[np.isfinite(spread) & (spread > 0)]
    places = int(np.clip(1 - np.floor(np.log10(np.median(finite))), 0, 3)) if finite.size else 1
    for (row, column), value in np.ndenumerate(values):
        if np.isnan(value):
            continue
        dim = not sure[row, column]
        if dim:  # a veil over the colour, so that the eye passes over the cell
            veil = mpl.patches.Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="white", alpha=0.78, linewidth=0)
            axes.add_patch(veil)
        dark = float(colors[row, column, :3] @ [0.299, 0.587, 0.114]) < 0.5 and not dim
        text = f"{value:.{places}f}"
        if np.isfinite(spread[row, column]) and spread[row, column] > 0:
            text += f"\n±{spread[row, column]:.{places}f}"
        ink = "white" if dark else (GREY if dim else "#111111")
        axes.text(column, row, text, ha="center", va="center", size=8.5, color=ink, style="italic" if dim else "normal")


def _label(axis: Any, names: Sequence) -> None:
    texts = [f"{name:g}" if isinstance(name, float) else str(name) for name in names]
    axis.set_ticks(range(len(texts)), texts)
    if axis.axis_name == "x" and max(map(len, texts)) > 9:
        for label in axis.get_ticklabels():
            label.set(rotation=25, horizontalalignment="right", rotation_mode="anchor")
