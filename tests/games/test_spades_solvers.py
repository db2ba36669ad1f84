"""The solvers for nil and for team tricks, against exhaustive search, recorded results and exact facts."""

from __future__ import annotations

import random

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.spades import facts
from cardsim.games.spades.nil_solver import solver
from tests.corpora import corpus_files, rows
from tests.naive import spades as naive

PACK = [rank + suit for suit in naive.SUITS for rank in naive.ORDER]


def position(rand, size, low=False):
    """Four random hands; `low` ones favour the nil of seat 0."""
    cards = rand.sample(PACK, 4 * size)
    hands = [cards[size * seat : size * seat + size] for seat in range(4)]
    if low:
        cards.sort(key=naive.height)
        mine = [card for card in cards[: 2 * size] if rand.random() < 0.6][:size]
        rest = [card for card in cards if card not in mine]
        rand.shuffle(rest)
        hands[0] = mine + rest[: size - len(mine)]
        rest = rest[size - len(mine) :]
        hands[1:] = [rest[size * k : size * k + size] for k in range(3)]
    return hands


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_nil_equals_exhaustive_search(size):
    rand = random.Random(size)
    verdicts = []
    for _ in range({1: 300, 2: 500, 3: 500, 4: 250}[size]):
        hands = position(rand, size, low=True)
        leader, nil, broken = rand.randrange(4), rand.randrange(4), rand.random() < 0.5
        turned = [hands[(seat - nil) % 4] for seat in range(4)]
        found = cs.spades.nil_makeable(turned, nil, leader, broken)
        assert found == naive.nil_makeable(turned, leader, nil, broken), (turned, nil, leader, broken)
        verdicts.append(found)
    assert 0.05 < np.mean(verdicts) < 0.95


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_nil_equals_exhaustive_search_with_five_cards(seed):
    rand = random.Random(100 + seed)
    for _ in range(120):
        hands = position(rand, 5, low=True)
        leader, broken = rand.randrange(4), rand.random() < 0.5
        assert cs.spades.nil_makeable(hands, 0, leader, broken) == naive.nil_makeable(hands, leader, 0, broken)


def test_what_the_search_has_learned_does_not_change_verdicts():
    """Thousands of positions on one table: patterns of earlier positions answer later ones."""
    rand = random.Random(77)
    work = solver()
    for i in range(1500):
        hands = position(rand, rand.choice([3, 4]), low=True)
        leader = rand.randrange(4)
        counted = np.array([_high(hand) for hand in hands], np.int64)
        kept, _ = work.solve(counted, leader, 0, 1, keep=i > 0)
        proof, _ = work.solve(counted, leader, 0, 1, proof_nodes=10**6, keep=True)
        plain, _ = work.solve(counted, leader, 0, 1, proof_nodes=0, keep=True)
        expected = int(naive.nil_makeable(hands, leader, 0, False)) if i % 5 == 0 else kept
        assert kept == proof == plain == expected, hands


def _high(hand):
    return sum(1 << (13 * naive.SUITS.index(card[1]) + naive.height(card)) for card in hand)


def test_seats_and_side_suits_may_be_renamed():
    rand = random.Random(3)
    for _ in range(100):
        hands = position(rand, 6, low=True)
        expected = cs.spades.nil_makeable(hands, 0, 1)
        turned = [[card.translate(str.maketrans("CDH", "DHC")) for card in hands[(seat - 1) % 4]] for seat in range(4)]
        assert cs.spades.nil_makeable(turned, 1, 2) == expected


def test_a_node_limit_leaves_a_hand_undecided():
    rand = random.Random(5)
    hands = position(rand, 13, low=True)
    assert cs.spades.nil_makeable(hands, 0, 1, max_nodes=1) is None


def test_nil_chance_is_the_same_for_the_same_seed_and_counts_what_is_undecided():
    hand = "2c 5c 9c Jc 3d 7d 8d 4h 6h Jh 2s 5s 8s"
    one = cs.spades.nil_chance(hand, worlds=12, seed=4, max_nodes=20_000)
    assert one == cs.spades.nil_chance(hand, worlds=12, seed=4, max_nodes=20_000)
    wide = cs.spades.nil_chance(hand, worlds=12, seed=4, max_nodes=1)
    assert wide.low <= one.low
    assert wide.high >= one.high
    assert "unresolved" in wide.method


def test_doomed_hands_are_lost_whatever_the_other_cards():
    for hand in ("As", "Ks Qs", "Qs Js Ts", "Ts 9s 8s 7s", "8s 7s 6s 5s 4s 3s"):
        filler = [rank + suit for rank in "234567" for suit in "cdh"][: 13 - len(hand.split())]
        assert cs.spades.nil_chance([*hand.split(), *filler], worlds=5).value == 0


@pytest.mark.parametrize("spade_lead", ["broken", "anytime", "only_spades_left"])
@pytest.mark.parametrize("size", [2, 3, 4])
def test_team_tricks_equal_exhaustive_search(size, spade_lead):
    rand = random.Random(size)
    for _ in range(60 if size < 4 else 25):
        hands, leader, team = position(rand, size), rand.randrange(4), rand.randrange(2)
        found = cs.spades.team_tricks(hands, leader, team, rules={"spade_lead": spade_lead})
        assert found == naive.team_tricks(hands, leader, team, False, spade_lead), (hands, leader, team)


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize("path", corpus_files("spades", "dds*.jsonl"), ids=lambda path: path.name)
def test_double_dummy_deals(path):
    check_deals(rows(path)[1:])


