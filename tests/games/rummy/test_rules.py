"""House rules that change who deals, how a match ends, the first upcard, takes and calls; what is refused."""

import math

import numpy as np
import pytest

from cardsim.cards import as_mask, parse_cards
from cardsim.games.log import new_log
from cardsim.games.rummy import GAME
from cardsim.games.rummy.calls import CALLED, FALSELY_CALLED
from cardsim.games.rummy.turns import DREW, TOOK
from cardsim.games.rummy.view import DRAW
from tests.games.rummy.scripts import Script, fault_text, pack_for, play


def rows(rules, seats, n, unit="deal", seed=4):
    checked = GAME.check_rules(rules)
    outcome = GAME.empty_rows(unit, n)
    fault = GAME.run_block(GAME.prepare(checked, GAME.find_seats(seats), unit), seed, 0, outcome)
    assert fault[0] == 0, GAME.describe_fault(fault, seats)
    return GAME.table(outcome, unit, np.arange(n), checked, len(seats))


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"melds_per_turn": 0}, "melds_per_turn=0 is not allowed"),
        ({"jokers": 5}, "jokers=5 is not allowed: use a whole number from 0 to 4"),
        ({"wild_rank": "X"}, "wild_rank='X' is not allowed: use None, 'A', '2'"),
        ({"wild_rank": 11}, "wild_rank=11 is not allowed"),
        ({"decks": 3}, "decks=3 is not allowed"),
        ({"set_max": 2}, "set_max=2 is not allowed"),
        ({"joker_swap": True}, "joker_swap=True needs wild cards: give jokers or a wild_rank"),
        ({"joker_swap": True, "jokers": 1, "layoff": "none"}, "joker_swap=True needs layoff other than 'none'"),
        ({"joker_pips": 20, "decks": 2}, "joker_pips=20 needs wild cards"),
        ({"false_call_penalty": 5}, "false_call_penalty=5 needs call_rummy other than 'off'"),
        ({"one_meld_goout_exempt": True}, "needs melds_per_turn=1"),
        ({"final_discard_callable": True}, "final_discard_callable=True needs call_rummy"),
        ({"after_turnover_draw": "free"}, "needs recycle_top='flip'"),
        ({"hand_size": {4: 13}}, "hand_size=13 cannot be dealt to 4 players"),
        ({"hand_size": {4: 13}, "jokers": 1}, "hand_size=13 cannot be dealt to 4 players: 52 of 53 cards"),
        ({"hand_size": {5: 25}, "decks": 2, "jokers": 4}, "hand_size=25 cannot be dealt to 5 players: 125 of 108"),
        ({"hand_size": "many"}, "hand_size='many' is not allowed"),
        ({"max_turns": math.inf}, "max_turns=inf is not allowed"),
    ],
)
def test_what_cannot_be_played_is_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_rules(rules)


