"""The layers of the search for a best play: how states are packed, and the memory they are kept in.

A state is, for each of the four colours, the multiset of runs that may go on (:mod:`run_states`), and the number of
jokers used.  A layer holds the states after the tiles of one value (see :mod:`sweep`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel

MOST_NUMBERS = 15
WIDTH = MOST_NUMBERS + 3  # columns of a count array: values 1 .. 15, then zeros
CAPACITY = 66_000  # states of one layer
SLOTS = 1 << 17
SMALL_CAPACITY = 2_000  # tried first, with a hash table that stays in the processor's nearest cache
SMALL_SLOTS = 1 << 12

# A key: four run states of 7 bits, then
KEY_JOKERS = 28  # jokers used (3 bits)
KEY_MELD = 32  # value laid so far, up to the goal (only kept where there is a goal)
# A choice: four places in option lists of 7 bits, then
CHOICE_ROW = 28  # the group row

NOTHING = -(1 << 30)  # objective of no play at all
OVERFLOW = NOTHING - 1

# Rows of `weights`: what a tile or a joker at each value adds to the objective, and to the meld that must reach a goal.
TILE, JOKER, MELD_TILE, MELD_JOKER = range(4)


class Work(NamedTuple):
    """Memory of one thread's searches, reused without clearing."""

    keys: np.ndarray
    values: np.ndarray
    parents: np.ndarray
    choices: np.ndarray
    slots: np.ndarray  # hash table: stamp << 32 | index in the layer
    dominated: np.ndarray
    rest: np.ndarray  # most that the values from here on can add
    path: np.ndarray  # indices of the states of the found solution
    counters: np.ndarray  # see below


# `counters`: index of the best end, state of the hash table, statistics;
BEST, STAMP, TRIED, SEARCHES, RETRIES, FALLBACKS = range(6)
# of the answer: jokers then on the table, of which added last; jokers searched with; number of sets.
JOKERS_USED, SPARE, LEVEL, SETS = range(6, 10)
ALL_PLACED = -1  # a level: the model that gives every joker its place


@kernel
def new_work():
    """Memory for the searches of one thread (30 MB, of which a few hundred kB are usually touched)."""
    layers = MOST_NUMBERS + 1
    return Work(
        np.empty((layers, CAPACITY), np.int64),
        np.empty((layers, CAPACITY), np.int32),
        np.empty((layers, CAPACITY), np.int32),
        np.empty((layers, CAPACITY), np.int64),
        np.zeros(SLOTS, np.int64),
        np.empty(CAPACITY, np.uint8),
        np.zeros(layers + 1, np.int64),
        np.zeros(layers + 1, np.int64),
        np.zeros(10, np.int64),
    )


@kernel(forceinline=True)
def find_slot(slots, mask, keys, layer, stamp, key):
    """Slot of `key` in the hash table of a layer: where it is, or the free slot where it belongs."""
    slot = ((((key ^ (key >> 29)) & 0xFFFFFFFF) * 0x61C88647) >> 20) & mask
    while True:
        entry = slots[slot]
        if (entry >> 32) != stamp or keys[layer, entry & 0xFFFFFFFF] == key:
            return slot
        slot = (slot + 1) & mask
