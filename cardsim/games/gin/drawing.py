"""Draws of a gin hand: where a card comes from, and what both players see of it.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state with both players
(:func:`cardsim.games.game.table_dtype` and :data:`cardsim.games.gin.view.STATE`), `log` the event log.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.gin import rules as r
from cardsim.games.gin.melds import best_discard, deadwood
from cardsim.games.gin.view import KNOCK, TAKE_UPCARD
from cardsim.games.log import note
from cardsim.games.strategy import ask

NOTHING, FROM_STOCK, FROM_PILE, FROM_OFFER, NO_DRAW, AT_WALL = range(6)
"""Where a turn's card comes from."""

DREW = 12
"""An event that is no decision."""


@kernel(forceinline=True)
def take_from_pile(table, seat):
    """`seat` takes the upcard; the opponent remembers it."""
    card = np.int64(table.views[seat].upcard)
    for other in range(2):
        view = table.views[other]
        view.pile_size -= 1
        view.upcard = view.pile[view.pile_size - 1] if view.pile_size > 0 else -1
    table.views[1 - seat].opponent_known |= 1 << card
    table.hands[seat] |= 1 << card
    table.all_upcard_draws += 1
    return card


@kernel(forceinline=True)
def draw_from_stock(table, seat):
    """`seat` takes the top of the stock."""
    card = np.int64(table.pack[table.next_card])
    table.next_card += 1
    table.hands[seat] |= 1 << card
    table.views[seat].seen |= 1 << card
    if table.views[seat].upcard >= 0:
        table.views[1 - seat].opponent_declined |= 1 << table.views[seat].upcard
    return card


@kernel(forceinline=True)
def before_draw(rules, table, seat):
    """Bring the view of `seat` up to date for a draw decision."""
    view = table.views[seat]
    view.hand = table.hands[seat]
    view.stock_size = 52 - table.next_card
    view.drawn = -1
    view.from_pile = 0
    view.deadwood = deadwood(view.hand, rules.aces)
    view.best_discards = 0
    view.knock_cards = 0
    view.legal = 0


@kernel(forceinline=True)
def offer(rules, table, log):
    """Offer the first upcard to the starter, then to the other; the seat that takes it, or -1."""
    for k in range(2):
        seat = table.starter ^ k
        before_draw(rules, table, seat)
        table.views[seat].offered = 1
        answer = ask(table, seat, TAKE_UPCARD)
        table.views[seat].offered = 0
        note(log, TAKE_UPCARD, seat, answer != 0, 0, table.views[seat].upcard, 1)
        if answer != 0:
            return seat
        table.views[1 - seat].opponent_declined |= 1 << table.views[seat].upcard
    return -1


@kernel(forceinline=True)
def after_draw(rules, table, seat, card, from_pile, log):
    """Bring the view of `seat` up to date for the choice of discard; the cards that may not be discarded come back."""
    view = table.views[seat]
    view.hand = table.hands[seat]
    view.stock_size = 52 - table.next_card
    view.drawn = card
    view.from_pile = from_pile
    view.turn += 1
    table.turns += 1
    if card >= 0:
        table.draws += 1
        note(log, DREW, seat, card, view.hand, from_pile, view.stock_size)
    blocked = 0
    if from_pile and rules.throw_back != r.THROW_BACK_ALLOWED:
        blocked = 1 << card
    view.best_discards, view.deadwood = best_discard(view.hand, blocked, rules.aces)
    view.legal = view.hand & ~blocked
    return blocked


@kernel(forceinline=True)
def take_or_not(rules, table, seat, mark, log):
    """Ask `seat` whether it takes the upcard: the source of its draw."""
    before_draw(rules, table, seat)
    answer = ask(table, seat, TAKE_UPCARD)
    note(log, TAKE_UPCARD, seat, answer != 0, 0, table.views[seat].upcard, mark)
    return FROM_PILE if answer != 0 else FROM_STOCK


@kernel(forceinline=True)
def wall(rules, table, seat, log):
    """At the wall the next player may knock with the last discard; otherwise the hand is void."""
    view = table.views[seat]
    before_draw(rules, table, seat)
    taken = 1 << np.int64(view.upcard)
    blocked = taken if rules.throw_back == r.THROW_BACK_BANNED else 0
    left = best_discard(table.hands[seat] | taken, blocked, rules.aces)[1]
    if left > view.knock_limit:
        return NOTHING
    view.deadwood = left
    answer = 1 if left == 0 and rules.gin_mandatory else ask(table, seat, KNOCK)
    note(log, KNOCK, seat, answer != 0, 0, left, 1)
    return AT_WALL if answer != 0 else NOTHING


@kernel(forceinline=True)
def first_source(rules, table, log):
    """Who opens the hand, and where the first card comes from."""
    if rules.opening == r.ELEVEN:
        return table.starter, NO_DRAW
    if rules.opening == r.FREE:
        return table.starter, take_or_not(rules, table, table.starter, 0, log)
    taker = offer(rules, table, log)
    return (taker, FROM_OFFER) if taker >= 0 else (table.starter, FROM_STOCK)


@kernel(forceinline=True)
def next_source(rules, table, seat, log):
    """Where `seat` draws from in an ordinary turn or once the stock is down to its floor."""
    if 52 - table.next_card > rules.stock_floor:
        return take_or_not(rules, table, seat, 0, log) if table.views[seat].upcard >= 0 else FROM_STOCK
    if rules.stock_end == r.STOCK_WALL:
        return wall(rules, table, seat, log)
    if rules.stock_end == r.STOCK_VOID:
        return NOTHING
    return FROM_PILE if take_or_not(rules, table, seat, 2, log) == FROM_PILE else NOTHING


@kernel(forceinline=True)
def draw(rules, table, seat, source, log):
    """Draw from `source`; the mask of cards that may not be discarded comes back, or -1 if the take voids the hand."""
    if source == NO_DRAW:
        return after_draw(rules, table, seat, -1, 0, log)
    if source == FROM_STOCK:
        return after_draw(rules, table, seat, draw_from_stock(table, seat), 0, log)
    if source == FROM_PILE:
        table.upcard_draws += 1
        if rules.max_upcard_draws and table.upcard_draws >= rules.max_upcard_draws:
            return -1
    return after_draw(rules, table, seat, take_from_pile(table, seat), 1, log)
