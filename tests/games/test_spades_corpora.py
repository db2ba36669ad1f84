"""Deals played by OpenSpiel and nil endgames solved by brute force, through the compiled kernel and solver."""

from __future__ import annotations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.log import new_log
from cardsim.games.spades import play, view
from cardsim.games.spades.decks import low_card
from tests.corpora import corpus_files, rows
from tests.naive import spades as naive

pytestmark = pytest.mark.corpus
GAME = cs.games["spades"]


def scripted_bid(view, params, rng):
    return int(params[0])


def scripted_play(view, params, rng):
    return int(params[1 + view.trick])


def scripted(bid, cards):
    """A strategy that bids and plays as recorded."""
    return GAME.Strategy(bid=scripted_bid, play=scripted_play, params=[bid, *cards], name="scripted")


def ours(number):
    """Our number of a card of the records, whose rank 0 is the two."""
    return int(low_card(number))


def replayed(record, rules):
    """One recorded deal through the kernel: its row and its log."""
    cards = [[card for seat, card in record["plays"] if seat == s] for s in range(4)]
    seats = tuple(scripted(record["bids"][s], cards[s]) for s in range(4))
    prepared = GAME.prepare(rules, seats, "deal")
    rows_, log = GAME.empty_rows("deal", 1), new_log(200)
    pack = np.array([[ours(card) for card in record["deal"]]], np.uint8)
    fault = GAME.run_block(prepared, 0, 0, rows_, pack, log)
    assert fault[0] == 0, GAME.describe_fault(fault, ["scripted"] * 4)
    return rows_[0], log[1 : log[0, 0] + 1]


def rules_of(meta):
    """The preset with the thresholds and bonus that the file names, if it names other ones."""
    game = meta.get("params", meta)
    names = {"win_threshold": "deal_win_threshold", "mercy_threshold": "deal_mercy_threshold"}
    names["win_or_loss_bonus"] = "deal_bonus"
    overrides = {field: int(game[key]) for key, field in names.items() if key in game}
    return GAME.check_rules({"preset": "openspiel", **overrides})


@pytest.mark.parametrize("path", corpus_files("spades", "openspiel*.jsonl"), ids=lambda path: path.name)
def test_openspiel_deals(path):
    meta, *records = rows(path)
    rules = rules_of(meta)
    for record in records:
        row, log = replayed(record, rules)
        plays = log[log[:, 0] == view.PLAY]
        assert [[int(p[1]), int(p[2])] for p in plays] == [[s, ours(c)] for s, c in record["plays"]]
        legal = [sum(1 << ours(card) for card in cards) for cards in record["legal"]]
        assert plays[:, 3].tolist() == legal
        bids = log[log[:, 0] == view.BID]
        assert bids[:, 3].tolist() == [sum(1 << bid for bid in allowed) for allowed in record["bid_legal"]]
        assert row.tricks.tolist() == record["tricks"]
        points = [int(row.points[seat & 1]) for seat in range(4)]
        assert points == [int(value) for value in record["returns"]], record.get("id")


@pytest.mark.parametrize("path", corpus_files("spades", "openspiel*.jsonl"), ids=lambda path: path.name)
def test_e1_the_default_rules_offer_spades_where_openspiel_does_not(path):
    """OpenSpiel never notices that spades are broken."""
    differences = 0
    for record in rows(path)[1:]:
        hands = [{naive.text(card) for card in record["deal"][s::4]} for s in range(4)]
        broken = False
        for number, (seat, card) in enumerate(record["plays"]):
            led = None if number % 4 == 0 else record["plays"][number - number % 4][1] // 13
            suit = None if led is None else naive.SUITS[led]
            theirs = {naive.text(c) for c in record["legal"][number]}
            assert theirs == naive.legal(hands[seat], suit, "only_spades_left", broken, number // 4)
            differences += theirs != naive.legal(hands[seat], suit, "broken", broken, number // 4)
            hands[seat].remove(naive.text(card))
            broken = broken or card >= 39
    assert differences > 0


def hand_of(text):
    """Cards written suit first, such as C4D3."""
    return [text[i + 1] + text[i] for i in range(0, len(text), 2)]


@pytest.mark.parametrize("path", corpus_files("spades", "nil_endgames*.jsonl"), ids=lambda path: path.name)
def test_nil_endgames(path):
    for record in rows(path)[1:]:
        hands = [hand_of(text) for text in record["hands"]]
        found = cs.spades.nil_makeable(hands, record["nil"], record["leader"], record["broken"])
        assert found == record["nil_makeable"], record


def test_every_trick_is_logged():
    """The log of a deal ends each trick with the seat that took it."""
    replay = cs.replay("spades", ["random+random"] * 4, seed=5, index=0)
    kinds = [int(event[0]) for event in replay.events]
    assert kinds.count(play.TOOK) == 13
