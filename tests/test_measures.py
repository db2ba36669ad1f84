"""Measures read the outcome rows as they say, and refuse what is not there by name."""

import numpy as np
import pandas as pd
import pytest

from cardsim import stats
from cardsim.measures import find_measures, usual_names
from cardsim.target import find_target

TABLE = pd.DataFrame(
    {
        "end": pd.Categorical(
            ["gin", "knock", "undercut", "void"] * 25, categories=["gin", "knock", "undercut", "void"]
        ),
        "winner": np.tile([0, 1, 0, -1], 25),
        "points_0": np.tile([25, 0, 30, 0], 25),
        "points_1": np.tile([0, 8, 0, 0], 25),
        "turns": np.arange(100),
        "set_0": np.tile([True, False, False, False], 25),
    }
)


def value(measure):
    (found,) = find_measures(measure, TABLE.iloc[:0])
    return found.units(TABLE).value


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("gin", 0.25),
        ("gin|knock", 0.5),
        ("stalemate", 0.25),
        ("win", 0.5),
        ("win_1", 0.25),
        ("set_0", 0.25),
        ("turns", 49.5),
        ("points_1", 2.0),
        ("points", (25 - 8 + 30) / 4),
        ("undercut among knock|undercut", 0.5),
        (("win", "gin|undercut"), 1.0),
        ("points_0 among win", 27.5),
        (lambda table: table["turns"] < 10, 0.1),
        (lambda table: table["turns"] * 2, 99.0),
        (lambda table: float(table["turns"].mean()), 49.5),
    ],
)
def test_a_measure_has_the_value_of_its_rows(measure, expected):
    assert value(measure) == pytest.approx(expected)


def test_estimates_have_the_interval_of_their_kind():
    rate, conditional, mean, number = (
        measure.units(TABLE).estimate()
        for measure in find_measures(
            {"a": "gin", "b": "gin among win", "c": "turns", "d": lambda table: float(table["turns"].mean())}, TABLE
        )
    )
    assert rate == stats.proportion(25, 100)
    assert conditional == stats.proportion(25, 50)
    assert mean == stats.mean(TABLE["turns"])
    assert number.n == 20
    assert number.contains(49.5)


def test_undecided_games_widen_the_interval():
    ends = pd.Categorical(["won"] * 8 + ["impossible", "undecided"], categories=["won", "impossible", "undecided"])
    table = pd.DataFrame({"end": ends})
    won, undecided = (measure.units(table).estimate() for measure in find_measures(["won", "undecided"], table))
    assert won == stats.proportion(8, 10, unresolved=1)
    assert undecided == stats.proportion(1, 10)
    assert find_measures(["won among won|impossible"], table)[0].units(table).estimate() == stats.proportion(8, 9)


def test_games_without_any_of_them_have_no_rate():
    nothing = find_measures("gin among void", TABLE)[0].units(TABLE[TABLE["end"] != "void"])
    assert np.isnan(nothing.value)
    assert nothing.estimate().n == 0


def test_usual_measures_are_ends_points_and_wins():
    assert usual_names(TABLE) == ["gin", "knock", "undercut", "void", "points_0", "points_1", "win_0", "win_1"]
    assert [measure.name for measure in find_measures(None, TABLE)] == usual_names(TABLE)
    assert usual_names(TABLE[["end"]]) == ["gin", "knock", "undercut", "void"]


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        ("undercutt", "no measure 'undercutt'.*undercut"),
        ("gin|knok", "no measure 'knok'.*knock"),
        ("gin among ginn", "no measure 'ginn'"),
        (7, "a name, a pair .* or a function of the table, not 7"),
        ([], "measure is empty"),
        (lambda table: [1, 2], r"one per row \(100\)"),
    ],
)
def test_bad_measures_are_named(measure, message):
    with pytest.raises(ValueError, match=message):
        value(measure)


@pytest.mark.parametrize(
    ("target", "sense", "limit"),
    [
        ("win", "max", None),
        ("least turns", "min", None),
        ("most points", "max", None),
        ("void<=0.01", "<=", 0.01),
        ("undercut among knock|undercut >= 5 %", ">=", 0.05),
        ("win = 0.5", "=", 0.5),
        ("points==-1.5", "=", -1.5),
        (lambda table: table["turns"], "max", None),
    ],
)
def test_targets(target, sense, limit):
    found = find_target(target, TABLE)
    assert found.sense == sense
    assert limit is None or found.limit == pytest.approx(limit)


def test_bad_targets_are_named():
    with pytest.raises(ValueError, match="must end in a number"):
        find_target("void<=few", TABLE)
    with pytest.raises(ValueError, match="no measure 'wim'"):
        find_target("wim", TABLE)
