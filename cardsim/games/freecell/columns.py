"""The outcome columns of a FreeCell game."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column

WON, DEAD, MOVE_LIMIT = 0, 1, 2
ENDS = ("won", "dead", "move_limit")

DEAL_COLUMNS = (
    Column("end", np.int8, "won; dead: no card can come home any more; move_limit: too many actions", categories=ENDS),
    Column("winner", np.int8, "0 if the game is won, else -1"),
    Column("points", np.float32, "1 for a win, else 0", size=1),
    Column("turns", np.int32, "actions made (as `moves`)"),
    Column("moves", np.int32, "actions made; a run counts once"),
    Column("card_moves", np.int32, "single-card moves that the actions stand for"),
    Column("cards_home", np.int8, "cards on the foundations at the end"),
    Column("cells_used", np.int8, "cells in use at the end"),
    Column("empty_columns", np.int8, "empty columns at the end"),
    Column("last_home", np.int32, "number of the action that brought the last card home, 0 if none did"),
)
