"""Taking cards of the pile, with two packs and wild cards: what is banned then, which depths are legal."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummy.board import BAN_ALL, BAN_NONE
from cardsim.games.rummy.packs.finding import find_shed
from cardsim.games.rummy.packs.ground import JOKER, JOKERS, KINDS, count_cards, held_once, held_twice
from cardsim.games.rummy.packs.rows import B_KNOWN


@kernel
def blocked_of(counts, taken, depth, ban):
    """The kinds of which every card held (`counts`) was taken this turn and may not be discarded.

    With two cards of a kind, one of them taken, the other may be discarded.
    """
    mask = 0
    if ban == BAN_ALL or (ban != BAN_NONE and depth == 1):
        for kind in range(KINDS):
            if taken[kind] > 0 and taken[kind] >= counts[kind]:
                mask |= JOKERS if kind == JOKER else 1 << kind
    return mask


@kernel
def add_top(pile, size, depth, counts, taken):
    """Add the top cards of a pile to `counts`, and list them in `taken`."""
    taken[:] = 0
    for i in range(size - depth, size):
        kind = np.int64(pile[i])
        taken[kind] += 1
        counts[kind] += 1


@kernel
def take(once, twice, pile, size, depth, board, ground, seat):
    """The best turn after taking the top `depth` cards: (legal, kinds that may not be discarded, best shed, cards).

    From a certain depth on the deepest card must be put down; a take is legal only if it can be and if the turn can end
    afterwards.
    """
    counts, taken = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    count_cards(once, twice, counts)
    add_top(pile, size, depth, counts, taken)
    blocked = blocked_of(counts, taken, depth, board.ban)
    duty, own, own_twice = board.duty, board.own, board.own_twice
    board.own, board.own_twice = once, twice
    must = depth >= board.duty_from
    board.duty = 1 << np.int64(pile[size - depth]) if must else 0
    found = find_shed(held_once(counts), held_twice(counts), blocked, board, ground, seat, True, True)
    board.duty, board.own, board.own_twice = duty, own, own_twice
    return found[B_KNOWN] != 0 or not must, blocked, found, counts


@kernel
def take_is_legal(once, twice, pile, size, depth, board, ground, seat):
    """Whether the top `depth` cards may be taken, as far as putting down the deepest one goes."""
    return depth < board.duty_from or take(once, twice, pile, size, depth, board, ground, seat)[0]
