"""What a newcomer gets wrong: each mistake is answered in one line that names it and says what would be right."""

import numpy as np
import pytest
from numba import njit

import cardsim as cs
from cardsim._jit import INTERPRETED
from cardsim.blocks import Rows
from cardsim.cli import main


@pytest.fixture(scope="module")
def runs():
    return {keep: cs.simulate("gin", n=400, seed=1, n_jobs=1, keep=keep, progress=False) for keep in ("rows", "counts")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 10**19}, "n=10000000000000000000 is too large"),
        ({"n": 10**15}, "do not fit into memory; keep='counts'"),
        ({"n_jobs": 0}, "n_jobs=0 must be a whole number of workers"),
        ({"n_jobs": "x"}, "n_jobs='x' must"),
        ({"n_jobs": 1.5}, r"n_jobs=1\.5 must"),
        ({"packs": [[1, 2], [3]]}, r"packs must be whole numbers of shape \(n, 52\)"),
        ({"shard": (2, 8)}, r"shard=\(2, 8\) has no games"),
        ({"packs": [list(range(52))] * 3, "unit": "match"}, "a match deals its own"),
        ({"out": 5}, "out=5 must be the path of a folder"),
    ],
)
def test_arguments_of_simulate(arguments, message):
    with pytest.raises(ValueError, match=message):
        cs.simulate("gin", **{"n": 3, "progress": False, **arguments})


@pytest.mark.parametrize("place", ["file", "file/inner"])
def test_a_file_where_a_folder_is_wanted(tmp_path, place):
    (tmp_path / "file").write_text("a note")
    for verb in (cs.simulate, lambda *a, **k: cs.sweep(*a, grid={"knock_limit": [3]}, **k)):
        with pytest.raises(ValueError, match="file is a file; name a folder"):
            verb("gin", n=3, out=tmp_path / place, progress=False)
    assert (tmp_path / "file").read_text() == "a note"


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("a note")
    with pytest.raises(ValueError, match=r"holds notes\.txt but no _run\.json: name an empty or a new folder"):
        cs.simulate("gin", n=3, out=tmp_path, progress=False)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_run_is_kept_as_parquet(tmp_path, runs):
    with pytest.raises(ValueError, match=r"name it run\.parquet"):
        runs["rows"].save(tmp_path / "run.xls")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("hand", [b"As Ks", True, [True], None, 1.5])
def test_what_is_no_hand(hand):
    with pytest.raises(ValueError, match="give text such as 'As"):
        cs.gin.deadwood(hand)


def test_a_game_may_be_named_by_its_module():
    assert cs.simulate(cs.gin, n=3, progress=False).table.equals(cs.simulate("gin", n=3, progress=False).table)
    with pytest.raises(ValueError, match="there is no game 'numpy'"):
        cs.simulate(np, n=3, progress=False)


def test_a_run_interrupted_before_its_first_block_is_empty():
    job = cs.simulate("gin", n=1, progress=False)._job
    assert Rows(job, [(0, 10)]).finish().n == 0


@pytest.mark.parametrize("keep", ["rows", "counts"])
def test_questions_to_a_run(runs, keep):
    run = runs[keep]
    assert run.rate("knock | undercut") == run.rate("knock|undercut")
    for question in ("winner", "turns", "undercutt"):
        with pytest.raises(ValueError, match=f"no end or bool column '{question}'"):
            run.rate(question)
    with pytest.raises(ValueError, match="name a column"):
        run.mean(np.ones(400))


def test_find_refuses_values_that_cannot_occur(runs):
    run = runs["rows"]
    with pytest.raises(ValueError, match="end is never 'undercutt'; did you mean 'undercut'"):
        run.find(end="knock|undercutt")
    with pytest.raises(ValueError, match="winner holds numbers, never 'simple'"):
        run.find(winner="simple")
    assert len(run.find(end="knock | undercut")) == run.table["end"].isin(["knock", "undercut"]).sum()


def test_a_grid_lists_each_value_once():
    with pytest.raises(ValueError, match=r"grid\['knock_limit'\] lists 3 twice"):
        cs.sweep("gin", grid={"knock_limit": [3, 5, 3]}, n=3)


def fraction(view, params, rng):
    return 0.5 * view.turn


def sometimes_a_fraction(view, params, rng):
    if view.turn > 3:
        return 1
    return view.deadwood / 2


def always_raises(view, params, rng):
    raise ValueError


