"""Edge cases of gin hands that other programs got wrong or had to decide, played through the compiled game."""

from __future__ import annotations

import numpy as np
import pytest

from cardsim.cards import as_mask, parse_card
from cardsim.games.faults import CHOICE, CODE
from cardsim.games.gin import GAME, melds
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.showdown import ILLEGAL_MELD, LAID_OFF, SCORED
from cardsim.games.gin.turns import ILLEGAL_DISCARD
from cardsim.games.gin.view import DISCARD, KNOCK, LAY_OFF
from tests.gin_scripts import Script, fault_of, knock_at_once, pack_for, play_deal, play_script, run

SIMPLE = GAME.strategies["simple"]


def never(view, params, stream):
    return False


def always(view, params, stream):
    return True


def throw_back(view, params, stream):
    return view.drawn


LOOPER = SIMPLE._replace(take_upcard=always, knock=never, discard=throw_back, name="looper")
PASSIVE = SIMPLE._replace(take_upcard=never, knock=never, name="passive")


def test_e4_the_knocker_is_not_asked_once_the_defender_lays_off():
    row, events = knock_at_once(
        "openspiel", "5s 6s 7s Kc Kd Kh 3c 4c 5c Ad", "8s 9s Ks 2s Ac 2d 8d 9d 7h Jh", "Qd", "Qh"
    )
    first = next(i for i, event in enumerate(events) if event[0] == LAID_OFF)
    last = next(i for i, event in enumerate(events) if event[0] == SCORED)
    assert last > first
    assert all(event[1] != 0 for event in events[first:last])
    assert row["layoffs"] == 3


@pytest.mark.parametrize(
    ("preset", "end", "points"),
    [("default", "tie", 0), ("openspiel", "tie", 0), ("eaai", "undercut", 25), ("modern", "undercut", 25)],
)
def test_e5_equal_deadwood(preset, end, points):
    row, _ = knock_at_once(
        preset, "Ac 2c 3c 4d 5d 6d 7h 8h 9h Js", "Jc Qc Kc Jd Qd Kd Jh Qh Kh Ts", "2s", "3h", None, Script(spread=[-1])
    )
    assert (row["knock_deadwood"], row["defender_deadwood"]) == (10, 10)
    assert (row["end"], row["points_0"], row["points_1"]) == (end, 0, points)


@pytest.mark.parametrize(("preset", "bonus"), [("eaai", 0), ("modern", 125)])
def test_e6_an_undercut_past_the_target_wins_the_game_for_the_defender(preset, bonus):
    rules = {"preset": preset, "game_target": 25, "shutout": "none"}
    deals = run(rules, ["simple", "simple"], 400)
    undercuts = deals[deals.end == "undercut"]
    assert len(undercuts) > 0
    for index, deal in undercuts.iterrows():
        match = run(rules, ["simple", "simple"], 1, "match", first=index).iloc[0]
        defender = 1 - deal.knocker
        assert (match.deals, match.winner) == (1, defender)
        assert match[f"points_{defender}"] == deal[f"points_{defender}"] + bonus
        assert match[f"points_{1 - defender}"] == 0


def test_e8_cards_not_held_cannot_be_laid():
    hands = "2s 2d 2h 3s 3d 3h 4s 4d 4h 9c", "Jh Qh Kh 5d 5c 5h 7c 7d 7h Js"
    script = Script(spread=[as_mask("9c Tc Jc")], knock={1: 1}, discard={1: parse_card("Ks")})
    fault = fault_of({"first_starter": 0}, (script, Script()), pack_for(hands, "Qd", "Ks"))
    assert (fault[CODE], fault[CHOICE]) == (ILLEGAL_MELD, as_mask("9c Tc Jc"))
    assert "9c Tc Jc" in GAME.describe_fault(fault, ("scripted", "scripted"))


def test_e9_knock_discards_in_play():
    hands = "As 2s 3s 5h 6h 7h Kc Kd Kh 4c", "Jh Qh 9h 5d 5c 2h 7c 7d 8h Js"
    scripts = Script(knock={1: 1}, discard={1: parse_card("8d")}, spread=[-1]), Script(spread=[-1], lay_off=[-1])
    row, events = play_script(GAME.check_rules({"first_starter": 0}), scripts, pack_for(hands, "Qd", "8d"))
    knock = next(event for event in events if event[0] == DISCARD)
    assert knock[3] == as_mask("8d 4c")
    assert (row["end"], row["knock_deadwood"]) == ("knock", 4)


