"""Play the same deals in every cell of a grid of rules, players and their parameters."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cardsim.commands import Output
from cardsim.commands.options import add_game, add_running, add_vary, chosen_rules, grid
from cardsim.commands.text import records, table

HELP = "tabulate outcomes over a grid of rules and players' parameters"
EXAMPLE = "cardsim sweep gin --vary knock_limit=0:10 --measure win --measure gin --n 100000 --seed 7"


def arguments(parser: argparse.ArgumentParser) -> None:
    """The grid, what is measured, and how many games each cell plays."""
    add_game(parser)
    add_vary(parser)
    parser.add_argument(
        "--measure",
        action="append",
        metavar="WHAT",
        help="such as win, points, gin or 'undercut among knock|undercut' (default: ends, points, wins)",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep finished cells in DIR; the same call resumes")
    add_running(parser)


def run(options: argparse.Namespace) -> Output:
    """Sweep; one row per cell and measure."""
    import cardsim as cs

    frame = cs.sweep(
        options.game,
        options.seats,
        grid=grid(options),
        n=options.n,
        seed=options.seed,
        measure=options.measure,
        rules=chosen_rules(options),
        unit=options.unit,
        out=options.out,
        n_jobs=options.n_jobs,
    )
    rows: list[dict[str, Any]] = records(frame)
    names = [name for name, _ in options.vary]
    lines = [[*names, "measure", "value", "95 % interval", "n"], *(line(row, names) for row in rows)]
    first = len(names) + 1
    return Output(table(lines, right=[first, first + 1, first + 2]), rows)


def line(row: dict[str, Any], names: list[str]) -> list[str]:
    """One row of the sweep for people: rates in percent, means as they are."""
    cell = [*(str(row[name]) for name in names), row["measure"]]
    if row["value"] is None:
        return [*cell, "-", "-", f"{row['n']:,}"]
    scale, sign = (100, " %") if row["kind"] == "rate" else (1, "")
    value, low, high = (f"{scale * row[part]:.3f}" for part in ("value", "low", "high"))
    return [*cell, value + sign, f"[{low}, {high}]", f"{row['n']:,}"]
