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
from numba import int64, typeof, types

from cardsim._jit import kernel
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.parameters import record_type
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.dealing import DREW, PLACED, draw, masks
from cardsim.games.rummikub.far import AT_TURN, Far
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.offers import MELD_FEWEST, MELD_TILES, find_meld, find_play, meld_on_offer
from cardsim.games.rummikub.telling import note_sets
from cardsim.games.rummikub.turn_solver import solver_type
from cardsim.games.rummikub.view import (
    ACCEPT,
    MOST_TILES,
    OPEN,
    OPEN_FEWEST_TILES,
    OPEN_MOST_TILES,
    OPEN_MOST_VALUE,
    PASS,
    PLAY,
    WAIT,
    WEIGHTED,
)
from cardsim.games.rummikub.wishes import ASKED_TOO_OFTEN, ILLEGAL_ANSWER, NOTHING_OFFERED, check_wishes
from cardsim.games.strategy import ask

MOST_QUESTIONS = 16
FAULT = -1


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
    view.turns_left = table.turns_left
    view.passes = table.passes
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


@kernel
def draw_tiles(rules, table, seat, log):
    """What a pass draws; the last tile of the pool starts the last turns."""
    count = rules.draw_on_pass
    if table.opened[seat] and rules.draw_on_pass_opened > 0:
        count = rules.draw_on_pass_opened
    for _ in range(count):
        if table.pool_size == 0:
            break
        tile = draw(table, seat)
        table.drawn[seat] += 1
        table.drawn_tile[seat] = tile
        note(log, DREW, seat, tile, 0, table.pool_size, 0)
        if table.pool_size == 0:
            table.turns_left = rules.players


@kernel
def finish_turn(rules, table, seat, last_turns, log):
    """What follows the play of a turn: a player who placed nothing draws; one of the last turns is over."""
    if table.last_placed[seat] > 0:
        table.passes = 0
    elif table.pool_size > 0:
        draw_tiles(rules, table, seat, log)
    else:
        table.passes += 1
    if last_turns:
        table.turns_left -= 1 if rules.pool_empty == r.ONE_MORE_TURN else 0


def _play_turn(rules, table, seat, solver, branch, log):
    """See :func:`play_turn`."""
    table.turns += 1
    table.own_turns[seat] += 1
    table.last_placed[seat] = 0
    last_turns = table.turns_left >= 0
    if table.opened[seat]:
        status = play_phase(rules, table, seat, solver, branch, log)
    else:
        status = open_turn(rules, table, seat, solver, branch, log)
    if status == FAULT:
        return np.int64(FAULT)
    finish_turn(rules, table, seat, last_turns, log)
    return np.int64(0)


def turn_signature():
    """The types that :func:`play_turn` takes and returns."""
    from cardsim.games.rummikub import GAME

    rules, table = record_type(GAME.rules_dtype), record_type(GAME.table_dtype)
    return int64(rules, table, int64, solver_type(), typeof(new_branch()), types.Array(int64, 2, "C"))


TURN = Far(_play_turn, turn_signature)
call_turn = TURN.caller()


@kernel
def play_turn(rules, table, seat, solver, branch, log):
    """One turn; FAULT after a broken contract."""
    return call_turn(rules.far[AT_TURN], rules, table, seat, solver, branch, log)
