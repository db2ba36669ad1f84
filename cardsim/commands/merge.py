"""Bring the shares of one study, played with --shard, together in one folder; nothing may be missing or double."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardsim.commands import Output
from cardsim.commands.run import report

HELP = "bring the shares of a study together"
EXAMPLE = "cardsim merge results/runs/whole results/runs/share-1 results/runs/share-2"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The folder to make, and the shares."""
    parser.add_argument("target", type=Path, metavar="DIR", help="the folder to make")
    parser.add_argument("shares", type=Path, nargs="+", metavar="SHARE", help="the folders of all shares")


def run(options: argparse.Namespace) -> Output:
    """Merge, then report the whole study as ``cardsim run`` would."""
    from cardsim.outcomes import outcomes
    from cardsim.storage import merge

    whole = merge(options.target, options.shares)
    return report(whole, outcomes(whole))
