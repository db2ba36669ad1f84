"""The outcome columns of a spades deal and a spades match."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Column

PLAYED = 0
ENDS = ("played",)
TARGET, FLOOR, DEALS, DRAW, SETS = range(5)
MATCH_ENDS = ("target", "floor", "deals", "draw", "sets")

DEAL_COLUMNS = (
    Column("end", np.int8, "how the deal ended", categories=ENDS),
    Column("winner", np.int8, "the team with more points in this deal, -1 none"),
    Column("points", np.int16, "points of each team in this deal", size=2),
    Column("turns", np.int16, "cards played"),
    Column("starter", np.int8, "the seat that led first"),
    Column("bid", np.int8, "the bid of each seat; 0 is nil or blind nil", size=4),
    Column("nil", np.int8, "of each seat: 0 no nil, 1 nil, 2 blind nil", size=4),
    Column("nil_made", np.int8, "of each seat: 1 nil made, 0 nil failed, -1 no nil", size=4),
    Column("tricks", np.int8, "tricks of each seat", size=4),
    Column("contract", np.int8, "the contract of each team", size=2),
    Column("set", np.int8, "of each team: 1 contract set, 0 made, -1 contract 0", size=2),
    Column("bags", np.int8, "bags of each team in this deal", size=2),
    Column("bag_penalty", np.int16, "bag penalties of each team in this deal", size=2),
    Column("high_card_points", np.int8, "dealt to each seat: ace 4, king 3, queen 2, jack 1", size=4),
)
MATCH_COLUMNS = (
    Column("end", np.int8, "how the match ended", categories=MATCH_ENDS),
    Column("winner", np.int8, "the winning team, -1 in a draw"),
    Column("points", np.int32, "final score of each team", size=2),
    Column("deals", np.int32, "deals played"),
    Column("starter", np.int8, "the seat that led first in the first deal"),
    Column("turns", np.int32, "cards played in all deals"),
    Column("sets", np.int32, "contracts of each team that were set", size=2),
    Column("bags", np.int32, "bags of each team in all deals", size=2),
    Column("bag_penalty", np.int32, "bag penalties of each team", size=2),
    Column("nils", np.int32, "nils and blind nils of each team", size=2),
    Column("nils_made", np.int32, "of these, made", size=2),
)
