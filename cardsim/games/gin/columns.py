"""The outcome columns of a gin hand and a gin match."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column

GIN, BIG_GIN, KNOCK, UNDERCUT, TIE, VOID = range(6)
ENDS = ("gin", "big_gin", "knock", "undercut", "tie", "void")
TARGET_REACHED, CAPPED = 0, 1
MATCH_ENDS = ("target", "cap")

DEAL_COLUMNS = (
    Column("end", np.int8, "how the hand ended", categories=ENDS),
    Column("winner", np.int8, "the seat that scored, -1 none"),
    Column("points", np.float32, "points of each seat", size=2),
    Column("turns", np.int16, "turns of both players together"),
    Column("starter", np.int8, "the seat that began"),
    Column("knocker", np.int8, "the seat that knocked or declared gin, -1 none"),
    Column("knock_turn", np.int16, "own turn of the knock, counted from 1, -1 none"),
    Column("knock_deadwood", np.int16, "the knocker's deadwood, -1 none"),
    Column("defender_deadwood", np.int16, "the defender's deadwood after melds and lay-offs, -1 none"),
    Column("draws", np.int16, "cards drawn by both players"),
    Column("upcard_draws", np.int16, "of these, from the pile"),
    Column("layoffs", np.int8, "cards laid off"),
    Column("dealt_deadwood", np.int16, "least deadwood of the cards dealt to each seat", size=2),
)
MATCH_COLUMNS = (
    Column("end", np.int8, "how the match ended", categories=MATCH_ENDS),
    Column("winner", np.int8, "the seat with the higher score, -1 none"),
    Column("points", np.float32, "final points of each seat, bonuses included", size=2),
    Column("deals", np.int32, "hands played"),
    Column("starter", np.int8, "the seat that began the first hand"),
    Column("turns", np.int32, "turns of both players together, all hands"),
    Column("hands_won", np.int32, "hands each seat won", size=2),
)
