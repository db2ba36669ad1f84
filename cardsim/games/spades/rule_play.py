"""The card player `rule`: dump, cover, bust or take.

Its structure follows TricksterCards/TricksterBots (`SpadesBot.cs`) and dozingcat/CardsWithCats (`spades_ai.dart`).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.spades.nil_play import bust, bust_target, cover, dump
from cardsim.games.spades.reading import (
    bosses,
    is_void,
    live_nil,
    opposing_contract,
    own_contract,
    ruffed,
    sure_tricks,
    unseen,
    winning_cards,
)
from cardsim.games.spades.tricks import SIDE, SPADES, SUIT, SUIT_OF, height_of

AVOID_BAGS = 0
"""Position of the parameter `avoid_bags`."""


@kernel
def take_lead(view):
    """Lead a boss card of the longest suit that no opponent is known to ruff, else low from the weakest suit."""
    masters = bosses(view.legal, unseen(view))
    for k in (1, 3):
        opponent = (view.seat + k) & 3
        if not is_void(view, opponent, SPADES):
            masters &= ~(view.voids[opponent] & SIDE)
    found = -1
    for suit in range(4):
        mine = masters & SUIT[suit]
        if mine != 0:
            if found < 0 or popcount(view.hand & SUIT[suit]) > popcount(view.hand & SUIT_OF[found]):
                found = highest(mine)
    if found >= 0:
        return found
    weakest = -1
    for suit in range(4):
        mine = view.legal & SUIT[suit]
        if mine != 0 and (weakest < 0 or height_of(highest(mine)) < height_of(highest(view.legal & SUIT_OF[weakest]))):
            weakest = lowest(mine)
    return weakest


@kernel
def lowest_of_run(card, hand, others):
    """The lowest card of the hand that no card of `others` separates from `card`."""
    below = SUIT_OF[card] & ((np.int64(1) << card) - 1)
    rivals = others & below
    mine = hand & below
    if rivals != 0:
        mine &= -(np.int64(1) << highest(rivals))
    return lowest(mine) if mine != 0 else card


@kernel
def discard(view):
    """Throw away from a singleton that is no boss, a doubleton without the king, or the longest side suit."""
    side = view.legal & SIDE
    if side == 0:
        return lowest(view.legal)
    masters = bosses(side, unseen(view))
    longest = -1
    for size in (1, 2):
        for suit in range(3):
            mine = side & SUIT[suit]
            if popcount(mine) == size:
                if size == 1 and mine & masters == 0:
                    return lowest(mine)
                if size == 2 and (mine >> (13 * suit + 11)) & 1 == 0:
                    return lowest(mine)
    for suit in range(3):
        mine = side & SUIT[suit]
        if mine != 0 and (longest < 0 or popcount(mine) > popcount(side & SUIT_OF[longest])):
            longest = lowest(mine)
    return longest


@kernel
def take_following(view, follow, partner_wins, partner_boss):
    """Win a trick in the suit led, if it is worth it."""
    others = unseen(view)
    winners = winning_cards(view)
    if winners == 0:
        return lowest(follow)
    if view.place == 3:
        return lowest(follow) if partner_wins else lowest(winners)
    card = highest(follow)
    if bosses(np.int64(1) << card, others) != 0:
        touching = partner_wins and lowest_of_run(card, view.hand | np.int64(1) << view.best, others) <= view.best
        if partner_boss or touching:
            return lowest(follow)
        return lowest_of_run(card, view.hand, others)
    if view.place == 2:
        touching = partner_wins and lowest_of_run(card, view.hand | np.int64(1) << view.best, others) <= view.best
        return lowest(follow) if partner_boss or touching else lowest_of_run(card, view.hand, others)
    return lowest(follow)


@kernel
def take(view):
    """Try to win tricks."""
    if view.place == 0:
        return take_lead(view)
    others = unseen(view)
    partner_wins = view.best_seat == (view.seat ^ 2)
    partner_boss = partner_wins and bosses(np.int64(1) << view.best, others) != 0
    follow = view.legal & view.led_suit
    if follow != 0:
        if ruffed(view):
            return lowest(follow)
        return take_following(view, follow, partner_wins, partner_boss)
    winners = winning_cards(view) & SPADES
    if winners != 0 and not partner_boss and not (partner_wins and view.place == 3):
        return lowest(winners)
    return discard(view)


@kernel
def wants_to_set(view, bid, taken, left, sure, avoid_bags):
    """Whether setting the opponents is possible and worth the bags."""
    theirs, their_tricks = opposing_contract(view)
    missing = theirs - their_tricks
    if theirs == 0 or missing <= 0 or left - sure < missing:
        return False
    if view.target_score >= 0 and view.own_score + 10 * bid >= view.target_score:
        return False
    if avoid_bags and taken + sure >= bid and missing > left:
        return False
    if view.bag_limit < 0 or (view.ten_for_200 and theirs == 10):
        return True
    bags = max(np.int64(0), left + view.trick - theirs - bid + 1)
    return bags <= min(theirs // 3, view.bag_limit - 1 - view.own_bags)


def rule_play(view, params, stream):
    """Nil and its attack and defence first, then the contract, then setting the opponents, else losing tricks."""
    me = view.seat
    if live_nil(view, me):
        return dump(view, False)
    if view.bids[me] < 0:  # a deal that bids itself: every trick counts
        return take(view)
    bid, taken = own_contract(view)
    left = popcount(view.hand)
    sure = sure_tricks(view)
    need = bid - taken
    needs = need - sure > 0 and left >= need
    if live_nil(view, me ^ 2):
        return cover(view, need, left, sure)
    target = bust_target(view)
    if target >= 0:
        total = view.bids[0] + view.bids[1] + view.bids[2] + view.bids[3]
        if bid < 9 and (total < 12 or bid < 6):
            return bust(view, target, needs)
    if view.nils[me] != 0:
        return dump(view, False)
    if needs or wants_to_set(view, bid, taken, left, sure, params[AVOID_BAGS] != 0):
        return take(view)
    return dump(view, need > 0)
