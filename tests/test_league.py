"""The statistics of a round robin, on results made up for the purpose."""

import numpy as np
import pytest
from scipy import stats as distributions

from cardsim import stats
from cardsim.league import League, Tally, paired_differences


def duel(rng, n, edge=0.0):
    """Two games of each deal with seats changed: the better cards win mostly, and `edge` helps player a."""
    luck = rng.normal(0, 2, n)
    first = luck + rng.normal(edge, 1, n) > 0
    second = -luck + rng.normal(edge, 1, n) > 0
    return [np.column_stack([won, ~won]).astype(float) for won in (first, second)]


def played(rng, n, edges):
    """The sums of a round robin in which player i is as good as edges[i]."""
    names = tuple("abcdef"[: len(edges)])
    tally = Tally(names, n)
    for one in range(len(edges)):
        for two in range(one + 1, len(edges)):
            forward, swapped = duel(rng, n, edges[one] - edges[two])
            tally.add((names[one], names[two]), forward, 10 * forward)
            tally.add((names[two], names[one]), swapped[:, ::-1], 10 * swapped[:, ::-1])
    return tally


def league(rng, n, edges):
    return League(played(rng, n, edges), {"seed": 1}, "made up")


def test_differences_are_those_of_the_deals():
    n, rng = 400, np.random.default_rng(1)
    forward, swapped = duel(np.random.default_rng(1), n, 0.3)
    found = league(rng, n, [0.3, 0.0])
    per_deal = (forward[:, 0] + swapped[:, 0]) / 2
    expected = stats.mean(2 * per_deal - 1)
    row = found.differences.iloc[0]
    assert (row["value"], row["low"], row["high"]) == pytest.approx((expected.value, expected.low, expected.high))
    assert found.matrix.loc["a", "b"] == pytest.approx(per_deal.mean())
    assert found.matrix.loc["b", "a"] == pytest.approx(1 - per_deal.mean())
    assert found.points.loc["a", "b"] == pytest.approx(10 * expected.value)
    assert np.isnan(found.matrix.loc["a", "a"])
    spread = (np.var(2 * forward[:, 0] - 1) + np.var(2 * swapped[:, 0] - 1)) / 4
    assert row["variance_reduction"] == pytest.approx(spread / np.var(2 * per_deal - 1))
    assert row["variance_reduction"] > 1.5


def test_null_league_rejects_no_more_often_than_promised():
    """Three equal players, five hundred leagues: any difference called significant counts as an error."""
    rng = np.random.default_rng(7)
    errors = 0
    for _ in range(500):
        found = paired_differences(played(rng, 60, [0, 0, 0]))
        errors += bool(found.loc[found["measure"] == "win", "significant"].any())
    assert distributions.binomtest(errors, 500, 0.05, alternative="greater").pvalue > 0.01


def test_ranking_shows_ties_as_ties():
    found = league(np.random.default_rng(3), 2000, [1.0, 0.0, 0.0])
    assert found.ranking["player"].iat[0] == "a"
    assert found.ranking["rank"].tolist() == ["1", "2-3", "2-3"]
    assert found.ranking["strength"].is_monotonic_decreasing
    assert (found.ranking["strength_low"] < found.ranking["strength"]).all()


def test_tables_of_three_and_solitaire():
    rng = np.random.default_rng(5)
    three = Tally(("a", "b", "c"), 300)
    for seated in (("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")):
        winners = rng.choice(3, 300, p=[0.5 if name == "a" else 0.25 for name in seated])
        wins = (winners[:, None] == np.arange(3)).astype(float)
        three.add(seated, wins, wins)
    found = League(three, {})
    assert found.matrix.loc["a", "b"] == pytest.approx(0.5, abs=0.08)
    assert len(found.differences) == 6
    alone = Tally(("a", "b"), 200, ("win",))
    solvable = rng.random(200) < 0.8
    for name, luck in (("a", 0.9), ("b", 0.5)):
        wins = (solvable & (rng.random(200) < luck))[:, None].astype(float)
        alone.add((name,), wins, np.zeros_like(wins))
    alone.add_solitaire_pairs()
    found = League(alone, {})
    assert found.matrix.loc["a", "b"] == found.ranking["win"].iat[0]
    assert found.differences["measure"].tolist() == ["win"]
    with pytest.raises(ValueError, match="no measure 'points'; it has win"):
        found.plot("points")


def test_it_prints_and_draws():
    found = league(np.random.default_rng(3), 500, [1.0, 0.0, 0.0])
    assert "made up, n = 500 deals in every arrangement" in str(found)
    assert "(not established)" in str(found)
    assert "times as many games" in str(found)
    assert "<table" in found._repr_html_()
    assert len(found.plot().axes[0].texts) == 6
    assert len(found.plot("points").axes[0].texts) == 6
