"""Play around a nil: losing tricks, covering the partner's nil, breaking an opponent's.

A part of the card player `rule`, after TricksterCards/TricksterBots (`SpadesBot.cs`) and dozingcat/CardsWithCats
(`spades_ai.dart`).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest
from cardsim.games.spades.reading import (
    QUEENS_UP,
    above,
    bosses,
    has_played,
    highest_below,
    highest_rank,
    is_void,
    live_nil,
    lowest_rank,
    lowest_side_card,
    possible_cards,
    ruffed,
    unseen,
    winning_cards,
)
from cardsim.games.spades.tricks import SIDE, SPADES


@kernel
def dump(view, keep_high):
    """Lose the trick with the highest card that does; with `keep_high` queens and better are not thrown away."""
    if view.place == 0:
        return lowest_rank(view.legal, view.hand)
    follow = view.legal & view.led_suit
    if follow != 0:
        if ruffed(view):
            return highest(follow)
        card = highest_below(follow, view.best)
        if card >= 0:
            return card
        return highest(follow) if view.place == 3 else lowest(follow)
    if view.best >= 39:
        card = highest_below(view.legal & SPADES, view.best)
        if card >= 0:
            return card
    side = view.legal & SIDE
    if side == 0:
        return lowest(view.legal)
    if keep_high:
        low = side & ~QUEENS_UP
        return highest_rank(low, view.hand) if low != 0 else lowest_rank(side, view.hand)
    return highest_rank(side, view.hand)


@kernel
def cheapest_winner(view):
    """The lowest card that wins the trick as it stands, a side card before a spade; -1 if none does."""
    winners = winning_cards(view)
    if winners == 0:
        return -1
    side = winners & SIDE
    return lowest(side) if side != 0 else lowest(winners)


@kernel
def cover_lead(view, partner):
    """A lead under which the partner's nil can get away."""
    others = unseen(view)
    spades = view.legal & SPADES
    if spades != 0 and not is_void(view, partner, SPADES):
        return highest(spades)
    masters = bosses(view.legal, others)
    if masters != 0:
        return highest_rank(masters, view.hand)
    free = view.legal & view.voids[partner]
    if free != 0:
        return lowest_rank(free, view.hand)
    safe = bosses(view.legal, possible_cards(view, partner))
    if safe != 0:
        return lowest_rank(safe, view.hand)
    return highest_rank(view.legal, view.hand)


@kernel
def caught_above(view, partner, card):
    """Whether the partner may hold a card of the suit above `card`."""
    return (possible_cards(view, partner) & above(card)) != 0


@kernel
def cover(view, need, left, sure):
    """Protect the partner's nil; the own contract comes first when it is in danger."""
    partner = view.seat ^ 2
    if need > 0 and (need == left or (need == left - 1 and sure < need)):
        if view.place > 0:
            card = cheapest_winner(view)
            if card >= 0:
                return card
        else:
            masters = bosses(view.legal, unseen(view))
            if masters != 0:
                return highest_rank(masters, view.hand)
    if view.place == 0:
        return cover_lead(view, partner)
    follow = view.legal & view.led_suit
    if has_played(view, partner):
        if view.best_seat == partner:
            card = cheapest_winner(view)
            if card >= 0:
                return card
    elif follow != 0:
        if not ruffed(view) and not is_void(view, partner, view.led_suit):
            card = highest(follow)
            gap = unseen(view) & above(view.best) & ((np.int64(1) << card) - 1)
            if card > view.best and gap != 0 and caught_above(view, partner, view.best):
                return card
    elif view.best < 39 and view.legal & SPADES and (unseen(view) & above(view.best)) != 0:
        return lowest(view.legal & SPADES)
    return lowest(follow) if follow != 0 else lowest_side_card(view)


@kernel
def bust_target(view):
    """The nearest opponent counter-clockwise whose nil is alive, -1 if none."""
    for k in (3, 1):
        seat = (view.seat + k) & 3
        if live_nil(view, seat):
            return seat
    return -1


@kernel
def bust(view, target, needs):
    """Attack the nil of `target`."""
    if view.place == 0:
        free = view.legal & ~view.voids[target]
        cover_seat = target ^ 2
        if not is_void(view, cover_seat, SPADES):
            free &= ~(view.voids[cover_seat] & SIDE)
        return lowest_rank(free if free != 0 else view.legal, view.hand)
    if not has_played(view, target):
        return dump(view, False)
    follow = view.legal & view.led_suit
    if view.best_seat == target:
        if follow != 0:
            card = highest_below(follow, view.best) if not ruffed(view) else highest(follow)
            return card if card >= 0 else highest(follow)
        return dump(view, False)
    if needs:
        winners = winning_cards(view)
        if view.best_seat != (view.seat ^ 2) and winners != 0:
            low = winners & ~QUEENS_UP
            return lowest_rank(low if low != 0 else winners, view.hand)
        return lowest(follow) if follow != 0 else lowest_side_card(view)
    if follow != 0:
        return highest(follow)
    spades = view.legal & SPADES
    return highest(spades) if spades != 0 else highest_rank(view.legal, view.hand)
