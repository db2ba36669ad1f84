"""Whole hands of the kernel against the slow twin, move for move, on the same packs."""

import math

import numpy as np
import pytest

from cardsim import rng
from cardsim.games.rummy import GAME
from tests.naive.rummy_game import Hand, Player

SEATS = {
    "meld_asap": Player(),
    "meld_asap:discard=highest": Player(discard="highest"),
    "meld_asap:discard=safe_highest": Player(discard="safe_highest"),
    "hold_for_rummy:T=4": Player(hold=4),
    "hold_for_rummy:T=30": Player(hold=30),
    "take_value": Player(draw="take_value"),
    "take_value:lam=0.5,call=never": Player(draw="take_value", lam=0.5, call=False),
}


def packs(n, seed):
    chance = np.random.default_rng(seed)
    return np.array([chance.permutation(52) for _ in range(n)], np.uint8)


def shuffler(seed, index):
    """Shuffles as the kernel does when it recycles: the stream of this hand, continued from one time to the next."""
    state = rng.states(1)[0]
    rng.start(state, seed, index, 0, rng.RECYCLE)

    def shuffle(cards):
        array = np.array(cards, np.uint8)
        rng.shuffle(state, array)
        cards[:] = [int(card) for card in array]

    return shuffle


def kernel_rows(rules, seats, given, seed):
    checked = GAME.check_rules(rules)
    prepared = GAME.prepare(checked, GAME.find_seats(seats), "deal")
    rows = GAME.empty_rows("deal", len(given))
    fault = GAME.run_block(prepared, seed, 0, rows, packs=given)
    assert fault[0] == 0, GAME.describe_fault(fault, seats)
    return GAME.table(rows, "deal", np.arange(len(given)), checked, len(seats))


def compare(rules, seats, n, seed=3):
    given = packs(n, seed)
    table = kernel_rows(rules, seats, given, seed)
    checked = GAME.check_rules(rules)
    size = checked.hand_size[len(seats)] if isinstance(checked.hand_size, dict) else checked.hand_size
    for i, row in enumerate(table.to_dict("records")):
        players = [SEATS[name] for name in seats]
        hand = Hand(checked, players, size, [int(card) for card in given[i]], shuffle=shuffler(seed, i)).play()
        expected = {
            "end": hand.end,
            "winner": hand.winner,
            "turns": hand.turns,
            "going_rummy": hand.going_rummy,
            "recycles": hand.recycles,
            "out_by_discard": hand.out_by_discard,
            "melds": hand.melds,
            "layoffs": hand.layoffs,
            "calls": hand.calls,
        }
        for seat in range(len(seats)):
            expected[f"points_{seat}"] = hand.points[seat]
            expected[f"own_turns_{seat}"] = hand.own_turns[seat]
        assert {name: row[name] for name in expected} == expected, f"hand {i}"
    return table


A, H, S, L, X = (
    "meld_asap",
    "meld_asap:discard=highest",
    "meld_asap:discard=safe_highest",
    "hold_for_rummy:T=4",
    "hold_for_rummy:T=30",
)
TAKE, CHEAP = "take_value", "take_value:lam=0.5,call=never"


@pytest.mark.parametrize(
    "seats", [[A, A], [H, H], [A, S], [L, A], [X, H], [A, H, S], [X, L, A], [A, A, A, A], [L, H, S, X]]
)
def test_basic(seats):
    table = compare(None, seats, 60)
    assert (table.end == "won").any()


@pytest.mark.parametrize(
    "rules",
    [
        {"ace": "high"},
        {"ace": "high_or_low"},
        {"ace": "wrap", "hand_size": 9},
        {"recycle_top": "keep", "max_recycles": 2},
        {"recycle_top": "flip", "max_recycles": 2, "recycle_order": "turn_over"},
        {"recycle_top": "flip", "after_turnover_draw": "free", "max_recycles": 3},
        {"recycle_timing": "start_of_turn", "final_depletion": "on_demand"},
        {"recycle_timing": "start_of_turn", "recycle_top": "keep"},
        {"final_depletion": "on_demand", "max_recycles": 0},
        {"max_recycles": math.inf, "max_turns": 150, "dead_position": "one_card"},
        {"dead_position": "off", "max_recycles": 3},
        {"rediscard_ban": "none"},
        {"rediscard_ban": "while_held"},
        {"rummy_allows_final_discard": False, "going_rummy_multiplier": 3, "going_rummy_bonus": 7},
        {"rummy_allows_layoff": False, "going_rummy_multiplier": 1.5},
        {"melds_per_turn": 1},
        {"layoff": "after_own_meld"},
        {"layoff": "after_own_meld_prev_turn"},
        {"layoff": "own_melds_only"},
        {"layoff": "none"},
        {"min_first_meld": 30},
        {"first_upcard": "forbidden_first"},
        {"scoring": "penalty", "stalemate_points": 4, "max_recycles": 0},
        {"scoring": "meld_points", "ace_pips": 15, "ace": "wrap"},
        {"scoring": "meld_points", "ace_pips": 11, "face_pips": "rank", "ace": "high_or_low"},
        {"hand_size": 3},
        {"hand_size": 16},
    ],
    ids=lambda rules: ",".join(f"{k}={v}" for k, v in rules.items()),
)
def test_house_rules(rules):
    compare(rules, [H, H], 30)
    compare(rules, [A, X], 15)
    if rules.get("hand_size") != 16:
        compare(rules, [H, S, H], 12, seed=4)


@pytest.mark.parametrize("preset", ["call", "rum500"])
@pytest.mark.parametrize("seats", [[A, H], [TAKE, TAKE], [TAKE, CHEAP, H], [CHEAP, TAKE, A, TAKE]])
def test_several_discards_and_calls(preset, seats):
    table = compare({"preset": preset, "max_turns": 100}, seats, 20)
    assert table.melds.sum() > 0


@pytest.mark.parametrize(
    "change", [{"rediscard_scope": "none"}, {"rediscard_scope": "single_only"}, {"call_rummy": "off"}]
)
def test_rules_of_the_call_game(change):
    compare({"preset": "call", "max_turns": 100, **change}, [TAKE, CHEAP, TAKE], 15)


@pytest.mark.parametrize("preset", ["bicycle", "pagat", "jihehe", "nakkekakke"])
def test_presets(preset):
    compare({"preset": preset, "max_turns": 200}, [A, H], 40)
