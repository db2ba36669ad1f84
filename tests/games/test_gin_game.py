"""Whole gin hands and matches: the compiled game against its slow and plain twin, over all rules."""

from __future__ import annotations

import random

import pytest

from cardsim import rng as streams
from cardsim.bits import popcount
from cardsim.games.gin import GAME
from cardsim.games.gin.melds import best_discard
from cardsim.games.gin.simple import any_best_spread, any_of
from cardsim.games.parameters import Choice, Flag, Range
from tests.gin_scripts import play_deal
from tests.naive import gin_game as naive


def any_answer(view, params, stream):
    return streams.below(stream, 2)


def careless_discard(view, params, stream):
    if streams.below(stream, 4) == 0:
        return any_of(view.legal, stream)
    return any_of(best_discard(view.hand, view.hand & ~view.legal, view.aces)[0], stream)


def careless_lay_off(view, params, stream):
    choice = streams.below(stream, popcount(view.legal) + 1)
    if choice == 0:
        return -1
    left = view.legal
    for _ in range(choice - 1):
        left &= left - 1
    card = 0
    while (left >> card) & 1 == 0:
        card += 1
    return card


MEDDLER = GAME.Strategy(
    take_upcard=any_answer,
    big_gin=any_answer,
    knock=any_answer,
    discard=careless_discard,
    spread=any_best_spread,
    lay_off=careless_lay_off,
    memory=0,
    name="meddler",
)


def random_rules(seed):
    """Rules with about half of the parameters changed, in every way that is not refused."""
    rng = random.Random(seed)
    changed = {}
    for name, domain in GAME.domains.items():
        if rng.random() < 0.5:
            if isinstance(domain, Flag):
                changed[name] = rng.random() < 0.5
            elif isinstance(domain, Choice):
                changed[name] = rng.choice(domain.values)
            elif isinstance(domain, Range):
                changed[name] = round(rng.uniform(domain.low, min(domain.high, 60)), 2 if domain.real else None)
    changed.pop("game_target", None)
    for attempt in ({}, {"oklahoma": "off"}):
        for extra in ({}, {"big_gin": True}):
            for bonus in ({}, {"shutout_bonus": 0}):
                for payoff in ({}, {"payoff": "rlcard"}):
                    try:
                        return GAME.check_rules(changed | attempt | extra | bonus | payoff)
                    except ValueError:
                        continue
    raise AssertionError(changed)


def assert_equal(row, expected):
    for name, value in expected.items():
        if name.startswith("points"):
            assert row[name] == pytest.approx(value, abs=1e-4), name
        else:
            assert row[name] == value, name


@pytest.mark.parametrize("seed", range(80))
def test_hands_under_any_rules_equal_the_twins(seed):
    rules = random_rules(seed)
    for index in range(3):
        row, _ = play_deal(rules, (MEDDLER, MEDDLER), seed=seed, index=index)
        assert_equal(row, naive.play_hand(rules, [naive.Meddler()] * 2, seed, index))


@pytest.mark.parametrize("preset", GAME.presets)
def test_simple_hands_equal_the_twins(preset):
    rules = GAME.check_rules(preset)
    seats = GAME.find_seats(["simple", "knock_at:T=4"])
    for index in range(25):
        row, _ = play_deal(rules, seats, seed=3, index=index)
        assert_equal(row, naive.play_hand(rules, [naive.Simple(), naive.Simple(4)], 3, index))


@pytest.mark.parametrize("seed", range(12))
def test_simple_hands_under_any_rules_equal_the_twins(seed):
    rules = random_rules(1000 + seed)
    seats = GAME.find_seats(["simple", "gin_only"])
    for index in range(4):
        row, _ = play_deal(rules, seats, seed=seed, index=index)
        assert_equal(row, naive.play_hand(rules, [naive.Simple(), naive.Simple(0)], seed, index))


def play_match(rules, seats, seed, index):
    rows = GAME.empty_rows("match", 1)
    assert not GAME.run_block(GAME.prepare(rules, seats, "match"), seed, index, rows).any()
    return GAME.table(rows, "match", [index], rules, 2).iloc[0].to_dict()


MATCH_RULES = [name for name in GAME.presets if GAME.presets[name].payoff == "points"]


@pytest.mark.parametrize("preset", MATCH_RULES)
@pytest.mark.parametrize("next_starter", ["as it is", *GAME.domains["next_starter"].values])
def test_matches_equal_the_twins(preset, next_starter):
    overrides = {} if next_starter == "as it is" else {"next_starter": next_starter}
    rules = GAME.check_rules({"preset": preset, **overrides})
    seats = GAME.find_seats(["simple", "simple"])
    for index in range(2):
        row = play_match(rules, seats, 11, index)
        assert_equal(row, naive.play_match(rules, [naive.Simple(), naive.Simple()], 11, index))
