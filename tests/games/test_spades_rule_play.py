"""The card player `rule` of Spades on the positions that TricksterBots tests its own player with.

Positions and right cards: TricksterCards/TricksterBots, `TestSpadesBot.cs`.  Seat 0 is to play.
"""

from __future__ import annotations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.spades.decks import aces_high, high_card, low_card
from cardsim.games.spades.tricks import SUIT
from cardsim.games.strategy import check_strategy

GAME = cs.games["spades"]
SUITS = dict(zip("cdhs", SUIT, strict=True))


def high(text):
    return int(aces_high(cs.cards.as_mask(text)))


def played(hand, *, bids, taken=(0, 0, 0, 0), trick="", gone="", spades=False, voids="", ducked="", **seen):
    """The card that `rule` plays from `hand`.

    `trick` lists the cards on the table, seat by seat before seat 0; `gone` cards played before; `voids` suits that the
    partner has shown out of; `ducked` cards he does not hold.
    """
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    view.rules[0] = GAME.pack(GAME.check_rules(), 4)[0]
    view.deck = (1 << 52) - 1
    view.target_score, view.bag_limit = 500, 10
    view.bids[:], view.tricks[:] = bids, taken
    view.nils[:] = [int(bid == 0) for bid in bids]
    view.hand = high(hand)
    view.trick = 13 - len(hand.split())
    view.played = high(gone) | high(trick)
    view.voids[2] = sum(SUITS[suit] for suit in voids)
    view.ducked[2] = high(ducked)
    view.table[:] = -1
    cards = [int(high_card(card)) for card in cs.cards.parse_cards(trick)]
    view.place, view.best, view.best_seat = len(cards), -1, -1
    for card, seat in zip(cards, range(4 - len(cards), 4), strict=True):
        view.table[seat] = card
        if card > view.best:
            view.best, view.best_seat = card, seat
    if cards:
        view.led_suit = SUITS[trick.split()[0][1]]
        view.legal = view.hand & view.led_suit or view.hand
    else:
        view.legal = view.hand if spades else view.hand & ~SUIT[3]
    for name, value in seen.items():
        setattr(view, name, value)
    (decide,) = check_strategy("spades", GAME.strategies["cats+rule"], ("play",), GAME.View, 0, False)
    return cs.cards.card_text(low_card(int(decide(view, np.array([1.0]), cs.rng.states(1)[0]))))


@pytest.mark.parametrize(
    ("trick", "hand", "gone", "card"),
    [
        ("2h 3h", "Jh 5h", "", "Jh"),
        ("9h Th", "Qh Jh", "", "Jh"),
        ("9h Th", "Kh Jh", "", "Kh"),
        ("Th 9h", "Qh 7h", "", "Qh"),
        ("Th 9h", "Jh 7h", "", "7h"),  # partner's ten touches the jack
        ("9h Th", "Jh 7h", "", "Jh"),
        ("7h 8h", "Qh Th", "", "Qh"),
        ("7h 8h", "Qh Th", "Jh", "Th"),
    ],
)
def test_third_hand_plays_high_but_no_higher_than_needed(trick, hand, gone, card):
    assert played(hand, bids=[1, 5, 1, 5], trick=trick, gone=gone) == card


@pytest.mark.parametrize(
    ("bids", "seen", "card"),
    [
        ([3, 3, 3, 3], {}, "6h"),  # two tricks to go, the opponents need both: a bag sets them
        ([3, 2, 3, 2], {}, "3h"),  # they have their bid
        ([3, 3, 3, 3], {"own_score": 490}, "3h"),  # the contract alone wins the match
        ([3, 3, 3, 3], {"own_bags": 9}, "3h"),  # a bag would cost a penalty
    ],
)
def test_bags_are_taken_only_to_set_the_opponents(bids, seen, card):
    assert played("3h 6h", bids=bids, taken=[3, 2, 3, 2], trick="2h 4h 5h", **seen) == card


LONG = "Kc 7c 6c 5c 4c 3c 2c"


@pytest.mark.parametrize(
    ("hand", "options", "card"),
    [
        (f"Th 9h {LONG} 8c Kd Ks 3s", {"gone": "Ah Kh Qh Jh"}, "Th"),  # a boss
        (f"9h 4h 2h {LONG} Qd Qs 3s", {"gone": "Ah Kh Qh Jh"}, "Kc"),  # nothing certain: the highest
        (f"Th 9h {LONG} 8c Kd Ks 2s", {"gone": "Ah Kh Qh Jh", "spades": True}, "Ks"),  # spades may be led
        (f"6h 4h {LONG} Kd Ks", {"gone": "Ah Kh Qh Jh Th 8h 3h 7h", "ducked": "4h 5h 6h 7h 8h 9h"}, "4h"),
        (f"4h 2h {LONG} Kd Ks", {"gone": "Ah Kh Qh Jh Th 5h 3h", "voids": "h"}, "2h"),
    ],
)
def test_leads_that_cover_the_partners_nil(hand, options, card):
    assert played(hand, bids=[4, 4, 0, 4], **options) == card


@pytest.mark.parametrize(
    ("hand", "trick", "bids", "options", "card"),
    [
        ("2d 3d 4d 3c 4c Kc Qh 5s 7s 8s Js Ks", "Jc", [5, 0, 0, 4], {}, "Kc"),  # the queen may be the partner's
        ("2d 3d 4d 3c 4c Ac Qh 5s 7s 8s Js Ks", "Kc", [5, 2, 0, 4], {}, "3c"),  # nothing between king and ace
        ("2d 3d 4d 3c 4c Kc Qh 5s 7s 8s Js Ks", "Jc", [5, 0, 0, 4], {"ducked": "Qc Ac"}, "3c"),  # he is below the jack
    ],
)
def test_second_hand_covers_the_partners_nil_where_he_may_be_caught(hand, trick, bids, options, card):
    assert played(hand, bids=bids, trick=trick, **options) == card


def test_a_high_bid_ignores_the_nil():
    assert played("Ah 5h 4h 3h 2h 9s 8s 7s 6s 5s 4s 3s 2s", bids=[5, 3, 5, 0]) == "Ah"


def remembers_ducked(view, params, rng):
    """Plays its highest legal card; fails the game once the partner plays a card that he is said not to hold."""
    card = view.table[2]
    if card >= 0 and view.memory[0] >> card & 1:
        return -1
    view.memory[0] |= view.ducked[2]
    best = 0
    for number in range(52):
        if view.legal >> number & 1:
            best = number
    return best


@pytest.mark.parametrize(("nil", "holds"), [("fixed+rule:bid=0", True), ("fixed+random:bid=0", False)])
def test_a_nil_that_ducks_as_high_as_it_can_shows_what_it_does_not_hold(nil, holds):
    """Never wrong about `rule`, which ducks so; wrong about a partner who plays at random."""
    watcher = GAME.strategies["fixed+rule"]._replace(play=remembers_ducked, memory=1, name="watcher")
    seats = [watcher, "cats+rule", nil, "cats+rule"]
    if holds:
        assert len(cs.simulate("spades", seats, n=300, seed=6, n_jobs=1).table) == 300
    else:
        with pytest.raises(cs.StrategyError, match="answered card number -1"):
            cs.simulate("spades", seats, n=300, seed=6, n_jobs=1)
