"""What players look at: numbers that say how good a position is, and whether it is over.

The numbers are the advice of players in figures: keep cells empty (``used``), value empty columns (``ec``), clear a
short column (``sh``), dig for the next cards (``dp``), put columns in order (``dis``, ``bur``), plan for kings
(``kg``, ``kc``).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import list_actions, perform, send_home, undo
from cardsim.games.freecell.position import NONE
from cardsim.games.freecell.rules import AUTOPLAY_ALL, AUTOPLAY_NONE
from cardsim.games.freecell.variant import ANY_CARD, CELL, fits

FEATURES = ("nh", "used", "ec", "dp", "dis", "bur", "kg", "kc", "sh")
"""Cards not home; cells in use; empty columns; cards on the next needed cards; pairs that are no build; cards above a
lower one of their column; cards beneath kings; kings in cells; height of the shortest column that is not empty, 0 if
one is.
"""
NH, USED, EC, DP, DIS, BUR, KG, KC, SH = range(len(FEATURES))


@kernel
def measure(s, values):
    """Fill `values` with the features of a position."""
    for i in range(9):
        values[i] = 0
    shortest = 99
    king = s.ranks - 1
    for column in range(s.columns):
        height = s.height[column]
        shortest = min(shortest, height)
        if height == 0:
            values[EC] += 1
            continue
        below = np.int64(s.card[column, 0])
        lowest = below >> 2
        for i in range(1, height):
            card = np.int64(s.card[column, i])
            rank = card >> 2
            if not fits(card, below, s.build):
                values[DIS] += 1
            if rank > lowest:
                values[BUR] += 1
            else:
                lowest = rank
            if rank == king:
                values[KG] += i
            below = card
    values[SH] = shortest
    for k in range(s.cells):
        if s.cell[k] != NONE:
            values[USED] += 1
            if s.cell[k] >> 2 == king:
                values[KC] += 1
    left = 0
    for suit in range(4):
        left += s.ranks - s.home[suit]
        if s.home[suit] < s.ranks:
            values[DP] += cards_on(s, 4 * s.home[suit] + suit)
    values[NH] = left


@kernel
def cards_on(s, card):
    """Number of cards that lie on a card; 0 in a cell."""
    place = s.place[card]
    return s.height[place] - 1 - s.depth[card] if place < CELL else 0


@kernel
def all_home(s):
    """Whether the game is won."""
    return s.home[0] + s.home[1] + s.home[2] + s.home[3] == 4 * s.ranks


@kernel
def clearly_alive(s):
    """Whether some next needed card has no more cards on it than there are free cells and columns to put them."""
    room = 0
    for k in range(s.cells):
        room += s.cell[k] == NONE
    if s.empty == ANY_CARD:
        for column in range(s.columns):
            room += s.height[column] == 0
    for suit in range(4):
        if s.home[suit] < s.ranks and cards_on(s, 4 * s.home[suit] + suit) <= room:
            return True
    return False


@kernel
def clearly_dead(s, actions):
    """Whether no action is left; `actions` is room to list them."""
    for k in range(s.cells):
        if s.cell[k] == NONE:
            return False
    return not clearly_alive(s) and list_actions(s, actions) == 0


@kernel
def play_automatically(s, autoplay, trail):
    """Send home what the rules send home by itself, noting it; return how many cards."""
    return send_home(s, autoplay == AUTOPLAY_ALL, trail) if autoplay != AUTOPLAY_NONE else 0


@kernel
def advance(s, card, target, count, autoplay, trail):
    """Make an action and what follows by itself; return how many rows of `trail` :func:`go_back` has to undo."""
    trail[0, 3] = perform(s, card, target, count)
    trail[0, 0], trail[0, 1], trail[0, 2] = card, target, count
    return 1 + play_automatically(s, autoplay, trail[1:])


@kernel
def go_back(s, trail, steps):
    """Undo what :func:`advance` did."""
    for i in range(steps - 1, -1, -1):
        undo(s, trail[i, 0], trail[i, 1], trail[i, 2], trail[i, 3])


@kernel
def single_steps(cards, cells, columns):
    """Fewest single-card moves that carry a run of `cards` with so many free cells and empty columns besides the
    target.
    """
    if cards <= cells + 1:
        return 2 * cards - 1
    # most[e]: the longest run with e columns; a run is split so that the upper part waits in a column of its own.
    fewest = np.full((columns + 1, cards + 1), 1 << 40)
    for size in range(1, min(cards, cells + 1) + 1):
        fewest[0, size] = 2 * size - 1
    for e in range(1, columns + 1):
        for size in range(1, cards + 1):
            fewest[e, size] = fewest[e - 1, size]
            for above in range(1, size):
                steps = 2 * fewest[e - 1, above] + fewest[e - 1, size - above]
                fewest[e, size] = min(fewest[e, size], steps)
    return fewest[columns, cards]
