"""One turn with two packs and wild cards: draw, play, discard; and how the discards become the stock again."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.game import blame
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.packs.ground import JOKER, JOKERS, KINDS, held_once, number_of
from cardsim.games.rummy.packs.plays import shed_cards, show_hand
from cardsim.games.rummy.packs.takes import add_top, blocked_of, take_is_legal
from cardsim.games.rummy.plays import set_rights
from cardsim.games.rummy.turns import (
    DEPLETED,
    DREW,
    FAULT,
    FLIPPED,
    GOES_ON,
    ILLEGAL_DEPTH,
    ILLEGAL_DISCARD,
    ILLEGAL_TAKE,
    OUT,
    RECYCLED,
    TOOK,
)
from cardsim.games.rummy.view import DISCARD, DRAW
from cardsim.games.strategy import ask

DEEPEST_NOTED = 61
"""Depths of the pile up to this one are bits of the log's mask of legal depths."""


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
    view = table.views[seat]
    show_hand(table, seat)
    view.top = np.int64(table.pile[table.pile_size - 1]) if table.pile_size > 0 else -1
    view.turn = table.own_turns[seat]
    view.turns = table.turns
    view.shed_before = table.shed_before[seat]
    view.stock_size = table.stock_end - table.next_card
    view.known_stock = table.known_stock
    view.recycles = table.recycles
    view.recycles_left = rules.max_recycles - table.recycles
    for other in range(rules.players):
        view.hand_sizes[other] = number_of(table.hands[other])
        view.taken[other] = table.taken[other]


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
    view.board.own = held_once(table.hands[seat])
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
    note(log, TOOK, seat, deepest, held_once(table.hands[seat]), depth, view.drawn)


@kernel
def recycle(rules, table, log):
    """The discards become the stock."""
    kept = table.pile_size - 1 if rules.recycle_top == r.TOP_KEEP else table.pile_size
    top = table.pile[table.pile_size - 1]
    for i in range(kept):
        table.stock[i] = table.pile[i]
    if rules.recycle_order == r.ORDER_SHUFFLE:
        rng.shuffle(table.recycling[0], table.stock[:kept])
    table.known_stock = rules.recycle_order == r.ORDER_TURN_OVER
    table.next_card, table.stock_end = 0, kept
    table.recycles += 1
    table.pile_size = 0
    show_pile(rules, table)
    note(log, RECYCLED, -1, kept, 0, table.recycles, 0)
    if rules.recycle_top == r.TOP_KEEP:
        put_on_pile(rules, table, top)
    elif rules.recycle_top == r.TOP_FLIP:
        put_on_pile(rules, table, table.stock[0])
        table.next_card = 1
        note(log, FLIPPED, -1, np.int64(table.stock[0]), 0, 0, 0)
    if table.known_stock:
        for seat in range(rules.players):
            for i in range(table.next_card, kept):
                table.views[seat].stock[i - table.next_card] = table.stock[i]


@kernel
def depth_is_legal(rules, table, seat, depth):
    """Whether the top `depth` cards may be taken."""
    view = table.views[seat]
    if depth < view.board.duty_from:
        return True
    show_hand(table, seat)
    return take_is_legal(view.hand, view.hand_twice, table.pile, table.pile_size, depth, view.board, table.ground, seat)


@kernel
def legal_depths(rules, table, seat):
    """Mask of the depths that may be taken (bit k: the top k cards), up to DEEPEST_NOTED."""
    first, last = 1, table.pile_size
    if rules.discard_draw == r.DRAW_TOP:
        last = min(last, 1)
    elif rules.discard_draw == r.DRAW_WHOLE:
        first = max(last, 1)
    depths = 0
    for depth in range(first, min(last, DEEPEST_NOTED) + 1):
        if depth_is_legal(rules, table, seat, depth):
            depths |= 1 << depth
    return depths


@kernel
def can_take(rules, table, seat):
    """Whether anything may be taken from the pile; one card nearly always may."""
    size = table.pile_size
    if size == 0:
        return False
    if rules.duty_from > 1 and (rules.discard_draw != r.DRAW_WHOLE or size == 1):
        return True
    if rules.discard_draw == r.DRAW_WHOLE:
        return depth_is_legal(rules, table, seat, size)
    for depth in range(1, (1 if rules.discard_draw == r.DRAW_TOP else size) + 1):
        if depth_is_legal(rules, table, seat, depth):
            return True
    return False


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
    wrong = depth < 0 or depth > table.pile_size or (depth > 1 and rules.discard_draw == r.DRAW_TOP)
    if wrong or (rules.discard_draw == r.DRAW_WHOLE and depth != table.pile_size):
        blame(table, ILLEGAL_DEPTH, seat, DRAW, depth, view.hand, table.pile_size)
        return -1
    if not depth_is_legal(rules, table, seat, depth):
        blame(table, ILLEGAL_TAKE, seat, DRAW, depth, view.hand, table.pile[table.pile_size - depth])
        return -1
    return depth


@kernel
def draw(rules, table, seat, barred, log):
    """The draw of a turn; `barred` means that this time the pile is not on offer."""
    flipped = False
    if (
        table.next_card == table.stock_end
        and rules.recycle_timing == r.RECYCLE_AT_START
        and table.recycles < rules.max_recycles
        and table.pile_size > 0
    ):
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
def legal_discards(table, seat):
    """Mask of the cards that may be discarded: where the ban on all cards ever taken leaves none, it does not hold."""
    held = held_once(table.hands[seat]) & ~table.views[seat].banned
    free = held
    for kind in range(KINDS):
        banned = table.held_banned[seat, kind]
        if banned > 0 and banned >= table.hands[seat, kind]:
            free &= ~(JOKERS if kind == JOKER else 1 << kind)
    return free if free != 0 else held


@kernel
def discard(rules, table, seat, log):
    """The discard of a turn; the card comes back, or -1 after a broken contract."""
    view = table.views[seat]
    legal = legal_discards(table, seat)
    show_hand(table, seat)
    view.legal = legal
    card = ask(table, seat, DISCARD) if legal & (legal - 1) & ~(JOKERS & JOKERS << 1) != 0 else lowest(legal)
    view.legal = 0
    note(log, DISCARD, seat, card, legal, view.hand, 0)
    if card < 0 or card >= JOKER + 4 or (legal >> card) & 1 == 0:
        blame(table, ILLEGAL_DISCARD, seat, DISCARD, card, view.hand, view.banned)
        return -1
    card = min(card, JOKER)
    table.hands[seat, card] -= 1
    table.held_banned[seat, card] = min(table.held_banned[seat, card], table.hands[seat, card])
    put_on_pile(rules, table, card)
    return card


@kernel
def begin_turn(rules, table, seat):
    """Count the turn and set what `seat` may do in it."""
    table.turns += 1
    table.own_turns[seat] += 1
    table.melds_this_turn = 0
    table.layoffs_this_turn = 0
    table.shed_first = 1 - table.shed_before[seat]
    view = table.views[seat]
    view.board.own = held_once(table.hands[seat])
    view.drawn = 0
    view.banned = 0
    set_rights(rules, table, seat)


@kernel
def play_turn(rules, table, seat, barred, offered, log):
    """One turn: (how it ended, the card discarded or -1)."""
    begin_turn(rules, table, seat)
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
    if number_of(table.hands[seat]) == 0:
        return OUT, -1
    card = discard(rules, table, seat, log)
    if card < 0:
        return FAULT, -1
    return (OUT if number_of(table.hands[seat]) == 0 else GOES_ON), card
