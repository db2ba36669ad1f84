"""Reading a found play off the layers of a search: which options were chosen, and what they place."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummikub.layers import BEST, CHOICE_ROW, KEY_JOKERS
from cardsim.games.rummikub.transitions import (
    GROUP_COLOURS,
    GROUP_JOKERS,
    GROUP_TILES,
    JOKERS,
    START,
    TILES,
    context,
    fewest_groups,
)


@kernel(forceinline=True)
def option_number(tables, choice, row, colour, state):
    """Where the option stands that a choice means in one colour; `row` as from :func:`context`."""
    group = tables.group_rows[choice >> CHOICE_ROW]
    grouped = (group >> (GROUP_COLOURS + 3 * colour)) & 7
    head = np.int64(tables.heads[(row + state) * (tables.cell + 1) + grouped])
    return (head >> START) + ((choice >> (7 * colour)) & 127)


@kernel(forceinline=True)
def option_of(tables, choice, row, colour, state):
    """The option that a choice stands for in one colour."""
    return np.int64(tables.options[option_number(tables, choice, row, colour, state)])


@kernel(forceinline=True)
def prefixes_of(tables, choice, row, colour, state):
    """The prefixes of new runs in that option."""
    return np.int64(tables.prefixes[option_number(tables, choice, row, colour, state)])


@kernel
def read_play(table, required, available, numbers, tables, work, placed):
    """Fill `placed` with the tiles that the found solution has above `table`; return (jokers used, room for more)."""
    x = work.counters[BEST]
    key = work.keys[numbers, x]
    beyond = 0
    for colour in range(4):  # runs that go on beyond the highest value, by jokers
        state = (key >> (7 * colour)) & 127
        beyond += 2 * tables.one[state] + tables.two[state]
    used = ((key >> KEY_JOKERS) & 7) + beyond
    room = -beyond
    for v in range(numbers - 1, -1, -1):
        choice = work.choices[v + 1, x]
        x = np.int64(work.parents[v + 1, x])
        key = work.keys[v, x]
        group = tables.group_rows[choice >> CHOICE_ROW]
        most = 0
        for colour in range(4):
            state = (key >> (7 * colour)) & 127
            grouped = (group >> (GROUP_COLOURS + 3 * colour)) & 7
            row = context(required, available, colour, v, numbers, tables.cell, tables.beyond, tables.states)
            option = option_of(tables, choice, row, colour, state)
            tiles = (option >> TILES) & 31
            placed[colour, v] = grouped + tiles - table[colour, v]
            most = max(most, grouped)
            in_runs = tiles + ((option >> JOKERS) & 31)
            started = max(0, in_runs - tables.one[state] - tables.two[state] - tables.long[state])
            room += numbers * started - in_runs
        in_groups = ((group >> GROUP_TILES) & 31) + ((group >> GROUP_JOKERS) & 7)
        if in_groups > 0:
            room += 4 * fewest_groups(most, in_groups) - in_groups
    return used, room
