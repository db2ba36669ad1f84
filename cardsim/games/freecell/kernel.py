"""FreeCell's entry point: one game per row, from the deal to the win, a dead position or the limit of moves."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.freecell import rules as r
from cardsim.games.freecell.actions import IS_HOME, ON_EMPTY, may_fill, perform
from cardsim.games.freecell.columns import DEAD, MOVE_LIMIT, WON
from cardsim.games.freecell.deals import LAST_DEAL, ms_shuffle
from cardsim.games.freecell.exhaustive import NOT_FOUND, search
from cardsim.games.freecell.features import (
    EC,
    USED,
    all_home,
    clearly_alive,
    clearly_dead,
    measure,
    play_automatically,
    single_steps,
)
from cardsim.games.freecell.plain import plain_search
from cardsim.games.freecell.position import NONE, load
from cardsim.games.freecell.showing import meet, show
from cardsim.games.freecell.variant import ANY_CARD, CELL, HOME, ONE, ZERO, fits, write_row, zobrist
from cardsim.games.game import INDEX, blame
from cardsim.games.log import note
from cardsim.games.strategy import ask

LONGEST_GAME = 1_000_000
"""Actions after which a game without a limit of its own ends as "move_limit" (a player may go in circles for ever)."""
DEAD_SEARCH = 20_000_000
"""Positions after which the search for a dead position gives up and lets the game go on."""
ZOBRIST = zobrist(20_260_101)
NO_SUCH_ACTION, NO_SUCH_DEAL, NO_PACK = 1, 2, 3
DEALT, ACTED, WENT_HOME, ENDED = 10, 0, 11, 12
"""Events; an action's choice is ``source | target << 5 | count << 10`` in places (columns 0.., cells 13.., home 25)."""


@kernel
def set_up(rules, s):
    """Write the rules into a position record."""
    s.columns = rules.columns
    s.cells = rules.cells
    s.build = rules.build
    s.empty = rules.empty_column
    s.ranks = 13
    s.merge = 0
    s.longest_run = 52 if rules.run_move == r.RUN_UNLIMITED else 1 if rules.run_move == r.RUN_SINGLE else 0
    s.doublings = 1 if rules.run_limit == r.LIMIT_ONE_COLUMN else 13
    for card in range(52):
        for under in range(54):
            for word in range(2):
                s.zobrist[card, under, word] = ZOBRIST[card, under, word]


@kernel
def start(rules, table, seed, index, pack):
    """Shuffle or take the pack and lay it out; False if there is none."""
    if len(pack) > 0:
        for i in range(52):
            table.pack[i] = pack[i]
    elif rules.deal_scheme == r.SCHEME_GIVEN:
        blame(table, NO_PACK, 0, 0, 0, 0, 0)
        return False
    elif rules.deal_scheme == r.SCHEME_MS:
        if index + 1 > LAST_DEAL:
            blame(table, NO_SUCH_DEAL, 0, 0, index + 1, 0, 0)
            return False
        ms_shuffle(index + 1, table.pack)
    else:
        for i in range(52):
            table.pack[i] = i
        rng.start(table.chance[0], seed, index, 0, rng.DEAL)
        rng.shuffle(table.chance[0], table.pack)
    rng.start(table.streams[0], seed, index, 0, rng.SEAT)
    write_deal_row(rules, table)
    load(table.position, table.row)
    load(table.views[0].position, table.row)
    for i in range(table.n_visited):
        table.visited[table.slots[i], 0] = 0
        table.visited[table.slots[i], 1] = 0
    table.n_visited = 0
    table.moves = 0
    table.card_moves = 0
    table.counted = 0
    table.last_home = 0
    table.reversible = False
    table.previous[0] = 0
    table.previous[1] = 0
    view = table.views[0]
    view.autoplay = rules.autoplay
    for i in range(table.memory_size[0]):
        view.memory[i] = 0
    return True


@kernel
def inner_card(rules, card):
    """A card of the pack as the position numbers it."""
    return 4 * ((card % 13 + 14 - rules.foundation_base) % 13) + card // 13


@kernel
def write_deal_row(rules, table):
    """Lay the pack out: round over the columns, the last cards to the cells."""
    dealt = 52 - rules.cells_filled
    for i in range(4):
        table.row[i] = 0
    at = 4
    for k in range(rules.cells):
        table.row[at] = inner_card(rules, np.int64(table.pack[dealt + k])) if k < rules.cells_filled else NONE
        at += 1
    for column in range(rules.columns):
        height_at = at
        at += 1
        for i in range(column, dealt, rules.columns):
            table.row[at] = inner_card(rules, np.int64(table.pack[i]))
            at += 1
        table.row[height_at] = at - height_at - 1


@kernel
def is_dead(rules, table):
    """Whether no sequence of actions can bring another card home."""
    s = table.position
    if table.reversible or clearly_alive(s):
        # A game that went on was alive before its last action; if that can be taken back, it still is.
        return False
    if rules.dead_test == r.DEAD_QUICK:
        return clearly_dead(s, table.room[:])
    write_row(s, table.row)
    if rules.worrying_back or rules.run_move == r.RUN_UNLIMITED or rules.autoplay == r.AUTOPLAY_ALL:
        all_at_once = rules.autoplay == r.AUTOPLAY_ALL
        set_up(rules, table.probe)
        found, _, _, _ = plain_search(table.probe, table.row, True, rules.worrying_back, all_at_once, DEAD_SEARCH)
        return found == NOT_FOUND
    set_up(rules, table.probe)
    table.probe.merge = rules.empty_column == ANY_CARD
    found, _, _, _, _ = search(table.probe, table.row, True, DEAD_SEARCH, 0)
    return found == NOT_FOUND


