"""Rates and means: equal to scipy where they should be, and right at the edges."""

import math

import numpy as np
import pytest
from scipy import stats as distributions

from cardsim import stats


@pytest.mark.parametrize("n", [1, 2, 7, 100, 12345])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_proportion_equals_scipy(n, level):
    for successes in sorted({0, 1, n // 3, n - 1, n}):
        expected = distributions.binomtest(successes, n).proportion_ci(level, method="wilson")
        estimate = stats.proportion(successes, n, level=level)
        assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
        assert estimate.value == successes / n


def test_proportion_at_the_edges():
    assert stats.proportion(0, 50).low == 0
    assert stats.proportion(0, 50).high > 0
    assert stats.proportion(50, 50).high == 1
    assert stats.proportion(50, 50).low < 1
    nothing = stats.proportion(0, 0)
    assert math.isnan(nothing.value)
    assert (nothing.low, nothing.high, nothing.n) == (0, 1, 0)


def test_unresolved_games_widen_both_ways():
    estimate = stats.proportion(60, 100, unresolved=10)
    assert estimate.low == stats.proportion(60, 100).low
    assert estimate.high == stats.proportion(70, 100).high
    assert "10 unresolved" in estimate.method
    assert stats.proportion(0, 5, unresolved=5).low == 0
    assert stats.proportion(0, 5, unresolved=5).high == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 4), "more than n = 4"),
        ((3, 4, 2), "more than n = 4"),
        ((-1, 4), "successes must not be negative"),
        ((1.5, 4), "successes must be a whole number, got 1.5"),
        ((1, 4, 0, 95), "level must be between 0 and 1"),
    ],
)
def test_proportion_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        stats.proportion(*arguments)


def test_wilson_coverage_is_near_its_level():
    """Exact coverage of the 95 % interval over all outcomes, averaged over rates (Brown, Cai and DasGupta 2001)."""
    n, rates = 50, np.linspace(0.05, 0.95, 91)
    intervals = [stats.proportion(successes, n) for successes in range(n + 1)]
    coverage = [
        sum(distributions.binom.pmf(k, n, rate) for k in range(n + 1) if intervals[k].contains(rate)) for rate in rates
    ]
    assert np.mean(coverage) == pytest.approx(0.95, abs=0.01)
    assert min(coverage) > 0.92


def test_mean_equals_scipy():
    values = np.random.default_rng(1).normal(3, 2, 40)
    expected = distributions.ttest_1samp(values, 0).confidence_interval(0.9)
    estimate = stats.mean(values, 0.9)
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high))
    assert estimate.n == 40


def test_mean_at_the_edges():
    empty, single, constant = stats.mean([]), stats.mean([4]), stats.mean([4, 4, 4])
    assert math.isnan(empty.value)
    assert (empty.low, empty.high) == (-math.inf, math.inf)
    assert (single.value, single.low, single.high) == (4, -math.inf, math.inf)
    assert (constant.value, constant.low, constant.high) == (4, 4, 4)
    with pytest.raises(ValueError, match="1 numbers that are not finite"):
        stats.mean([1, math.nan])
    with pytest.raises(ValueError, match="one-dimensional"):
        stats.mean([[1, 2]])


def test_mean_of_counts_equals_mean():
    values, counts = np.array([-10, 0, 5, 25]), np.array([3, 0, 40, 7])
    tallied, listed = stats.mean_of_counts(values, counts), stats.mean(np.repeat(values, counts))
    assert (tallied.value, tallied.low, tallied.high) == pytest.approx((listed.value, listed.low, listed.high))
    assert tallied.n == listed.n == 50
    assert math.isnan(stats.mean_of_counts([1, 2], [0, 0]).value)
    assert stats.mean_of_counts([5, 2], [1, 0]).high == math.inf
    with pytest.raises(ValueError, match="differ in length"):
        stats.mean_of_counts([1, 2], [1])


def test_estimate_prints_two_digits_of_its_error():
    text = str(stats.proportion(234_567, 1_000_000))
    assert text == "0.23457 [0.23374, 0.23540], n = 1,000,000 (Wilson, 95 %)"
    assert f"{stats.mean([0.001, -0.002, 0.0005]):.1f}".startswith("0.0 [0.0, 0.0]")  # never "-0.0"
    with pytest.raises(ValueError, match="expected '%'"):
        format(stats.proportion(1, 2), "d")
