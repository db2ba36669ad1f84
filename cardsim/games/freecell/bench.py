"""What is timed beside play: the exact solver, and Freecell Solver in the same run where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from cardsim.games.freecell.board import ms_deal
from cardsim.games.freecell.many_deals import decide_block
from cardsim.games.freecell.rules import as_rules
from cardsim.games.workload import Workload

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


def workloads() -> list[Workload]:
    """The solver by variant; ``fc-solve -l lg`` on four cells if it is installed (Debian: freecell-solver-bin)."""
    found = [Workload(name, "deal", Solving(rules, deals)) for name, rules, deals in SOLVED]
    if shutil.which("fc-solve"):
        found.append(Workload("fc-solve -l lg, 4 cells, deals 1..32000", "deal", FreecellSolver()))
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
    """Runs fc-solve on numbered deals, as a child process whose CPU time counts; its boards are written beforehand."""

    def __init__(self) -> None:
        self.folder: tempfile.TemporaryDirectory[str] | None = None
        self.boards: list[str] = []
        self.next = 0

    def _board(self, number: int) -> str:
        if self.folder is None:
            self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / f"{number}.board"
        if not path.exists():
            path.write_text(str(ms_deal(number)) + "\n", encoding="utf-8")
        return str(path)

    def __call__(self, count: int) -> None:
        """Solve the next `count` deals."""
        boards = [self._board((self.next + i) % 32_000 + 1) for i in range(count)]
        self.next += count
        subprocess.run(["fc-solve", "-l", "lg", *boards], check=False, stdout=subprocess.DEVNULL)
