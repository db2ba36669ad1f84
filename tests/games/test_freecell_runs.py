"""Long runs: parts on disk, resumed, put together; the command; the published table; the weights."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cardsim.cli import main
from cardsim.games.freecell import many_deals, min_cells, runs, schedule, solve_deals, solve_range, solver, training
from cardsim.games.freecell.board import ms_deal
from cardsim.games.freecell.moves import check
from cardsim.games.freecell.rules import as_rules
from cardsim.games.freecell.scan_board import WEIGHTS
from cardsim.games.freecell.solver import variant_of

TABLE = Path(__file__).parents[2] / "results" / "freecell-min-cells" / "table.csv"


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(runs, "PART", 20)


def test_a_run_is_resumed(tmp_path, small_parts):
    seen = []
    first = solve_range(1, 50, {"cells": 3}, out=tmp_path, progress=lambda done, n: seen.append((done, n)))
    assert first.to_dict("list") == solve_deals(range(1, 51), {"cells": 3}, 1).to_dict("list")
    assert seen == [(20, 50), (40, 50), (50, 50)]
    (tmp_path / "part-0000000021-0000000040.csv").unlink()
    seen.clear()
    assert solve_range(1, 50, {"cells": 3}, out=tmp_path, progress=lambda *at: seen.append(at)).equals(first)
    assert seen == [(50, 50)]
    assert not list(tmp_path.glob("*.tmp"))


def test_a_folder_of_another_run_is_refused(tmp_path, small_parts):
    solve_range(1, 3, {"cells": 3}, out=tmp_path)
    with pytest.raises(ValueError, match="holds another run"):
        solve_range(1, 3, {"cells": 4}, out=tmp_path)
    with pytest.raises(ValueError, match="the first must not be larger"):
        solve_range(5, 3, out=tmp_path)


def test_deals_left_undecided_are_searched_again_with_more_positions(tmp_path, small_parts, monkeypatch):
    few = solve_range(1, 40, {"cells": 1}, out=tmp_path, max_states=2000)
    left = few.loc[few["verdict"] == "undecided", "deal"].tolist()
    assert left
    searched = []
    monkeypatch.setattr(
        runs, "decide_block", lambda deals, *rest: searched.extend(deals) or many_deals.decide_block(deals, *rest)
    )
    more = solve_range(1, 40, {"cells": 1}, out=tmp_path, max_states=10_000_000)
    assert searched[1:] == left  # the first call only warms up
    direct = solve_deals(range(1, 41), {"cells": 1}, 1, max_states=10_000_000)
    assert more["verdict"].tolist() == direct["verdict"].tolist()
    assert (more["verdict"] != "undecided").all()
    assert more.dtypes.to_dict() == few.dtypes.to_dict()
    searched.clear()
    assert solve_range(1, 40, {"cells": 1}, out=tmp_path, max_states=20_000_000).equals(more)
    assert searched == []
    with pytest.raises(ValueError, match="was searched with max_states=20000000: 2000 is less"):
        solve_range(1, 40, {"cells": 1}, out=tmp_path, max_states=2000)


def test_minimal_cells_are_put_together(tmp_path, small_parts):
    for cells in (0, 2, 3, 4):
        solve_range(1, 30, {"cells": cells}, out=tmp_path / f"ms-{cells}-cells")
    table, about = min_cells.collect(tmp_path)
    assert table["deal"].tolist() == list(range(1, 31))
    assert set(table["verdict_1"]) == {"-"}
    assert about["runs"]["4"]["won"] == 30
    assert "1" not in about["runs"]
    known = table[table["min_cells"] >= 0]
    for row in known.itertuples():
        assert getattr(row, f"verdict_{row.min_cells}") == "w"
    assert (table.loc[table["min_cells"] < 0, "verdict_2"] == "w").all()


def test_deals_decided_by_themselves_go_before_their_range(tmp_path, small_parts):
    few = solve_range(1, 30, {"cells": 1}, out=tmp_path / "ms-1-cells", max_states=300)
    left = few.loc[few["verdict"] == "undecided", "deal"].tolist()
    first, out = left[0], tmp_path / "out"
    min_cells.main(str(tmp_path), str(out))
    assert json.loads((out / "run.json").read_text())["runs"]["1"]["undecided"] == len(left)
    (tmp_path / "ms-1-cells").rename(tmp_path / "lost")
    decided = solve_range(first, first, {"cells": 1}, out=tmp_path / f"ms-1-cells-deal-{first}")
    for _ in range(2):  # the second time from the list beside the table
        min_cells.main(str(tmp_path), str(out))
        table = pd.read_csv(out / "table.csv").set_index("deal")
        assert table.loc[first, "verdict_1"] == decided.loc[0, "verdict"][0]
        assert table.loc[first, "states_1"] == decided.loc[0, "states"]
        assert (table["verdict_1"] == "u").sum() == len(left) - 1
    about = json.loads((out / "run.json").read_text())["runs"]["1"]
    assert about["undecided_deals"].keys() == set(map(str, left[1:]))
    singles = pd.read_csv(out / "singles.csv")
    assert singles["deal"].tolist() == [first]
    wrong = singles.assign(verdict="won" if decided.loc[0, "verdict"] == "impossible" else "impossible")
    with pytest.raises(ValueError, match="by itself, "):
        min_cells.collect(tmp_path, table.reset_index(), {"runs": {"1": about}}, wrong)


def test_the_command(tmp_path, capsys):
    assert (
        main(["solve", "freecell", "--deals", "1..20", "--cells", "3", "--out", str(tmp_path / "runs"), "--json"]) == 0
    )
    found = json.loads(capsys.readouterr().out.split("deals\n")[-1])
    assert found["won"] + found["impossible"] == 20
    assert main(["solve", "freecell", "--deals", "11982"]) == 0
    assert "impossible" in capsys.readouterr().out
    assert main(["solve", "freecell", "--deals", "0"]) == 2
    assert "there is no deal 0" in capsys.readouterr().err
    assert main(["solve", "freecell", "--deals", "5..2"]) == 2
    assert "5..2 names no deals" in capsys.readouterr().err


def test_the_published_table_is_what_the_solver_finds():
    """A sample of results/freecell-min-cells, and its totals."""
    table = pd.read_csv(TABLE).set_index("deal")
    wins = {0: 69, 1: 6289, 2: 25381, 3: 31801, 4: 31999}
    for cells in range(5):
        letters = table[f"verdict_{cells}"]
        assert letters.isin(["w", "i"]).all()
        assert (letters == "w").sum() == wins[cells]
        sample = list(range(1 + cells, 32001, 3203))
        found = solve_deals(sample, {"cells": cells}, 1, max_states=300_000)
        for deal, verdict in zip(found["deal"], found["verdict"], strict=True):
            known = {"w": "won", "i": "impossible", "u": "undecided"}[letters[deal]]
            assert verdict in ("undecided", known), (cells, deal)


def test_schedules_end_with_an_unlimited_proof():
    for preset in ("freecell", "freecell_0", "freecell_2", "bakers_game", "eight_off", "fore_cell"):
        rules = as_rules(preset)
        plan = schedule.schedule(variant_of(rules))
        assert tuple(plan[-1]) == (schedule.EXHAUST, 0, schedule.UNLIMITED)
        assert (plan[plan[:, 0] == schedule.SCAN, 1] < len(schedule.VECTORS)).all()
    assert schedule.VECTORS.shape[1] == len(WEIGHTS)


def test_further_vectors_wait_until_the_search_is_large():
    """Within smaller limits the schedule is as it would be without them."""
    for cells in range(5):
        variant = variant_of(as_rules({"cells": cells}))
        usual, whole = (schedule.schedule(variant, limit) for limit in (schedule.STILL_OPEN, schedule.UNLIMITED))
        further = whole[len(usual) - 1 : -1]
        assert (whole[: len(usual) - 1] == usual[:-1]).all()
        assert (usual[usual[:, 0] == schedule.SCAN, 1] < schedule.FIRST_FURTHER).all()
        if cells in (1, 2):
            assert tuple(further[0]) == (schedule.EXHAUST, 0, schedule.STILL_OPEN)
            assert further[1:, 1].tolist() == list(range(schedule.FIRST_FURTHER, len(schedule.VECTORS)))
        else:
            assert len(further) == 0


def test_the_further_vectors_are_those_of_the_training():
    trained = schedule.VECTORS[2:6]
    assert schedule.VECTORS[schedule.FIRST_FURTHER :].tolist() == [v.tolist() for v in training.further(trained)]


def test_a_further_vector_wins_what_the_exhaustive_search_leaves_open(monkeypatch):
    """Numbered deal 13599 with one cell: open after 150 million positions, a win by the published list."""
    quota = schedule.FURTHER_QUOTA
    further = [(schedule.SCAN, i, quota) for i in range(schedule.FIRST_FURTHER, len(schedule.VECTORS))]
    monkeypatch.setattr(solver, "schedule", lambda *_: np.array(further, np.int64))
    board = ms_deal(13599, {"cells": 1})
    solution = solver.solve(board)
    assert solution.verdict == "won"
    check(board, solution.moves, won=True)
