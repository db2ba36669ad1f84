"""What a productive move leads to, without making it: the key, the loose cards and the last cards of columns.

A move takes the card `y` from column `a` (``CELL``: a spot) under `dig_a` cards, which are dug first, to the card `p`
or one of the places below, after `dig_b` cards were dug off column `b`.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import BASE, LOOSE
from cardsim.games.freecell.variant import CELL

TO_HOME, TO_SPOT, TO_EMPTY = np.int64(63), np.int64(62), np.int64(61)
NOWHERE = np.int64(CELL)


@kernel
def exchange(s, key_0, key_1, card, under, instead):
    """The key with `card` lying on `instead`, not on `under`."""
    key_0 ^= s.zobrist[card, under, 0] ^ s.zobrist[card, instead, 0]
    key_1 ^= s.zobrist[card, under, 1] ^ s.zobrist[card, instead, 1]
    return key_0, key_1


@kernel
def key_after(s, y, p, a, dig_a, b, dig_b, based):
    """The key after a move, as long as a spot is free; ``a == CELL`` if `y` comes from a spot."""
    key_0 = s.key[0] ^ s.dug[b, dig_b, 0]
    key_1 = s.key[1] ^ s.dug[b, dig_b, 1]
    if a == CELL:
        under = LOOSE
    else:
        key_0 ^= s.dug[a, dig_a, 0]
        key_1 ^= s.dug[a, dig_a, 1]
        i = s.height[a] - 1 - dig_a
        under = np.int64(s.card[a, i - 1]) if i > 0 else BASE
        if s.merge and i == 1:
            key_0, key_1 = exchange(s, key_0, key_1, under, BASE, LOOSE)
    key_0 ^= s.zobrist[y, under, 0]
    key_1 ^= s.zobrist[y, under, 1]
    if p != TO_HOME:
        on = p if p < 52 else BASE if p == TO_EMPTY else LOOSE
        key_0 ^= s.zobrist[y, on, 0]
        key_1 ^= s.zobrist[y, on, 1]
        if based:
            key_0, key_1 = exchange(s, key_0, key_1, p, LOOSE, BASE)
    return key_0, key_1


@kernel
def sets_after(s, y, p, a, dig_a, y_dug, b, dig_b):
    """The loose cards and the last cards of columns after a move, as sets."""
    loose = s.loose_set
    tails = s.tail_set
    lowest_kept = 2 if s.merge else 1
    if a != CELL:
        height = s.height[a]
        left = height - dig_a - (0 if y_dug else 1)
        tails &= ~(1 << np.int64(s.card[a, height - 1]))
        loose |= s.dug_set[a, dig_a]
        if left >= lowest_kept:
            tails |= 1 << np.int64(s.card[a, left - 1])
        elif left == 1:
            loose |= 1 << np.int64(s.card[a, 0])
    if dig_b > 0:
        height = s.height[b]
        tails &= ~(1 << np.int64(s.card[b, height - 1]))
        loose |= s.dug_set[b, dig_b]
        if height - dig_b >= lowest_kept:
            tails |= 1 << np.int64(s.card[b, height - dig_b - 1])
    if p == TO_SPOT:
        loose |= 1 << y
    else:
        loose &= ~(1 << y)
    if p == TO_EMPTY:
        tails |= 1 << y
    elif p < 52:
        loose &= ~(1 << p)
        tails = (tails & ~(1 << p)) | (1 << y)
    return loose, tails


@kernel
def key_when_full(s, key_0, key_1, p, a, dig_a, based):
    """The key after a move that leaves all spots full and the loose cards where they are."""
    key_0 ^= s.alone[0]
    key_1 ^= s.alone[1]
    if based:
        key_0, key_1 = exchange(s, key_0, key_1, p, LOOSE, BASE)
    if s.height[a] - dig_a == 2:
        key_0, key_1 = exchange(s, key_0, key_1, np.int64(s.card[a, 0]), LOOSE, BASE)
    return key_0, key_1
