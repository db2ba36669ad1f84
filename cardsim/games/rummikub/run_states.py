"""Open runs of one colour, while the values are swept upwards.

All that matters about the runs of a colour that could go on at the next value is how many of them have one tile, two
tiles, and three or more: ``(one, two, long)``.  A run of three may stop or go on, the shorter ones must go on.  With at
most 4 runs open at a time (2 copies of a tile and 2 jokers) that makes 35 states.

The polynomial algorithm for a fixed number of colours and copies is due to van Rijn, Takes and Vis, "The Complexity of
Rummikub Problems", BNAIC 2015 (arXiv 1604.07553); this is their table of run lengths, with the lengths as a multiset.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel

MOST_UPGRADES = 4


class RunStates(NamedTuple):
    """All states of at most `limit` open runs; state 0 has none."""

    one: np.ndarray  # runs of one tile, per state
    two: np.ndarray  # runs of two tiles
    long: np.ndarray  # runs of three tiles or more
    number: np.ndarray  # number[one, two, long] -> state, -1 if there are too many runs
    upgrades: np.ndarray  # upgrades[state] -> states that are better by one step, then -1


@kernel
def run_states(limit):
    """The states of at most `limit` open runs, fewest runs first.

    Examples
    --------
    >>> [len(run_states(limit).one) for limit in (2, 3, 4)]
    [10, 20, 35]
    """
    count = (limit + 1) * (limit + 2) * (limit + 3) // 6
    one, two, long = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
    number = np.full((limit + 1, limit + 1, limit + 1), -1, np.int64)
    state = 0
    for runs in range(limit + 1):
        for a in range(runs + 1):
            for b in range(runs - a + 1):
                one[state], two[state], long[state] = a, b, runs - a - b
                number[a, b, runs - a - b] = state
                state += 1
    upgrades = np.full((count, MOST_UPGRADES), -1, np.int64)
    for state in range(count):
        a, b, c = one[state], two[state], long[state]
        # Whatever can be made of a state can be made of these: longer runs may stop, one more long run is free.
        better = ((a - 1, b + 1, c), (a - 1, b, c + 1), (a, b - 1, c + 1), (a, b, c + 1))
        found = 0
        for x, y, z in better:
            if x >= 0 and y >= 0 and x + y + z <= limit:
                upgrades[state, found] = number[x, y, z]
                found += 1
    return RunStates(one, two, long, number, upgrades)
