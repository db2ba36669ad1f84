"""Gin Rummy's two entry points: blocks of single hands and of matches to the target."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.faults import DEAL, INDEX
from cardsim.games.gin import rules as r
from cardsim.games.gin.columns import CAPPED, TARGET_REACHED, TIE
from cardsim.games.gin.columns import VOID as VOID_END
from cardsim.games.gin.dealing import UPCARD, deal, limit_of_hand, put_on_pile, shuffle_pack, start_views
from cardsim.games.gin.melds import deadwood
from cardsim.games.gin.showdown import call_off, showdown
from cardsim.games.gin.turns import DECLARED_BIG_GIN, FAULT, VOID, play_turns
from cardsim.games.gin.view import PAST_ROOM
from cardsim.games.log import note

MAX_DEALS = 10_000
"""A match that has not ended after so many hands ends as "cap" (players who never knock would play for ever)."""


@kernel
def play_hand(rules, table, seed, index, number, pack, log):
    """Hand `number` of game `index`, from the shuffle to the score; False after a broken contract."""
    chance = table.chance[0]
    rng.start(chance, seed, index, number, rng.DEAL)
    if len(pack) == 0:
        shuffle_pack(table)
    else:
        for i in range(52):
            table.pack[i] = pack[i]
    for seat in range(2):
        rng.start(table.streams[seat], seed, index, number, rng.SEAT + seat)
    clear(table)
    deal(rules, table, log)
    upcard = -1
    if rules.opening != r.ELEVEN:
        upcard = np.int64(table.pack[table.next_card])
        table.next_card += 1
    start_views(rules, table, limit_of_hand(rules, upcard))
    if upcard >= 0:
        put_on_pile(table, upcard)
        note(log, UPCARD, table.starter, upcard, 0, table.views[0].knock_limit, 0)
    seat, result = play_turns(rules, table, log)
    if result == FAULT:
        return False
    if result == VOID:
        call_off(rules, table, log)
        return True
    return showdown(rules, table, seat, result == DECLARED_BIG_GIN, log)


@kernel
def show_rules(rules, table):
    """Let both seats know the rules; they stay in the views for all games of a block."""
    for seat in range(2):
        table.views[seat].rules[0] = rules


@kernel
def clear(table):
    """Reset what one hand counts."""
    table.upcard_draws = 0
    table.all_upcard_draws = 0
    table.draws = 0
    table.turns = 0
    table.repeats = 0
    table.layoffs = 0
    table.knocker = -1
    table.winner = -1
    table.knock_deadwood = -1
    table.defender_deadwood = -1
    table.points[0] = 0
    table.points[1] = 0


@kernel
def first_starter(rules, table, seed, index):
    """The seat that begins the first hand."""
    if rules.first_starter == r.STARTER_RANDOM:
        rng.start(table.chance[0], seed, index, 0, rng.CHANCE)
        return rng.below(table.chance[0], 2)
    return rules.first_starter - 1


@kernel
def next_starter(rules, table, seed, index, number):
    """The seat that begins hand `number` after the one on the table."""
    scored = table.end != VOID_END and table.end != TIE
    if rules.next_starter == r.NEXT_RANDOM:
        rng.start(table.chance[0], seed, index, number, rng.CHANCE)
        return rng.below(table.chance[0], 2)
    if rules.next_starter == r.NEXT_ALTERNATE or (rules.next_starter == r.NEXT_ALTERNATE_SCORED and scored):
        return 1 - table.starter
    if rules.next_starter == r.NEXT_LOSER and scored:
        return 1 - table.winner
    return table.starter


@kernel
def write_deal(row, table):
    """The outcome of one hand."""
    row.end = table.end
    row.winner = table.winner
    row.turns = table.turns
    row.starter = table.starter
    row.knocker = table.knocker
    row.knock_turn = table.views[table.knocker].turn if table.knocker >= 0 else -1
    row.knock_deadwood = table.knock_deadwood
    row.defender_deadwood = table.defender_deadwood
    row.draws = table.draws
    row.upcard_draws = table.all_upcard_draws
    row.layoffs = table.layoffs
    for seat in range(2):
        row.points[seat] = table.points[seat]
        row.dealt_deadwood[seat] = table.dealt_deadwood[seat]


@kernel
def add_hand(rules, table):
    """Add the hand's points to the match."""
    for seat in range(2):
        table.scores[seat] += np.int64(table.points[seat])
    if table.winner >= 0:
        table.boxes[table.winner] += 1
        if rules.boxes_immediate:
            table.scores[table.winner] += rules.box_bonus


