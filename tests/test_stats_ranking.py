"""Strengths, ranks and the schedule of successive halving."""

from itertools import pairwise

import numpy as np
import pytest
from scipy import optimize

from cardsim import stats


def round_robin(strengths, games, rng):
    """Wins of row over column in `games` independent games of each pair."""
    size = len(strengths)
    wins = np.zeros((size, size))
    for one in range(size):
        for two in range(one):
            wins[one, two] = rng.binomial(games, strengths[one] / (strengths[one] + strengths[two]))
            wins[two, one] = games - wins[one, two]
    return wins


def test_strengths_have_the_greatest_likelihood():
    wins = round_robin([3.0, 1.5, 1.0, 0.4], 200, np.random.default_rng(1))

    def loss(logs):
        logs = np.append(logs, -logs.sum())
        return np.sum(wins * np.log1p(np.exp(logs[None, :] - logs[:, None])))

    best = optimize.minimize(loss, np.zeros(3), method="BFGS", options={"gtol": 1e-4}).x
    found = np.log([strength.value for strength in stats.bradley_terry(wins)])
    assert found == pytest.approx(np.append(best, -best.sum()), abs=1e-4)


def test_strength_intervals_cover():
    truth = np.array([2.0, 1.0, 0.5])
    missed = 0
    for seed in range(400):
        wins = round_robin(truth, 100, np.random.default_rng(seed))
        missed += not stats.bradley_terry(wins)[0].contains(2.0)
    assert 5 <= missed <= 35  # 20 expected


def test_batches_show_the_dependence_that_one_matrix_hides():
    """Games of one deal that all go the same way tell no more than one of them."""
    missed_jackknife = missed_likelihood = 0
    for seed in range(300):
        fair = np.random.default_rng(seed).integers(0, 2, (20, 10))  # 20 batches of 10 deals, each counted 8 times
        batches = np.zeros((20, 2, 2))
        batches[:, 0, 1], batches[:, 1, 0] = 8 * fair.sum(axis=1), 8 * (10 - fair.sum(axis=1))
        missed_jackknife += not stats.bradley_terry(batches)[0].contains(1)
        missed_likelihood += not stats.bradley_terry(batches.sum(axis=0))[0].contains(1)
    assert missed_jackknife < 27
    assert missed_likelihood > 90


def test_unbeaten_players_get_half_a_win_against_them():
    strengths = stats.bradley_terry([[0, 10], [0, 0]])
    assert strengths[0].value / strengths[1].value == pytest.approx(10.5 / 0.5)
    assert "half a win added" in strengths[0].method


def test_players_that_never_met_have_no_common_scale():
    with pytest.raises(ValueError, match="never met"):
        stats.bradley_terry([[0, 3, 0], [4, 0, 0], [0, 0, 0]])
    with pytest.raises(ValueError, match="square matrix"):
        stats.bradley_terry([[0, 1, 2], [1, 0, 1]])
    with pytest.raises(ValueError, match="not negative"):
        stats.bradley_terry([[0, -1], [1, 0]])


def test_rank_ranges_show_ties():
    nothing_shown = np.zeros((3, 3))
    assert stats.rank_ranges(nothing_shown) == [(1, 3)] * 3
    chain = np.triu(np.ones((3, 3)), 1)
    assert stats.rank_ranges(chain) == [(1, 1), (2, 2), (3, 3)]
    with pytest.raises(ValueError, match="each be better"):
        stats.rank_ranges([[0, 1], [1, 0]])


def test_halving_halves_candidates_and_doubles_deals():
    for candidates in range(1, 40):
        rounds = stats.halving_rounds(candidates, 100_000)
        assert rounds[0].candidates == candidates
        assert rounds[-1] == (min(2, candidates), 100_000)
        for before, after in pairwise(rounds):
            assert after.candidates == -(-before.candidates // 2)
            assert after.deals > before.deals


def test_halving_throws_nobody_out_before_enough_deals():
    assert stats.halving_rounds(8, 500) == [(8, 500)]
    assert stats.halving_rounds(8, 1999) == [(8, 1999)]
    assert stats.halving_rounds(8, 3000) == [(8, 1500), (4, 3000)]
    with pytest.raises(ValueError, match="no candidates"):
        stats.halving_rounds(0, 10)
    with pytest.raises(ValueError, match="at least 1 deal, got 0"):
        stats.halving_rounds(3, 0)


def test_best_half_keeps_the_highest():
    assert stats.best_half([1, 5, 5, 2], 2).tolist() == [1, 2]
    assert stats.best_half([2, 2, 2], 2).tolist() == [0, 1]
    assert stats.best_half([1], 3).tolist() == [0]
