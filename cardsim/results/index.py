"""The index of the results folder, ``results/README.md``: what each chart says, and how it was made.

What a chart says stands in ``results/captions.toml``, with places for numbers that are read from its table, so that no
sentence can disagree with the table.  A chart without a caption is described by its highest and its lowest point.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from cardsim.games import games
from cardsim.grid import rules_text
from cardsim.results.checking import origins
from cardsim.stats import Estimate

GROUPS = {
    "claims": "Published numbers",
    "peers": "Beside other programs",
    "gin": "Gin Rummy",
    "rummy": "Rummy",
    "spades": "Spades",
    "rummikub": "Rummikub",
    "freecell": "FreeCell and relatives",
    "": "Methods and house rules",
}
OTHER_MAKERS = {
    "claims": "cardsim claims --save",
    **dict.fromkeys(
        ("gin-thinking-players", "gin-thinking-rules", "gin-strength-by-worlds"),
        "python -m cardsim.results.gin_thinking PARTS results",
    ),
    **dict.fromkeys(
        (
            "rummy-thinking-players",
            "rummy-strength-by-worlds",
            "rummy-holding-thinking-field",
            "rummy-thinking-holds",
        ),
        "python -m cardsim.results.rummy_thinking PARTS results",
    ),
    **dict.fromkeys(
        ("spades-thinking-players", "spades-strength-by-worlds", "spades-thinking-nil"),
        "python -m cardsim.results.spades_thinking PARTS results",
    ),
    "rummikub-thinking-players": "python -m cardsim.results.rummikub_thinking PARTS results",
    "freecell-effort": "python -m cardsim.games.freecell.effort results/freecell-effort",
    "peers": "make peers",
    "freecell-min-cells": "cardsim solve freecell --deals 1..32000 --cells K --out results/runs/ms-K-cells "
    "for K = 0 to 4, then python -m cardsim.games.freecell.min_cells results/runs results/freecell-min-cells",
}
"""Results that no notebook makes, with the command that does."""
INTRODUCTION = """# Results