@kernel
def remember(table):
    """Let both seats keep in view how the hand ended and what the other showed; a void hand shows nothing."""
    if table.knocker < 0:
        return
    for seat in range(2):
        view, other = table.views[seat], 1 - seat
        i = min(view.past_count, PAST_ROOM - 1)
        view.past_knocker[i] = table.knocker == other
        view.past_turns[i] = table.views[other].turn
        shown = deadwood(table.hands[other], view.aces)
        view.past_deadwood[i] = table.knock_deadwood if table.knocker == other else shown
        view.past_count = i + 1


@kernel
def settle(rules, table, row):
    """Bonuses at the end of a match; the winner reached the target, or is ahead at the cap.

    A shutout (the loser never scored) counts on the winner's total, boxes and game bonus included, as in
    github.com/jdh8/gin-rummy.
    """
    a, b = table.scores[0], table.scores[1]
    winner = -1 if a == b else (0 if a > b else 1)
    row.winner = winner
    for seat in range(2):
        row.points[seat] = table.scores[seat] + (0 if rules.boxes_immediate else rules.box_bonus * table.boxes[seat])
        row.hands_won[seat] = table.boxes[seat]
    if winner >= 0:
        row.points[winner] += rules.game_bonus
        if table.scores[1 - winner] == 0:
            if rules.shutout == r.SHUTOUT_DOUBLE:
                row.points[winner] *= 2
            elif rules.shutout == r.SHUTOUT_FLAT:
                row.points[winner] += rules.shutout_bonus


def deals(rules, tables, seed, first, rows, packs, log):
    """Play one hand per row."""
    the_rules, table = rules[0], tables[0]
    show_rules(the_rules, table)
    for i in range(len(rows)):
        new_match(the_rules, table, seed, first + i)
        pack = packs[i] if len(packs) > 0 else table.pack[:0]
        if not play_hand(the_rules, table, seed, first + i, 0, pack, log):
            table.fault[INDEX] = first + i
            return i
        write_deal(rows[i], table)
    return len(rows)


def matches(rules, tables, seed, first, rows, packs, log):
    """Play one match per row."""
    the_rules, table = rules[0], tables[0]
    show_rules(the_rules, table)
    for i in range(len(rows)):
        row = rows[i]
        new_match(the_rules, table, seed, first + i)
        row.starter = table.starter
        row.turns = 0
        number = 0
        while max(table.scores[0], table.scores[1]) < the_rules.game_target and number < MAX_DEALS:
            if number > 0:
                table.starter = next_starter(the_rules, table, seed, first + i, number)
            if not play_hand(the_rules, table, seed, first + i, number, table.pack[:0], log):
                table.fault[INDEX] = first + i
                table.fault[DEAL] = number
                return i
            add_hand(the_rules, table)
            remember(table)
            row.turns += table.turns
            number += 1
        row.end = CAPPED if max(table.scores[0], table.scores[1]) < the_rules.game_target else TARGET_REACHED
        row.deals = number
        settle(the_rules, table, row)
    return len(rows)


@kernel
def new_match(rules, table, seed, index):
    """Scores at zero, nothing to remember, and who begins."""
    for seat in range(2):
        table.views[seat].past_count = 0
        table.scores[seat] = 0
        table.boxes[seat] = 0
    table.starter = first_starter(rules, table, seed, index)
