"""One gin hand up to the showdown: deal, draw, discard or knock.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state with both players
(:func:`cardsim.games.game.table_dtype` and :data:`cardsim.games.gin.view.STATE`), `log` the event log.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.game import blame
from cardsim.games.gin import rules as r
from cardsim.games.gin.melds import best_discard, deadwood, discards_within, pips
from cardsim.games.gin.view import BIG_GIN, DISCARD, KNOCK, TAKE_UPCARD
from cardsim.games.log import note
from cardsim.games.strategy import ask

GOES_ON, KNOCKED, DECLARED_BIG_GIN, VOID, FAULT = range(5)
"""What a turn led to."""
NOTHING, FROM_STOCK, FROM_PILE, FROM_OFFER, NO_DRAW, AT_WALL = range(6)
"""Where a turn's card comes from."""

DEALT, UPCARD, DREW = 10, 11, 12
"""Events that are no decisions."""

ILLEGAL_DISCARD = 1


@kernel(forceinline=True)
def start_views(rules, table, limit):
    """Reset both views at the start of a hand."""
    for seat in range(2):
        view = table.views[seat]
        view.pile_size = 0
        view.upcard = -1
        view.seat = seat
        view.starter = table.starter
        view.turn = 0
        view.knock_limit = limit
        view.seen = table.hands[seat]
        view.opponent_known = 0
        view.opponent_discards = 0
        view.opponent_declined = 0
        view.own_discards = 0
        view.own_score = table.scores[seat]
        view.opponent_score = table.scores[1 - seat]
        view.game_target = rules.game_target
        view.aces = rules.aces
        view.gin_bonus = rules.gin_bonus
        view.undercut_bonus = rules.undercut_bonus
        view.knocking = 0
        view.offered = 0
        view.defending = 0
        view.laid_count = 0
        view.knocker_meld_count = 0
        view.knocker_deadwood = -1
        for i in range(table.memory_size[seat]):
            view.memory[i] = 0


@kernel(forceinline=True)
def deal(rules, table, log):
    """Deal from ``table.pack``: one card each in turn, the starter first; then the upcard."""
    table.hands[0] = 0
    table.hands[1] = 0
    for i in range(2 * rules.hand_size):
        seat = table.starter ^ (i & 1)
        table.hands[seat] |= 1 << np.int64(table.pack[i])
    table.next_card = 2 * rules.hand_size
    if rules.opening == r.ELEVEN:
        table.hands[table.starter] |= 1 << np.int64(table.pack[table.next_card])
        table.next_card += 1
    for seat in range(2):
        table.dealt_deadwood[seat] = deadwood(table.hands[seat], rules.aces)
        note(log, DEALT, seat, -1, table.hands[seat], table.starter, 0)


@kernel(forceinline=True)
def limit_of_hand(rules, upcard):
    """The knock limit, lowered by the first upcard under an Oklahoma rule."""
    if rules.oklahoma == r.OKLAHOMA_OFF or upcard < 0:
        return rules.knock_limit
    value = pips(1 << upcard)
    if value == 1 and rules.oklahoma == r.OKLAHOMA_ACE_GIN:
        value = 0
    return min(rules.knock_limit, value)


@kernel(forceinline=True)
def put_on_pile(table, card):
    """Both players see `card` come on top of the pile."""
    for seat in range(2):
        view = table.views[seat]
        view.pile[view.pile_size] = card
        view.pile_size += 1
        view.upcard = card
        view.seen |= 1 << card


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
    card = ask(table, seat, DISCARD) if legal & (legal - 1) else lowest_card(legal)
    view.knocking = 0
    note(log, DISCARD, seat, card, legal, knocking, 0)
    if card < 0 or card > 51 or (legal >> card) & 1 == 0:
        blame(table, ILLEGAL_DISCARD, seat, DISCARD, card, table.hands[seat], knocking)
        return -1
    table.hands[seat] &= ~(1 << card)
    return card


@kernel(forceinline=True)
def lowest_card(mask):
    """The lowest card of a mask with a single card."""
    card = 0
    while (mask >> card) & 1 == 0:
        card += 1
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


@kernel(forceinline=True)
def shuffle_pack(table):
    """A fresh pack in random order."""
    for card in range(52):
        table.pack[card] = card
    rng.shuffle(table.chance[0], table.pack)
