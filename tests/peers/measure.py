"""How much faster we are than each other program: ``python -m tests.peers.measure --out results/peers``.

The two sides of a pair take turns, five times or more; what counts is CPU time, that of child processes included.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from cardsim.commands.bench import duration, machine, spent
from cardsim.commands.ratios import paired_ratio
from cardsim.commands.text import table as as_table
from cardsim.plots.page import GREY, page, styled
from cardsim.plots.results import save
from cardsim.run import package_version
from tests.peers.workloads import Pair, all_pairs

COLOURS = {"gin": "#0072b2", "spades": "#009e73", "rummikub": "#d55e00", "freecell": "#cc79a7"}
NAMES = {"gin": "Gin Rummy", "spades": "Spades", "rummikub": "Rummikub", "freecell": "FreeCell and relatives"}


def took(work: Any, count: int) -> float:
    """CPU seconds of doing `work` so many times."""
    start = spent()
    work(count)
    return spent() - start


def enough(work: Any, seconds: float, cases: int) -> int:
    """How many times take about `seconds`: at least once through all cases."""
    count = cases
    while (taken := took(work, count)) < seconds / 10:
        count *= 10
    return cases * max(1, round(count / cases * seconds / taken))


def measure(pair: Pair, repeats: int, seconds: float) -> dict[str, Any]:
    """One row of the table."""
    pair.ours(pair.cases)  # compiles
    counts = [enough(work, seconds, pair.cases) for work in (pair.ours, pair.theirs)]
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeats):
        for work, count, times in zip((pair.ours, pair.theirs), counts, taken, strict=True):
            times.append(took(work, count) / count)
    ratio = paired_ratio(*taken)
    return {
        "game": pair.game,
        "work": pair.work,
        "unit": pair.unit,
        "peer": pair.peer,
        "version": pair.version,
        "ours_ns": 1e9 * statistics.median(taken[0]),
        "ours_ns_least": 1e9 * min(taken[0]),
        "ours_ns_most": 1e9 * max(taken[0]),
        "peer_ns": 1e9 * statistics.median(taken[1]),
        "peer_ns_least": 1e9 * min(taken[1]),
        "peer_ns_most": 1e9 * max(taken[1]),
        "value": ratio.value,
        "low": ratio.low,
        "high": ratio.high,
        "done_by_us": counts[0],
        "n": counts[1],
        "repeats": repeats,
        "peer_leaves_out": str(pair.less),
    }


@styled
def draw(table: pd.DataFrame) -> Figure:
    """Ratios on a logarithmic scale, by game; hollow where the other program is faster."""
    repeats = int(table["repeats"].min())
    subtitle = f"CPU time, the same work in the same run, {repeats} repeats in turns · 95 % intervals · hollow: slower"
    figure, (axes,) = page("How many times as fast as other programs", subtitle, size=(9, 7.6))
    for y, row in enumerate(table.itertuples()):
        faster = row.value > 1
        colour = COLOURS[row.game]
        error = [[row.value - row.low], [row.high - row.value]]
        axes.errorbar(
            row.value, y, xerr=error, fmt="o", color=colour, mfc=colour if faster else "white", markersize=5, capsize=2
        )
        axes.annotate(number(row.value), (row.high, y), xytext=(6, 0), textcoords="offset points", va="center", size=8)
    labels = [f"{NAMES[row.game]}: {row.work} · {row.peer}" for row in table.itertuples()]
    axes.set_yticks(range(len(table)), labels, size=8)
    axes.axvline(1, color=GREY, linewidth=0.9, zorder=0)
    axes.set_xscale("log")
    axes.set_xlim(right=4 * table["high"].max())
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("times as fast")
    return figure


def number(value: float) -> str:
    """A ratio with two or three digits.

    Examples
    --------
    >>> number(0.26), number(4.0), number(123.4), number(45678.0)
    ('0.26', '4.0', '123', '45,700')
    """
    return f"{value:.2g}" if value < 1 else f"{value:.1f}" if value < 100 else f"{float(f'{value:.3g}'):,.0f}"


def about(options: argparse.Namespace, absent: list[str], load: float) -> dict[str, Any]:
    """How the table was made."""
    return {
        "what": "python -m tests.peers.measure",
        "rules": "those of each peer",
        "seed": "as in tests/peers/workloads.py",
        "cardsim": package_version(),
        "machine": {**machine(), "load": None, "load_before": load, "load_after": os.getloadavg()[0]},
        "seconds_each": options.seconds,
        "repeats": options.repeats,
        "absent": absent,
        "made": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def among(before: pd.DataFrame, table: pd.DataFrame) -> pd.DataFrame:
    """The table as it was, with the rows measured again in their places and new ones at the end.

    Examples
    --------
    >>> before = pd.DataFrame({"game": ["a", "b"], "work": "w", "peer": "p", "value": [1, 2]})
    >>> among(before, before[1:].assign(value=3))["value"].tolist()
    [1, 3]
    """
    both = pd.concat([before.fillna({"peer_leaves_out": ""}), table], keys=["before", "now"])
    return both.groupby(["game", "work", "peer"], sort=False).last().reset_index()[before.columns.tolist()]


def main() -> None:
    """Measure, print, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for table.csv, run.json and figure.png")
    parser.add_argument(
        "--only", default="", help="only pairs whose game, work or peer contains this; the other rows of the table stay"
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU time of one measurement, where it is free")
    options = parser.parse_args()
    mpl.use("Agg")
    load = os.getloadavg()[0]
    pairs, absent = all_pairs()
    for reason in absent:
        print(f"SKIPPED: {reason}")
    rows = []
    for pair in pairs:
        if options.only in f"{pair.game} {pair.work} {pair.peer}":
            rows.append(row := measure(pair, options.repeats, options.seconds))
            print(f"{row['game']}: {row['work']}, {row['peer']}: {number(row['value'])}", flush=True)
    table = pd.DataFrame(rows)
    origin = about(options, absent, load)
    if options.out and options.only and (options.out / "table.csv").exists():
        table = among(pd.read_csv(options.out / "table.csv"), table)
        origin = again(json.loads((options.out / "run.json").read_text(encoding="utf-8")), origin, rows)
    print(as_table(text_rows(table), right=[3, 4, 5]))
    if options.out:
        save(draw(table), options.out.name, table, origin, options.out.parent)


def again(before: dict[str, Any], origin: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """How the table was made, with the pairs measured again named apart."""
    pairs = [f"{row['game']}: {row['work']}, {row['peer']}" for row in rows]
    part = {key: origin[key] for key in ("machine", "seconds_each", "repeats", "made")}
    earlier = [one for one in before.get("measured_again", []) if not set(one["pairs"]) <= set(pairs)]
    return before | {"measured_again": [*earlier, {"pairs": pairs, **part}]}


def text_rows(table: pd.DataFrame) -> list[list[str]]:
    """The table for people."""
    head = ["game", "work", "other program", "we", "they", "times as fast", "they leave out"]
    return [
        head,
        *(
            [r.game, r.work, f"{r.peer} {r.version}", duration(r.ours_ns), duration(r.peer_ns),
             f"{number(r.value)} [{number(r.low)}, {number(r.high)}]", r.peer_leaves_out]
            for r in table.itertuples()
        ),
    ]  # fmt: skip


if __name__ == "__main__":
    main()
