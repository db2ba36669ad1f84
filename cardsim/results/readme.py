"""The parts of the project's README that are made from the results: findings, and what became of published numbers.

They stand between comments such as ``<!-- findings -->`` and ``<!-- end of findings -->`` and are written by
``cardsim results index``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from cardsim.claims.report import counts, read_table
from cardsim.claims.verdicts import DIFFERS, WRONG
from cardsim.results.index import GROUPS, group_of, notebook_of, read_captions, rows_of, says, sizes
from cardsim.stats import Estimate

BLOCKS = ("findings", "claims")


def findings(folder: Path | str = "results", notebooks: Path | str | None = None) -> str:
    """The table of findings: the captions marked so, their numbers with intervals, how many games, the notebooks."""
    folder = Path(folder)
    notebooks = folder.resolve().parent / "notebooks" if notebooks is None else Path(notebooks)
    captions = read_captions(folder)
    lines = ["| game | finding | games | chart and notebook |", "| --- | --- | --- | --- |"]
    for group, title in GROUPS.items():
        for slug, caption in captions.items():
            if caption.get("finding") and group_of(slug) == group:
                table = pd.read_csv(folder / slug / "table.csv")
                notebook = notebook_of(slug, notebooks)
                link = f", [{notebook.stem}](notebooks/{notebook.name})" if notebook else ""
                rows = [rows_of(table, place, slug) for place in caption.get("numbers", [])]
                played = sizes(n for row in rows for n in row["n"]) if "n" in table else ""
                chart = f"[{slug}](results/{slug}/figure.png){link}"
                lines.append(f"| {title} | {says(table, caption, slug)} | {played} | {chart} |")
    return "\n".join(lines)


def claims_summary(folder: Path | str = "results") -> str:
    """How many published claims have each verdict, by game."""
    found = counts(read_table(folder))
    lines = [f"| | {' | '.join(found.columns)} | claims |", "| --- |" + " ---: |" * (len(found.columns) + 1)]
    for game, row in found.iterrows():
        cells = [GROUPS.get(str(game), "**all**"), *map(str, row), str(row.sum())]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def disputed(folder: Path | str = "results") -> str:
    """The claims that differ or whose source is wrong, with the reason found; of several values the first."""
    table = read_table(folder)
    chosen = table[table["verdict"].isin([DIFFERS, WRONG])]
    lines = ["| claim | published | here | verdict | why |", "| --- | --- | --- | --- | --- |"]
    for claim, part in chosen.groupby("claim", sort=False):
        row = part.iloc[0]
        place = f" ({row['at']})" if row["at"] else ""
        statement = str(row["statement"]).replace("|", "/")
        lines.append(
            f"| {claim}: {statement}{place} | {_plain(row['stated'])} | {_here(row)} | {row['verdict']} "
            f"({len(part)} of {(table['claim'] == claim).sum()}) | {row['why']} |"
        )
    return "\n".join(lines)


def _plain(stated: str) -> str:
    """A published number as one reads it; bounds stay as they are.

    Examples
    --------
    >>> _plain("15820024"), _plain("0.791891891892"), _plain("at most 0.37")
    ('15,820,024', '0.791892', 'at most 0.37')
    """
    try:
        number = float(stated)
    except ValueError:
        return stated
    return f"{number:,.0f}" if number.is_integer() else f"{number:.6g}"


def _here(row: Any) -> str:
    """Our number beside a published one: exact, exact but for deals left open, or with interval and number of games."""
    if row["low"] == row["high"]:
        return f"{_plain(str(row['value']))} (exact)"
    if row["n"] == 0:
        return f"{_plain(str(row['low']))} to {_plain(str(row['high']))}"
    found = Estimate(float(row["value"]), float(row["low"]), float(row["high"]), int(row["n"]), "")
    return f"{found.interval()}, {sizes([found.n])}" + (f" ({row['unit']})" if row["unit"] != "share" else "")


def renew(text: str, folder: Path | str = "results") -> str:
    """`text` with the parts between the comments made anew.

    Raises
    ------
    ValueError
        If a comment is missing.
    """
    parts = {"findings": findings(folder), "claims": claims_summary(folder)}
    for name in BLOCKS:
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            raise ValueError(f"README.md lacks the comment {begin.strip()} or {end}")
        before, rest = text.split(begin, 1)
        text = before + begin + "\n" + parts[name] + "\n\n" + end + rest.split(end, 1)[1]
    return text
