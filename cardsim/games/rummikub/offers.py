"""What a player can do in a turn, worked out for him: the meld or the play *on offer*.

`rules` are the packed rules, `table` the kernel's state (:data:`.view.STATE`), `solver` and `branch` the memory of the
solvers.  What is large is compiled on its own (:mod:`far`).
"""

from __future__ import annotations

import numpy as np
from numba import int64, typeof

from cardsim._jit import kernel
from cardsim.games.parameters import record_type
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.arrangement import arrange
from cardsim.games.rummikub.dealing import JOKER
from cardsim.games.rummikub.far import AT_BOUND, AT_MELD, AT_PLAY, Far
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.layers import JOKERS_USED, MOST_NUMBERS, NOTHING, TILE
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.retrieval import best_turn_on_sets
from cardsim.games.rummikub.turn_solver import best_turn, solve_turn, solver_type
from cardsim.games.rummikub.view import MOST_VALUE, WEIGHTED
from cardsim.games.rummikub.wishes import holds_back

MELD_VALUE, MELD_TILES, MELD_FEWEST, TURN = range(4)
"""The weights kept in ``table.weights``."""


@kernel
def fill_weights(rules, table, kind):
    """Weights for the best meld of a kind."""
    weights = table.weights[kind]
    sign = 1 if kind != MELD_FEWEST else -1
    per_tile = 0 if kind == MELD_VALUE else 1024
    for v in range(rules.numbers):
        joker = v + 1 if rules.joker_meld_value == r.REPRESENTED else 0
        weights[0, v] = sign * (per_tile + v + 1)
        weights[1, v] = sign * (per_tile + joker)
        weights[2, v] = v + 1
        weights[3, v] = joker


@kernel
def take_placed(rules, table, seat, solver, jokers):
    """Keep what a solver placed as the play on offer, and show it; return the number of tiles."""
    view = table.views[seat]
    count, value = jokers, jokers * rules.joker_penalty
    for colour in range(4):
        for v in range(rules.numbers):
            placed = solver.placed[colour, v]
            table.placed[colour, v] = placed
            view.offer[colour, v] = placed
            count += placed
            value += placed * (v + 1)
    table.placed_jokers = jokers
    view.offer_tiles = count
    view.offer_jokers = jokers
    view.offer_value = value
    return count


@kernel
def only_drawn(table, seat):
    """The tile that any play must contain; -1 if there is none to tell (or it is a joker)."""
    if table.drawn[seat] == 1 and table.drawn_tile[seat] != JOKER:
        return table.drawn_tile[seat]
    return -1


def _find_meld(rules, table, seat, kind, least, solver):
    """See :func:`find_meld`."""
    rack, jokers, numbers = table.racks[seat], table.rack_jokers[seat], rules.numbers
    if rules.joker_meld_value == r.FORBIDDEN:
        jokers = 0
    bound = least - 1 if kind == MELD_VALUE else NOTHING
    goal = 0 if kind == MELD_VALUE else least
    best = best_meld(rack, jokers, table.weights[kind], goal, bound, numbers, solver)
    if best == NOTHING:
        return np.int64(0)
    if rules.joker_retrieval != r.FREE:
        keep_meld_sets(rules, table, solver)
    count = take_placed(rules, table, seat, solver, solver.work.counters[JOKERS_USED])
    if kind == MELD_VALUE:
        table.views[seat].offer_value = best
    return count


def meld_signature():
    """The types that :func:`find_meld` takes and returns."""
    from cardsim.games.rummikub import GAME

    return int64(record_type(GAME.rules_dtype), record_type(GAME.table_dtype), int64, int64, int64, solver_type())


MELD = Far(_find_meld, meld_signature)
call_meld = MELD.caller()


@kernel
def find_meld(rules, table, seat, kind, least, solver):
    """Work out the best meld of a kind worth at least `least`; return its tiles (0: there is none)."""
    return call_meld(rules.far[AT_MELD], rules, table, seat, kind, least, solver)


@kernel
def keep_meld_sets(rules, table, solver):
    """The sets of the table with those of the meld just found."""
    for s in range(table.set_count):
        for i in range(table.sets.shape[1]):
            table.new_sets[s, i] = table.sets[s, i]
    room = table.new_sets[table.set_count :]
    count = arrange(solver.needed, solver.playable, solver.empty, 0, rules.numbers, solver.melds, solver, room)
    table.new_set_count = table.set_count + count


