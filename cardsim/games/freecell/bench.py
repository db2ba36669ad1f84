"""What is timed beside play: the exact solver, and Freecell Solver in the same run where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

from cardsim.games.freecell.many_deals import decide_block
from cardsim.games.freecell.rules import as_rules
from cardsim.games.workload import Workload

PROGRAM = "freecell-solver-range-parallel-solve"
# Name, rules, and the deals taken in turn, round and round.  2-cell deal 982 takes longer than all others.
SOLVED: tuple[tuple[str, Any, int], ...] = (
    ("solving, 4 cells, deals 1..32000", None, 32_000),
    ("solving, 3 cells, deals 1..1000", {"cells": 3}, 1000),
    ("solving, 2 cells, deals 1..900", {"cells": 2}, 900),
    ("solving, 1 cell, deals 1..900", {"cells": 1}, 900),
    ("solving, 0 cells, deals 1..32000", {"cells": 0}, 32_000),
    ("solving, Baker's Game, deals 1..1000", "bakers_game", 1000),
    ("solving, Eight Off, deals 1..500", "eight_off", 500),
)


# Freecell Solver's quickest complete settings for the same deals; 0 cells and Baker's Game exhaustively.
ELSEWHERE: tuple[tuple[str, int, str], ...] = (
    ("Freecell Solver -l lg, 4 cells, deals 1..32000", 32_000, "-l lg"),
    ("Freecell Solver, 0 cells, deals 1..32000", 32_000, "--freecells-num 0 -to 0AB -sp r:tf -mi 300000"),
    ("Freecell Solver, Baker's Game, deals 1..1000", 1000, "-g bakers_game -to 01ABCDE -sp r:tf -mi 200000"),
)


def workloads() -> list[Workload]:
    """The solver by variant, and Freecell Solver beside it if it is installed (Debian: freecell-solver-bin)."""
    found = [Workload(name, "deal", Solving(rules, deals)) for name, rules, deals in SOLVED]
    if shutil.which(PROGRAM):
        found += [Workload(name, "deal", FreecellSolver(deals, options)) for name, deals, options in ELSEWHERE]
    return found


class Solving:
    """Decides deals one after the other, from the first again after the last."""

    def __init__(self, rules: Any, deals: int) -> None:
        self.rules, self.deals, self.next = as_rules(rules), deals, 0

    def __call__(self, count: int) -> None:
        """Decide the next `count` deals."""
        while count > 0:
            batch = min(count, self.deals - self.next)
            decide_block(list(range(self.next + 1, self.next + batch + 1)), self.rules, None)
            self.next = (self.next + batch) % self.deals
            count -= batch


class FreecellSolver:
    """Runs Freecell Solver over numbered deals, as a child process whose CPU time counts."""

    def __init__(self, deals: int, options: str) -> None:
        self.deals, self.options, self.next = deals, options.split(), 0

    def __call__(self, count: int) -> None:
        """Try the next `count` deals, from the first again after the last."""
        while count > 0:
            batch = min(count, self.deals - self.next)
            first, last = str(self.next + 1), str(self.next + batch)
            subprocess.run([PROGRAM, first, last, last, *self.options], check=True, stdout=subprocess.DEVNULL)
            self.next = (self.next + batch) % self.deals
            count -= batch


def stored() -> dict[str, float]:
    """Bytes of a position in the table of the exact search when it is three quarters full, and just after it grew."""
    from cardsim.games.freecell.seen import new_table

    slot = new_table(1).nbytes
    return {"position, exact solver, table full": slot / 0.75, "position, exact solver, table just grown": slot / 0.5}


def absent() -> list[str]:
    """Programs that would be measured beside, were they installed."""
    return [] if shutil.which(PROGRAM) else ["Freecell Solver (Debian: freecell-solver-bin)"]
