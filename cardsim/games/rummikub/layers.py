"""The search for a best play: a sweep over the values 1, 2, 3, ... that keeps the best way to reach each state.

A state is, for each of the four colours, the multiset of runs that may go on (:mod:`run_states`), and the number of
jokers used.  Everything still to come depends on nothing else, so of all ways to reach a state only the best is kept.
Three devices keep the layers small, all of them exact:

* lookahead: an open run is dropped at once if the next two values cannot supply the tiles it needs;
* dominance: a state is dropped if a better one (longer runs, fewer jokers) is there with no less on the scale;
* bound: so is a state that cannot beat what is already known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import boolean, int64, typeof, types

from cardsim._jit import kernel
from cardsim.games.rummikub.far import Far, borrowed
from cardsim.games.rummikub.run_states import MOST_UPGRADES
from cardsim.games.rummikub.transitions import (
    COST,
    GROUP_COLOURS,
    GROUP_JOKERS,
    GROUP_TILES,
    JOKERS,
    LENGTH,
    NEVER,
    NEXT,
    PREFIX_DROP,
    START,
    TILES,
    context,
    new_transitions,
)

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


BEST, STAMP, TRIED, SEARCHES, RETRIES, FALLBACKS = range(
    6
)  # index of the best end; state of the hash table; statistics
JOKERS_USED, SPARE, LEVEL, SETS = (
    6,
    7,
    8,
    9,
)  # of the answer: jokers on the table then, of which added last; jokers searched with
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


@kernel(forceinline=True)
def _is_dominated(key, value, placed, upgrades, slots, mask, keys, values, layer, stamp):
    """Whether a state one step better is present with at least `value`."""
    for colour in range(4):
        shift = 7 * colour
        state = (key >> shift) & 127
        for i in range(MOST_UPGRADES):
            better = upgrades[state, i]
            if better < 0:
                break
            entry = slots[find_slot(slots, mask, keys, layer, stamp, key + ((better - state) << shift))]
            if (entry >> 32) == stamp and values[layer, entry & 0xFFFFFFFF] >= value:
                return True
    if not placed:
        for fewer in range(1, ((key >> KEY_JOKERS) & 7) + 1):
            entry = slots[find_slot(slots, mask, keys, layer, stamp, key - (fewer << KEY_JOKERS))]
            if (entry >> 32) == stamp and values[layer, entry & 0xFFFFFFFF] >= value:
                return True
    return False


@kernel(forceinline=True)
def _drop_dominated(n, placed, upgrades, slots, mask, keys, values, parents, choices, dominated, layer, stamp):
    """Remove the dominated ones of the `n` states of a layer; return how many stay."""
    for x in range(n):
        dominated[x] = _is_dominated(
            keys[layer, x], values[layer, x], placed, upgrades, slots, mask, keys, values, layer, stamp
        )
    kept = 0
    for x in range(n):
        if dominated[x] == 0:
            if kept != x:
                keys[layer, kept] = keys[layer, x]
                values[layer, kept] = values[layer, x]
                parents[layer, kept] = parents[layer, x]
                choices[layer, kept] = choices[layer, x]
            kept += 1
    return kept


@kernel(forceinline=True)
def _limits(required, available, weights, numbers, rest):
    """Fill rest[v] = the most that the rack's tiles of value index v and above can add."""
    rest[numbers] = 0
    for v in range(numbers - 1, -1, -1):
        spare = 0
        for colour in range(4):
            spare += available[colour, v] - required[colour, v]
        rest[v] = rest[v + 1] + max(0, spare * weights[TILE, v])


