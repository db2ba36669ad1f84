"""Stock and pile with two packs and wild cards: drawing, taking, renewing the stock, and what players see of it."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.packs.ground import JOKER, KINDS, held_once, held_twice, number_of
from cardsim.games.rummy.packs.plays import show_hand
from cardsim.games.rummy.packs.takes import add_top, blocked_of
from cardsim.games.rummy.turns import DREW, FLIPPED, RECYCLED, TOOK, renew_stock, show_counts, show_stock


@kernel
def show_pile(rules, table):
    """Bring the pile into all views."""
    once, twice = 0, 0
    for i in range(table.pile_size):
        kind = np.int64(table.pile[i])
        while kind >= JOKER and once >> kind & 1 != 0:
            kind += 1
        if once >> kind & 1 != 0:
            twice |= 1 << kind
        once |= 1 << kind
    for seat in range(rules.players):
        view = table.views[seat]
        view.pile_size, view.pile_cards, view.pile_twice = table.pile_size, once, twice
        for i in range(table.pile_size):
            view.pile[i] = table.pile[i]


@kernel
def put_on_pile(rules, table, card):
    """`card` comes on top of the pile, for all to see."""
    table.pile[table.pile_size] = card
    table.pile_size += 1
    show_pile(rules, table)


@kernel
def refresh(rules, table, seat):
    """Bring the public part of a view up to date."""
    show_counts(rules, table, seat)
    show_hand(table, seat)
    for other in range(rules.players):
        table.views[seat].hand_sizes[other] = number_of(table.hands[other])


@kernel
def draw_stock(table, seat, log):
    """`seat` gets the top card of the stock."""
    card = np.int64(table.stock[table.next_card])
    table.next_card += 1
    table.hands[seat, card] += 1
    view = table.views[seat]
    view.drawn = 1 << card
    view.banned = 0
    note(log, DREW, seat, card, held_once(table.hands[seat]), table.stock_end - table.next_card, 0)


@kernel
def take_cards(rules, table, seat, depth, log):
    """`seat` gets the top `depth` cards of the pile."""
    view = table.views[seat]
    taken = np.empty(KINDS, np.int64)
    deepest = np.int64(table.pile[table.pile_size - depth])
    view.board.own, view.board.own_twice = held_once(table.hands[seat]), held_twice(table.hands[seat])
    view.board.duty = 1 << deepest if depth >= rules.duty_from else 0
    add_top(table.pile, table.pile_size, depth, table.hands[seat], taken)
    view.drawn = held_once(taken)
    view.banned = blocked_of(table.hands[seat], taken, depth, rules.ban)
    table.pile_size -= depth
    show_pile(rules, table)
    table.taken[seat] |= view.drawn
    if rules.rediscard_ban == r.BAN_WHILE_HELD:
        for kind in range(KINDS):
            table.held_banned[seat, kind] += taken[kind]
    note(log, TOOK, seat, deepest, held_twice(taken), depth, view.drawn)


@kernel
def recycle(rules, table, log):
    """The discards become the stock."""
    top = table.pile[table.pile_size - 1]
    kept = renew_stock(rules, table)
    show_pile(rules, table)
    note(log, RECYCLED, -1, kept, 0, table.recycles, 0)
    if rules.recycle_top == r.TOP_KEEP:
        put_on_pile(rules, table, top)
    elif rules.recycle_top == r.TOP_FLIP:
        put_on_pile(rules, table, table.stock[0])
        table.next_card = 1
        note(log, FLIPPED, -1, np.int64(table.stock[0]), 0, 0, 0)
    show_stock(rules, table)
