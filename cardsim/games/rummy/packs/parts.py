"""What an answer to `shed` names: cards to put down, or a card to exchange; and whether that can be done."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummy.board import LAY_FREELY
from cardsim.games.rummy.packs.finding import find_shed
from cardsim.games.rummy.packs.ground import (
    JOKERS,
    may_reach,
)
from cardsim.games.rummy.packs.rows import B_KNOWN
from cardsim.games.rummy.packs.shed import (
    F_ONCE,
)
from cardsim.games.rummy.view import AS_LAYOFFS, BOTH


@kernel
def part_of(answer, view, once, twice):
    """The cards that an answer to `shed` names, as two masks in one-element arrays; whether they are held."""
    both = 0
    for suit in range(4):
        if answer & BOTH << suit != 0:
            both |= 8191 << 13 * suit
    once[0] = answer & (((1 << 52) - 1) | JOKERS)
    jokers = 0
    for bit in range(4):
        jokers += answer >> (53 + bit) & 1
    once[0] = once[0] & ~JOKERS | ((1 << jokers) - 1) << 53
    twice[0] = once[0] & both
    known = once[0] | AS_LAYOFFS | 15 * BOTH
    return (
        once[0] != 0
        and answer & ~(known | JOKERS) == 0
        and not (once[0] & ~view.hand != 0 or twice[0] & ~view.hand_twice != 0)
    )


@kernel
def find_part(answer, view, ground, seat, once, twice):
    """A chosen part of the hand as melds and layoffs; B_KNOWN is 0 if it cannot be done."""
    board = view.board
    melds_left, exempt = board.melds_left, board.exempt
    whole = once == view.hand and twice == view.hand_twice
    if answer & AS_LAYOFFS != 0:
        board.melds_left = 0
    if answer & AS_LAYOFFS != 0 or not whole:
        board.exempt = 0
    found = find_shed(once, twice, 0, board, ground, seat, False, False)
    board.melds_left, board.exempt = melds_left, exempt
    if found[F_ONCE] != 0:
        found[B_KNOWN] = 0
    return found


@kernel
def swap_place(view, ground, seat, card):
    """(meld, place) of the first wild card that `seat` may exchange for `card`, or (-1, -1)."""
    board = view.board
    if ground.swap == 0 or board.lay != LAY_FREELY or board.opening > 0 or board.duty != 0:
        return -1, -1
    if card > 51 or view.hand >> card & 1 == 0:
        return -1, -1
    for meld in range(ground.melds):
        if may_reach(ground, meld, seat):
            for i in range(ground.length[meld]):
                if ground.stands[meld, i] == card and ground.cards[meld, i] != card:
                    return meld, i
    return -1, -1
