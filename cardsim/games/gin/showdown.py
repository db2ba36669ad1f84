"""The end of a gin hand: melds are spread, cards laid off, and the hand is scored."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.faults import blame
from cardsim.games.gin import columns as c
from cardsim.games.gin import rules as r
from cardsim.games.gin.layoffs import best_layoffs, first_fit, fits
from cardsim.games.gin.melds import arrangement, deadwood, list_melds, pips
from cardsim.games.gin.view import ANY_BEST, BEST_LAYOFFS, LAY_OFF, MAX_LAID, SPREAD, STOP
from cardsim.games.log import note
from cardsim.games.strategy import ask

LAID, LAID_OFF, SCORED, PAID = 13, 14, 15, 16
"""Events that are no decisions."""

ILLEGAL_MELD, TOO_MUCH_DEADWOOD, ILLEGAL_LAY_OFF = 2, 3, 4


@kernel
def is_meld(table, cards, aces):
    """Whether `cards` are one set or one run."""
    found = False
    for i in range(list_melds(cards, table.work, aces)):
        found |= table.work[i] == cards
    return found


@kernel
def lay(view, meld, rest, seat, log):
    """Put one meld down; what is left of `rest`."""
    view.laid[view.laid_count] = meld
    view.laid_count += 1
    note(log, LAID, seat, -1, meld, rest & ~meld, 0)
    return rest & ~meld


@kernel
def lay_any_best(table, seat, rest, log):
    """Lay a minimum-deadwood arrangement of `rest`, uniform among all of them; the cards left."""
    view, stream = table.views[seat], table.streams[seat]
    melds = table.work[:3]
    room = table.work[3:]
    count, n = arrangement(rest, 0, melds, room, view.aces)
    if count > 1:
        number = rng.below(stream, count)
        if number > 0:
            count, n = arrangement(rest, number, melds, room, view.aces)
    for i in range(n):
        if view.laid_count < MAX_LAID:
            rest = lay(view, melds[i], rest, seat, log)
    return rest


@kernel
def spread(table, seat, hand, log):
    """`seat` lays melds from `hand`, one answer after another; the unmelded cards, or -1 after an illegal answer."""
    view = table.views[seat]
    rest = hand
    while True:
        view.hand = rest
        view.legal = rest
        answer = ask(table, seat, SPREAD)
        note(log, SPREAD, seat, answer, rest, view.laid_count, 0)
        if answer == 0:
            return rest
        if answer == ANY_BEST:
            return lay_any_best(table, seat, rest, log)
        if answer & ~rest or not is_meld(table, answer, view.aces) or view.laid_count >= MAX_LAID:
            blame(table, ILLEGAL_MELD, seat, SPREAD, answer, rest, 0)
            return -1
        rest = lay(view, answer, rest, seat, log)


@kernel
def show_knocker(table, knocker):
    """The defender sees the knocker's melds."""
    table.meld_count = table.views[knocker].laid_count
    for i in range(table.meld_count):
        table.melds[i] = table.views[knocker].laid[i]
    table.views[1 - knocker].defending = 1
    table.views[1 - knocker].knocker_deadwood = table.knock_deadwood
    copy_melds(table, knocker)


@kernel
def copy_melds(table, knocker):
    """Bring the defender's picture of the knocker's melds up to date."""
    view = table.views[1 - knocker]
    view.knocker_meld_count = table.meld_count
    for i in range(table.meld_count):
        view.knocker_melds[i] = table.melds[i]


@kernel
def put_off(table, knocker, card, target, log):
    """Lay `card` off on the knocker's meld `target`."""
    table.melds[target] |= 1 << card
    table.layoffs += 1
    copy_melds(table, knocker)
    note(log, LAID_OFF, 1 - knocker, card, table.melds[target], target, 0)


@kernel
def fitting(table, cards, aces):
    """Those of `cards` that fit a meld of the knocker."""
    found, left = 0, cards
    while left:
        card = lowest(left)
        left &= left - 1
        for i in range(table.meld_count):
            if fits(table.melds[i], card, aces):
                found |= 1 << card
    return found


@kernel
def lay_off_sweep(table, knocker, rest, log):
    """First card on first meld until nothing fits; the cards left."""
    aces = table.views[knocker].aces
    while True:
        card, target = first_fit(table.melds, table.meld_count, rest, aces)
        if card < 0:
            return rest
        put_off(table, knocker, card, target, log)
        rest &= ~(1 << card)


@kernel
def lay_off_best(table, knocker, rest, log):
    """Lay off the cards that leave the least deadwood after melding; the cards left."""
    cards, targets = table.work[:10], table.work[10:20]
    n = best_layoffs(table.melds, table.meld_count, rest, cards, targets, table.views[knocker].aces)[1]
    for i in range(n):
        card, target = cards[i], targets[i]
        put_off(table, knocker, card, target, log)
        rest &= ~(1 << card)
    return rest


