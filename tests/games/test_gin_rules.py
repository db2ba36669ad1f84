"""Every house rule of gin, where it changes the outcome; rates of the EAAI-2021 framework."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from cardsim.cards import as_mask
from cardsim.games.gin import GAME, melds
from cardsim.games.gin.dealing import DEALT, UPCARD
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.view import DISCARD, KNOCK, TAKE_UPCARD
from tests.gin_scripts import Script, knock_at_once, pack_for, play_deal, run

SIMPLE = GAME.strategies["simple"]
SEATS = ["simple", "simple"]


def never(view, params, stream):
    return False


def only_at_the_wall(view, params, stream):
    return view.legal == 0


PASSIVE = SIMPLE._replace(take_upcard=never, big_gin=never, knock=never, name="passive")
STUBBORN = SIMPLE._replace(big_gin=never, knock=never, name="stubborn")


@pytest.mark.parametrize("size", [7, 8, 9, 10])
def test_hand_size(size):
    _, events = play_deal(GAME.check_rules({"hand_size": size}), GAME.find_seats(SEATS))
    assert [event[3].bit_count() for event in events if event[0] == DEALT] == [size, size]
    table = run({"hand_size": size, "opening": "offer"}, [PASSIVE, PASSIVE], 20)
    assert (table.draws == 52 - 2 * size - 1 - 2).all()


def test_opening():
    def opened(opening, seats, index):
        row, events = play_deal(GAME.check_rules({"opening": opening}), seats, index=index)
        return row["starter"], [event for event in events if event[0] != DEALT]

    for index in range(10):
        starter, events = opened("free", (PASSIVE, PASSIVE), index)
        assert [event[:2] for event in events[1:3]] == [[TAKE_UPCARD, starter], [DREW, starter]]
        starter, events = opened("offer", (PASSIVE, PASSIVE), index)
        offers = [[event[0], event[1], event[5]] for event in events[1:3]]
        assert offers == [[TAKE_UPCARD, starter, 1], [TAKE_UPCARD, 1 - starter, 1]]
        assert events[3][:2] == [DREW, starter]
        assert events[3][4] == 0
        starter, events = opened("eleven", (PASSIVE, PASSIVE), index)
        assert UPCARD not in [event[0] for event in events]
        assert events[0][:2] == [DISCARD, starter]
        assert events[0][3].bit_count() == 11


@pytest.mark.parametrize("limit", range(11))
def test_knock_limit(limit):
    table = run({"preset": "eaai", "knock_limit": limit}, SEATS, 4000)
    knocked = table[table.knocker >= 0]
    assert knocked.knock_deadwood.max() == limit
    assert (knocked.end == "gin").all() == (limit == 0)


@pytest.mark.parametrize(("oklahoma", "of_ace"), [("ace_one", 1), ("ace_gin", 0)])
def test_oklahoma(oklahoma, of_ace):
    rules = GAME.check_rules({"oklahoma": oklahoma, "knock_limit": 8})
    reached = set()
    for index in range(300):
        row, events = play_deal(rules, GAME.find_seats(SEATS), index=index)
        upcard, limit = next((event[2], event[4]) for event in events if event[0] == UPCARD)
        pips = melds.pips(1 << upcard)
        assert limit == (of_ace if pips == 1 else min(8, pips))
        assert row["knock_deadwood"] <= limit
        reached.add((limit, row["knock_deadwood"] == limit))
    assert {(limit, True) for limit in (of_ace, 2, 3, 8)} <= reached


def test_gin_mandatory():
    hands = "As 2s 3s 4s 5h 6h 7h Kc Kd 2c", "Jh Qh 9h 5d 5c 2h 7c 7d 8c Js"
    pack = pack_for(hands, "Qd", "Ks 8h 9d")
    free = GAME.check_rules({"first_starter": 0, "max_turns": 1})
    row, events = play_deal(free, (STUBBORN, STUBBORN), pack)
    assert row["end"] == "void"
    assert KNOCK in [event[0] for event in events]
    row, events = play_deal(free._replace(gin_mandatory=True), (STUBBORN, STUBBORN), pack)
    assert (row["end"], row["knock_deadwood"]) == ("gin", 0)
    assert KNOCK not in [event[0] for event in events]
    assert next(event for event in events if event[0] == DISCARD)[3] == as_mask("2c")


@pytest.mark.parametrize("bonus", [0, 20, 100])
def test_gin_bonus(bonus):
    table = run({"preset": "eaai", "gin_bonus": bonus}, SEATS, 3000)
    gin = table[table.end == "gin"]
    assert len(gin) > 20
    points = np.where(gin.winner == 0, gin.points_0, gin.points_1)
    assert (points == bonus + gin.defender_deadwood).all()


@pytest.mark.parametrize(("tie", "bonus"), [("none", 25), ("undercut", 25), ("undercut", 10), ("none", 0)])
def test_undercut_bonus_and_tie(tie, bonus):
    table = run({"preset": "eaai", "tie": tie, "undercut_bonus": bonus}, SEATS, 4000)
    even = table[(table.knock_deadwood == table.defender_deadwood) & (table.knock_deadwood > 0)]
    assert len(even) > 20
    assert (even.end == ("tie" if tie == "none" else "undercut")).all()
    assert (even.winner == (-1 if tie == "none" else 1 - even.knocker)).all()
    below = table[(table.defender_deadwood >= 0) & (table.defender_deadwood < table.knock_deadwood)]
    assert (below.end == "undercut").all()
    points = below.points_0 + below.points_1
    assert (points == bonus + below.knock_deadwood - below.defender_deadwood).all()


def test_lay_off_changes_the_defenders_deadwood_only():
    tables = {how: run({"preset": "eaai", "lay_off": how}, SEATS, 5000) for how in ("none", "sweep", "choose")}
    none, sweep, choose = tables.values()
    assert (none.layoffs == 0).all()
    assert (none.knock_deadwood == sweep.knock_deadwood).all()
    assert (choose.defender_deadwood <= sweep.defender_deadwood).all()
    assert (sweep.defender_deadwood <= none.defender_deadwood).all()
    assert (choose.defender_deadwood < sweep.defender_deadwood).any()
    assert (sweep.defender_deadwood < none.defender_deadwood).any()


@pytest.mark.parametrize(("allowed", "left"), [(False, 80), (True, 62)])
@pytest.mark.parametrize("how", ["choose", "sweep"])
def test_lay_off_on_gin(allowed, left, how):
    rules = {"lay_off_on_gin": allowed, "lay_off": how}
    row, _ = knock_at_once(
        rules, "5s 6s 7s Kc Kd Kh 2c 2d 2h 2s", "8s Tc Ks Js Ac 4d 8d 9d Qh Jh", "Qd", "9h", Script(spread=[-1])
    )
    assert (row["end"], row["defender_deadwood"]) == ("gin", left)
    assert row["points_0"] == 25 + row["defender_deadwood"]


@pytest.mark.parametrize("floor", [0, 2, 10])
def test_stock_floor(floor):
    table = run({"opening": "offer", "stock_floor": floor}, [PASSIVE, PASSIVE], 20)
    assert (table.end == "void").all()
    assert (table.draws == 31 - floor).all()


def test_stock_end():
    waiter = PASSIVE._replace(knock=only_at_the_wall)
    seats = PASSIVE, waiter
    base = {"opening": "offer", "first_starter": 0}
    assert (run(base, seats, 100).end == "void").all()
    wall = run({**base, "stock_end": "wall"}, seats, 100)
    assert set(wall.end) > {"void"}
    assert (wall[wall.end != "void"].draws == 30).all()
    taker = PASSIVE._replace(take_upcard=at_the_end)
    taken = run({**base, "stock_end": "take_or_void", "max_upcard_draws": 5}, (taker, taker), 20)
    assert (taken.draws == 29 + 4).all()
    declined = run({**base, "stock_end": "take_or_void"}, (PASSIVE, PASSIVE), 20)
    assert (declined.draws == 29).all()


def at_the_end(view, params, stream):
    return view.stock_size == 2


def test_the_wall_knock_obeys_the_ban_on_throwing_back():
    """A knock at the wall is offered only if a discard other than the card taken permits it."""
    waiter = PASSIVE._replace(knock=only_at_the_wall)
    rules = GAME.check_rules({"opening": "offer", "first_starter": 0, "stock_end": "wall", "throw_back": "banned"})
    for index in range(100):
        row, events = play_deal(rules, (PASSIVE, waiter), index=index)
        if any(event[0] == KNOCK and event[5] == 1 for event in events):
            assert row["end"] != "void"


def test_aces():
    tables = [run({"aces": aces}, SEATS, 3000).dealt_deadwood_0 for aces in ("low", "high_low", "wrap")]
    for narrow, wide in pairwise(tables):
        assert (wide <= narrow).all()
        assert (wide < narrow).any()
    hands = "As Qs Ks 5h 6h 7h 9c 9d 9h 2c", "Jh Qh 8h 5d 5c 2h 7c 7d 8c Js"
    pack = pack_for(hands, "Qd", "Td")
    ends = [
        play_deal(GAME.check_rules({"aces": aces, "first_starter": 0, "max_turns": 1}), GAME.find_seats(SEATS), pack)[0]
        for aces in ("low", "high_low", "wrap")
    ]
    assert [row["knock_deadwood"] for row in ends] == [-1, 2, 2]


def test_first_starter():
    assert (run({"first_starter": 0}, SEATS, 50).starter == 0).all()
    assert (run({"first_starter": 1}, SEATS, 50).starter == 1).all()
    assert 0.4 < run({}, SEATS, 1000).starter.mean() < 0.6


def test_next_starter_changes_matches():
    choices = GAME.domains["next_starter"].values
    tables = [run({"knock_limit": 0, "next_starter": how}, SEATS, 60, "match") for how in choices]
    for i, one in enumerate(tables):
        assert not any(one.equals(other) for other in tables[:i])


def test_game_target():
    short, long = (run({"preset": "eaai", "game_target": target}, SEATS, 300, "match") for target in (50, 150))
    assert (short.deals <= long.deals).all()
    assert (short[["points_0", "points_1"]].max(axis=1) >= 50).all()
    assert (short[["points_0", "points_1"]].min(axis=1) < 50).all()


def test_bonuses_of_a_match():
    plain = {"preset": "eaai", "game_target": 60}
    bare = run(plain, SEATS, 300, "match")
    paid = run({**plain, "box_bonus": 20, "game_bonus": 100}, SEATS, 300, "match")
    shut = {how: run({**plain, "box_bonus": 20, "game_bonus": 100, **extra}, SEATS, 300, "match") for how, extra in
            (("double", {"shutout": "double"}), ("flat", {"shutout": "flat", "shutout_bonus": 50}))}  # fmt: skip
    blank = (bare[["points_0", "points_1"]] == 0).any(axis=1)
    assert 0 < blank.sum() < 300
    for seat in (0, 1):
        won = bare.winner == seat
        expected = bare[f"points_{seat}"] + 20 * bare[f"hands_won_{seat}"] + 100 * won
        assert (paid[f"points_{seat}"] == expected).all()
        assert (shut["double"][f"points_{seat}"] == expected * np.where(won & blank, 2, 1)).all()
        assert (shut["flat"][f"points_{seat}"] == expected + 50 * (won & blank)).all()


def test_immediate_boxes_count_to_the_target():
    later, at_once = (
        run({"preset": "palace", "game_bonus": 0, "boxes_immediate": now}, SEATS, 300, "match") for now in (False, True)
    )
    assert (at_once.deals <= later.deals).all()
    assert (at_once.deals < later.deals).any()
    assert (at_once[["points_0", "points_1"]].max(axis=1) >= 100).all()


def test_payoff_and_knock_payoff():
    table = run({"preset": "rlcard", "knock_payoff": 0.5}, ["gold", "rlcard_novice"], 3000)
    knock, gin, void = (table[table.end == end] for end in ("knock", "gin", "void"))
    assert len(knock) > 1000
    assert len(gin) > 10
    assert len(void) > 0
    for end, value in ((knock, 0.5), (gin, 1.0)):
        mine, other = (np.where(end.knocker == seat, end.points_0, end.points_1) for seat in (0, 1))
        assert np.allclose(mine, value)
        assert np.allclose(other, -end.defender_deadwood / 100)
        assert (end.winner == end.knocker).all()
    assert (void[["points_0", "points_1"]] <= 0).all(axis=None)


JAVA = {  # rate, its standard error: 102,450 hands of 10,000 games of the Java framework, simple against simple
    "gin": (0.02100, 0.00045),
    "knock": (0.93464, 0.00077),
    "undercut": (0.04252, 0.00063),
    "tie": (0.01365, 0.00036),
    "void": (0.00184, 0.00013),
    "draws": (12.554, 0.017),
    "hands per game": (10.245, 0.032),
    "starter's share": (0.50272, 0.0016),
}


def eaai_rates(matches):
    """The same rates of our matches: value and standard error; the single hands are those that begin the matches."""
    games = run("eaai", SEATS, matches, "match", seed=1)
    hands = run("eaai", SEATS, 10 * matches, seed=2)
    n, scored = len(hands), hands[hands.winner >= 0]
    even = (hands.knock_deadwood == hands.defender_deadwood) & (hands.end == "undercut")
    shares = {end: (hands.end == end).mean() for end in ("gin", "knock", "undercut", "void")} | {"tie": even.mean()}
    rates = {name: (share, math.sqrt(share * (1 - share) / n)) for name, share in shares.items()}
    rates["draws"] = hands.draws.mean(), hands.draws.std() / math.sqrt(n)
    rates["hands per game"] = games.deals.mean(), games.deals.std() / math.sqrt(matches)
    rates["starter's share"] = (scored.winner == scored.starter).mean(), 0.5 / math.sqrt(len(scored))
    return rates


@pytest.mark.parametrize("matches", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_rates_of_the_java_framework(matches):
    for name, (value, error) in eaai_rates(matches).items():
        expected, its_error = JAVA[name]
        assert abs(value - expected) <= 4 * math.hypot(error, its_error), (name, value, expected)
