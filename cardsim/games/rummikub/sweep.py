"""The search for a best play: a sweep over the values 1, 2, 3, ... that keeps the best way to reach each state.

Everything still to come depends on nothing but the state (:mod:`layers`), so of all ways to reach a state only the best
is kept.  Three devices keep the layers small, all of them exact:

* lookahead: an open run is dropped at once if the next two values cannot supply the tiles it needs;
* dominance: a state is dropped if a better one (longer runs, fewer jokers) is there with no less on the scale;
* bound: so is a state that cannot beat what is already known.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, int64, typeof, types

from cardsim._jit import kernel
from cardsim.games.rummikub.dominance import drop_dominated
from cardsim.games.rummikub.far import Far
from cardsim.games.rummikub.layers import (
    BEST,
    CAPACITY,
    CHOICE_ROW,
    JOKER,
    KEY_JOKERS,
    KEY_MELD,
    MELD_JOKER,
    MELD_TILE,
    NOTHING,
    OVERFLOW,
    RETRIES,
    SEARCHES,
    SLOTS,
    SMALL_CAPACITY,
    SMALL_SLOTS,
    STAMP,
    TILE,
    TRIED,
    find_slot,
    new_work,
)
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
            n = drop_dominated(
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
