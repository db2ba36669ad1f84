"""Random FreeCell deals through Freecell Solver with exhaustive settings: verdicts, and its moves under our rules."""

from __future__ import annotations

import random
import shutil

import pytest

import cardsim as cs
from cardsim.games.freecell.rules import as_rules
from tests.peers import fc_solve

pytestmark = pytest.mark.skipif(shutil.which(fc_solve.PROGRAM) is None, reason="fc-solve is not installed")


@pytest.mark.parametrize("name", list(fc_solve.EXHAUSTIVE))
def test_verdicts(cases, name):
    """Where it decides within its limit, we find the same; its solutions are legal here."""
    rules = as_rules({"preset": name, "max_moves": None, "dead_rule": False})  # its solutions may be long
    decided = 0
    for seed in cases:
        board = cs.freecell.ms_deal(random.Random(f"{name} {seed}").randrange(1, 2**33), rules)
        verdict, moves, _ = fc_solve.solve(str(board), fc_solve.EXHAUSTIVE[name])
        if verdict == "undecided":
            continue
        decided += 1
        solution = cs.freecell.solve(board)
        assert solution.verdict == verdict, str(board)
        if moves:
            cs.freecell.check(board, moves, won=True)
            cs.freecell.check(board, solution.moves, won=True)
    assert decided >= len(cases) // 3
