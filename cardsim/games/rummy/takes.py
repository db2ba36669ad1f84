"""Taking several cards of the pile: which depths are legal, and the best shed that uses the deepest card."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.rummy.board import BAN_ALL, BAN_NONE, LAY_NEVER
from cardsim.games.rummy.runs import (
    ACE_HIGH,
    ACE_HIGH_OR_LOW,
    POSITION_0,
    attach,
    component,
    gather,
    rank_of_all,
    run_blocks,
    spread,
    to_line,
)
from cardsim.games.rummy.shed import legal_shed


@kernel
def top_cards(pile, size, depth):
    """Mask of the top `depth` cards of a pile of `size`."""
    cards = 0
    for i in range(size - depth, size):
        cards |= 1 << np.int64(pile[i])
    return cards


@kernel
def banned_of(taken, depth, ban):
    """Which of the cards just taken may not be discarded this turn."""
    if ban == BAN_ALL or (ban != BAN_NONE and depth == 1):
        return taken
    return 0


@kernel
def may_fit(cards, card, board):
    """Whether `card` could be put down from `cards` with enough own cards (a quick test; no limit of the turn counts).

    The own cards are looked for in the longest run and the largest set that could hold the card.
    """
    bit = 1 << card
    lays = board.duty_meld == 0 and board.lay != LAY_NEVER
    if lays and board.fourths & bit != 0:
        return True
    same = cards & rank_of_all(card % 13)
    if popcount(same) >= 3 and popcount(same & board.own) >= board.duty_own:
        return True
    line, place = spread(cards), spread(bit)
    if board.ace == ACE_HIGH:
        line, place = to_line(cards, ACE_HIGH, 0), to_line(bit, ACE_HIGH, 0)
    elif board.ace == ACE_HIGH_OR_LOW:
        line |= (line & POSITION_0) << 13
        place |= (place & POSITION_0) << 13
    if run_blocks(line, board.ace) & place != 0:
        if popcount(gather(component(line, place, board.ace)) & board.own) >= board.duty_own:
            return True
    return lays and attach(line, board.runs, board.ace) & place != 0


@kernel
def take(hand, taken, deepest, depth, board):
    """The best legal turn after taking `depth` cards with `deepest` the deepest: (legal, banned cards, best shed).

    From a certain depth on the deepest card must be put down; a take is legal only if it can be and if the turn can end
    afterwards.  ``board.duty`` is left as the take sets it.
    """
    banned = banned_of(taken, depth, board.ban)
    board.own = hand
    board.duty = 1 << deepest if depth >= board.duty_from else 0
    if board.duty != 0 and not may_fit(hand | taken, deepest, board):
        return False, banned, (hand | taken, 0, 0, 0, False)
    found = legal_shed(hand | taken, banned, board)
    return found[0] & board.duty == 0, banned, found


@kernel
def take_is_legal(hand, pile, size, depth, board):
    """Whether the top `depth` cards may be taken, as far as putting down the deepest one goes."""
    if depth < board.duty_from:
        return True
    duty, own = board.duty, board.own
    legal = take(hand, top_cards(pile, size, depth), np.int64(pile[size - depth]), depth, board)[0]
    board.duty, board.own = duty, own
    return legal
