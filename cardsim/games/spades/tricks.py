"""Cards inside Spades: aces high, what may be played, and which card wins.

Inside the game a card is ``13 * suit + height`` with suits C, D, H, S = 0..3 and height 0 = two ... 12 = ace, so that
the higher of two cards of a suit has the larger number, and every spade has a larger number than any other card.  Sets
of cards are ``int64`` masks over these numbers.  Text, packs and records use the package's numbering (ace = 0).

Cards that other decks make the highest spades stand above the ace of spades: 52..55 are the twos of spades, diamonds,
clubs and hearts where they are high, 56 and 57 the little and the big joker (:mod:`.decks`).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest

CARDS = 58
"""One more than the highest card number."""
SIDE = (1 << 39) - 1
SPADES = (1 << CARDS) - 1 ^ SIDE
SUIT = (*(0x1FFF << (13 * suit) for suit in range(3)), SPADES)
SUIT_OF = np.array([SUIT[min(card // 13, 3)] for card in range(CARDS)], dtype=np.int64)
"""Mask of the suit of each card."""
BROKEN, AFTER_FIRST_TRICK, ANYTIME, ONLY_SPADES_LEFT = 0, 1, 2, 3
"""When spades may be led (rule `spade_lead`)."""


@kernel
def height_of(card):
    """Height of a card in its suit: 0 = two ... 12 = ace, more for spades above the ace."""
    return card - 39 if card >= 39 else card % 13


@kernel
def may_lead_spades(spade_lead, spade_seen, trick):
    """Whether a leader who holds other suits may lead a spade to trick 0, 1, ... of the deal."""
    if spade_lead == ANYTIME:
        return True
    if spade_lead == AFTER_FIRST_TRICK:
        return trick > 0
    return spade_lead == BROKEN and spade_seen


@kernel
def legal_leads(hand, spades_open):
    """What a leader may play: everything, or no spade while he holds another suit and spades are not open."""
    side = hand & SIDE
    if spades_open or side == 0:
        return hand
    return side


@kernel
def legal_follows(hand, led_suit):
    """What may be played to a led suit (a suit's mask): that suit, or anything if void."""
    follow = hand & led_suit
    return follow if follow != 0 else hand


@kernel
def beats(card, best, led_suit):
    """Whether `card` takes a trick from `best`, the best card so far, in a trick in which `led_suit` was led."""
    return card > best and ((np.int64(1) << card) & (led_suit | SPADES)) != 0


@kernel
def between(low, high):
    """Mask of the cards numbered above `low` and up to `high`."""
    return (np.int64(2) << high) - (np.int64(2) << low)


@kernel
def lowest_of_runs(cards, hand, live):
    """The lowest card of each run in `cards`: cards of one hand with no other player's live card between them."""
    others = live & ~hand
    kept = np.int64(0)
    while cards != 0:
        card = lowest(cards)
        kept |= np.int64(1) << card
        above = others & SUIT_OF[card] & -(np.int64(1) << card)
        if above != 0:
            cards &= -(np.int64(1) << lowest(above))
        else:
            cards &= ~SUIT_OF[card]
    return kept


@kernel
def top(cards):
    """Mask of the highest card of non-empty `cards`."""
    return np.int64(1) << highest(cards)
