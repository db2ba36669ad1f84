"""Let players meet on common deals, in every seat arrangement, and rank them."""

from __future__ import annotations

import argparse
from typing import Any

from cardsim.commands import Output
from cardsim.commands.options import add_game, add_running, chosen_rules
from cardsim.commands.text import records

HELP = "rank players on common deals, seats rotated"
EXAMPLE = "cardsim compare gin simple knock_at:T=5 gin_only --n 100000 --seed 7"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The game, its players, and how many deals."""
    add_game(parser, seats=False)
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more, such as simple knock_at:T=5")
    parser.add_argument("--seats", type=int, metavar="K", help="players at a table, where the game leaves a choice")
    add_running(parser)


def run(options: argparse.Namespace) -> Output:
    """Play the league; its ranking and differences."""
    import cardsim as cs

    league = cs.compare(
        options.game,
        options.players,
        rules=chosen_rules(options),
        n=options.n,
        seed=options.seed,
        unit=options.unit,
        seats=options.seats,
        n_jobs=options.n_jobs,
    )
    data: dict[str, Any] = {
        "ranking": records(league.ranking),
        "differences": records(league.differences),
        "cells": records(league.cells),
        "provenance": league.provenance,
    }
    return Output(str(league), data)
