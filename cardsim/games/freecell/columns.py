"""The outcome columns of a FreeCell game."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column

WON, DEAD, MOVE_LIMIT, IMPOSSIBLE_END, UNDECIDED_END = range(5)
ENDS = ("won", "dead", "move_limit", "impossible", "undecided")
"""The first three are ends of play, the last two verdicts of the solver, whose other verdict is "won"."""

DEAL_COLUMNS = (
    Column(
        "end",
        np.int8,
        "won; dead: no card can come home any more; move_limit: too many actions; solver: won, impossible, undecided",
        categories=ENDS,
    ),
    Column("winner", np.int8, "0 if the game is won, else -1"),
    Column("points", np.float32, "1 for a win, else 0", size=1),
    Column("turns", np.int32, "actions made (as `moves`)"),
    Column(
        "moves", np.int32, "actions made; a run counts once; of the solver: length of the line found, not shortened"
    ),
    Column("card_moves", np.int32, "single-card moves that the actions stand for, -1 for the solver"),
    Column("cards_home", np.int8, "cards on the foundations at the end, -1 if the solver finds no win"),
    Column("cells_used", np.int8, "cells in use at the end, -1 for the solver"),
    Column("empty_columns", np.int8, "empty columns at the end, -1 for the solver"),
    Column("states", np.int64, "positions that the solver visited, -1 for players"),
    Column(
        "last_home", np.int32, "number of the action that brought the last card home, 0 if none did; -1 for the solver"
    ),
)
