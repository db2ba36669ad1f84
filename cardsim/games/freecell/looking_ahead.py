"""Players that think some actions ahead: lookahead, planner, staged."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
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
    weighted,
    within_margin,
)
from cardsim.games.freecell.features import advance, all_home, clearly_dead, go_back, measure
from cardsim.games.freecell.lines import IS_HOME, list_actions
from cardsim.games.freecell.position import NONE
from cardsim.games.freecell.seen import new_table, vacancy

TRAIL = 64
PLAN = 750
"""Most actions of a line kept in memory: three to a number, after its length and how much of it is played."""


@kernel
def cost_of(s, params, values, room):
    """The cost of the present position of the working copy."""
    if all_home(s):
        return WON_COST
    if clearly_dead(s, room):
        return DEAD_COST
    measure(s, values)
    return weighted(values, params)


@kernel
def may_think_of(s, actions, i, n, margin):
    """Whether the margin lets an action of a thought position be considered; ignored if all of them go home."""
    if actions[i, 1] != IS_HOME or within_margin(s, actions[i, 0], margin):
        return True
    return actions[n - 1, 1] == IS_HOME


@kernel
def note_new(table, key):
    """Note a position; whether it is new."""
    slot = vacancy(table, key[0], key[1])
    if slot < 0:
        return False
    table[slot, 0] = key[0]
    table[slot, 1] = key[1]
    return True


@kernel
def go_to(s, paths, node, length, autoplay, trails, lengths):
    """Walk a path of actions on the working copy."""
    for d in range(length):
        lengths[d] = advance(s, paths[node, d, 0], paths[node, d, 1], paths[node, d, 2], autoplay, trails[d])


@kernel
def come_back(s, length, trails, lengths):
    """Walk back what :func:`go_to` walked."""
    for d in range(length - 1, -1, -1):
        go_back(s, trails[d], lengths[d])


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
            paths[n, 0] = view.actions[i]
            costs[n] = cost_of(s, params, values, view.room)
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
    known = new_table(4 * (depth * beam * 24 + 512))
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
    answer = paths[best, 0].copy()
    room = len(known) // 2
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
                if m == most or room == 0 or not may_think_of(s, actions, i, count, params[RUSH_MARGIN]):
                    continue
                steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trails[level])
                if note_new(known, s.key):
                    room -= 1
                    following[m, :level] = paths[node, :level]
                    following[m, level] = actions[i]
                    new_costs[m] = cost_of(s, params, values, view.room)
                    if new_costs[m] < best_cost:
                        best_cost = new_costs[m]
                        answer[:] = paths[node, 0]
                    m += 1
                go_back(s, trails[level], steps)
            come_back(s, level, trails, lengths)
        if m == 0:
            break
        paths, following = following, paths
        costs, new_costs = new_costs, costs
        n = m
    return find_action(view, answer[0], answer[1], answer[2])


@kernel
def remembered(view):
    """The next action of the line kept in memory, -1 if there is none or it is not legal any more."""
    memory = view.memory
    at = memory[1]
    if at >= memory[0]:
        return -1
    memory[1] += 1
    word = memory[2 + at // 3] >> (16 * (at % 3))
    found = find_action(view, word & 63, (word >> 6) & 63, (word >> 12) & 15)
    if found < 0:
        memory[0] = 0
    return found


@kernel
def remember(view, path, length):
    """Keep a line in memory, as much of it as there is room for."""
    memory = view.memory
    memory[0] = min(length, PLAN)
    memory[1] = 0
    for i in range(min(length, PLAN)):
        if i % 3 == 0:
            memory[2 + i // 3] = 0
        word = path[i, 0] | (path[i, 1] << 6) | (path[i, 2] << 12)
        memory[2 + i // 3] |= word << (16 * (i % 3))


@kernel
def free_cells(s):
    """Number of empty cells."""
    free = 0
    for k in range(s.cells):
        free += s.cell[k] == NONE
    return free


@kernel
def find_plan(view, params, longest, most, reserve, plan):
    """The shortest sequence that brings a card home and leaves `reserve` cells free, the cheapest of those; its length."""
    s = view.position
    known = new_table(2 * most + 64)
    paths = np.empty((most, longest, 3), np.int64)
    trails = np.empty((longest + 1, TRAIL, 4), np.int64)
    lengths = np.empty(longest + 1, np.int64)
    values = np.empty(9, np.int64)
    actions = np.empty((448, 3), np.int64)
    note_new(known, s.key)
    begin, end, made = 0, 1, 1
    for level in range(longest):
        least = np.inf
        found = False
        for node in range(begin, end):
            go_to(s, paths, node, level, view.autoplay, trails, lengths)
            home = s.home.sum()
            count = list_actions(s, actions)
            for i in range(count):
                if made == most:
                    break
                goes_on = actions[i, 1] != IS_HOME or within_margin(s, actions[i, 0], params[RUSH_MARGIN])
                steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trails[level])
                if note_new(known, s.key):
                    if s.home.sum() > home and free_cells(s) >= reserve:
                        cost = cost_of(s, params, values, view.room)
                        if cost < least:
                            least = cost
                            found = True
                            plan[:level] = paths[node, :level]
                            plan[level] = actions[i]
                    elif goes_on and level + 1 < longest:
                        paths[made, :level] = paths[node, :level]
                        paths[made, level] = actions[i]
                        made += 1
                go_back(s, trails[level], steps)
            come_back(s, level, trails, lengths)
        if found:
            return level + 1
        begin, end = end, made
        if begin == end:
            break
    return 0


def act_by_plan(view, params, stream):
    """The next action of the shortest plan that brings a card home and keeps `reserve_cells` cells free."""
    home = finishing(view, params)
    if home >= 0:
        return home
    action = remembered(view)
    if action >= 0:
        return action
    longest = max(1, int(params[OWN]))
    most = max(2, int(params[OWN + 1]))
    plan = np.empty((longest, 3), np.int64)
    length = find_plan(view, params, longest, most, params[OWN + 2], plan)
    if length == 0 and params[OWN + 2] > 0.0:
        length = find_plan(view, params, longest, most, 0.0, plan)
    if length == 0:
        return greedy_choice(view, params, stream)
    remember(view, plan, length)
    return remembered(view)


@kernel
def heineman(s):
    """Cards lying on the next needed cards, doubled when no cell is free or a foundation is still empty.

    Heineman's heuristic as described by Elyasaf, Hauptman and Sipper, GECCO 2011.
    """
    buried = 0
    empty_foundation = False
    for suit in range(4):
        if s.home[suit] < s.ranks:
            place = s.place[4 * s.home[suit] + suit]
            if place < s.columns:
                buried += s.height[place] - 1 - s.depth[4 * s.home[suit] + suit]
        empty_foundation |= s.home[suit] == 0
    return 2.0 * buried if empty_foundation or free_cells(s) == 0 else 1.0 * buried


@kernel
def stage_cost(s, params, values, room, by_heineman):
    """What a stage is sorted by."""
    if not by_heineman:
        return cost_of(s, params, values, room)
    return WON_COST if all_home(s) else heineman(s)


def act_by_stages(view, params, stream):
    """Staged deepening: search `depth` actions on, continue from the best position found, fall back when nothing is new.

    Plays the line to a win if one is found within `nodes` positions, else to the best position seen, then searches again.
    """
    home = finishing(view, params)
    if home >= 0:
        return home
    action = remembered(view)
    if action >= 0:
        return action
    depth = max(1, int(params[OWN]))
    beam = max(1, int(params[OWN + 1]))
    nodes = max(8, int(params[OWN + 2]))
    by_heineman = params[OWN + 3] != 0.0
    s = view.position
    known = new_table(2 * nodes + 64)
    note_new(known, s.key)
    # A node is its parent and its last action; level 0 of a stage is the position the stage starts from.
    parent = np.empty(nodes + 1, np.int64)
    moves = np.empty((nodes + 1, 3), np.int64)
    costs = np.empty(nodes + 1)
    parent[0] = -1
    line = np.empty((nodes + 1, 3), np.int64)
    trail = np.empty((TRAIL, 4), np.int64)
    trails = np.empty((depth + 1, TRAIL, 4), np.int64)
    lengths = np.empty(depth + 1, np.int64)
    path = np.empty((1, depth + 1, 3), np.int64)
    values = np.empty(9, np.int64)
    actions = np.empty((448, 3), np.int64)
    stage_nodes = np.empty(nodes + 1, np.int64)
    stage_begin = np.empty(nodes + 2, np.int64)
    stage_next = np.empty(nodes + 2, np.int64)
    stage_nodes[0] = 0
    stage_begin[0], stage_begin[1], stage_next[0] = 0, 1, 0
    stages = 1
    made = 1
    best, best_cost = 0, np.inf
    while stages > 0 and made <= nodes:
        if stage_next[stages - 1] == stage_begin[stages]:
            stages -= 1
            continue
        root = stage_nodes[stage_next[stages - 1]]
        stage_next[stages - 1] += 1
        length = line_to(parent, moves, root, line)
        undo_log = walk(s, line, length, view.autoplay)
        begin, end = made, made
        for level in range(depth):
            first, last = (root, root + 1) if level == 0 else (begin, end)
            begin = made
            for node in range(first, last):
                below = node
                for d in range(level - 1, -1, -1):
                    path[0, d] = moves[below]
                    below = parent[below]
                go_to(s, path, 0, level, view.autoplay, trails, lengths)
                count = list_actions(s, actions)
                for i in range(count):
                    if made > nodes:
                        break
                    if level == 0 and length == 0 and not may_think_of(s, actions, i, count, params[RUSH_MARGIN]):
                        continue
                    steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trail)
                    if note_new(known, s.key):
                        parent[made] = node
                        moves[made] = actions[i]
                        costs[made] = stage_cost(s, params, values, view.room, by_heineman)
                        if costs[made] < best_cost:
                            best, best_cost = made, costs[made]
                        made += 1
                    go_back(s, trail, steps)
                come_back(s, level, trails, lengths)
            end = made
            if begin == end or best_cost == WON_COST:
                break
        retrace(s, undo_log)
        if best_cost == WON_COST:
            break
        order = np.argsort(costs[begin:end], kind="mergesort")
        at = stage_begin[stages]
        kept = min(beam, end - begin, nodes - at)
        for place in range(kept):
            stage_nodes[at + place] = begin + order[place]
        stage_next[stages] = at
        stage_begin[stages + 1] = at + kept
        stages += 1
    if best == 0:
        return greedy_choice(view, params, stream)
    length = line_to(parent, moves, best, line)
    remember(view, line, length)
    action = remembered(view)
    return action if action >= 0 else greedy_choice(view, params, stream)


@kernel
def line_to(parent, moves, node, line):
    """The actions that lead to a node; return how many."""
    length = 0
    below = node
    while parent[below] >= 0:
        length += 1
        below = parent[below]
    for d in range(length - 1, -1, -1):
        line[d] = moves[node]
        node = parent[node]
    return length


@kernel
def walk(s, line, length, autoplay):
    """Make the actions of a line on the working copy; return what :func:`retrace` needs."""
    rows = np.empty((length + 53, 4), np.int64)
    trail = np.empty((TRAIL, 4), np.int64)
    n = 0
    for i in range(length):
        steps = advance(s, line[i, 0], line[i, 1], line[i, 2], autoplay, trail)
        for k in range(steps):
            rows[n] = trail[k]
            n += 1
    return rows[:n]


@kernel
def retrace(s, rows):
    """Undo what :func:`walk` did."""
    go_back(s, rows, len(rows))
