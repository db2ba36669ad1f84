"""What the solvers need to know of the rules: six whole numbers, and the card arithmetic that follows from them.

Inside the solvers a card is ``4 * rank + suit`` (suits C D H S = 0..3, rank 0 = ace), so that rank and suit are a shift
and a mask; :func:`inner` and :func:`outer` translate to and from the package's ``13 * suit + rank``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel

ALTERNATE, SUIT, ANY_SUIT = 0, 1, 2
ANY_CARD, KINGS, NO_CARD = 0, 1, 2
MAX_COLUMNS, MAX_CELLS, MAX_HEIGHT = 13, 12, 52
CELL = MAX_COLUMNS
"""Places: 0..12 the columns, ``CELL + k`` the cells, ``HOME`` the foundations."""
HOME = CELL + MAX_CELLS
ZERO, ONE = np.int64(0), np.int64(1)
"""Numbers handed to compiled functions: for a plain 0 or 1 numba would compile a version of its own each time."""


class Variant(NamedTuple):
    """The rules that decide what can be won; `ranks` below 13 make the small decks of the tests."""

    columns: int
    cells: int
    build: int
    empty: int
    ranks: int = 13


# The suits that may be built on a card of a suit, and how many they are, by build rule.
CHILD_SUITS = np.array(
    [
        [[1, 2, 0, 0], [0, 3, 0, 0], [0, 3, 0, 0], [1, 2, 0, 0]],
        [[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]],
        [[0, 1, 2, 3]] * 4,
    ]
)
CHILDREN = np.array([2, 1, 4])


@kernel(inline="always")
def fits(card, on, build):
    """Whether `card` may be built on the card `on`."""
    if (on >> 2) != (card >> 2) + 1:
        return False
    if build == ALTERNATE:
        return (((card ^ (card >> 1)) ^ (on ^ (on >> 1))) & 1) == 1
    return build == ANY_SUIT or ((card ^ on) & 3) == 0


@kernel(inline="always")
def safe(suit, rank, home, build):
    """Whether a card of `suit` and `rank` (0 = ace), next on its foundation, is of no more use in a column.

    Blake & Gent, JAIR 85 (2026), art. 21, App. B.1, Theorem 1: by suit always; in alternating colours if all cards that
    could be built on it are home, or can go home at once together with all that could be built on those.  Where any
    suit may be built, every card of the next lower rank has to be home.
    """
    if build == SUIT:
        return True
    if build == ANY_SUIT:
        return min(home[0], home[1], home[2], home[3]) >= rank
    if suit == 0 or suit == 3:
        opposite = min(home[1], home[2])
    else:
        opposite = min(home[0], home[3])
    return opposite >= rank or (opposite >= rank - 1 and home[3 - suit] >= rank - 2)


DEAL_SIZE = 4 + MAX_CELLS + MAX_COLUMNS + 52
"""Numbers in a deal row: cards home by suit, the cells (-1 empty), then each column's height and its cards."""


def deal_row(
    columns: Iterable[Sequence[int]], cells: Sequence[int], home: Sequence[int], variant: Variant, base: int = 1
) -> np.ndarray:
    """One position as the compiled solvers take it, from lists of cards numbered ``13 * suit + rank``; int8.

    Ranks are counted from `base`, the first rank of the foundations.
    """
    row = list(home) + [inner(card, base) if card >= 0 else -1 for card in cells] + [-1] * (variant.cells - len(cells))
    for column in columns:
        row += [len(column), *(inner(card, base) for card in column)]
    return np.array(row + [0] * (DEAL_SIZE - len(row)), np.int8)


@kernel
def write_row(s, row):
    """Write a position down as a deal row."""
    for suit in range(4):
        row[suit] = s.home[suit]
    at = 4
    for k in range(s.cells):
        row[at] = s.cell[k]
        at += 1
    for column in range(s.columns):
        row[at] = s.height[column]
        at += 1
        for i in range(s.height[column]):
            row[at] = s.card[column, i]
            at += 1
    for i in range(at, DEAL_SIZE):
        row[i] = 0


def inner(card: int, base: int = 1) -> int:
    """The solvers' number of a card given as ``13 * suit + rank``, ranks counted from `base`."""
    return 4 * ((card % 13 - (base - 1)) % 13) + card // 13


def outer(card: int, base: int = 1) -> int:
    """The package's number ``13 * suit + rank`` of a solver's card."""
    return 13 * (card & 3) + ((card >> 2) + base - 1) % 13


def zobrist(seed: int) -> np.ndarray:
    """128 random bits for each (card, what it lies on: a card, the base of a column or a cell); shape (52, 54, 2).

    The key of a position is the exclusive or of these over all its cards, so that the order of columns and of cells
    does not matter.  Made with SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    """
    words = np.empty(52 * 54 * 2, np.uint64)
    state, mask = seed & 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF
    for i in range(len(words)):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        words[i] = z ^ (z >> 31)
    return words.reshape(52, 54, 2)
