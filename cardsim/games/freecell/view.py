"""What a FreeCell player sees, and what the kernel keeps for itself.

Cards are numbered ``4 * rank + suit`` here, rank 0 the foundations' first, suits C D H S = 0..3.
"""

from __future__ import annotations

import numpy as np

from cardsim.games.freecell.features import FEATURES
from cardsim.games.freecell.position import POSITION
from cardsim.games.freecell.variant import DEAL_SIZE
from cardsim.games.game import Field
from cardsim.games.strategy import MEMORY

DECISIONS = ("act",)
MOST_ACTIONS = 448
VISITED = 1 << 13
"""Slots for the positions of one game; three quarters are used at most."""
ALIVE = 1 << 14
"""Slots for positions of one game from which another card can go home; three quarters are used at most."""

VIEW = (
    Field("n", np.int64, "number of legal actions; the answer is one of 0 .. n-1"),
    Field(
        "actions",
        np.int64,
        "legal actions in canonical order: card moved (the first of a run), what it comes to lie on (a card, 52 an "
        "empty column, 53 a cell, 54 home), number of cards",
        (MOST_ACTIONS, 3),
    ),
    Field(
        "features", np.int64, "of the position after each action: " + " ".join(FEATURES), (MOST_ACTIONS, len(FEATURES))
    ),
    Field("visits", np.int64, "how often the position after each action has been met in this game", (MOST_ACTIONS,)),
    Field("undoes", np.int64, "1 if the action leads back to the position before this one", (MOST_ACTIONS,)),
    Field("dead", np.int64, "1 if no action is left after this one", (MOST_ACTIONS,)),
    Field("moves", np.int64, "actions made so far"),
    Field("autoplay", np.int64, "cards sent home by themselves: 0 none, 1 safe, 2 all"),
    Field(
        "position", POSITION, "a working copy: `card[column, i]`, `height`, `cell` (-1 empty), `home`, `place`, `depth`"
    ),
    Field("room", np.int64, "room to list the actions of a position met in thought", (MOST_ACTIONS, 3)),
    Field(
        "met",
        np.uint64,
        "keys of the positions met in this game, a hash table: ask `times_met(view, view.position.key)`",
        (VISITED, 2),
    ),
    Field("times", np.int64, "how often the position in that slot was met", (VISITED,)),
    Field("memory", np.int64, "the seat's own numbers, zeroed at each deal", (MEMORY,)),
)

STATE = [
    ("position", POSITION),
    ("probe", POSITION),
    ("row", np.int8, (DEAL_SIZE,)),
    ("pack", np.uint8, (52,)),
    ("room", np.int64, (MOST_ACTIONS, 3)),
    ("trail", np.int64, (64, 4)),
    ("previous", np.uint64, (2,)),
    ("slots", np.int64, (VISITED,)),
    ("n_visited", np.int64),
    ("alive", np.uint64, (ALIVE, 2)),
    ("n_alive", np.int64),
    ("moves", np.int64),
    ("card_moves", np.int64),
    ("counted", np.int64),
    ("last_home", np.int64),
    ("reversible", np.int64),
    ("end", np.int64),
]
"""What the kernel keeps of a game, after the fields all games share."""
