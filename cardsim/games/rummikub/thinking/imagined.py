"""An imagined deal, played to its end by a quick player in every seat.

The state is the kernel's own and so are drawing, placing, the end and the score; the table's jokers are free whatever
the rules say, because a player sees the tiles of the table and not the sets.  A seat that holds back passes until it
can go out, which a test of all its tiles at once tells much sooner than a best play would.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.game import fields_dtype, table_dtype
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING, TILE
from cardsim.games.rummikub.offers import MELD_FEWEST, TURN, fill_weights, find_play, meld_on_offer
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.scoring import is_over, score
from cardsim.games.rummikub.turn_solver import solve_turn
from cardsim.games.rummikub.turns import finish_turn, know_stuck, place
from cardsim.games.rummikub.view import DECISIONS, MOST_PLAYERS, MOST_TILES, MOST_VALUE, STATE, VIEW
from cardsim.games.rummikub.wishes import check_wishes

TABLE = table_dtype(fields_dtype(VIEW), MOST_PLAYERS, len(DECISIONS), STATE)
HOLDS, PLACES = range(2)
"""Kinds of quick players: `hold_until_out` and `greedy_tiles`."""
MAX_TURNS = 400
"""An imagined deal that goes on for so many turns more is scored as it stands."""


@kernel
def prepare(rules, table):
    """What stays the same in all imagined deals."""
    for kind in range(MELD_FEWEST + 1):
        fill_weights(rules, table, kind)


@kernel
def goes_out(rules, table, seat, solver):
    """Whether `seat` can place its whole rack; the play is on offer then."""
    numbers, jokers = rules.numbers, table.rack_jokers[seat]
    rack, grid = table.racks[seat], table.grid
    all_jokers = table.grid_jokers + jokers
    tiles = table.sizes[seat] - jokers
    if keep_playable(grid, rack, all_jokers, numbers, solver.playable) < tiles:
        return False
    weights = table.weights[TURN]
    for v in range(numbers):
        weights[TILE, v] = 1
    for colour in range(4):
        for v in range(numbers):
            solver.available[colour, v] = grid[colour, v] + rack[colour, v]
    found = solve_turn(
        grid, solver.available, solver.available, table.grid_jokers, all_jokers, weights, 1, 0, numbers, solver
    )
    if found == NOTHING or solver.work.counters[JOKERS_USED] < all_jokers:
        return False
    offer(table, numbers, rack, jokers)
    return True


@kernel
def offer(table, numbers, tiles, jokers):
    """Put a play on offer."""
    for colour in range(4):
        for v in range(numbers):
            table.placed[colour, v] = tiles[colour, v]
    table.placed_jokers = jokers


@kernel
def play_best(rules, table, seat, question, solver, branch, log):
    """Place the best play by a question, if there is any."""
    check_wishes(rules, table, seat, question)
    tiles, complete = find_play(rules, table, seat, question, solver, branch)
    if tiles > 0:
        place(rules, table, seat, log)
    if complete:
        know_stuck(table, seat)
    elif tiles > 0:
        table.stuck[seat] = -1


@kernel
def play_phase(rules, table, seat, kind, solver, branch, log):
    """What a quick player who has opened places."""
    if table.stuck[seat] == table.version and table.drawn[seat] == 0:
        return
    last = table.turns_left >= 0
    if kind != PLACES and not last:
        table.stuck[seat] = -1
        if goes_out(rules, table, seat, solver):
            place(rules, table, seat, log)
    else:
        question = MOST_TILES if kind == PLACES else MOST_VALUE
        play_best(rules, table, seat, question, solver, branch, log)


@kernel
def play_turn(rules, table, seat, kind, solver, branch, log):
    """One turn of a quick player."""
    table.turns += 1
    table.own_turns[seat] += 1
    table.last_placed[seat] = 0
    last_turns = table.turns_left >= 0
    opened = table.opened[seat] != 0
    if not opened and meld_on_offer(rules, table, seat, solver):
        place(rules, table, seat, log)
        table.opened[seat] = table.own_turns[seat]
        table.stuck[seat] = -1
        table.drawn[seat] = 0
        opened = rules.meld_same_turn_manipulation != 0
    if opened and table.sizes[seat] > 0:
        play_phase(rules, table, seat, kind, solver, branch, log)
    finish_turn(rules, table, seat, last_turns, log)


@kernel
def play_out(rules, table, seat, kinds, solver, branch, log):
    """Play on from the turn of `seat` to the end, and score."""
    for _ in range(MAX_TURNS):
        play_turn(rules, table, seat, kinds[seat], solver, branch, log)
        if table.sizes[seat] == 0:
            score(rules, table, seat, log)
            return
        if is_over(rules, table):
            break
        seat = (seat + 1) % rules.players
    score(rules, table, -1, log)