@kernel
def lay_off_by_choice(table, knocker, log):
    """The defender lays off card by card; the cards left, or -1 after an illegal answer."""
    defender = 1 - knocker
    view = table.views[defender]
    rest = table.hands[defender]
    while True:
        legal = fitting(table, rest, view.aces)
        if legal == 0:
            return rest
        view.hand = rest
        view.legal = legal
        answer = ask(table, defender, LAY_OFF)
        note(log, LAY_OFF, defender, answer, legal, table.meld_count, 0)
        if answer == STOP:
            return rest
        if answer == BEST_LAYOFFS:
            return lay_off_best(table, knocker, rest, log)
        card, target = answer & 63, (answer >> 6) - 1
        if answer < 0 or card > 51 or (legal >> card) & 1 == 0 or target >= table.meld_count:
            blame(table, ILLEGAL_LAY_OFF, defender, LAY_OFF, answer, rest, 0)
            return -1
        if target < 0:
            target = first_fit(table.melds, table.meld_count, 1 << card, view.aces)[1]
        if not fits(table.melds[target], card, view.aces):
            blame(table, ILLEGAL_LAY_OFF, defender, LAY_OFF, answer, rest, 0)
            return -1
        put_off(table, knocker, card, target, log)
        rest &= ~(1 << card)


@kernel
def defend(rules, table, knocker, log):
    """The defender melds and lays off; the deadwood left, or -1 after an illegal answer."""
    defender = 1 - knocker
    hand = table.hands[defender]
    against_gin = table.knock_deadwood == 0
    may_lay_off = rules.lay_off != r.LAY_OFF_NONE and (rules.lay_off_on_gin or not against_gin)
    if may_lay_off and rules.lay_off == r.LAY_OFF_CHOOSE:
        hand = lay_off_by_choice(table, knocker, log)
        if hand < 0:
            return -1
    rest = hand
    if deadwood(hand, rules.aces) < pips(hand):
        rest = spread(table, defender, hand, log)
        if rest < 0:
            return -1
    if may_lay_off and rules.lay_off == r.LAY_OFF_SWEEP:
        rest = lay_off_sweep(table, knocker, rest, log)
    return pips(rest)


@kernel
def note_points(table, log):
    """Log what the hand pays each seat, in thousandths of a point."""
    if log.shape[0] > 0:
        for seat in range(2):
            note(log, PAID, seat, 0, 0, np.int64(round(1000 * table.points[seat])), 0)


@kernel
def score(rules, table, knocker, big_gin, log):
    """End, winner and points of a hand that was not void."""
    k, d = table.knock_deadwood, table.defender_deadwood
    winner, points = knocker, d - k
    if big_gin:
        table.end, points = c.BIG_GIN, rules.gin_bonus + rules.big_gin_extra + d
    elif k == 0:
        table.end, points = c.GIN, rules.gin_bonus + d
    elif k < d:
        table.end = c.KNOCK
    elif k > d or rules.tie == r.TIE_UNDERCUT:
        table.end, winner, points = c.UNDERCUT, 1 - knocker, rules.undercut_bonus + k - d
    else:
        table.end, winner = c.TIE, -1
    table.winner = winner
    if winner >= 0:
        table.points[winner] = points
    if rules.payoff == r.PAYOFF_RLCARD:
        table.end, table.winner = (c.GIN if k == 0 else c.KNOCK), knocker
        table.points[knocker] = 1.0 if k == 0 else rules.knock_payoff
        table.points[1 - knocker] = -d / 100.0
    note(log, SCORED, table.winner, table.end, 0, k, d)
    note_points(table, log)


@kernel
def showdown(rules, table, knocker, big_gin, log):
    """Everything after a knock, gin or big gin; False after an illegal answer."""
    table.knocker = knocker
    rest = spread(table, knocker, table.hands[knocker], log)
    if rest < 0:
        return False
    table.knock_deadwood = pips(rest)
    if table.knock_deadwood > (0 if big_gin else table.views[knocker].knock_limit):
        blame(table, TOO_MUCH_DEADWOOD, knocker, SPREAD, table.knock_deadwood, rest, 0)
        return False
    show_knocker(table, knocker)
    table.defender_deadwood = defend(rules, table, knocker, log)
    if table.defender_deadwood < 0:
        return False
    score(rules, table, knocker, big_gin, log)
    return True


@kernel
def call_off(rules, table, log):
    """A void hand: nobody scores (under payoff='rlcard' both pay for their deadwood)."""
    table.end = c.VOID
    if rules.payoff == r.PAYOFF_RLCARD:
        for seat in range(2):
            table.points[seat] = -deadwood(table.hands[seat], rules.aces) / 100.0
    note(log, SCORED, -1, c.VOID, 0, 0, 0)
    note_points(table, log)
