"""The sets of a found play, in one fixed way (the *canonical arrangement*).

The solution is read off value by value. Runs come before groups. Open runs are served in the order in which they
started, those of one or two tiles first; number tiles go first to the runs that are open, then to new runs, then to
groups, and a joker locked as a number tile is the last of its kind. Groups are as few as possible; their tiles are
dealt round, colours with most tiles first. A spare joker goes to the first set with room: a run at its high end,
else its low end, or a group of three.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from cardsim._jit import kernel
from cardsim.games.rummikub.far import Far
from cardsim.games.rummikub.found import option_of, prefixes_of, read_play
from cardsim.games.rummikub.layers import (
    ALL_PLACED,
    BEST,
    CHOICE_ROW,
    LEVEL,
    MOST_NUMBERS,
    NOTHING,
    SPARE,
)
from cardsim.games.rummikub.sweep import search
from cardsim.games.rummikub.transitions import (
    GROUP_COLOURS,
    GROUP_JOKERS,
    GROUP_TILES,
    JOKERS,
    PREFIXES,
    TILES,
    context,
    fewest_groups,
)
from cardsim.games.rummikub.turn_solver import (
    solve_all_placed,
    solve_turn,
    solver_type,
)

MOST_SETS = 48
KIND, LENGTH, FIRST = 0, 1, 2  # columns of a set: its kind, its number of tiles, then the tiles
RUN, GROUP = 1, 2
IS_JOKER = 64  # a tile of a set is ``colour << 4 | value index``, with this bit if a joker stands for it
COLUMNS = FIRST + MOST_NUMBERS


@kernel
def new_sets():
    """Room for the sets of one table."""
    return np.zeros((MOST_SETS, COLUMNS), np.int64)


@kernel
def add_tile(sets, s, tile):
    """Put one more tile at the end of set `s`."""
    sets[s, FIRST + sets[s, LENGTH]] = tile
    sets[s, LENGTH] += 1


@kernel
def _serve_runs(sets, n, colour, v, tiles, fillers, locked, prefixes, short, long):
    """Give one colour's run tiles of one value to its runs, and start new ones; return the number of sets.

    Open are the runs that end at the value below: `short` ones of one or two tiles, `long` ones of three or more.  The
    last `locked` of the `tiles` are jokers, as are the `fillers`.
    """
    extended = min(tiles + fillers - short, long)
    new = tiles + fillers - short - extended
    tile = colour << 4 | v
    given = 0
    for is_long in range(2):
        to_serve = extended if is_long else short
        for s in range(n):
            last = FIRST + sets[s, LENGTH] - 1
            if to_serve == 0:
                break
            if sets[s, KIND] != RUN or (sets[s, last] & 63) != tile - 1 or v == 0:
                continue
            if (sets[s, LENGTH] >= 3) != (is_long == 1):
                continue
            number = given < tiles - new
            add_tile(sets, s, tile if number and given < tiles - locked else tile | IS_JOKER)
            given += 1
            to_serve -= 1
    given = tiles - new
    for i in range(new):
        prefix = 0
        seen = 0
        for length in range(4, 0, -1):  # the longest prefixes first
            seen += (prefixes >> (3 * (length - 1))) & 7
            if i < seen:
                prefix = length
                break
        sets[n, KIND] = RUN
        sets[n, LENGTH] = 0
        for back in range(prefix, 0, -1):
            add_tile(sets, n, (tile - back) | IS_JOKER)
        add_tile(sets, n, tile if given < tiles - locked else tile | IS_JOKER)
        given += 1
        n += 1
    return n


@kernel
def _deal_groups(sets, n, v, group, locked):
    """Form the groups of one value; the last `locked` tiles of each colour are jokers.  Return the number of sets."""
    counts = (
        (group >> GROUP_COLOURS) & 7,
        (group >> (GROUP_COLOURS + 3)) & 7,
        (group >> (GROUP_COLOURS + 6)) & 7,
        (group >> (GROUP_COLOURS + 9)) & 7,
    )
    jokers = (group >> GROUP_JOKERS) & 7
    tiles = (group >> GROUP_TILES) & 31
    if tiles == 0:
        return n
    groups = fewest_groups(max(counts[0], counts[1], counts[2], counts[3]), tiles + jokers)
    for s in range(n, n + groups):
        sets[s, KIND] = GROUP
        sets[s, LENGTH] = 0
    dealt = 0
    for amount in range(7, 0, -1):
        for colour in range(4):
            if counts[colour] != amount:
                continue
            for i in range(amount):
                tile = colour << 4 | v
                add_tile(sets, n + dealt % groups, tile if i < amount - locked[colour, v] else tile | IS_JOKER)
                dealt += 1
    for _ in range(jokers):
        s = n + dealt % groups
        add_tile(sets, s, free_colour(sets, s) << 4 | v | IS_JOKER)
        dealt += 1
    return n + groups


@kernel
def free_colour(sets, s):
    """The lowest colour that a group lacks."""
    seen = 0
    for i in range(FIRST, FIRST + sets[s, LENGTH]):
        seen |= 1 << ((sets[s, i] & 63) >> 4)
    for colour in range(4):
        if not (seen >> colour) & 1:
            return colour
    return -1


@kernel
def shift_down(sets, s, by):
    """Move a run down: its last `by` tiles, jokers, become jokers at its low end."""
    length = sets[s, LENGTH]
    for i in range(FIRST + length - 1, FIRST + by - 1, -1):
        sets[s, i] = sets[s, i - by]
    for i in range(FIRST + by - 1, FIRST - 1, -1):
        sets[s, i] = ((sets[s, i + 1] & 63) - 1) | IS_JOKER


@kernel
def add_joker(sets, n, numbers):
    """Put a spare joker into the first set with room; return whether there was one."""
    for s in range(n):
        length = sets[s, LENGTH]
        last = sets[s, FIRST + length - 1] & 63
        if sets[s, KIND] == RUN and length < numbers:
            add_tile(sets, s, (last + 1) | IS_JOKER)
            if (last & 15) + 1 >= numbers:
                shift_down(sets, s, 1)
            return True
        if sets[s, KIND] == GROUP and length == 3:
            add_tile(sets, s, free_colour(sets, s) << 4 | (last & 15) | IS_JOKER)
            return True
    return False


def _arrange(required, available, locked, spare, numbers, tables, work, sets):
    """Write the sets of the found solution, with `spare` jokers added; return their number.

    `locked` counts the jokers that are among the number tiles.
    """
    path = work.path
    x = work.counters[BEST]
    for v in range(numbers, -1, -1):
        path[v] = x
        x = np.int64(work.parents[v, x])
    n = 0
    for v in range(numbers):
        key = work.keys[v, path[v]]
        choice = work.choices[v + 1, path[v + 1]]
        group = tables.group_rows[choice >> CHOICE_ROW]
        for colour in range(4):
            state = (key >> (7 * colour)) & 127
            row = context(required, available, colour, v, numbers, tables.cell, tables.beyond, tables.states)
            option = option_of(tables, choice, row, colour, state)
            tiles = (option >> TILES) & 31
            grouped = (group >> (GROUP_COLOURS + 3 * colour)) & 7
            prefixes = prefixes_of(tables, choice, row, colour, state) >> PREFIXES
            prefix_jokers = (prefixes & 7) + 2 * (prefixes >> 3 & 7) + 3 * (prefixes >> 6 & 7) + 4 * (prefixes >> 9)
            fillers = ((option >> JOKERS) & 31) - prefix_jokers
            short = tables.one[state] + tables.two[state]
            in_runs = max(0, locked[colour, v] - grouped)
            n = _serve_runs(sets, n, colour, v, tiles, fillers, in_runs, prefixes, short, tables.long[state])
        n = _deal_groups(sets, n, v, group, locked)
    for s in range(n):
        while sets[s, LENGTH] < 3:  # a run that goes on beyond the highest value stands lower instead
            add_tile(sets, s, ((sets[s, FIRST + sets[s, LENGTH] - 1] & 63) + 1) | IS_JOKER)
            if (sets[s, FIRST] & 15) + sets[s, LENGTH] > numbers:
                shift_down(sets, s, 1)
    for _ in range(spare):
        add_joker(sets, n, numbers)
    return n


def arrange_signature():
    """The types that :func:`arrange` takes and returns."""
    grid = types.Array(int64, 2, "C")
    solver = solver_type()
    return int64(grid, grid, grid, int64, int64, solver[3], solver[5], grid)


ARRANGE = Far(_arrange, arrange_signature)
call_arrange = ARRANGE.caller()


@kernel
def arrange(required, available, locked, spare, numbers, tables, solver, sets):
    """See :func:`_arrange`."""
    return call_arrange(solver.arrange, required, available, locked, spare, numbers, tables, solver.work, sets)


@kernel
def solve_and_arrange(
    table, required, available, locked, table_jokers, jokers, weights, joker_weight, bound, numbers, solver, sets
):
    """As :func:`solve_turn`, then write the sets; return (objective, number of sets)."""
    work = solver.work
    best = solve_turn(table, required, available, table_jokers, jokers, weights, joker_weight, bound, numbers, solver)
    if best == NOTHING:
        return best, 0
    if work.counters[LEVEL] == ALL_PLACED:
        return best, arrange(required, available, locked, 0, numbers, solver.melds, solver, sets)
    # A later, worse level may have been searched since: once more at the best one.
    level = work.counters[LEVEL]
    search(solver.sweep, required, available, level, weights, 0, 0, False, NOTHING, numbers, solver.turns, work)
    used, room = read_play(table, required, available, numbers, solver.turns, work, solver.placed)
    if jokers - used <= room or jokers == used:
        work.counters[SPARE] = jokers - used
        return best, arrange(required, available, locked, jokers - used, numbers, solver.turns, solver, sets)
    best = solve_all_placed(
        table, required, available, table_jokers, jokers, weights, joker_weight, best - 1, numbers, solver
    )
    return best, arrange(required, available, locked, 0, numbers, solver.melds, solver, sets)
