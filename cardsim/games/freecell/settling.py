"""Loose cards, free spots, and the loose cards that are built at once (argued in :mod:`.exhaustive`).

Sets of cards are bit sets, bit ``4 * rank + suit``, so that all the cards that a whole set could be built on are a few
shifts away.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.freecell.position import NONE, step
from cardsim.games.freecell.variant import ALTERNATE, CHILD_SUITS, CHILDREN, SUIT, ZERO

_CLUBS = 0x1111111111111
_RED = 6 * _CLUBS
_BLACK = 9 * _CLUBS


@kernel(inline="always")
def parents_of(cards, build):
    """The cards that some card of a set may be built on."""
    if build == ALTERNATE:
        red = cards & _RED
        black = cards & _BLACK
        return ((((red >> 1) | (red >> 2)) & _CLUBS) * 9 + ((black | (black >> 3)) & _CLUBS) * 6) << 4
    if build == SUIT:
        return cards << 4
    return (((cards | (cards >> 1) | (cards >> 2) | (cards >> 3)) & _CLUBS) * 15) << 4


@kernel
def count_spots(s):
    """Count free spots, loose cards, and the columns that are spots (only where any card may go to an empty column).

    Notes the set of loose cards and that of the last cards of all other columns.
    """
    free = 0
    n = 0
    columns = 0
    singles = 0
    loose = ZERO
    tails = ZERO
    for k in range(s.cells):
        card = s.cell[k]
        if card == NONE:
            free += 1
        else:
            s.loose[n] = card
            loose |= 1 << card
            n += 1
    for column in range(s.columns):
        height = s.height[column]
        if height > 1 or (height == 1 and not s.merge):
            tails |= 1 << np.int64(s.card[column, height - 1])
        elif s.merge:
            columns += 1
            if height == 0:
                free += 1
            else:
                singles += 1
                card = np.int64(s.card[column, 0])
                s.loose[n] = card
                loose |= 1 << card
                n += 1
    s.free = free
    s.n_loose = n
    s.spot_columns = columns
    s.singles = singles
    s.loose_set = loose
    s.tail_set = tails


@kernel
def next_build(loose, tails, build):
    """A loose card and the last card of a column that it fits on, ``card | on << 6``; -1 if there are none."""
    fitting = parents_of(loose, build) & tails
    if fitting == 0:
        return -1
    on = lowest(fitting)
    card = ZERO
    for i in range(CHILDREN[build]):
        card = ((on >> 2) - 1) * 4 + CHILD_SUITS[build, on & 3, i]
        if (loose >> card) & 1:
            break
    return card | (on << 6)


@kernel
def settle(s, trail, steps):
    """Build every loose card that fits on the last card of a column, and survey the position; return the trail's new
    length.
    """
    count_spots(s)
    build = next_build(s.loose_set, s.tail_set, s.build)
    if build < 0:
        return steps
    while build >= 0:
        card = build & 63
        on = build >> 6
        steps = step(s, s.place[card], s.place[on], trail, steps)
        s.loose_set ^= 1 << card
        s.tail_set ^= (1 << on) | (1 << card)
        build = next_build(s.loose_set, s.tail_set, s.build)
    count_spots(s)
    return steps
