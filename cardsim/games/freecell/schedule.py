"""Which searches a deal goes through, in what order, and the compiled loop that runs many deals through them.

A schedule alternates scans with different weight vectors and small quotas with an exhaustive search that goes on each
time from where it stopped; the last entry lets it go on without a limit, so that only memory leaves a deal undecided.
Many short scans with different weights beat one long scan: on hard deals one vector in two or three finds quickly what
others miss.  A deal with one or two cells that is open after 40 million positions is scanned with forty further vectors
before the last entry: on the hardest deals one vector in three to forty finds a win that the exhaustive search is far
from.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.exhaustive import go_on
from cardsim.games.freecell.position import load
from cardsim.games.freecell.scan import scan
from cardsim.games.freecell.scan_board import BOARD, new_scratch, set_weights
from cardsim.games.freecell.scan_moves import BUCKETS
from cardsim.games.freecell.seen import SMALLEST, new_table
from cardsim.games.freecell.variant import HOME, SUIT, ZERO, Variant
from cardsim.games.freecell.waiting import STATES, STEPS, new_search

SCAN, EXHAUST = 0, 1
WON, IMPOSSIBLE, UNDECIDED = 1, 0, -1
VERDICT, BOARDS, POSITIONS, MOVES, STAGE = 0, 1, 2, 3, 4
"""Columns of the answers: verdict, boards scanned, positions stored, length of the line found, schedule entry."""
SMALL_QUOTA = 2000
UNLIMITED = 1 << 40
STILL_OPEN, FURTHER_QUOTA = 40_000_000, 400_000
"""Positions after which the scans with further vectors come, and the boards that each of these may build."""
_WEIGHTS = json.loads(resources.files(__package__).joinpath("weights.json").read_text())
VECTORS = np.array(_WEIGHTS["vectors"], np.int64)
FIRST_FURTHER = 32
"""The vectors from here on are the further ones."""


def schedule(variant: Variant, max_states: int = UNLIMITED) -> np.ndarray:
    """The schedule for a variant: rows of (kind, weight vector, quota).

    The quota of a scan counts its boards, that of the exhaustive search the positions it holds by then in all.  With
    `max_states` that do not suffice to get to the further vectors, these are left out.
    """
    plans = _WEIGHTS["plans"]
    if variant.build == SUIT:
        name = "suit" if variant.empty == 0 else "suit_kings"
    else:
        name = f"cells_{min(variant.cells, 4)}"
    plan = plans[name]
    entries = [(SCAN, vector, quota) if vector >= 0 else (EXHAUST, 0, quota) for vector, quota in plan]
    if name in ("cells_1", "cells_2") and max_states > STILL_OPEN:
        further = range(FIRST_FURTHER, len(VECTORS))
        entries += [(EXHAUST, 0, STILL_OPEN), *((SCAN, vector, FURTHER_QUOTA) for vector in further)]
    return np.array([*entries, (EXHAUST, 0, UNLIMITED)], np.int64)


class Workspace(NamedTuple):
    """What one thread needs to decide deals of one variant, made once."""

    position: np.ndarray
    scratch: np.ndarray
    small_pool: np.ndarray
    small_queue: np.ndarray
    small_table: np.ndarray
    large_pool: np.ndarray
    large_queue: np.ndarray
    large_table: np.ndarray
    heads: np.ndarray
    tags: np.ndarray


def new_workspace(position: np.ndarray, largest_quota: int, all_home: bool = False) -> Workspace:
    """Arrays for scans of up to `largest_quota` boards and for exhaustive searches under the rules of `position`."""
    large = max(largest_quota, SMALL_QUOTA)
    bits = max(13, int(2 * large - 1).bit_length())
    return Workspace(
        position,
        new_scratch(position[0], all_home),
        *_scan_arrays(SMALL_QUOTA, 13),
        *_scan_arrays(large, bits),
        np.empty(BUCKETS, np.int32),
        np.zeros(2, np.int64),
    )


def _scan_arrays(quota: int, table_bits: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    pool = np.empty(quota + 2, BOARD).view(np.recarray)
    return pool, np.empty(16 * quota + 1024, np.int64), np.zeros(1 << table_bits, np.uint64)


@kernel
def _next_tag(tags, which, table):
    """A tag new to the table, which is cleared when tags run out."""
    tags[which] += 1
    if tags[which] == 1 << 16:
        tags[which] = 1
        table[:] = 0
    return np.uint64(tags[which])


@kernel
def line_length(pool, n, first_home, all_home):
    """Moves of the line to the won board `n`: runs count once, every card sent home once."""
    moves = all_home - first_home
    while pool[n].parent >= 0:
        moves += ((pool[n].move >> 5) & 31) != HOME
        n = np.int64(pool[n].parent)
    return moves


@kernel
def run_scan(work, deal, quota):
    """One scan with the weights set: the number of the won board in the pool its quota takes it to, or -1."""
    s = work.scratch[0]
    if quota <= SMALL_QUOTA:
        tag = _next_tag(work.tags, 0, work.small_table)
        return scan(s, work.small_pool, work.small_queue, work.heads, work.small_table, tag, deal, quota)
    tag = _next_tag(work.tags, 1, work.large_table)
    return scan(s, work.large_pool, work.large_queue, work.heads, work.large_table, tag, deal, quota)


@kernel
def decide_one(work, deal, plan, vectors, max_states, answer):
    """Run one deal through the schedule and fill its `answer`."""
    s = work.scratch[0]
    position = work.position[0]
    nothing = new_table(ZERO)
    exhaustive = new_search(ZERO, ZERO)
    answer[:] = 0
    answer[VERDICT] = UNDECIDED
    for stage in range(len(plan)):
        answer[STAGE] = stage
        quota = min(plan[stage, 2], max_states)
        if plan[stage, 0] == SCAN:
            set_weights(s, vectors[plan[stage, 1]])
            won = run_scan(work, deal, quota)
            answer[BOARDS] += s.boards
            if won >= 0:
                pool = work.small_pool if quota <= SMALL_QUOTA else work.large_pool
                home = np.int64(deal[0]) + np.int64(deal[1]) + np.int64(deal[2]) + np.int64(deal[3])
                answer[VERDICT] = WON
                answer[MOVES] = line_length(pool, won, home, 4 * s.ranks)
                return
        else:
            if len(exhaustive.table) == 0:
                load(position, deal)
                exhaustive = new_search(SMALLEST, ZERO)
            verdict, exhaustive = go_on(position, exhaustive, False, quota, False, nothing)
            answer[POSITIONS] = exhaustive.numbers[STATES]
            if verdict >= 0:
                answer[VERDICT] = verdict
                answer[MOVES] = exhaustive.numbers[STEPS] if verdict else 0
                return


@kernel
def decide(work, deals, plan, vectors, max_states, answers):
    """Run every row of `deals` through the schedule; `answers` has a row of five numbers for each."""
    for i in range(len(deals)):
        decide_one(work, deals[i], plan, vectors, max_states, answers[i])
