"""simulate and Run: arguments, rates, interruptions and strategies written by users."""

import numpy as np
import pytest
from numba import njit

import cardsim as cs
from cardsim import experiment, stats


@pytest.fixture(scope="module")
def run():
    return cs.simulate("gin", n=3000, seed=7, progress=False)


def test_rates_are_wilson_intervals_of_the_table(run):
    table = run.table
    knocks = table["end"].isin(["knock", "undercut"])
    expected = stats.proportion(int((table["end"] == "undercut").sum()), int(knocks.sum()))
    assert run.rate("undercut", "knock|undercut") == expected
    assert run.rate(table["end"] == "undercut", among=knocks) == expected
    assert run.mean("turns", among="gin") == stats.mean(table["turns"][table["end"] == "gin"])


def test_find_returns_the_games_that_match(run):
    found = run.find(end="undercut", knock_turn=5)
    assert len(found)
    assert (run.table.loc[found, "end"] == "undercut").all()
    assert (run.table.loc[found, "knock_turn"] == 5).all()
    with pytest.raises(ValueError, match="did you mean 'undercut'"):
        run.find(end="undercutt")
    with pytest.raises(ValueError, match="did you mean 'turns'"):
        run.find(turn=3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n=0 must be a whole number of at least 1"),
        ({"n": 2.5}, r"n=2\.5 must"),
        ({"seed": -1}, "seed=-1 must"),
        ({"seed": 2**64}, "seed=18446744073709551616 must"),
        ({"first": -3}, "first=-3 must"),
        ({"keep": "all"}, "keep='all' is not known"),
        ({"seats": ["simple"]}, "2 seats, but 1 player was given"),
        ({"seats": "simple"}, "seats must be a list"),
        ({"seats": ["knock_at:X=3", "simple"]}, "no parameter 'X'"),
        ({"seats": ["knock_at:T=three", "simple"]}, "T='three' is not a number"),
        ({"rules": {"knock_limit": 11}}, "knock_limit=11 is not allowed: use a whole number from 0 to 10"),
        ({"rules": {"knock_limit": True}}, "knock_limit=True"),
        ({"rules": 3}, "must be a cs.gin.Rules"),
        ({"packs": np.zeros((3, 51), int)}, r"shape \(n, 52\)"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        cs.simulate("gin", **{"n": 3, "progress": False, **arguments})


def test_an_unknown_game_names_the_near_one():
    with pytest.raises(ValueError, match="did you mean 'gin'"):
        cs.simulate("ginn", n=1)


def misspells(view, params, rng):
    return view.deadwod <= 10


def takes_two(view, params):
    return True


def returns_nothing(view, params, rng):
    pass


def uses_unknown(view, params, rng):
    return not_defined_anywhere  # noqa: F821


def discards_the_ace_of_clubs(view, params, rng):
    return 0


def lays_everything(view, params, rng):
    return view.hand


def divides_by_zero(view, params, rng):
    return 1 // (view.turn - view.turn)


@pytest.mark.parametrize(
    ("decisions", "message"),
    [
        ({"knock": misspells}, "decision 'knock': the view has no field 'deadwod'; did you mean 'deadwood'"),
        ({"knock": takes_two}, "must take three arguments"),
        ({"knock": returns_nothing}, "must return a whole number or a bool"),
        ({"knock": uses_unknown}, "'not_defined_anywhere' is not defined"),
        ({"knock": 7}, "must be a function"),
        ({"memory": 1000}, "memory=1000 must be"),
        ({"params": {"T": "x"}}, "params must be numbers"),
        (
            {"discard": discards_the_ace_of_clubs},
            r"in seat 1, decision 'discard', discarded Ac, which it does not hold; "
            r"hand: .*game index \d+, seed 5",
        ),
        ({"spread": lays_everything}, "decision 'spread', laid .* which is no meld"),
        (
            {"knock": divides_by_zero},
            r"seat 1, decision 'knock' failed with ZeroDivisionError.*index \d+, seed 5",
        ),
    ],
)
def test_a_bad_strategy_is_told_in_words(decisions, message):
    bad = cs.gin.Strategy(name="bad", **decisions)
    with pytest.raises(cs.StrategyError, match=message):
        cs.simulate("gin", ["simple", bad], n=200, seed=5, progress=False)


def reads_past_the_pile(view, params, rng):
    return view.pile[view.pile_size + 100] > 0


def test_check_finds_reads_out_of_bounds():
    bad = cs.gin.Strategy(name="bad", knock=reads_past_the_pile)
    with pytest.raises(cs.StrategyError, match=r"seat 1, decision 'knock' failed with IndexError.*index \d+, seed 5"):
        cs.simulate("gin", ["simple", bad], n=200, seed=5, check=True, progress=False)


def knock_low(view, params, rng):
    return view.deadwood <= params[0]


@pytest.mark.parametrize("decision", [knock_low, njit(knock_low)])
def test_an_own_strategy_plays_like_the_same_one_built_in(decision):
    mine = cs.gin.strategies["simple"]._replace(knock=decision, params={"T": 4}, name="mine")
    own = cs.simulate("gin", [mine, "simple"], n=500, seed=3, progress=False)
    built_in = cs.simulate("gin", ["knock_at:T=4", "simple"], n=500, seed=3, progress=False)
    assert own.table.equals(built_in.table)


def test_a_strategy_may_be_a_closure():
    results = []
    for limit in (0, 10):

        def closure(limit):
            def knocks(view, params, rng):
                return view.deadwood <= limit

            return knocks

        player = cs.gin.strategies["simple"]._replace(knock=closure(limit), name="closure")
        results.append(cs.simulate("gin", [player] * 2, n=500, seed=1, progress=False).rate("knock").value)
    assert results[0] == 0
    assert results[1] > 0.8


def test_an_interruption_keeps_the_games_played(monkeypatch):
    whole = cs.simulate("gin", n=2000, seed=1, progress=False)
    real = experiment.play_blocks

    def interrupted(*arguments):
        for i, block in enumerate(real(*arguments)):
            if i == 3:
                raise KeyboardInterrupt
            yield block

    monkeypatch.setattr(experiment, "play_blocks", interrupted)
    with pytest.warns(RuntimeWarning, match="interrupted: kept"):
        part = cs.simulate("gin", n=2000, seed=1, progress=False)
    assert 0 < part.n < 2000
    assert part.table.equals(whole.table.loc[part.table.index])


def test_large_seeds_and_indices_are_distinct():
    seeds = [0, 1, 2**31, 2**32, 2**63, 2**64 - 1]
    tables = [cs.simulate("gin", n=20, seed=seed, progress=False).table for seed in seeds]
    assert len({table.to_csv() for table in tables}) == len(seeds)
    far = cs.simulate("gin", n=5, first=2**40, progress=False)
    assert list(far.table.index) == [2**40 + i for i in range(5)]
    assert far.replay(2**40 + 2).outcome == far.table.loc[2**40 + 2].to_dict()


def test_importing_compiles_nothing():
    from cardsim._jit import Entry

    entry = cs.games["gin"].entry("deal")
    fresh = Entry(entry.py_func, entry.signature)
    assert not fresh.compiled
