"""Spades with other decks: jokers, high twos, removed cards."""

from __future__ import annotations

import pytest

import cardsim as cs
from cardsim.games.spades import view as v
from cardsim.games.spades.decks import CHANGED, names_of
from tests.naive import spades as naive

GAME = cs.games["spades"]
CLUBS = [rank + "c" for rank in "A23456789TJQK"]
NO_TWOS = ["2c", "2d", "2h", "2s"]
DECKS = [*CHANGED, NO_TWOS, ["Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c"]]


def cards_in(mask):
    """Texts of a mask: jokers by name, other cards such as "AS"."""
    text = names_of(int(mask)).replace(" joker", "_joker")
    return {word.replace("_", " ") if "_" in word else word[0] + word[1].upper() for word in text.split()}


def check_deal(replay, deck):
    """Hands are the deck, every choice is legal, and the slow twin agrees who takes each trick."""
    hands, table, broken, leader, tricks = {}, [], False, 0, [0] * 4
    for kind, seat, choice, legal, first, _ in ([int(x) for x in event] for event in replay.events):
        if kind == 11:
            hands[seat] = cards_in(legal)
        elif kind == v.PLAY:
            card = next(iter(cards_in(1 << choice)))
            if not table:
                leader = seat
            led = naive.suit_of(table[0], deck) if table else None
            assert cards_in(first) == hands[seat]
            assert cards_in(legal) == naive.legal(hands[seat], led, "broken", broken, sum(tricks), deck)
            hands[seat].remove(card)
            table.append(card)
            broken = broken or naive.suit_of(card, deck) == "S"
        elif kind == 10:
            assert seat == (leader + naive.winner(table, deck)) % 4
            tricks[seat] += 1
            table = []
    assert [replay.outcome[f"tricks_{s}"] for s in range(4)] == tricks
    return tricks


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("player", ["random+random", "cats+rule", "bis+rule", "fixed+nil_simple:bid=0"])
def test_deals_equal_the_slow_twin(deck, player):
    name = deck if isinstance(deck, str) else "std52"
    for index in range(8):
        replay = cs.replay("spades", [player] * 4, rules={"deck": deck}, seed=3, index=index)
        dealt = [cards_in(e[3]) for e in replay.events if e[0] == 11]
        assert set.union(*dealt) == naive.deck_of(deck)
        assert {len(hand) for hand in dealt} == {len(naive.deck_of(deck)) // 4}
        tricks = check_deal(replay, name)
        assert sum(tricks) == len(dealt[0])
        assert replay.outcome["turns"] == 4 * len(dealt[0])


@pytest.mark.parametrize(("deck", "spades"), [("std52", 13), ("jj", 15), ("jjdd", 16), ("deuces_high", 16)])
def test_how_many_spades_a_deck_has(deck, spades):
    """In mirror bidding everybody bids his spades."""
    rules = {"deck": deck, "bidding_form": "mirror"}
    table = cs.simulate("spades", n=50, seed=4, rules=rules, n_jobs=1).table
    assert (table[[f"bid_{s}" for s in range(4)]].sum(axis=1) == spades).all()


def test_the_same_shuffle_with_another_deck_is_another_game():
    played = [cs.simulate("spades", n=100, seed=4, rules={"deck": deck}, n_jobs=1).digest for deck in DECKS]
    assert len(set(played)) == len(DECKS)


def test_an_all_spades_hand_takes_every_trick_in_any_deck():
    """Thirteen highest spades of the deck: the estimate of `trickster`, which counts guards, is thirteen."""
    assert cs.spades.bid("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "trickster") == 13
    jokers = "2c 2h As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s"  # both jokers, then the ace
    assert cs.spades.bid(jokers, "trickster", rules={"deck": "jj"}) == 13
    assert cs.spades.bid(jokers, "trickster") < 13
    twos = "2c 2h 2d 2s As Ks Qs Js Ts 9s 8s 7s 6s"
    assert cs.spades.bid(twos, "trickster", rules={"deck": "jjdd"}) == 13
    assert cs.spades.bid(twos, "trickster", rules={"deck": "deuces_high"}) == 13


def test_a_two_that_is_high_forbids_nil():
    hand = "2h 3c 4c 5c 2d 3d 4d 5d 3h 4h 5h 4s 3s"
    assert cs.spades.bid(hand, "cats") == 0
    assert cs.spades.bid(hand, "cats", rules={"deck": "jj"}) > 0
    assert cs.spades.bid(hand, "cats", rules={"deck": "deuces_high"}) > 0


def test_dd_mc_bids_with_other_decks():
    jokers = "2c 2h As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s"
    assert cs.spades.bid(jokers, "dd_mc:worlds=3", before=[0, 3], rules={"deck": "jj"}) == 13
    run = cs.simulate("spades", ["dd_mc+rule:worlds=2", "cats+rule"] * 2, n=1, seed=1, rules={"deck": "jjdd"}, n_jobs=1)
    assert run.table["bid_0"].between(0, 13).all()


def test_the_lowest_club_of_the_deck_leads():
    rules = {"deck": "jj", "first_leader": "lowest_club_all"}
    for index in range(4):
        replay = cs.replay("spades", ["random+random"] * 4, rules=rules, seed=8, index=index)
        first = next(e for e in replay.events if e[0] == v.PLAY)
        assert int(first[2]) == 2  # the three of clubs


def test_a_replay_names_jokers():
    text = str(cs.replay("spades", rules={"deck": "jj"}, seats=["cats+rule"] * 4, seed=1, index=0))
    assert "plays big joker" in text
    assert "little joker" in text


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"deck": "jjd"}, r"deck='jjd' is not a deck; did you mean 'jjdd' or 'jj'\? A deck is"),
        ({"deck": ["2c", "2d"]}, "removes 2 cards: remove 4, 8"),
        ({"deck": ["2c", "2c", "2d", "3d"]}, "2c is given twice"),
        ({"deck": ["2c", "2x", "2d", "3d"]}, "'2x' is not a card"),
        ({"deck": "jj", "first_leader": "two_of_clubs"}, "needs that card"),
        (
            {"deck": [r + "c" for r in "A23456789TJQ"] + ["Kc", "2d", "3d", "4d"], "first_leader": "lowest_club_all"},
            "has none",
        ),
        ({"deck": [r + s for r in "23456789TJ" for s in "cdhs"], "nil_pass": 4}, "nil_pass=4 is more than the 3 cards"),
    ],
)
def test_bad_decks_are_named(rules, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_rules(rules)


def test_solvers_refuse_decks_they_are_not_built_for():
    with pytest.raises(ValueError, match="not built for deck='jj'"):
        cs.spades.nil_makeable(["2c", "3c", "4c", "5c"], 0, 0, rules={"deck": "jj"})


def test_hands_and_scores_have_the_size_of_the_deck():
    with pytest.raises(ValueError, match="a hand has 12 cards, but 13 were given"):
        cs.spades.bid("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", rules={"deck": NO_TWOS})
    with pytest.raises(ValueError, match="2c is not in the deck"):
        cs.spades.bid("2c 3c 4c 5c 6d 3d 4d 5d 6h 3h 4h 6s", rules={"deck": NO_TWOS})
    assert cs.spades.score_deal([4, 3, 2, 3], [6, 3, 0, 3], rules={"deck": NO_TWOS}).points == (60, 60)
    with pytest.raises(ValueError, match="add up to 12, not 13"):
        cs.spades.score_deal([4, 3, 2, 3], [6, 3, 0, 4], rules={"deck": NO_TWOS})
