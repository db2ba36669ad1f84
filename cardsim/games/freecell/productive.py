"""The productive moves of the exhaustive search (argued in :mod:`.exhaustive`): listing them and carrying them out.

A productive move is one word: the card `y` that moves, the card `p` it is built on (or ``TO_HOME``, ``TO_EMPTY``,
``TO_SPOT``), the columns A and B with the number of cards dug off each first, whether `p` is first based in an empty
column, and, if all spots are full afterwards, which of the loose cards then stand in columns (a combination as a bit
set, stepped on at each visit until it runs out).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import BASE, LOOSE
from cardsim.games.freecell.settling import next_build
from cardsim.games.freecell.successors import (
    NOWHERE,
    TO_EMPTY,
    TO_HOME,
    TO_SPOT,
    exchange,
    key_after,
    key_when_full,
    sets_after,
)
from cardsim.games.freecell.variant import CELL, CHILD_SUITS, CHILDREN, HOME, KINGS, ONE, ZERO

COLUMN_A, DIG_A, COLUMN_B, DIG_B, BASED, CHOICE = 12, 17, 22, 27, 32, 33
_WITHOUT_CHOICE = (1 << CHOICE) - 1


@kernel
def _measure_digging(s):
    """Key changes of digging 1, 2, ... cards off each column, as far as there are free spots."""
    for column in range(s.columns):
        height = s.height[column]
        change_0 = np.uint64(0)
        change_1 = np.uint64(0)
        cards = ZERO
        for j in range(min(s.free, height - 2 if s.merge else height)):
            i = height - 1 - j
            card = np.int64(s.card[column, i])
            under = np.int64(s.card[column, i - 1]) if i > 0 else BASE
            change_0 ^= s.zobrist[card, under, 0] ^ s.zobrist[card, LOOSE, 0]
            change_1 ^= s.zobrist[card, under, 1] ^ s.zobrist[card, LOOSE, 1]
            s.dug[column, j + 1, 0] = change_0
            s.dug[column, j + 1, 1] = change_1
            cards |= 1 << card
            s.dug_set[column, j + 1] = cards


@kernel
def _after_choice_of(choice, items):
    """The next larger choice of as many of `items` things, 0 after the last (Gosper)."""
    lowest = choice & -choice
    ripple = choice + lowest
    choice = (((ripple ^ choice) >> 2) // lowest) | ripple
    return choice if choice < (1 << items) else 0


@kernel
def list_loose(s, word):
    """Append the cards the move `word` digs to the loose cards, in digging order; return how many there are then."""
    n = s.n_loose
    for side in range(2):
        column = (word >> (COLUMN_B if side else COLUMN_A)) & 31
        dig = (word >> (DIG_B if side else DIG_A)) & 31
        if side == 0 and ((word >> 6) & 63) == TO_SPOT:
            dig += 1
        for i in range(dig):
            s.loose[n] = s.card[column, s.height[column] - 1 - i]
            n += 1
    return n


@kernel
def next_choice(s, word):
    """The move with its next choice of loose cards in columns; -1 after the last."""
    items = list_loose(s, word)
    choice = word >> CHOICE
    based = (word >> BASED) & 1
    p = (word >> 6) & 63
    while True:
        choice = (1 << s.spot_columns) - 1 if choice == 0 else _after_choice_of(choice, items)
        if choice == 0:
            return -1
        if not based:
            break
        holds = False
        for i in range(items):
            holds |= s.loose[i] == p and (choice >> i) & 1 == 1
        if holds:
            break
    return (word & _WITHOUT_CHOICE) | (choice << CHOICE)


@kernel
def _list_one(s, y, p, a, dig_a, y_dug, b, dig_b, based):
    """List one move unless it needs too many spots.

    `y_dug` says that `y` is itself one of the `dig_a` cards, so that it comes from a spot.
    """
    cost = dig_a + dig_b + (p == TO_SPOT)
    free = s.free
    if cost > free:
        return
    word = y | (p << 6) | (a << COLUMN_A) | (dig_a << DIG_A) | (b << COLUMN_B) | (dig_b << DIG_B) | (based << BASED)
    if y_dug:
        key_0, key_1 = key_after(s, y, p, np.int64(CELL), ZERO, a, dig_a, based)
    else:
        key_0, key_1 = key_after(s, y, p, a, dig_a, b, dig_b, based)
    loose, tails = sets_after(s, y, p, a, dig_a, y_dug, b, dig_b)
    build = next_build(loose, tails, s.build)
    if build < 0 and s.merge and free == cost and not y_dug and a != CELL:
        # Every spot is full afterwards, so the arrangement counts; with no digging it is the present one, and
        # without columns that are spots there is only one.
        if cost > 0 and s.spot_columns > 0:
            word = next_choice(s, word)
            key_0 = key_1 = np.uint64(0)
        else:
            key_0, key_1 = key_when_full(s, key_0, key_1, p, a, dig_a, based)
    while build >= 0:
        card = build & 63
        on = build >> 6
        key_0, key_1 = exchange(s, key_0, key_1, card, LOOSE, on)
        loose ^= 1 << card
        tails ^= (1 << on) | (1 << card)
        build = next_build(loose, tails, s.build)
    n = s.listed
    s.move[n] = word
    s.leads_to[n, 0] = key_0
    s.leads_to[n, 1] = key_1
    s.rank[n] = 4 * cost + (0 if p == TO_HOME else 2 if based else 1)
    s.listed = n + 1


@kernel
def _list_builds(s, y, a, dig_a):
    """List every way to build `y`, loose (``a == CELL``) or in column `a` under `dig_a` cards, on another card."""
    if (y >> 2) == s.ranks - 1:
        return
    merge = s.merge
    lowest_kept = 2 if merge else 1
    for i in range(CHILDREN[s.build]):
        p = ((y >> 2) + 1) * 4 + CHILD_SUITS[s.build, y & 3, i]
        b = s.place[p]
        if b == HOME:
            continue
        if b >= CELL or (merge and s.height[b] == 1):
            # On a loose card: it has to stand in a column, or be brought there.
            if not merge or s.spot_columns == 0 or (s.free == 0 and b >= CELL):
                continue
            _list_one(s, y, p, a, dig_a, ZERO, NOWHERE, ZERO, ONE)
            continue
        dig_b = s.height[b] - 1 - s.depth[p]
        can_keep = dig_b <= s.height[b] - lowest_kept
        can_base = merge and s.spot_columns > 0 and dig_b + 1 <= s.height[b] - 2
        if b != a:
            if can_keep:
                _list_one(s, y, p, a, dig_a, ZERO, b, dig_b, ZERO)
            if can_base:
                _list_one(s, y, p, a, dig_a, ZERO, b, dig_b + 1, ONE)
        elif dig_b > dig_a:
            # `p` lies deeper in the same column: `y` is dug up on the way.
            if can_keep and dig_b > dig_a + 1:
                _list_one(s, y, p, a, dig_b, ONE, NOWHERE, ZERO, ZERO)
            if can_base:
                _list_one(s, y, p, a, dig_b + 1, ONE, NOWHERE, ZERO, ONE)
        elif merge and s.spot_columns > 0:
            # `p` lies above `y`, is dug up on the way and based in an empty column.
            _list_one(s, y, p, a, dig_a, ZERO, NOWHERE, ZERO, ONE)


@kernel
def _list_king(s, y, a, dig_a):
    """List every way to bring the king `y` to an empty column, digging one out if there is none (kings-only rule)."""
    if a != CELL and s.depth[y] == 0:
        return
    for column in range(s.columns):
        if s.height[column] == 0:
            _list_one(s, y, TO_EMPTY, a, dig_a, ZERO, column, ZERO, ZERO)
            return
    for column in range(s.columns):
        height = s.height[column]
        if height > s.free:
            continue
        if column == a:
            _list_one(s, y, TO_EMPTY, a, height, ONE, NOWHERE, ZERO, ZERO)
        else:
            _list_one(s, y, TO_EMPTY, a, dig_a, ZERO, column, height, ZERO)


@kernel
def list_moves(s):
    """List all productive moves of the position, each with its rank and the key it leads to (0, 0: not known yet)."""
    merge = s.merge
    s.listed = 0
    _measure_digging(s)
    free = s.free
    for place in range(s.columns + 1):
        a = place if place < s.columns else CELL
        if a == CELL:
            reachable = s.n_loose
        else:
            # A column is never dug down to its base here where that would make it a spot: that is a move of its own.
            reachable = max(0, min(free + 1, s.height[a] - 1 if merge else s.height[a]))
        for i in range(reachable):
            y = s.loose[i] if a == CELL else np.int64(s.card[a, s.height[a] - 1 - i])
            dig = 0 if a == CELL else i
            if s.home[y & 3] == y >> 2:
                _list_one(s, y, TO_HOME, a, dig, ZERO, NOWHERE, ZERO, ZERO)
            _list_builds(s, y, a, dig)
            if s.empty == KINGS and (y >> 2) == s.ranks - 1:
                _list_king(s, y, a, dig)
            if merge and a != CELL and i == s.height[a] - 2:
                _list_one(s, y, TO_SPOT, a, dig, ZERO, NOWHERE, ZERO, ZERO)
