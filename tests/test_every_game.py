"""What holds for every game: the contract, reproducibility, compiled games equal to interpreted ones."""

import json
import os
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import pytest

import cardsim as cs
from cardsim.games.parameters import Choice, Flag
from cardsim.job import Job

GAMES = sorted(cs.games)
UNITS = [(name, unit) for name in GAMES for unit in cs.games[name].units]
N = {"rummikub": 40, "freecell": 40}


def sample(name, **given):
    given.setdefault("n", N.get(name, 200))
    return cs.simulate(name, **{"seed": 11, "progress": False, **given})


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_described(name):
    game = cs.games[name]
    assert game.Rules._fields == tuple(game.domains)
    assert all(domain.doc for domain in game.domains.values())
    assert all(strategy.doc for strategy in game.strategies.values())
    assert all(field.doc for field in game.view)
    assert all(column.doc for columns in game.columns.values() for column in columns)
    assert set(game.Strategy._fields) >= {*game.decisions, "params", "memory", "name", "doc"}


@pytest.mark.parametrize("name", GAMES)
def test_rules_survive_json(name):
    game = cs.games[name]
    for preset in game.presets:
        rules = game.check_rules(preset)
        text = json.dumps(rules._asdict())
        assert game.check_rules(json.loads(text)) == rules


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_value_names_the_field(name):
    game = cs.games[name]
    for field, domain in game.domains.items():
        if isinstance(domain, (Flag, Choice)):
            with pytest.raises(ValueError, match=rf"{name} rules: {field}="):
                game.check_rules({field: "nonsense"})


@pytest.mark.parametrize(("name", "unit"), UNITS)
def test_games_do_not_depend_on_how_they_are_run(name, unit):
    n = 12 if unit == "match" else N.get(name, 100)
    whole = sample(name, unit=unit, n=n).table
    pd.testing.assert_frame_equal(sample(name, unit=unit, n=n, n_jobs=1).table, whole)
    late = sample(name, unit=unit, n=n - 5, first=5).table
    pd.testing.assert_frame_equal(late, whole.iloc[5:])
    one = sample(name, unit=unit, n=1, first=n - 1).table
    pd.testing.assert_frame_equal(one, whole.iloc[-1:])


@pytest.mark.parametrize("name", GAMES)
def test_other_processes_play_the_same_games(name):
    here = sample(name, n=30).table
    with joblib.parallel_config("loky", n_jobs=2):
        there = sample(name, n=30).table
    pd.testing.assert_frame_equal(here, there)
    joblib.externals.loky.get_reusable_executor().shutdown(wait=True)


@pytest.mark.parametrize("name", GAMES)
def test_another_seed_gives_other_games(name):
    assert not sample(name).table.equals(sample(name, seed=12).table)


INTERPRET = """
import sys
import cardsim as cs
name, unit, n = sys.argv[1], sys.argv[2], int(sys.argv[3])
run = cs.simulate(name, n=n, seed=11, unit=unit, n_jobs=1, progress=False)
run.table.to_pickle(sys.argv[4])
"""


@pytest.mark.parametrize(("name", "unit"), UNITS)
def test_compiled_games_equal_interpreted_ones(name, unit, tmp_path):
    n = {"rummikub": 2, "freecell": 1}.get(name, 10) if unit != "match" else 1
    compiled = sample(name, unit=unit, n=n).table
    out = tmp_path / "table.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    environment.pop("NUMBA_JIT_COVERAGE", None)
    root = Path(cs.__file__).parents[1]
    command = [sys.executable, "-c", INTERPRET, name, unit, str(n), str(out)]
    subprocess.run(command, check=True, env=environment, cwd=root, timeout=500)
    pd.testing.assert_frame_equal(pd.read_pickle(out), compiled)


@pytest.mark.parametrize(("name", "unit"), UNITS)
def test_a_replay_is_the_row(name, unit):
    run = sample(name, unit=unit, n=5)
    for index in run.table.index:
        replayed = run.replay(index)
        row = run.table.loc[index].to_dict()
        assert replayed.outcome == row
        assert len(replayed.events) > 0
        assert all(isinstance(line, str) and line for line in replayed.lines())


@pytest.mark.parametrize("name", GAMES)
def test_counts_agree_with_rows(name):
    rows, counts = sample(name), sample(name, keep="counts")
    for end in rows.game.ends["deal"]:
        assert counts.rate(end) == rows.rate(end)
    for column in rows.table.columns:
        if rows.table[column].dtype != bool and pd.api.types.is_numeric_dtype(rows.table[column].dtype):
            assert counts.mean(column).value == pytest.approx(rows.mean(column).value)
            assert counts.counts(column).to_dict() == rows.counts(column).to_dict()


@pytest.mark.parametrize("name", GAMES)
def test_missing_is_never_nan(name):
    assert not sample(name).table.isna().any().any()


@pytest.mark.parametrize("name", GAMES)
def test_wrong_names_are_answered_with_near_ones(name):
    game = cs.games[name]
    strategy = next(iter(game.strategies))
    with pytest.raises(ValueError, match="no strategy"):
        game.find_strategy(strategy + "x")
    with pytest.raises(ValueError, match="no rule"):
        sample(name, rules={"no_such_rule": 1})
    with pytest.raises(ValueError, match="no preset"):
        sample(name, rules="no such preset")
    with pytest.raises(ValueError, match="no end or bool column"):
        sample(name, n=1).rate("no_such_end")
    with pytest.raises(ValueError, match="no unit"):
        sample(name, unit="round")
    with pytest.raises(ValueError, match="seats"):
        sample(name, seats=list(game.default_seats) * 5)


@pytest.mark.parametrize("name", GAMES)
def test_given_packs_are_played(name):
    game = cs.games[name]
    packs = np.array([np.random.default_rng(i).permutation(game.pack_size) for i in range(5)])
    run = sample(name, n=5, packs=packs)
    again = sample(name, n=5, packs=packs, seed=11)
    pd.testing.assert_frame_equal(run.table, again.table)
    bad = packs.copy()
    bad[2, 0] = bad[2, 1]
    with pytest.raises(ValueError, match=r"packs\[2\] is not a pack"):
        sample(name, n=5, packs=bad)


@pytest.mark.parametrize("name", GAMES)
def test_a_job_is_the_same_after_pickling(name):
    game = cs.games[name]
    job = Job(name, game.check_rules(None), game.find_seats(None), 3, "deal")
    text = joblib.hash(job.play(0, 3).rows)
    assert (
        joblib.hash(Job(*(getattr(job, f) for f in ("game_name", "rules", "seats", "seed", "unit"))).play(0, 3).rows)
        == text
    )
