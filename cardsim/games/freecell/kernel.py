"""FreeCell's entry point: one game per row, from the deal to the win, a dead position or the limit of moves."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.faults import INDEX, blame
from cardsim.games.freecell import rules as r
from cardsim.games.freecell.actions import IS_HOME, ON_EMPTY, perform
from cardsim.games.freecell.columns import DEAD, MOVE_LIMIT, WON
from cardsim.games.freecell.dead import can_go_back, is_dead
from cardsim.games.freecell.dealing import set_up, start
from cardsim.games.freecell.features import (
    EC,
    USED,
    all_home,
    measure,
    play_automatically,
    single_steps,
)
from cardsim.games.freecell.position import NONE
from cardsim.games.freecell.showing import meet, show
from cardsim.games.freecell.variant import ANY_CARD, HOME, ONE, ZERO
from cardsim.games.log import note
from cardsim.games.strategy import ask

LONGEST_GAME = 1_000_000
"""Actions after which a game without a limit of its own ends as "move_limit" (a player may go in circles for ever)."""
NO_SUCH_ACTION = 1
DEALT, ACTED, WENT_HOME, ENDED = 10, 0, 11, 12
"""Events; an action's choice is ``source | target << 5 | count << 10`` in places (columns 0.., cells 13.., home 25)."""


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
    table.reversible = rules.autoplay == r.AUTOPLAY_NONE and can_go_back(s, card, target, source)
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
