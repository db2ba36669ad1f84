"""FreeCell, action by action: the columns, the cells and the foundations."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.freecell import kernel
from cardsim.games.freecell.board import Board, deal, ms_deal, seeded_deal
from cardsim.games.freecell.moves import Move, Table
from cardsim.games.freecell.solver_seat import act_as_solver
from cardsim.games.freecell.variant import CELL, HOME
from cardsim.pictures import Step, board_rows


class Scene:
    """Follows one game."""

    def __init__(self, job: Any, index: int, packs: np.ndarray | None) -> None:
        board = dealt_board(job, index, packs)
        self.rules = board.rules
        self.solved = job.seats[0].act is act_as_solver
        self.table = Table(board) if self.solved else None
        self.columns = [list(column) for column in board.columns]
        self.cells = list(board.cells)
        self.home = list(board.foundations)

    def step(self, event: list[int], text: str) -> Step:
        """The picture of one event."""
        kind, _, choice, legal, moved, _ = event
        if kind in (kernel.ACTED, kernel.WENT_HOME):
            before = self._picture(text, legal, moved)
            self._carry_out(moved, choice & 31, choice >> 5 & 31, choice >> 10)
            return before
        return self._picture(text)

    def _carry_out(self, moved: int, source: int, target: int, count: int) -> None:
        if self.table is not None:
            self.table.play(Move(source, target, count))
            self.columns, self.cells, self.home = self.table.columns, self.table.cells, self.table.home
            return
        cards = self._lift(moved, source, count)
        if target == HOME:
            self.home[cards[0] // 13] += 1
        elif target >= CELL:
            self.cells[target - CELL] = cards[0]
        else:
            self.columns[target] += cards

    def _lift(self, moved: int, source: int, count: int) -> list[int]:
        if source == HOME:
            self.home[moved // 13] -= 1
            return [moved]
        if source >= CELL:
            taken, self.cells[source - CELL] = self.cells[source - CELL], -1
            return [taken]
        cards = self.columns[source][-count:]
        del self.columns[source][-count:]
        return cards

    def _picture(self, text: str, legal: int = 0, moved: int = -1) -> Step:
        home = sum(self.home)
        rows = board_rows(self.columns, self.cells, self.home, self.rules.foundation_base, legal, moved)
        return Step(text, rows, score=f"{home} of 52 cards home")


def dealt_board(job: Any, index: int, packs: np.ndarray | None) -> Board:
    """The board that a game of this job begins with."""
    if packs is not None and len(packs):
        return deal(packs[0].tolist(), job.rules)
    if job.rules.deal_scheme == "ms":
        return ms_deal(index + 1, job.rules)
    return seeded_deal(job.seed, index, job.rules)
