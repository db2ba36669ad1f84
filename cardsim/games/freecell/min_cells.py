"""The least number of cells for each numbered deal, put together from runs of ``cardsim solve --out``.

``python -m cardsim.games.freecell.min_cells results/runs results/freecell-min-cells`` reads the folders ``ms-0-cells``
.. ``ms-4-cells`` of the first folder and writes ``table.csv`` and ``run.json`` into the second.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pandas as pd

from cardsim import plots, stats


def collect(runs: Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    """One row for each deal: ``min_cells`` and, by number of cells, the verdict's letter and the states visited.

    Letters are w(on), i(mpossible), u(ndecided) and ``-`` (not run).  ``min_cells`` is the least number of cells with a
    win, 5 if there is none, and -1 while an undecided or missing verdict leaves it open.
    """
    tables, effort = {}, {}
    for cells in range(5):
        folder = runs / f"ms-{cells}-cells"
        parts = sorted(folder.glob("part-*.csv"))
        if parts:
            tables[cells] = pd.concat([pd.read_csv(part) for part in parts]).set_index("deal").sort_index()
            seconds = [json.loads(part.with_suffix(".json").read_text())["cpu_seconds"] for part in parts]
            counts = tables[cells]["verdict"].value_counts()
            effort[str(cells)] = {
                **{name: int(counts.get(name, 0)) for name in ("won", "impossible", "undecided")},
                "undecided_deals": _left(tables[cells]),
                "cpu_seconds": round(sum(seconds), 1),
                "states_per_deal": round(float(tables[cells]["states"].mean()), 1),
            }
    deals = sorted(set().union(*(table.index for table in tables.values())))
    result = pd.DataFrame({"deal": deals})
    letters = {
        cells: tables[cells]["verdict"].str[0].reindex(deals).fillna("-").tolist()
        if cells in tables
        else ["-"] * len(deals)
        for cells in range(5)
    }
    result["min_cells"] = [least([letters[cells][i] for cells in range(5)]) for i in range(len(deals))]
    for cells in range(5):
        result[f"verdict_{cells}"] = letters[cells]
        if cells in tables:
            result[f"states_{cells}"] = tables[cells]["states"].reindex(deals).fillna(-1).astype(int).tolist()
    return result, {"game": "freecell", "rules": "default, cells as stated", "runs": effort}


def _left(table: pd.DataFrame) -> dict[str, int]:
    """The deals left undecided, each with the positions searched for it."""
    left = table.loc[table["verdict"] == "undecided", "states"]
    return {str(deal): int(states) for deal, states in left.items()}


def least(letters: list[str]) -> int:
    """The least number of cells with a win, from the verdicts with 0, 1, ... cells.

    Examples
    --------
    >>> least(list("iiwww")), least(list("iiiii")), least(list("i-www"))
    (2, 5, -1)
    """
    first = letters.index("w") if "w" in letters else len(letters)
    return first if first == 0 or letters[first - 1] == "i" else -1


def draw(about: dict[str, Any]) -> Any:
    """The share of deals that can be won, by the number of cells, with Wilson intervals for dealing at random."""
    rows = []
    for cells, counts in about["runs"].items():
        n = counts["won"] + counts["impossible"] + counts["undecided"]
        found = stats.proportion(counts["won"], n, counts["undecided"])
        rows.append({"cells": int(cells), "value": found.value, "low": found.low, "high": found.high, "n": n})
    return plots.rates(
        pd.DataFrame(rows),
        "cells",
        title="FreeCell deals that can be won, by cells",
        rules="Microsoft deals from number 1 on, exact verdicts",
        xlabel="cells",
        ylabel="share of deals",
    )


def main(runs: str, out: str) -> None:
    """Write the table, its picture and how it was made."""
    table, about = collect(Path(runs))
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (
        ("table.csv", table.to_csv(index=False, lineterminator="\n")),
        ("run.json", json.dumps(about, indent=1) + "\n"),
    ):
        draft = folder / f".{name}.part"
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, folder / name)
    draft = folder / ".figure.part.png"
    draw(about).savefig(draft)
    os.replace(draft, folder / "figure.png")
    print(json.dumps(about["runs"], indent=1))


if __name__ == "__main__":
    main(*sys.argv[1:])
