"""Paired, clustered and controlled estimates: equal to scipy, and as good as they say on simulated games."""

import math

import numpy as np
import pytest
from scipy import stats as distributions

from cardsim import stats

STUDIES = 1000


def no_more_than(hits, promised, studies=STUDIES):
    """Whether `hits` of `studies` agree with a true rate of at most `promised` (1 % one-sided)."""
    return distributions.binomtest(int(hits), studies, promised, alternative="greater").pvalue > 0.01


def about(hits, promised, studies=STUDIES):
    """Whether `hits` of `studies` agree with the promised rate (1 % two-sided)."""
    return distributions.binomtest(int(hits), studies, promised).pvalue > 0.01


def common_deals(seed, n, gap=0.0):
    """Scores of two strategies on the same n deals: mostly the luck of the deal, some of their own."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 3, n)
    return luck + rng.normal(gap, 1, n), luck + rng.normal(0, 1, n)


def test_difference_equals_scipy():
    first, second = common_deals(1, 50, gap=0.4)
    test = distributions.ttest_rel(first, second)
    estimate, expected = stats.difference(first, second), test.confidence_interval()
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high))
    assert stats.difference_p_value(first, second) == pytest.approx(test.pvalue)


def test_difference_at_the_edges():
    assert stats.difference([1, 2], [1, 2]).value == 0
    assert stats.difference_p_value([1, 2], [1, 2]) == 1
    assert stats.difference_p_value([5], [1]) == 1
    assert stats.difference_p_value(np.ones(10), np.zeros(10)) == pytest.approx(2 * 0.5**10)
    assert math.isnan(stats.difference([], []).value)
    with pytest.raises(ValueError, match="same deals: 2 and 3"):
        stats.difference([1, 2], [1, 2, 3])


def test_null_study_at_fixed_n():
    """A against A, a thousand seeds: rejected as often as promised, and no more."""
    rejected = sum(stats.difference_p_value(*common_deals(seed, 200)) < 0.05 for seed in range(STUDIES))
    assert about(rejected, 0.05)


def test_planted_difference_is_found_with_the_promised_power():
    n, gap, deviation = 200, 0.3, math.sqrt(2)
    noncentrality = gap / deviation * math.sqrt(n)
    critical = distributions.t.ppf(0.975, n - 1)
    power = distributions.nct.sf(critical, n - 1, noncentrality) + distributions.nct.cdf(
        -critical, n - 1, noncentrality
    )
    found = sum(stats.difference_p_value(*common_deals(seed, n, gap)) < 0.05 for seed in range(STUDIES))
    assert 0.7 < power < 0.95
    assert about(found, power)


def test_variance_reduction_is_the_ratio_of_games():
    first, second = common_deals(3, 20_000)
    assert stats.variance_reduction(first, second) == pytest.approx(10, rel=0.05)  # (9 + 1 + 9 + 1) / (1 + 1)
    assert stats.variance_reduction([1, 2], [1, 2]) == math.inf
    assert stats.variance_reduction([1, 1], [0, 0]) == 1
    assert math.isnan(stats.variance_reduction([1], [2]))


def test_difference_of_equals_newcombe():
    """The worked example of Newcombe 1998, table II (a): 56/70 and 48/80, method 10: 0.0524 to 0.3339."""
    gap = stats.difference_of(stats.proportion(56, 70), stats.proportion(48, 80))
    assert (gap.low, gap.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_clustered_mean_of_equal_clusters_is_the_t_interval_of_their_means():
    rng = np.random.default_rng(5)
    values, clusters = rng.normal(size=120), np.repeat(np.arange(40), 3)
    clustered, plain = stats.clustered_mean(values, clusters), stats.mean(values.reshape(40, 3).mean(axis=1))
    assert (clustered.value, clustered.low, clustered.high) == pytest.approx((plain.value, plain.low, plain.high))
    assert clustered.n == 40


def test_clustered_mean_covers_where_the_plain_one_does_not():
    missed_clustered = missed_plain = 0
    for seed in range(STUDIES):
        rng = np.random.default_rng(seed)
        clusters = np.repeat(np.arange(100), 4)
        values = rng.normal(size=100)[clusters] + rng.normal(size=400)
        missed_clustered += not stats.clustered_mean(values, clusters).contains(0)
        missed_plain += not stats.mean(values).contains(0)
    assert about(missed_clustered, 0.05)
    assert missed_plain > 0.15 * STUDIES


def test_ratio_of_one_each_is_the_mean():
    hits = np.random.default_rng(2).integers(0, 2, 300)
    assert stats.ratio(hits, np.ones(300)).low == pytest.approx(stats.mean(hits).low)


def test_ratio_covers_a_conditional_rate_within_matches():
    missed = 0
    for seed in range(STUDIES):
        rng = np.random.default_rng(seed)
        knocks = rng.integers(0, 9, 300)
        undercuts = rng.binomial(knocks, rng.beta(2, 8, 300))  # each match has a rate of its own, 0.2 on average
        missed += not stats.ratio(undercuts, knocks).contains(0.2)
    assert about(missed, 0.05)


def test_ratio_at_the_edges():
    assert math.isnan(stats.ratio([], []).value)
    assert math.isnan(stats.ratio([0, 0], [0, 0]).value)
    assert stats.ratio([1], [2]).high == math.inf
    with pytest.raises(ValueError, match="must not be negative"):
        stats.ratio([1, 2], [1, -1])
    with pytest.raises(ValueError, match="differ in length: 3 and 2"):
        stats.clustered_mean([1, 2, 3], [1, 2])


def test_control_variates_cover_and_gain():
    missed, gains = 0, []
    for seed in range(STUDIES):
        rng = np.random.default_rng(seed)
        deadwood = rng.normal(40, 5, 100)
        points = 0.6 * (deadwood - 40) + rng.normal(2, 3, 100)  # correlation 0.707, so half the variance is luck
        estimate, gain, _ = stats.mean_with_controls(points, deadwood, 40.0)
        missed += not estimate.contains(2.0)
        gains.append(gain)
    assert about(missed, 0.05)
    assert np.mean(gains) == pytest.approx(2.0, rel=0.05)


def test_useless_control_gains_nothing_and_constant_one_does_no_harm():
    rng = np.random.default_rng(4)
    values = rng.normal(size=2000)
    assert stats.mean_with_controls(values, rng.normal(size=2000), 0.0).gain == pytest.approx(1, abs=0.01)
    constant = stats.mean_with_controls(values, np.full(2000, 3.0), 3.0)
    assert constant.estimate.value == pytest.approx(values.mean())
    assert constant.gain == pytest.approx(1, abs=0.01)


def test_controls_of_a_wrong_shape_are_refused():
    with pytest.raises(ValueError, match=r"one row per value and one column per expected mean, \(3, 2\)"):
        stats.mean_with_controls([1, 2, 3], [1, 2, 3], [0, 0])
    with pytest.raises(ValueError, match="at least 3 games, got 2"):
        stats.mean_with_controls([1, 2], [1, 2], 0.0)


def test_holm_adjusts_and_keeps_untested_cells():
    assert stats.holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    matrix = stats.holm([[math.nan, 0.02], [0.5, math.nan]])
    assert matrix[0, 1] == pytest.approx(0.04)
    assert np.isnan(matrix[0, 0])
    assert np.isnan(matrix[1, 1])
    assert stats.holm([math.nan]).shape == (1,)
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.holm([1.2])


def test_holm_controls_any_error_and_false_discovery_their_share():
    """Twenty cells, half of them with an effect: errors anywhere (Holm) and their share among the finds (FDR)."""
    any_error, shares = 0, []
    for seed in range(STUDIES):
        z = np.random.default_rng(seed).normal(size=20) + np.where(np.arange(20) < 10, 3.0, 0.0)
        p_values = 2 * distributions.norm.sf(abs(z))
        any_error += bool((stats.holm(p_values)[10:] < 0.05).any())
        found = stats.false_discovery(p_values) < 0.05
        shares.append(found[10:].sum() / max(1, found.sum()))
    assert no_more_than(any_error, 0.05)
    assert np.mean(shares) < 0.05
