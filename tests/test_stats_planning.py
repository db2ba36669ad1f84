"""Planned numbers of games keep their promises."""

import pytest
from scipy import stats as distributions

from cardsim import stats


@pytest.mark.parametrize(("rate", "half_width"), [(0.5, 0.02), (0.1, 0.01), (0.02, 0.002)])
def test_the_planned_games_give_the_half_width(rate, half_width):
    games = stats.games_for_half_width(half_width, rate)
    assert stats.proportion(round(rate * games), games).half_width == pytest.approx(half_width, rel=0.02)


@pytest.mark.parametrize(("rate", "other"), [(0.55, 0.5), (0.517, 0.5), (0.08, 0.1)])
@pytest.mark.parametrize("power", [0.8, 0.95])
def test_the_planned_games_have_the_power(rate, other, power):
    """Exact power of the test that rejects when Wilson's interval leaves out the other rate."""
    games = stats.games_to_tell(rate, other, power)
    rejects = [k for k in range(games + 1) if abs(k - games * other) > 1.959964 * (games * other * (1 - other)) ** 0.5]
    exact = distributions.binom.pmf(rejects, games, rate).sum()
    assert exact == pytest.approx(power, abs=0.02)


def test_plans_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="two different rates"):
        stats.games_to_tell(0.5)
    with pytest.raises(ValueError, match="half_width above 0"):
        stats.games_for_half_width(0)
