"""What the kernel for two packs and wild cards keeps of a hand and a match, after the fields all games share."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim.games.rummy.packs.ground import GROUND, KINDS
from cardsim.games.rummy.view import MOST_CARDS, SEATS

STATE = [
    ("hands", np.int64, (SEATS, KINDS)),
    ("held_banned", np.int64, (SEATS, KINDS)),
    ("stock", np.uint8, (MOST_CARDS,)),
    ("next_card", np.int64),
    ("stock_end", np.int64),
    ("pile", np.uint8, (MOST_CARDS,)),
    ("pile_size", np.int64),
    ("known_stock", np.int64),
    ("ground", GROUND),
    ("down", np.int64, (KINDS,)),
    ("layable", np.int64),
    ("melded", np.int64, (SEATS,)),
    ("shed_before", np.int64, (SEATS,)),
    ("taken", np.int64, (SEATS,)),
    ("tabled", np.int64, (SEATS,)),
    ("false_calls", np.int64, (SEATS,)),
    ("own_turns", np.int64, (SEATS,)),
    ("left", np.int64, (SEATS,)),
    ("turns", np.int64),
    ("recycles", np.int64),
    ("melds", np.int64),
    ("layoffs", np.int64),
    ("calls", np.int64),
    ("melds_this_turn", np.int64),
    ("layoffs_this_turn", np.int64),
    ("shed_first", np.int64),
    ("starter", np.int64),
    ("end", np.int64),
    ("winner", np.int64),
    ("going_rummy", np.int64),
    ("out_by_discard", np.int64),
    ("points", np.float64, (SEATS,)),
    ("scores", np.float64, (SEATS,)),
    ("wins", np.int64, (SEATS,)),
    ("recycling", rng.STATE, (1,)),
]
