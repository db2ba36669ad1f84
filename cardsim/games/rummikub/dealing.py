"""The start of a Rummikub deal: box, racks, pool, who begins.

A pack is an order of the 124 tiles of the largest box (values to 15, two copies, four jokers); tiles that the box
of the rules lacks are left out. So the same pack serves every box, and two rulesets meet the same deals as far as
they can.
"""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.view import PACK_SIZE

JOKER = 4 * MOST_NUMBERS
"""A tile in kernels: ``15 * colour + value - 1`` whatever the box, or this."""

DEALT, PLACED, DREW, SCORED, SET, PAID = range(10, 16)
"""Events that are no decisions."""


@kernel
def fill_pool(rules, table):
    """Put the tiles of the box into the pool, in the order of the pack; the first to be drawn is the last."""
    size = 0
    for i in range(PACK_SIZE - 1, -1, -1):
        number = int(table.pack[i])
        copy, tile = number // JOKER, number % JOKER
        if copy == 2:
            if tile >= rules.jokers:
                continue
            tile = JOKER
        elif copy >= rules.copies or tile % MOST_NUMBERS >= rules.numbers:
            continue
        table.pool[size] = tile
        size += 1
    table.pool_size = size


@kernel
def draw(table, seat):
    """`seat` draws one tile."""
    table.pool_size -= 1
    tile = table.pool[table.pool_size]
    if tile == JOKER:
        table.rack_jokers[seat] += 1
    else:
        table.racks[seat, tile // MOST_NUMBERS, tile % MOST_NUMBERS] += 1
    table.sizes[seat] += 1
    return tile


@kernel
def masks(grid):
    """Masks of the tile kinds of which there is at least one, and of those with two."""
    one, two = 0, 0
    for colour in range(4):
        for v in range(MOST_NUMBERS):
            bit = 1 << (colour * MOST_NUMBERS + v)
            if grid[colour, v] > 0:
                one |= bit
            if grid[colour, v] > 1:
                two |= bit
    return one, two


@kernel
def deal(rules, table, log):
    """Deal the racks from a full pool and clear the table."""
    fill_pool(rules, table)
    table.grid[:, :] = 0
    table.grid_jokers = 0
    table.set_count = 0
    table.version = 0
    table.turns = 0
    table.passes = 0
    table.turns_left = -1
    for k in range(rules.players):
        seat = (table.starter + k) % rules.players
        table.racks[seat, :, :] = 0
        table.rack_jokers[seat] = 0
        table.sizes[seat] = 0
        table.opened[seat] = 0
        table.stuck[seat] = -1
        table.drawn[seat] = 0
        table.drawn_tile[seat] = -1
        table.last_placed[seat] = 0
        table.own_turns[seat] = 0
        for _ in range(rules.rack_size):
            draw(table, seat)
        if log.shape[0] > 0:
            one, two = masks(table.racks[seat])
            note(log, DEALT, seat, table.starter, one, two, table.rack_jokers[seat])
    if table.pool_size == 0:
        table.turns_left = rules.players


@kernel
def who_starts(rules, table, seed, index, number):
    """The seat that begins deal `number` of match `index`."""
    if rules.first_player == r.ROTATE:
        return (index + number) % rules.players
    if rules.first_player == r.HIGH_TILE:
        # Each player draws a tile, the highest begins; by symmetry that is a seat at random.
        rng.start(table.chance[0], seed, index, number, rng.CHANCE)
        return rng.below(table.chance[0], rules.players)
    return 0
