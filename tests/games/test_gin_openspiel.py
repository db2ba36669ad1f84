"""Hands recorded by OpenSpiel go through the compiled game: same legal actions, same deadwood, same returns."""

from __future__ import annotations

import pytest

from cardsim.cards import as_mask, parse_card
from cardsim.games.gin import GAME, melds
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.openspiel_simple import reckoned_deadwood
from cardsim.games.gin.showdown import LAID
from cardsim.games.gin.view import DISCARD, KNOCK, TAKE_UPCARD
from tests.corpora import corpus_files, rows
from tests.gin_scripts import play_deal, play_script
from tests.openspiel_gin import check_knock, check_record, openspiel_layoffs, our, pack_of, rules_of, scripts_of

pytestmark = pytest.mark.corpus


def records(*names):
    return [
        pytest.param(record, id=f"{path.stem}-{record['seed']}")
        for name in names
        for path in corpus_files("gin", name)
        for record in rows(path)
    ]


@pytest.mark.parametrize("record", records("spiel_*.jsonl"))
def test_same_legal_actions_and_returns(record):
    check_record(record)


def test_w3_a_legal_knock_that_openspiel_forbids():
    hand = as_mask("As 2s 3s 4s Ac 2c 3c 4c Ad 4d Ah")
    assert check_knock([our(0)], hand, 0)  # gin by discarding the 4d; OpenSpiel reckons with 1
    assert reckoned_deadwood(hand, melds.LOW) == 1


def test_e2_e3_openspiel_lay_offs_that_are_too_few_or_too_many():
    run, seven = as_mask("5s 6s 7s"), [parse_card("8s"), parse_card("9s")]
    assert openspiel_layoffs([run], seven, as_mask("Ts 4s")) == as_mask("4s")
    fives, sixes = as_mask("5s 5c 5d"), as_mask("6h 7h 8h")
    assert openspiel_layoffs([fives, sixes], [parse_card("5h")], as_mask("4h 9h")) == as_mask("4h 9h")


@pytest.mark.parametrize("record", records("spiel_simple*.jsonl"))
def test_the_player_openspiel_simple_decides_as_recorded(record):
    rules, pack = rules_of(record["params"]), pack_of(record["history"])
    scripted, expected = play_script(rules, scripts_of(record["history"]), pack)
    row, events = play_deal(rules, GAME.find_seats(["openspiel_simple"] * 2), pack)
    assert row == scripted
    # The bot lays its melds in the reverse order; cards it may never lay off differ in no event.
    kinds = (TAKE_UPCARD, KNOCK, DISCARD, DREW)
    assert [event for event in events if event[0] in kinds] == [event for event in expected if event[0] in kinds]
    laid = [{tuple(event[1:4]) for event in log if event[0] == LAID} for log in (events, expected)]
    assert {(seat, meld) for seat, _, meld in laid[0]} == {(seat, meld) for seat, _, meld in laid[1]}
