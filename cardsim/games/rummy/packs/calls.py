"""Calling rummy with two packs and wild cards."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.calls import CALLED, calls_it, may_lay_anything, order_of_calls
from cardsim.games.rummy.packs.ground import KINDS, fits
from cardsim.games.rummy.packs.piles import draw_stock, refresh, show_pile
from cardsim.games.rummy.packs.placing import best_home, put_on_meld
from cardsim.games.rummy.packs.plays import show_table
from cardsim.games.rummy.view import SEATS


@kernel
def may_lay(rules, table, seat, kind):
    """Whether `seat` has the right to lay off `kind` now, outside a turn of its own."""
    return may_lay_anything(rules, table, seat) and best_home(table.ground, seat, kind) >= 0


@kernel
def take_out_of_pile(rules, table, kind):
    """Remove the uppermost card of `kind` from the pile."""
    place = table.pile_size - 1
    while np.int64(table.pile[place]) != kind:
        place -= 1
    for i in range(place, table.pile_size - 1):
        table.pile[i] = table.pile[i + 1]
    table.pile_size -= 1
    show_pile(rules, table)


@kernel
def find_caller(rules, table, offender, kind, ask_all, log):
    """The player who calls `kind`, or -1: the first asked who wants it and may have it.

    With `ask_all` those are asked too whose call would be false; it costs them the penalty, and the next is asked.
    """
    order = np.empty(SEATS, np.int8)
    order_of_calls(rules, table, offender, order)
    for k in range(1, rules.players):
        seat = np.int64(order[k])
        right = may_lay(rules, table, seat, kind)
        if right or ask_all:
            refresh(rules, table, seat)
            if calls_it(rules, table, seat, offender, kind, right, log):
                return seat
    return -1


@kernel
def lay_off_called(rules, table, seat, kind, caller, offender, last, log):
    """`kind` goes from the pile to the table for `seat`."""
    take_out_of_pile(rules, table, kind)
    note(log, CALLED, caller, kind, 0, offender, last)
    home = best_home(table.ground, seat, kind)
    table.down[kind] += 1
    put_on_meld(rules, table, seat, home, kind, fits(table.ground, home, kind), log)
    table.layoffs += 1
    table.calls += 1
    table.shed_before[seat] = 1
    show_table(rules, table)


@kernel
def punish(rules, table, offender, log):
    """What the player who threw the called card has to take."""
    if rules.call_rummy == r.CALL_DRAWS_2:
        for _ in range(2):
            if table.next_card < table.stock_end:
                draw_stock(table, offender, log)
    elif rules.call_rummy == r.CALL_TAKES_PILE:
        for i in range(table.pile_size):
            kind = np.int64(table.pile[i])
            table.hands[offender, kind] += 1
            table.taken[offender] |= 1 << kind
        table.pile_size = 0
        show_pile(rules, table)


@kernel
def calls(rules, table, offender, card, log):
    """Ask for calls after a discard; whose turn it is next comes back.

    Where false calls are punished everybody is asked once about the discard, whether it fits or not.
    """
    following = (offender + 1) % rules.players
    ask_all = rules.false_call_penalty > 0
    while True:
        caller, called = -1, card
        asked = np.zeros(KINDS, np.bool_)
        i = table.pile_size - 1
        lowest = i if rules.call_window == r.WINDOW_DISCARD else 0
        while i >= lowest and i >= 0 and caller < 0:
            called = np.int64(table.pile[i])
            everybody = ask_all and called == card
            if not asked[called] and ((table.layable >> called) & 1 != 0 or everybody):
                caller = find_caller(rules, table, offender, called, everybody, log)
            asked[called] = True
            i -= 1
        ask_all = False
        if caller < 0:
            return following
        lay_off_called(rules, table, caller, called, caller, offender, 0, log)
        punish(rules, table, offender, log)
        if rules.call_rummy == r.CALL_THEN_TURN:
            following = caller
        if rules.call_window == r.WINDOW_DISCARD:
            return following


@kernel
def call_last_discard(rules, table, offender, kind, log):
    """The discard that ends the hand, called: its owner takes it back and lays it off; whether that happened."""
    if (table.layable >> kind) & 1 == 0 or not may_lay(rules, table, offender, kind):
        return False
    caller = find_caller(rules, table, offender, kind, False, log)
    if caller < 0:
        return False
    lay_off_called(rules, table, offender, kind, caller, offender, 1, log)
    table.layoffs_this_turn += 1
    return True
