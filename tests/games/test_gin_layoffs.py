"""Lay-offs against a slow twin that tries every order, other programs' records and edge cases of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cardsim.cards import as_mask, card_text
from cardsim.games.gin import melds
from cardsim.games.gin.layoffs import best_layoffs, fits, next_card, sweep
from tests.naive import gin as naive
from tests.naive.gin import from_mask, to_mask

ACES = ("low", "high_low", "wrap")


def masks(*texts):
    """An array of three melds, given as texts, and their number."""
    array = np.zeros(3, np.int64)
    array[: len(texts)] = [as_mask(text) for text in texts]
    return array, len(texts)


def best(table, n, hand, aces=melds.LOW):
    """Deadwood and the lay-offs as (card text, index of the meld)."""
    cards, targets = np.zeros(10, np.int64), np.zeros(10, np.int64)
    value, count = best_layoffs(table, n, hand, cards, targets, aces)
    return value, [(card_text(card), int(target)) for card, target in zip(cards[:count], targets[:count], strict=True)]


def some_positions(count, aces, seed):
    """Knocker melds out of a hand with at least one meld, and ten other cards close to them."""
    rng = random.Random(seed)
    while count:
        pool = (
            list(range(52))
            if count % 3 == 0
            else [13 * s + (rng.randrange(4) + r) % 13 for s in range(4) for r in range(6)]
        )
        pool = sorted(set(pool))
        hand = rng.sample(pool, 10)
        arrangements = [a for a in naive.all_arrangements(from_mask(sum(1 << c for c in hand)), aces) if a]
        others = [card for card in (pool if count % 2 else range(52)) if card not in hand]
        if arrangements and len(others) >= 10:
            chosen = rng.choice(sorted(arrangements, key=lambda a: sorted(map(sorted, a))))
            defender = sum(1 << card for card in rng.sample(others, 10))
            yield [to_mask(meld) for meld in chosen], defender
            count -= 1


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_best_layoffs_equal_the_twins_and_can_be_laid_one_by_one(aces):
    laid_somewhere = 0
    for knocker, defender in some_positions(120, ACES[aces], seed=aces):
        table = np.array(knocker + [0] * (3 - len(knocker)))
        value, laid = best(table, len(knocker), defender, aces)
        assert (value, len(laid)) == naive.layoffs([from_mask(m) for m in knocker], from_mask(defender), ACES[aces])
        groups, rest = [from_mask(meld) for meld in knocker], from_mask(defender)
        for card, target in laid:
            groups[target] |= naive.cards(card)
            rest -= naive.cards(card)
            assert naive.is_meld(groups[target], ACES[aces])
        assert naive.deadwood(rest, ACES[aces]) == value
        laid_somewhere += bool(laid)
    assert laid_somewhere > 10


@pytest.mark.parametrize("aces", range(3), ids=ACES)
def test_fits_and_sweep_equal_the_twins(aces):
    for knocker, defender in some_positions(60, ACES[aces], seed=10 + aces):
        for meld in knocker:
            for card in range(52):
                expected = not (meld >> card) & 1 and naive.is_meld(from_mask(meld | 1 << card), ACES[aces])
                assert fits(meld, card, aces) == expected
        table = np.array(knocker + [0] * (3 - len(knocker)))
        left, _ = naive.sweep([from_mask(m) for m in knocker], from_mask(defender), ACES[aces])
        assert from_mask(sweep(table, len(knocker), defender, aces)) == left
        assert sum(map(int, table)) == sum(knocker) + (defender & ~to_mask(left))


def test_a_complete_suit_takes_no_card():
    run, n = masks("2s 3s 4s")
    assert best(run, n, as_mask("As 5s 6s 7s 8s 9s Ts Js Qs Ks"), melds.HIGH_LOW)[0] == 0
    for aces in range(3):
        assert [next_card((1 << 13) - 1, up, aces) for up in (0, 1)] == [-1, -1]


def test_ends_of_runs_by_the_rule_for_aces():
    def takes(meld, aces):
        return [card_text(card) for card in range(52) if fits(as_mask(meld), card, aces)]

    assert [takes("As 2s 3s", aces) for aces in range(3)] == [["4s"], ["4s"], ["4s", "Ks"]]
    assert [takes("Js Qs Ks", aces) for aces in range(3)] == [["Ts"], ["As", "Ts"], ["As", "Ts"]]
    assert [takes("As Qs Ks", aces) for aces in (1, 2)] == [["Js"], ["2s", "Js"]]
    assert takes("4c 4d 4s", melds.LOW) == ["4h"]
    assert takes("4c 4d 4h 4s", melds.LOW) == []


def test_e2_a_laid_off_card_carries_the_next():
    table, _ = masks("5s 6s 7s")
    for card in ("8s", "9s"):
        assert fits(table[0], as_mask(card).bit_length() - 1, melds.LOW)
        table[0] |= as_mask(card)
    assert [card_text(c) for c in range(52) if fits(table[0], c, melds.LOW)] == ["4s", "Ts"]
    assert best(*masks("5s 6s 7s"), as_mask("8s 9s Kc 2d")) == (12, [("8s", 0), ("9s", 0)])
    assert best(*masks("5s 6s 7s"), as_mask("9s Ts Kc 2d"))[1] == []


def test_e3_a_card_on_the_set_does_not_lengthen_the_run():
    table, _ = masks("5c 5d 5s", "6h 7h 8h")
    five, four = (as_mask(text).bit_length() - 1 for text in ("5h", "4h"))
    assert fits(table[0], five, melds.LOW)
    assert fits(table[1], five, melds.LOW)
    table[0] |= 1 << five
    assert not fits(table[1], four, melds.LOW)
    # The best defence lays the five on the run, so that the four can follow.
    assert best(*masks("5c 5d 5s", "6h 7h 8h"), as_mask("5h 4h Kc")) == (10, [("5h", 1), ("4h", 1)])


def test_e13_breaking_an_own_meld_pays():
    table, n = masks("2s 2d 2h", "9s Ts Js Qs")
    hand = as_mask("As 7s 8s 3c 6c 7c 5h 6h 7h Kh")
    value, laid = best(table, n, hand)
    assert (value, laid) == (27, [("8s", 1), ("7s", 1)])
    assert melds.deadwood(hand, melds.LOW) == 39
    swept = []
    out, work = np.zeros(3, np.int64), np.zeros(melds.MAX_MELDS, np.int64)
    for number in range(melds.arrangement(hand, 0, out, work, melds.LOW)[0]):
        _, size = melds.arrangement(hand, number, out, work, melds.LOW)
        swept.append(melds.pips(sweep(table.copy(), n, hand & ~int(out[:size].sum()), melds.LOW)))
    assert swept == [31]


def test_e14_the_ten_goes_on_the_run_so_that_the_nine_fits():
    table, n = masks("Tc Td Ts", "Jh Qh Kh")
    assert best(table, n, as_mask("9h Th 2c")) == (2, [("Th", 1), ("9h", 1)])


def test_runs_laid_in_pieces_take_cards_at_the_outer_ends():
    table, n = masks("3d 4d 5d", "6d 7d 8d")
    assert best(table, n, as_mask("2d 9d Td Kc")) == (10, [("2d", 0), ("9d", 1), ("Td", 1)])
    assert [next_card(int(meld), up, melds.LOW) for meld in table[:2] for up in (0, 1)] == [
        as_mask(text).bit_length() - 1 for text in ("2d", "6d", "5d", "9d")
    ]