def test_e10_a_hand_called_off_is_counted_on_ten_cards():
    rules = GAME.check_rules({"preset": "rlcard", "max_turns": 1, "first_starter": 0})
    row, events = play_deal(rules, (PASSIVE, PASSIVE), seed=5)
    dealt = {event[1]: event[3] for event in events if event[0] == 10}
    thrown = next(event for event in events if event[0] == DISCARD)
    assert (dealt[0].bit_count(), dealt[1].bit_count()) == (11, 10)
    left = melds.deadwood(dealt[0] & ~(1 << thrown[2]), melds.LOW), melds.deadwood(dealt[1], melds.LOW)
    assert (row["end"], row["turns"]) == ("void", 1)
    assert (row["points_0"], row["points_1"]) == pytest.approx((-left[0] / 100, -left[1] / 100))


def test_e11_turns_count_draws_and_discards_only():
    rules = GAME.check_rules("rlcard")
    for index in range(20):
        row, events = play_deal(rules, GAME.find_seats(["rlcard_novice"] * 2), seed=5, index=index)
        assert row["turns"] == sum(event[0] == DISCARD for event in events)
        assert row["draws"] == sum(event[0] == DREW for event in events)


def show_first_meld(view, params, stream):
    return -view.knocker_melds[0]


def show_count(view, params, stream):
    return -100 - view.knocker_meld_count


def show_limit(view, params, stream):
    return -1 - view.knock_limit


@pytest.mark.parametrize(("reveal", "shown"), [(show_first_meld, -as_mask("Kc Kd Kh")), (show_count, -102)])
def test_e12_the_defender_sees_the_melds_while_laying_off(reveal, shown):
    knocker = SIMPLE._replace(spread=first_spread)
    pack = pack_for(("5s 6s 7s Kc Kd Kh Ad 2c 3d 2h", "8s 9s Ks 2s Ac 4d 8d 9d 7h Jh"), "Qd", "Qh")
    seats = knocker, SIMPLE._replace(lay_off=reveal)
    rows = GAME.empty_rows("deal", 1)
    rules = GAME.check_rules({"preset": "openspiel"})
    fault = GAME.run_block(GAME.prepare(rules, seats, "deal"), 0, 0, rows, np.array([pack], np.uint8))
    assert fault[CHOICE] == shown


def first_spread(view, params, stream):
    kings, run = (1 << 12 | 1 << 25 | 1 << 38), (1 << 43 | 1 << 44 | 1 << 45)
    if view.laid_count == 0:
        return kings
    return run if view.laid_count == 1 else 0


@pytest.mark.parametrize(
    ("oklahoma", "upcard", "limit"),
    [("off", "3d", 10), ("ace_one", "3d", 3), ("ace_one", "Ad", 1), ("ace_gin", "Ad", 0), ("ace_gin", "Kd", 10)],
)
def test_e12_the_effective_knock_limit_is_always_shown(oklahoma, upcard, limit):
    pack = pack_for(("5s 6s 7s Kc 8c Kh Jd 2c 4d 2h", "8s 9s Ks 2s Ac 5d 8d 9d 7h Jh"), upcard, "Qh")
    rules = GAME.check_rules({"oklahoma": oklahoma, "first_starter": 0})
    seats = SIMPLE._replace(discard=show_limit), SIMPLE
    rows = GAME.empty_rows("deal", 1)
    fault = GAME.run_block(GAME.prepare(rules, seats, "deal"), 0, 0, rows, np.array([pack], np.uint8))
    assert (fault[CODE], fault[CHOICE]) == (ILLEGAL_DISCARD, -1 - limit)


def test_e12_a_knock_at_the_stock_end_is_a_phase_of_its_own():
    rules = GAME.check_rules("openspiel")
    seats = PASSIVE, SIMPLE._replace(take_upcard=never, knock=only_at_the_wall)
    knocks = 0
    for index in range(60):
        row, events = play_deal(rules, seats, seed=2, index=index)
        at_wall = [event for event in events if event[0] == KNOCK and event[5] == 1]
        assert len(at_wall) <= 1
        if row["end"] != "void":
            knocks += 1
            place = events.index(at_wall[0])
            assert [event[0] for event in events[place : place + 3]] == [KNOCK, DREW, DISCARD]
            assert events[place + 1][4] == 1  # from the pile
            assert row["upcard_draws"] == 1
            assert LAY_OFF not in [event[0] for event in events[:place]]
    assert knocks > 0


def only_at_the_wall(view, params, stream):
    return view.legal == 0


E13 = "2s 2d 2h 9s Ts Js Qs Ac 5s Ad", "As 7s 8s 3c 6c 7c 5h 6h 7h Kh"


@pytest.mark.parametrize(
    ("rules", "left", "layoffs"),
    [({}, 27, 2), ({"lay_off": "sweep"}, 31, 1), ({"lay_off": "none"}, 39, 0)],
)
def test_e13_lay_offs_that_break_an_own_meld(rules, left, layoffs):
    row, _ = knock_at_once(rules, *E13, "Kd", "Kc")
    assert (row["knock_deadwood"], row["defender_deadwood"], row["layoffs"]) == (7, left, layoffs)
    assert row["points_0"] == left - 7