Every chart of the studies. Each has a folder here with its table (`table.csv`) and its origin (`run.json`: rules,
players, seed, number of games, digest of the first games). All intervals are 95 %; n counts the games behind one point,
deals or matches, where the chart does not say otherwise. The command below a chart makes it anew (`cardsim results
refresh SLUG` runs its notebook); `cardsim results check` plays the first games behind each chart again and compares
them. Names in `code` are players; the charts name them, and the rules, as `cardsim list GAME` does, which tells what
they mean. The words of the games are explained in [the README](../README.md#words). This page is made by
`cardsim results index`.
"""
MOST_NAMED = 6
"""Players that are named below a chart; more are counted."""


def index_text(folder: Path | str = "results", notebooks: Path | str | None = None) -> str:
    """The text of the index.

    Parameters
    ----------
    folder : path
        The results.
    notebooks : path, optional
        The notebooks that make them; by default the folder ``notebooks`` beside the results.
    """
    folder = Path(folder)
    captions = read_captions(folder)
    slugs = sorted(path.parent.name for path in folder.glob("*/run.json") if not path.parent.name.startswith("study-"))
    notebooks = folder.resolve().parent / "notebooks" if notebooks is None else Path(notebooks)
    sections = {name: [slug for slug in slugs if group_of(slug) == name] for name in GROUPS}
    parts = [INTRODUCTION]
    for name, members in sections.items():
        if members:
            parts.append(f"## {GROUPS[name]}\n")
            parts += [entry(folder, slug, captions.get(slug, {}), notebooks) for slug in members]
    return "\n".join(parts)


def group_of(slug: str) -> str:
    """The heading a result stands under, from the first word of its slug.

    Examples
    --------
    >>> group_of("gin-starter"), group_of("tuning-undercut-bonus")
    ('gin', '')
    """
    first = slug.partition("-")[0]
    return first if first in GROUPS else ""


def read_captions(folder: Path) -> dict[str, Any]:
    """The captions by slug; none if there is no such file."""
    path = folder / "captions.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def entry(folder: Path, slug: str, caption: Mapping[str, Any], notebooks: Path) -> str:
    """One chart of the index."""
    table = pd.read_csv(folder / slug / "table.csv")
    about = json.loads((folder / slug / "run.json").read_text(encoding="utf-8"))
    notebook = notebook_of(slug, notebooks)
    maker = OTHER_MAKERS.get(slug) or f"cardsim results refresh {slug}"
    source = f" ([{notebook.stem}](../notebooks/{notebook.name}))" if notebook else ""
    facts = [fact for fact in (games_of(table, about), rules_of(about), players_of(about), seeds_of(about)) if fact]
    return (
        f"### [{slug}]({slug}/table.csv)\n\n{says(table, caption, slug)}\n\n"
        f"![{slug}]({slug}/figure.png)\n\n`{maker}`{source} · {' · '.join(facts)}\n"
    )


def says(table: pd.DataFrame, caption: Mapping[str, Any], slug: str) -> str:
    """What a chart says, its numbers read from its table.

    Raises
    ------
    ValueError
        If a number of the caption is not in the table.
    """
    if "says" not in caption:
        return extremes(table)
    unit = caption.get("unit", "%")
    numbers = [number_of(table, place, unit, slug) for place in caption.get("numbers", [])]
    return str(caption["says"]).format(*numbers)


def number_of(table: pd.DataFrame, place: Mapping[str, Any], unit: str, slug: str) -> str:
    """One number of a table with its interval; `place` gives the row by its columns, and perhaps another ``column``.

    With ``count`` it is the number of such rows.
    """
    row = rows_of(table, place, slug)
    if place.get("count"):
        return f"{len(row):,}"
    if len(row) != 1:
        raise ValueError(f"caption of {slug!r}: {len(row)} rows of the table have {dict(place)}, not one")
    if "column" in place:
        value = float(row[place["column"]].iloc[0])
        return f"{100 * value:.1f} %" if unit == "%" else f"{value:,.6g}"
    return written(row.iloc[0], unit)


def rows_of(table: pd.DataFrame, place: Mapping[str, Any], slug: str) -> pd.DataFrame:
    """The rows of a table that `place` names by their columns."""
    rows = table
    for name, wanted in place.items():
        if name not in ("column", "count"):
            if name not in table:
                raise ValueError(f"caption of {slug!r}: the table has no column {name!r}")
            rows = rows[[same(value, wanted) for value in rows[name]]]
    return rows


def same(value: Any, wanted: Any) -> bool:
    """Whether an entry of a table is the wanted one, as a number or as text."""
    try:
        return float(value) == float(wanted)
    except (TypeError, ValueError):
        return str(value) == str(wanted)


def written(row: Any, unit: str) -> str:
    """A row's value with its interval."""
    found = Estimate(float(row["value"]), float(row["low"]), float(row["high"]), 0, "")
    if found.low == found.high:
        return f"{100 * found.value:.6g} %" if unit == "%" else f"{found.value:,.6g}"
    return found.percent() if unit == "%" else found.interval()


def extremes(table: pd.DataFrame) -> str:
    """The highest and the lowest point of a table."""
    if "value" not in table:
        return f"{len(table):,} rows."
    keys = [name for name in table if name not in ("low", "high", "n", "method", "kind", "open", "measure")]
    keys = keys[: keys.index("value")] or keys[:1]
    unit = "%" if table["value"].between(0, 1).all() else ""
    ends = []
    for word, place in (("Highest", table["value"].idxmax()), ("lowest", table["value"].idxmin())):
        row = table.loc[place]
        ends.append(f"{word}: {', '.join(f'{key} {row[key]}' for key in keys)}, {written(row, unit)}")
    return "; ".join(ends) + "."


def notebook_of(slug: str, notebooks: Path) -> Path | None:
    """The notebook that saves a result, found by its slug."""
    for path in sorted(notebooks.glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code" and f'"{slug}"' in "".join(cell["source"]):
                return path
    return None


def games_of(table: pd.DataFrame, about: Any) -> str:
    """How many games stand behind each point, from the table or the origin."""
    if "n" in table and slug_counts(table["n"]):
        return sizes(table["n"])
    found = [origin["n"] for origin in origins(about)]
    named = about.get("n") if isinstance(about, dict) else None
    return sizes(found or ([named] if isinstance(named, int) else []))


def sizes(counts: Iterable[int]) -> str:
    """The least and the greatest number of games, zeros (exact numbers) left out.

    Examples
    --------
    >>> sizes([500, 0, 2000]), sizes([500]), sizes([0])
    ('n = 500 to 2,000', 'n = 500', 'exact')
    """
    some = sorted({int(count) for count in counts if count > 0})
    if not some:
        return "exact"
    return f"n = {some[0]:,}" + (f" to {some[-1]:,}" if len(some) > 1 else "")


def slug_counts(column: pd.Series) -> bool:
    """Whether a column holds numbers of games."""
    return bool(pd.api.types.is_numeric_dtype(column) and column.notna().all() and (column > 0).any())


def rules_of(about: Any) -> str:
    """The rules of the games behind a chart in a few words; what varies is named."""
    found: dict[str, list[Any]] = {}
    for origin in origins(about):
        found.setdefault(origin["game"], []).append(origin["rules"])
    if not found:
        return str(about.get("rules", "no games")) if isinstance(about, dict) else "no games"
    tuned = set(about.get("vary", ())) if isinstance(about, dict) else set()
    return "; ".join(_rules_of_game(name, rules, tuned) for name, rules in found.items())


def _rules_of_game(name: str, found: list[dict[str, Any]], tuned: set[str]) -> str:
    game = games[name]
    varied = [
        field for field, one in found[0].items() if field in tuned or any(rules.get(field) != one for rules in found)
    ]
    text = f"{name}, {rules_text(game, game.check_rules(found[0]), ignore=varied)}"
    if len(varied) > 4:
        return f"{name}, several rules"
    return text + (f", {', '.join(varied)} varied" if varied else "")


def players_of(about: Any) -> str:
    """The players of the games behind a chart, without their parameters.

    Examples
    --------
    >>> players_of({"seats": [{"name": "knock_at:T=5"}, {"name": "simple"}]})
    '`knock_at`, `simple`'
    """
    found = origins(about, needed=("seats",))
    names = sorted({seat["name"].partition(":")[0] for origin in found for seat in origin["seats"]})
    return ", ".join(f"`{name}`" for name in names) if len(names) <= MOST_NAMED else f"{len(names)} players"


def seeds_of(about: Any) -> str:
    """The seeds of the games behind a chart; empty where there are none."""
    seeds = sorted({origin["seed"] for origin in origins(about)})
    if not seeds and isinstance(about, dict) and "seed" in about:
        seeds = [about["seed"]]
    return f"seed {', '.join(map(str, seeds))}" if seeds else ""
