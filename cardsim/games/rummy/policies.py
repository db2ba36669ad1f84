"""The decisions of the built-in rummy players: where to draw, what to put down, what to throw, whether to call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.cards import FULL_PACK
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.discards import (
    DISCARDS,
    DUMP_HIGH,
    FEWEST_OUTS,
    HIGHEST,
    ISOLATED,
    MIN_DIST,
    RANDOM,
    any_of,
    fewest_outs,
    isolated,
    isolated_highest,
    outs,
    safe_highest,
    wanted_by,
)
from cardsim.games.rummy.distance import min_dist
from cardsim.games.rummy.placing import highest_card, pips_of
from cardsim.games.rummy.random_play import random_depth, random_shed
from cardsim.games.rummy.shed import best_shed
from cardsim.games.rummy.takes import banned_of, take, take_is_legal, top_cards
from cardsim.games.rummy.view import AS_LAYOFFS, BEST, NOTHING
from cardsim.games.strategy import StrategyError

IF_SHED, IF_SHED_OR_PAIR, IF_SHED_OR_LOW, DENY, TAKE_VALUE = range(5)
DRAWS = ("if_shed", "if_shed_or_pair", "if_shed_or_low", "deny", "take_value")
NEVER, ALWAYS = 0, 1
CALLS = ("never", "always")
WORDS: dict[str, dict[str, float]] = {
    "draw": {name: float(code) for code, name in enumerate(DRAWS)},
    "discard": {name: float(code) for code, name in enumerate(DISCARDS)},
    "call": {name: float(code) for code, name in enumerate(CALLS)},
}
"""Parameters that are given by name."""

P_DRAW, P_DISCARD, P_CALL, P_DUMP, P_LOW, P_LAMBDA, P_DEEPEST, P_CARDS, P_TURN, P_REST, P_STOCK = range(11)
"""Places of the parameters of all built-in players."""
POLICIES: dict[str, float] = {
    "draw": IF_SHED, "discard": ISOLATED, "call": ALWAYS, "t": 8.0, "v": 6.0, "lam": 1.0, "deepest": 52.0
}  # fmt: skip
"""Policies by name; t: own turn after which `dump_high_after` dumps; v: most pips that `if_shed_or_low` takes; lam and
deepest: price of a pip that a take leaves in the hand, and most cards of a take (`take_value`)."""
HOLDING: dict[str, float] = {**POLICIES, "c": 0.0, "T": 6.0, "d": 99.0, "s": 0.0}
"""T: own turns to hold; c, d, s: stop holding when an opponent has at most c cards, when more than d cards would be
left, when the stock has fewer than s cards."""


def check_policies(strategy: Any, seat: int) -> None:
    """Refuse parameters that the built-in decisions of a strategy would misread, and policies that are none."""
    place, params = f"rummy strategy {strategy.name!r} in seat {seat}", strategy.params
    if not isinstance(params, Mapping):
        return  # numbers without names
    used = (strategy.draw, strategy.shed, strategy.discard, strategy.call)
    names = max((READ.get(function, ()) for function in used if callable(function)), key=len, default=())
    if tuple(params)[: len(names)] != names:
        like = "hold_for_rummy" if "T" in names else "meld_asap"
        raise StrategyError(
            f"{place}: its built-in decisions read the parameters {', '.join(names)}, in this order; put own ones "
            f'behind them: params={{**cs.rummy.strategies["{like}"].params, "mine": 1}}'
        )
    for decision, function in {"draw": draw_by_policy, "discard": discard_by_policy, "call": call_by_policy}.items():
        if getattr(strategy, decision) is function and params[decision] not in WORDS[decision].values():
            known = ", ".join(f"{word} ({code:g})" for word, code in WORDS[decision].items())
            raise StrategyError(f"{place}: {decision}={params[decision]} is no policy: use {known}")


@kernel
def unseen(view):
    """Cards that are neither held nor on the table nor in the pile."""
    return FULL_PACK & ~(view.hand | view.board.cards | view.pile_cards)


@kernel
def pick(view, params, stream, candidates, context):
    """The card that the discard policy throws."""
    policy = int(params[P_DISCARD])
    board = view.board
    if policy == DUMP_HIGH:
        policy = ISOLATED if view.turn <= params[P_DUMP] else HIGHEST
    if policy == ISOLATED:
        return isolated_highest(candidates, context, board)
    if policy == HIGHEST:
        return highest_card(candidates, board)
    if policy == RANDOM:
        return any_of(candidates, stream)
    if policy == FEWEST_OUTS:
        return fewest_outs(candidates, context, unseen(view), board)
    if policy == MIN_DIST:
        return min_dist(candidates, context, unseen(view), board)
    return safe_highest(candidates, context, view.layable, view.taken[(view.seat + 1) % view.players], board)


@kernel
def _goes_down(view):
    """Whether the top card would be put down at once: the depth of the take, or 0."""
    board = view.board
    depth = view.pile_size if view.many == 2 else 1
    if depth >= board.duty_from:
        return depth if take_is_legal(view.hand, view.pile, view.pile_size, depth, board) else 0
    bit = 1 << view.top
    taken = top_cards(view.pile, view.pile_size, depth)
    return depth if best_shed(view.hand | taken, banned_of(taken, depth, board.ban), board)[0] & bit == 0 else 0


@kernel
def may_take_one(view):
    """Whether one card may be taken that is not put down."""
    return view.board.duty_from > 1 and (view.many != 2 or view.pile_size == 1)


@kernel
def _pairs_up(view):
    """Whether the top card has company in the hand and an unseen card would make both a meld."""
    cards = view.hand | 1 << view.top
    if isolated(cards) & 1 << view.top != 0:
        return False
    return outs(cards, view.top, unseen(view), view.board.ace) != 0


@kernel
def _lowers(view, params, stream):
    """Whether the top card has few pips and the discard policy would then throw a card of more."""
    bit = 1 << view.top
    pips = pips_of(bit, view.board)
    if pips > params[P_LOW]:
        return False
    cards = view.hand | bit
    banned = banned_of(bit, 1, view.board.ban)
    rest = best_shed(cards, banned, view.board)[0]
    candidates = rest & ~banned
    if candidates == 0:
        return False
    return pips_of(1 << pick(view, params, stream, candidates, rest), view.board) > pips


@kernel
def _best_value(view, price, deepest_take):
    """The depth whose best shed is worth most: pips put down less `price` per pip of taken cards that stay; or 0."""
    best, depth = 0.0, 0
    last = 1 if view.many == 0 else view.pile_size
    taken = 0
    for k in range(1, min(last, deepest_take) + 1):
        deepest = np.int64(view.pile[view.pile_size - k])
        taken |= 1 << deepest
        if view.many == 2 and k < last:
            continue
        legal, _, found = take(view.hand, taken, deepest, k, view.board)
        if legal:
            rest = found[0]
            value = pips_of((view.hand | taken) & ~rest, view.board) - price * pips_of(taken & rest, view.board)
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
    return (wanted_by(view.taken[(view.seat + 1) % view.players]) >> view.top) & 1


def discard_by_policy(view, params, stream):
    """What to throw, by the policy named `discard`; cards that could be put down now are kept."""
    candidates = view.legal & view.rest
    return pick(view, params, stream, candidates if candidates != 0 else view.legal, view.hand)


def call_by_policy(view, params, stream):
    """Whether to call a discard; never falsely."""
    return int(params[P_CALL]) & (view.legal != 0)


def shed_all(view, params, stream):
    """Put down all that can be put down."""
    return BEST


@kernel
def stops_holding(view, params):
    """Whether one of the adaptive limits is reached."""
    for seat in range(view.players):
        if seat != view.seat and view.hand_sizes[seat] <= params[P_CARDS]:
            return True
    left = popcount(view.rest) + popcount(view.rest_twice)
    return left > params[P_REST] or view.stock_size < params[P_STOCK]


def shed_after(view, params, stream):
    """Put nothing down in the first T own turns unless it goes out; then all."""
    if view.goes_out or view.shed_before or view.turn > params[P_TURN] or view.board.duty != 0:
        return BEST
    return BEST if stops_holding(view, params) else NOTHING


def lay_off_meld_after(view, params, stream):
    """Lay off at once, but meld only to go out or after T own turns."""
    if view.goes_out or view.turn > params[P_TURN] or view.board.duty != 0 or stops_holding(view, params):
        return BEST
    board = view.board
    melds_left = board.melds_left
    board.melds_left = 0
    rest = best_shed(view.hand, view.banned, board)[0]
    board.melds_left = melds_left
    cards = view.hand & ~rest
    return cards | AS_LAYOFFS if cards != 0 and rest & ~view.banned != 0 else NOTHING


def shed_when_forced(view, params, stream):
    """Put down only to go out, or where the rules force it."""
    return BEST if view.goes_out or view.board.duty != 0 else NOTHING


def meld_without_layoffs(view, params, stream):
    """As `shed_all`, but keep cards that could be laid off while holding more than c cards."""
    if view.goes_out or popcount(view.hand) <= params[P_CARDS] or view.board.duty != 0:
        return BEST
    board = view.board
    lay = board.lay
    board.lay = LAY_NEVER
    rest = best_shed(view.hand, view.banned, board)[0]
    board.lay = lay
    cards = view.hand & ~rest
    return cards if cards != 0 and rest & ~view.banned != 0 else NOTHING


def draw_at_random(view, params, stream):
    """Uniform over all legal draws."""
    return random_depth(view, stream)


def shed_at_random(view, params, stream):
    """Uniform over all new melds, all layoffs of one card, and stopping."""
    return random_shed(view, stream)


def discard_at_random(view, params, stream):
    """Uniform over the legal discards."""
    return any_of(view.legal, stream)


def call_at_random(view, params, stream):
    """A coin flip, right or wrong."""
    return rng.below(stream, 2)


READ: dict[Any, tuple[str, ...]] = {
    **dict.fromkeys((draw_by_policy, discard_by_policy, call_by_policy), tuple(POLICIES)),
    **dict.fromkeys((shed_after, lay_off_meld_after), tuple(HOLDING)),
    meld_without_layoffs: (*POLICIES, "c"),
}
"""The parameters that a built-in decision reads, by their places."""
