"""The play of a deal: thirteen tricks, legal cards, what every seat sees."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.spades import rules as r
from cardsim.games.spades.decks import aces_low, low_card
from cardsim.games.spades.tricks import (
    CARDS,
    SIDE,
    SPADES,
    SUIT,
    SUIT_OF,
    beats,
    between,
    legal_follows,
    legal_leads,
    may_lead_spades,
)
from cardsim.games.spades.view import PLAY
from cardsim.games.strategy import ask

ILLEGAL_CARD = 3
TOOK = 10
"""Event: a trick was taken."""


@kernel
def legal_cards(rules, table, seat):
    """What `seat` may play now."""
    hand = table.hands[seat]
    if table.trick == 0:
        return legal_in_first_trick(rules, table, hand)
    if table.place == 0:
        return legal_leads(hand, may_lead_spades(rules.spade_lead, table.broken, table.trick))
    return legal_follows(hand, table.led_suit)


@kernel
def legal_in_first_trick(rules, table, hand):
    """The same in the first trick, which has house rules of its own."""
    if rules.first_leader == r.LOWEST_CLUB_ALL:
        clubs = hand & SUIT[0]
        if clubs != 0:
            return clubs & -clubs
        return hand & SIDE if hand & SIDE else hand
    if table.place == 0:
        if rules.first_leader == r.TWO_OF_CLUBS:
            return np.int64(1)
        return legal_leads(hand, may_lead_spades(rules.spade_lead, table.broken, 0))
    legal = legal_follows(hand, table.led_suit)
    if not rules.spade_on_first_trick and (legal & table.led_suit) == 0 and legal & SIDE:
        return legal & SIDE
    return legal


@kernel
def show_play(table, seat, legal):
    """Bring the view of `seat` up to date for the choice of a card."""
    view = table.views[seat]
    view.hand = table.hands[seat]
    view.legal = legal
    for other in range(4):
        view.table[other] = table.cards[other]
    view.trick = table.trick
    view.place = table.place
    view.leader = table.leader
    view.led_suit = table.led_suit
    view.best = table.best
    view.best_seat = table.best_seat
    view.played = table.played
    view.spades_broken = table.broken


@kernel
def above_but_below(card, best):
    """Mask of the cards of the suit of `card` above it and below `best`, a higher card of that suit or a spade."""
    return SUIT_OF[card] & between(card, best - 1)


@kernel
def lay_card(table, seat, card):
    """Play `card` from the hand of `seat`."""
    bit = np.int64(1) << card
    table.hands[seat] ^= bit
    table.played |= bit
    table.cards[seat] = card
    if table.place == 0:
        table.led_suit = SUIT_OF[card]
        table.best = card
        table.best_seat = seat
    elif beats(card, table.best, table.led_suit):
        table.best = card
        table.best_seat = seat
    if bit & SPADES:
        table.broken = 1
    table.place += 1


@kernel
def put_card(rules, table, seat, card):
    """Play `card` from the hand of `seat`, and let all seats draw what conclusions are certain."""
    shown = np.int64(0)
    if table.place == 0:
        if card >= 39 and not may_lead_spades(rules.spade_lead, table.broken, table.trick):
            shown = np.int64(SIDE)  # he has nothing else
    elif SUIT_OF[card] != table.led_suit:
        shown = table.led_suit
    elif table.nils[seat] != 0 and card < table.best:
        for other in range(4):
            table.views[other].ducked[seat] |= above_but_below(card, table.best)
    if shown != 0:
        for other in range(4):
            table.views[other].voids[seat] |= shown
    lay_card(table, seat, card)


@kernel
def play_card(rules, table, seat, log):
    """One card of `seat`; False after an illegal one.  Nobody is asked who has only one legal card."""
    legal = legal_cards(rules, table, seat)
    if legal & (legal - 1):
        show_play(table, seat, legal)
        card = ask(table, seat, PLAY)
        if card < 0 or card >= CARDS or not (legal >> card) & 1:
            blame(
                table,
                ILLEGAL_CARD,
                seat,
                PLAY,
                low_card(card) if 0 <= card < CARDS else card,
                aces_low(table.hands[seat]),
                table.trick << 58 | aces_low(legal),
            )
            return False
    else:
        card = lowest(legal)
    if len(log) > 0:  # spares the conversions
        note(log, PLAY, seat, low_card(card), aces_low(legal), aces_low(table.hands[seat]), table.trick)
    put_card(rules, table, seat, card)
    return True


@kernel
def start_trick(table):
    """Clear the table for the next trick."""
    table.place = 0
    table.led_suit = 0
    table.best = -1
    table.best_seat = -1
    for seat in range(4):
        table.cards[seat] = -1


@kernel
def take_trick(table):
    """Give a full trick to the seat that won it, which leads next."""
    table.leader = table.best_seat
    table.tricks[table.leader] += 1
    table.trick += 1


@kernel
def play_trick(rules, table, log):
    """One trick; False after an illegal card."""
    start_trick(table)
    for k in range(4):
        if not play_card(rules, table, (table.leader + k) & 3, log):
            return False
    take_trick(table)
    for other in range(4):
        table.views[other].tricks[table.leader] = table.tricks[table.leader]
    if len(log) > 0:
        note(log, TOOK, table.leader, table.tricks[table.leader], 0, low_card(table.best), table.trick - 1)
    return True


@kernel
def first_leader(rules, table):
    """The seat that leads to the first trick."""
    left = (table.dealer + 1) & 3
    if rules.first_leader == r.LEFT_OF_DEALER:
        return left
    if rules.first_leader == r.HIGH_BIDDER:
        leader = left
        for k in range(1, 4):
            seat = (left + k) & 3
            if table.bids[seat] > table.bids[leader]:
                leader = seat
        return leader
    clubs = rules.deck_cards & SUIT[0]
    for seat in range(4):
        if table.hands[seat] & clubs & -clubs:
            return seat
    return left


@kernel
def play_tricks(rules, table, log):
    """All tricks of a deal; False after an illegal card."""
    table.played = 0
    table.broken = 0
    table.trick = 0
    for seat in range(4):
        table.tricks[seat] = 0
    table.leader = first_leader(rules, table)
    table.starter = table.leader
    for _ in range(rules.hand_size):
        if not play_trick(rules, table, log):
            return False
    return True
