"""Melds of gin hands against a slow twin, other programs' records and edge cases of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from cardsim.cards import as_mask, members
from cardsim.games.gin import melds
from tests.naive import gin as naive
from tests.naive.gin import from_mask

ACES = ("low", "high_low", "wrap")


def list_arrangements(mask, aces):
    out, work = np.zeros(3, np.int64), np.zeros(melds.MAX_MELDS, np.int64)
    count, number, found = 1, 0, []
    while number < count:
        count, size = melds.arrangement(mask, number, out, work, aces)
        found.append(frozenset(from_mask(int(meld)) for meld in out[:size]))
        number += 1
    return found


@pytest.mark.parametrize("aces", range(3), ids=ACES)
@pytest.mark.parametrize("size", [3, 7, 10, 11])
def test_deadwood_and_discards_equal_the_twins(size, aces):
    for mask in naive.some_hands(60, size, seed=size):
        hand = from_mask(mask)
        assert melds.deadwood(mask, aces) == naive.deadwood(hand, ACES[aces])
        assert melds.pips(mask) == naive.pips(hand)
        choices, least = melds.best_discard(mask, 0, aces)
        assert (from_mask(choices), least) == naive.best_discards(hand, ACES[aces])
        for limit in (0, least, least + 5):
            legal = {card for card in hand if naive.deadwood(hand - {card}, ACES[aces]) <= limit}
            assert from_mask(melds.discards_within(mask, limit, aces)) == legal


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_blocked_cards_are_never_the_discard(aces):
    for i, mask in enumerate(naive.some_hands(60, 11, seed=5)):
        blocked = sum(1 << card for card in list(members(mask))[:: 2 + i % 3])
        choices, least = melds.best_discard(mask, blocked, aces)
        assert (from_mask(choices), least) == naive.best_discards(from_mask(mask), ACES[aces], from_mask(blocked))
    assert melds.best_discard(7, 7, aces) == (0, melds.NO_CARD_LEFT)


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_meld_list_and_arrangements_equal_the_twins(aces):
    out = np.zeros(melds.MAX_MELDS, np.int64)
    for mask in naive.some_hands(60, 11, seed=9):
        listed = [from_mask(int(meld)) for meld in out[: melds.list_melds(mask, out, aces)]]
        assert len(listed) == len(set(listed))
        assert set(listed) == naive.melds_in(from_mask(mask), ACES[aces])
        arrangements = list_arrangements(mask, aces)
        assert len(arrangements) == len(set(arrangements))
        assert set(arrangements) == naive.best_arrangements(from_mask(mask), ACES[aces])


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_joins_meld_equals_the_twin(aces):
    for mask in naive.some_hands(30, 10, seed=3):
        for card in range(52):
            expected = naive.joins_meld(from_mask(mask), *from_mask(1 << card), ACES[aces])
            assert melds.joins_meld(mask, card, aces) == expected


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_longest_hands_of_one_suit_fit_the_room(aces):
    out = np.zeros(melds.MAX_MELDS, np.int64)
    for low in range(13):
        suit = sum(1 << (low + i) % 13 for i in range(11))
        listed = {from_mask(int(meld)) for meld in out[: melds.list_melds(suit << 13, out, aces)]}
        assert listed == naive.melds_in(from_mask(suit << 13), ACES[aces])
        assert melds.deadwood(suit << 13, aces) == naive.deadwood(from_mask(suit << 13), ACES[aces])


def test_an_ace_serves_one_run_only():
    assert melds.deadwood(as_mask("As 2s 3s Qs Ks"), melds.HIGH_LOW) == 5
    assert melds.deadwood(as_mask("As 2s 3s 4s Qs Ks"), melds.HIGH_LOW) == 0
    assert melds.deadwood(as_mask("As 2s 3s Qs Ks"), melds.WRAP) == 0
    assert melds.deadwood(as_mask("2s As Ks"), melds.HIGH_LOW) == 13


def test_e1_the_best_discard_needs_another_arrangement():
    hand = as_mask("As 2s 3s 4s Ac 2c 3c 4c Ad 4d Ah")
    assert melds.best_discard(hand, 0, melds.LOW) == (as_mask("4d"), 0)
    assert melds.deadwood(hand, melds.LOW) == 2


def test_e7_no_run_around_the_ace_and_no_set_of_two():
    hand = as_mask("Kc Kd Ad Qd 2c 4s 6h 8s Td 3h")
    assert [melds.deadwood(hand, aces) for aces in range(3)] == [64, 43, 43]


def test_e9_knock_discards_are_those_that_keep_the_limit():
    hand = as_mask("As 2s 3s 5h 6h 7h Kc Kd Kh 4c 8d")
    assert melds.discards_within(hand, 3, melds.LOW) == 0
    assert melds.discards_within(hand, 4, melds.LOW) == as_mask("8d")
    assert melds.discards_within(hand, 10, melds.LOW) == as_mask("8d 4c")
    assert melds.discards_within(hand, 10, melds.LOW) & ~hand == 0


@pytest.mark.parametrize(
    ("hand", "gin_discards"),
    [
        ("As 2s 3s 4s 5h 6h 7h Kc Kd Kh Ks", "As 4s Kc Kd Kh Ks"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js", "As 4s 5s 6s 7s 8s Js"),
        ("9c 9d 9h 3s 4s 5s 6s 7s Jd Qd Kd", "3s 7s"),
    ],
)
def test_e18_eleven_melded_cards_can_always_shed_to_gin(hand, gin_discards):
    mask = as_mask(hand)
    assert melds.deadwood(mask, melds.LOW) == 0
    assert melds.discards_within(mask, 0, melds.LOW) == as_mask(gin_discards)
