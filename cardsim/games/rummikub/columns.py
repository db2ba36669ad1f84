"""The outcome columns of a Rummikub deal and a match."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column

OUT, POOL_EMPTY = range(2)
ENDS = ("out", "pool_empty")
MATCH_ENDS = ("rounds",)

DEAL_COLUMNS = (
    Column("end", np.int8, "how the deal ended: a rack was emptied, or nobody went out", categories=ENDS),
    Column("winner", np.int8, "the seat that won, -1 if the win is shared"),
    Column("points", np.float32, "points of each seat", size=4),
    Column("turns", np.int16, "turns of all players together"),
    Column("starter", np.int8, "the seat that began"),
    Column("opening_turn", np.int16, "own turn in which each seat opened, from 1; 0 never", size=4),
    Column("tiles_left", np.int16, "tiles left on each rack", size=4),
    Column("jokers_left", np.int8, "jokers left on each rack", size=4),
    Column("rack_value", np.int16, "value left on each rack, jokers at their penalty", size=4),
    Column("pool_left", np.int16, "tiles left in the pool"),
    Column("table_tiles", np.int16, "tiles on the table at the end"),
)
MATCH_COLUMNS = (
    Column("end", np.int8, "how the match ended: all rounds were played", categories=MATCH_ENDS),
    Column("winner", np.int8, "the seat with the highest total, -1 if shared"),
    Column("points", np.float32, "total of each seat", size=4),
    Column("deals", np.int32, "deals played"),
    Column("starter", np.int8, "the seat that began the first deal"),
    Column("turns", np.int32, "turns of all players, all deals"),
    Column("rounds_won", np.int32, "deals each seat won", size=4),
)