@kernel
def steps_of(s, target, count):
    """Single-card moves that an action stands for, before it is made."""
    if count == 1:
        return 1
    cells = ZERO
    for k in range(s.cells):
        cells += s.cell[k] == NONE
    columns = ZERO
    if s.empty == ANY_CARD:
        for column in range(s.columns):
            columns += s.height[column] == 0
        columns -= target == ON_EMPTY
    return single_steps(count, cells, columns)


@kernel
def outside(rules, card):
    """The package's number ``13 * suit + rank`` of a position's card."""
    return 13 * (card & 3) + ((card >> 2) + rules.foundation_base - 1) % 13


@kernel
def movable(rules, view):
    """The cards that some legal action moves, as a mask of the package's numbers."""
    mask = 0
    for i in range(view.n):
        mask |= 1 << outside(rules, view.actions[i, 0])
    return mask


@kernel
def act(rules, table, choice, log):
    """Make the chosen action, in the game and on the player's working copy."""
    s = table.position
    view = table.views[0]
    card, target, count = view.actions[choice, 0], view.actions[choice, 1], view.actions[choice, 2]
    table.previous[0] = s.key[0]
    table.previous[1] = s.key[1]
    steps = steps_of(s, target, count)
    source = perform(s, card, target, count)
    table.reversible = rules.autoplay == r.AUTOPLAY_NONE and count == 1 and can_go_back(s, card, target, source)
    perform(view.position, card, target, count)
    if len(log) > 0:
        word = source | (s.place[card] << 5) | (count << 10)
        note(log, ACTED, 0, word, movable(rules, view), outside(rules, card), s.home.sum())
    table.moves += 1
    table.card_moves += steps
    table.counted += steps if rules.move_count == r.COUNT_CARDS else 1
    if target == IS_HOME:
        table.last_home = table.moves
    go_home(rules, table, log)


@kernel
def go_home(rules, table, log):
    """Automatic play after an action or the deal."""
    s = table.position
    gone = play_automatically(s, rules.autoplay, table.trail[:])
    for i in range(gone):
        perform(table.views[0].position, table.trail[i, 0], IS_HOME, ONE)
        note(log, WENT_HOME, 0, table.trail[i, 3] | (HOME << 5) | (1 << 10), 0, outside(rules, table.trail[i, 0]), 0)
    if gone > 0:
        table.last_home = table.moves
    table.card_moves += gone
    if rules.autoplay_counts:
        table.counted += gone
        table.moves += gone


@kernel
def can_go_back(s, card, target, source):
    """Whether a card just moved from `source` may move back there, so that nothing is lost for good."""
    if target == IS_HOME:
        return False
    if source >= CELL:
        return True
    if s.height[source] == 0:
        return may_fill(s, card)
    return fits(card, np.int64(s.card[source, s.height[source] - 1]), s.build)


@kernel
def over(rules, table):
    """Whether the game has ended; its end then stands in ``table.end``."""
    limit = LONGEST_GAME if rules.max_moves < 0 else rules.max_moves
    if all_home(table.position):
        table.end = WON
    elif rules.dead_rule and is_dead(rules, table):
        table.end = DEAD
    elif table.counted >= limit:
        table.end = MOVE_LIMIT
    else:
        return False
    return True


@kernel
def play_game(rules, table, log):
    """Play a dealt game to its end; False after a broken contract."""
    view = table.views[0]
    go_home(rules, table, log)
    meet(table, table.position.key)
    while not over(rules, table):
        show(rules, table)
        if view.n == 0:
            table.end = DEAD
            break
        choice = ask(table, 0, 0) if view.n > 1 else 0
        if choice < 0 or choice >= view.n:
            blame(table, NO_SUCH_ACTION, 0, 0, choice, 0, view.n)
            return False
        act(rules, table, choice, log)
        meet(table, table.position.key)
    note(log, ENDED, 0, table.end, 0, table.moves, table.position.home.sum())
    return True


@kernel
def write_outcome(row, table):
    """The outcome of one game."""
    s = table.position
    values = table.views[0].features[0]
    measure(s, values)
    row.end = table.end
    row.winner = 0 if table.end == WON else -1
    row.points[0] = 1.0 if table.end == WON else 0.0
    row.turns = table.moves
    row.moves = table.moves
    row.card_moves = table.card_moves
    row.cards_home = s.home.sum()
    row.cells_used = values[USED]
    row.empty_columns = values[EC]
    row.states = -1
    row.last_home = table.last_home


def play_deals(rules, tables, seed, first, rows, packs, log):
    """Play one game per row."""
    the_rules, table = rules[0], tables[0]
    set_up(the_rules, table.position)
    set_up(the_rules, table.views[0].position)
    for i in range(len(rows)):
        pack = packs[i] if len(packs) > 0 else table.pack[:0]
        if not start(the_rules, table, seed, first + i, pack):
            table.fault[INDEX] = first + i
            return i
        if len(log) > 0:
            note(log, DEALT, 0, -1, 0, first + i, 0)
        if not play_game(the_rules, table, log):
            table.fault[INDEX] = first + i
            return i
        write_outcome(rows[i], table)
    return len(rows)
