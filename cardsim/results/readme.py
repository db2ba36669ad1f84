"""The parts of the project's README that are made from the results: findings, and what became of published numbers.

They stand between comments such as ``<!-- findings -->`` and ``<!-- end of findings -->`` and are written by
``cardsim results index``.
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from cardsim.claims.report import counts, read_table
from cardsim.claims.verdicts import DIFFERS, WRONG
from cardsim.results.index import GROUPS, group_of, notebook_of, read_captions, says

BLOCKS = ("findings", "claims")


def findings(folder: Path | str = "results", notebooks: Path | str | None = None) -> str:
    """The table of findings: the captions marked so, their numbers with intervals, and the notebooks."""
    folder = Path(folder)
    notebooks = folder.resolve().parent / "notebooks" if notebooks is None else Path(notebooks)
    captions = read_captions(folder)
    lines = ["| game | finding | chart and notebook |", "| --- | --- | --- |"]
    for group, title in GROUPS.items():
        for slug, caption in captions.items():
            if caption.get("finding") and group_of(slug) == group:
                table = pd.read_csv(folder / slug / "table.csv")
                notebook = notebook_of(slug, notebooks)
                link = f", [{notebook.stem}](notebooks/{notebook.name})" if notebook else ""
                lines.append(f"| {title} | {says(table, caption, slug)} | [{slug}](results/{slug}/figure.png){link} |")
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
            f"| {claim}: {statement}{place} | {row['stated']} | {row['value']:.6g} | {row['verdict']} "
            f"({len(part)} of {(table['claim'] == claim).sum()}) | {row['why']} |"
        )
    return "\n".join(lines)


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
