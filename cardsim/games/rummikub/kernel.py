"""Rummikub's two entry points: blocks of single deals and of matches of several rounds."""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.faults import DEAL, INDEX
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.dealing import deal, who_starts
from cardsim.games.rummikub.far import AT_ARRANGE, AT_SOLVE, AT_SWEEP
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.offers import MELD_FEWEST, fill_weights
from cardsim.games.rummikub.scoring import is_over, rack_value, score
from cardsim.games.rummikub.turn_solver import new_solver
from cardsim.games.rummikub.turns import FAULT, play_turn


@kernel
def start_views(rules, table):
    """Reset the views at the start of a deal."""
    for seat in range(rules.players):
        view = table.views[seat]
        view.seat = seat
        view.players = rules.players
        view.starter = table.starter
        view.numbers = rules.numbers
        view.initial_meld = rules.initial_meld
        view.joker_penalty = rules.joker_penalty
        for i in range(table.memory_size[seat]):
            view.memory[i] = 0


@kernel
def play_deal(rules, table, seed, index, number, pack, solver, branch, log):
    """Deal `number` of game `index`, from the shuffle to the score; False after a broken contract."""
    if len(pack) == 0:
        chance = table.chance[0]
        rng.start(chance, seed, index, number, rng.DEAL)
        for i in range(len(table.pack)):
            table.pack[i] = i
        rng.shuffle(chance, table.pack)
    else:
        for i in range(len(table.pack)):
            table.pack[i] = pack[i]
    for seat in range(rules.players):
        rng.start(table.streams[seat], seed, index, number, rng.SEAT + seat)
    table.starter = who_starts(rules, table, seed, index, number)
    deal(rules, table, log)
    start_views(rules, table)
    seat = table.starter
    while True:
        if play_turn(rules, table, seat, solver, branch, log) == FAULT:
            return False
        out = table.sizes[seat] == 0
        if out or is_over(rules, table):
            score(rules, table, seat if out else -1, log)
            return True
        seat = (seat + 1) % rules.players


@kernel
def write_deal(rules, row, table):
    """The outcome of one deal."""
    row.end = table.end
    row.winner = table.winner
    row.turns = table.turns
    row.starter = table.starter
    row.pool_left = table.pool_size
    on_table = table.grid_jokers
    for colour in range(4):
        for v in range(rules.numbers):
            on_table += table.grid[colour, v]
    row.table_tiles = on_table
    for seat in range(4):
        playing = seat < rules.players
        row.points[seat] = table.points[seat] if playing else 0
        row.opening_turn[seat] = table.opened[seat] if playing else -1
        row.tiles_left[seat] = table.sizes[seat] if playing else -1
        row.jokers_left[seat] = table.rack_jokers[seat] if playing else -1
        row.rack_value[seat] = rack_value(rules, table, seat) if playing else -1


@kernel
def start_block(rules, table):
    """Set up what does not change from deal to deal."""
    for kind in range(MELD_FEWEST + 1):
        fill_weights(rules, table, kind)
    for seat in range(rules.players):
        table.views[seat].rules[0] = rules  # stays there for all deals of the block
    locked = rules.jokers if rules.joker_retrieval == r.REPLACE or rules.joker_retrieval == r.REPLACE_FROM_RACK else 0
    far = (rules.far[AT_SWEEP], rules.far[AT_SOLVE], rules.far[AT_ARRANGE])
    return new_solver(far, rules.copies, rules.jokers, locked)


@kernel
def new_match(table):
    """Totals at zero."""
    for seat in range(4):
        table.totals[seat] = 0
        table.rounds_won[seat] = 0


def deals(rules, tables, seed, first, rows, packs, log):
    """Play one deal per row."""
    the_rules, table = rules[0], tables[0]
    solver, branch = start_block(the_rules, table), new_branch()
    for i in range(len(rows)):
        new_match(table)
        pack = packs[i] if len(packs) > 0 else table.pack[:0]
        if not play_deal(the_rules, table, seed, first + i, 0, pack, solver, branch, log):
            table.fault[INDEX] = first + i
            return i
        write_deal(the_rules, rows[i], table)
    return len(rows)


@kernel
def settle(rules, table, row):
    """The outcome of a match."""
    best, leaders = table.totals[0], 0
    for seat in range(rules.players):
        best = max(best, table.totals[seat])
    row.winner = -1
    for seat in range(4):
        playing = seat < rules.players
        row.points[seat] = table.totals[seat] if playing else 0
        row.rounds_won[seat] = table.rounds_won[seat] if playing else -1
        if playing and table.totals[seat] == best:
            row.winner = seat if leaders == 0 else -1
            leaders += 1


def matches(rules, tables, seed, first, rows, packs, log):
    """Play one match of several rounds per row."""
    the_rules, table = rules[0], tables[0]
    solver, branch = start_block(the_rules, table), new_branch()
    for i in range(len(rows)):
        row = rows[i]
        new_match(table)
        row.end = 0
        row.turns = 0
        for number in range(the_rules.rounds):
            if not play_deal(the_rules, table, seed, first + i, number, table.pack[:0], solver, branch, log):
                table.fault[INDEX] = first + i
                table.fault[DEAL] = number
                return i
            if number == 0:
                row.starter = table.starter
            row.turns += table.turns
            for seat in range(the_rules.players):
                table.totals[seat] += table.points[seat]
            if table.winner >= 0:
                table.rounds_won[table.winner] += 1
        row.deals = the_rules.rounds
        settle(the_rules, table, row)
    return len(rows)