def sweep(
    required, available, jokers, weights, goal, least_jokers, placed, bound, numbers, tables, work, capacity, mask
):
    """One sweep over the values, see :func:`search`; OVERFLOW if a layer has more states than `capacity`."""
    prefixes = tables.prefixes
    heads, options, usable, group_rows = tables.heads, tables.options, tables.usable, tables.group_rows
    group_start, upgrades = tables.group_start, tables.upgrades
    cell, beyond, count = tables.cell, tables.beyond, tables.states
    slots, rest, counters = work.slots, work.rest, work.counters
    keys, values, parents, choices = work.keys, work.values, work.parents, work.choices
    fields = cell + 1
    every = (1 << (4 * fields)) - 1
    joker_columns = usable.shape[0] // (heads.shape[0] // fields)
    _limits(required, available, weights, numbers, rest)
    slope = weights[JOKER, 1] - weights[JOKER, 0]
    meld_slope = weights[MELD_JOKER, 1] - weights[MELD_JOKER, 0]
    joker_best = max(0, weights[JOKER, 0], weights[JOKER, numbers - 1])
    counters[SEARCHES] += 1
    if counters[STAMP] > (1 << 31) - 100:
        counters[STAMP] = 0
        slots[:] = 0
    stamp = counters[STAMP]
    keys[0, 0] = 0
    values[0, 0] = 0
    n = 1
    tried = 0
    for v in range(numbers):
        stamp += 1
        counters[STAMP] = stamp
        code = 0
        on_table = 0
        for colour in range(3, -1, -1):
            code = code * fields + available[colour, v]
            on_table += required[colour, v]
        first_row, end_row = np.int64(group_start[code]), np.int64(group_start[code + 1])
        base0 = context(required, available, 0, v, numbers, cell, beyond, count)
        base1 = context(required, available, 1, v, numbers, cell, beyond, count)
        base2 = context(required, available, 2, v, numbers, cell, beyond, count)
        base3 = context(required, available, 3, v, numbers, cell, beyond, count)
        tile_weight, joker_weight = weights[TILE, v], weights[JOKER, v]
        m = 0
        for x in range(n):
            key = keys[v, x]
            value = np.int64(values[v, x])
            left = jokers - ((key >> KEY_JOKERS) & 7)
            row0 = base0 + (key & 127)
            row1 = base1 + ((key >> 7) & 127)
            row2 = base2 + ((key >> 14) & 127)
            row3 = base3 + ((key >> 21) & 127)
            blocked = every & ~(
                np.int64(usable[row0 * joker_columns + left])
                | np.int64(usable[row1 * joker_columns + left]) << fields
                | np.int64(usable[row2 * joker_columns + left]) << (2 * fields)
                | np.int64(usable[row3 * joker_columns + left]) << (3 * fields)
            )
            for g in range(first_row, end_row):
                group = group_rows[g]
                grouped_jokers = (group >> GROUP_JOKERS) & 7
                if grouped_jokers > left:
                    break
                if group & blocked:
                    continue
                budget = left - grouped_jokers
                head0 = np.int64(heads[row0 * fields + ((group >> GROUP_COLOURS) & 7)])
                head1 = np.int64(heads[row1 * fields + ((group >> (GROUP_COLOURS + 3)) & 7)])
                head2 = np.int64(heads[row2 * fields + ((group >> (GROUP_COLOURS + 6)) & 7)])
                head3 = np.int64(heads[row3 * fields + ((group >> (GROUP_COLOURS + 9)) & 7)])
                least3 = head3 & NEVER
                least2 = least3 + (head2 & NEVER)
                least1 = least2 + (head1 & NEVER)
                if least1 + (head0 & NEVER) > budget:
                    continue
                placed_tiles = ((group >> GROUP_TILES) & 31) - on_table
                start0, start1, start2, start3 = head0 >> START, head1 >> START, head2 >> START, head3 >> START
                for i0 in range(start0, start0 + ((head0 >> LENGTH) & 31)):
                    sum0 = np.int64(options[i0])
                    if ((sum0 >> COST) & 31) + least1 > budget:
                        break
                    if placed and (prefixes[i0] & 7) > v:
                        continue
                    for i1 in range(start1, start1 + ((head1 >> LENGTH) & 31)):
                        sum1 = sum0 + np.int64(options[i1])
                        if ((sum1 >> COST) & 31) + least2 > budget:
                            break
                        if placed and (prefixes[i1] & 7) > v:
                            continue
                        for i2 in range(start2, start2 + ((head2 >> LENGTH) & 31)):
                            sum2 = sum1 + np.int64(options[i2])
                            if ((sum2 >> COST) & 31) + least3 > budget:
                                break
                            if placed and (prefixes[i2] & 7) > v:
                                continue
                            states = (
                                (sum0 & NEXT)
                                | (np.int64(options[i1]) & NEXT) << 7
                                | (np.int64(options[i2]) & NEXT) << 14
                            )
                            for i3 in range(start3, start3 + ((head3 >> LENGTH) & 31)):
                                option = np.int64(options[i3])
                                total = sum2 + option
                                if ((total >> COST) & 31) > budget:
                                    break
                                if placed and (prefixes[i3] & 7) > v:
                                    continue
                                tried += 1
                                tiles = placed_tiles + ((total >> TILES) & 31)
                                used = grouped_jokers + ((total >> JOKERS) & 31)
                                drop = total >> PREFIX_DROP
                                worth = value + tiles * tile_weight + used * joker_weight - drop * slope
                                if worth + rest[v + 1] + (left - used) * joker_best <= bound:
                                    continue
                                new = states | (option & NEXT) << 21
                                new |= (jokers - left + used) << KEY_JOKERS
                                if goal > 0:
                                    meld = (key >> KEY_MELD) + (
                                        tiles * weights[MELD_TILE, v] + used * weights[MELD_JOKER, v]
                                    )
                                    new |= min(goal, meld - drop * meld_slope) << KEY_MELD
                                slot = find_slot(slots, mask, keys, v + 1, stamp, new)
                                entry = slots[slot]
                                if (entry >> 32) != stamp:
                                    if m >= capacity:
                                        return OVERFLOW
                                    slots[slot] = stamp << 32 | m
                                    y = m
                                    m += 1
                                    keys[v + 1, y] = new
                                else:
                                    y = entry & 0xFFFFFFFF
                                    if worth <= values[v + 1, y]:
                                        continue
                                values[v + 1, y] = worth
                                parents[v + 1, y] = x
                                choices[v + 1, y] = (
                                    g << CHOICE_ROW
                                    | (i0 - start0)
                                    | (i1 - start1) << 7
                                    | (i2 - start2) << 14
                                    | (i3 - start3) << 21
                                )
        n = m
        if n > 1 and v + 1 < numbers:
            n = _drop_dominated(
                n, placed, upgrades, slots, mask, keys, values, parents, choices, work.dominated, v + 1, stamp
            )
        if n == 0:
            break
    counters[TRIED] += tried
    return best_end(n, goal, least_jokers, bound, numbers, keys, values, counters)


