"""What an exhaustive search holds: the positions met, the way to the present one, and the moves that wait."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.seen import is_known, new_table

STEPS, DEPTH, STATES = 0, 1, 2
"""Where the numbers of a search stand in its array of numbers."""


class Search(NamedTuple):
    """A search that can go on where it stopped, together with the position that it left as it was.

    The table of positions met and the room that it may grow in, the steps made from the deal, the moves that wait with
    the keys they lead to, and for each depth how many steps and waiting moves there were.
    """

    table: np.ndarray
    room: np.ndarray
    trail: np.ndarray
    moves: np.ndarray
    keys: np.ndarray
    frame_steps: np.ndarray
    frame_top: np.ndarray
    numbers: np.ndarray
    random: np.ndarray


@kernel
def new_search(size, disturbance):
    """A search not begun, with room for `size` positions; `disturbance` > 0 shuffles the order of moves."""
    random = np.empty(1, np.uint64)
    random[0] = np.uint64(disturbance * 7919 + 88172645463325252)
    table = new_table(size)
    return Search(
        table,
        table,
        np.empty(size, np.int32),
        np.empty(size, np.int64),
        np.empty((size, 2), np.uint64),
        np.empty(size // 4, np.int64),
        np.empty(size // 4, np.int64),
        np.zeros(3, np.int64),
        random,
    )


@kernel
def longer(array, used):
    """An array of twice the length with the first `used` entries."""
    more = np.empty(2 * len(array), array.dtype)
    more[:used] = array[:used]
    return more


@kernel
def longer_keys(array, used):
    """As :func:`longer`, for keys."""
    more = np.empty((2 * len(array), 2), array.dtype)
    more[:used] = array[:used]
    return more


@kernel
def drop_known(s, table):
    """Drop the listed moves that lead to known positions."""
    n = 0
    for i in range(s.listed):
        key_0 = s.leads_to[i, 0]
        key_1 = s.leads_to[i, 1]
        if not is_known(table, key_0, key_1):
            s.move[n] = s.move[i]
            s.rank[n] = s.rank[i]
            s.leads_to[n, 0] = key_0
            s.leads_to[n, 1] = key_1
            n += 1
    s.listed = n


@kernel
def wait(s, moves, keys):
    """Let the listed moves wait, by falling rank, so that the cheapest is taken first; equal ones keep their order."""
    first = s.top
    for i in range(s.listed):
        value = s.rank[i]
        j = first + i - 1
        k = i - 1
        while k >= 0 and s.rank[k] < value:
            moves[j + 1] = moves[j]
            keys[j + 1, 0] = keys[j, 0]
            keys[j + 1, 1] = keys[j, 1]
            s.rank[k + 1] = s.rank[k]
            j -= 1
            k -= 1
        moves[j + 1] = s.move[i]
        keys[j + 1, 0] = s.leads_to[i, 0]
        keys[j + 1, 1] = s.leads_to[i, 1]
        s.rank[k + 1] = value
    s.top = first + s.listed
