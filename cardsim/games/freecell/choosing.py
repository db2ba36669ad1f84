"""What the players have in common: the weighted cost, the margin for going home, finishing, and choosing one action.

Parameters stand in this order at the front of every player's `params`: the eight weights, ``king_cell``,
``rush_margin``, ``memory``, ``autofinish`` and ``tie_random``.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.freecell.actions import IS_HOME
from cardsim.games.freecell.features import BUR, DIS, DP, EC, KC, KG, NH, SH, USED
from cardsim.games.freecell.variant import SUIT

COMMON = {
    "w_nh": 4.0,
    "w_dis": 2.0,
    "w_bur": 1.0,
    "w_dp": 1.0,
    "w_used": 3.0,
    "w_ec": 4.0,
    "w_kg": 1.0,
    "w_sh": 1.0,
    "king_cell": 3.0,
    "rush_margin": 1.0,
    "memory": 1.0,
    "autofinish": 1.0,
    "tie_random": 0.0,
}
W_NH, W_DIS, W_BUR, W_DP, W_USED, W_EC, W_KG, W_SH, KING_CELL, RUSH_MARGIN, KEEPS_MEMORY, AUTOFINISH, TIE_RANDOM = (
    range(13)
)
OWN = 13
"""Index of a player's first own parameter."""
WON_COST, DEAD_COST = -1e9, 1e9


@kernel
def weighted(values, params):
    """The cost of a position from its features, lower is better."""
    return (
        params[W_NH] * values[NH]
        + params[W_DIS] * values[DIS]
        + params[W_BUR] * values[BUR]
        + params[W_DP] * values[DP]
        + params[W_USED] * values[USED]
        - params[W_EC] * values[EC]
        + params[W_KG] * (values[KG] + params[KING_CELL] * values[KC])
        + params[W_SH] * values[SH]
    )


@kernel
def cost_after(view, i, params):
    """The cost of the position after action `i`."""
    if view.features[i, NH] == 0:
        return WON_COST
    return DEAD_COST if view.dead[i] else weighted(view.features[i], params)


@kernel
def within_margin(s, card, margin):
    """Whether a card may go home: at most ``margin + 1`` ranks ahead of the other colour; aces and twos always."""
    if s.build == SUIT or (card >> 2) < 2:
        return True
    suit = card & 3
    if suit == 0 or suit == 3:
        opposite = min(s.home[1], s.home[2])
    else:
        opposite = min(s.home[0], s.home[3])
    return (card >> 2) + 1 <= opposite + 1 + margin


@kernel
def margin_in_force(view, params):
    """The rush margin, or none if every legal action goes home."""
    for i in range(view.n):
        if view.actions[i, 1] != IS_HOME:
            return params[RUSH_MARGIN]
    return 13.0


@kernel
def allowed(view, i, margin):
    """Whether action `i` is no card sent home too early."""
    return view.actions[i, 1] != IS_HOME or within_margin(view.position, view.actions[i, 0], margin)


@kernel
def in_order(s):
    """Whether no column has a card above a lower one, so that all cards can go home."""
    for column in range(s.columns):
        for i in range(1, s.height[column]):
            if (s.card[column, i] >> 2) > (s.card[column, i - 1] >> 2):
                return False
    return True


@kernel
def lowest_home(view, margin):
    """The action that sends the lowest rank home (ties: suit C D H S), -1 if none may."""
    best = -1
    for i in range(view.n):
        if view.actions[i, 1] == IS_HOME and allowed(view, i, margin):
            if best < 0 or view.actions[i, 0] < view.actions[best, 0]:
                best = i
    return best


@kernel
def finishing(view, params):
    """The next card home once the columns are in order, else -1."""
    if params[AUTOFINISH] == 0.0 or not in_order(view.position):
        return -1
    return lowest_home(view, 13.0)


@kernel
def cheapest(view, costs, usable, params, stream):
    """The usable action of least cost into a new position; if there is none, the one into the least visited."""
    keeps = params[KEEPS_MEMORY] != 0.0
    least_visits = np.int64(1) << 40
    for i in range(view.n):
        if usable[i]:
            least_visits = min(least_visits, view.visits[i])
    best = -1
    ties = 0
    for i in range(view.n):
        if not usable[i] or (keeps and view.visits[i] > least_visits):
            continue
        if keeps and least_visits > 0:
            return i
        if best < 0 or costs[i] < costs[best]:
            best = i
            ties = 1
        elif costs[i] == costs[best] and params[TIE_RANDOM] != 0.0:
            ties += 1
            if rng.below(stream, ties) == 0:
                best = i
    return best


@kernel
def greedy_choice(view, params, stream):
    """The action that leads to the least cost."""
    margin = margin_in_force(view, params)
    costs = np.empty(view.n)
    usable = np.empty(view.n, np.bool_)
    for i in range(view.n):
        usable[i] = allowed(view, i, margin)
        costs[i] = cost_after(view, i, params) if usable[i] else 0.0
    return cheapest(view, costs, usable, params, stream)


@kernel
def find_action(view, card, target, count):
    """The number of an action in the legal list, -1 if it is not there."""
    for i in range(view.n):
        if view.actions[i, 0] == card and view.actions[i, 1] == target and view.actions[i, 2] == count:
            return i
    return -1
