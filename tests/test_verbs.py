"""compare, sweep and tune on every game: what each of them promises holds whichever game it is asked about."""

from typing import NamedTuple

import pytest

import cardsim as cs

SEED = 5


class Question(NamedTuple):
    """What is asked about a game: two players, a rule that matters and its values, a measure of it, deals."""

    players: tuple[str, str]
    rule: str
    values: tuple
    measure: str
    n: int
    table: int = 2  # players at the table


QUESTIONS = {
    "rummy": Question(("meld_asap", "hold_for_rummy:T=6"), "max_recycles", (0, 1, 2), "depleted", 300),
    "gin": Question(("simple", "gin_only"), "undercut_bonus", (0, 25, 100), "points", 300),
    "spades": Question(("cats+rule", "sharkfeeder+rule"), "nil_value", (0, 100, 200), "points", 100, 4),
    "rummikub": Question(("greedy_tiles", "keep_jokers"), "initial_meld", (10, 30, 50), "turns", 30),
    "freecell": Question(("greedy", "home_first"), "cells", (2, 3, 5), "won", 60, 1),
}


@pytest.fixture(params=sorted(cs.games))
def asked(request):
    return request.param, QUESTIONS[request.param]


def seats_of(question):
    first, second = question.players
    return [first] if question.table == 1 else [first, second] * (question.table // 2)


def test_every_game_is_asked_about():
    assert set(QUESTIONS) == set(cs.games)


def test_compare(asked):
    name, question = asked
    league = cs.compare(name, list(question.players), n=question.n, seed=SEED, progress=False)
    back = cs.compare(name, list(question.players)[::-1], n=question.n, seed=SEED, progress=False)
    assert sorted(league.ranking["player"]) == sorted(question.players)
    for (_, one), (_, other) in zip(league.differences.iterrows(), back.differences.iterrows(), strict=True):
        assert one["measure"] == other["measure"]
        turned = 1 if one["player"] == other["player"] else -1
        assert one["value"] == pytest.approx(turned * other["value"])
        assert one["low"] <= one["value"] <= one["high"]


def test_sweep_plays_the_same_deals_as_simulate(asked):
    name, question = asked
    seats = seats_of(question)
    frame = cs.sweep(
        name,
        seats,
        grid={question.rule: question.values},
        n=question.n,
        seed=SEED,
        measure=question.measure,
        progress=False,
    )
    assert frame[question.rule].tolist() == list(question.values)
    assert frame["value"].nunique() > 1, "the rule matters"
    middle = cs.simulate(
        name, seats, rules={question.rule: question.values[1]}, n=question.n, seed=SEED, progress=False
    )
    if question.measure != "points":
        ends = middle.game.ends["deal"]
        read = middle.rate if question.measure in ends else middle.mean
        assert frame["value"].iloc[1] == pytest.approx(read(question.measure).value)


def test_tune(asked):
    name, question = asked
    vary = {question.rule: list(question.values)}
    found = cs.tune(
        name, seats_of(question), vary=vary, target=question.measure, n=question.n, seed=SEED, progress=False
    )
    assert found.answer[question.rule] in question.values
    estimate, fresh = found.estimate, found.confirmation
    assert estimate.low <= estimate.value <= estimate.high
    assert fresh.low <= fresh.value <= fresh.high
    assert all(other[question.rule] != found.answer[question.rule] for other in found.runners_up)
