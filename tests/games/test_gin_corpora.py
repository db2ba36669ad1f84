"""Hands and knock positions evaluated by other programs (OpenSpiel, the EAAI-2021 Java framework)."""

from __future__ import annotations

import numpy as np
import pytest

from cardsim.cards import as_mask, parse_card
from cardsim.games.gin import hands, melds
from cardsim.games.gin.layoffs import sweep
from tests.corpora import corpus_files, rows
from tests.naive import gin as naive
from tests.naive.gin import from_mask

pytestmark = pytest.mark.corpus


def card_of(number):
    """Our number of a card of the records, which count suits s c d h."""
    return parse_card("A23456789TJQK"[number % 13] + "scdh"[number // 13])


def mask_of(numbers):
    return as_mask([card_of(number) for number in numbers])


def arrangements(mask):
    """The best arrangements as lists of masks."""
    out, work = np.zeros(3, np.int64), np.zeros(melds.MAX_MELDS, np.int64)
    count, _ = melds.arrangement(mask, 0, out, work, melds.LOW)
    for number in range(count):
        _, size = melds.arrangement(mask, number, out, work, melds.LOW)
        yield [int(meld) for meld in out[:size]]


def hand_answers(row):
    """What the package says of a recorded hand, under the record's names."""
    mask = mask_of(row["cards"])
    answers = {
        "txt": row["txt"] if as_mask(row["txt"]) == mask else None,
        "java_min_dw": melds.deadwood(mask, melds.LOW),
        "java_n_best_meld_sets": sum(1 for arrangement in arrangements(mask) if arrangement),
    }
    if row["n"] == 11:
        choices, answers["best_after_discard"] = melds.best_discard(mask, 0, melds.LOW)
        assert choices == mask_of(row["best_discards"]), row["id"]
    return answers


@pytest.mark.parametrize("path", corpus_files("gin", "hands*.jsonl"), ids=lambda path: path.name)
def test_hands(path):
    for row in rows(path):
        answers = hand_answers(row)
        assert answers == {name: row[name] for name in answers}, row["id"]
        assert row["spiel_min_dw"] == answers["java_min_dw"]


@pytest.mark.parametrize("path", corpus_files("gin", "hands*.jsonl"), ids=lambda path: path.name)
def test_w3_openspiel_drops_a_card_of_one_arrangement_only(path):
    """OpenSpiel fixes one best arrangement of eleven cards and drops its highest card: at times too high (see E1)."""
    for row in rows(path):
        if row["n"] == 11:
            mask = mask_of(row["cards"])
            _, least = melds.best_discard(mask, 0, melds.LOW)
            costs = set()
            for arrangement in arrangements(mask):
                dead = [1 << card for card in range(52) if (mask & ~sum(arrangement)) >> card & 1]
                costs.add(sum(map(melds.pips, dead)) - max(map(melds.pips, dead), default=0))
            assert row["spiel_min_deadwood_11"] in costs, row["id"]
            assert row["spiel_min_deadwood_11"] >= least


@pytest.mark.parametrize("path", corpus_files("gin", "showdowns*.jsonl"), ids=lambda path: path.name)
def test_showdowns(path):
    for row in rows(path):
        knocker, defender = [mask_of(meld) for meld in row["knocker_melds"]], mask_of(row["defender_hand"])
        assert melds.pips(mask_of(row["knocker_deadwood_cards"])) == row["knocker_deadwood"]
        assert hands.deadwood(defender) == row["no_layoff_deadwood"], row["id"]
        if not row["gin"]:
            left, laid = hands.layoffs(knocker, defender)
            assert left == row["opt_deadwood"] == row["spiel_opt_deadwood"], row["id"]
            assert len(laid) == len(row["opt_layoffs"]), row["id"]


@pytest.mark.parametrize("path", corpus_files("gin", "showdowns*.jsonl"), ids=lambda path: path.name)
def test_w4_the_sweep_is_never_better(path):
    for row in rows(path):
        if row["gin"]:
            continue
        knocker, defender = [mask_of(meld) for meld in row["knocker_melds"]], mask_of(row["defender_hand"])
        swept = set()
        for arrangement in arrangements(defender):
            table = np.array(knocker + [0] * (3 - len(knocker)))
            left = sweep(table, len(knocker), defender & ~sum(arrangement), melds.LOW)
            swept.add(int(melds.pips(left)))
        assert row["eaai_sweep_deadwood"] in swept, row["id"]
        assert min(swept) >= row["opt_deadwood"], row["id"]


@pytest.mark.parametrize("path", corpus_files("gin", "hands*.jsonl"), ids=lambda path: path.name)
def test_the_slow_twin_agrees_with_the_records_too(path):
    for row in rows(path)[::8]:
        hand = from_mask(mask_of(row["cards"]))
        assert naive.deadwood(hand) == row["java_min_dw"]
        if row["n"] == 11:
            assert naive.best_discards(hand)[1] == row["best_after_discard"]
