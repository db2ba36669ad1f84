"""The bidders.  Each is a decision ``f(view, params, rng)``; positions of its parameters are counted from FIRST.

A bid that the house rules do not allow becomes the nearest allowed one, the lower of two.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import highest, lowest, nth, popcount
from cardsim.games.spades import facts
from cardsim.games.spades.tricks import SPADES, SUIT

FIRST = 1
"""A bidder's parameters come after those all players have."""
ACE, KING, QUEEN, JACK, TEN = 12, 11, 10, 9, 8
HONOURS = np.array([[float(value) for value in row] for row in facts.honour_table()])
NIL_TABLE = np.load(Path(__file__).parent / "nil_table.npy")
"""Chance of no trick in a suit, by its 13 cards: row 0 a side suit, row 1 spades (see `fit_nil_table`)."""


@kernel
def fit(bid, legal):
    """The allowed bid nearest to `bid`."""
    for distance in range(14):
        if bid - distance >= 0 and (legal >> (bid - distance)) & 1:
            return bid - distance
        if bid + distance <= 13 and (legal >> (bid + distance)) & 1:
            return bid + distance
    return lowest(legal)


@kernel
def half_up(x):
    """`x` rounded, halves upwards."""
    return np.int64(np.floor(x + 0.5))


@kernel
def ranks(hand, suit):
    """The thirteen cards of a suit as bits 0 (two) .. 12 (ace)."""
    return (hand >> (13 * suit)) & 0x1FFF


@kernel
def bids_before(view):
    """Sum and number of the bids already made."""
    total = 0
    count = 0
    for seat in range(4):
        if view.bids[seat] >= 0:
            total += view.bids[seat]
            count += 1
    return total, count


@kernel
def has(cards, rank):
    """Whether a suit's ranks hold a rank."""
    return (cards >> rank) & 1 != 0


# --- CardsWithCats ---


@kernel
def cats_nil_spades(hand):
    """Whether the spades allow a nil: at most three, none above the ten."""
    spades = ranks(hand, 3)
    return popcount(spades) <= 3 and spades >> JACK == 0


@kernel
def cats_nil_side(cards):
    """Whether a side suit allows a nil."""
    if cards == 0:
        return True
    size = popcount(cards)
    first = highest(cards)
    if first < TEN:
        return True
    if (first > TEN and size < 4) or (first == ACE and size < 5):
        return False
    rest = cards ^ (np.int64(1) << first)
    if rest != 0 and highest(rest) > TEN and size < 5:
        return False
    total = 0
    while cards != 0:
        total += lowest(cards) + 2
        cards &= cards - 1
    return total < 8 * size


@kernel
def cats_nil(hand):
    """Whether CardsWithCats bids nil."""
    if not cats_nil_spades(hand):
        return False
    for suit in range(3):
        if not cats_nil_side(ranks(hand, suit)):
            return False
    return True


@kernel
def cats_side_suit(cards):
    """Tricks expected from a side suit."""
    size = popcount(cards)
    if size == 0:
        return 0.0
    ace, king, queen, jack = has(cards, ACE), has(cards, KING), has(cards, QUEEN), has(cards, JACK)
    if size == 1:
        return 1.0 if ace else (0.6 if king else (0.2 if queen else 0.0))
    value = 0.0
    if ace:
        value = 2.0 if king else (1.7 if queen else (1.3 if jack else 1.0))
    elif king:
        value = 1.1 if queen else (0.8 if jack else 0.6)
    elif queen:
        value = 0.3
    return value * (1 - 0.1 * (size - 3)) if size >= 3 else value


@kernel
def cats_estimate(hand):
    """Tricks expected from a hand."""
    spades = ranks(hand, 3)
    value = np.float64(popcount(spades))
    for place in range(3):
        if spades != 0:
            top = highest(spades)
            gap = ACE - top - place
            value -= 0.0 if gap == 0 else (0.4 if gap == 1 else (0.8 if gap == 2 else 1.0))
            spades ^= np.int64(1) << top
    for suit in range(3):
        value += cats_side_suit(ranks(hand, suit))
    return value


