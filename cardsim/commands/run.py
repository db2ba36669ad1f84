"""Play many games and print the outcomes with 95 % intervals."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsim.commands import Output
from cardsim.commands.options import add_game, add_running, chosen_rules, shard, whole
from cardsim.commands.text import as_data, table

if TYPE_CHECKING:
    from cardsim.outcomes import Outcome

INTERRUPTED = 130  # as a shell counts it
HELP = "play many games, print the outcomes with intervals"
EXAMPLE = "cardsim run gin --n 1000000 --seed 7 --seat simple --seat simple --rule knock_limit=7"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The game and how it is run."""
    add_game(parser)
    add_running(parser)
    parser.add_argument("--first", type=whole, default=0, metavar="I", help="number of the first game (default 0)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the rows to DIR; the same call again resumes")
    parser.add_argument("--shard", type=shard, metavar="I/K", help="play one share of K, such as 2/8; needs --out")
    parser.add_argument("--keep", choices=("rows", "counts"), default="rows", help="counts: tallies only, no rows")
    parser.add_argument("--check", action="store_true", help="check array bounds in the players' decisions")


def run(options: argparse.Namespace) -> Output:
    """Simulate and summarise."""
    import cardsim as cs
    from cardsim.outcomes import outcomes

    found = cs.simulate(
        options.game,
        options.seats,
        rules=chosen_rules(options),
        n=options.n,
        seed=options.seed,
        unit=options.unit,
        n_jobs=options.n_jobs,
        first=options.first,
        out=options.out,
        shard=options.shard,
        keep=options.keep,
        check=options.check,
    )
    return report(found, outcomes(found))._replace(code=0 if found.complete else INTERRUPTED)


def report(found: Any, headlines: list[Outcome]) -> Output:
    """The outcomes of a run as a table, and with its provenance as data."""
    from cardsim.run import plural

    rows = [["outcome", "value", "95 % interval", "n"]]
    rows += [[one.name, *shown(one), f"{one.estimate.n:,}"] for one in headlines]
    data = {
        **found.provenance,
        "outcomes": [{"outcome": one.name, "kind": one.kind, **as_data(one.estimate)} for one in headlines],
    }
    origin = found.provenance
    names = " v ".join(seat["name"] for seat in origin["seats"])
    title = f"{origin['game']}, {names}: {found.n:,} {plural(origin['unit'])}, seed {origin['seed']}"
    if differing := changed_rules(found):
        title += f"\nrules: {differing}"
    return Output(f"{title}\n\n{table(rows, right=[1, 2, 3])}", data)


def changed_rules(found: Any) -> str:
    """The rules of a run that are not the game's default, such as ``knock_limit=7``."""
    usual = found.game.check_rules(None)._asdict()
    return ", ".join(f"{name}={value}" for name, value in found.rules._asdict().items() if value != usual[name])


def shown(one: Outcome) -> tuple[str, str]:
    """Value and interval: rates in percent, means as they are."""
    estimate = one.estimate
    text = estimate.percent() if one.kind == "rate" else estimate.interval()
    value, _, interval = text.partition(" [")
    return value, f"[{interval}"
