"""What deciding whole ranges of numbered deals costs, beside Freecell Solver in the same run where it is installed.

``python -m cardsim.games.freecell.effort results/freecell-effort`` writes ``table.csv``, ``figure.png`` and
``run.json`` there; names of variants after the folder choose among ``RANGES``.  The two programs take turns, a tenth of
the range each, so that a busy machine slows both alike; times are those of the processor, on one core.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pandas as pd

from cardsim import plots
from cardsim.games.freecell.bench import PROGRAM
from cardsim.games.freecell.exhaustive import search
from cardsim.games.freecell.many_deals import decide_block, numbered_deal_rows
from cardsim.games.freecell.position import new_position
from cardsim.games.freecell.rules import Rules, as_rules
from cardsim.games.freecell.solver import KEY_SEED, MAX_STATES, NOTHING, variant_of
from cardsim.games.freecell.variant import zobrist

TURNS = 10


class Range(NamedTuple):
    """Deals 1 .. `last` under `rules`, and the settings of Freecell Solver, if it takes part."""

    rules: Any
    last: int
    options: str = ""
    skipped: tuple[int, ...] = ()


RANGES = {
    "4 cells": Range(None, 32_000, "-l lg"),
    "3 cells": Range({"cells": 3}, 1000, "--freecells-num 3 -l lg"),
    "2 cells": Range({"cells": 2}, 1000, skipped=(982,)),
    "1 cell": Range({"cells": 1}, 1000),
    "0 cells": Range({"cells": 0}, 32_000, "--freecells-num 0 -to 0AB -sp r:tf -mi 300000"),
    "Baker's Game": Range("bakers_game", 1000, "-g bakers_game -to 01ABCDE -sp r:tf -mi 200000"),
    "Eight Off": Range("eight_off", 500, "-g eight_off -l lg -mi 20000"),
}


def measure(variant: str) -> dict[str, Any]:
    """One row: verdicts, time and positions of both programs."""
    chosen = RANGES[variant]
    rules = as_rules(chosen.rules)
    beside = bool(chosen.options) and shutil.which(PROGRAM) is not None
    decide_block([1], rules, 1)
    tables: list[pd.DataFrame] = []
    own, theirs, open_there = 0.0, 0.0, 0
    for part in np.array_split(np.arange(1, chosen.last + 1), TURNS):
        deals = [number for number in part.tolist() if number not in chosen.skipped]
        began = time.process_time()
        tables.append(decide_block(deals, rules, None))
        own += time.process_time() - began
        if beside:
            seconds, unsolved = _elsewhere(int(part[0]), int(part[-1]), chosen.options)
            theirs, open_there = theirs + seconds, open_there + unsolved
    table = pd.concat(tables, ignore_index=True)
    counts, n = table["verdict"].value_counts(), len(table)
    row: dict[str, Any] = {"variant": variant, "n": n, "skipped": " ".join(map(str, chosen.skipped))}
    row |= {verdict: int(counts.get(verdict, 0)) for verdict in ("won", "impossible", "undecided")}
    row |= {"ms_per_deal": 1000 * own / n, "states_per_deal": table["states"].mean(), "seconds": own}
    row["peak_megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    row["bytes_per_position"] = _bytes_per_position(table, rules)
    row["fc_solve_ms_per_deal"] = 1000 * theirs / n if beside else -1.0
    row["fc_solve_not_solved"] = open_there if beside else -1
    return row


def _bytes_per_position(table: pd.DataFrame, rules: Rules) -> float:
    """Of the largest proof in the range: its table over the positions in it; -1 without one."""
    proofs = table[table["verdict"] == "impossible"]
    if proofs.empty:
        return -1.0
    hardest = int(proofs.loc[proofs["states"].idxmax(), "deal"])
    position = new_position(variant_of(rules), zobrist(KEY_SEED))
    row = numbered_deal_rows([hardest], rules)[0]
    _, stored, _, _, slots = search(position[0], row, False, MAX_STATES, 0, NOTHING)
    return float(NOTHING.itemsize * 2 * slots / stored)


def _elsewhere(first: int, last: int, options: str) -> tuple[float, int]:
    """Processor time of Freecell Solver on some deals, and how many it does not solve."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [PROGRAM, str(first), str(last), str(last), *options.split()]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, len(re.findall(r"^(?:Unsolved|Intractable) Board", answer.stdout, re.MULTILINE))


def main(folder: str, *variants: str) -> None:
    """Measure, print and write the result."""
    for name in variants:
        if name not in RANGES:
            raise SystemExit(f"there is no variant {name!r}; there are: {', '.join(map(repr, RANGES))}")
    table = pd.DataFrame([measure(name) for name in variants or RANGES]).round(4)
    print(table.to_string(index=False))
    drawn = pd.concat(
        [
            table.assign(program=program, value=table[column], low=table[column], high=table[column])
            for program, column in (("cardsim", "ms_per_deal"), ("Freecell Solver", "fc_solve_ms_per_deal"))
        ]
    )
    figure = plots.bars(
        drawn[drawn["value"] >= 0],
        "variant",
        by="program",
        percent=False,
        title="Processor time of exact verdicts",
        rules="numbered deals from 1 on, one core, programs in turn",
        xlabel="ms a deal",
    )
    path = Path(folder)
    about = {
        "game": "freecell",
        "rules": "numbered deals of each variant",
        "ranges": {name: RANGES[name]._asdict() for name in variants or RANGES},
        "versions": {"numba": numba.__version__},
    }
    plots.save(figure, path.name, table, about, path.parent)


if __name__ == "__main__":
    main(*sys.argv[1:])
