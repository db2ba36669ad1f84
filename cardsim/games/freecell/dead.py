"""Whether a game is over because no card can go home any more."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell import rules as r
from cardsim.games.freecell.actions import IS_HOME, may_fill
from cardsim.games.freecell.dealing import set_up
from cardsim.games.freecell.exhaustive import FOUND, NOT_FOUND, class_key, search
from cardsim.games.freecell.features import clearly_alive, clearly_dead
from cardsim.games.freecell.plain import plain_search
from cardsim.games.freecell.position import take_back
from cardsim.games.freecell.seen import vacancy
from cardsim.games.freecell.settling import count_spots
from cardsim.games.freecell.variant import ANY_CARD, CELL, ONE, fits, write_row
from cardsim.games.freecell.view import ALIVE

DEAD_SEARCH = 20_000_000
"""Positions after which the search for a dead position gives up and lets the game go on."""


@kernel
def is_dead(rules, table):
    """Whether no sequence of actions can bring another card home."""
    s = table.position
    if table.reversible or clearly_alive(s):
        # A game that went on was alive before its last action; if that can be taken back, it still is.
        return False
    if rules.dead_test == r.DEAD_QUICK:
        return clearly_dead(s, table.room[:])
    write_row(s, table.row)
    if rules.worrying_back or rules.run_move == r.RUN_UNLIMITED or rules.autoplay == r.AUTOPLAY_ALL:
        all_at_once = rules.autoplay == r.AUTOPLAY_ALL
        set_up(rules, table.probe)
        found, _, _, _ = plain_search(table.probe, table.row, True, rules.worrying_back, all_at_once, DEAD_SEARCH)
        return found == NOT_FOUND
    set_up(rules, table.probe)
    table.probe.merge = rules.empty_column == ANY_CARD
    found, _, trail, steps, _ = search(table.probe, table.row, True, DEAD_SEARCH, ONE, table.alive[:])
    if found == FOUND and steps > 0:
        note_alive(table, trail, steps)
    return found == NOT_FOUND


@kernel
def note_alive(table, trail, steps):
    """Note the positions on the way to a card home: a later search that meets one of them need not go on."""
    s = table.probe
    alive = table.alive[:]
    while steps > 0 and 4 * table.n_alive < 3 * ALIVE:
        count_spots(s)
        key_0, key_1 = class_key(s)
        slot = vacancy(alive, key_0, key_1)
        if slot >= 0:
            alive[slot, 0] = key_0
            alive[slot, 1] = key_1
            table.n_alive += 1
        steps -= 1
        take_back(s, trail[steps])


@kernel
def can_go_back(s, card, target, source):
    """Whether what was just moved from `source` may move back there, so that nothing is lost for good.

    A run that could come can go: on the way back there are the same free cells and, not counting the target, as many
    empty columns.
    """
    if target == IS_HOME:
        return False
    if source >= CELL:
        return True
    if s.height[source] == 0:
        return may_fill(s, card)
    return fits(card, np.int64(s.card[source, s.height[source] - 1]), s.build)
