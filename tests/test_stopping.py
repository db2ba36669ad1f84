"""Playing until numbers are known well enough."""

import numpy as np
import pytest

import cardsim as cs
from cardsim import stats

UNDERCUT = ("undercut", "knock|undercut")


def test_it_stops_when_the_half_width_is_met_and_not_much_later():
    run = cs.simulate("gin", n=200_000, seed=7, until={UNDERCUT: 0.01})
    known = run.stopping[UNDERCUT]
    assert known.half_width <= 0.01
    assert 2000 <= run.n < 20_000
    assert run.table.index.tolist() == list(range(run.n))
    knocks = run.table["end"].isin(["knock", "undercut"])
    assert known.n == knocks.sum()
    assert known.value == (run.table["end"] == "undercut").sum() / knocks.sum()
    assert "confidence sequence" in known.method
    assert run.rate(*UNDERCUT) == known
    assert run.rate("gin") == stats.proportion(int((run.table["end"] == "gin").sum()), run.n)


def test_means_and_several_numbers_must_all_be_met():
    run = cs.simulate("gin", n=200_000, seed=7, until={"points_0": 0.4, "gin": 0.05})
    values = run.table["points_0"].to_numpy(float)
    known = run.mean("points_0")
    assert known == run.stopping["points_0"]
    assert known.half_width <= 0.4
    assert known.value == pytest.approx(values.mean())
    assert run.stopping["gin"].half_width <= 0.05
    tuned = max(2000, stats.planned_games(0.4, values[:2000].std(ddof=1)))
    expected = stats.mean_sequence(values.mean(), values.std(ddof=1), run.n, tuned)
    assert (known.low, known.high) == pytest.approx((expected.low, expected.high))


def test_where_it_stops_depends_on_nothing_but_the_games():
    runs = [
        cs.simulate("gin", n=100_000, seed=9, until={UNDERCUT: 0.01}, n_jobs=jobs, keep=keep)
        for jobs, keep in ((1, "rows"), (2, "rows"), (2, "counts"))
    ]
    assert len({run.n for run in runs}) == 1
    assert runs[0].rate(*UNDERCUT) == runs[1].rate(*UNDERCUT) == runs[2].rate(*UNDERCUT)
    whole = cs.simulate("gin", n=runs[0].n, seed=9)
    assert np.array_equal(whole.table.to_numpy(), runs[0].table.to_numpy())


def test_too_few_games_are_said_to_be_too_few():
    with pytest.warns(
        RuntimeWarning, match=r"n=2,500 games were not enough for \{'gin': 0.0001\}; reached \{'gin': 0.0"
    ):
        run = cs.simulate("gin", n=2500, seed=7, until={"gin": 0.0001})
    assert run.n == 2500
    assert run.stopping["gin"].half_width > 0.0001


def test_without_until_nothing_is_watched():
    run = cs.simulate("gin", n=100, seed=7)
    assert not run.stopping
    assert run.rate("knock").method.startswith("Wilson")


@pytest.mark.parametrize(
    ("until", "message"),
    [
        ({}, "until must be a mapping"),
        (0.01, "until must be a mapping such as .*, got 0.01"),
        ({"gin": 0}, r"until\['gin'\] must be a half-width above 0, such as 0.001, got 0"),
        ({"gin": "small"}, "half-width above 0"),
        ({"ginn": 0.01}, "no measure 'ginn'"),
        ({("undercut", "knok"): 0.01}, "no measure 'knok'"),
    ],
)
def test_bad_input_is_named(until, message):
    with pytest.raises(ValueError, match=message):
        cs.simulate("gin", n=1000, until=until)