@kernel
def cats_number(view):
    """The bid of CardsWithCats once nil is out of the question; 0 if the estimate rounds to it."""
    bid = half_up(cats_estimate(view.hand))
    total, count = bids_before(view)
    if bid > 0 and count == 3:
        short = 13 - bid - total
        bid += 1 if short == 3 else (2 if short > 3 else 0)
    return min(bid, np.int64(13))


def cats(view, params, stream):
    """`spades_ai.dart` of dozingcat/CardsWithCats with the nil test of its issue 21."""
    if cats_nil(view.hand) and view.legal & 1:
        return 0
    bid = cats_number(view)
    if bid == 0 and not cats_nil_spades(view.hand):
        bid = np.int64(1)
    return fit(bid, view.legal)


def cats_old(view, params, stream):
    """The same before that test: nil only when the estimate rounds to 0."""
    return fit(cats_number(view), view.legal)


# --- sharkfeeder.com ---


@kernel
def shark_side_suit(cards, king_mid, graded):
    """Tricks expected from a side suit."""
    size = popcount(cards)
    ace, king, queen, jack = has(cards, ACE), has(cards, KING), has(cards, QUEEN), has(cards, JACK)
    value = 0.0
    if ace:
        value += 1.0 if size <= 6 else (0.5 if size <= 8 else 0.0)
    if king and not (graded and size == 1):
        value += 0.25 if size in (1, 5) else (king_mid if size <= 4 else 0.0)
        if size < 6 and (ace or queen or jack):
            value += 0.25
    if queen and not (graded and size == 1):
        value += 0.5 if ace and king else (0.25 if size <= 5 else 0.0)
    return value


@kernel
def shark_spades(cards, graded, length_bonus):
    """Tricks expected from spades: honours that lower spades can guard, and length."""
    value = 0.0
    size = popcount(cards)
    for rank in (ACE, KING, QUEEN, JACK):
        if has(cards, rank):
            missing = ACE - rank - popcount(cards >> (rank + 1))
            lower = popcount(cards & ((np.int64(1) << rank) - 1))
            if missing == 0 or missing < lower:
                value += 1.0
            elif graded and size > 1:
                value += 0.75 if missing == lower else (0.25 if missing == lower + 1 else 0.0)
    if length_bonus and size >= 6:
        value += 0.5 + (size - 6)
    return value


def sharkfeeder(view, params, stream):
    """Basic bidding of sharkfeeder.com; nil by the test of `cats`."""
    if cats_nil(view.hand) and view.legal & 1:
        return 0
    king_mid, graded, length_bonus = params[FIRST], params[FIRST + 1] != 0, params[FIRST + 2] != 0
    value = shark_spades(ranks(view.hand, 3), graded, length_bonus)
    for suit in range(3):
        value += shark_side_suit(ranks(view.hand, suit), king_mid, graded)
    return fit(min(max(half_up(value), 1), 13), view.legal)


# --- TricksterBots ---


@kernel
def trickster_estimate(hand):
    """Tricks expected from a hand: ruffs of short suits, guarded spades, side honours."""
    value = 0.0
    trumps = np.float64(popcount(hand & SPADES))
    for suit in range(3):
        size = popcount(hand & SUIT[suit])
        if size <= 2:
            used = min(trumps, 2.0 if size == 0 else (1.0 if size == 1 else 0.25))
            value += used
            trumps -= used
    kept = ranks(hand, 3)
    while popcount(kept) > np.int64(np.rint(trumps)):
        kept &= kept - 1
    rest = kept
    while rest != 0:
        top = highest(rest)
        rest ^= np.int64(1) << top
        gap = ACE - top - popcount(kept >> (top + 1))
        guards = popcount(rest)
        value += 1.0 if guards >= gap else (0.75 if guards == gap - 1 else (0.25 if guards == gap - 2 else 0.0))
    for suit in range(3):
        cards = ranks(hand, suit)
        size = popcount(cards)
        if has(cards, ACE):
            value += 1.0 if size <= 6 else 0.5
        if has(cards, KING) and size > 1:
            value += 1.0 if size <= 5 else 0.25
        if has(cards, QUEEN) and 3 <= size <= 4:
            value += 0.5
    return value


