"""Verdicts as a table for people, as plain data, and as the result ``claims``: table, chart and origin."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from cardsim.claims.checks.playing import SEED
from cardsim.claims.ledger import GAMES, ledger
from cardsim.claims.running import Judged, Line
from cardsim.claims.verdicts import VERDICTS, together

SLUG = "claims"
Origins = Mapping[str, Mapping[str, Any]]
"""For each game whether the run was a quick one (``quick``), and the provenance of what was played (``runs``)."""


def row(line: Line) -> dict[str, Any]:
    """One published value, our number and the verdict, as plain data; None where there is no number."""
    claim, theirs = line.claim, line.published.estimate
    ours = line.found.estimate if line.found else None
    flawed = line.found.flawed if line.found else None
    return {
        "claim": claim.id,
        "fact": claim.fact,
        "game": claim.game,
        "statement": claim.statement,
        "at": line.published.at,
        "stated": line.published.text,
        "published": theirs.value if theirs else None,
        "published_low": theirs.low if theirs else None,
        "published_high": theirs.high if theirs else None,
        "value": number(ours.value) if ours else None,
        "low": number(ours.low) if ours else None,
        "high": number(ours.high) if ours else None,
        "n": ours.n if ours else 0,
        "with_the_mistake": flawed.value if flawed else None,
        "verdict": line.verdict,
        "why": line.why,
        "unit": claim.unit,
        "tolerance": line.published.stated,
        "rules": claim.rules,
        "players": " v ".join(claim.players),
        "assumptions": claim.assumptions,
        "how": claim.how,
        "source": f"{claim.source}{', ' + claim.place if claim.place else ''}",
        "url": claim.source.url,
    }


def number(value: float) -> float | None:
    """`value`, or None where it is none."""
    return float(value) if math.isfinite(value) else None


def rows(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """All values, in the order of the ledger."""
    return [row(line) for one in judged for line in one.lines]


def counts(table: pd.DataFrame) -> pd.DataFrame:
    """How many claims of each game have each verdict; the last row is all of them.

    A claim of several values has the gravest verdict of any.
    """
    per_claim = table.groupby("claim", sort=False).agg(
        game=("game", "first"), verdict=("verdict", lambda v: together(list(v)))
    )
    found = pd.crosstab(per_claim["game"], per_claim["verdict"]).reindex(
        index=[game for game in GAMES if game in set(per_claim["game"])], columns=list(VERDICTS), fill_value=0
    )
    found.loc["all"] = found.sum()
    return found


def shown(entry: Mapping[str, Any]) -> tuple[str, str]:
    """Our value and interval as they are printed."""
    from cardsim.stats import Estimate

    value, low, high = entry["value"], entry["low"], entry["high"]
    if value is None or low is None or high is None or value != value:
        return "-", ""
    if low == high:
        return (f"{value:.0f}" if float(value).is_integer() and abs(value) < 1e15 else f"{value:.8g}"), "exact"
    text = Estimate(value, low, high, 0, "").interval()
    here, _, interval = text.partition(" ")
    return here, interval


def check_saving(claims: Collection[str], quick: bool, folder: Path | str = "results") -> None:
    """Refuse to save some claims of a game where the table does not hold the others, found in the same way.

    Raises
    ------
    ValueError
        Naming the game and what to save first.
    """
    before, known = _stored(Path(folder) / SLUG)
    for game in GAMES:
        of_game = {claim.id for claim in ledger().values() if claim.game == game}
        left_out = of_game - set(claims)
        if left_out and left_out != of_game:
            there = before is not None and left_out <= set(before["claim"]) and known[game]["quick"] == quick
            if not there:
                way = f"--game {game}{' --quick' if quick else ''} --save"
                raise ValueError(f"{folder} does not hold the other claims of {game}, checked like these: first {way}")


def save(found: list[dict[str, Any]], origins: Origins, folder: Path | str = "results") -> Path:
    """Write or renew the result ``claims``; claims that `found` does not cover keep the rows they had.

    Parameters
    ----------
    found : list of dict
        The rows of all claims of some games, or of some claims of games that the table holds already.
    origins : mapping
        For each of these games, how they came about.
    """
    from cardsim import plots
    from cardsim.claims.chart import draw

    table, runs = pd.DataFrame(found), dict(origins)
    before, known = _stored(Path(folder) / SLUG)
    if before is not None:
        kept = before[~before["claim"].isin(table["claim"]) & before["claim"].isin(list(ledger()))]
        for game in set(kept["game"]) & set(runs):
            runs[game] = {**runs[game], "runs": joined(known[game]["runs"], runs[game]["runs"])}
        table, runs = pd.concat([kept, table], ignore_index=True), {**known, **runs}
    order = {claim: place for place, claim in enumerate(ledger())}
    table = table.sort_values("claim", key=lambda claims: claims.map(order), kind="stable", ignore_index=True)
    about = {
        "what": "cardsim claims --save",
        "rules": "as each claim states",
        "seed": SEED,
        "n": "as each row states; 0: exact",
        "verdicts": {verdict: int(count) for verdict, count in counts(table).loc["all"].items()},
        "games": {game: runs[game] for game in GAMES if game in runs},
    }
    return plots.save(draw(table), SLUG, table, about, folder)


def _stored(home: Path) -> tuple[pd.DataFrame | None, dict[str, Any]]:
    """The table as it is, and how it came about; None if there is none."""
    if not (home / "table.csv").exists():
        return None, {}
    return read_table(home.parent), json.loads((home / "run.json").read_text(encoding="utf-8"))["games"]


def joined(before: Sequence[Any], now: Sequence[Any]) -> list[Any]:
    """Origins, each once: what a claim played again stands there already.

    Examples
    --------
    >>> joined([{"n": 1}, {"n": 2}], [{"n": 2}, {"n": 3}])
    [{'n': 1}, {'n': 2}, {'n': 3}]
    """
    return [*before, *(origin for origin in now if origin not in before)]


NUMBERS = ("published", "published_low", "published_high", "value", "low", "high", "with_the_mistake")
"""Columns of the table that hold numbers."""


def read_table(folder: Path | str = "results") -> pd.DataFrame:
    """The stored table of all values.

    Raises
    ------
    ValueError
        If there is none yet.
    """
    path = Path(folder) / SLUG / "table.csv"
    if not path.exists():
        raise ValueError(f"there is no {path}: make it with `cardsim claims --save`")
    return pd.read_csv(path, keep_default_na=False, na_values={column: [""] for column in NUMBERS})