@pytest.mark.corpus
@pytest.mark.parametrize("path", corpus_files("spades", "dds*.jsonl"), ids=lambda path: path.name)
def test_some_double_dummy_deals(path):
    check_deals(rows(path)[1::15])


def check_deals(records):
    for record in records:
        hands = [
            [rank + suit for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]
            for hand in record["pbn"][2:].split()
        ]
        for declarer in (0, 1):
            found = cs.spades.team_tricks(hands, (declarer + 1) % 4, declarer, rules={"spade_lead": "anytime"})
            assert found == record["tricks"][declarer], record["pbn"]


# --- exact facts ---

TABLE_1 = """.997 .966 .817|.994 .942 .733|.990 .907 .624|.983 .855 .489|.970 .779 .350|.948 .678 .212|.915 .544 .095
.857 .381 .025|.774 .214 0|.646 .074 0|.462 0 0|.227 0 0"""
EXACT_1 = {3: (0.983290, 0.855877, 0.494736), 7: (0.859394, 0.382482, 0.025071), 11: (0.228070, 0, 0)}
RUFFS = {2: (0.921, 9.133), 4: (2.945, 21.913), 7: (14.043, 61.627), 9: (35.439, 92.469), 11: (77.108, 99.973)}
FLAWED = {2: (2.32, 14.95), 4: (5.21, 28.07, 67.94), 7: (17.43, 64.23, 97.08), 9: (38.24, 92.45), 11: (77.66, 99.97)}


def test_numbers_of_hands_and_deals():
    assert facts.HANDS == 635_013_559_600
    assert facts.DEALS == 53_644_737_765_488_792_839_237_440_000
    assert facts.COMPLETIONS == 84_478_098_072_866_400


def test_suit_lengths():
    lengths = [0.012791, 0.080062, 0.205873, 0.286330, 0.238608, 0.124692, 0.041564, 0.008817]
    assert [round(float(facts.suit_length(k)), 6) for k in range(8)] == lengths
    assert sum(facts.suit_length(k) for k in range(14)) == 1
    assert sum(k * facts.suit_length(k) for k in range(14)) == facts.Fraction(13, 4)
    assert [round(100 * float(facts.void_somewhere(n)), 4) for n in (1, 3, 4)] == [1.2791, 3.8324, 5.1066]


def test_hands_without_high_cards():
    assert [round(100 * float(facts.without(n)), 4) for n in (20, 16)] == [0.0547, 0.3639]
    assert [round(100 * float(facts.low_spades(n)), 3) for n in (10, 9)] == [31.329, 24.733]


def test_the_law_of_spades_that_doom_a_nil():
    """k / (14 - k), by counting all holdings of k spades."""
    from itertools import combinations

    for k in range(8):
        holdings = list(combinations(range(13), k))
        lost = sum(
            any((12 - mine) - i < i + 1 for i, mine in enumerate(sorted(holding, reverse=True))) for holding in holdings
        )
        assert facts.doomed_by_spades(k) == facts.Fraction(lost, len(holdings))
    assert facts.doomed_overall() == facts.Fraction(1731775481, 5336248400)
    assert round(100 * float(facts.doomed_overall()), 4) == 32.4531


def test_the_honour_table():
    published = [[float(x) for x in row.split()] for row in TABLE_1.replace("\n", "|").split("|")]
    exact = [[float(x) for x in row] for row in facts.honour_table()]
    assert np.abs(np.array(published) - np.array(exact[:12])).max() < 0.006
    for k, row in EXACT_1.items():
        assert [round(x, 6) for x in exact[k]] == list(row)


def test_the_ruff_table_and_the_model_that_was_wrong():
    for own, row in RUFFS.items():
        assert [round(100 * float(facts.ruff_chance(own, m)), 3) for m in range(2)] == list(row)
    for own, row in FLAWED.items():
        flawed = [100 * float(facts.flawed_ruff_chance(own, m)) for m in range(len(row))]
        assert np.abs(np.array(flawed) - np.array(row)).max() < 0.1


def test_the_ruff_table_by_sampling():
    """Deals of 13-card hands agree with the exact chance; five standard errors."""
    rng = np.random.default_rng(1)
    n, own = 20_000, 4
    hearts = set(range(26, 26 + own))
    rest = np.array([card for card in range(52) if card not in hearts and card not in range(9)])
    hits = 0
    for _ in range(n):
        pack = rng.permutation(rest)
        hands = pack[:13], pack[13:26]
        hits += any(((h // 13 == 2).sum() <= 1) and (h // 13 == 3).any() for h in hands)
    p = float(facts.ruff_chance(own, 1))
    assert abs(hits / n - p) < 5 * np.sqrt(p * (1 - p) / n)


def test_break_even():
    assert facts.nil_break_even(1) == pytest.approx(0.55)
    assert facts.nil_break_even(2) == pytest.approx(0.60)
