"""Plays the first games behind each result again and compares them with the stored digest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardsim.experiment import simulate
from cardsim.games import games
from cardsim.job import fingerprint
from cardsim.run import DIGEST_ROWS


class Check(NamedTuple):
    """One run behind a result, played again: `same` is None where it cannot be (a strategy of a notebook's own)."""

    slug: str
    players: str
    same: bool | None
    why: str


def origins(document: Any, needed: tuple[str, ...] = ("digest", "seats")) -> Iterator[dict[str, Any]]:
    """All provenances in a ``run.json`` that have what is `needed`, however deep."""
    if isinstance(document, dict):
        if all(name in document for name in needed):
            yield document
        for value in document.values():
            yield from origins(value, needed)
    elif isinstance(document, list):
        for value in document:
            yield from origins(value, needed)


def seat_names(origin: dict[str, Any]) -> list[str] | None:
    """The seats as names that build them again, or None if one is not built in or has changed since."""
    game = games[origin["game"]]
    names = []
    for seat in origin["seats"]:
        settings = ",".join(f"{name}={value!r}" for name, value in dict(seat["params"]).items())
        name = seat["name"].partition(":")[0] + (f":{settings}" if settings else "")
        try:
            strategy = game.find_strategy(name)
        except ValueError:
            return None
        if fingerprint(strategy, game.decisions)["source"] != seat["source"]:
            return None
        names.append(name)
    return names


def check_origin(slug: str, origin: dict[str, Any]) -> Check:
    """Play the first games of one run again and compare their digest."""
    players = f"{origin['game']}: " + " v ".join(seat["name"] for seat in origin["seats"])
    game = games[origin["game"]]
    if origin["game_version"] != game.version:
        return Check(
            slug, players, False, f"made with version {origin['game_version']} of the game, now {game.version}"
        )
    names = seat_names(origin)
    if names is None:
        return Check(slug, players, None, "a strategy that is not built in, or has changed")
    run = simulate(
        origin["game"],
        names,
        rules=origin["rules"],
        n=min(origin["n"], origin.get("digest_rows", DIGEST_ROWS)),
        seed=origin["seed"],
        unit=origin["unit"],
        first=origin["first"],
        progress=False,
    )
    same = run.digest == origin["digest"]
    return Check(slug, players, same, "" if same else f"digest {run.digest}, stored {origin['digest']}")


def check_results(folder: Path | str = "results", slug: str | None = None) -> list[Check]:
    """Check every run behind every result in `folder` (or one slug).

    Raises
    ------
    ValueError
        Naming a result that lacks one of its files.
    """
    checks = []
    for path in sorted(Path(folder).glob("*/run.json")):
        if slug is not None and path.parent.name != slug:
            continue
        for name in ("figure.png", "table.csv"):
            if not (path.parent / name).exists():
                raise ValueError(f"result {path.parent.name!r} has no {name}")
        seen = set()
        for origin in origins(json.loads(path.read_text(encoding="utf-8"))):
            key = json.dumps([origin[k] for k in ("game", "rules", "seats", "seed", "unit", "first")], sort_keys=True)
            if key not in seen:
                seen.add(key)
                checks.append(check_origin(path.parent.name, origin))
    return checks
