"""Worlds that agree with what was seen: the other racks and the order of the pool.

Every tile that is neither on the own rack nor on the table lies on another rack or in the pool, and all such deals of
the right sizes count as equally likely.  What kind of player sits in another seat is drawn by Bayes' rule from how
often it placed tiles once it had opened.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.rummikub.dealing import JOKER
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.thinking.imagined import HOLDS, PLACES
from cardsim.games.rummikub.view import MOST_PLAYERS

SIZES, OPENED, PLACED, PASSED = (MOST_PLAYERS * i for i in range(4))
"""Places in a player's memory, by seat: tiles when last looked, whether it had opened then, and the turns since its
opening in which it placed tiles, and in which it did not."""
LOOKED = 4 * MOST_PLAYERS
"""Place in the memory: the own turn in which the player last looked."""
MEMORY = LOOKED + 1
PRIOR = 0.5
"""The chance that another player holds back, before anything is seen of it."""
PLACES_OFTEN = np.array([0.03, 0.6])
"""The chance that a turn after the opening places tiles, by kind."""


@kernel
def remember(view):
    """Count which of the others have placed tiles since the player last looked."""
    memory, rules = view.memory, view.rules[0]
    gone = view.turn - memory[LOOKED]
    if gone <= 0:
        return
    draws = rules.draw_on_pass_opened if rules.draw_on_pass_opened > 0 else rules.draw_on_pass
    for seat in range(view.players):
        if seat != view.seat and memory[OPENED + seat] and memory[LOOKED] > 0:
            if view.sizes[seat] < memory[SIZES + seat] + gone * draws and view.pool > 0:
                memory[PLACED + seat] += 1
                memory[PASSED + seat] += gone - 1
            else:
                memory[PASSED + seat] += gone
        memory[SIZES + seat] = view.sizes[seat]
        memory[OPENED + seat] = view.opened[seat]
    memory[LOOKED] = view.turn


@kernel
def chance_to_hold(view, seat):
    """How likely another player is one who holds back, by what it has done."""
    placed, passed = view.memory[PLACED + seat], view.memory[PASSED + seat]
    often, seldom = PLACES_OFTEN[PLACES], PLACES_OFTEN[HOLDS]
    holds = PRIOR * seldom**placed * (1 - seldom) ** passed
    return holds / (holds + (1 - PRIOR) * often**placed * (1 - often) ** passed)


@kernel
def unseen_tiles(view, pool):
    """Fill `pool` with the tiles that the player does not see; their number."""
    rules, count = view.rules[0], 0
    for tile in range(JOKER + 1):
        if tile == JOKER:
            left = rules.jokers - view.rack_jokers - view.table_jokers
        elif tile % MOST_NUMBERS >= rules.numbers:
            continue
        else:
            colour, v = tile // MOST_NUMBERS, tile % MOST_NUMBERS
            left = rules.copies - view.rack[colour, v] - view.table[colour, v]
        for _ in range(left):
            pool[count] = tile
            count += 1
    return count


@kernel
def draw_world(view, pool, count, kinds, stream):
    """Put the unseen tiles in a new order and draw the kinds of the others.

    The other racks take the last tiles, in the order of the seats; the rest is the pool, its next tile last.
    """
    rng.shuffle(stream, pool[:count])
    for seat in range(view.players):
        kinds[seat] = HOLDS
        if seat != view.seat and rng.uniform(stream) >= chance_to_hold(view, seat):
            kinds[seat] = PLACES


@kernel
def deal_rack(table, seat, pool, first, size):
    """Give a seat the tiles of the pool from `first` on."""
    table.racks[seat, :, :] = 0
    table.rack_jokers[seat] = 0
    for i in range(first, first + size):
        tile = pool[i]
        if tile == JOKER:
            table.rack_jokers[seat] += 1
        else:
            table.racks[seat, tile // MOST_NUMBERS, tile % MOST_NUMBERS] += 1
    table.sizes[seat] = size


@kernel
def lay_out(view, table, pool):
    """Put an imagined deal back to now, with the unseen tiles as in `pool`."""
    table.turns, table.version, table.passes = 0, 0, view.passes
    table.turns_left = view.turns_left
    table.grid_jokers = view.table_jokers
    first = view.pool
    for seat in range(view.players):
        if seat != view.seat:
            deal_rack(table, seat, pool, first, view.sizes[seat])
            first += view.sizes[seat]
        table.opened[seat] = view.opened[seat]
        table.stuck[seat] = -1
        table.drawn[seat], table.drawn_tile[seat] = 0, -1
        table.last_placed[seat] = view.last_placed[seat]  # of the player to move: what opened, in this same turn
        table.own_turns[seat] = 0
    for colour in range(4):
        for v in range(MOST_NUMBERS):
            table.grid[colour, v] = view.table[colour, v]
            table.racks[view.seat, colour, v] = view.rack[colour, v]
    table.rack_jokers[view.seat], table.sizes[view.seat] = view.rack_jokers, view.rack_size
    for i in range(view.pool):
        table.pool[i] = pool[i]
    table.pool_size = view.pool
