"""Tallies hold what the rows would have told, whatever the type and width of a column."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from cardsim.job import Block
from cardsim.tally import WIDEST, Tally

ENDS = ("won", "lost")
N = 500


class Plays:
    """A job whose table is ready made; `rows` holds the ends' codes and the games' places in it."""

    game = SimpleNamespace(name="toy", ends={"deal": ENDS})
    unit, seed, names = "deal", 0, ("player",)

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame

    def table(self, rows, index=None):
        return self.frame.iloc[rows["place"]].reset_index(drop=True)


@pytest.fixture(scope="module")
def outcomes():
    generator = np.random.default_rng(5)
    end = generator.integers(0, 2, N)
    return pd.DataFrame(
        {
            "end": pd.Categorical.from_codes(end, ENDS),
            "turns": generator.integers(-3, 9, N).astype(np.int16),
            "states": generator.integers(0, 40 * WIDEST, N),
            "share": generator.integers(0, 4, N) / 4,
            "flag": generator.integers(0, 2, N).astype(bool),
            "suit": pd.Categorical.from_codes(generator.integers(0, 3, N), ["clubs", "hearts", "spades"]),
        }
    )


@pytest.mark.parametrize("column", ["end", "turns", "states", "share", "flag", "suit"])
def test_counts_are_those_of_the_rows(outcomes, column):
    rows = np.zeros(N, [("end", np.int8), ("place", np.int64)])
    rows["end"], rows["place"] = outcomes["end"].cat.codes, np.arange(N)
    tally = Tally(Plays(outcomes))
    for first in range(0, N, 180):  # the last block is shorter
        tally.add(Block(first, rows[first : first + 180]))
    counted = tally.finish()._counts[column]
    expected = pd.crosstab(outcomes[column].astype(object), outcomes["end"].astype(object)).reindex(columns=list(ENDS))
    assert counted.index.tolist() == expected.index.tolist()
    assert [type(value) for value in counted.index.tolist()] == [type(value) for value in expected.index.tolist()]
    assert (counted.to_numpy() == expected.to_numpy()).all()
