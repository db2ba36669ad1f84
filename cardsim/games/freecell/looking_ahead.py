"""Players that think some actions ahead: lookahead, planner, staged."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import list_actions
from cardsim.games.freecell.choosing import (
    DEAD_COST,
    KEEPS_MEMORY,
    OWN,
    RUSH_MARGIN,
    WON_COST,
    allowed,
    find_action,
    finishing,
    greedy_choice,
    margin_in_force,
)
from cardsim.games.freecell.features import advance, go_back
from cardsim.games.freecell.seen import grown, new_table
from cardsim.games.freecell.thinking import (
    TRAIL,
    add_action,
    come_back,
    copy_path,
    cost_of,
    go_to,
    may_think_of,
    note_new,
)
from cardsim.games.freecell.variant import ONE, ZERO


@kernel
def first_level(view, params, paths, costs, known):
    """The actions that memory and margin leave, as paths of length one, with their costs; return how many."""
    margin = margin_in_force(view, params)
    least = np.int64(1) << 40
    for i in range(view.n):
        if allowed(view, i, margin):
            least = min(least, view.visits[i])
    s = view.position
    trail = np.empty((TRAIL, 4), np.int64)
    values = np.empty(9, np.int64)
    n = 0
    for i in range(view.n):
        if not allowed(view, i, margin) or (params[KEEPS_MEMORY] != 0.0 and view.visits[i] > least):
            continue
        steps = advance(s, view.actions[i, 0], view.actions[i, 1], view.actions[i, 2], view.autoplay, trail)
        if note_new(known, s.key):
            add_action(paths[n], ZERO, view.actions[:], i)
            costs[n] = cost_of(s, params, values, view.room[:])
            n += 1
        go_back(s, trail, steps)
        if n > 0 and params[KEEPS_MEMORY] != 0.0 and least > 0:
            break
    return n


def act_by_lookahead(view, params, stream):
    """The first action of the path to the cheapest position within `depth` actions, `beam` positions kept per level."""
    home = finishing(view, params)
    if home >= 0:
        return home
    depth = max(1, int(params[OWN]))
    beam = max(1, int(params[OWN + 1]))
    s = view.position
    most = beam * 64 + 512
    room = 2 * (depth * beam * 24 + 512)
    noted = 0
    known = new_table(np.int64(1024))
    paths = np.empty((most, depth, 3), np.int64)
    following = np.empty((most, depth, 3), np.int64)
    costs = np.empty(most)
    new_costs = np.empty(most)
    trails = np.empty((depth + 1, TRAIL, 4), np.int64)
    lengths = np.empty(depth + 1, np.int64)
    values = np.empty(9, np.int64)
    actions = np.empty((448, 3), np.int64)
    note_new(known, s.key)
    n = first_level(view, params, paths, costs, known)
    if n == 0:
        return greedy_choice(view, params, stream)
    best = np.argmin(costs[:n])
    best_cost = costs[best]
    answer = np.empty((1, 1, 3), np.int64)
    copy_path(answer, ZERO, paths, best, ONE)
    for level in range(1, depth):
        if best_cost == WON_COST:
            break
        order = np.argsort(costs[:n], kind="mergesort")
        m = 0
        for place in range(min(n, beam)):
            node = order[place]
            if costs[node] >= DEAD_COST:
                break
            go_to(s, paths, node, level, view.autoplay, trails, lengths)
            count = list_actions(s, actions)
            for i in range(count):
                if m == most or noted == room or not may_think_of(s, actions, i, count, params[RUSH_MARGIN]):
                    continue
                steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trails[level])
                if note_new(known, s.key):
                    noted += 1
                    if 2 * (noted + 512) > len(known):
                        known = grown(known)
                    copy_path(following, m, paths, node, level)
                    add_action(following[m], level, actions, i)
                    new_costs[m] = cost_of(s, params, values, view.room[:])
                    if new_costs[m] < best_cost:
                        best_cost = new_costs[m]
                        copy_path(answer, ZERO, paths, node, ONE)
                    m += 1
                go_back(s, trails[level], steps)
            come_back(s, level, trails, lengths)
        if m == 0:
            break
        paths, following = following, paths
        costs, new_costs = new_costs, costs
        n = m
    return find_action(view, answer[0, 0, 0], answer[0, 0, 1], answer[0, 0, 2])
