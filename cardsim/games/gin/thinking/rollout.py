"""An imagined hand, played to its end by the quick player in both seats.

Seat 0 is the player who thinks, seat 1 the opponent.  Every hand and the stock lie open here; each seat still decides
by what it would see.  Rules kept: opening offer, knock limit, bonuses, ties, laying off, big gin, the end of the stock.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.gin import rules as r
from cardsim.games.gin.layoffs import best_layoffs, sweep
from cardsim.games.gin.melds import MAX_MELDS, arrangement, best_discard, deadwood, pips
from cardsim.games.gin.thinking.quick import LOOK, quick_discard, quick_take
from cardsim.games.parameters import record_dtype

OFFERED, OFFERED_AFTER_PASS, MUST_DRAW_STOCK, DRAWS, DISCARDS = range(5)
"""What the seat to move is about to do; the first two are the offer of the first upcard."""
MAX_TURNS = 100
"""An imagined hand is void after so many turns: two players may swap cards of the pile for ever."""
FULL = (1 << 52) - 1

HAND = record_dtype(
    [
        ("hands", np.int64, (2,)),
        ("shown", np.int64, (2,)),
        ("turns", np.int64, (2,)),
        ("stock", np.int64, (52,)),
        ("stock_size", np.int64),
        ("pile", np.int64),
        ("upcard", np.int64),
        ("points", np.float64, (2,)),
        ("left", np.int64, (52,)),
        ("melds", np.int64, (3,)),
        ("own_melds", np.int64, (3,)),
        ("work", np.int64, (MAX_MELDS,)),
        ("cards", np.int64, (12,)),
        ("targets", np.int64, (12,)),
    ]
)
"""Hands; cards of each that the other knows; own turns so far; the stock, its next card last; the pile as a mask; the
points at the end; and room to work in, apart from that of the decision that imagines the hand."""


@kernel
def defend(rules, hand, knocker, against_gin):
    """The defender's deadwood after melding and laying off."""
    cards = hand.hands[1 - knocker]
    own = deadwood(cards, rules.aces)
    if rules.lay_off == r.LAY_OFF_NONE or (against_gin and not rules.lay_off_on_gin):
        return own
    size = arrangement(hand.hands[knocker], 0, hand.melds, hand.work, rules.aces)[1]
    if rules.lay_off == r.LAY_OFF_CHOOSE:
        return best_layoffs(hand.melds, size, cards, hand.cards, hand.targets, rules.aces)[0]
    own_size = arrangement(cards, 0, hand.own_melds, hand.work, rules.aces)[1]
    for i in range(own_size):
        cards &= ~hand.own_melds[i]
    return pips(sweep(hand.melds, size, cards, rules.aces))


@kernel
def show_down(rules, hand, knocker, big_gin):
    """Write the points of a knock, gin or big gin with the ten (or eleven) cards that the knocker holds."""
    k = 0 if big_gin else deadwood(hand.hands[knocker], rules.aces)
    d = defend(rules, hand, knocker, k == 0)
    hand.points[0] = 0.0
    hand.points[1] = 0.0
    if rules.payoff == r.PAYOFF_RLCARD:
        hand.points[knocker] = 1.0 if k == 0 else rules.knock_payoff
        hand.points[1 - knocker] = -d / 100.0
    elif k == 0:
        hand.points[knocker] = rules.gin_bonus + d + (rules.big_gin_extra if big_gin else 0)
    elif k < d:
        hand.points[knocker] = d - k
    elif k > d or rules.tie == r.TIE_UNDERCUT:
        hand.points[1 - knocker] = rules.undercut_bonus + k - d


@kernel
def call_off(rules, hand):
    """Write the points of a void hand."""
    for seat in range(2):
        hand.points[seat] = 0.0
        if rules.payoff == r.PAYOFF_RLCARD:
            hand.points[seat] = -deadwood(hand.hands[seat], rules.aces) / 100.0


@kernel
def end_at_floor(rules, hand, seat, limit):
    """The stock is used up: void, unless the rules let `seat` take the last discard for a knock with another card."""
    if rules.stock_end != r.STOCK_VOID and hand.upcard >= 0:
        bit = np.int64(1) << hand.upcard
        choices, least = best_discard(hand.hands[seat] | bit, bit, rules.aces)
        if least <= limit:
            hand.turns[seat] += 1
            hand.hands[seat] = (hand.hands[seat] | bit) & ~(choices & -choices)
            show_down(rules, hand, seat, False)
            return
    call_off(rules, hand)


@kernel
def draw_stock(hand, seat):
    """The next card of the stock goes to `seat`."""
    hand.stock_size -= 1
    hand.hands[seat] |= np.int64(1) << hand.stock[hand.stock_size]


@kernel
def take_upcard(hand, seat):
    """The upcard goes to `seat`, and both know it; the mask of the card comes back."""
    bit = np.int64(1) << hand.upcard
    hand.pile &= ~bit
    hand.hands[seat] |= bit
    hand.shown[seat] |= bit
    return bit


@kernel
def lay_discard(hand, seat, card):
    """`seat` puts `card` on the pile."""
    bit = np.int64(1) << card
    hand.hands[seat] &= ~bit
    hand.shown[seat] &= ~bit
    hand.pile |= bit
    hand.upcard = card


@kernel
def discard_or_knock(rules, hand, seat, blocked, kind, limit):
    """A turn after its draw; True if it ends the hand, whose points are written then."""
    hand.turns[seat] += 1
    eleven, known = hand.hands[seat], hand.shown[1 - seat]
    unseen = FULL & ~(eleven | hand.pile | known)
    card, least, knocks = quick_discard(
        eleven, blocked, known, unseen, kind, hand.turns[seat], limit, rules.aces, hand.left
    )
    if not knocks:
        lay_discard(hand, seat, card)
        return False
    if least == 0 and rules.big_gin and deadwood(eleven, rules.aces) == 0:
        show_down(rules, hand, seat, True)
    else:
        hand.hands[seat] = eleven & ~(np.int64(1) << card)
        show_down(rules, hand, seat, False)
    return True


@kernel
def play_out(rules, hand, limit, seat, stage, blocked, kind):
    """Play an imagined hand on from `stage` of `seat`, the opponent being of a `kind`; its points are written.

    `blocked` is the mask of the card just taken from the pile, which is not thrown back.
    """
    turns = 0
    while turns < MAX_TURNS:
        if stage < DISCARDS:
            if stage == DRAWS and hand.stock_size <= rules.stock_floor:
                end_at_floor(rules, hand, seat, limit)
                return
            blocked = np.int64(0)
            if stage != MUST_DRAW_STOCK and quick_take(hand.hands[seat], hand.upcard, rules.aces):
                blocked = take_upcard(hand, seat)
            elif stage < MUST_DRAW_STOCK:
                stage += 1
                seat = 1 - seat
                continue
            else:
                draw_stock(hand, seat)
        if discard_or_knock(rules, hand, seat, blocked, LOOK if seat == 0 else kind, limit):
            return
        turns += 1
        stage = DRAWS
        seat = 1 - seat
    call_off(rules, hand)
