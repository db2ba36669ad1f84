"""Facts about gin hands that are known exactly."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from cardsim.games.gin import exact, melds
from tests.corpora import corpus_files
from tests.naive import gin as naive
from tests.naive.gin import from_mask

ACES = ("low", "high_low", "wrap")


@pytest.fixture(scope="module")
def law():
    return exact.deadwood_law(10)


def test_c1_c2_c12_numbers_of_hands(law):
    assert law.sum() == comb(52, 10) == 15_820_024_220
    assert comb(41, 10) == 1_121_099_408  # opponent hands when ten cards and the upcard are known: about 10^9


def test_c3_melds():
    found = exact.all_melds()
    runs = [meld for meld in found if naive.is_run(from_mask(meld), "low")]
    assert (len(found), len(runs)) == (329, 4 * 66)
    capped = exact.all_melds(longest=5)
    assert [sum(meld.bit_count() == n for meld in capped if meld in runs) for n in (3, 4, 5)] == [44, 40, 36]
    assert len(capped) == 185


@pytest.mark.parametrize("aces", ACES)
def test_melds_are_melds_and_none_is_missing(aces):
    found = exact.all_melds(aces)
    assert all(naive.is_meld(from_mask(meld), aces) for meld in found)
    assert len(set(found)) == len(found)
    runs_of_a_suit = naive.melds_in(from_mask((1 << 13) - 1), aces)
    assert len(found) == 65 + 4 * len(runs_of_a_suit)


def test_c4_pips(law):
    assert melds.pips((1 << 52) - 1) == 340
    assert np.flatnonzero(law).max() == 98
    assert naive.deadwood(naive.cards("Ks Kc Qd Qh Js Jc Td Th 9s 9c")) == 98
    best = {(0, 0): 0}  # most pips of a meld-free set, by the suits held of the last two ranks
    pairs = [suits for suits in range(16) if suits.bit_count() <= 2]
    for rank in range(13):
        longer = {}
        for (p, q), value in best.items():
            for r in pairs:
                if not p & q & r:
                    total = value + r.bit_count() * min(rank + 1, 10)
                    longer[q, r] = max(longer.get((q, r), 0), total)
        best = longer
    assert max(best.values()) == 170


def test_c5_c6_c11_melded_hands(law):
    assert exact.melded_hands(10) == law[0] == 136_694
    assert exact.melded_hands(11) == 147_204
    assert (exact.melded_hands(7), exact.melded_hands(7, "high_low")) == (4_100, 4_604)
    assert round(comb(52, 10) / 136_694) == 115_733
    assert round(comb(52, 11) / 147_204) == 410_340


def test_c5_gin_hands_by_lengths():
    by_length = {n: [m for m in exact.all_melds(longest=5) if m.bit_count() == n] for n in (3, 4, 5)}
    fives = {a | b for a in by_length[5] for b in by_length[5] if not a & b}
    sixes = {a | b for a in by_length[3] for b in by_length[3] if not a & b}
    threes_and_four = {six | four for six in sixes for four in by_length[4] if not six & four}
    assert (len(threes_and_four), len(fives), len(threes_and_four & fives)) == (136_184, 526, 16)


def test_c7_c8_law_of_dealt_deadwood(law):
    values, total = np.arange(128), comb(52, 10)
    mean = (values * law).sum() / total
    deviation = ((values - mean) ** 2 * law).sum() / total
    assert (round(mean, 6), round(deviation**0.5, 6)) == (56.569434, 13.791189)
    assert (np.searchsorted(law.cumsum(), total / 2), law.argmax()) == (58, 65)
    assert law[:11].sum() == 10_212_276


@pytest.mark.corpus
@pytest.mark.parametrize("path", corpus_files("gin", "exact_deadwood_hist_10.csv"), ids=lambda path: path.name)
def test_c7_every_bin(path, law):
    table = np.loadtxt(path, delimiter=",", comments="#", dtype=np.int64)
    assert np.array_equal(table[:, 0], np.arange(len(table)))
    assert np.array_equal(table[:, 1], law[: len(table)])


@pytest.mark.parametrize("aces", ACES)
def test_small_laws_equal_the_twins_count_hand_by_hand(aces):
    from itertools import combinations

    counts = np.zeros(128, np.int64)
    for cards in combinations(range(52), 3):
        counts[naive.deadwood(from_mask(sum(1 << card for card in cards)), aces)] += 1
    assert np.array_equal(exact.deadwood_law(3, aces), counts)


@pytest.mark.parametrize("aces", ACES)
@pytest.mark.parametrize("size", [4, 6, 7, 8])
def test_law_and_unions_of_melds_count_the_same_hands(size, aces):
    law = exact.deadwood_law(size, aces)
    assert law.sum() == comb(52, size)
    assert law[0] == exact.melded_hands(size, aces)


def test_c9_c10_hands_without_a_meld():
    free = {aces: exact.meld_free_hands(aces) for aces in ACES}
    shares = {n: round(free["low"][n] / comb(52, n), 6) for n in (7, 10, 11, 13, 14, 20)}
    assert shares == {7: 0.862383, 10: 0.602093, 11: 0.496575, 13: 0.292761, 14: 0.206522, 20: 0.004333}
    assert [round(free[aces][14] / comb(52, 14), 6) for aces in ACES] == [0.206522, 0.192559, 0.181775]
    assert all(free[aces][3] == comb(52, 3) - exact.melded_hands(3, aces) for aces in ACES)
    assert free["low"][26] > 0  # two suits of every rank can do without a meld


def test_the_law_names_a_bad_size():
    with pytest.raises(ValueError, match="size = 12 cards: the law is computed for 1 to 11"):
        exact.deadwood_law(12)
    with pytest.raises(ValueError, match="size = -1 cards"):
        exact.melded_hands(-1)
