"""Staged deepening: search some actions ahead, go on from the best position found, fall back when nothing is new."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import list_actions
from cardsim.games.freecell.choosing import (
    KEEPS_MEMORY,
    OWN,
    RUSH_MARGIN,
    WON_COST,
    finishing,
    greedy_choice,
)
from cardsim.games.freecell.features import advance, all_home, go_back
from cardsim.games.freecell.seen import new_table
from cardsim.games.freecell.showing import times_met
from cardsim.games.freecell.thinking import (
    TRAIL,
    add_action,
    come_back,
    cost_of,
    free_cells,
    go_to,
    may_think_of,
    note_new,
    remember,
    remembered,
)


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
    """Staged deepening: search `depth` actions on, continue from the best position found, fall back when nothing is
    new.  Positions met in this game are nothing new either (`memory`).

    Plays the line to a win if one is found within `nodes` positions, else to the best position seen, then searches
    again.
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
    keeps_memory = params[KEEPS_MEMORY] != 0.0
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
                    add_action(path[0], d, moves, below)
                    below = parent[below]
                go_to(s, path, 0, level, view.autoplay, trails, lengths)
                count = list_actions(s, actions)
                for i in range(count):
                    if made > nodes:
                        break
                    if level == 0 and length == 0 and not may_think_of(s, actions, i, count, params[RUSH_MARGIN]):
                        continue
                    steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trail)
                    skipped = keeps_memory and times_met(view, s.key) > 0
                    if not skipped and note_new(known, s.key):
                        parent[made] = node
                        add_action(moves, made, actions, i)
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
        add_action(line, d, moves, node)
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
            for j in range(4):
                rows[n, j] = trail[k, j]
            n += 1
    return rows[:n]


@kernel
def retrace(s, rows):
    """Undo what :func:`walk` did."""
    go_back(s, rows, len(rows))
