"""Open runs of one colour, while the values are swept upwards.

All that matters about the runs of a colour that could go on at the next value is how many of them have one tile, two
tiles, and three or more: ``(one, two, long)``.  A run of three may stop or go on, the shorter ones must go on.  With at
most 4 runs open at a time (2 copies of a tile and 2 jokers) that makes 35 states.

The polynomial algorithm for a fixed number of colours and copies is due to van Rijn, Takes and Vis, "The Complexity of
Rummikub Problems", BNAIC 2015 (arXiv 1604.07553); this is their table of run lengths, with the lengths as a multiset.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

MOST_UPGRADES = 4


class RunStates(NamedTuple):
    """All states of at most `limit` open runs; state 0 has none."""

    one: np.ndarray  # runs of one tile, per state
    two: np.ndarray  # runs of two tiles
    long: np.ndarray  # runs of three tiles or more
    number: np.ndarray  # number[one, two, long] -> state, -1 if there are too many runs
    upgrades: np.ndarray  # upgrades[state] -> states that are better by one step, then -1


@functools.cache
def run_states(limit: int) -> RunStates:
    """The states of at most `limit` open runs, fewest runs first.

    Examples
    --------
    >>> [len(run_states(limit).one) for limit in (2, 3, 4)]
    [10, 20, 35]
    """
    span = range(limit + 1)
    triples = [(a, b, c) for a in span for b in span for c in span if a + b + c <= limit]
    triples.sort(key=lambda triple: (sum(triple), triple))
    number = np.full((limit + 1,) * 3, -1, np.int64)
    for state, triple in enumerate(triples):
        number[triple] = state
    upgrades = np.full((len(triples), MOST_UPGRADES), -1, np.int64)
    for state, triple in enumerate(triples):
        better = [number[up] for up in _one_step_up(*triple) if min(up) >= 0 and sum(up) <= limit]
        upgrades[state, : len(better)] = better
    one, two, long = (np.array(column, np.int64) for column in zip(*triples, strict=True))
    return RunStates(one, two, long, number, upgrades)


def _one_step_up(one: int, two: int, long: int) -> list[tuple[int, int, int]]:
    """Whatever can be made of a state can be made of these: a longer run is freer to stop, one more long run is free."""
    return [
        (one - 1, two + 1, long),
        (one - 1, two, long + 1),
        (one, two - 1, long + 1),
        (one, two, long + 1),
    ]
