"""Questions about hands with two packs and wild cards: what may be given, what is refused and how, what comes back."""

import math
import random

import pytest

import cardsim as cs
from cardsim.cards import card_text
from cardsim.games.rummy import GAME
from cardsim.games.strategy import StrategyError
from tests.games.rummy.test_packs import play
from tests.games.rummy.test_packs_referee import packs_rules

TWO = {"decks": 2, "jokers": 2}


@pytest.mark.parametrize(
    ("hand", "rules", "said"),
    [
        ("7c 7d Jk", None, r"'Jk' is a joker, and these rules have none; give some, such as \{'jokers': 2\}"),
        ("7c 7d Jk", {"decks": 2}, "'Jk' is a joker, and these rules have none"),
        ("7c 7d 7d", None, "7d is given twice, but these rules have one pack; decks=2 plays with two"),
        ("7c 7d 7d", {"jokers": 1}, "7d is given twice, but these rules have one pack"),
        ("7d 7d 7d", TWO, "7d is given 3 times, but these rules have two packs"),
        ("Jk Jk Jk", TWO, "a joker is given 3 times, but these rules have jokers=2"),
        ("7c JKR", TWO, "'JKR' is not a card: .* a joker is 'Jk' or 53"),
        ([54], TWO, "54 is not a card number: .* a joker is 'Jk' or 53"),
        ([math.nan, 6], TWO, "nan is not a card"),
        ([6.0], TWO, "6.0 is not a card"),
        (math.nan, TWO, "nan are not cards"),
        (None, TWO, "None are not cards"),
        (True, TWO, "True are not cards"),
        (b"7c", TWO, "b'7c' are not cards"),
        (1 << 52, TWO, "is not a mask of cards: masks are 0 .. .* and bits 53 to 54 for the jokers"),
        (1 << 55, TWO, "is not a mask of cards"),
        (-1, TWO, "-1 is not a mask of cards"),
    ],
)
def test_what_is_no_hand_is_refused_by_name(hand, rules, said):
    with pytest.raises(ValueError, match=said):
        cs.rummy.best_shed(hand, rules=rules)
    with pytest.raises(ValueError, match=said):
        cs.rummy.is_meld(hand, rules)
    with pytest.raises(ValueError, match=said):
        cs.rummy.best_shed("2s", rules=rules, banned=hand)
    with pytest.raises(ValueError, match=said):
        cs.rummy.is_dead(cs.rummy.Position(hands=[hand, "2s"]), rules)


@pytest.mark.parametrize("rules", [None, TWO])
def test_what_is_no_table_is_refused(rules):
    for table in ("7c 7d 7h", None, 5):
        with pytest.raises(ValueError, match="give the table as a list of melds"):
            cs.rummy.best_shed("2s", table, rules)
    with pytest.raises(ValueError, match="melded='yes' must be True or False"):
        cs.rummy.best_shed("2s", rules=rules, melded="yes")
    assert cs.rummy.best_shed("", rules=rules).out


@pytest.mark.parametrize(
    ("meld", "extra", "said"),
    [
        ("7c 7d", {}, "it has fewer than three cards"),
        ("9c Jk Jk", {}, "it needs two natural cards in their places"),
        ("Jk Kc Qc", {}, "a run written from its low end up"),
        ("9c 9d Tc", {}, "write a run from its low end up"),
        ("7c 7d 7h 7s", {"set_max": 3}, "a set has at most 3 cards of different suits"),
        ("7c 7d 7d", {}, "a set has at most 4 cards of different suits"),
        ("7c 7c 7d 7d 7h", {"set_distinct_suits": False}, "a set has at most 4 cards$"),
    ],
)
def test_why_a_meld_on_the_table_is_none(meld, extra, said):
    with pytest.raises(ValueError, match=f"'{meld}' on the table is not a meld under these rules.*{said}"):
        cs.rummy.best_shed("2s", [meld], {**TWO, **extra})


def test_more_of_a_card_than_there_is_on_the_table_and_in_the_hand():
    with pytest.raises(ValueError, match="7s is given 3 times, but these rules have two packs"):
        cs.rummy.best_shed("7s", ["7s 8s 9s", "7s 7c 7d"], TWO)


def test_runs_are_told_from_the_low_end_up():
    assert str(cs.rummy.best_shed("Kc Jk Qc 2s", rules=TWO)) == "Jk Qc Kc | left: 2s (2), out"
    assert str(cs.rummy.best_shed("3d 2c Ad", rules={"wild_rank": "2"})) == "Ad 2c 3d | left: nothing (0), out"
    assert str(cs.rummy.best_shed("7c 8c Jk Jk", rules=TWO)) == "7c 8c Jk Jk | left: nothing (0), out"


