"""Play the first games behind every chart in the results folder again and compare them with the stored digest."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardsim.commands import Output
from cardsim.commands.text import table

HELP = "check that the games behind the committed charts are still the same"
EXAMPLE = "cardsim results check"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which result, in which folder."""
    parser.add_argument("action", choices=("check",), help="check: play the first games of each run again")
    parser.add_argument("slug", nargs="?", help="one result, such as gin-undercut-odds (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("results"), metavar="DIR", help="default: results")


def run(options: argparse.Namespace) -> Output:
    """Check; exit code 1 if any run differs."""
    from cardsim.results import check_results

    if not options.folder.is_dir():
        raise ValueError(f"there is no folder {str(options.folder)!r}; name one with --folder")
    checks = check_results(options.folder, options.slug)
    if options.slug and not checks:
        known = ", ".join(sorted(path.parent.name for path in options.folder.glob("*/run.json"))) or "none"
        raise ValueError(f"{options.folder} has no result {options.slug!r} to check; known: {known}")
    words = {True: "same", False: "differs", None: "not checked"}
    rows = [["result", "players", "verdict", "why"], *([c.slug, c.players, words[c.same], c.why] for c in checks)]
    return Output(table(rows), [check._asdict() for check in checks], code=int(any(c.same is False for c in checks)))
