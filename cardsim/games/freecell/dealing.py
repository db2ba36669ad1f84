"""Setting a game up: the rules as a position record, the shuffle, the layout."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.faults import blame
from cardsim.games.freecell import rules as r
from cardsim.games.freecell.deals import LAST_DEAL, ms_shuffle
from cardsim.games.freecell.position import NONE, load
from cardsim.games.freecell.variant import zobrist
from cardsim.games.freecell.view import ALIVE

ZOBRIST = zobrist(20_260_101)
NO_SUCH_DEAL, NO_PACK = 2, 3


@kernel
def set_up(rules, s):
    """Write the rules into a position record."""
    s.columns = rules.columns
    s.cells = rules.cells
    s.build = rules.build
    s.empty = rules.empty_column
    s.ranks = 13
    s.merge = 0
    s.longest_run = 52 if rules.run_move == r.RUN_UNLIMITED else 1 if rules.run_move == r.RUN_SINGLE else 0
    s.doublings = 1 if rules.run_limit == r.LIMIT_ONE_COLUMN else 13
    for card in range(52):
        for under in range(54):
            for word in range(2):
                s.zobrist[card, under, word] = ZOBRIST[card, under, word]


@kernel
def start(rules, table, seed, index, pack):
    """Shuffle or take the pack and lay it out; False if there is none."""
    if len(pack) > 0:
        for i in range(52):
            table.pack[i] = pack[i]
    elif rules.deal_scheme == r.SCHEME_GIVEN:
        blame(table, NO_PACK, 0, 0, 0, 0, 0)
        return False
    elif rules.deal_scheme == r.SCHEME_MS:
        if index + 1 > LAST_DEAL:
            blame(table, NO_SUCH_DEAL, 0, 0, index + 1, 0, 0)
            return False
        ms_shuffle(index + 1, table.pack)
    else:
        for i in range(52):
            table.pack[i] = i
        rng.start(table.chance[0], seed, index, 0, rng.DEAL)
        rng.shuffle(table.chance[0], table.pack)
    rng.start(table.streams[0], seed, index, 0, rng.SEAT)
    write_deal_row(rules, table)
    load(table.position, table.row)
    load(table.views[0].position, table.row)
    forget(table)
    table.moves = 0
    table.card_moves = 0
    table.counted = 0
    table.last_home = 0
    table.reversible = False
    table.previous[0] = 0
    table.previous[1] = 0
    view = table.views[0]
    view.autoplay = rules.autoplay
    for i in range(table.memory_size[0]):
        view.memory[i] = 0
    return True


@kernel
def forget(table):
    """Clear what was noted of the positions of the game before."""
    met = table.views[0].met
    for i in range(table.n_visited):
        met[table.slots[i], 0] = 0
        met[table.slots[i], 1] = 0
    table.n_visited = 0
    if table.n_alive > 0:
        for slot in range(ALIVE):
            table.alive[slot, 0] = 0
            table.alive[slot, 1] = 0
    table.n_alive = 0


@kernel
def inner_card(rules, card):
    """A card of the pack as the position numbers it."""
    return 4 * ((card % 13 + 14 - rules.foundation_base) % 13) + card // 13


@kernel
def write_deal_row(rules, table):
    """Lay the pack out: round over the columns, the last cards to the cells."""
    dealt = 52 - rules.cells_filled
    for i in range(4):
        table.row[i] = 0
    at = 4
    for k in range(rules.cells):
        table.row[at] = inner_card(rules, np.int64(table.pack[dealt + k])) if k < rules.cells_filled else NONE
        at += 1
    for column in range(rules.columns):
        height_at = at
        at += 1
        for i in range(column, dealt, rules.columns):
            table.row[at] = inner_card(rules, np.int64(table.pack[i]))
            at += 1
        table.row[height_at] = at - height_at - 1
