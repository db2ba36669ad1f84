"""Deals played by OpenSpiel and nil endgames solved by brute force, through the compiled kernel and solver."""

from __future__ import annotations

import pytest

import cardsim as cs
from cardsim.games.spades import play
from tests.corpora import corpus_files, rows
from tests.naive import spades as naive
from tests.openspiel_spades import check_record, rules_of

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize("path", corpus_files("spades", "openspiel*.jsonl"), ids=lambda path: path.name)
def test_openspiel_deals(path):
    meta, *records = rows(path)
    rules = rules_of(meta)
    for record in records:
        check_record(record, rules)


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
