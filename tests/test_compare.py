"""Round robins played for real: arrangements, common deals, bad input."""

import numpy as np
import pytest

import cardsim as cs
from cardsim.compare import _arrangements, _chairs


@pytest.fixture(scope="module")
def league():
    return cs.compare("gin", ["simple", "gin_only", "knock_at:T=5"], n=1000, seed=7, progress=False)


def test_win_rates_are_those_of_both_arrangements(league):
    forward = cs.simulate("gin", ["simple", "gin_only"], n=1000, seed=7).table["winner"]
    swapped = cs.simulate("gin", ["gin_only", "simple"], n=1000, seed=7).table["winner"]
    assert league.matrix.loc["simple", "gin_only"] == ((forward == 0).mean() + (swapped == 1).mean()) / 2
    assert league.matrix.loc["gin_only", "simple"] == ((forward == 1).mean() + (swapped == 0).mean()) / 2


def test_a_clear_order_is_found(league):
    assert league.ranking["player"].tolist() == ["simple", "knock_at:T=5", "gin_only"]
    assert league.ranking["rank"].tolist() == ["1", "2", "3"]
    assert (league.differences["n"] == 1000).all()
    assert league.provenance["players"]["knock_at:T=5"]["params"] == {"T": 5.0}
    assert "gin, default rules, seed 7" in str(league)


def test_common_deals_and_changed_seats_save_games(league):
    wins = league.differences[league.differences["measure"] == "win"]
    assert (wins["variance_reduction"] > 1.3).all()


def test_a_against_itself_is_no_difference_at_all():
    same = cs.compare("gin", {"a": "simple", "b": "simple"}, n=500, seed=3, progress=False)
    forward = cs.simulate("gin", ["simple", "simple"], n=500, seed=3).table["winner"]
    assert same.matrix.loc["a", "b"] == pytest.approx(((forward == 0).mean() + (forward == 1).mean()) / 2)
    assert (same.differences["value"] == 0).all()
    assert not same.differences["significant"].any()
    assert same.ranking["rank"].tolist() == ["1-2", "1-2"]


def test_same_seed_same_league_whatever_the_workers():
    players = {"a": "simple", "b": "knock_at:T=8"}
    one, two = (cs.compare("gin", players, n=600, seed=5, n_jobs=jobs, progress=False) for jobs in (1, 2))
    assert one.differences.equals(two.differences)


def test_arrangements():
    assert list(_arrangements(["a", "b"], 2)) == [("a", "b"), ("b", "a")]
    assert len(list(_arrangements(["a", "b", "c", "d"], 3))) == 4 * 6
    assert list(_arrangements(["a", "b"], 1)) == [("a",), ("b",)]
    assert _chairs(cs.games["gin"], ("a", "b")) == ["a", "b"]


def test_partners_sit_opposite():
    class Teams:
        teams = 2
        seat_counts = (4,)

    assert _chairs(Teams, ("a", "b")) == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("players", "more", "message"),
    [
        (["simple"], {}, "two players or more, got 1"),
        (["simple", "simple"], {}, "'simple' is listed twice; give names"),
        ("simple", {}, "a mapping name -> strategy or a list"),
        ({"a": "simple", "b": "simpel"}, {}, "no strategy 'simpel'.*simple"),
        (["simple", "gin_only"], {"seats": 3}, "gin has 2 seats, not 3"),
        (["simple", "gin_only"], {"rules": {"knock_limit": 11}}, "knock_limit"),
        (["simple", "gin_only"], {"unit": "hand"}, "no unit 'hand'"),
    ],
)
def test_bad_input_is_named(players, more, message):
    with pytest.raises(ValueError, match=message):
        cs.compare("gin", players, n=100, **more)


def test_win_rates_have_intervals(league):
    cells = league.cells[league.cells["measure"] == "win"]
    assert (cells["low"] < cells["value"]).all()
    assert (cells["value"] < cells["high"]).all()
    assert np.isclose(
        league.cells.set_index(["player", "opponent", "measure"]).loc[("simple", "gin_only", "win"), "value"],
        league.matrix.loc["simple", "gin_only"],
    )
