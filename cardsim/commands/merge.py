"""Bring the shares of one study, played on several machines with --shard, together in one folder.

Nothing may be missing or double, and all shares must be of the same study: the same game, rules, players, seed, number
of games and version.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from cardsim.commands import Output

HELP = "bring the shares of one study together"
EXAMPLE = "cardsim merge results/runs/whole share-1 share-2 share-3"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Where to, and from where."""
    parser.add_argument("out", type=Path, metavar="OUT", help="folder for the whole study")
    parser.add_argument("shares", type=Path, nargs="+", metavar="SHARE", help="folder of one share")


def run(options: argparse.Namespace) -> Output:
    """Merge, and report the whole study as ``cardsim run`` does."""
    from cardsim.commands.run import report
    from cardsim.outcomes import outcomes
    from cardsim.storage import merge

    whole = merge(options.out, options.shares)
    found = report(whole, outcomes(whole))
    return found._replace(text=f"{len(options.shares)} shares merged in {options.out}\n\n{found.text}")
