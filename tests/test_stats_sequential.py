"""Intervals under peeking: simulated coverage of the confidence sequence, for rates, conditional rates and means."""

import math

import numpy as np
import pytest
from scipy import stats as distributions

from cardsim import stats

STUDIES, FIRST, LAST = 1000, 1000, 20_000
LOOKS = list(stats.looks(FIRST, LAST))


def no_more_than(hits, promised):
    """Whether `hits` of the studies agree with a true rate of at most `promised` (1 % one-sided)."""
    return distributions.binomtest(int(hits), STUDIES, promised, alternative="greater").pvalue > 0.01


def sums_at_looks(values):
    """Sums of the first LOOKS[i] values of each study (rows)."""
    return np.cumsum(values, axis=1)[:, np.asarray(LOOKS) - 1]


@pytest.mark.parametrize("rate", [0.5, 0.05, 0.003])
def test_rate_is_covered_at_all_looks_at_once(rate):
    rng = np.random.default_rng(11)
    counts = np.column_stack([rng.binomial(FIRST, rate, STUDIES)] + [np.zeros(STUDIES, int)] * (len(LOOKS) - 1))
    for look in range(1, len(LOOKS)):
        counts[:, look] = counts[:, look - 1] + rng.binomial(LOOKS[look] - LOOKS[look - 1], rate, STUDIES)
    missed = sum(
        any(
            not stats.rate_sequence(int(successes), n, tuned_for=5000).contains(rate)
            for successes, n in zip(row, LOOKS, strict=True)
        )
        for row in counts
    )
    assert no_more_than(missed, 0.05)


def test_fixed_sample_interval_does_not_survive_peeking():
    """The reason for all this, and the proof that the test above could fail."""
    counts = sums_at_looks(np.random.default_rng(11).random((STUDIES, LAST)) < 0.5)
    missed = sum(
        any(not stats.proportion(int(k), n).contains(0.5) for k, n in zip(row, LOOKS, strict=True)) for row in counts
    )
    assert missed > 0.15 * STUDIES


def test_stopping_when_short_enough_keeps_coverage_of_a_conditional_rate():
    """Undercuts among knocks: only the knocks count, and how many there are by a look is itself random."""
    missed, stopped = 0, []
    for seed in range(STUDIES):
        rng = np.random.default_rng(seed)
        watch, undercuts, knocks, before = stats.Watch(0.02, rate=True), 0, 0, 0
        for games in stats.looks(FIRST, 200_000):
            fresh = rng.binomial(games - before, 0.6)
            knocks, undercuts, before = knocks + fresh, undercuts + rng.binomial(fresh, 0.15), games
            watch.look(knocks, undercuts)
            if watch.met:
                break
        assert watch.met
        assert watch.estimate.half_width <= 0.02
        missed += not watch.estimate.contains(0.15)
        stopped.append(knocks)
    assert no_more_than(missed, 0.05)
    assert np.mean(stopped) < 1.4 * stats.planned_games(0.02, math.sqrt(0.15 * 0.85))


def test_mean_of_skewed_scores_is_covered_at_all_looks_at_once():
    missed = 0
    for seed in range(STUDIES):
        values = np.random.default_rng(seed).exponential(10, LAST)
        sums, squares = np.cumsum(values), np.cumsum(values**2)
        watch = stats.Watch(0.3, rate=False)
        missed += any(not watch.look(n, sums[n - 1], squares[n - 1]).contains(10) for n in LOOKS)
    assert no_more_than(missed, 0.05)


def test_sequential_null_study_and_power():
    """A against A on common deals, watched until 20,000: seldom rejected; a planted gap is found, and early."""
    rejected, found_at = 0, []
    for seed in range(STUDIES):
        gaps = np.random.default_rng(seed).normal(0, 3, LAST)
        for gap in (0.0, 0.15):
            sums, squares = np.cumsum(gaps + gap), np.cumsum((gaps + gap) ** 2)
            watch = stats.Watch(0.1, rate=False)
            first = next((n for n in LOOKS if not watch.look(n, sums[n - 1], squares[n - 1]).contains(0)), None)
            if gap == 0:
                rejected += first is not None
            else:
                found_at.append(first)
    assert no_more_than(rejected, 0.05)
    assert sum(n is not None for n in found_at) > 0.99 * STUDIES
    assert np.median([n for n in found_at if n]) < LAST / 2


def test_planned_games_are_where_the_sequence_is_short_enough():
    games = stats.planned_games(0.01, 0.5)
    assert stats.mean_sequence(0.5, 0.5, games, tuned_for=games).half_width == pytest.approx(0.01, rel=1e-4)
    for other in (games // 3, games * 3):  # tuned for another time, it is longer here
        assert stats.mean_sequence(0.5, 0.5, games, tuned_for=other).half_width > 0.01


def test_none_seen_is_not_none_possible():
    watch = stats.Watch(0.001, rate=True)
    watch.look(1000, 0)
    assert not watch.met
    assert watch.estimate.high > 0.003  # the rule of three, at least
    watch.look(20_000, 0)
    assert watch.met


def test_edges_and_bad_input():
    assert stats.rate_sequence(0, 0, 100).high == 1
    assert stats.mean_sequence(1.0, math.nan, 1, 100).high == math.inf
    assert stats.Watch(0.1, rate=True).look(0, 0).low == -math.inf
    with pytest.raises(ValueError, match="successes = 3 is more than n = 2"):
        stats.rate_sequence(3, 2, 100)
    with pytest.raises(ValueError, match="must be positive, got 0"):
        stats.Watch(0, rate=True)
    with pytest.raises(ValueError, match="level must be between"):
        stats.Watch(0.1, rate=True, level=1.5)


def test_looks_end_at_the_last_game():
    assert list(stats.looks(5, 3)) == [3]
    assert list(stats.looks(1, 4, growth=1.01)) == [1, 2, 3, 4]
