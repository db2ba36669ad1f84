"""Rummy's two entry points: blocks of single hands and of matches."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.faults import DEAL, INDEX
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.calls import call_last_discard, calls
from cardsim.games.rummy.columns import DEPLETED
from cardsim.games.rummy.dealing import clear, deal, offer_upcard, start_streams, start_views
from cardsim.games.rummy.matches import count_hand, start_match, write_match
from cardsim.games.rummy.plays import start_boards
from cardsim.games.rummy.scoring import count_pips_left, score_stalemate, score_win
from cardsim.games.rummy.stopping import stopped
from cardsim.games.rummy.turns import DEPLETED as NO_CARD
from cardsim.games.rummy.turns import FAULT, OUT, play_turn


@kernel
def play_hand(rules, table, seed, index, number, log):
    """One hand from the deal to the score; False after a broken contract."""
    start_boards(rules, table)
    clear(rules, table)
    start_views(rules, table)
    deal(rules, table, log)
    seat = table.starter
    barred = rules.first_upcard == r.UPCARD_FORBIDDEN
    offered = False
    if rules.first_upcard == r.UPCARD_OFFERED:
        taker = offer_upcard(rules, table, log)
        offered = taker >= 0
        barred = not offered
        if offered:
            seat = taker
    while True:
        end = stopped(rules, table)
        if end >= 0:
            count_pips_left(rules, table)
            score_stalemate(rules, table, end, log)
            return True
        result, card = play_turn(rules, table, seat, barred, offered, log)
        barred = False
        offered = False
        if result == FAULT:
            return False
        if result == NO_CARD:
            count_pips_left(rules, table)
            score_stalemate(rules, table, DEPLETED, log)
            return True
        if result == OUT:
            by_discard = card >= 0
            if by_discard and rules.final_discard_callable and not rules.must_discard_to_go_out:
                by_discard = not call_last_discard(rules, table, seat, card, log)
            count_pips_left(rules, table)
            score_win(rules, table, seat, by_discard, log)
            return True
        if rules.call_rummy != r.CALL_OFF:
            seat = calls(rules, table, seat, card, log)
        else:
            seat = (seat + 1) % rules.players


@kernel
def write_deal(rules, row, table):
    """The outcome of one hand."""
    row.end = table.end
    row.winner = table.winner
    row.turns = table.turns
    row.starter = table.starter
    row.going_rummy = table.going_rummy != 0
    row.recycles = table.recycles
    row.out_by_discard = table.out_by_discard != 0
    row.melds = table.melds
    row.layoffs = table.layoffs
    row.calls = table.calls
    for seat in range(rules.players):
        row.points[seat] = table.points[seat]
        row.own_turns[seat] = table.own_turns[seat]


def deals(rules, tables, seed, first, rows, packs, log):
    """Play one hand per row."""
    the_rules, table = rules[0], tables[0]
    for seat in range(the_rules.players):
        table.scores[seat] = 0.0
    for i in range(len(rows)):
        table.starter = 0
        start_streams(the_rules, table, seed, first + i, 0)
        if len(packs) > 0:
            for k in range(52):
                table.stock[k] = packs[i, k]
        if not play_hand(the_rules, table, seed, first + i, 0, log):
            table.fault[INDEX] = first + i
            return i
        write_deal(the_rules, rows[i], table)
    return len(rows)


def matches(rules, tables, seed, first, rows, packs, log):
    """Play one match per row."""
    the_rules, table = rules[0], tables[0]
    for i in range(len(rows)):
        row = rows[i]
        start_match(the_rules, row, table)
        number = 0
        end = -1
        while end < 0:
            start_streams(the_rules, table, seed, first + i, number)
            if not play_hand(the_rules, table, seed, first + i, number, log):
                table.fault[INDEX] = first + i
                table.fault[DEAL] = number
                return i
            number += 1
            end = count_hand(the_rules, row, table, number)
        write_match(the_rules, row, table, end, number)
    return len(rows)
