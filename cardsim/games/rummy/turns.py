"""One rummy turn: draw, play, discard; and how the discards become the stock again."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.plays import set_rights, shed_cards
from cardsim.games.rummy.takes import banned_of, take_is_legal, top_cards
from cardsim.games.rummy.view import DISCARD, DRAW
from cardsim.games.strategy import ask

GOES_ON, OUT, DEPLETED, FAULT = range(4)
"""What a turn led to."""

DEALT, UPCARD, DREW, TOOK, RECYCLED, FLIPPED = 10, 11, 12, 13, 16, 17
"""Events that are no decisions."""

ILLEGAL_DEPTH, ILLEGAL_TAKE, ILLEGAL_DISCARD = 4, 5, 6
"""Broken contracts."""


@kernel
def put_on_pile(rules, table, card):
    """`card` comes on top of the pile, for all to see."""
    size = table.pile_size
    table.pile[size] = card
    table.pile_size = size + 1
    table.pile_cards |= 1 << card
    for seat in range(rules.players):
        table.views[seat].pile[size] = card


@kernel
def show_counts(rules, table, seat):
    """Bring into a view what the number of cards and turns says to everybody."""
    view = table.views[seat]
    view.top = np.int64(table.pile[table.pile_size - 1]) if table.pile_size > 0 else -1
    view.turn = table.own_turns[seat]
    view.turns = table.turns
    view.shed_before = table.shed_before[seat]
    view.stock_size = table.stock_end - table.next_card
    view.known_stock = table.known_stock
    view.recycles = table.recycles
    view.recycles_left = rules.max_recycles - table.recycles
    for other in range(rules.players):
        view.taken[other] = table.taken[other]


@kernel
def refresh(rules, table, seat):
    """Bring the public part of a view up to date."""
    show_counts(rules, table, seat)
    view = table.views[seat]
    view.hand = table.hands[seat]
    view.pile_size = table.pile_size
    view.pile_cards = table.pile_cards
    for other in range(rules.players):
        view.hand_sizes[other] = popcount(table.hands[other])


@kernel
def draw_stock(table, seat, log):
    """`seat` gets the top card of the stock."""
    card = np.int64(table.stock[table.next_card])
    table.next_card += 1
    table.hands[seat] |= 1 << card
    view = table.views[seat]
    view.drawn = 1 << card
    view.banned = 0
    note(log, DREW, seat, card, table.hands[seat], table.stock_end - table.next_card, 0)


@kernel
def take_cards(rules, table, seat, depth, log):
    """`seat` gets the top `depth` cards of the pile."""
    taken = top_cards(table.pile, table.pile_size, depth)
    deepest = np.int64(table.pile[table.pile_size - depth])
    view = table.views[seat]
    view.board.own = table.hands[seat]
    view.board.duty = 1 << deepest if depth >= rules.duty_from else 0
    view.drawn = taken
    view.banned = banned_of(taken, depth, rules.ban)
    table.pile_size -= depth
    table.pile_cards &= ~taken
    table.hands[seat] |= taken
    table.taken[seat] |= taken
    if rules.rediscard_ban == r.BAN_WHILE_HELD:
        table.held_banned[seat] |= taken
    note(log, TOOK, seat, deepest, table.hands[seat], depth, taken)


@kernel
def renew_stock(rules, table):
    """The discards, with or without the top one, become the stock; how many there are."""
    kept = table.pile_size - 1 if rules.recycle_top == r.TOP_KEEP else table.pile_size
    for i in range(kept):
        table.stock[i] = table.pile[i]
    if rules.recycle_order == r.ORDER_SHUFFLE:
        rng.shuffle(table.recycling[0], table.stock[:kept])
    table.known_stock = rules.recycle_order == r.ORDER_TURN_OVER
    table.next_card = 0
    table.stock_end = kept
    table.recycles += 1
    table.pile_size = 0
    return kept


@kernel
def show_stock(rules, table):
    """Bring a stock whose order is known into all views."""
    if table.known_stock:
        for seat in range(rules.players):
            for i in range(table.next_card, table.stock_end):
                table.views[seat].stock[i - table.next_card] = table.stock[i]


@kernel
def recycle(rules, table, log):
    """The discards become the stock."""
    top = table.pile[table.pile_size - 1]
    kept = renew_stock(rules, table)
    table.pile_cards = 0
    note(log, RECYCLED, -1, kept, 0, table.recycles, 0)
    if rules.recycle_top == r.TOP_KEEP:
        put_on_pile(rules, table, np.int64(top))
    elif rules.recycle_top == r.TOP_FLIP:
        put_on_pile(rules, table, np.int64(table.stock[0]))
        table.next_card = 1
        note(log, FLIPPED, -1, np.int64(table.stock[0]), 0, 0, 0)
    show_stock(rules, table)


@kernel
def depths(rules, table):
    """(First, last) depth of the pile at which the rules let a player take cards, as far as their number goes."""
    if rules.discard_draw == r.DRAW_TOP:
        return 1, min(table.pile_size, 1)
    return max(table.pile_size, 1) if rules.discard_draw == r.DRAW_WHOLE else 1, table.pile_size


@kernel
def legal_depths(rules, table, seat):
    """Mask of the depths that may be taken (bit k: the top k cards)."""
    view = table.views[seat]
    first, last = depths(rules, table)
    legal = 0
    for depth in range(first, last + 1):
        if take_is_legal(table.hands[seat], table.pile, table.pile_size, depth, view.board):
            legal |= 1 << depth
    return legal


@kernel
def may_take_freely(rules, table):
    """Whether one card may be taken whatever becomes of it."""
    return table.pile_size > 0 and rules.duty_from > 1 and (rules.discard_draw != r.DRAW_WHOLE or table.pile_size == 1)


@kernel
def can_take(rules, table, seat):
    """Whether anything may be taken from the pile; one card nearly always may."""
    if table.pile_size == 0:
        return False
    return may_take_freely(rules, table) or legal_depths(rules, table, seat) != 0


@kernel
def choose_depth(rules, table, seat, can_draw, log):
    """Ask where to draw: 0 the stock, k >= 1 the pile; -1 after a broken contract."""
    refresh(rules, table, seat)
    view = table.views[seat]
    view.can_draw_stock = can_draw
    depth = ask(table, seat, DRAW)
    view.board.duty = 0
    if log.shape[0] > 0:
        note(log, DRAW, seat, depth, legal_depths(rules, table, seat) | can_draw, view.top, view.offered)
    if depth == 0:
        return 0
    first, last = depths(rules, table)
    if not first <= depth <= last:
        blame(table, ILLEGAL_DEPTH, seat, DRAW, depth, table.hands[seat], table.pile_size)
        return -1
    if not take_is_legal(table.hands[seat], table.pile, table.pile_size, depth, view.board):
        blame(table, ILLEGAL_TAKE, seat, DRAW, depth, table.hands[seat], table.pile[table.pile_size - depth])
        return -1
    return depth


@kernel
def renews_first(rules, table):
    """Whether an empty stock is renewed before a player chooses where to draw."""
    return (
        table.next_card == table.stock_end
        and rules.recycle_timing == r.RECYCLE_AT_START
        and table.recycles < rules.max_recycles
        and table.pile_size > 0
    )


@kernel
def draw(rules, table, seat, barred, log):
    """The draw of a turn; `barred` means that this time the pile is not on offer."""
    flipped = False
    if renews_first(rules, table):
        recycle(rules, table, log)
    while True:
        stock = table.stock_end - table.next_card
        renewable = table.recycles < rules.max_recycles and not flipped
        depth = 0
        if not barred and can_take(rules, table, seat):
            if flipped and stock == 0:
                depth = 1
            else:
                depth = choose_depth(rules, table, seat, stock > 0 or renewable, log)
        if depth < 0:
            return FAULT
        if depth > 0:
            take_cards(rules, table, seat, depth, log)
            return GOES_ON
        if stock > 0:
            draw_stock(table, seat, log)
            return GOES_ON
        if not renewable or table.pile_size == 0:
            return DEPLETED
        recycle(rules, table, log)
        if rules.recycle_top == r.TOP_FLIP and rules.after_turnover_draw == r.AFTER_FREE:
            flipped = True
        elif table.next_card == table.stock_end:
            return DEPLETED
        else:
            draw_stock(table, seat, log)
            return GOES_ON


@kernel
def discard(rules, table, seat, log):
    """The discard of a turn; the card comes back, or -1 after a broken contract."""
    view = table.views[seat]
    legal = table.hands[seat] & ~view.banned
    if legal & ~table.held_banned[seat] != 0:
        legal &= ~table.held_banned[seat]
    view.hand = table.hands[seat]
    view.legal = legal
    card = ask(table, seat, DISCARD) if legal & (legal - 1) != 0 else lowest(legal)
    view.legal = 0
    note(log, DISCARD, seat, card, legal, table.hands[seat], 0)
    if card < 0 or card > 51 or (legal >> card) & 1 == 0:
        blame(table, ILLEGAL_DISCARD, seat, DISCARD, card, table.hands[seat], view.banned)
        return -1
    table.hands[seat] &= ~(1 << card)
    table.held_banned[seat] &= ~(1 << card)
    put_on_pile(rules, table, card)
    return card


@kernel
def begin_turn(rules, table, seat, own):
    """Count the turn and set what `seat`, which holds the cards `own`, may do in it."""
    table.turns += 1
    table.own_turns[seat] += 1
    table.melds_this_turn = 0
    table.layoffs_this_turn = 0
    table.shed_first = 1 - table.shed_before[seat]
    view = table.views[seat]
    view.board.own = own
    view.drawn = 0
    view.banned = 0
    set_rights(rules, table, seat)


@kernel
def play_turn(rules, table, seat, barred, offered, log):
    """One turn: (how it ended, the card discarded or -1)."""
    begin_turn(rules, table, seat, table.hands[seat])
    if offered:
        refresh(rules, table, seat)
        take_cards(rules, table, seat, 1, log)
    else:
        result = draw(rules, table, seat, barred, log)
        if result != GOES_ON:
            return result, -1
    refresh(rules, table, seat)
    if not shed_cards(rules, table, seat, log):
        return FAULT, -1
    if table.hands[seat] == 0:
        return OUT, -1
    card = discard(rules, table, seat, log)
    if card < 0:
        return FAULT, -1
    return (OUT if table.hands[seat] == 0 else GOES_ON), card
