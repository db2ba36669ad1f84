"""One Rummikub turn: open, place or draw.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state (:data:`.view.STATE`),
`solver` and `branch` the memory of the solvers, `log` the event log.

Much of a game is spent in turns in which nothing can be placed.  Two facts about a player are kept to see that at once:
``stuck`` is the version of the table at which nothing of the rack could be placed (for a player who has not opened: no
sufficient meld was there), and ``drawn`` the number of tiles drawn since.  While the table is as it was, nothing can be
placed without drawing, and after one drawn tile any play must contain that tile, which makes the search much smaller.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.game import blame
from cardsim.games.log import note
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.arrangement import arrange
from cardsim.games.rummikub.dealing import JOKER, PLACED, masks
from cardsim.games.rummikub.layers import JOKERS_USED, MOST_NUMBERS, NOTHING, TILE
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.retrieval import best_turn_on_sets
from cardsim.games.rummikub.telling import note_sets
from cardsim.games.rummikub.turn_solver import best_meld, best_turn, solve_turn
from cardsim.games.rummikub.view import (
    ACCEPT,
    MOST_TILES,
    MOST_VALUE,
    OPEN,
    OPEN_FEWEST_TILES,
    OPEN_MOST_TILES,
    OPEN_MOST_VALUE,
    PASS,
    PLAY,
    WAIT,
    WEIGHTED,
)
from cardsim.games.strategy import ask

ILLEGAL_ANSWER, NOTHING_OFFERED, HELD_TOO_MUCH, BAD_WEIGHT, ASKED_TOO_OFTEN = range(1, 6)
"""Broken contracts."""
MOST_QUESTIONS = 16
MOST_WEIGHT = 1000
FAULT = -1

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
def show(rules, table, seat):
    """Bring the view of `seat` up to date."""
    view = table.views[seat]
    for colour in range(4):
        for v in range(MOST_NUMBERS):
            view.rack[colour, v] = table.racks[seat, colour, v]
            view.table[colour, v] = table.grid[colour, v]
            view.hold[colour, v] = 0
    view.rack_jokers = table.rack_jokers[seat]
    view.rack_size = table.sizes[seat]
    view.table_jokers = table.grid_jokers
    view.pool = table.pool_size
    view.turn = table.own_turns[seat]
    view.last_turn = 1 if table.turns_left >= 0 else 0
    for other in range(rules.players):
        view.sizes[other] = table.sizes[other]
        view.opened[other] = table.opened[other]
        view.last_placed[other] = table.last_placed[other]
        view.totals[other] = table.totals[other]
    view.asked = 0
    view.offer_tiles = 0
    view.offer_jokers = 0
    view.hold_jokers = 0


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
def place(rules, table, seat, log):
    """Carry out the play on offer."""
    count = table.placed_jokers
    for colour in range(4):
        for v in range(rules.numbers):
            placed = table.placed[colour, v]
            table.grid[colour, v] += placed
            table.racks[seat, colour, v] -= placed
            count += placed
    table.grid_jokers += table.placed_jokers
    table.rack_jokers[seat] -= table.placed_jokers
    table.sizes[seat] -= count
    table.version += 1
    table.last_placed[seat] += count
    if rules.joker_retrieval != r.FREE:
        for s in range(table.new_set_count):
            for i in range(table.sets.shape[1]):
                table.sets[s, i] = table.new_sets[s, i]
        table.set_count = table.new_set_count
    if log.shape[0] > 0:
        if rules.joker_retrieval != r.FREE:
            note_sets(table, seat, log)
        one, two = masks(table.placed)
        note(log, PLACED, seat, count, one, two, table.placed_jokers)


@kernel
def know_stuck(table, seat):
    """Remember that nothing of the rack can be placed on the table as it is."""
    table.stuck[seat] = table.version
    table.drawn[seat] = 0


@kernel
def only_drawn(table, seat):
    """The tile that any play must contain; -1 if there is none to tell (or it is a joker)."""
    if table.drawn[seat] == 1 and table.drawn_tile[seat] != JOKER:
        return table.drawn_tile[seat]
    return -1


@kernel
def find_meld(rules, table, seat, kind, least, solver):
    """Work out the best meld of a kind worth at least `least`; return its tiles (0: there is none)."""
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
def check_wishes(rules, table, seat, answer):
    """Fill ``table.held`` with the rack less what the player holds back; False after a broken contract."""
    view = table.views[seat]
    for colour in range(4):
        for v in range(rules.numbers):
            hold = view.hold[colour, v]
            table.held[colour, v] = table.racks[seat, colour, v] - hold
            if hold < 0 or table.held[colour, v] < 0:
                blame(table, HELD_TOO_MUCH, seat, PLAY, answer, colour * MOST_NUMBERS + v, hold)
                return False
    if view.hold_jokers < 0 or view.hold_jokers > table.rack_jokers[seat]:
        blame(table, HELD_TOO_MUCH, seat, PLAY, answer, JOKER, view.hold_jokers)
        return False
    if answer == WEIGHTED:
        for v in range(rules.numbers):
            if not 0 <= view.weights[v] <= MOST_WEIGHT:
                blame(table, BAD_WEIGHT, seat, PLAY, answer, v, view.weights[v])
                return False
        if not 0 <= view.joker_weight <= MOST_WEIGHT:
            blame(table, BAD_WEIGHT, seat, PLAY, answer, -1, view.joker_weight)
            return False
    return True


@kernel
def holds_back(table, seat, numbers):
    """Whether the player holds anything back."""
    if table.views[seat].hold_jokers > 0:
        return True
    for colour in range(4):
        for v in range(numbers):
            if table.held[colour, v] != table.racks[seat, colour, v]:
                return True
    return False


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


@kernel
def find_play(rules, table, seat, answer, solver, branch):
    """Work out the play asked for and put it on offer; return (its tiles, whether it proves what is left is stuck)."""
    joker_weight, positive = set_weights(rules, table, seat, answer)
    complete = positive and not holds_back(table, seat, rules.numbers)
    jokers = table.rack_jokers[seat] - table.views[seat].hold_jokers
    weights = table.weights[TURN]
    tile = only_drawn(table, seat) if table.stuck[seat] == table.version else -1
    if rules.joker_retrieval != r.FREE:
        best, table.new_set_count = best_turn_on_sets(
            rules.far[3], rules.joker_retrieval, rules.joker_group_retrieval == r.BOTH_MISSING, table.sets,
            table.set_count, table.held, jokers, weights, joker_weight, 0, rules.numbers, solver, branch,
            table.new_sets,
        )  # fmt: skip
    elif tile >= 0:
        best = solve_with_tile(rules, table, tile, jokers, joker_weight, solver)
    else:
        best = best_turn(
            table.grid, table.grid_jokers, table.held, jokers, weights, joker_weight, 0, rules.numbers, solver
        )
    view = table.views[seat]
    view.asked = answer
    if best == NOTHING:
        view.offer_tiles = 0
        view.offer_jokers = 0
        view.offer_value = 0
        return np.int64(0), complete
    return take_placed(rules, table, seat, solver, solver.work.counters[JOKERS_USED] - table.grid_jokers), complete


@kernel
def ask_for_play(rules, table, seat, solver, branch, log):
    """Ask until the player passes or accepts a play; PASS, ACCEPT or FAULT, and whether what is left is stuck then."""
    view = table.views[seat]
    complete = False
    for _ in range(MOST_QUESTIONS):
        answer = ask(table, seat, PLAY)
        note(log, PLAY, seat, answer, 0, view.offer_tiles, view.offer_value)
        if answer < PASS or answer > WEIGHTED:
            blame(table, ILLEGAL_ANSWER, seat, PLAY, answer, 0, 0)
            return FAULT, False
        if answer == PASS:
            return PASS, False
        if answer == ACCEPT:
            if view.offer_tiles == 0:
                blame(table, NOTHING_OFFERED, seat, PLAY, answer, 0, 0)
                return FAULT, False
            return ACCEPT, complete
        if not check_wishes(rules, table, seat, answer):
            return FAULT, False
        tiles, complete = find_play(rules, table, seat, answer, solver, branch)
        if tiles == 0 and complete:
            return PASS, True
    blame(table, ASKED_TOO_OFTEN, seat, PLAY, MOST_QUESTIONS, 0, 0)
    return FAULT, False


@kernel
def play_phase(rules, table, seat, solver, branch, log):
    """The turn of a player who has opened, but for the draw; FAULT after an illegal answer."""
    if table.stuck[seat] == table.version and table.drawn[seat] == 0:
        return 0
    show(rules, table, seat)
    answer, stuck = ask_for_play(rules, table, seat, solver, branch, log)
    if answer == FAULT:
        return FAULT
    if answer == PASS and not stuck and not rules.optional_draw:
        show(rules, table, seat)
        check_wishes(rules, table, seat, MOST_TILES)
        tiles, stuck = find_play(rules, table, seat, MOST_TILES, solver, branch)
        if tiles > 0:
            answer = ACCEPT
    if answer == ACCEPT:
        place(rules, table, seat, log)
    if stuck:
        know_stuck(table, seat)
    elif answer == ACCEPT:
        table.stuck[seat] = -1
    elif table.stuck[seat] == table.version and table.drawn[seat] > 0:
        table.stuck[seat] = -1  # more than one tile has been drawn since
    return 0


@kernel
def open_turn(rules, table, seat, solver, branch, log):
    """A turn of a player who has not opened; FAULT after an illegal answer."""
    show(rules, table, seat)
    if not meld_on_offer(rules, table, seat, solver):
        return 0
    view = table.views[seat]
    answer = ask(table, seat, OPEN)
    note(log, OPEN, seat, answer, 0, view.offer_value, view.offer_tiles)
    if answer < WAIT or answer > OPEN_FEWEST_TILES:
        blame(table, ILLEGAL_ANSWER, seat, OPEN, answer, 0, 0)
        return FAULT
    if answer == WAIT:
        if rules.optional_draw:
            return 0
        answer = OPEN_MOST_VALUE
    if answer != OPEN_MOST_VALUE:
        kind = MELD_TILES if answer == OPEN_MOST_TILES else MELD_FEWEST
        find_meld(rules, table, seat, kind, max(1, rules.initial_meld), solver)
    place(rules, table, seat, log)
    table.opened[seat] = table.own_turns[seat]
    table.stuck[seat] = -1
    table.drawn[seat] = 0
    if rules.meld_same_turn_manipulation and table.sizes[seat] > 0:
        return play_phase(rules, table, seat, solver, branch, log)
    return 0
