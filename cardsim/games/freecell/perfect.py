"""The player who knows the way: plays a winning line of the exact solver where there is one."""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import INTERPRETED, kernel
from cardsim.games.freecell.choosing import OWN, finishing, greedy_choice
from cardsim.games.freecell.exhaustive import FOUND, search
from cardsim.games.freecell.lines import from_trail, line_of_scan, shorten_once
from cardsim.games.freecell.position import load
from cardsim.games.freecell.rules import AUTOPLAY_ALL
from cardsim.games.freecell.scan import scan
from cardsim.games.freecell.scan_board import BOARD, SCRATCH, prepare, set_weights
from cardsim.games.freecell.scan_moves import BUCKETS
from cardsim.games.freecell.schedule import VECTORS
from cardsim.games.freecell.seen import new_table
from cardsim.games.freecell.thinking import remember, remembered
from cardsim.games.freecell.variant import ANY_CARD, DEAL_SIZE, ZERO, write_row

_BOARD = BOARD if INTERPRETED else from_dtype(BOARD)
_SCRATCH = SCRATCH if INTERPRETED else from_dtype(SCRATCH)
_QUOTA = 2000
_SCANS = 10
LOOKED = 255
"""Place in memory that says the deal was looked into already."""


@kernel
def scan_for_line(s, row, quota, all_home):
    """A line that one of ten scans finds within `quota` boards in all (no rows: none was found)."""
    # A record lives as long as its array, so the array is what stays in use.
    scratch = np.zeros(1, _SCRATCH)
    prepare(scratch[0], s, all_home)
    pool = np.zeros(_QUOTA + 2, _BOARD)
    queue = np.empty(16 * _QUOTA + 1024, np.int64)
    heads = np.empty(BUCKETS, np.int32)
    table = np.zeros(1 << 13, np.uint64)
    for i in range(_SCANS):
        if quota <= 0:
            break
        set_weights(scratch[0], VECTORS[i])
        won = scan(scratch[0], pool, queue, heads, table, np.uint64(i + 1), row, min(quota, _QUOTA))
        quota -= scratch[0].boards
        if won >= 0:
            line = np.empty((600, 3), np.int64)
            load(s, row)
            return line[: line_of_scan(s, pool, won, all_home, line)]
    return np.empty((0, 3), np.int64)


@kernel
def search_for_line(s, row, quota):
    """A line that the exhaustive search finds within `quota` positions, shortened (no rows: none was found)."""
    s.merge = s.empty == ANY_CARD
    found, _, trail, steps, _ = search(s, row, False, quota, 0, new_table(ZERO))
    s.merge = False
    if found != FOUND:
        return np.empty((0, 3), np.int64)
    line = np.empty((steps, 3), np.int64)
    from_trail(s, row, trail, steps, line)
    n = steps
    shorter = np.empty((steps, 3), np.int64)
    for _ in range(12):
        length = shorten_once(s, row, line, n, 1 if n > 3000 else 2, shorter)
        line, shorter = shorter, line
        if length == n:
            break
        n = length
    return line[:n]


def act_perfectly(view, params, stream):
    """The next action of a winning line; without one, greedily."""
    action = remembered(view)
    if action >= 0:
        return action
    if view.memory[LOOKED] == 0:
        s = view.position
        row = np.zeros(DEAL_SIZE, np.int8)
        write_row(s, row)
        quota = int(params[OWN])
        line = scan_for_line(s, row, quota, view.autoplay == AUTOPLAY_ALL)
        if len(line) == 0 and view.autoplay != AUTOPLAY_ALL and s.longest_run < 52:
            line = search_for_line(s, row, quota)
        load(s, row)
        if len(line) > 0:
            remember(view, line, len(line))
            action = remembered(view)
            if action >= 0:
                return action
        else:
            view.memory[LOOKED] = 1
    home = finishing(view, params)
    return home if home >= 0 else greedy_choice(view, params, stream)
