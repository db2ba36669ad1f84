"""Random play under random house rules, every step checked by a slow referee."""

import random

import numpy as np
import pytest

from cardsim.games.log import new_log
from cardsim.games.rummy import GAME
from tests.naive import rummy_referee as referee

CHOICES = {
    "rediscard_ban": ["same_turn", "while_held", "none"],
    "recycle_top": ["all", "keep", "flip"],
    "recycle_order": ["shuffle", "turn_over"],
    "recycle_timing": ["on_demand", "start_of_turn"],
    "final_depletion": ["next_turn", "on_demand"],
    "max_recycles": [0, 1, 2, float("inf")],
    "dead_position": ["off", "one_card", "no_progress"],
    "melds_per_turn": ["unlimited", "unlimited", 1],
    "layoff": ["any", "any", "after_own_meld", "after_own_meld_prev_turn", "own_melds_only", "none"],
    "must_discard_to_go_out": [False, True],
    "ace": ["low", "high", "high_or_low", "wrap"],
    "first_upcard": ["free", "forbidden_first", "gin_pass"],
    "hand_size": [4, 7, 10],
    "scoring": ["winner_takes_all", "penalty", "meld_points"],
    "ace_pips": [1, 11, 15],
    "face_pips": [10, "rank"],
    "min_first_meld": [0, 0, 30],
    "forced_melding": [False, False, True],
    "discard_draw": ["top_only", "multi", "multi", "whole_pile"],
    "deepest_must_be_used": ["k>=2", "always", "never"],
    "use_as": ["meld_or_layoff", "new_meld_only"],
    "use_with": ["hand_and_taken", "two_own_cards", "taken_alone"],
    "rediscard_scope": ["all_taken", "single_only", "none"],
    "call_rummy": ["off", "layoff_only", "layoff_then_turn", "offender_draws_2", "offender_takes_pile"],
    "call_priority": ["next_in_turn", "random"],
}
PLAYERS = ["random_legal", "random_legal", "random_legal", "meld_asap", "take_value", "hold_for_rummy:T=3"]


def some_rules(rng):
    rules = {name: rng.choice(values) for name, values in CHOICES.items()}
    if rng.random() < 0.3:
        rules = {name: value for name, value in rules.items() if rng.random() < 0.3}
    if rules.get("melds_per_turn") == 1:
        rules["one_meld_goout_exempt"] = rng.random() < 0.5
    if rules.get("recycle_top") == "flip":
        rules["after_turnover_draw"] = rng.choice(["free", "stock_only"])
    if rules.get("call_rummy", "off") != "off":
        rules["final_discard_callable"] = rng.random() < 0.5
        rules["call_window"] = rng.choice(["on_discard_only", "any_time_in_pile"])
        rules["false_call_penalty"] = rng.choice([0, 0, 7])
    return {**rules, "max_turns": rng.choice([60, 150])}


def follow(rules, seats, seed, index):
    checked = GAME.check_rules(rules)
    log, rows = new_log(20_000), GAME.empty_rows("deal", 1)
    fault = GAME.run_block(GAME.prepare(checked, GAME.find_seats(seats), "deal"), seed, index, rows, log=log)
    assert fault[0] == 0, (rules, seats, GAME.describe_fault(fault, seats))
    events = [[int(value) for value in event] for event in log[1 : 1 + log[0, 0]]]
    assert len(events) == log[0, 0]
    seen = referee.Referee(checked, len(seats)).follow(events)
    row = GAME.table(rows, "deal", [index], checked, len(seats)).iloc[0]
    assert (row.turns, row.recycles, row.melds, row.layoffs, row.calls) == (
        seen.turns + (row.end == "depleted" and seen.turns < row.turns),
        seen.recycles,
        seen.melds,
        seen.layoffs,
        seen.calls,
    )
    assert list(seen.paid.values()) == [row[f"points_{seat}"] for seat in range(len(seats))]
    if row.end != "won" and checked.scoring != "meld_points":
        sign = 1 if checked.scoring == "penalty" else -1
        assert [row[f"points_{seat}"] for seat in range(len(seats))] == [
            checked.stalemate_points + sign * fine for fine in seen.fines
        ]
    return seen


@pytest.mark.parametrize("part", range(4))
def test_random_play_under_random_rules(part):
    rng = random.Random(part)
    kinds = {}
    for index in range(100):
        rules, seats = some_rules(rng), rng.choices(PLAYERS, k=rng.choice((2, 2, 3, 4)))
        try:
            seen = follow(rules, seats, 5, index)
        except (AssertionError, StopIteration) as error:
            raise AssertionError(f"{error}\nrules={rules}\nseats={seats}\nindex={index}") from error
        for kind, count in seen.kinds.items():
            kinds[kind] = kinds.get(kind, 0) + count
    expected = {*range(4), *range(10, 22)}
    assert set(kinds) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_under_the_presets(players):
    for preset in GAME.presets:
        for index in range(5):
            follow({"preset": preset, "max_turns": 200}, ["random_legal"] * players, 9, index)


def test_cheap_tests_for_dead_positions_change_no_winner_and_no_score():
    """Same seed, levels off, one_card and no_progress: only the label and the length of stalemates may differ."""
    for seats in (["random_legal"] * 2, ["meld_asap:discard=random"] * 3, ["meld_asap:discard=highest"] * 4):
        tables = {}
        for level in ("off", "one_card", "no_progress"):
            checked = GAME.check_rules({"dead_position": level})
            rows = GAME.empty_rows("deal", 3000)
            GAME.run_block(GAME.prepare(checked, GAME.find_seats(seats), "deal"), 8, 0, rows)
            tables[level] = GAME.table(rows, "deal", np.arange(3000), checked, len(seats))
        columns = ["winner", *(f"points_{seat}" for seat in range(len(seats)))]
        for level in ("one_card", "no_progress"):
            assert tables[level][columns].equals(tables["off"][columns])
            won = tables["off"].end == "won"
            assert tables[level][won].equals(tables["off"][won])
            assert (tables[level].end == "dead").sum() > 0
            assert (tables[level].turns <= tables["off"].turns).all()
        assert (tables["no_progress"].end == "dead").sum() >= (tables["one_card"].end == "dead").sum()
