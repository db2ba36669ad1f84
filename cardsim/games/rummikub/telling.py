"""What the event log tells beyond the moves: the sets on the table where a joker's place is bound, and the points."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummikub.arrangement import FIRST, IS_JOKER, LENGTH
from cardsim.games.rummikub.dealing import PAID, SET
from cardsim.games.rummikub.layers import MOST_NUMBERS


@kernel
def note_sets(table, seat, log):
    """Log each set of the table: masks of its number tiles and of the tiles that its jokers stand for."""
    for s in range(table.set_count):
        tiles, roles = np.int64(0), np.int64(0)
        for i in range(FIRST, FIRST + table.sets[s, LENGTH]):
            code = table.sets[s, i]
            bit = np.int64(1) << (((code >> 4) & 3) * MOST_NUMBERS + (code & 15))
            if code & IS_JOKER:
                roles |= bit
            else:
                tiles |= bit
        note(log, SET, seat, s, tiles, roles, table.set_count)


@kernel
def note_points(rules, table, log):
    """Log what the deal pays each seat, in thousandths of a point."""
    if log.shape[0] > 0:
        for seat in range(rules.players):
            note(log, PAID, seat, 0, 0, np.int64(round(1000 * table.points[seat])), 0)
