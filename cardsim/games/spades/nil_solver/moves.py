"""Moves of the nil search: which plays have to be tried, and in which order.

Seats are counted from the nil player; 0 and 2 (nil and partner) want nil to stay without a trick, 1 and 3 attack.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.tricks import (
    SPADES,
    SUIT,
    SUIT_OF,
    beats,
    legal_follows,
    legal_leads,
    lowest_of_runs,
    top,
)


@kernel
def cut_between(live, owner, low, high, cuts):
    """A cut that separates `low` from a higher card of another player, 0 if `cuts` has one already.

    The cut lies directly below the run that `high` ends.
    """
    zone = (np.int64(2) << high) - (np.int64(2) << low)
    if cuts & zone:
        return np.int64(0)
    card = high
    rest = live & zone & ~(np.int64(1) << high)
    while rest != 0 and owner[highest(rest)] == owner[high]:
        card = highest(rest)
        rest ^= np.int64(1) << card
    return np.int64(1) << card


@kernel
def nil_below_and_above(cards, best, hand, live, owner):
    """Nil's plays in one suit against the best card: the highest below it, and one of each run above it.

    A lower card that loses as well is never better to play.  Returns the plays and the cut this needs.
    """
    low = cards & ((np.int64(1) << best) - 1)
    high = cards & ~low
    plays = lowest_of_runs(high, hand, live)
    cuts = np.int64(0)
    if low != 0:
        plays |= top(low)
        if popcount(lowest_of_runs(low, hand, live)) > 1:
            cuts = cut_between(live, owner, highest(low), best, np.int64(0))
    return plays, cuts


@kernel
def nil_plays(hand, led_suit, best, live, owner):
    """Nil's plays to a trick: the plays to try, and the cut that leaving out the others needs."""
    follow = hand & led_suit
    if follow != 0:
        if ((np.int64(1) << best) & led_suit) == 0:
            return top(follow), np.int64(0)  # ruffed: nothing wins
        return nil_below_and_above(follow, best, hand, live, owner)
    plays = np.int64(0)
    cuts = np.int64(0)
    spades = hand & SPADES
    if spades != 0:
        if best >= 39:
            plays, cuts = nil_below_and_above(spades, best, hand, live, owner)
        else:
            plays = lowest_of_runs(spades, hand, live)
    for suit in range(3):
        if hand & SUIT[suit]:
            plays |= top(hand & SUIT[suit])
    return plays, cuts


@kernel
def plays_to_try(hands, seat, place, led_suit, best, spades_open, live, owner, nil):
    """The plays to try for `seat`, the `place`-th to the trick, and the cuts that leaving out the others needs."""
    hand = hands[seat]
    if place == 0:
        return lowest_of_runs(legal_leads(hand, spades_open), hand, live), np.int64(0)
    if nil and seat == 0:
        return nil_plays(hand, led_suit, best, live, owner)
    return lowest_of_runs(legal_follows(hand, led_suit), hand, live), np.int64(0)


@kernel
def danger(nil, others):
    """How many of nil's cards in a suit, counted upwards, lie above the others' card of the same count."""
    n = 0
    while nil != 0 and others != 0:
        if (nil & -nil) > (others & -others):
            n += 1
        nil &= nil - 1
        others &= others - 1
    return n


@kernel
def promise(card, hands, seat, place, led_suit, best, best_seat):
    """How promising a play looks to the side that makes it; the highest is tried first."""
    height = card % 13
    wins = place == 0 or beats(card, best, led_suit)
    if seat == 0:
        if wins:
            return height * 10 - 1000
        if place == 0 or SUIT_OF[card] == led_suit:
            return height * 10
        if card >= 39:
            return 2000 + height * 10
        mine = hands[0] & SUIT_OF[card]
        others = (hands[1] | hands[2] | hands[3]) & SUIT_OF[card]
        relief = danger(mine, others) - danger(mine ^ (np.int64(1) << card), others)
        return 100 * relief + height * 10
    nil_in_suit = hands[0] & SUIT_OF[card]
    nil_played = place > 0 and (4 - seat) % 4 > 3 - place
    if seat == 2:
        if place == 0:
            if nil_in_suit == 0:
                return 40 + height
            return height * 8 + 20 * danger(nil_in_suit, (hands[1] | hands[2] | hands[3]) & SUIT_OF[card])
        if nil_played:
            return (500 if wins and best_seat == 0 else 0) - height
        return height * 8 + (100 if wins else 0)
    if place == 0:
        if nil_in_suit == 0:
            return -height
        return 200 - height * 4 + (lowest(nil_in_suit) % 13) * 6 - popcount(nil_in_suit) * 4
    if nil_played:
        if best_seat == 0:
            return -1000 if wins else height
        return (20 if wins else 0) - height
    return height * 4 + (50 if wins else 0)


@kernel
def trick_promise(card, hands, seat, place, led_suit, best, best_seat):
    """The same in a count of tricks: masters, cheap winners, low cards."""
    height = card % 13
    if place == 0:
        rivals = (hands[(seat + 1) & 3] | hands[(seat + 3) & 3]) & SUIT_OF[card] & -(np.int64(1) << card)
        return 100 + height if rivals == 0 else -height
    partner_wins = (best_seat ^ seat) & 1 == 0
    if not beats(card, best, led_suit):
        return -height - (100 if card >= 39 else 0)
    worth = 40 if not partner_wins or place == 1 else -60
    if place == 3:
        return worth - height - (20 if card >= 39 else 0)
    return worth + (height if card < 39 else -height)
