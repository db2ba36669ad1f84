"""Positions and racks solved by other programs (HiGHS over the list of sets, OR-tools CP-SAT)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cardsim.games.rummikub import best_opening, best_turn
from cardsim.games.rummikub.sets import read_set
from tests.corpora import corpus_files, rows

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize("path", corpus_files("rummikub", "positions*.jsonl"), ids=lambda path: path.name)
def test_best_turns(path):
    for row in rows(path):
        rack = Counter(tile for tile, n in enumerate(row["rack"]) for _ in range(n))
        table = Counter(tile for tile, n in enumerate(row["table"]) for _ in range(n))
        for objective, expected in (("tiles", row["max_tiles"]), ("value", row["max_value_j30"])):
            turn = best_turn(row["table_sets"], row["rack"], objective)
            assert (turn.tiles if objective == "tiles" else turn.value) == expected, row["id"]
            assert not Counter(map(int, turn.placed)) - rack
            assert Counter(int(tile) for one in turn.sets for tile in one) == table + Counter(map(int, turn.placed))
            for one in turn.sets:
                read_set(one)  # raises if it is no set
        no_joker_value = best_turn(row["table"], row["rack"], "value", {"joker_penalty": 0})
        assert no_joker_value.value == row["max_value_j0"]


@pytest.mark.parametrize("path", corpus_files("rummikub", "racks*.jsonl"), ids=lambda path: path.name)
def test_best_openings(path):
    for row in rows(path):
        turn = best_opening(row["rack"])
        assert turn.value == row["max_meld_value"], row["id"]
        assert (turn.value >= 30) == row["opens30"]
        assert best_turn([], row["rack"]).tiles == row["max_tiles"]
        named = [int(tile) for one in turn.sets for tile in one]
        assert Counter(named) == Counter(map(int, turn.placed))
        assert not Counter(named) - Counter({tile: n for tile, n in enumerate(np.array(row["rack"])) if n})
