"""Calling rummy: a discard that fits the table may be laid off by another player."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.plays import show_table, value_on_table
from cardsim.games.rummy.runs import attach, to_line
from cardsim.games.rummy.turns import draw_stock, refresh
from cardsim.games.rummy.view import CALL, SEATS
from cardsim.games.strategy import ask

CALLED, FALSELY_CALLED = 18, 20
"""The events of a call that counts, and of one that does not."""


@kernel
def may_lay_anything(rules, table, seat):
    """Whether the rules let `seat` lay off cards outside a turn of its own."""
    if rules.layoff == r.LAYOFF_NONE:
        return False
    needs_meld = rules.layoff in (r.LAYOFF_AFTER_OWN, r.LAYOFF_AFTER_OWN_PREVIOUS) or rules.min_first_meld > 0
    return table.melded[seat] != 0 or not needs_meld


@kernel
def may_lay(rules, table, seat, card):
    """Whether `seat` has the right to lay off `card` now, outside a turn of its own."""
    if not may_lay_anything(rules, table, seat):
        return False
    board = table.views[seat].board
    return _run_place(rules, board, card) != 0 or (board.fourths >> card) & 1 != 0


@kernel
def _run_place(rules, board, card):
    """Where on the line `card` goes on a run, 0 if nowhere; an ace goes low rather than high."""
    for high in range(2):
        line = to_line(1 << card, rules.ace, -high)
        place = attach(line, board.runs, rules.ace)
        if place != 0:
            return place
    return 0


@kernel
def take_out_of_pile(rules, table, card):
    """Remove `card` from the pile, wherever it lies."""
    place = table.pile_size - 1
    while np.int64(table.pile[place]) != card:
        place -= 1
    for i in range(place, table.pile_size - 1):
        table.pile[i] = table.pile[i + 1]
        for seat in range(rules.players):
            table.views[seat].pile[i] = table.pile[i + 1]
    table.pile_size -= 1
    table.pile_cards &= ~(1 << card)


@kernel
def lay_off_called(rules, table, seat, card):
    """`card` goes on the table for `seat`, on a run if it fits one, else on a set."""
    place = _run_place(rules, table.views[seat].board, card)
    table.runs |= place
    table.cards |= 1 << card
    table.fourths &= ~(1 << card)
    if rules.own_only:
        table.own_runs[seat] |= place
        for other in range(rules.players):
            table.own_fourths[other] &= ~(1 << card)
    if rules.scoring == r.MELD_POINTS:
        table.tabled[seat] += value_on_table(rules, table, 1 << card, 0, place)
    table.layoffs += 1
    table.shed_before[seat] = 1
    show_table(rules, table)


@kernel
def order_of_calls(rules, table, offender, order):
    """Who is asked first, second, ... after a discard: ``order[1]``, ``order[2]``, ..."""
    players = rules.players
    for k in range(1, players):
        order[k] = (offender + k) % players
    if rules.call_priority == r.PRIORITY_RANDOM:
        for k in range(players - 1, 1, -1):
            j = 1 + rng.below(table.chance[0], k)
            order[k], order[j] = order[j], order[k]


@kernel
def calls_it(rules, table, seat, offender, card, right, log):
    """Ask `seat` whether it calls `card`; a call without a `right` to it is noted as a false one."""
    view = table.views[seat]
    view.legal = 1 << card if right else 0
    answer = ask(table, seat, CALL)
    note(log, CALL, seat, answer != 0, view.legal, offender, card)
    view.legal = 0
    if answer != 0 and not right:
        table.false_calls[seat] += 1
        note(log, FALSELY_CALLED, seat, card, 0, offender, rules.false_call_penalty)
    return answer != 0 and right


@kernel
def find_caller(rules, table, offender, card, ask_all, log):
    """The player who calls `card`, or -1: the first asked who wants it and may have it.

    With `ask_all` those are asked too whose call would be false; it costs them the penalty, and the next is asked.
    """
    order = np.empty(SEATS, np.int8)
    order_of_calls(rules, table, offender, order)
    for k in range(1, rules.players):
        seat = np.int64(order[k])
        right = (table.layable >> card) & 1 != 0 and may_lay(rules, table, seat, card)
        if right or ask_all:
            refresh(rules, table, seat)
            if calls_it(rules, table, seat, offender, card, right, log):
                return seat
    return -1


@kernel
def punish(rules, table, offender, log):
    """What the player who threw the called card has to take."""
    if rules.call_rummy == r.CALL_DRAWS_2:
        for _ in range(2):
            if table.next_card < table.stock_end:
                draw_stock(table, offender, log)
    elif rules.call_rummy == r.CALL_TAKES_PILE:
        table.hands[offender] |= table.pile_cards
        table.taken[offender] |= table.pile_cards
        table.pile_size = 0
        table.pile_cards = 0


@kernel
def calls(rules, table, offender, card, log):
    """Ask for calls after a discard; whose turn it is next comes back.

    Where false calls are punished everybody is asked once about the discard, whether it fits or not.
    """
    following = (offender + 1) % rules.players
    ask_all = rules.false_call_penalty > 0
    while True:
        caller, called = -1, card
        if rules.call_window == r.WINDOW_DISCARD:
            if ask_all or (table.layable >> card) & (table.pile_cards >> card) & 1 != 0:
                caller = find_caller(rules, table, offender, card, ask_all, log)
        elif ask_all or table.layable & table.pile_cards != 0:
            i = table.pile_size - 1
            while i >= 0 and caller < 0:
                called = np.int64(table.pile[i])
                if (table.layable >> called) & 1 != 0 or (ask_all and called == card):
                    caller = find_caller(rules, table, offender, called, ask_all and called == card, log)
                i -= 1
        ask_all = False
        if caller < 0:
            return following
        take_out_of_pile(rules, table, called)
        lay_off_called(rules, table, caller, called)
        table.calls += 1
        note(log, CALLED, caller, called, 0, offender, 0)
        punish(rules, table, offender, log)
        if rules.call_rummy == r.CALL_THEN_TURN:
            following = caller


@kernel
def call_last_discard(rules, table, offender, card, log):
    """The discard that ends the hand, called: its owner takes it back and lays it off; whether that happened."""
    if (table.layable >> card) & 1 == 0 or not may_lay(rules, table, offender, card):
        return False
    caller = find_caller(rules, table, offender, card, False, log)
    if caller < 0:
        return False
    take_out_of_pile(rules, table, card)
    lay_off_called(rules, table, offender, card)
    table.layoffs_this_turn += 1
    table.calls += 1
    note(log, CALLED, caller, card, 0, offender, 1)
    return True
