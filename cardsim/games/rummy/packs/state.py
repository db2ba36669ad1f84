"""What the kernel for two packs and wild cards keeps of a hand and a match, after the fields all games share."""

from __future__ import annotations

import numpy as np

from cardsim.games.rummy.packs.ground import GROUND, KINDS
from cardsim.games.rummy.view import COMMON_STATE, MOST_CARDS, SEATS

STATE = [
    ("hands", np.int64, (SEATS, KINDS)),
    ("held_banned", np.int64, (SEATS, KINDS)),
    ("stock", np.uint8, (MOST_CARDS,)),
    ("pile", np.uint8, (MOST_CARDS,)),
    ("ground", GROUND),
    ("down", np.int64, (KINDS,)),
    *COMMON_STATE,
]
