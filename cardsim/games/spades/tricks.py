"""Cards inside Spades: aces high, what may be played, and which card wins.

Inside the game a card is ``13 * suit + height`` with suits C, D, H, S = 0..3 and height 0 = two ... 12 = ace, so that
the higher of two cards of a suit has the larger number, and every spade has a larger number than any other card.  Sets
of cards are ``int64`` masks over these numbers.  Text, packs and records use the package's numbering (ace = 0).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest

SPADES = 0x1FFF << 39
SIDE = (1 << 39) - 1
SUIT = tuple(0x1FFF << (13 * suit) for suit in range(4))
SUIT_OF = np.array([SUIT[card // 13] for card in range(52)], dtype=np.int64)
"""Mask of the suit of each card."""
BROKEN, AFTER_FIRST_TRICK, ANYTIME, ONLY_SPADES_LEFT = 0, 1, 2, 3
"""When spades may be led (rule `spade_lead`)."""

_ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
_OTHERS = ((1 << 52) - 1) ^ _ACES
_HIGH_ACES = _ACES << 12
_HIGH_OTHERS = ((1 << 52) - 1) ^ _HIGH_ACES


@kernel
def aces_high(cards):
    """A mask of the package's numbering as a mask of this game's numbering."""
    return ((cards & _OTHERS) >> 1) | ((cards & _ACES) << 12)


@kernel
def aces_low(cards):
    """A mask of this game's numbering as a mask of the package's numbering."""
    return ((cards & _HIGH_OTHERS) << 1) | ((cards & _HIGH_ACES) >> 12)


@kernel
def high_card(card):
    """This game's number of a card given by the package's number."""
    suit = card // 13
    rank = card - 13 * suit
    return card - 1 if rank > 0 else card + 12


@kernel
def low_card(card):
    """The package's number of a card given by this game's number."""
    suit = card // 13
    height = card - 13 * suit
    return card + 1 if height < 12 else card - 12


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
