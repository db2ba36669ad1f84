"""The least number of cells for each numbered deal, put together from runs of ``cardsim solve --out``.

``python -m cardsim.games.freecell.min_cells results/runs results/freecell-min-cells`` reads the folders ``ms-0-cells``
.. ``ms-4-cells`` of the first folder and writes ``table.csv``, ``run.json`` and ``figure.png`` into the second.  Where
a folder is missing, what the table says already stands.

A deal that needs more than a whole range can get is decided by itself, ``cardsim solve freecell --deals 982 --cells 2
--max-states 700000000 --out results/runs/ms-2-cells-deal-982`` (nine minutes and 11 GB).  Folders of that name are
gathered in ``singles.csv`` beside the table, with what each took, and go before the verdicts of the ranges.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from cardsim import plots, stats

LETTERS = {"won": "w", "impossible": "i", "undecided": "u"}
SINGLE = re.compile(r"ms-(\d)-cells-deal-(\d+)")


def read_run(folder: Path) -> tuple[pd.DataFrame, float, int]:
    """Verdicts by deal of one run of ``cardsim solve --out``, its CPU seconds, and its limit of positions."""
    parts = sorted(folder.glob("part-*.csv"))
    table = pd.concat([pd.read_csv(part) for part in parts]).set_index("deal").sort_index()
    effort = [json.loads(part.with_suffix(".json").read_text()) for part in parts]
    seconds = round(sum(one["cpu_seconds"] for one in effort), 1)
    return table, seconds, min(one["max_states"] for one in effort)


def gather(runs: Path, known: pd.DataFrame) -> pd.DataFrame:
    """The list of deals decided by themselves: those known, and those of folders ``ms-<cells>-cells-deal-<deal>``."""
    rows = known.to_dict("records")
    for folder in sorted(runs.glob("ms-*-cells-deal-*")):
        cells, deal = map(int, SINGLE.fullmatch(folder.name).groups())  # type: ignore[union-attr]
        table, seconds, limit = read_run(folder)
        found = table.loc[deal]
        row = {"cells": cells, "deal": deal, "verdict": found["verdict"], "states": int(found["states"])}
        rows.append({**row, "max_states": limit, "cpu_seconds": seconds})
    if not rows:
        return known
    order = ["cells", "deal", "max_states"]
    return pd.DataFrame(rows).sort_values(order).drop_duplicates(["cells", "deal"], keep="last").reset_index(drop=True)


class Account(NamedTuple):
    """What is known of one number of cells: letters and states by deal, and what they took."""

    letters: pd.Series
    states: pd.Series
    seconds: float
    single_seconds: float

    def about(self) -> dict[str, Any]:
        """Counts and effort."""
        return {
            **{name: int((self.letters == letter).sum()) for name, letter in LETTERS.items()},
            "undecided_deals": _left(self.letters, self.states),
            "cpu_seconds": self.seconds,
            "cpu_seconds_of_single_deals": self.single_seconds,
            "states_per_deal": round(float(self.states.mean()), 1),
        }


def account(
    cells: int, folder: Path, before: pd.DataFrame | None, about: dict[str, Any], singles: pd.DataFrame
) -> Account | None:
    """The run in `folder`, or what the table says without one, with the deals decided by themselves."""
    if list(folder.glob("part-*.csv")):
        table, seconds, _ = read_run(folder)
        letters, states = table["verdict"].map(LETTERS), table["states"]
    elif before is not None and f"states_{cells}" in before:
        table = before.set_index("deal")
        letters, states = table[f"verdict_{cells}"].copy(), table[f"states_{cells}"].copy()
        seconds = about["runs"][str(cells)]["cpu_seconds"]
    else:
        return None
    alone = singles[singles["cells"] == cells]
    for row in alone.itertuples():
        _overlay(letters, states, row)
    return Account(letters, states, seconds, round(float(alone["cpu_seconds"].sum()), 1))


def collect(
    runs: Path,
    before: pd.DataFrame | None = None,
    about: dict[str, Any] | None = None,
    singles: pd.DataFrame | None = None,
) -> tuple[pd.DataFrame, dict[str, Any]]:
    """One row for each deal: ``min_cells`` and, by number of cells, the verdict's letter and the states visited.

    Letters are w(on), i(mpossible), u(ndecided) and ``-`` (not run).  ``min_cells`` is the least number of cells with a
    win, 5 if there is none, and -1 while an undecided or missing verdict leaves it open.

    Parameters
    ----------
    runs : Path
        Where the folders ``ms-<cells>-cells`` of whole ranges are.
    before, about : DataFrame and dict, optional
        The table and its account so far, for the numbers of cells without a folder.
    singles : DataFrame, optional
        Deals decided by themselves, as of :func:`gather`.

    Raises
    ------
    ValueError
        Where a deal decided by itself was decided the other way in its range.
    """
    alone = NO_SINGLES if singles is None else singles
    found = {c: account(c, runs / f"ms-{c}-cells", before, about or {}, alone) for c in range(5)}
    known = {cells: one for cells, one in found.items() if one is not None}
    deals = sorted(set().union(*(one.states.index for one in known.values())))
    nothing = pd.Series("-", index=deals)
    letters = {c: (known[c].letters.reindex(deals).fillna("-") if c in known else nothing).tolist() for c in found}
    result = pd.DataFrame({"deal": deals})
    result["min_cells"] = [least([letters[cells][i] for cells in found]) for i in range(len(deals))]
    for cells in found:
        result[f"verdict_{cells}"] = letters[cells]
        if cells in known:
            result[f"states_{cells}"] = known[cells].states.reindex(deals).fillna(-1).astype(int).tolist()
    effort = {str(cells): one.about() for cells, one in known.items()}
    return result, {"game": "freecell", "rules": "default, cells as stated", "note": NOTE, "runs": effort}


NOTE = "states are those of the search by which a verdict was found, which has become shorter since for whole ranges"
NO_SINGLES = pd.DataFrame(columns=["cells", "deal", "verdict", "states", "max_states", "cpu_seconds"])


def _overlay(verdicts: pd.Series, states: pd.Series, row: Any) -> None:
    """Put one deal decided by itself in the place of what the range says of it."""
    before, now = verdicts.get(row.deal, "u"), LETTERS[row.verdict]
    if "u" not in (before, now) and before != now:
        raise ValueError(
            f"deal {row.deal} with {row.cells} cells is {row.verdict!r} by itself, {before!r} in its range"
        )
    if before in ("u", now):
        verdicts[row.deal], states[row.deal] = now, row.states


def _left(verdicts: pd.Series, states: pd.Series) -> dict[str, int]:
    """The deals left undecided, each with the positions searched for it."""
    return {str(deal): int(count) for deal, count in states[verdicts == "u"].items()}


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
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    before, about, known = None, None, NO_SINGLES
    if (folder / "table.csv").exists():
        before, about = pd.read_csv(folder / "table.csv"), json.loads((folder / "run.json").read_text())
    if (folder / "singles.csv").exists():
        known = pd.read_csv(folder / "singles.csv")
    singles = gather(Path(runs), known)
    table, about = collect(Path(runs), before, about, singles)
    for name, text in (
        ("table.csv", table.to_csv(index=False, lineterminator="\n")),
        ("singles.csv", singles.to_csv(index=False, lineterminator="\n")),
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
