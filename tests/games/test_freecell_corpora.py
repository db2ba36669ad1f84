"""Verdicts published by others: T. Pringle's list of minimal cells, and the lists of S. Fish (MIT licences)."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from cardsim.games.freecell.board import ms_deal
from cardsim.games.freecell.many_deals import solve_deals, solve_rows
from cardsim.games.freecell.rules import as_rules
from cardsim.games.freecell.schedule import IMPOSSIBLE, VERDICT
from cardsim.games.freecell.solver import board_row
from tests.corpora import corpus_files

pytestmark = pytest.mark.corpus


def read(path):
    with open(path, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def verdicts(numbers, rules):
    table = solve_deals(numbers, rules, n_jobs=1)
    return dict(zip(table["deal"], table["verdict"], strict=True))


def impossible_under_another_key(numbers, rules):
    """Whether a second key seed finds all `numbers` impossible too."""
    rules = as_rules(rules)
    rows = np.array([board_row(ms_deal(number, rules)) for number in numbers])
    return len(rows) == 0 or set(solve_rows(rows, rules, key_seed=2)[:, VERDICT]) == {IMPOSSIBLE}


@pytest.mark.parametrize("cells", range(5))
@pytest.mark.parametrize("path", corpus_files("freecell", "ms_min_cells*.csv"), ids=lambda path: path.name)
def test_minimal_cells(path, cells):
    wanted = {int(row["deal"]): "won" if int(row["min_cells"]) <= cells else "impossible" for row in read(path)}
    assert verdicts(wanted, {"cells": cells}) == wanted
    impossible = [number for number, verdict in wanted.items() if verdict == "impossible"]
    assert impossible_under_another_key(impossible, {"cells": cells})


@pytest.mark.parametrize(("name", "preset"), [("bakers_game", "bakers_game"), ("eight_off", "eight_off")])
def test_games_by_suit(name, preset):
    for path in corpus_files("freecell", f"{name}*.csv"):
        names = {"solved": "won", "unsolvable": "impossible"}
        wanted = {int(row["deal"]): names[row["verdict"]] for row in read(path) if row["verdict"] in names}
        assert verdicts(wanted, preset) == wanted
        assert impossible_under_another_key([n for n, verdict in wanted.items() if verdict == "impossible"], preset)


@pytest.mark.parametrize("cells", [3, 4])
def test_impossible_deals(cells):
    for path in corpus_files("freecell", f"impossible_{cells}cells*.csv"):
        numbers = [int(row["deal"]) for row in read(path)]
        assert set(verdicts(numbers, {"cells": cells}).values()) == {"impossible"}
        assert impossible_under_another_key(numbers, {"cells": cells})


def test_winnable_without_cells():
    for path in corpus_files("freecell", "solvable_0cells*.csv"):
        numbers = [int(row["deal"]) for row in read(path) if row["status"] == "solved"]
        assert set(verdicts(numbers, {"cells": 0}).values()) == {"won"}
