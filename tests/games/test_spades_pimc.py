"""The card player `pimc` of Spades and the deals it thinks of."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.spades import pimc, worlds
from cardsim.games.spades.decks import aces_high, low_card
from cardsim.games.spades.tricks import SUIT
from cardsim.games.strategy import check_strategy, params_array

GAME = cs.games["spades"]
FULL = (1 << 52) - 1


def high(text):
    return int(aces_high(cs.cards.as_mask(text)))


def view_of(mine, hidden, **rules):
    """What seat 0 sees on lead, holding `mine`, with `hidden` in the other hands and all else played."""
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    packed = GAME.pack(GAME.check_rules(rules or None), 4)[0]
    view.rules[0] = packed
    view.deck = packed.deck_cards
    view.hand = view.legal = high(mine)
    view.played = FULL & ~(high(mine) | high(hidden))
    view.trick = 13 - len(mine.split())
    view.bids[:] = [3, 3, 3, 3]
    view.table[:] = -1
    view.best = view.best_seat = -1
    view.spades_broken = 1
    view.target_score, view.bag_limit = 500, 10
    return view


def drawn(view, n=30_000):
    """Worlds drawn for a view, as tuples of the three hidden hands."""
    work = np.zeros(1, worlds.WORLDS).view(np.recarray)[0]
    stream = cs.rng.states(1)[0]
    cs.rng.start(stream, 5, 0, 0, 0)
    worlds.look_around(view, work)
    found = []
    for _ in range(n):
        assert worlds.draw_world(work, stream)
        assert work.hands[0] == view.hand
        found.append(tuple(int(x) for x in work.hands[1:]))
    return found


def all_deals(view, hidden):
    """Every way to deal `hidden` to seats 1, 2, 3 that agrees with the voids and the cards given to the partner."""
    cards = [1 << i for i in range(52) if high(hidden) >> i & 1]
    size = len(cards) // 3
    found = set()
    for first in combinations(cards, size):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, size):
            deal = sum(first), sum(second), sum(rest) - sum(second)
            if any(deal[k] & int(view.voids[k + 1]) for k in range(3)):
                continue
            if int(view.given) & ~int(view.played) & ~deal[1]:
                continue
            found.add(deal)
    return found


HIDDEN = "4c 5c 6d 7d 8h 9h Ts Js Qs"


@pytest.mark.parametrize("case", ["open", "voids", "given"])
def test_worlds_are_all_deals_that_agree_and_equally_likely(case):
    view = view_of("Ac 2d 3h", HIDDEN)
    if case != "open":
        view.voids[1] = SUIT[0]
        view.voids[3] = SUIT[3] | SUIT[1]
    if case == "given":
        view.given = high("8h 2s")
    possible = all_deals(view, HIDDEN)
    found = drawn(view)
    assert set(found) == possible
    expected = len(found) / len(possible)
    counts = np.array([found.count(deal) for deal in possible])
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = len(possible) - 1
    assert chi_square < freedom + 5 * np.sqrt(2 * freedom)


def test_no_world_is_left_when_the_cards_contradict_what_was_shown():
    view = view_of("Ac 2d 3h", HIDDEN)
    view.voids[1:] = SUIT[0]
    work = np.zeros(1, worlds.WORLDS).view(np.recarray)[0]
    worlds.look_around(view, work)
    assert not worlds.draw_world(work, cs.rng.states(1)[0])


def choice(view, settings=""):
    """The card that `pimc` plays."""
    strategy = GAME.find_strategy("cats+pimc" + settings)
    (decide,) = check_strategy("spades", strategy, ("play",), GAME.View, 0, False)
    stream = cs.rng.states(1)[0]
    cs.rng.start(stream, 1, 0, 0, 1)
    return cs.cards.card_text(low_card(int(decide(view, params_array(strategy), stream))))


@pytest.mark.parametrize("settings", ["", ":finish=random,rollouts=5", ":value=equity", ":finish=random,value=equity"])
def test_pimc_finds_the_only_card_that_makes_the_contract(settings):
    """Two tricks to go, both needed: the ace of spades draws the last spade, then the club stands."""
    view = view_of("As 2c", "Ks 3d 4d 5d 6h 7h")
    view.bids[:], view.tricks[:] = [5, 3, 1, 3], [4, 4, 0, 3]
    assert choice(view, settings) == "As"


def test_pimc_ducks_to_set_a_nil():
    """Seat 3 bid nil and leads a heart with two cards to go: a low heart under it sets it, a high one saves it."""
    view = view_of("2h Ah", "5d 6d 7d 8d 9d")
    view.played = FULL & ~high("2h Ah 5d 6d 7d 8d 9d")
    view.bids[:], view.tricks[:], view.nils[3] = [4, 4, 3, 0], [6, 3, 2, 0], 1
    view.leader, view.place, view.led_suit = 3, 1, SUIT[2]
    view.best, view.best_seat = 26 + 5, 3
    view.table[3] = 26 + 5
    view.played |= 1 << (26 + 5)
    assert choice(view) == "2h"


def test_pimc_is_the_same_for_the_same_seed():
    seats = ["cats+pimc:worlds=5", "cats+rule"] * 2
    one, two = (cs.simulate("spades", seats, n=4, seed=3, n_jobs=1).table for _ in range(2))
    assert one.equals(two)


def test_pimc_plays_every_form_of_the_game():
    """Decks, passed cards, a deal that bids itself: thought deals follow the rules of the real one."""
    no_twos = ["2c", "2d", "2h", "2s"]
    for rules in ({"deck": "jjdd"}, {"deck": no_twos}, {"nil_pass": 2}, {"bidding_form": "first_hand_bids_itself"}):
        table = cs.simulate("spades", ["cats+pimc:worlds=4"] * 4, n=3, seed=3, rules=rules, n_jobs=1).table
        assert len(table) == 3


def test_pimc_beats_rule():
    league = cs.compare("spades", ["cats+pimc:worlds=40", "cats+rule"], n=60, seed=3, n_jobs=1)
    best = league.differences[league.differences["measure"] == "points"].iloc[0]
    assert best["player"] == "cats+pimc:worlds=40"
    assert best["low"] > 0


@pytest.mark.parametrize(
    ("mine", "theirs", "share"),
    [(0, 0, 0.5), (500, 0, 1 - 50 / 600), (0, 9, 1 - 550 / (550 + 550 + 9 * 9 / 2)), (600, 500, 1 - 50 / 200)],
)
def test_what_scores_are_worth(mine, theirs, share):
    assert pimc.equity(mine, theirs, 500) == pytest.approx(share)
    assert pimc.equity(mine, theirs, 500) + pimc.equity(theirs, mine, 500) == pytest.approx(1)


def test_a_wrong_setting_is_named():
    with pytest.raises(ValueError, match=r"'cats\+pimc': finish='rul' is unknown; did you mean 'rule'"):
        GAME.find_strategy("cats+pimc:finish=rul")


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("worlds=0", "pimc: worlds must be a whole number from 1 to 1000000, not 0"),
        ("rollouts=1.5", "pimc: rollouts must be a whole number from 1 to 1000000, not 1.5"),
        ("finish=2", "pimc: finish must be rule or random, not 2"),
        ("worlds=nan", "params must be numbers, not worlds=nan"),
    ],
)
def test_a_parameter_that_means_nothing_is_named(setting, words):
    with pytest.raises(cs.StrategyError, match=f"in seat 1: {words}"):
        cs.simulate("spades", ["cats+rule", f"cats+pimc:{setting}"] * 2, n=1, progress=False)