def test_what_comes_back_is_a_table_and_all_cards():
    """Each meld found may be given as one of the table; melds, layoffs and the rest are the hand less the exchanges."""
    rng = random.Random(2)
    wild = 0
    for _ in range(300):
        rules = packs_rules(rng) | {"max_turns": 2000}
        checked = GAME.check_rules(rules)
        cards = [*range(52)] * checked.decks + [53] * checked.jokers
        hand = rng.sample(cards, rng.choice((4, 7, 11)))
        found = cs.rummy.best_shed(hand, rules=rules)
        assert sorted([card for meld in found.melds for card in meld] + [*found.layoffs, *found.rest]) == sorted(hand)
        texts = [" ".join("Jk" if card == 53 else card_text(card) for card in meld) for meld in found.melds]
        assert cs.rummy.best_shed("", texts, rules).rest == ()
        assert all(cs.rummy.is_meld(text, rules) for text in texts)
        wild += any("Jk" in text for text in texts)
    assert wild > 20


def test_dead_positions_are_told_with_wild_cards_too():
    stuck = cs.rummy.Position(hands=["Kd", "Qh"], table=["5c Jk 7c"], stock="2s 9h", pile="Ts 4d")
    rules = {"jokers": 2}
    assert cs.rummy.is_dead(stuck, rules)
    assert not cs.rummy.is_dead(stuck, {**rules, "dead_position": "off"})
    assert not cs.rummy.is_dead(stuck._replace(stock="2s Jk"), rules)
    assert not cs.rummy.is_dead(stuck._replace(stock="2s 4c"), rules)
    assert cs.rummy.is_dead(stuck._replace(stock="2s 6c"), rules)
    assert not cs.rummy.is_dead(stuck._replace(stock="2s 6c"), {**rules, "joker_swap": True})
    pair = stuck._replace(hands=["Kd 2c", "Qh"], stock="Kh", pile="Kd 4s 4d")
    assert cs.rummy.is_dead(pair, {"decks": 2, "jokers": 1})
    assert not cs.rummy.is_dead(pair, {"decks": 2, "jokers": 1, "set_distinct_suits": False})
    for field, value in (("decks", 2), ("jokers", 1), ("wild_rank", "2")):
        with pytest.raises(ValueError, match=rf"dead_position='exact' searches only under {field}=.*, not {value!r}"):
            cs.rummy.is_dead(stuck._replace(table=["5c 6c 7c"]), {field: value, "dead_position": "exact"})
    with pytest.raises(ValueError, match="not under set_max=3"):
        cs.rummy.is_dead(stuck._replace(table=["5c 6c 7c"]), {"set_max": 3, "dead_position": "exact"})
    with pytest.raises(ValueError, match="2 to 6 hands, each of at least one card"):
        cs.rummy.is_dead(stuck._replace(hands=["Kd", ""]), rules)


def test_a_replay_tells_second_copies_and_what_wild_cards_stand_for():
    rules = {"preset": "call", "decks": 2, "jokers": 1, "set_distinct_suits": False}
    text = str(cs.replay("rummy", ["random_legal"] * 2, rules=rules, seed=2, index=4))
    assert "chooses the top 3 of the pile\nseat 1 takes 8♥ 8♥ 7♠ from the pile" in text
    assert "melds 9♦ 9♦ joker (a set: 9♣ 9♦ 9♦)" in text
    assert "lays off 9♥ on a set (meld 1)" in text
    rules = {"decks": 2, "set_max": 8, "set_distinct_suits": False}
    _, events, _ = play(rules | {"hand_size": 4}, ["meld_asap", "meld_asap"], ["7c 7c 7d 2s", "Kc Kd 4h 9s"], "7d")
    said = [GAME.describe(event, ["a", "b"]) for event in events]
    assert "seat 0 chooses to put down 7♣ 7♣ 7♦ 7♦" in said


@pytest.mark.parametrize("rules", [None, TWO])
def test_policies_and_parameters_that_built_in_decisions_would_misread(rules):
    with pytest.raises(StrategyError, match=r"discard=99.* is no policy: use highest \(0\), isolated_highest \(1\)"):
        cs.simulate("rummy", ["meld_asap:discard=99", "meld_asap"], rules=rules, n=1)
    own = cs.rummy.strategies["meld_asap"]._replace(params={"late": 3.0}, name="own")
    with pytest.raises(StrategyError, match="its built-in decisions read the parameters draw, discard"):
        cs.simulate("rummy", ["meld_asap", own], rules=rules, n=1)


def test_an_unknown_card_number_is_refused_with_those_of_jokers():
    own = cs.rummy.strategies["meld_asap"]._replace(discard=lambda view, params, rng: 52)
    with pytest.raises(StrategyError, match=r"discarded card number 52; card numbers are 0\.\.51, of jokers 53"):
        cs.simulate("rummy", [own, own], rules=TWO, n=1, n_jobs=1, progress=False)
