"""The other card players: `random` and `nil_simple`, and what all of them do with cards to be passed."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import highest, lowest, nth, popcount
from cardsim.games.spades.reading import (
    has_played,
    highest_below,
    highest_rank,
    lowest_side_card,
    ruffed,
    winning_cards,
)
from cardsim.games.spades.tricks import SIDE, SPADES, SUIT, height_of


@kernel
def below_from_bytes(view, stream, n):
    """A uniform integer below `n`, for n up to 52, from a byte of the stream; unused bytes wait in ``memory[0]``.

    Multiply-shift with rejection, so exact (Lemire, ACM TOMACS 29, 2019); four draws cost one word.
    """
    while True:
        bytes_left = view.memory[0]
        if bytes_left <= 1:  # the leading one marks how many are left
            bytes_left = np.int64(rng.next_word(stream)) | np.int64(1) << 32
        product = (bytes_left & 255) * n
        view.memory[0] = bytes_left >> 8
        fraction = product & 255
        if fraction >= n or fraction >= 256 % n:
            return product >> 8


def random_play(view, params, stream):
    """Any legal card, all equally likely."""
    return nth(view.legal, below_from_bytes(view, stream, popcount(view.legal)))


def random_pass(view, params, stream):
    """Any card, all equally likely."""
    return nth(view.legal, below_from_bytes(view, stream, popcount(view.legal)))


@kernel
def first_lowest_rank(cards):
    """The card of lowest rank; ties in suit order."""
    found = -1
    for suit in range(4):
        of_suit = cards & SUIT[suit]
        if of_suit != 0 and (found < 0 or height_of(lowest(of_suit)) < height_of(found)):
            found = lowest(of_suit)
    return found


@kernel
def first_highest_rank(cards):
    """The card of highest rank; ties in suit order."""
    found = -1
    for suit in range(4):
        of_suit = cards & SUIT[suit]
        if of_suit != 0 and (found < 0 or height_of(highest(of_suit)) > height_of(found)):
            found = highest(of_suit)
    return found


@kernel
def simple_nil(view):
    """The nil bidder: under the best card, and rid of spades and high cards."""
    legal = view.legal
    if view.place == 0:
        return first_lowest_rank(legal)
    follow = legal & view.led_suit
    if follow != 0:
        if ruffed(view):
            return highest(follow)
        card = highest_below(follow, view.best)
        return card if card >= 0 else lowest(follow)
    if view.best >= 39:
        card = highest_below(legal & SPADES, view.best)
        if card >= 0:
            return card
    return first_highest_rank(legal & SIDE) if legal & SIDE else lowest(legal)


@kernel
def simple_partner(view, nil):
    """The nil bidder's partner: high before him, over him after him."""
    legal = view.legal
    if view.place == 0:
        return highest(legal & SPADES) if legal & SPADES else first_highest_rank(legal)
    follow = legal & view.led_suit
    played = has_played(view, nil)
    nil_wins = view.best_seat == nil
    winners = winning_cards(view)
    if follow != 0:
        over = winners & follow
        if over != 0 and not played:
            return highest(over)
        if over != 0 and nil_wins:
            return lowest(over)
        return lowest(follow)
    if (not played or nil_wins) and winners & SPADES:
        return lowest(winners & SPADES)
    return first_lowest_rank(legal & SIDE) if legal & SIDE else lowest(legal)


@kernel
def simple_attacker(view, nil):
    """An opponent of the nil bidder: low before him, under him when he is winning."""
    legal = view.legal
    if view.place == 0:
        return first_lowest_rank(legal & SIDE) if legal & SIDE else lowest(legal)
    follow = legal & view.led_suit
    if follow != 0:
        if not has_played(view, nil):
            return lowest(follow)
        if view.best_seat == nil and not ruffed(view):
            card = highest_below(follow, view.best)
            return card if card >= 0 else highest(follow)
        return highest(follow)
    if legal & SIDE:
        return first_highest_rank(legal & SIDE)
    if view.best >= 39:
        card = highest_below(legal, view.best)
        if card >= 0:
            return card
    return lowest(legal)


def nil_simple_play(view, params, stream):
    """Plays a deal with one nil, in which nothing else matters; without a nil, the attackers' way."""
    me = view.seat
    nil = -1
    for seat in range(4):
        if view.nils[seat] != 0 and (nil < 0 or seat == me):
            nil = seat
    if nil == me:
        return simple_nil(view)
    if nil == (me ^ 2):
        return simple_partner(view, nil)
    return simple_attacker(view, nil)


def sensible_pass(view, params, stream):
    """Nil gives spades over three and honours, then his highest cards; his partner gives low side cards.

    Nil bidder: spades over three from the top, then ace, king and queen of spades, then the highest rank (shorter suit
    first).  Partner: the lowest side rank (longer suit first), then the lowest spade.
    """
    hand = view.legal
    if view.nils[view.seat] != 0:
        spades = hand & SPADES
        if popcount(spades) > 3 or (spades >> 49) != 0:
            return highest(spades)
        return highest_rank(hand, hand)
    side = hand & SIDE
    if side == 0:
        return lowest(hand)
    return lowest_side_card(view)
