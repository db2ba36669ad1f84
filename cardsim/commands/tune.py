"""Find the rule or the player's parameter that meets a target, and confirm it on fresh deals."""

from __future__ import annotations

import argparse

from cardsim.commands import Output
from cardsim.commands.options import add_game, add_running, add_vary, chosen_rules, grid
from cardsim.commands.text import as_data, records

HELP = "find the house rule or parameter that meets a target"
EXAMPLE = "cardsim tune gin --seat knock_at --seat simple --vary 0.T=0:10 --target win --n 100000 --seed 7"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may vary, and what is wanted."""
    add_game(parser)
    add_vary(parser)
    parser.add_argument(
        "--target", required=True, metavar="WHAT", help="win, points, 'least turns', 'stalemate<=0.01' or 'win = 0.5'"
    )
    add_running(parser)


def run(options: argparse.Namespace) -> Output:
    """Tune; the answer, what was not separated from it, and the confirmation."""
    import cardsim as cs

    tuning = cs.tune(
        options.game,
        options.seats,
        vary=grid(options),
        target=options.target,
        n=options.n,
        seed=options.seed,
        rules=chosen_rules(options),
        unit=options.unit,
        n_jobs=options.n_jobs,
    )
    data = {
        "answer": tuning.answer,
        "estimate": as_data(tuning.estimate),
        "confirmation": as_data(tuning.confirmation),
        "runners_up": tuning.runners_up,
        "candidates": records(tuning.table),
        "provenance": tuning.provenance,
    }
    return Output(str(tuning), data)
