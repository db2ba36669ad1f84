"""Every rule parameter changes the outcome somewhere."""

import math

import numpy as np
import pytest

from cardsim.games.rummy import GAME
from cardsim.games.rummy.rules import DOMAINS

CALL = {"preset": "call", "max_turns": 150}
ONE = {"melds_per_turn": 1}
RENEWED = {"max_recycles": 2, "recycle_top": "flip"}
TWO_PACKS = {"decks": 2, "jokers": 2}
EQUAL_SUITS = {"set_distinct_suits": False}
CHANGES = {
    "rediscard_ban": [({}, "none"), ({}, "while_held")],
    "recycle_top": [({}, "keep"), ({}, "flip")],
    "recycle_order": [({}, "turn_over")],
    "recycle_timing": [({"recycle_top": "keep"}, "start_of_turn")],
    "final_depletion": [({"max_recycles": 0}, "on_demand")],
    "max_recycles": [({}, 0), ({}, 2), ({"max_turns": 150}, math.inf)],
    "dead_position": [({}, "off"), ({}, "one_card")],
    "rummy_allows_final_discard": [({}, False)],
    "rummy_allows_layoff": [({}, False)],
    "going_rummy_multiplier": [({}, 1), ({}, 1.5), ({}, 3)],
    "going_rummy_bonus": [({}, 25)],
    "melds_per_turn": [({}, 1)],
    "one_meld_goout_exempt": [(ONE, True)],
    "layoff": [({}, rule) for rule in ("after_own_meld", "after_own_meld_prev_turn", "own_melds_only", "none")],
    "must_discard_to_go_out": [({}, True)],
    "ace": [({}, "high"), ({}, "high_or_low"), ({}, "wrap")],
    "first_upcard": [({}, "forbidden_first"), ({}, "gin_pass")],
    "hand_size": [({}, 5), ({}, {3: 9})],
    "scoring": [({}, "penalty"), ({}, "meld_points")],
    "ace_pips": [({}, 11), ({}, 15)],
    "face_pips": [({}, "rank")],
    "stalemate_points": [({}, 5)],
    "min_first_meld": [({}, 30), ({}, 40), ({}, 51)],
    "max_turns": [({}, 30)],
    "forced_melding": [({}, True)],
    "discard_draw": [(CALL, "top_only"), (CALL, "whole_pile")],
    "deepest_must_be_used": [(CALL, "always"), (CALL, "never")],
    "use_as": [(CALL, "new_meld_only")],
    "use_with": [(CALL, "two_own_cards"), (CALL, "taken_alone")],
    "rediscard_scope": [(CALL, "single_only"), (CALL, "none")],
    "after_turnover_draw": [(RENEWED, "free")],
    "call_rummy": [(CALL, rule) for rule in ("off", "layoff_then_turn", "offender_draws_2", "offender_takes_pile")],
    "call_window": [(CALL, "any_time_in_pile")],
    "call_priority": [({**CALL, "scoring": "meld_points"}, "random")],
    "false_call_penalty": [(CALL, 10)],
    "final_discard_callable": [(CALL, True)],
    "decks": [({}, 2), ({"jokers": 2}, 2)],
    "jokers": [({}, 1), ({}, 2), ({}, 3), ({}, 4), ({"decks": 2}, 4)],
    "wild_rank": [({}, "A"), ({}, "2"), ({}, "K"), ({"jokers": 2}, "9")],
    "joker_pips": [({"jokers": 2}, 0), ({"wild_rank": "2"}, 25)],
    "joker_swap": [(TWO_PACKS, True), ({"wild_rank": "2"}, True)],
    "set_max": [({}, 3), ({**TWO_PACKS, **EQUAL_SUITS}, 3), ({"decks": 2, **EQUAL_SUITS}, 8)],
    "set_distinct_suits": [({"decks": 2}, False), ({**TWO_PACKS, "set_max": 8}, False)],
}
IN_MATCHES = {"next_dealer": ["winner", "loser", "fixed"], "target": [50, {3: 200}], "n_deals": [3]}
WITHOUT_EFFECT = {"set_max": [5, 8], "set_distinct_suits": [False]}
"""One pack holds four cards of a rank, one of each suit."""


def rows(rules, unit="deal", n=400):
    """Outcomes of players who now and then do anything, so that seldom used rights come up."""
    names = ["random_legal", "hold_for_rummy:T=8", "random_legal"]
    checked = GAME.check_rules(rules)
    table = GAME.empty_rows(unit, n)
    fault = GAME.run_block(GAME.prepare(checked, GAME.find_seats(names), unit), 17, 0, table)
    assert fault[0] == 0
    return GAME.table(table, unit, np.arange(n), checked, len(names))


def test_every_parameter_is_here():
    assert {*CHANGES, *IN_MATCHES} == set(DOMAINS)


@pytest.mark.parametrize("name", CHANGES)
def test_it_changes_the_outcome(name):
    for base, value in CHANGES[name]:
        assert not rows({**base, name: value}).equals(rows(base)), value


@pytest.mark.parametrize("name", IN_MATCHES)
def test_it_changes_matches(name):
    usual = rows({}, "match", 40)
    for value in IN_MATCHES[name]:
        assert not rows({name: value}, "match", 40).equals(usual), value


@pytest.mark.parametrize("name", WITHOUT_EFFECT)
def test_it_can_have_no_effect_with_one_pack(name):
    for value in WITHOUT_EFFECT[name]:
        assert rows({name: value}).equals(rows({}))


def test_the_search_of_endings_is_refused_in_simulations():
    with pytest.raises(ValueError, match="'exact' is a search for small endings"):
        GAME.check_seats(GAME.check_rules({"dead_position": "exact"}), 2, "deal")
