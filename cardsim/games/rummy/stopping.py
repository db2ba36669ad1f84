"""When a rummy hand ends before the next turn without a winner."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.cards import FULL_PACK
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.columns import CAP, DEAD, DEPLETED
from cardsim.games.rummy.dead import dead


@kernel
def is_dead(rules, table):
    """The cheap test for a position in which nobody can go out."""
    reachable = FULL_PACK & ~table.cards
    if table.recycles >= rules.max_recycles and rules.discard_draw == r.DRAW_TOP:
        top = 1 << np.int64(table.pile[table.pile_size - 1]) if table.pile_size > 0 else 0
        reachable &= ~table.pile_cards | top
    if table.layable & reachable != 0:
        return False
    all_one = True
    for seat in range(rules.players):
        if popcount(table.hands[seat]) != 1:
            all_one = False
    return dead(rules.dead_position, table.layable, reachable, all_one, rules.discard_draw != r.DRAW_TOP, rules.ace)


@kernel
def is_over(rules, table):
    """The end code if the turns or the cards are used up, else -1."""
    if table.turns >= rules.max_turns:
        return CAP
    if (
        table.next_card == table.stock_end
        and table.recycles >= rules.max_recycles
        and rules.final_depletion == r.DEPLETION_NEXT_TURN
    ):
        return DEPLETED
    return -1


@kernel
def stopped(rules, table):
    """The end code if the hand ends before the next turn, else -1."""
    over = is_over(rules, table)
    return DEAD if over < 0 and rules.dead_position != 0 and is_dead(rules, table) else over
