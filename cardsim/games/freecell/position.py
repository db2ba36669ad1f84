"""One position that moves are made on and taken back from, with its 128-bit key kept up to date.

The key is the exclusive or of ``zobrist[card, under]`` over the cards not home, where `under` is the card below,
``BASE`` at the bottom of a column, or ``LOOSE`` in a cell.  Where any card may go to an empty column (`merge`), a
card alone in its column counts as ``LOOSE`` too (see :mod:`.exhaustive` for why, and when it does not).

Everything stands in one record, which compiled functions hand on as a single pointer: a tuple of arrays costs six times
as much, measured.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.variant import ANY_CARD, CELL, HOME, MAX_CELLS, MAX_COLUMNS, MAX_HEIGHT, Variant, safe

BASE, LOOSE = 52, 53
NONE = -1
RESERVE = 1024
"""Room that the listing of one position's moves may need."""

POSITION = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # The rules (:class:`.variant.Variant`).
                ("columns", np.int64),
                ("cells", np.int64),
                ("build", np.int64),
                ("empty", np.int64),
                ("ranks", np.int64),
                ("merge", np.int64),
                # The longest run that moves as one action (0: by free cells and columns, doubled so often at most).
                ("longest_run", np.int64),
                ("doublings", np.int64),
                # The cards: columns from the base up, cells (-1 empty), cards home by suit, where each card is.
                ("card", np.int8, (MAX_COLUMNS, MAX_HEIGHT)),
                ("height", np.int64, (MAX_COLUMNS,)),
                ("cell", np.int64, (MAX_CELLS,)),
                ("home", np.int64, (4,)),
                ("place", np.int64, (52,)),
                ("depth", np.int64, (52,)),
                ("key", np.uint64, (2,)),
                # A survey of it: free spots, loose cards, columns that are spots, columns of one card among them.
                ("free", np.int64),
                ("n_loose", np.int64),
                ("spot_columns", np.int64),
                ("singles", np.int64),
                ("loose", np.int64, (MAX_COLUMNS + MAX_CELLS,)),
                ("loose_set", np.int64),
                ("tail_set", np.int64),
                # Key changes of digging j cards off a column, these cards as a set; the key change of the cards that
                # stand alone in columns when all spots are full.
                ("dug", np.uint64, (MAX_COLUMNS + 1, MAX_HEIGHT + 1, 2)),
                ("dug_set", np.int64, (MAX_COLUMNS + 1, MAX_HEIGHT + 1)),
                ("alone", np.uint64, (2,)),
                # The moves listed for it, with the keys they lead to and their ranks; how many moves wait in all.
                ("listed", np.int64),
                ("move", np.int64, (RESERVE,)),
                ("leads_to", np.uint64, (RESERVE, 2)),
                ("rank", np.int64, (RESERVE,)),
                ("top", np.int64),
                ("buffer", np.int8, (MAX_HEIGHT,)),
                ("zobrist", np.uint64, (52, 54, 2)),
            ],
            align=True,
        ),
    )
)


def new_position(variant: Variant, zobrist: np.ndarray) -> np.ndarray:
    """A one-element array that holds an empty position under `variant`."""
    array = np.zeros(1, POSITION).view(np.recarray)
    for name, value in variant._asdict().items():
        array[name] = value
    array["merge"] = variant.empty == ANY_CARD
    array["doublings"] = MAX_COLUMNS
    array["zobrist"][0] = zobrist
    return array


@kernel(inline="always")
def toggle(s, card, under):
    """Put the pair (card, under) into the key, or take it out."""
    s.key[0] ^= s.zobrist[card, under, 0]
    s.key[1] ^= s.zobrist[card, under, 1]


@kernel
def take(s, place):
    """Lift the playable card at `place` (a column or cell) and return it."""
    if place >= CELL:
        card = s.cell[place - CELL]
        s.cell[place - CELL] = NONE
        toggle(s, card, LOOSE)
        return card
    left = s.height[place] - 1
    card = np.int64(s.card[place, left])
    s.height[place] = left
    if left == 0:
        toggle(s, card, LOOSE if s.merge else BASE)
    else:
        under = np.int64(s.card[place, left - 1])
        toggle(s, card, under)
        if left == 1 and s.merge:
            toggle(s, under, BASE)
            toggle(s, under, LOOSE)
    return card


@kernel
def put(s, place, card):
    """Lay the lifted `card` down at `place` (a column, an empty cell or home)."""
    s.place[card] = place
    if place == HOME:
        s.home[card & 3] += 1
    elif place >= CELL:
        s.cell[place - CELL] = card
        toggle(s, card, LOOSE)
    else:
        height = s.height[place]
        s.card[place, height] = card
        s.height[place] = height + 1
        s.depth[card] = height
        if height == 0:
            toggle(s, card, LOOSE if s.merge else BASE)
        else:
            under = np.int64(s.card[place, height - 1])
            toggle(s, card, under)
            if height == 1 and s.merge:
                toggle(s, under, BASE)
                toggle(s, under, LOOSE)


@kernel
def step(s, source, target, trail, steps):
    """Move one card, note it in the trail and return the trail's new length."""
    card = take(s, source)
    put(s, target, card)
    trail[steps] = source | (target << 5) | (card << 10)
    return steps + 1


@kernel
def take_back(s, noted):
    """Undo a step noted in a trail."""
    source = noted & 31
    target = (noted >> 5) & 31
    card = np.int64(noted >> 10)
    if target == HOME:
        s.home[card & 3] -= 1
    else:
        take(s, target)
    put(s, source, card)


@kernel
def autoplay(s, trail, steps):
    """Send home every card that is of no more use (:func:`.variant.safe`); return the trail's new length."""
    moved = True
    while moved:
        moved = False
        for suit in range(4):
            rank = s.home[suit]
            if rank == s.ranks:
                continue
            card = 4 * rank + suit
            place = s.place[card]
            if place < CELL and s.depth[card] != s.height[place] - 1:
                continue
            if safe(suit, rank, s.home, s.build):
                steps = step(s, place, np.int64(HOME), trail, steps)
                moved = True
    return steps


@kernel
def load(s, deal):
    """Set up a position from one row of a ``(n, DEAL_SIZE)`` array (see :func:`.variant.deal_row`)."""
    s.height[:] = 0
    s.cell[:] = NONE
    s.place[:] = HOME
    s.key[:] = 0
    s.top = 0
    i = 0
    for suit in range(4):
        s.home[suit] = deal[i]
        i += 1
    for k in range(s.cells):
        if deal[i] != NONE:
            put(s, CELL + k, np.int64(deal[i]))
        i += 1
    for column in range(s.columns):
        height = np.int64(deal[i])
        i += 1
        for _ in range(height):
            put(s, column, np.int64(deal[i]))
            i += 1
