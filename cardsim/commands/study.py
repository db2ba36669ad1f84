"""The main job: play the default rules of every game, print one headline table, draw the charts.

Charts and tables go to DIR/study-GAME, the whole table to DIR/study.csv.  The numbers of deals are fixed per ruleset (a
million for most); --n scales all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

from cardsim.commands import Output
from cardsim.commands.options import count, whole
from cardsim.commands.text import as_data, table

HELP = "the main job: every game's headline outcomes, with charts and tables in results/"
EXAMPLE = "cardsim study --n 100000"

MOST = 1_000_000
"""The deals of most rulesets, to which ``--n`` refers."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """How many deals, which games, and where the results go."""
    parser.add_argument("--n", type=count, default=MOST, metavar="N", help="deals of most rulesets (default 1000000)")
    parser.add_argument("--seed", type=whole, default=7, help="same seed, same games (default 7)")
    parser.add_argument("--game", action="append", dest="games", metavar="GAME", help="only this game; may be repeated")
    parser.add_argument("--n-jobs", type=int, default=-1, metavar="K", help="cores to use (default: all)")
    parser.add_argument("--out", type=Path, default=Path("results"), metavar="DIR", help="where charts and tables go")


def run(options: argparse.Namespace) -> Output:
    """Play every ruleset, report its headlines, draw one chart per game."""
    import cardsim as cs
    from cardsim.arguments import folder_argument
    from cardsim.commands.headlines import RULESETS

    for name in options.games or ():
        cs.games[name]  # an unknown game is refused before anything is played
    folder_argument(options.out)  # an impossible place shows before anything is played
    chosen = [one for one in RULESETS if one.game in (options.games or cs.games)]
    rows: list[dict[str, Any]] = []
    for game in dict.fromkeys(one.game for one in chosen):
        own, origins = [], []
        for ruleset in (one for one in chosen if one.game == game):
            lines, origin = play(ruleset, options)
            own += lines
            origins.append({"ruleset": ruleset.title, **origin})
        save_chart(game, own, {"runs": origins}, options.out)
        rows += own
    save_table(rows, options.out)
    return Output(as_text(rows, options.out), rows)


def play(ruleset: Any, options: argparse.Namespace) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Play one ruleset; its headline rows and its provenance."""
    import cardsim as cs
    from cardsim.run import plural

    n = max(1, ruleset.n * options.n // MOST)
    print(f"{ruleset.game}, {ruleset.title}: {n:,} {plural(ruleset.unit)}", file=sys.stderr, flush=True)
    warm_up(ruleset)
    start = time.perf_counter()
    run = cs.simulate(
        ruleset.game,
        ruleset.seats,
        rules=ruleset.rules,
        n=n,
        seed=options.seed,
        unit=ruleset.unit,
        n_jobs=options.n_jobs,
    )
    rate = n / (time.perf_counter() - start)
    return [row(ruleset, headline, run, options.seed, rate) for headline in ruleset.headlines], dict(run.provenance)


def warm_up(ruleset: Any) -> None:
    """Compile, so that games per second count only games."""
    import cardsim as cs

    cs.simulate(ruleset.game, ruleset.seats, rules=ruleset.rules, n=1, unit=ruleset.unit, n_jobs=1)


def row(ruleset: Any, headline: Any, run: Any, seed: int, rate: float) -> dict[str, Any]:
    """One line of the headline table."""
    estimate = headline.of(run)
    return {
        "game": ruleset.game,
        "ruleset": ruleset.title,
        "outcome": headline.outcome,
        "share": headline.share,
        **as_data(estimate),
        "seed": seed,
        "games_per_second": round(rate),
    }


def save_chart(game: str, rows: list[dict[str, Any]], origin: dict[str, Any], folder: Path) -> None:
    """The headline shares of one game as bars with intervals, with table and provenance."""
    import pandas as pd

    from cardsim import plots

    frame = pd.DataFrame([one for one in rows if one["share"] and one["value"] is not None])
    if frame.empty:
        return
    frame = frame.drop(columns=["share", "games_per_second"])
    by = "ruleset" if frame["ruleset"].nunique() > 1 else None
    figure = plots.bars(frame, "outcome", by=by, title=f"{game.capitalize()}: headline outcomes", rules="default rules")
    plots.save(figure, f"study-{game}", frame, origin, folder)


def save_table(rows: list[dict[str, Any]], folder: Path) -> None:
    """All headlines as ``study.csv``."""
    import pandas as pd

    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / ".study.csv.part"
    pd.DataFrame(rows).drop(columns="share").to_csv(draft, index=False, lineterminator="\n")
    os.replace(draft, folder / "study.csv")


def as_text(rows: list[dict[str, Any]], folder: Path) -> str:
    """The headline table for people."""
    lines = [["game", "rules and players", "outcome", "value", "95 % interval", "n", "seed", "games/s"]]
    for one in rows:
        value, interval = shown(one)
        n, rate = f"{one['n']:,}", f"{one['games_per_second']:,}"
        lines.append([one["game"], one["ruleset"], one["outcome"], value, interval, n, str(one["seed"]), rate])
    return table(lines, right=[3, 4, 5, 6, 7]) + f"\n\nCharts and tables: {folder}/study-GAME, {folder}/study.csv"


def shown(one: dict[str, Any]) -> tuple[str, str]:
    """Value and interval in percent, or as they are; a dash where nothing was observed."""
    if one["value"] is None:
        return "-", "-"
    if one["share"]:
        return f"{100 * one['value']:.3f} %", f"{100 * one['low']:.3f} - {100 * one['high']:.3f} %"
    return f"{one['value']:.4g}", f"{one['low']:.4g} - {one['high']:.4g}"
