"""An imagined deal, played to its end by a quick player in every seat.

The state is the kernel's own and so are drawing, placing, the end and the score; the table's jokers are free whatever
the rules say, because a player sees the tiles of the table and not the sets.  A seat that holds back passes until it
can go out, which a test of all its tiles at once tells much sooner than a best play would.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.game import fields_dtype, table_dtype
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING, TILE
from cardsim.games.rummikub.offers import MELD_FEWEST, TURN, fill_weights, find_play, meld_on_offer
from cardsim.games.rummikub.playable import keep_playable
from cardsim.games.rummikub.scoring import is_over, score
from cardsim.games.rummikub.turn_solver import solve_turn
from cardsim.games.rummikub.turns import finish_turn, know_stuck, place
from cardsim.games.rummikub.view import DECISIONS, MOST_PLAYERS, MOST_TILES, MOST_VALUE, STATE, VIEW
from cardsim.games.rummikub.wishes import check_wishes

TABLE = table_dtype(fields_dtype(VIEW), MOST_PLAYERS, len(DECISIONS), STATE)
HOLDS, PLACES, LAST_WORD = range(3)
"""Kinds of quick players: `hold_until_out`, `greedy_tiles`, and one that holds back but for single tiles near the end.

Who draws the last tile also has the last turn, on the largest table.  If all pass, that is the player to move when the
pool's size is 1 modulo the number of players; each turn in which he places instead of drawing adds 1 to the remainder
at his next turn.
"""
LAST_ROUNDS = 3
"""Rounds before the end of the pool in which the last kind places single tiles."""
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
def may_fit(rules, grid, jokers, colour, v):
    """Whether a tile has company on the table; without jokers only then it can be placed alone."""
    if jokers > 0:
        return True
    others = 0
    for other in range(4):
        others += other != colour and grid[other, v] > 0
    below, above = v > 0 and grid[colour, v - 1] > 0, v < rules.numbers - 1 and grid[colour, v + 1] > 0
    if others >= 2 or (below and above):
        return True
    return (below and v > 1 and grid[colour, v - 2] > 0) or (above and grid[colour, v + 2] > 0)


@kernel
def find_single(rules, table, seat, solver):
    """Whether a single number tile can be placed; the one of most value is in ``solver.placed`` then."""
    numbers, grid, weights = rules.numbers, table.grid, table.weights[TURN]
    for v in range(numbers):
        weights[TILE, v] = 1
    for v in range(numbers - 1, -1, -1):
        for colour in range(4):
            if table.racks[seat, colour, v] > 0 and may_fit(rules, grid, table.grid_jokers, colour, v):
                solver.available[:, :] = grid
                solver.available[colour, v] += 1
                found = solve_turn(
                    grid, solver.available, solver.available, table.grid_jokers, table.grid_jokers, weights, 1, 0,
                    numbers, solver,
                )  # fmt: skip
                if found != NOTHING:
                    return True
    return False


@kernel
def wants_last_word(rules, table):
    """Whether the player to move has to place something to come by the last turn."""
    by_ones = rules.draw_on_pass == 1 and rules.draw_on_pass_opened <= 1 and rules.pool_empty == r.ONE_MORE_TURN
    near = 0 < table.pool_size <= LAST_ROUNDS * rules.players
    return by_ones and near and table.pool_size % rules.players != 1


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
        elif kind == LAST_WORD and wants_last_word(rules, table) and find_single(rules, table, seat, solver):
            offer(table, rules.numbers, solver.placed, 0)
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
