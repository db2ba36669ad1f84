"""One turn with two packs and wild cards: draw, play, discard; and how the discards become the stock again."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.packs.ground import JOKER, JOKERS, KINDS, held_once, number_of
from cardsim.games.rummy.packs.piles import draw_stock, put_on_pile, recycle, refresh, take_cards
from cardsim.games.rummy.packs.plays import shed_cards, show_hand
from cardsim.games.rummy.packs.takes import take_is_legal
from cardsim.games.rummy.turns import (
    DEPLETED,
    FAULT,
    GOES_ON,
    ILLEGAL_DEPTH,
    ILLEGAL_DISCARD,
    ILLEGAL_TAKE,
    OUT,
    begin_turn,
    depths,
    may_take_freely,
    renews_first,
)
from cardsim.games.rummy.view import DISCARD, DRAW
from cardsim.games.strategy import ask

DEEPEST_NOTED = 61
"""Depths of the pile up to this one are bits of the log's mask of legal depths."""


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
    first, last = depths(rules, table)
    legal = 0
    for depth in range(first, min(last, DEEPEST_NOTED) + 1):
        if depth_is_legal(rules, table, seat, depth):
            legal |= 1 << depth
    return legal


@kernel
def can_take(rules, table, seat):
    """Whether anything may be taken from the pile; one card nearly always may."""
    if may_take_freely(rules, table):
        return True
    first, last = depths(rules, table)
    for depth in range(first, last + 1):
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
    first, last = depths(rules, table)
    if not first <= depth <= last:
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
def play_turn(rules, table, seat, barred, offered, log):
    """One turn: (how it ended, the card discarded or -1)."""
    begin_turn(rules, table, seat, held_once(table.hands[seat]))
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
