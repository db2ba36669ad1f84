"""Deals of the hidden cards that agree with what a player has seen, all equally likely.

A seat that has shown out of a suit holds none of it.  How many cards of each suit the three hidden hands hold is drawn
first, by the number of ways to deal them so; then the cards of each suit are dealt at random.
"""

from __future__ import annotations

from math import comb

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.parameters import record_dtype
from cardsim.games.spades.reading import is_void, unseen
from cardsim.games.spades.tricks import SUIT

WORLDS = record_dtype(
    [
        ("cards", np.int64, (4,)),
        ("room", np.int64, (4,)),
        ("known", np.int64, (4,)),
        ("closed", np.int64, (4, 4)),
        ("ways", np.float64, (5, 14, 14)),
        ("hands", np.int64, (4,)),
    ]
)
"""By suit the hidden cards; by seat from the left (1..3) the room, known cards and closed suits; the ways to deal the
suits from number s on into given room of the first two; a world, by seat from the left (0 is the player)."""
CHOOSE = np.array([[comb(n, k) for k in range(20)] for n in range(20)], np.float64)


@kernel
def look_around(view, worlds):
    """Prepare to draw worlds for the player whose view this is."""
    hidden = unseen(view)
    size = popcount(view.hand)
    partner_holds = view.given & hidden
    worlds.hands[0] = view.hand
    for k in range(1, 4):
        seat = (view.seat + k) & 3
        worlds.known[k] = partner_holds if k == 2 else np.int64(0)
        worlds.room[k] = size - (view.table[seat] >= 0) - popcount(worlds.known[k])
        for suit in range(4):
            worlds.closed[k, suit] = is_void(view, seat, SUIT[suit])
    for suit in range(4):
        worlds.cards[suit] = hidden & ~partner_holds & SUIT[suit]
    worlds.ways[4, :, :] = 0.0
    worlds.ways[4, 0, 0] = 1.0
    for suit in range(3, -1, -1):
        for first in range(worlds.room[1] + 1):
            for second in range(worlds.room[2] + 1):
                worlds.ways[suit, first, second] = ways_from(worlds, suit, first, second)


@kernel
def ways_so(worlds, suit, first, second, i, j):
    """Ways to deal the suits from `suit` on into such room if the first two seats get i and j cards of this suit."""
    n = popcount(worlds.cards[suit])
    if (i > 0 and worlds.closed[1, suit]) or (j > 0 and worlds.closed[2, suit]):
        return 0.0
    if n - i - j > 0 and worlds.closed[3, suit]:
        return 0.0
    return CHOOSE[n, i] * CHOOSE[n - i, j] * worlds.ways[suit + 1, first - i, second - j]


@kernel
def ways_from(worlds, suit, first, second):
    """Ways to deal the suits from `suit` on into such room of the first two seats."""
    n = popcount(worlds.cards[suit])
    total = 0.0
    for i in range(min(n, first) + 1):
        for j in range(min(n - i, second) + 1):
            total += ways_so(worlds, suit, first, second, i, j)
    return total


@kernel
def draw_split(worlds, suit, first, second, stream):
    """How many cards of `suit` the first two seats get, drawn by the number of ways."""
    n = popcount(worlds.cards[suit])
    left = rng.uniform(stream) * worlds.ways[suit, first, second]
    last_i, last_j = 0, 0
    for i in range(min(n, first) + 1):
        for j in range(min(n - i, second) + 1):
            ways = ways_so(worlds, suit, first, second, i, j)
            if ways > 0.0:
                last_i, last_j = i, j
                left -= ways
                if left < 0.0:
                    return i, j
    return last_i, last_j


@kernel
def draw_cards(cards, count, stream):
    """Any `count` of `cards`, all equally likely."""
    chosen = np.int64(0)
    left = popcount(cards)
    while count > 0:
        if rng.below(stream, left) < count:
            chosen |= cards & -cards
            count -= 1
        cards &= cards - 1
        left -= 1
    return chosen


@kernel
def draw_world(worlds, stream):
    """Draw the three hidden hands into ``worlds.hands``; False if no deal agrees with what was seen."""
    first, second = worlds.room[1], worlds.room[2]
    if worlds.ways[0, first, second] <= 0.0:
        return False
    for k in range(1, 4):
        worlds.hands[k] = worlds.known[k]
    for suit in range(4):
        i, j = draw_split(worlds, suit, first, second, stream)
        cards = worlds.cards[suit]
        mine = draw_cards(cards, i, stream)
        theirs = draw_cards(cards ^ mine, j, stream)
        worlds.hands[1] |= mine
        worlds.hands[2] |= theirs
        worlds.hands[3] |= cards ^ mine ^ theirs
        first -= i
        second -= j
    return True
