"""The set of positions met: full 128-bit keys, open addressing with linear probing, 21 to 32 bytes a position.

The table is at most three quarters full and grows by one half, so once it has grown it is never less than half full.
The home slot is a multiply-shift of the key's upper half, so any size will do and growing walks both tables in
order.  A large table grows in place: it is the beginning of a room that was reserved without being touched, and its
keys move up from the last to the first.  So the old table never stands beside the new one.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel

SMALLEST = np.int64(1 << 12)
LARGE = 1 << 22
"""Slots from which on a table gets a room to grow in."""
FIRST = 1 << 14
"""Slots at its beginning that are taken out while it grows."""
_HALF = np.uint64(32)
_ONE = np.uint64(1)


@kernel
def new_table(size):
    """An empty table of `size` slots; a slot of two zeros is vacant."""
    return np.zeros((size, 2), np.uint64)


@kernel(inline="always")
def vacancy(table, key_0, key_1):
    """The slot where a key belongs if it is new, -1 if it is in the table."""
    size = np.int64(table.shape[0])
    slot = np.int64(((key_0 >> _HALF) * np.uint64(size)) >> _HALF)
    while True:
        held_0 = table[slot, 0]
        held_1 = table[slot, 1]
        if held_0 == key_0 and held_1 == key_1:
            return -1
        if held_0 == 0 and held_1 == 0:
            return slot
        slot += 1
        if slot == size:
            slot = 0


@kernel
def is_known(table, key_0, key_1):
    """Whether a key is in the table; the key 0, 0 stands for one that is not known yet."""
    return (key_0 != 0 or key_1 != 0) and vacancy(table, key_0, key_1) < 0


@kernel
def grown(table):
    """A larger table with the same keys."""
    size = table.shape[0]
    larger = new_table(size + size // 2)
    _enter(larger, table, size)
    return larger


@kernel
def _enter(table, keys, n):
    """Put the first `n` of `keys` that are not 0, 0 into a table that has none of them."""
    for i in range(n):
        if keys[i, 0] != 0 or keys[i, 1] != 0:
            slot = vacancy(table, keys[i, 0], keys[i, 1])
            table[slot, 0] = keys[i, 0]
            table[slot, 1] = keys[i, 1]


@kernel
def _spread(table, size, first):
    """Move the keys of the first `size` slots of a table, where they stand as in a table of that size, to their slots.

    From the last key on, each moves up or stays: above it there are only keys that were moved.  The `first` slots are
    taken out before and put in again after, for keys that do not fit at the end go on there.  Should a key have to move
    down past others, or not fit in these, all that are left are taken out as well.
    """
    start = table[:first].copy()
    table[:first] = 0
    for i in range(size - 1, first - 1, -1):
        key_0 = table[i, 0]
        key_1 = table[i, 1]
        if key_0 == 0 and key_1 == 0:
            continue
        table[i, 0] = 0
        table[i, 1] = 0
        home = np.int64(((key_0 >> _HALF) * np.uint64(len(table))) >> _HALF)
        slot = vacancy(table, key_0, key_1)
        if home < i or first <= slot < i:
            table[i, 0] = key_0
            table[i, 1] = key_1
            left = table[first : i + 1].copy()
            table[first : i + 1] = 0
            _enter(table, left, len(left))
            break
        table[slot, 0] = key_0
        table[slot, 1] = key_1
    _enter(table, start, first)


@kernel
def grown_in(room, table, most):
    """A larger table with the same keys, and the room that it is the beginning of, where `most` keys fit at last."""
    size = table.shape[0]
    needed = most + most // 3 + 2
    larger = size + size // 2
    if size + size // 8 < needed < larger:
        larger = needed
    if larger < LARGE:
        table = grown(table)
        return table, table
    if larger <= len(room):
        table = room[:larger]
        table[size:] = 0
        _spread(table, size, FIRST)
        return table, room
    room = np.empty((min(max(needed, larger), 16 * larger), 2), np.uint64)
    room[:larger] = 0
    _enter(room[:larger], table, size)
    return room[:larger], room
