"""Play one game again, move by move, from its seed and its number."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from cardsim.commands import Output
from cardsim.commands.options import add_game, chosen_rules, whole

HELP = "show one game move by move"
EXAMPLE = "cardsim replay gin --seed 7 --index 12345"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and which deal or match of it."""
    add_game(parser)
    parser.add_argument("--seed", type=whole, default=0, help="the seed of the run (default 0)")
    parser.add_argument("--index", type=whole, required=True, metavar="I", help="number of the game in the run, from 0")
    parser.add_argument("--unit", choices=("deal", "match"), default="deal", help="what one game is (default deal)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the pictures to FILE as well")


def run(options: argparse.Namespace) -> Output:
    """Replay the game as text; its events as data."""
    import cardsim as cs

    replay = cs.replay(
        options.game,
        options.seats,
        rules=chosen_rules(options),
        seed=options.seed,
        index=options.index,
        unit=options.unit,
    )
    if options.html:
        draft = options.html.with_name(options.html.name + ".part")
        draft.write_text(replay.html(), encoding="utf-8")
        os.replace(draft, options.html)
    text = str(replay)
    return Output(text, {"game": options.game, "seed": options.seed, "index": options.index, "text": text.splitlines()})
