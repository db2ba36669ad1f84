"""What a Rummikub player sees when a decision is asked, and what the kernel keeps for itself."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Field
from cardsim.games.parameters import rules_dtype
from cardsim.games.rummikub.arrangement import COLUMNS, MOST_SETS
from cardsim.games.rummikub.layers import MOST_NUMBERS, WIDTH
from cardsim.games.rummikub.rules import DERIVED, DOMAINS
from cardsim.games.strategy import MEMORY

MOST_PLAYERS = 4
OPEN, PLAY = range(2)
DECISIONS = ("open", "play")

WAIT, OPEN_MOST_VALUE, OPEN_MOST_TILES, OPEN_FEWEST_TILES = range(4)
"""Answers to `open`."""
PASS, ACCEPT, MOST_TILES, MOST_VALUE, WEIGHTED = range(5)
"""Answers to `play`: draw; carry out the play on offer; or have a best play worked out, then be asked again."""

RULES = rules_dtype(DOMAINS, DERIVED)
GRID = (4, MOST_NUMBERS)
_PER_SEAT = (MOST_PLAYERS,)
VIEW = (
    Field("rack", np.int64, "own number tiles: count per colour and value - 1", GRID),
    Field("rack_jokers", np.int64, "jokers on the own rack"),
    Field("rack_size", np.int64, "tiles on the own rack, jokers included"),
    Field("table", np.int64, "number tiles on the table: count per colour and value - 1", GRID),
    Field("table_jokers", np.int64, "jokers on the table"),
    Field("pool", np.int64, "tiles in the pool"),
    Field("seat", np.int64, "own seat"),
    Field("players", np.int64, "number of players"),
    Field("starter", np.int64, "the seat that began"),
    Field("turn", np.int64, "number of the own turn, from 1"),
    Field("last_turn", np.int64, "1 once the pool is empty: the own last turn, or it may be (pool_empty)"),
    Field("turns_left", np.int64, "turns to the end once the pool is empty (one_more_turn), this one too; before, -1"),
    Field("passes", np.int64, "turns in a row in which nothing was placed or drawn"),
    Field("sizes", np.int64, "tiles on each seat's rack", _PER_SEAT),
    Field("opened", np.int64, "1 for each seat that has opened", _PER_SEAT),
    Field("last_placed", np.int64, "tiles each seat placed in its last turn", _PER_SEAT),
    Field("totals", np.float64, "each seat's points in the match so far", _PER_SEAT),
    Field("asked", np.int64, "what is on offer, as it was asked for; 0: nothing has been worked out in this turn"),
    Field("offer", np.int64, "the number tiles that the play on offer places", GRID),
    Field("offer_jokers", np.int64, "the jokers it places"),
    Field("offer_tiles", np.int64, "how many tiles it places, jokers included; 0: nothing can be placed"),
    Field("offer_value", np.int64, "its value (in `open` as it counts for the initial meld)"),
    Field("hold", np.int64, "to be written: number tiles not to be placed in the next play worked out", GRID),
    Field("hold_jokers", np.int64, "to be written: rack jokers not to be placed"),
    Field("weights", np.int64, "to be written: what a tile of each value counts for WEIGHTED", (MOST_NUMBERS,)),
    Field("joker_weight", np.int64, "to be written: what a joker counts for WEIGHTED"),
    Field("numbers", np.int64, "values per colour"),
    Field("initial_meld", np.int64, "least value of the opening"),
    Field("joker_penalty", np.int64, "value of a joker left on the rack"),
    Field("rules", RULES, "all rules of the game, packed: `view.rules[0].copies`", (1,)),
    Field("memory", np.int64, "the seat's own numbers, zeroed at each deal", (MEMORY,)),
)

PACK_SIZE = 2 * 4 * MOST_NUMBERS + 4
"""Physical tiles of the largest box; those that a box does not have are left out of a pack."""

STATE = [
    ("pack", np.uint8, (PACK_SIZE,)),
    ("pool", np.int64, (PACK_SIZE,)),
    ("pool_size", np.int64),
    ("racks", np.int64, (MOST_PLAYERS, 4, WIDTH)),
    ("rack_jokers", np.int64, _PER_SEAT),
    ("sizes", np.int64, _PER_SEAT),
    ("grid", np.int64, (4, WIDTH)),
    ("grid_jokers", np.int64),
    ("version", np.int64),
    ("sets", np.int64, (MOST_SETS, COLUMNS)),
    ("set_count", np.int64),
    ("new_sets", np.int64, (MOST_SETS, COLUMNS)),
    ("new_set_count", np.int64),
    ("placed", np.int64, (4, WIDTH)),
    ("placed_jokers", np.int64),
    ("held", np.int64, (4, WIDTH)),
    ("needed", np.int64, (4, WIDTH)),
    ("weights", np.int64, (4, 4, WIDTH)),
    ("opened", np.int64, _PER_SEAT),
    ("stuck", np.int64, _PER_SEAT),
    ("drawn", np.int64, _PER_SEAT),
    ("drawn_tile", np.int64, _PER_SEAT),
    ("last_placed", np.int64, _PER_SEAT),
    ("own_turns", np.int64, _PER_SEAT),
    ("turns", np.int64),
    ("turns_left", np.int64),
    ("passes", np.int64),
    ("starter", np.int64),
    ("end", np.int64),
    ("winner", np.int64),
    ("points", np.float64, _PER_SEAT),
    ("totals", np.float64, _PER_SEAT),
    ("rounds_won", np.int64, _PER_SEAT),
]
"""What the kernel keeps of a deal and a match, after the fields all games share."""