@kernel
def meld_on_offer(rules, table, seat, solver):
    """Work out the meld of most value and show it as the offer; False if none is worth enough."""
    known = table.stuck[seat] >= 0
    tile = only_drawn(table, seat) if known else -1
    least = max(1, rules.initial_meld)
    if known and table.drawn[seat] == 0:
        return False
    if tile >= 0:
        solver.needed[tile // MOST_NUMBERS, tile % MOST_NUMBERS] = 1
    found = find_meld(rules, table, seat, MELD_VALUE, least, solver)
    if tile >= 0:
        solver.needed[tile // MOST_NUMBERS, tile % MOST_NUMBERS] = 0
    if found == 0:
        table.stuck[seat] = 0
        table.drawn[seat] = 0
        return False
    table.stuck[seat] = -1
    return True


@kernel
def set_weights(rules, table, seat, answer):
    """Weights of the play asked for: (what a joker counts, whether everything counts for something)."""
    view, weights = table.views[seat], table.weights[TURN]
    positive = True
    for v in range(rules.numbers):
        weights[TILE, v] = 1
        if answer == MOST_VALUE:
            weights[TILE, v] = v + 1
        elif answer == WEIGHTED:
            weights[TILE, v] = view.weights[v]
            positive = positive and view.weights[v] > 0
    joker = 1
    if answer == MOST_VALUE:
        joker = rules.joker_penalty
    elif answer == WEIGHTED:
        joker = view.joker_weight
    return joker, positive and (joker > 0 or table.rack_jokers[seat] == 0)


@kernel
def solve_with_tile(rules, table, tile, jokers, joker_weight, solver):
    """The best play that contains `tile`, from the tiles in ``table.held`` and `jokers` of the rack."""
    colour, v = tile // MOST_NUMBERS, tile % MOST_NUMBERS
    numbers = rules.numbers
    all_jokers = table.grid_jokers + jokers
    keep_playable(table.grid, table.held, all_jokers, numbers, solver.playable)
    if solver.playable[colour, v] == 0:
        return np.int64(NOTHING)
    for c in range(4):
        for i in range(numbers):
            solver.available[c, i] = table.grid[c, i] + solver.playable[c, i]
            table.needed[c, i] = table.grid[c, i]
    table.needed[colour, v] += 1
    return solve_turn(
        table.grid, table.needed, solver.available, table.grid_jokers, all_jokers, table.weights[TURN], joker_weight, 0,
        numbers, solver,
    )  # fmt: skip


def _find_play(rules, table, seat, answer, joker_weight, solver, branch):
    """See :func:`find_play`."""
    view = table.views[seat]
    jokers = table.rack_jokers[seat] - view.hold_jokers
    weights, numbers = table.weights[TURN], rules.numbers
    tile = only_drawn(table, seat) if table.stuck[seat] == table.version else -1
    if rules.joker_retrieval != r.FREE:
        best, table.new_set_count = best_turn_on_sets(
            rules.far[AT_BOUND], rules.joker_retrieval, rules.joker_group_retrieval == r.BOTH_MISSING, table.sets,
            table.set_count, table.held, jokers, weights, joker_weight, 0, numbers, solver, branch, table.new_sets,
        )  # fmt: skip
    elif tile >= 0:
        best = solve_with_tile(rules, table, tile, jokers, joker_weight, solver)
    else:
        best = best_turn(table.grid, table.grid_jokers, table.held, jokers, weights, joker_weight, 0, numbers, solver)
    view.asked = answer
    if best == NOTHING:
        view.offer_tiles = 0
        view.offer_jokers = 0
        view.offer_value = 0
        return np.int64(0)
    return take_placed(rules, table, seat, solver, solver.work.counters[JOKERS_USED] - table.grid_jokers)


def play_signature():
    """The types that :func:`find_play` takes and returns, but for the address."""
    from cardsim.games.rummikub import GAME

    rules, table = record_type(GAME.rules_dtype), record_type(GAME.table_dtype)
    return int64(rules, table, int64, int64, int64, solver_type(), typeof(new_branch()))


PLAY = Far(_find_play, play_signature)
call_play = PLAY.caller()


@kernel
def find_play(rules, table, seat, answer, solver, branch):
    """Work out the play asked for and put it on offer; return (its tiles, whether it proves what is left is stuck)."""
    joker_weight, positive = set_weights(rules, table, seat, answer)
    complete = positive and not holds_back(table, seat, rules.numbers)
    return call_play(rules.far[AT_PLAY], rules, table, seat, answer, joker_weight, solver, branch), complete
