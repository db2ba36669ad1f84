"""Players that look no further than the next action: random, home_first, rule_list, greedy."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.freecell.actions import IN_CELL, IS_HOME, ON_EMPTY
from cardsim.games.freecell.choosing import (
    KEEPS_MEMORY,
    OWN,
    allowed,
    finishing,
    greedy_choice,
    lowest_home,
    margin_in_force,
)
from cardsim.games.freecell.features import cards_on
from cardsim.games.freecell.variant import CELL, fits


def act_at_random(view, params, stream):
    """Uniform over the legal actions; `no_undo` leaves out the exact reversal of the last one if another exists."""
    n = view.n
    if params[0] != 0.0:
        others = 0
        for i in range(n):
            others += view.undoes[i] == 0
        if others > 0:
            chosen = rng.below(stream, others)
            for i in range(n):
                if view.undoes[i] == 0:
                    if chosen == 0:
                        return i
                    chosen -= 1
    return rng.below(stream, n)


def act_home_first(view, params, stream):
    """The lowest card home that `rush_margin` allows, else uniform over the rest."""
    home = lowest_home(view, params[0])
    if home >= 0:
        return home
    others = 0
    for i in range(view.n):
        others += view.actions[i, 1] != IS_HOME
    if others == 0:
        return rng.below(stream, view.n)
    chosen = rng.below(stream, others)
    for i in range(view.n):
        if view.actions[i, 1] != IS_HOME:
            if chosen == 0:
                return i
            chosen -= 1
    return 0


def act_greedily(view, params, stream):
    """The action that leads to the position of least cost."""
    home = finishing(view, params)
    return home if home >= 0 else greedy_choice(view, params, stream)


def act_by_rules(view, params, stream):
    """The first of nine rules that has an action; ties in canonical order."""
    home = finishing(view, params)
    if home >= 0:
        return home
    margin = margin_in_force(view, params)
    home = lowest_home(view, margin)
    if home >= 0 and usable(view, home, params):
        return home
    s = view.position
    for rule in range(2, 7):
        best = -1
        for i in range(view.n):
            if view.actions[i, 1] == IS_HOME or not usable(view, i, params) or not follows(view, i, rule):
                continue
            if rule != 6:
                return i
            if best < 0 or better_run(view, i, best):
                best = i
        if best >= 0:
            return best
    free = 0
    for k in range(s.cells):
        free += s.cell[k] < 0
    if free > params[OWN]:
        first, second = digging_column(s), shortest_column(s)
        if params[OWN + 1] != 0.0:
            first, second = second, first
        for column in (first, second):
            for i in range(view.n):
                if view.actions[i, 1] == IN_CELL and s.place[view.actions[i, 0]] == column and usable(view, i, params):
                    return i
    return any_other(view, params, margin)


@kernel
def usable(view, i, params):
    """Whether an action leads to a position not met before in this game."""
    return params[KEEPS_MEMORY] == 0.0 or view.visits[i] == 0


@kernel
def follows(view, i, rule):
    """Whether action `i` is what rule 2, 3, 4, 5 or 6 asks for."""
    s = view.position
    card, target, count = view.actions[i, 0], view.actions[i, 1], view.actions[i, 2]
    source = s.place[card]
    if rule == 2:
        return source >= CELL and target < ON_EMPTY
    if source >= CELL:
        return False
    left = s.height[source] - count
    if target < ON_EMPTY and rule == 3:
        return left == 0
    if target < ON_EMPTY and left > 0:
        under = np.int64(s.card[source, left - 1])
        if rule == 4:
            return s.home[under & 3] == under >> 2
        return rule == 5 and not fits(card, under, s.build)
    if rule == 6 and target == ON_EMPTY and left > 0:
        under = np.int64(s.card[source, left - 1])
        return not fits(card, under, s.build)
    return False


@kernel
def better_run(view, i, best):
    """For an empty column: a run headed by a king before others, then the longer one."""
    king = view.position.ranks - 1
    kings = (view.actions[i, 0] >> 2) == king, (view.actions[best, 0] >> 2) == king
    if kings[0] != kings[1]:
        return kings[0]
    return view.actions[i, 2] > view.actions[best, 2]


@kernel
def digging_column(s):
    """The column with the fewest cards on a next needed card (ties: the lower one), -1 if none."""
    best = -1
    fewest = 99
    for suit in range(4):
        if s.home[suit] < s.ranks:
            card = 4 * s.home[suit] + suit
            column = s.place[card]
            if column < CELL:
                on = cards_on(s, card)
                if on < fewest or (on == fewest and s.height[column] < s.height[best]):
                    best = column
                    fewest = on
    return best


@kernel
def shortest_column(s):
    """The shortest column that is not empty, the first of equals; -1 if there is none."""
    best = -1
    for column in range(s.columns):
        if s.height[column] > 0 and (best < 0 or s.height[column] < s.height[best]):
            best = column
    return best


@kernel
def any_other(view, params, margin):
    """Any action in canonical order, cells last, into a new position if possible, else into the least visited."""
    best = -1
    for i in range(view.n):
        if not allowed(view, i, margin):
            continue
        if usable(view, i, params):
            return i
        if best < 0 or view.visits[i] < view.visits[best]:
            best = i
    return best