@kernel(forceinline=True)
def best_end(n, goal, least_jokers, bound, numbers, keys, values, counters):
    """The best of the `n` last states above `bound` (its index is kept), NOTHING if there is none."""
    best = NOTHING
    for x in range(n):
        key = keys[numbers, x]
        if (goal > 0 and (key >> KEY_MELD) < goal) or ((key >> KEY_JOKERS) & 7) < least_jokers:
            continue
        # Compared again: the bound on the way had counted jokers that stayed unused.
        value = np.int64(values[numbers, x])
        if value > bound and value > best:
            best = value
            counters[BEST] = x
    return best


def sweep_signature():
    """The types that :func:`sweep` takes and returns."""
    grid = types.Array(int64, 2, "C")
    tables, work = typeof(new_transitions(2, 0, False, 2)), typeof(new_work())
    return int64(grid, grid, int64, grid, int64, int64, boolean, int64, int64, tables, work, int64, int64)


SWEEP = Far(sweep, sweep_signature)
call_sweep = SWEEP.caller()


@kernel
def search(address, required, available, jokers, weights, goal, least_jokers, placed, bound, numbers, tables, work):
    """Best objective above `bound`, NOTHING if there is none; the way to it stays in `work` (see :func:`best_end`).

    `required` and `available` count the tiles that must and may be used, as (4, WIDTH) arrays; up to `jokers` jokers
    are used.  ``placed`` tables only: `goal` > 0 asks for a meld of that value, and at least `least_jokers` jokers are
    used.  `address` is ``SWEEP.address``.
    """
    best = call_sweep(
        address, required, available, jokers, weights, goal, least_jokers, placed, bound, numbers, tables, work,
        SMALL_CAPACITY, SMALL_SLOTS - 1,
    )  # fmt: skip
    if best == OVERFLOW:
        work.counters[RETRIES] += 1
        best = call_sweep(
            address, required, available, jokers, weights, goal, least_jokers, placed, bound, numbers, tables, work,
            CAPACITY, SLOTS - 1,
        )  # fmt: skip
    return best


@kernel
def borrow_work(work):
    """The same memory, uncounted (see :func:`cardsim.games.rummikub.far.borrowed`)."""
    return Work(
        borrowed(work.keys), borrowed(work.values), borrowed(work.parents), borrowed(work.choices),
        borrowed(work.slots), borrowed(work.dominated), borrowed(work.rest), borrowed(work.path),
        borrowed(work.counters),
    )  # fmt: skip
