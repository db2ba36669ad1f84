"""Sweeps: every cell is the run it stands for, finished cells are kept, mistakes are named."""

import importlib
import json

import pytest

import cardsim as cs
from cardsim import plots

SWEEP = importlib.import_module("cardsim.sweep")  # the name cs.sweep is the function
SMALL = {"n": 400, "seed": 7, "progress": False}


def test_each_cell_is_the_run_it_stands_for():
    table = cs.sweep("gin", ["knock_at", "simple"], grid={"0.T": [2, 10], "undercut_bonus": [0, 25]}, **SMALL)
    cells = table.set_index(["0.T", "undercut_bonus", "measure"])
    for threshold in (2, 10):
        for bonus in (0, 25):
            run = cs.simulate(
                "gin", [f"knock_at:T={threshold}", "simple"], rules={"undercut_bonus": bonus}, n=400, seed=7
            )
            for measure, expected in (
                ("undercut", run.rate("undercut")),
                ("points_1", run.mean("points_1")),
                ("win_0", run.rate(run.table["winner"] == 0)),
            ):
                row = cells.loc[(threshold, bonus, measure)]
                assert (row["value"], row["low"], row["high"]) == (expected.value, expected.low, expected.high)
    ends = list(cs.games["gin"].ends["deal"])
    assert list(table["measure"].unique()) == [*ends, "points_0", "points_1", "win_0", "win_1"]


def test_conditional_rates_and_functions():
    def long(table):
        return table["turns"] > 20

    table = cs.sweep(
        "gin", grid={"knock_limit": [5, 10]}, measure=["undercut among knock|undercut", long, "turns"], **SMALL
    )
    run = cs.simulate("gin", rules={"knock_limit": 5}, n=400, seed=7)
    first = table[table["knock_limit"] == 5].set_index("measure")
    assert first.loc["undercut among knock|undercut", "value"] == run.rate("undercut", "knock|undercut").value
    assert first.loc["long", "value"] == (run.table["turns"] > 20).mean()
    assert first["kind"].tolist() == ["rate", "rate", "mean"]


def test_players_presets_and_seats_can_vary():
    table = cs.sweep("gin", grid={"preset": ["default", "eaai"], "0": ["simple", "gin_only"]}, measure="win", **SMALL)
    run = cs.simulate("gin", ["gin_only", "simple"], rules="eaai", n=400, seed=7)
    row = table[(table["preset"] == "eaai") & (table["0"] == "gin_only")].iloc[0]
    assert row["value"] == (run.table["winner"] == 0).mean()
    both = cs.sweep("gin", grid={"seats": [["simple", "gin_only"], ["gin_only", "simple"]]}, measure="win", **SMALL)
    assert both["seats"].tolist() == ["simple v gin_only", "gin_only v simple"]


def test_it_says_what_was_played_and_can_be_drawn():
    table = cs.sweep("gin", ["knock_at", "simple"], grid={"0.T": [2, 10]}, measure="win", **SMALL)
    assert table.attrs["described"] == "gin, default rules, knock_at v simple, seed 7"
    assert table.attrs["provenance"]["grid"] == {"0.T": [2, 10]}
    json.dumps(table.attrs["provenance"])
    ends = [cs.simulate("gin", [f"knock_at:T={T}", "simple"], n=400, seed=7).digest for T in (2, 10)]
    assert [run["digest"] for run in table.attrs["provenance"]["runs"]] == ends
    (axes,) = plots.sweep(table).axes
    assert axes.get_xlabel() == "T of seat 0"


def test_finished_cells_are_kept_and_not_played_again(tmp_path, monkeypatch):
    asked = {"grid": {"knock_limit": [2, 6, 10]}, "measure": "gin", "out": tmp_path, **SMALL}
    played = []

    def interrupted_at_the_third(*arguments, **keywords):
        played.append(keywords["rules"].knock_limit)
        if len(played) == 3:
            raise KeyboardInterrupt
        return cs.simulate(*arguments, **keywords)

    monkeypatch.setattr(SWEEP, "simulate", interrupted_at_the_third)
    with pytest.warns(RuntimeWarning, match="kept 2 of 3 cells; the same call again goes on"):
        partial = cs.sweep("gin", **asked)
    assert partial["knock_limit"].tolist() == [2, 6]
    finished = cs.sweep("gin", **asked)
    assert played == [2, 6, 10, 10]
    monkeypatch.undo()
    assert finished.equals(cs.sweep("gin", **{**asked, "out": None}))
    assert not list(tmp_path.glob("*.part"))


def test_kept_cells_of_another_question_are_not_used(tmp_path):
    asked = {"grid": {"knock_limit": [10]}, "out": tmp_path, **SMALL}
    first = cs.sweep("gin", measure="gin", **asked)
    assert cs.sweep("gin", measure="knock", **asked)["value"].iat[0] != first["value"].iat[0]
    assert cs.sweep("gin", measure="gin", **{**asked, "seed": 8})["value"].iat[0] != first["value"].iat[0]
    assert len(list(tmp_path.glob("cell-*.json"))) == 3


@pytest.mark.parametrize(
    ("grid", "more", "message"),
    [
        ({}, {}, "the grid is empty"),
        ({"knock_limit": []}, {}, r"grid\['knock_limit'\] has no values"),
        ({"knock_limit": 7}, {}, r"must be a list of values, got 7"),
        ({"knock_limt": [7]}, {}, "no rule 'knock_limt' to vary.*knock_limit"),
        ({"knock_limit": [5, 11]}, {}, "knock_limit=11"),
        ({"0.T": [5]}, {}, "'simple' has no parameter 'T'"),
        ({"5.T": [5]}, {}, "there is no seat 5"),
        ({"0": ["simpel"]}, {}, "no strategy 'simpel'"),
        ({"knock_limit": [5]}, {"measure": "undercutt"}, "no measure 'undercutt'"),
    ],
)
def test_bad_input_is_named_before_anything_is_played(grid, more, message, monkeypatch):
    monkeypatch.setattr(SWEEP, "simulate", None)
    with pytest.raises(ValueError, match=message):
        cs.sweep("gin", grid=grid, **SMALL, **more)
