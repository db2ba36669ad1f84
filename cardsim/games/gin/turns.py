"""The turns of a gin hand: draw, then big gin, knock or discard.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state with both players
(:func:`cardsim.games.game.table_dtype` and :data:`cardsim.games.gin.view.STATE`), `log` the event log.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.faults import blame
from cardsim.games.gin import rules as r
from cardsim.games.gin.dealing import put_on_pile
from cardsim.games.gin.drawing import AT_WALL, NOTHING, draw, first_source, next_source
from cardsim.games.gin.melds import best_discard, deadwood, discards_within
from cardsim.games.gin.view import BIG_GIN, DISCARD, KNOCK
from cardsim.games.log import note
from cardsim.games.strategy import ask

GOES_ON, KNOCKED, DECLARED_BIG_GIN, VOID, FAULT = range(5)
"""What a turn led to."""

ILLEGAL_DISCARD = 1


@kernel(forceinline=True)
def wants_to_knock(rules, table, seat, log):
    """Whether `seat` knocks; under compulsory gin the question does not arise."""
    if table.views[seat].deadwood == 0 and rules.gin_mandatory:
        return True
    answer = ask(table, seat, KNOCK)
    note(log, KNOCK, seat, answer != 0, 0, table.views[seat].deadwood, 0)
    return answer != 0


@kernel(forceinline=True)
def knock_discards(rules, table, view, blocked):
    """The discards with which `view`'s player may knock; 0 if he may not."""
    if rules.throw_back == r.THROW_BACK_KNOCK_ONLY and blocked:
        blocked = 0
    elif view.deadwood > view.knock_limit:
        return 0  # most turns end here, without looking at each discard
    left = best_discard(view.hand, blocked, rules.aces)[1]
    if left > view.knock_limit:
        return 0
    if left == 0 and rules.gin_mandatory:
        return discards_within(view.hand, 0, rules.aces) & ~blocked
    return discards_within(view.hand, view.knock_limit, rules.aces) & ~blocked


@kernel(forceinline=True)
def discard_card(table, seat, legal, knocking, log):
    """Ask for a discard among `legal` and take it from the hand; -1 after an illegal answer."""
    view = table.views[seat]
    view.legal = legal
    view.knocking = knocking
    card = ask(table, seat, DISCARD) if legal & (legal - 1) else lowest(legal)
    view.knocking = 0
    note(log, DISCARD, seat, card, legal, knocking, 0)
    if card < 0 or card > 51 or (legal >> card) & 1 == 0:
        blame(table, ILLEGAL_DISCARD, seat, DISCARD, card, table.hands[seat], knocking)
        return -1
    table.hands[seat] &= ~(1 << card)
    return card


@kernel(forceinline=True)
def end_turn(rules, table, seat, blocked, at_wall, log):
    """After the draw: big gin, knock, or a plain discard; at the wall the knock is decided already."""
    view = table.views[seat]
    if not at_wall and rules.big_gin and view.deadwood == 0 and deadwood(view.hand, rules.aces) == 0:
        answer = 1 if rules.gin_mandatory else ask(table, seat, BIG_GIN)
        note(log, BIG_GIN, seat, answer != 0, 0, 0, 0)
        if answer != 0:
            return DECLARED_BIG_GIN
    choices = knock_discards(rules, table, view, blocked)
    view.knock_cards = choices
    if choices:
        kept = view.best_discards, view.deadwood
        if rules.throw_back == r.THROW_BACK_KNOCK_ONLY and blocked:
            view.best_discards, view.deadwood = best_discard(view.hand, 0, rules.aces)
        if at_wall or wants_to_knock(rules, table, seat, log):
            view.best_discards &= choices
            card = discard_card(table, seat, choices, 1, log)
            return FAULT if card < 0 else KNOCKED
        view.best_discards, view.deadwood = kept
    if at_wall:
        return VOID
    card = discard_card(table, seat, view.hand & ~blocked, 0, log)
    if card < 0:
        return FAULT
    other = table.views[1 - seat]
    view.own_discards |= 1 << card
    other.opponent_discards |= 1 << card
    other.opponent_known &= ~(1 << card)
    put_on_pile(table, card)
    if view.from_pile and card == view.drawn:
        table.repeats += 1
    else:
        table.repeats = 0
    return GOES_ON


@kernel(forceinline=True)
def play_turns(rules, table, log):
    """All turns of a hand: (the seat that played last, how it ended)."""
    seat, source = first_source(rules, table, log)
    while source != NOTHING:
        blocked = draw(rules, table, seat, source, log)
        if blocked < 0:
            break
        result = end_turn(rules, table, seat, blocked, source == AT_WALL, log)
        if result != GOES_ON:
            return seat, result
        if table.turns >= rules.max_turns or (rules.repeat_voids and table.repeats >= 2):
            break
        seat = 1 - seat
        source = next_source(rules, table, seat, log)
    return seat, VOID
