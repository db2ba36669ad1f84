"""Carrying out a productive move card by card, and finding the spots for the cards that are dug up."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import NONE, step
from cardsim.games.freecell.productive import (
    BASED,
    CHOICE,
    COLUMN_A,
    COLUMN_B,
    DIG_A,
    DIG_B,
    list_loose,
)
from cardsim.games.freecell.successors import TO_EMPTY, TO_HOME, TO_SPOT
from cardsim.games.freecell.variant import CELL, HOME, ZERO


@kernel
def _free_cell(s):
    for k in range(s.cells):
        if s.cell[k] == NONE:
            return CELL + k
    return NONE


@kernel
def _empty_column(s, reserved):
    for column in range(s.columns):
        if s.height[column] == 0 and column != reserved:
            return column
    return NONE


@kernel
def _arrange(s, in_columns, trail, steps):
    """Exchange loose cards until those of the mask `in_columns`, as far as they are loose, stand in columns."""
    while True:
        cell_card = NONE
        column_card = NONE
        for k in range(s.cells):
            if s.cell[k] != NONE and (in_columns >> s.cell[k]) & 1:
                cell_card = CELL + k
        for column in range(s.columns):
            if s.height[column] == 1 and not (in_columns >> s.card[column, 0]) & 1:
                column_card = column
        empty = _empty_column(s, np.int64(NONE))
        cell = _free_cell(s)
        if cell_card != NONE and empty != NONE:
            steps = step(s, cell_card, empty, trail, steps)
        elif column_card != NONE and cell != NONE:
            steps = step(s, column_card, cell, trail, steps)
        else:
            return steps


@kernel
def _clear_column(s, trail, steps):
    """Make sure that a column is empty, sending a card that stands alone to a free cell; return it and the steps."""
    empty = _empty_column(s, np.int64(NONE))
    if empty == NONE:
        for column in range(s.columns):
            if s.height[column] == 1:
                empty = column
        steps = step(s, empty, _free_cell(s), trail, steps)
    return empty, steps


@kernel
def carry_out(s, word, trail, steps):
    """Make the single-card moves of a productive move, noting them; return the trail's new length."""
    y = word & 63
    p = (word >> 6) & 63
    based = (word >> BASED) & 1
    choice = word >> CHOICE
    in_columns = ZERO
    reserved = np.int64(NONE)
    if choice:
        items = list_loose(s, word)
        for i in range(items):
            if (choice >> i) & 1:
                in_columns |= 1 << s.loose[i]
        steps = _arrange(s, in_columns, trail, steps)
    elif based and (s.place[p] >= CELL or s.height[s.place[p]] > 1):
        reserved, steps = _clear_column(s, trail, steps)
        if s.place[p] >= CELL:
            steps = step(s, s.place[p], reserved, trail, steps)
    for side in range(2):
        column = (word >> (COLUMN_B if side else COLUMN_A)) & 31
        dig = (word >> (DIG_B if side else DIG_A)) & 31
        for _ in range(dig):
            card = np.int64(s.card[column, s.height[column] - 1])
            target = _spot(s, card, reserved, p, choice, in_columns)
            steps = step(s, column, target, trail, steps)
    if p == TO_HOME:
        target = np.int64(HOME)
    elif p == TO_SPOT:
        target = _spot(s, y, reserved, p, choice, in_columns)
    elif p == TO_EMPTY:
        target = _empty_column(s, np.int64(NONE))
    else:
        target = s.place[p]
    return step(s, s.place[y], target, trail, steps)


@kernel
def _spot(s, card, reserved, p, choice, in_columns):
    """Where a dug card goes: the reserved column if it is `p`, else as chosen, else a cell before a column."""
    if card == p and reserved != NONE:
        return reserved
    if choice and (in_columns >> card) & 1:
        return _empty_column(s, np.int64(NONE))
    cell = _free_cell(s)
    return cell if cell != NONE else _empty_column(s, reserved)