def test_e14_the_ten_goes_on_the_run():
    hands = "Jh Qh Kh Tc Td Ts 2s 2d 2h Ac", "9h Th 4c 6c 8c Kc 3d 5d 7d Kd"
    row, events = knock_at_once({}, *hands, "Ks", "Qs")
    laid_off = [(event[2], event[4]) for event in events if event[0] == LAID_OFF]
    targets = [event[4] for event in events if event[0] == LAID_OFF]
    assert [card for card, _ in laid_off] == [parse_card("Th"), parse_card("9h")]
    assert targets[0] == targets[1]
    assert row["layoffs"] == 2


@pytest.mark.parametrize(
    ("preset", "plain", "knocking"),
    [
        ("default", True, True),
        ("openspiel", True, True),
        ("rlcard", False, True),
        ("eaai", False, False),
        ("modern", False, False),
    ],
)
def test_e15_throwing_back_the_card_just_taken(preset, plain, knocking):
    rules = {"preset": preset, "opening": "free", "first_starter": 0, "gin_mandatory": False}
    hands = "2s 2d 2h 3s 3d 3h 4s 4d 4h Ac", "Jh Qh Kh 5d 5s 5h 7c 7d 7h Js"
    pack = pack_for(hands, "5c")
    back = Script(take={0: 1}, discard={1: parse_card("5c")}, spread=[-1])
    other = Script(spread=[-1], lay_off=[-1])
    fault = fault_of({**rules, "max_turns": 1}, (back, other), pack)
    assert fault[CODE] == (0 if plain else ILLEGAL_DISCARD)
    back.knock[1] = 1
    fault = fault_of(rules, (back, other), pack)
    assert fault[CODE] == (0 if knocking else ILLEGAL_DISCARD)


def test_e16_the_stock_end_voids_the_hand_unless_that_turn_knocks():
    void = run("eaai", [PASSIVE, PASSIVE], 50)
    assert (void.end == "void").all()
    assert (void.draws == 29).all()
    assert (void[["points_0", "points_1"]] == 0).all(axis=None)
    late = SIMPLE._replace(take_upcard=never, knock=in_the_last_turn)
    table = run("eaai", [late, late], 200)
    assert (table.draws == 29).all()
    scored = table[table.end != "void"]
    assert len(scored) > 0
    assert (scored.turns == 29).all()
    assert (scored.winner >= 0).all()


def in_the_last_turn(view, params, stream):
    return view.stock_size == 2


@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        ({}, 49),
        ({"max_upcard_draws": 7}, 6),
        ({"max_upcard_draws": 7, "opening": "offer"}, 7),
        ({"max_upcard_draws": 0}, 200),
        ({"max_upcard_draws": 0, "max_turns": 33}, 33),
        ({"repeat_voids": True}, 2),
        ({"preset": "openspiel"}, 2),
    ],
)
def test_e17_endless_exchanges_end_void(rules, turns):
    table = run(rules, [LOOPER, LOOPER], 20)
    assert (table.end == "void").all()
    assert (table.turns == turns).all()


@pytest.mark.parametrize(
    ("rules", "end", "points"),
    [
        ({}, "big_gin", 31),
        ({"big_gin_extra": 20, "gin_bonus": 40}, "big_gin", 60),
        ({"big_gin": False}, "gin", 25),
    ],
)
def test_e18_eleven_melded_cards(rules, end, points):
    rules = GAME.check_rules({**rules, "first_starter": 0})
    hands = "As 2s 3s 4s 5h 6h 7h Kc Kd Kh", "Jh Qh 9h 5d 5c 2h 7c 7d 8c Js"
    row, _ = play_deal(rules, GAME.find_seats(["simple", "simple"]), pack_for(hands, "Qd", "Ks"))
    loose = melds.deadwood(as_mask(hands[1]), melds.LOW)
    assert (row["end"], row["knock_deadwood"], row["points_0"]) == (end, 0, points + loose)
    refuses = SIMPLE._replace(big_gin=never)
    row, _ = play_deal(rules, (refuses, SIMPLE), pack_for(hands, "Qd", "Ks"))
    assert (row["end"], row["knock_deadwood"]) == ("gin", 0)


def test_e19_totals_above_the_target_stand():
    matches = run("eaai", ["simple", "simple"], 300, "match")
    best, other = matches[["points_0", "points_1"]].max(axis=1), matches[["points_0", "points_1"]].min(axis=1)
    assert (best >= 100).all()
    assert (best > 100).any()
    assert (other < 100).all()
    last = run({"preset": "eaai", "game_target": 1}, ["simple", "simple"], 300, "match")
    deals = run("eaai", ["simple", "simple"], 300)
    first = deals[deals.winner >= 0].index
    assert np.array_equal(last.loc[first, ["points_0", "points_1"]], deals.loc[first, ["points_0", "points_1"]])
