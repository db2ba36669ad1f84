"""The exact tables against stored counts, against brute force on small hands, and against each other."""

import json
import os
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from cardsim.games.rummy import exact
from tests.naive import rummy_melds as naive

DATA = Path(os.environ.get("CARDSIM_CORPORA", Path(__file__).parents[2] / "data")) / "rummy"
ACES = {"low": "low", "highlow": "high_or_low", "wrap": "wrap"}


def stored(name):
    return json.loads((DATA / name).read_text())


@pytest.mark.parametrize("ace", ["low", "high", "high_or_low", "wrap"])
@pytest.mark.parametrize("n", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_hands_without_a_meld_by_brute_force(ace, n):
    melds = naive.melds_in(range(52), ace)
    hands = sum(not any(meld <= set(hand) for meld in melds if len(meld) == 3) for hand in combinations(range(52), n))
    assert exact.no_meld_count(n, ace) == hands


@pytest.mark.corpus
@pytest.mark.parametrize("ace", ACES)
def test_hands_without_a_meld(ace):
    for n, (hands, deals, chance) in stored("nomeld_exact.json").get(ace, {}).items():
        count = exact.no_meld_count(int(n), ACES[ace])
        assert (count, comb(52, int(n))) == (hands, deals)
        assert count / deals == pytest.approx(chance, rel=1e-12)


@pytest.mark.parametrize(("ace", "hands"), [("low", 52203318), ("high_or_low", 31849014), ("wrap", 21709272)])
def test_largest_hand_without_a_meld(ace, hands):
    assert exact.no_meld_count(26, ace) == hands
    assert exact.no_meld_count(27, ace) == 0


def test_published_share_of_14_cards_without_a_meld():
    """Mathematics Stack Exchange 2010894: "a bit more than 18 %", the ace wrapping round."""
    assert 0.18 < exact.no_meld_count(14, "wrap") / comb(52, 14) < 0.19


@pytest.mark.parametrize("ace", ["low", "high", "high_or_low", "wrap"])
def test_melded_hands_of_six_cards_by_brute_force(ace):
    melds = [meld for meld in naive.melds_in(range(52), ace) if len(meld) in (3, 6)]
    pairs = {a | b for a in melds for b in melds if len(a) == len(b) == 3 and not a & b}
    hands = {sum(1 << card for card in hand) for hand in pairs | {meld for meld in melds if len(meld) == 6}}
    assert exact.fully_melded_hands(6, ace).tolist() == sorted(hands)


@pytest.mark.corpus
@pytest.mark.parametrize("ace", ACES)
@pytest.mark.parametrize("n", [7, 10])
def test_fully_melded_hands(ace, n):
    hands = exact.fully_melded_hands(n, ACES[ace])
    assert len(hands) == stored("complete_exact.json")[f"{ace}_complete_{n}"]
    for hand in hands[:: len(hands) // 50].tolist():
        assert naive.fully_melded([card for card in range(52) if hand >> card & 1], ACES[ace])


@pytest.mark.corpus
@pytest.mark.parametrize("n", [7, pytest.param(10, marks=pytest.mark.slow)])
def test_going_out_in_the_first_turn(n):
    known = stored("complete_exact.json")
    assert len(exact.going_out_hands(n + 1)) == known[f"low_goout_sets_{n + 1}"]
    assert len(exact.fully_melded_hands(n + 1)) == known[f"low_all_melded_{n + 1}"]
    assert exact.first_turn_chance(n, upcard=False) == pytest.approx(known[f"low_stock_only_{n}"], rel=1e-12)
    assert exact.ready_hands(n) == known[f"low_ready_hands_{n}"]
    assert exact.first_turn_chance(n) == pytest.approx(known[f"low_first_turn_{n}"], rel=1e-12)


def test_going_out_with_four_cards_by_brute_force():
    """Three-card hands: a fourth card completes one exactly if the four hold a meld."""
    melds = [meld for meld in naive.melds_in(range(52)) if len(meld) == 3]
    out = {sum(1 << c for c in (*meld, card)) for meld in melds for card in range(52) if card not in meld}
    assert exact.going_out_hands(4).tolist() == sorted(out)


@pytest.mark.corpus
def test_least_deadwood_of_seven_cards():
    known = np.loadtxt(DATA / "deadwood_hist_7.csv", delimiter=",", dtype=np.int64)
    law = exact.deadwood_law(7)
    assert law.sum() == comb(52, 7)
    for deadwood, hands in known:
        assert (law[deadwood] if deadwood < len(law) else 0) == hands


def test_moments_of_the_deadwood_law():
    law = exact.deadwood_law(7)
    deadwood = np.arange(len(law))
    mean = (law * deadwood).sum() / law.sum()
    spread = ((law * deadwood**2).sum() / law.sum() - mean**2) ** 0.5
    assert mean == pytest.approx(42.968686, abs=5e-7)
    assert spread == pytest.approx(10.084, abs=5e-4)
    assert deadwood[law > 0].max() == 70


@pytest.mark.parametrize("ace", ["low", "high_or_low", "wrap"])
def test_deadwood_law_agrees_with_the_other_tables(ace):
    """Hands of four cards: no deadwood exactly if fully melded; all four cards left exactly if they hold no meld."""
    law = exact.deadwood_law(4, ace)
    assert law[0] == len(exact.fully_melded_hands(4, ace))
    mean = sum(hands * deadwood for deadwood, hands in enumerate(law)) / comb(52, 4)
    holding = [
        sum(naive.pips(card) for card in range(52) if hand >> card & 1)
        - naive.best_shed([card for card in range(52) if hand >> card & 1], [], ace=ace)[1]
        for hand in exact.going_out_hands(4, ace).tolist()
    ]
    assert mean == pytest.approx(4 * 85 / 13 - sum(holding) / comb(52, 4), rel=1e-12)


@pytest.mark.parametrize(("ace", "turns"), [("low", 17.514273), ("high_or_low", 17.359086), ("wrap", 17.157883)])
def test_three_card_solitaire(ace, turns):
    """The model of Finkle, Analysis of Rummy Games (Stetson University, 2017), under three ace rules."""
    times = exact.three_card_waiting_times(ace)
    assert len(times) == comb(52, 3)
    assert np.mean(list(times.values())) == pytest.approx(turns, abs=5e-7)
    if ace == "low":
        waiting = [time for time in times.values() if time > 0]
        assert min(waiting) == pytest.approx(49 / 4, abs=1e-9)
        assert max(waiting) == pytest.approx(19.180055, abs=5e-7)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: exact.no_meld_count(7, "middle"), "no ace rule"),
        (lambda: exact.no_meld_count(53), "0 to 52"),
        (lambda: exact.fully_melded_hands(2), "3 to 11"),
        (lambda: exact.deadwood_law(0), "1 to 10"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
