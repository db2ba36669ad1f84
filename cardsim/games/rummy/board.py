"""What one seat may do on the table now: the record that melds and layoffs are judged by."""

from __future__ import annotations

import numpy as np
from numba import from_dtype

LAY_NEVER, LAY_FREELY, LAY_AFTER_MELD = 0, 1, 2
"""Rights to lay off: none now, all, or only together with or after a new meld."""
MANY = 99
"""Number of new melds a turn allows when it is not limited."""

USE_ANY, USE_ONE_OWN, USE_TWO_OWN = 0, 1, 2
"""How many cards of the own hand must be in the meld for which the deepest card of a take is used."""

BAN_ALL, BAN_SINGLE, BAN_NONE = 0, 1, 2
"""All cards taken from the pile this turn, the card of a take of one, none."""

BOARD = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("runs", np.int64),  # line of the runs this seat may lay off on
                ("fourths", np.int64),  # cards that would complete a set of three it may lay off on
                ("cards", np.int64),  # every card on the table
                ("lay", np.int64),  # LAY_NEVER, LAY_FREELY, LAY_AFTER_MELD
                ("melds_left", np.int64),  # new melds it may still put down this turn
                ("exempt", np.int64),  # 1: that limit does not hold for whoever goes out
                ("opening", np.int64),  # pips its new melds must reach before anything counts; 0 once it has opened
                ("must_discard", np.int64),  # 1: the last card must be a discard
                ("duty", np.int64),  # cards that must be put down this turn (the deepest card of a take), or 0
                ("duty_from", np.int64),  # depth of a take from which its deepest card must be used
                ("duty_meld", np.int64),  # 1: that card must be melded, a layoff does not do
                ("duty_own", np.int64),  # own cards needed in the meld with the duty card
                ("own", np.int64),  # the hand before the draw
                ("own_twice", np.int64),  # of it, the cards held twice (two packs)
                ("ban", np.int64),  # which cards of a take may not be discarded: BAN_ALL, BAN_SINGLE, BAN_NONE
                ("ace", np.int64),  # the ace rule, a code of `runs.ACES`
                ("pips", np.int64, (4,)),  # cards whose pips have bit 1, 2, 4, 8
                ("deep", np.int64),  # address of the search for large hands, 0 where no hand gets large
                ("found", np.int64, (4,)),  # what that search found
            ],
            align=True,
        ),
    )
)
BOARD_TYPE = from_dtype(BOARD)


def pip_masks(ace_pips: int, face_pips: int | str) -> list[int]:
    """Four masks: the cards whose pips have the binary digit 1, 2, 4 and 8."""
    pips = [ace_pips, *range(2, 11)] + ([11, 12, 13] if face_pips == "rank" else [int(face_pips)] * 3)
    return [sum(1 << card for card in range(52) if pips[card % 13] >> digit & 1) for digit in range(4)]


def free_board(ace: int = 0, ace_pips: int = 1, face_pips: int | str = 10) -> np.recarray:
    """A record array of one empty table on which everything is allowed."""
    board = np.zeros(1, BOARD).view(np.recarray)
    board[0].lay, board[0].melds_left, board[0].ace, board[0].duty_from = LAY_FREELY, MANY, ace, 2
    board[0].pips[:] = pip_masks(ace_pips, face_pips)
    return board