@kernel
def trickster_nil(hand, estimate, passed, limit):
    """Whether TricksterBots bids nil when `passed` cards can be exchanged."""
    spare = passed
    for suit in range(4):
        if has(ranks(hand, suit), ACE):
            hand &= ~(np.int64(1) << (13 * suit + ACE))
            spare -= 1
    if spare < 0:
        return False
    spades = popcount(hand & SPADES)
    if spades - spare >= 4:
        return False
    while popcount(hand & SPADES) > 3:
        hand ^= np.int64(1) << highest(hand & SPADES)
        spare -= 1
    if spare < 0 or estimate >= limit + passed:
        return False
    for suit in range(4):
        cards = ranks(hand, suit)
        spare -= max(popcount(cards >> QUEEN) - popcount(cards & ((1 << QUEEN) - 1)), 0)
        if spare < 0:
            return False
    return True


def trickster(view, params, stream):
    """`SpadesBot.cs` of TricksterCards/TricksterBots."""
    partner = view.seat ^ 2
    estimate = trickster_estimate(view.hand)
    blind = False
    for seat in range(4):
        blind = blind or view.nils[seat] == 2
    limit = 7.0 if view.suicide else 1.0
    free = view.nils[partner] == 0 and not blind
    if free and view.legal & 1 and trickster_nil(view.hand, estimate, view.nil_pass, limit):
        return 0
    if view.suicide and estimate < 7:
        estimate = np.ceil(estimate + 1)
    unknown = view.bids[partner] < 0
    if view.nil_pass > 0 and (view.nils[partner] != 0 or unknown):
        estimate += view.nil_pass / 2
    cap = 13 if unknown else 13 - view.bids[partner]
    return fit(max(np.int64(1), min(cap, np.int64(np.floor(estimate)))), view.legal)


# --- after Cohensius et al. ---


@kernel
def bis_takes(hand, total, count):
    """Tricks expected from a hand and the bids before it."""
    side = 0.0
    ruffs = 0.0
    trumps = popcount(hand & SPADES)
    left = trumps
    for suit in range(3):
        cards = ranks(hand, suit)
        size = popcount(cards)
        for honour in range(3):
            if has(cards, ACE - honour) and size > honour:
                side += HONOURS[size, honour]
        for turn in range(size, 3):
            if left > 0:
                ruffs += HONOURS[size, turn]
                left -= 1
    spades = np.float64(max(trumps - 4, 0))
    for honour in range(4):
        if has(ranks(hand, 3), ACE - honour) and trumps - 1 >= honour:
            spades += 1.0
    takes = side + max(spades, ruffs)
    return takes + 0.5 * (13 / 4 - takes) + (13 - takes - total) / (5 * (4 - count))


@kernel
def bis_nil_chance(hand):
    """Chance that nil is made: the product of the suits' chances of no trick."""
    chance = NIL_TABLE[1, ranks(hand, 3)]
    for suit in range(3):
        chance *= NIL_TABLE[0, ranks(hand, suit)]
    return chance


def bis(view, params, stream):
    """After Cohensius, Meir, Oved and Stern, "Bidding in Spades" (ECAI 2020), with our own fitted nil table."""
    if view.legal & 1 and view.nil_value * (2 * bis_nil_chance(view.hand) - 1) > params[FIRST]:
        return 0
    total, count = bids_before(view)
    bid = half_up(bis_takes(view.hand, total, count))
    return fit(min(max(bid, 1), 13), view.legal)


# --- fixed and random ---


def fixed(view, params, stream):
    """Always the same bid."""
    return fit(np.int64(params[FIRST]), view.legal)


def random_bid(view, params, stream):
    """Any allowed bid, all equally likely."""
    return nth(view.legal, rng.below(stream, popcount(view.legal)))


def never_blind(view, params, stream):
    """No blind nil."""
    return False


def always_blind(view, params, stream):
    """Blind nil whenever it may be bid."""
    return True