def yields(view, params, rng):
    yield 1


def text(view, params, rng):
    return "yes"


def is_low(deadwood):
    return deadwood < 5


def calls_plain_python(view, params, rng):
    return is_low(view.deadwood)


class Player:
    def knock(self, view, params, rng):
        return True


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("knock", "message"),
    [
        (fraction, "it returns a fraction"),
        (sometimes_a_fraction, "it returns a fraction"),
        (always_raises, "it returns nothing"),
        (yields, "may not yield"),
        (text, "it returns text"),
        (calls_plain_python, "it calls 'is_low', which is not compiled; put @numba.njit above def is_low"),
        (Player().knock, r"must be a function f\(view, params, rng\), not method"),
    ],
)
def test_decisions(knock, message):
    own = cs.gin.strategies["simple"]._replace(name="own", knock=knock)
    with pytest.raises(cs.StrategyError, match="strategy 'own' in seat 1, decision 'knock'.*" + message):
        cs.simulate("gin", ["simple", own], n=3, progress=False)


def test_bools_whole_numbers_and_compiled_helpers_are_answers():
    helper = njit(is_low)
    for knock in (lambda view, params, rng: helper(view.deadwood), lambda view, params, rng: int(0.5 * view.turn)):
        own = cs.gin.strategies["simple"]._replace(name="own", knock=knock)
        assert cs.simulate("gin", ["simple", own], n=3, progress=False).n == 3


@pytest.mark.parametrize("params", [{"T": float("nan")}, {"T": [1.0]}, {"T": "x"}, 3.0])
def test_parameters_are_numbers(params):
    own = cs.gin.strategies["knock_at"]._replace(name="own", params=params)
    with pytest.raises(cs.StrategyError, match="'own' in seat 0: params must be numbers"):
        cs.simulate("gin", [own, "simple"], n=3, progress=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("run gin --n -5", "'-5' is less than 1; use a whole number of at least 1"),
        ("run gin --n 1e400", "not a whole number"),
        ("run gin --n nan", "not a whole number"),
        ("run gin --n 99999999999999999999", "n=99999999999999999999 is too large"),
        ("run gin --n 3 --n-jobs 0", "n_jobs=0 must"),
        ("run gin --n 3 --rule tie=none --rule tie=undercut", "--rule tie is given twice"),
        ("sweep gin --n 3 --vary tie=none --vary tie=undercut", "--vary tie is given twice"),
        ("bench gin --seconds -1", "not a number of seconds greater than 0"),
        ("bench gin --save /nowhere/bench.json", "--save: there is no folder /nowhere"),
        ("replay gin --index 3 --html /nowhere/game.html", "/nowhere/game.html: there is no folder /nowhere"),
    ],
)
def test_the_command_line(capsys, line, message):
    try:
        code = main(line.split())
    except SystemExit as leaving:
        code = leaving.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert message in err


def test_a_study_refuses_its_folder_before_it_plays(capsys, tmp_path):
    (tmp_path / "file").write_text("a note")
    assert main(["study", "--n", "10", "--out", str(tmp_path / "file")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "file is a file; name a folder" in err


def test_a_folder_without_results_is_no_success(capsys, tmp_path):
    assert main(["results", "check", "--folder", str(tmp_path)]) == 2
    assert "holds no results to check" in capsys.readouterr().err


@pytest.mark.parametrize("rule", ["tie=none", "oklahoma=off", "lay_off=none", "shutout=none"])
def test_words_that_a_rule_knows_reach_it(capsys, rule):
    name, _, value = rule.partition("=")
    assert main(["run", "gin", "--n", "3", "--rules", "eaai", "--rule", rule, "--json"]) == 0
    assert f'"{name}": "{value}"' in capsys.readouterr().out
    assert main(["sweep", "gin", "--n", "3", "--vary", rule, "--measure", "win"]) == 0


def test_every_64_bit_seed_can_be_written(capsys):
    assert main(["run", "gin", "--n", "3", "--seed", "12345678901234567891", "--json"]) == 0
    assert "12345678901234567891" in capsys.readouterr().out


def test_matches_is_the_plural_of_match(capsys):
    assert "3 gin matches" in repr(cs.simulate("gin", n=3, unit="match", progress=False))
    assert main(["run", "gin", "--n", "3", "--unit", "match"]) == 0
    assert "3 matches, seed 0" in capsys.readouterr().out
