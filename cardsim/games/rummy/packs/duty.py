"""How the deepest card of a take is put down as the rules ask, and which wild cards must go where for that.

For all else one wild card is as good as another.  Here it matters which goes where: the deepest card may be wild, and
wild cards of the own hand count as own cards in the meld that it joins.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.packs.ground import JOKER, JOKERS, KINDS, is_blocked
from cardsim.games.rummy.packs.groups import NEW_RUN, ONCE, TWICE, WORD, group_kind, group_wilds, room_in
from cardsim.games.rummy.packs.rows import (
    ANYWHERE,
    ON_TABLE,
    S_OPENED,
    S_ROOM,
    W_BOUND,
    W_GROUP,
    W_ON_NEW,
    W_ONCE,
    W_TWICE,
)

NO_WAY = 99


@kernel
def _owned(board, kind):
    """How many cards of a kind were held before the draw."""
    if kind == JOKER:
        return popcount(board.own & JOKERS)
    return (board.own >> kind & 1) + (board.own_twice >> kind & 1)


@kernel
def _own_cards(once, twice, board):
    """How many own cards are among the natural ones of a meld, the card of duty not counted."""
    duty = board.duty & once
    return popcount((once & ~duty | twice & duty) & board.own) + popcount(twice & ~duty & board.own_twice)


@kernel
def _own_wilds(once, twice, kind, pool, board):
    """How many wild cards of a kind can join a meld as own cards, beside the natural ones and the card of duty."""
    duty = board.duty >> kind & 1
    natural = once >> kind & 1
    owned = _owned(board, kind) - natural - (twice >> kind & 1) + (duty & natural)
    return max(0, min(pool[kind] - (duty & ~natural), owned))


@kernel
def _add(once, twice, kind):
    """Two masks with one card more."""
    while kind >= JOKER and once >> kind & 1 != 0:
        kind += 1
    return once | 1 << kind, twice | once & 1 << kind


@kernel
def _bind(once, twice, slots, pool, blocked, board):
    """The wild cards that a new meld with places for `slots` must get to do the duty: (how many of them could be
    discarded, or NO_WAY; two masks).

    They are the card of duty itself, if it is no natural one there, and as many own cards as are lacking.
    """
    lacking = board.duty_own - _own_cards(once, twice, board)
    free, first, second = 0, 0, 0
    if once & board.duty == 0:
        kind = lowest(board.duty)
        free, first, slots = 1 - is_blocked(blocked, kind), 1 << kind, slots - 1
    if slots < max(lacking, 0):
        return NO_WAY, first, second
    for turn in range(2):
        for kind in range(KINDS):
            if lacking > 0 and pool[kind] > 0 and is_blocked(blocked, kind) == 1 - turn:
                for _ in range(min(lacking, _own_wilds(once, twice, kind, pool, board))):
                    first, second = _add(first, second, kind)
                    lacking -= 1
                    free += turn
    return NO_WAY if lacking > 0 else free, first, second


@kernel
def _offer(way, group, bound, once, twice, on_new):
    """Keep a way if it binds fewer cards that could be discarded."""
    if bound < way[W_BOUND]:
        way[W_GROUP], way[W_BOUND], way[W_ONCE], way[W_TWICE], way[W_ON_NEW] = group, bound, once, twice, on_new


@kernel
def _offer_layoffs(now, placed, room, blocked, board, ground, way):
    """The card of duty as one of the wild cards laid off at the ends of melds, where there is `room`."""
    on_new = min(placed - 1, now[S_ROOM])
    if placed == 0 or placed - on_new > room or board.duty_meld != 0:
        return
    if board.opening == 0 or now[S_OPENED] + on_new * ground.pips[JOKER] >= board.opening:
        _offer(way, ON_TABLE, 1 - is_blocked(blocked, lowest(board.duty)), board.duty, 0, on_new)


@kernel
def find_way(groups, chosen, levels, now, placed, room, pool, blocked, board, ground, way):
    """Write into `way` how a choice of groups does the duty, binding as few cards that could be discarded as possible;
    whether it does.

    `placed` wild cards go to the ends of new melds and of those on the table, where there is `room`.
    """
    duty, on_new = board.duty, min(placed, now[S_ROOM])
    way[W_BOUND] = NO_WAY
    wild = pool[lowest(duty)] > 0
    for i in range(levels):
        if chosen[i] < 0:
            continue
        once, twice, word = groups[chosen[i], ONCE], groups[chosen[i], TWICE], groups[chosen[i], WORD]
        natural, wilds = once & duty != 0, group_wilds(word)
        if not (natural or wild):
            continue
        if group_kind(word) <= NEW_RUN:
            slots = wilds + min(room_in(ground, word), on_new)
            bound, first, second = _bind(once, twice, slots, pool, blocked, board)
            _offer(way, i if first != 0 else ANYWHERE, bound, first, second, on_new)
        elif board.duty_meld == 0 and natural:
            _offer(way, ANYWHERE, 0, 0, 0, on_new)
        elif board.duty_meld == 0 and wilds > 0:
            _offer(way, i, 1 - is_blocked(blocked, lowest(duty)), duty, 0, on_new)
    if wild:
        _offer_layoffs(now, placed, room, blocked, board, ground, way)
    return way[W_BOUND] < NO_WAY
