"""Undecided games widen the interval of a rate, whether rows or tallies were kept."""

import numpy as np
import pandas as pd
import pytest

from cardsim import stats
from cardsim.job import Block
from cardsim.run import Run
from cardsim.tally import Tally

ENDS = ("won", "impossible", "undecided")


class Solver:
    """A game whose only outcome is its end."""

    name = "solver"
    ends = {"deal": ENDS}  # noqa: RUF012

    def empty_rows(self, unit, n):
        return np.zeros(n, [("end", np.int8)]).view(np.recarray)


class Solved:
    """What a Run asks of a job."""

    game, unit, rules, seats, names, seed = Solver(), "deal", None, (), (), 0

    def table(self, rows, index=None):
        return pd.DataFrame(
            {"end": pd.Categorical.from_codes(np.asarray(rows["end"]), categories=list(ENDS))}, index=index
        )


@pytest.fixture(params=["rows", "counts"])
def run(request):
    rows = Solver().empty_rows("deal", 100)
    rows["end"][90:] = 1
    rows["end"][95:] = 2
    if request.param == "rows":
        return Run(Solved(), rows, np.arange(100))
    tally = Tally(Solved())
    tally.add(Block(0, rows))
    return tally.finish()


def test_undecided_games_widen(run):
    assert run.rate("won") == stats.proportion(90, 100, unresolved=5)
    assert run.rate("impossible") == stats.proportion(5, 100, unresolved=5)


def test_undecided_games_do_not_widen_their_own_rate_or_that_of_decided_ones(run):
    assert run.rate("undecided") == stats.proportion(5, 100)
    assert run.rate("won|undecided") == stats.proportion(95, 100)
    assert run.rate("won", among="won|impossible") == stats.proportion(90, 95)
