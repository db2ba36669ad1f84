"""The set of positions met: full 128-bit keys, open addressing with linear probing, 21 to 32 bytes a position.

The table is at most three quarters full and grows by one half, so once it has grown it is never less than half full.
The home slot is a multiply-shift of the key's upper half, so any size will do and growing walks both tables in
order.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel

SMALLEST = np.int64(1 << 12)
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
    for i in range(size):
        if table[i, 0] != 0 or table[i, 1] != 0:
            slot = vacancy(larger, table[i, 0], table[i, 1])
            larger[slot, 0] = table[i, 0]
            larger[slot, 1] = table[i, 1]
    return larger
