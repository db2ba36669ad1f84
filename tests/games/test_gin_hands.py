"""The questions about single hands: every way to give cards, and what is said of bad ones."""

from __future__ import annotations

import pytest

from cardsim.cards import as_mask, parse_cards
from cardsim.games.gin import hands
from tests.naive import gin as naive
from tests.naive.gin import from_mask


@pytest.mark.parametrize("cards", ["3c 4c 5c 2d", ["3c", "4c", 4, "2d"], [2, 3, 4, 14], as_mask("3c 4c 5c 2d")])
def test_cards_in_any_form(cards):
    assert hands.deadwood(cards) == 2
    assert hands.best_melds(cards) == (((2, 3, 4),), (14,), 2)


@pytest.mark.parametrize("aces", hands.ACES)
def test_best_melds_are_disjoint_melds_of_the_hand_with_least_deadwood(aces):
    for mask in naive.some_hands(60, 10, seed=21):
        found = hands.best_melds(mask, aces)
        together = [card for group in (*found.melds, found.deadwood_cards) for card in group]
        assert sorted(together) == parse_cards(mask)
        assert all(naive.is_meld(from_mask(as_mask(meld)), aces) for meld in found.melds)
        assert found.deadwood == naive.deadwood(from_mask(mask), aces)
        assert found.deadwood == naive.pips(from_mask(as_mask(found.deadwood_cards)))


def test_best_discard_prefers_most_pips_then_the_lowest_number():
    assert hands.best_discard("As 2s 3s 5h 6h 7h Kc Kd Kh 4c 8d") == (parse_cards("8d")[0], 4)
    assert hands.best_discard("3c 4c 5c 6c 9d 9h 9s Jd Qd Kd") == (parse_cards("6c")[0], 0)
    assert hands.best_discard("Kc Qd 2h 4s 6c 8d Th As") == (parse_cards("Kc")[0], 41)


def test_no_cards_no_deadwood():
    assert hands.deadwood("") == 0
    assert str(hands.best_melds("As 2s 3s")) == "As 2s 3s | no deadwood (0)"


def test_no_layoffs_without_melds():
    assert hands.layoffs([], "Kc Kd") == (20, [])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: hands.deadwood("1X"), "'1X' is not a card"),
        (lambda: hands.deadwood("As As"), "As is given twice"),
        (lambda: hands.deadwood(range(12)), "the hand has 12 cards, it must have at most 11"),
        (lambda: hands.deadwood("As", aces="both"), "aces = 'both' is no rule for aces: it must be one of 'low'"),
        (lambda: hands.best_discard("As 2s 3s"), "the hand to discard from has 3 cards, it must have 8 to 11"),
        (lambda: hands.layoffs(["As 2s 4s"], "Kc"), "'As 2s 4s' is not a meld"),
        (lambda: hands.layoffs([""], "Kc"), "an empty group"),
        (lambda: hands.layoffs([range(13)], "Kc"), "is not a meld"),
        (lambda: hands.layoffs("As 2s 3s", "Kc"), "give the knocker's melds as a list"),
        (lambda: hands.layoffs(["As 2s 3s", "3s 4s 5s"], "Kc"), "3s cannot be held by two melds at once"),
        (lambda: hands.layoffs(["As 2s 3s"], "3s"), "3s cannot be held by the defender and the knocker at once"),
        (
            lambda: hands.layoffs(["As 2s 3s", "4s 5s 6s", "7s 8s 9s", "Ts Js Qs"], "Kc"),
            "4 melds: a hand of at most 11",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_e8_cards_not_in_hand_make_no_meld():
    with pytest.raises(ValueError, match="'9c Tc' is not a meld"):
        hands.layoffs(["9c Tc"], "Jc")
    assert hands.best_melds("9c Tc Kd Kh 2s").melds == ()
