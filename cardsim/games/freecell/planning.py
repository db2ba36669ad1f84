"""The planner: the shortest plan that brings another card home."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import IS_HOME, list_actions
from cardsim.games.freecell.choosing import (
    OWN,
    RUSH_MARGIN,
    finishing,
    greedy_choice,
    within_margin,
)
from cardsim.games.freecell.features import advance, go_back
from cardsim.games.freecell.seen import new_table
from cardsim.games.freecell.thinking import (
    TRAIL,
    add_action,
    come_back,
    copy_path,
    cost_of,
    free_cells,
    go_to,
    note_new,
    remember,
    remembered,
)
from cardsim.games.freecell.variant import ZERO


@kernel
def find_plan(view, params, longest, most, reserve, plan):
    """The shortest sequence that brings a card home and leaves `reserve` cells free, the cheapest such; its length.

    `most` positions are looked at, those that a plan ends with among them.
    """
    s = view.position
    known = new_table(2 * most + 64)
    paths = np.empty((most, longest, 3), np.int64)
    trails = np.empty((longest + 1, TRAIL, 4), np.int64)
    lengths = np.empty(longest + 1, np.int64)
    values = np.empty(9, np.int64)
    actions = np.empty((448, 3), np.int64)
    note_new(known, s.key)
    begin, end, made, noted = 0, 1, 1, 1
    for level in range(longest):
        least = np.inf
        found = False
        for node in range(begin, end):
            if noted == most:
                break
            go_to(s, paths, node, level, view.autoplay, trails, lengths)
            home = s.home.sum()
            count = list_actions(s, actions)
            for i in range(count):
                if noted == most:
                    break
                goes_on = actions[i, 1] != IS_HOME or within_margin(s, actions[i, 0], params[RUSH_MARGIN])
                steps = advance(s, actions[i, 0], actions[i, 1], actions[i, 2], view.autoplay, trails[level])
                if note_new(known, s.key):
                    noted += 1
                    if s.home.sum() > home and free_cells(s) >= reserve:
                        cost = cost_of(s, params, values, view.room[:])
                        if cost < least:
                            least = cost
                            found = True
                            copy_path(plan, ZERO, paths, node, level)
                            add_action(plan[0], level, actions, i)
                    elif goes_on and level + 1 < longest:
                        copy_path(paths, made, paths, node, level)
                        add_action(paths[made], level, actions, i)
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
    plan = np.empty((1, longest, 3), np.int64)
    length = find_plan(view, params, longest, most, params[OWN + 2], plan)
    if length == 0 and params[OWN + 2] > 0.0:
        length = find_plan(view, params, longest, most, 0.0, plan)
    if length == 0:
        return greedy_choice(view, params, stream)
    remember(view, plan[0], length)
    return remembered(view)