@pytest.mark.parametrize(
    ("rules", "seats", "message"),
    [
        ({"hand_size": 13}, 4, "hand_size=13 cannot be dealt to 4 players: 52 of 52 cards"),
        ({"hand_size": {2: 10}}, 3, "says nothing about 3 players"),
        ({"target": {4: 100}}, 2, "says nothing about 2 players"),
        ({"dead_position": "exact"}, 2, "a search for small endings"),
    ],
)
def test_what_so_many_players_cannot_play_is_refused(rules, seats, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_seats(GAME.check_rules(rules), seats, "deal")


def test_policies_are_given_by_name():
    seat = GAME.find_strategy("hold_for_rummy:T=3,discard=safe_highest,draw=if_shed_or_low")
    assert (seat.params["T"], seat.params["discard"], seat.params["draw"]) == (3, 3, 2)
    with pytest.raises(ValueError, match=r"discard='safest' is unknown; .*safe_highest"):
        GAME.find_strategy("meld_asap:discard=safest")
    with pytest.raises(ValueError, match="has no parameter 'T'"):
        GAME.find_strategy("meld_asap:T=3")


def starters(rules, n=30, seats=2):
    """Starter and winner of the hands of a match, from its log of single hands."""
    checked, names = GAME.check_rules({**rules, "n_deals": n, "target": 100_000}), ["meld_asap"] * seats
    log, outcome = new_log(100_000), GAME.empty_rows("match", 1)
    GAME.run_block(GAME.prepare(checked, GAME.find_seats(names), "match"), 4, 0, outcome, log=log)
    events = log[1 : 1 + log[0, 0]]
    return [int(e[1]) for e in events if e[0] == 11], [int(e[1]) for e in events if e[0] == 19]


def test_the_deal_passes_on():
    begins, _ = starters({}, seats=3)
    assert begins == [k % 3 for k in range(30)]
    begins, winners = starters({"next_dealer": "winner"})
    for before, winner, after in zip(begins, winners, begins[1:], strict=False):
        assert after == ((winner + 1) % 2 if winner >= 0 else (before + 1) % 2)
    begins, winners = starters({"next_dealer": "loser"})
    assert all(after == winner for winner, after in zip(winners, begins[1:], strict=False) if winner >= 0)
    begins, winners = starters({"next_dealer": "fixed"})
    assert all(
        after == before for before, winner, after in zip(begins, winners, begins[1:], strict=False) if winner >= 0
    )


def test_matches_end_at_the_target_or_after_all_deals():
    table = rows(None, ["meld_asap"] * 2, 20, "match")
    assert (table.end == "target").all()
    assert (table[["points_0", "points_1"]].max(axis=1) >= 100).all()
    assert (table[["points_0", "points_1"]].min(axis=1) < 100).all()
    assert ((table.points_0 > table.points_1) == (table.winner == 0)).all()
    assert (table.deals == table.hands_won_0 + table.hands_won_1 + table.stalemates).all()
    short = rows({"n_deals": 3}, ["meld_asap"] * 2, 20, "match")
    assert (short.deals <= 3).all()
    assert set(short.end) == {"deals"}
    low = rows({"scoring": "penalty"}, ["meld_asap"] * 3, 20, "match")
    lowest = low[["points_0", "points_1", "points_2"]].to_numpy().argmin(axis=1)
    assert (lowest == low.winner).all()


def test_a_match_begins_with_the_deal_of_its_number():
    deals = rows(None, ["meld_asap"] * 2, 10)
    matches = rows({"n_deals": 1}, ["meld_asap"] * 2, 10, "match")
    assert (deals.turns == matches.turns).all()
    assert (deals.points_0 == matches.points_0).all()


def test_the_first_upcard():
    pack = pack_for(("2c 5d 9h", "3d 7s Jc"), "Ks", "4h 8c Qd")
    take = [Script(draw=[1]), Script(draw=[0, 0])]

    def first_moves(rule):
        _, events, _ = play({"hand_size": 3, "first_upcard": rule}, take, pack)
        return [(event[0], event[1]) for event in events if event[0] in (DRAW, DREW, TOOK)][:3]

    assert first_moves("free")[:2] == [(DRAW, 0), (TOOK, 0)]
    assert first_moves("forbidden_first")[0] == (DREW, 0)
    assert first_moves("gin_pass")[:2] == [(DRAW, 0), (TOOK, 0)]
    take[0], take[1] = Script(), Script(draw=[1])
    assert first_moves("gin_pass") == [(DRAW, 0), (DRAW, 1), (TOOK, 1)]
    take[1] = Script()
    assert first_moves("gin_pass") == [(DRAW, 0), (DRAW, 1), (DREW, 0)]


def test_a_take_must_use_its_deepest_card():
    """Seat 1 would take two cards: the deeper seven fits his pair, or it does not."""
    rules = {"preset": "call", "hand_size": 4}
    fits = pack_for(("2c 9h Ts 5d", "7h 7c Qd 4s"), "7s", "Kd Jd")
    thrown = Script(discard=["Kd"])
    row, _, fault = play({**rules, "max_turns": 2}, [thrown, Script(draw=[2], discard=["Qd"])], fits)
    assert fault[0] == 0
    assert row["melds"] == 1
    assert "did not put down 7s" in fault_text(rules, [thrown, Script(draw=[2], shed=[0])], fits)
    bad = pack_for(("2c 9h Ts 5d", "8h 7c Qd 4s"), "7s", "Kd Jd")
    assert "7s could not be put down at once" in fault_text(rules, [thrown, Script(draw=[2])], bad)
    free = {**rules, "deepest_must_be_used": "never", "max_turns": 2}
    assert play(free, [thrown, Script(draw=[2], discard=["Qd"])], bad)[2][0] == 0


@pytest.mark.parametrize(
    ("use_with", "allowed"), [("taken_alone", True), ("hand_and_taken", False), ("two_own_cards", False)]
)
def test_what_the_deepest_card_may_be_melded_with(use_with, allowed):
    """The pile 7s 7d 7h alone makes a set; with no own card in it that is a matter of the rule."""
    rules = {"preset": "call", "hand_size": 4, "use_with": use_with, "max_turns": 3}
    pack = pack_for(("2c 9h Ts 5d", "3h 4c Qd 4s"), "7s", "7d 7h Jd")
    scripts = [Script(discard=["7d"], draw=[0, 3]), Script(discard=["7h"], draw=[0])]
    _, _, fault = play(rules, scripts, pack)
    assert (fault[0] == 0) == allowed


def test_the_deepest_card_may_have_to_be_melded():
    rules = {"preset": "call", "hand_size": 4, "max_turns": 3}
    pack = pack_for(("5h 6h 7h Ts", "3c 4c Qd 4s"), "8h", "Kd Jd 2s")
    scripts = [Script(discard=["Kd"]), Script(draw=[2], discard=["Qd"])]
    assert play(rules, scripts, pack)[2][0] == 0
    text = fault_text({**rules, "use_as": "new_meld_only"}, scripts, pack)
    assert "8h could not be put down at once" in text


def called(rules, callers, pack=None):
    """Seat 0 melds 5-6-7 of hearts and throws the eight that fits it."""
    pack = pack or pack_for(("5h 6h 7h 8h Ts", "3c 4c Qd 4s Jh", "2c 3d 9s Kh Ac"), "9d", "Kd Jd 2s")
    first = Script(shed=[as_mask("5h 6h 7h"), 0], discard=["8h"])
    return play({"hand_size": 5, "call_rummy": "layoff_only", "max_turns": 2, **rules}, [first, *callers], pack)


def test_calls():
    no, yes = Script(), Script(call=[1, 1])
    assert called({"call_rummy": "off"}, [yes, yes])[0]["calls"] == 0
    assert called({}, [no, no])[0]["calls"] == 0
    for callers, seat in (([yes, yes], 1), ([no, yes], 2)):
        row, events, _ = called({}, callers)
        assert row["calls"] == 1
        assert [event[1] for event in events if event[0] == CALLED] == [seat]
    _, events, _ = called({"call_rummy": "layoff_then_turn"}, [no, yes])
    turns = [event[1] for event in events if event[0] in (DREW, TOOK)]
    assert turns == [0, 2]
    _, events, _ = called({"call_rummy": "offender_draws_2", "max_turns": 1}, [yes, no])
    assert [event[1] for event in events if event[0] == DREW] == [0, 0, 0]
    row, _, _ = called({"call_rummy": "offender_takes_pile", "max_turns": 1, "scoring": "meld_points"}, [yes, no])
    assert row["points_0"] == 18 - (10 + 10 + 9)
    assert row["points_1"] == 8 - (3 + 4 + 10 + 4 + 10)
    row, _, _ = called({"layoff": "after_own_meld"}, [yes, yes])
    assert row["calls"] == 0
    winners = set()
    for names in ("next_in_turn", "random"):
        _, events, _ = called({"call_priority": names}, [yes, yes])
        winners |= {event[1] for event in events if event[0] == CALLED}
    assert winners <= {1, 2}


def test_a_buried_card_can_be_called_only_where_the_rule_says_so():
    """The ten of hearts is thrown first; the nine laid off later makes it fit."""
    pack = pack_for(("5h 6h 7h 8h Ts", "3c 4c Qd 4s 9h"), "Th", "Kd Jd 2s Ac")
    scripts = [
        Script(shed=[as_mask("5h 6h 7h 8h")], discard=["Kd"], call=[1, 1]),
        Script(shed=[as_mask("9h")], discard=["Jd"]),
    ]
    rules = {"hand_size": 5, "call_rummy": "layoff_only", "max_turns": 2}
    assert play(rules, scripts, pack)[0]["calls"] == 0
    assert play({**rules, "call_window": "any_time_in_pile"}, scripts, pack)[0]["calls"] == 1


def test_the_last_discard_may_be_called():
    pack = pack_for(("5h 6h 7h", "3c 4c Qd"), "9d", "8h")
    first = Script(shed=[as_mask("5h 6h 7h"), 0], discard=["8h"])
    rules = {"hand_size": 3, "call_rummy": "layoff_only", "rummy_allows_final_discard": False}
    row, _, _ = play(rules, [first, Script(call=[1])], pack)
    assert (row["out_by_discard"], row["calls"], row["points_0"]) == (True, 0, 17)
    row, _, _ = play({**rules, "final_discard_callable": True}, [first, Script(call=[1])], pack)
    assert (row["out_by_discard"], row["calls"], row["layoffs"], row["points_0"]) == (False, 1, 1, 2 * 17)


@pytest.mark.parametrize(("scoring", "sign"), [("winner_takes_all", -1), ("meld_points", -1), ("penalty", 1)])
def test_a_false_call_costs_its_penalty_and_changes_nothing_else(scoring, sign):
    """The ten fits nothing when it is thrown; with no penalty nobody is asked, with one a wrong yes costs it."""
    pack = pack_for(("5h 6h 7h 8h Ts", "3c 4c Qd 4s Jh", "2c 3d 9s Kh Ac"), "9d", "Kd Jd 2s")
    first = Script(shed=[as_mask("5h 6h 7h"), 0], discard=["Ts"])
    callers = [first, Script(call=[1, 1]), Script(call=[0, 0])]
    rules = {"hand_size": 5, "call_rummy": "layoff_only", "max_turns": 2, "scoring": scoring}
    free, _, _ = play(rules, callers, pack)
    fined, events, _ = play({**rules, "false_call_penalty": 7}, callers, pack)
    assert [event[1:3] for event in events if event[0] == FALSELY_CALLED] == [[1, parse_cards("Ts")[0]]]
    assert fined["points_1"] == free["points_1"] + 7 * sign
    assert {**fined, "points_1": 0} == {**free, "points_1": 0}
    assert (fined["calls"], free["calls"]) == (0, 0)


def test_built_in_players_never_call_falsely():
    table = rows({"preset": "call"}, ["take_value"] * 3, 300)
    assert table.equals(rows({"preset": "call", "false_call_penalty": 50}, ["take_value"] * 3, 300))


def test_the_deepest_take_can_be_limited():
    rules = {"preset": "call", "max_turns": 100}
    limited = rows(rules, ["take_value:deepest=1"] * 2, 200)
    assert not limited.equals(rows(rules, ["take_value"] * 2, 200))
    assert limited.equals(rows({**rules, "discard_draw": "top_only"}, ["take_value"] * 2, 200))


def test_forced_melding_leaves_no_choice():
    held = rows({"forced_melding": True}, ["hold_for_rummy:T=30", "hold_for_rummy:T=30"], 200)
    free = rows(None, ["meld_asap", "meld_asap"], 200)
    assert held.equals(free)


def test_holding_for_no_turn_is_melding_at_once():
    assert rows(None, ["hold_for_rummy:T=0", "meld_asap"], 300).equals(rows(None, ["meld_asap", "meld_asap"], 300))
    assert not rows(None, ["hold_for_rummy:T=5", "meld_asap"], 300).equals(rows(None, ["meld_asap", "meld_asap"], 300))
    early = rows(None, ["hold_for_rummy:T=30,c=10", "meld_asap"], 300)
    assert early.equals(rows(None, ["meld_asap", "meld_asap"], 300))


def test_only_meld_points_pay_for_an_unmelded_end():
    table = rows({"preset": "rum500"}, ["meld_asap"] * 4, 200)
    ended = table[table.end == "depleted"]
    assert len(ended) > 10
    assert (ended[[f"points_{s}" for s in range(4)]] != 0).any(axis=None)
    assert (ended.winner == -1).all()
