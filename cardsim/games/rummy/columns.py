"""The outcome columns of a rummy hand and a rummy match."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column
from cardsim.games.rummy.view import SEATS

WON, DEPLETED, DEAD, CAP = range(4)
ENDS = ("won", "depleted", "dead", "cap")
TARGET_REACHED, ALL_DEALT, CAPPED = range(3)
MATCH_ENDS = ("target", "deals", "cap")

DEAL_COLUMNS = (
    Column(
        "end", np.int8, "somebody went out, the stock ran out for good, nobody could go out, turn cap", categories=ENDS
    ),
    Column("winner", np.int8, "the seat that went out, -1 none"),
    Column("points", np.float32, "points of each seat", size=SEATS),
    Column("turns", np.int32, "turns of all players together"),
    Column("starter", np.int8, "the seat that began"),
    Column("going_rummy", np.bool_, "the winner had put down nothing before the turn in which he went out", flag=True),
    Column("recycles", np.int16, "how often the discards became the stock"),
    Column("out_by_discard", np.bool_, "the winner went out with a last discard", flag=True),
    Column("own_turns", np.int16, "turns of each seat", size=SEATS),
    Column("melds", np.int16, "melds put down by all players"),
    Column("layoffs", np.int16, "cards laid off by all players, calls included"),
    Column("calls", np.int16, "discards called"),
)
MATCH_COLUMNS = (
    Column("end", np.int8, "target reached, all hands dealt, or broken off", categories=MATCH_ENDS),
    Column("winner", np.int8, "the seat that won the match, -1 none"),
    Column("points", np.float32, "final points of each seat", size=SEATS),
    Column("deals", np.int32, "hands played"),
    Column("starter", np.int8, "the seat that began the first hand"),
    Column("turns", np.int32, "turns of all players together, all hands"),
    Column("stalemates", np.int32, "hands that nobody won"),
    Column("hands_won", np.int32, "hands each seat won", size=SEATS),
)
