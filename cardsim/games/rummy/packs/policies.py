"""The decisions of the built-in players with two packs and wild cards, under the names of :mod:`..policies`."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.discards import (
    any_of,
    outs,
    wanted_by,
)
from cardsim.games.rummy.packs.answers import first_answer, random_depth, random_shed
from cardsim.games.rummy.packs.finding import find_shed
from cardsim.games.rummy.packs.ground import JOKER, KINDS, count_cards, pips_held
from cardsim.games.rummy.packs.rows import B_PIPS
from cardsim.games.rummy.packs.shed import F_ONCE, F_TWICE
from cardsim.games.rummy.packs.takes import take
from cardsim.games.rummy.packs.throwing import ONE_JOKER, copies_unseen, natural_cards, pick, without_company
from cardsim.games.rummy.policies import (
    IF_SHED,
    IF_SHED_OR_LOW,
    IF_SHED_OR_PAIR,
    P_CARDS,
    P_DEEPEST,
    P_DRAW,
    P_LAMBDA,
    P_LOW,
    P_TURN,
    TAKE_VALUE,
    may_take_one,
    stops_holding,
)
from cardsim.games.rummy.view import BEST


@kernel
def _take(view, depth):
    """What taking the top `depth` cards leads to."""
    return take(view.hand, view.hand_twice, view.pile, view.pile_size, depth, view.board, view.ground, view.seat)


@kernel
def _goes_down(view):
    """Whether the top card would be put down at once, and none of its kind be left: the depth of the take, or 0."""
    depth = view.pile_size if view.many == 2 else 1
    legal, _, found, _ = _take(view, depth)
    if depth >= view.board.duty_from:
        return depth if legal else 0
    return depth if found[F_ONCE] >> view.top & 1 == 0 else 0


@kernel
def _pairs_up(view):
    """Whether the top card has company in the hand and an unseen card would make both a meld; a wild card always."""
    natural = natural_cards(view.ground)
    bit = 1 << view.top
    if natural & bit == 0:
        return True
    if without_company(view.hand | bit, view.hand_twice | view.hand & bit, view) & bit != 0:
        return False
    return outs(view.hand & natural | bit, view.top, copies_unseen(view)[0], view.board.ace) != 0


@kernel
def _lowers(view, params, stream):
    """Whether the top card has few pips and the discard policy would then throw a card of more; a wild card always."""
    if natural_cards(view.ground) >> view.top & 1 == 0:
        return True
    pips = view.ground.pips[view.top]
    if pips > params[P_LOW]:
        return False
    _, blocked, found, _ = _take(view, 1)
    candidates = found[F_ONCE] & ~blocked
    if candidates == 0:
        return False
    card = pick(view, params, stream, candidates, found[F_ONCE], found[F_TWICE])
    return view.ground.pips[min(card, JOKER)] > pips


@kernel
def _best_value(view, price, deepest_take):
    """The depth whose best shed is worth most: pips put down less `price` per pip of taken cards that stay; or 0."""
    best, depth = 0.0, 0
    last = 1 if view.many == 0 else view.pile_size
    rest, taken = np.empty(KINDS, np.int64), np.zeros(KINDS, np.int64)
    for k in range(1, min(last, deepest_take) + 1):
        taken[np.int64(view.pile[view.pile_size - k])] += 1
        if view.many == 2 and k < last:
            continue
        legal, _, found, counts = _take(view, k)
        if legal:
            count_cards(found[F_ONCE], found[F_TWICE], rest)
            stays = 0
            for kind in range(KINDS):
                stays += min(taken[kind], rest[kind]) * view.ground.pips[kind]
            value = pips_held(view.ground, counts) - found[B_PIPS] - price * stays
            if value > best:
                best, depth = value, k
    return depth


def draw_by_policy(view, params, stream):
    """Where to draw, by the policy named `draw`."""
    policy = int(params[P_DRAW])
    if policy == TAKE_VALUE:
        return _best_value(view, params[P_LAMBDA], int(params[P_DEEPEST]))
    depth = _goes_down(view)
    if depth > 0 or policy == IF_SHED or not may_take_one(view):
        return depth
    if policy == IF_SHED_OR_PAIR:
        return 1 if _pairs_up(view) else 0
    if policy == IF_SHED_OR_LOW:
        return 1 if _lowers(view, params, stream) else 0
    wanted = wanted_by(view.taken[(view.seat + 1) % view.players] & natural_cards(view.ground))
    return 1 if (wanted | ~natural_cards(view.ground)) >> view.top & 1 != 0 else 0


def discard_by_policy(view, params, stream):
    """What to throw, by the policy named `discard`; cards that could be put down now are kept."""
    candidates = view.legal & view.rest
    return pick(view, params, stream, candidates if candidates != 0 else view.legal, view.hand, view.hand_twice)


def lay_off_meld_after(view, params, stream):
    """Lay off at once, but meld only to go out or after T own turns."""
    if view.goes_out or view.turn > params[P_TURN] or view.board.duty != 0 or stops_holding(view, params):
        return BEST
    board = view.board
    melds_left, exempt = board.melds_left, board.exempt
    board.melds_left, board.exempt = 0, 0
    found = find_shed(view.hand, view.hand_twice, view.banned, board, view.ground, view.seat, True, False)
    board.melds_left, board.exempt = melds_left, exempt
    return first_answer(view, found)


def meld_without_layoffs(view, params, stream):
    """As `shed_all`, but keep cards that could be laid off while holding more than c cards."""
    held = popcount(view.hand) + popcount(view.hand_twice)
    if view.goes_out or held <= params[P_CARDS] or view.board.duty != 0:
        return BEST
    board = view.board
    lay = board.lay
    board.lay = LAY_NEVER
    found = find_shed(view.hand, view.hand_twice, view.banned, board, view.ground, view.seat, True, False)
    board.lay = lay
    return first_answer(view, found)


def draw_at_random(view, params, stream):
    """Uniform over all legal draws."""
    return random_depth(view, stream)


def shed_at_random(view, params, stream):
    """Uniform over all new melds, all layoffs of one card, exchanges, and stopping."""
    return random_shed(view, stream)


def discard_at_random(view, params, stream):
    """Uniform over the legal discards, by kind."""
    return any_of(view.legal & ONE_JOKER, stream)
