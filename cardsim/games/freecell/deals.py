"""Deals: Microsoft's numbered deals 1 .. 2**33 - 1, seeded deals, and how a pack is laid out.

The numbered deals are those of Microsoft FreeCell (1 .. 2**31 - 1), continued by FreeCell Pro; formulas as in
``gen_ms_boards__rand.h`` of Freecell Solver (S. Fish).  A pack lists the 52 cards in the order in which they are dealt.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardsim import rng
from cardsim._jit import kernel

LAST_DEAL = 2**33 - 1


@kernel
def ms_shuffle(number, pack):
    """Fill `pack` with the 52 cards of the numbered deal, in the order in which they are dealt."""
    for i in range(52):
        pack[i] = 13 * (i % 4) + i // 4
    state = number & 0xFFFFFFFF
    left = 52
    for _ in range(52):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        if number < 1 << 31:
            draw = (state >> 16) & 0x7FFF
        elif number < 1 << 32:
            draw = ((state >> 16) & 0x7FFF) | 0x8000
        else:
            draw = ((state >> 16) & 0xFFFF) + 1
        j = draw % left
        left -= 1
        # The chosen card goes to the end of the undealt part; read backwards that part is the deal.
        pack[j], pack[left] = pack[left], pack[j]
    for i in range(26):
        pack[i], pack[51 - i] = pack[51 - i], pack[i]


def check_number(number: object) -> int:
    """`number` as an int, if it names a deal.

    Raises
    ------
    ValueError
        If it is not a whole number from 1 to 2**33 - 1.
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise ValueError(f"{number!r} is not a deal number: give a whole number from 1 to {LAST_DEAL}")
    value = int(number.__index__())
    if not 1 <= value <= LAST_DEAL:
        raise ValueError(f"there is no deal {value}: deal numbers run from 1 to {LAST_DEAL} (2**33 - 1)")
    return value


def ms_pack(number: int) -> np.ndarray:
    """The 52 cards (``13 * suit + rank``) of a numbered deal, in the order in which they are dealt.

    Examples
    --------
    >>> from cardsim.cards import cards_text
    >>> cards_text(ms_pack(1)[:8])
    'Jd 2d 9h Jc 5d 7h 7c 5h'
    """
    pack = np.empty(52, np.int64)
    ms_shuffle(check_number(number), pack)
    return pack


def seeded_pack(seed: int, index: int = 0) -> np.ndarray:
    """The shuffled pack of game `index` of `seed`, the one :func:`cardsim.simulate` deals.

    Examples
    --------
    >>> bool((np.sort(seeded_pack(7, 0)) == np.arange(52)).all())
    True
    """
    state = rng.states(1)[0]
    rng.start(state, seed, index, 0, rng.DEAL)
    pack = np.arange(52)
    rng.shuffle(state, pack)
    return pack


def lay_out(pack: Sequence[int] | np.ndarray, columns: int, cells_filled: int) -> tuple[list[list[int]], list[int]]:
    """Deal `pack` row by row over the columns, the last `cells_filled` cards to the cells.

    Examples
    --------
    >>> lay_out(range(7), 3, 1)
    ([[0, 3], [1, 4], [2, 5]], [6])
    """
    cards = [int(card) for card in pack]
    dealt = len(cards) - cells_filled
    return [cards[q:dealt:columns] for q in range(columns)], cards[dealt:]


@kernel
def numbered_rows(numbers, columns, cells, cells_filled, base, rows):
    """Fill one deal row (:func:`.variant.deal_row`) for each numbered deal."""
    pack = np.empty(52, np.int64)
    dealt = 52 - cells_filled
    for n in range(len(numbers)):
        ms_shuffle(numbers[n], pack)
        for i in range(52):
            pack[i] = 4 * ((pack[i] % 13 + 14 - base) % 13) + pack[i] // 13
        row = rows[n]
        row[:] = 0
        at = 4
        for k in range(cells):
            row[at] = pack[dealt + k] if k < cells_filled else -1
            at += 1
        for column in range(columns):
            row[at] = (dealt - column + columns - 1) // columns
            at += 1
            for i in range(column, dealt, columns):
                row[at] = pack[i]
                at += 1
