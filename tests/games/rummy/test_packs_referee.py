"""Random play with two packs, jokers, wild ranks and small sets under random house rules, checked by a slow referee."""

import random
from collections import Counter

import pytest

from cardsim.games.log import new_log
from cardsim.games.rummy import GAME
from cardsim.games.rummy.playable import needs_packs
from tests.games.rummy.test_referee import some_rules
from tests.naive import rummy_packs_referee as referee

PLAYERS = [
    "random_legal",
    "random_legal",
    "random_legal",
    "meld_asap",
    "take_value",
    "hold_for_rummy:T=3,discard=safe_highest",
    "hold_melds_lay_off:T=4,draw=if_shed_or_pair",
    "withhold_layoffs:c=2,discard=fewest_outs,draw=deny",
    "meld_only_when_forced:draw=if_shed_or_low",
]


def packs_rules(rng):
    """House rules that need the engine for two packs and wild cards, on top of the others."""
    rules = {name: value for name, value in some_rules(rng).items() if rng.random() < 0.5 or name == "max_turns"}
    if "after_turnover_draw" in rules and rules.get("recycle_top") != "flip":
        del rules["after_turnover_draw"]
    if rules.get("melds_per_turn") != 1:
        rules.pop("one_meld_goout_exempt", None)
    if rules.get("call_rummy", "off") == "off":
        for name in ("final_discard_callable", "call_window", "false_call_penalty"):
            rules.pop(name, None)
    rules |= {
        "decks": rng.choice((1, 2, 2)),
        "jokers": rng.choice((0, 1, 2, 3, 4)),
        "wild_rank": rng.choice((None, None, "A", "2", "9", "K")),
        "set_max": rng.choice((3, 4, 4, 6, 8)),
        "set_distinct_suits": rng.random() < 0.6,
    }
    if rules["jokers"] or rules["wild_rank"]:
        pips, swap = rng.choice((0, 5, 15, 30)), rng.random() < 0.6
        rules |= {"joker_pips": pips, "joker_swap": swap and rules.get("layoff") != "none"}
    return rules if needs_packs(GAME.check_rules(rules)) else packs_rules(rng)


def follow(rules, seats, seed, index):
    checked = GAME.check_rules(rules)
    log, rows = new_log(20_000), GAME.empty_rows("deal", 1)
    fault = GAME.run_block(GAME.prepare(checked, GAME.find_seats(seats), "deal"), seed, index, rows, log=log)
    assert fault[0] == 0, GAME.describe_fault(fault, seats)
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
    for event in events:
        assert GAME.describe(event, seats)
    return seen


@pytest.mark.parametrize("part", range(4))
def test_random_play_under_random_rules(part):
    rng = random.Random(part)
    kinds, swaps, wilds = Counter(), 0, 0
    for index in range(100):
        rules, seats = packs_rules(rng), rng.choices(PLAYERS, k=rng.choice((2, 2, 3, 4)))
        try:
            seen = follow(rules, seats, 6, index)
        except (AssertionError, AttributeError) as error:
            raise AssertionError(f"{error}\nrules={rules}\nseats={seats}\nindex={index}") from error
        kinds += seen.kinds
        swaps += seen.swaps
        wilds += seen.wilds
    assert set(kinds) >= {*range(4), *range(10, 23)} - {referee.FLIPPED}
    assert swaps > 20
    assert wilds > 100


def take_rules(rng):
    """House rules with wild cards under which takes of many cards are frequent and the deepest must be used."""
    rules = packs_rules(rng) | {
        "jokers": rng.choice((1, 2, 4)),
        "wild_rank": rng.choice((None, "A", "2", "9")),
        "discard_draw": rng.choice(("multi", "whole_pile")),
        "deepest_must_be_used": rng.choice(("k>=2", "always")),
        "use_with": rng.choice(("hand_and_taken", "hand_and_taken", "two_own_cards", "taken_alone")),
        "use_as": rng.choice(("meld_or_layoff", "new_meld_only")),
        "hand_size": rng.choice((4, 6, 8)),
        "max_turns": 150,
    }
    rules.pop("forced_melding", None)
    try:
        GAME.check_rules(rules)
    except ValueError:
        return take_rules(rng)
    return rules


def test_the_deepest_card_of_a_take_with_wild_cards():
    rng = random.Random(5)
    takes, wilds = 0, 0
    for index in range(100):
        rules, seats = take_rules(rng), rng.choices(PLAYERS, k=rng.choice((2, 3, 4)))
        try:
            seen = follow(rules, seats, 8, index)
        except (AssertionError, AttributeError) as error:
            raise AssertionError(f"{error}\nrules={rules}\nseats={seats}\nindex={index}") from error
        takes += seen.duties
        wilds += seen.wild_duties
    assert takes > 100
    assert wilds > 10


def test_a_renewed_stock_with_a_flipped_card():
    """With two packs the stock is seldom used up: one pack, large hands, random players."""
    rules = {"preset": "call", "jokers": 3, "hand_size": 9, "max_turns": 300, "after_turnover_draw": "free"}
    kinds = Counter()
    for index in range(10):
        kinds += follow({**rules, "joker_swap": index % 2 == 0}, ["random_legal"] * 4, 7, index).kinds
    assert kinds[referee.FLIPPED] > 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_presets_with_jokers(players):
    for preset in GAME.presets:
        for extra in ({"jokers": 2}, {"decks": 2, "jokers": 4, "joker_swap": True}):
            for index in range(3):
                rules = {"preset": preset, "max_turns": 150, **extra}
                follow(rules, ["meld_asap", "random_legal", "take_value", "hold_for_rummy"][:players], 9, index)
