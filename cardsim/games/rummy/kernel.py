"""Rummy's two entry points: blocks of single hands and of matches."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.cards import FULL_PACK
from cardsim.games.game import DEAL, INDEX
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.calls import call_last_discard, calls
from cardsim.games.rummy.columns import ALL_DEALT, CAP, CAPPED, DEAD, DEPLETED, TARGET_REACHED
from cardsim.games.rummy.dead import dead
from cardsim.games.rummy.plays import start_boards
from cardsim.games.rummy.scoring import pips_left, score_stalemate, score_win
from cardsim.games.rummy.takes import take_is_legal
from cardsim.games.rummy.turns import DEALT, FAULT, OUT, UPCARD, play_turn, put_on_pile, refresh
from cardsim.games.rummy.turns import DEPLETED as NO_CARD
from cardsim.games.rummy.view import DRAW
from cardsim.games.strategy import ask

MAX_DEALS = 10_000
"""A match that has not ended after so many hands ends as "cap"."""


@kernel
def start_streams(rules, table, seed, index, number):
    """Point all random streams at this hand; the pack is shuffled."""
    rng.start(table.chance[0], seed, index, number, rng.DEAL)
    for card in range(52):
        table.stock[card] = card
    rng.shuffle(table.chance[0], table.stock)
    rng.start(table.chance[0], seed, index, number, rng.CHANCE)
    rng.start(table.recycling[0], seed, index, number, rng.RECYCLE)
    for seat in range(rules.players):
        rng.start(table.streams[seat], seed, index, number, rng.SEAT + seat)


@kernel
def clear(rules, table):
    """Reset what one hand counts."""
    table.next_card = 0
    table.stock_end = 52
    table.pile_size = 0
    table.pile_cards = 0
    table.known_stock = 0
    table.turns = 0
    table.recycles = 0
    table.melds = 0
    table.layoffs = 0
    table.calls = 0
    for seat in range(rules.players):
        table.hands[seat] = 0
        table.melded[seat] = 0
        table.shed_before[seat] = 0
        table.taken[seat] = 0
        table.held_banned[seat] = 0
        table.tabled[seat] = 0
        table.own_turns[seat] = 0


@kernel
def start_views(rules, table):
    """What does not change in the views during a hand, and their memory."""
    for seat in range(rules.players):
        view = table.views[seat]
        view.legal = 0
        view.offered = 0
        view.shed = 0
        view.layable = 0
        view.seat = seat
        view.players = rules.players
        view.starter = table.starter
        view.target = rules.match_target
        view.many = rules.discard_draw
        for other in range(rules.players):
            view.scores[other] = table.scores[other]
        for i in range(table.memory_size[seat]):
            view.memory[i] = 0


@kernel
def deal(rules, table, log):
    """One card at a time from the starter on, then the upcard."""
    for i in range(rules.players * rules.cards_each):
        table.hands[(table.starter + i) % rules.players] |= 1 << np.int64(table.stock[i])
    table.next_card = rules.players * rules.cards_each
    for seat in range(rules.players):
        note(log, DEALT, seat, -1, table.hands[seat], table.starter, 0)
    upcard = np.int64(table.stock[table.next_card])
    table.next_card += 1
    put_on_pile(rules, table, upcard)
    note(log, UPCARD, table.starter, upcard, 0, 0, 0)


@kernel
def is_dead(rules, table):
    """The cheap test for a position in which nobody can go out."""
    reachable = FULL_PACK & ~table.cards
    if table.recycles >= rules.max_recycles and rules.discard_draw == r.DRAW_TOP:
        top = 1 << np.int64(table.pile[table.pile_size - 1]) if table.pile_size > 0 else 0
        reachable &= ~table.pile_cards | top
    if table.layable & reachable != 0:
        return False
    all_one = True
    for seat in range(rules.players):
        if popcount(table.hands[seat]) != 1:
            all_one = False
    return dead(rules.dead_position, table.layable, reachable, all_one, rules.discard_draw != r.DRAW_TOP, rules.ace)


@kernel
def stopped(rules, table):
    """The end code if the hand ends before the next turn, else -1."""
    if table.turns >= rules.max_turns:
        return CAP
    if (
        table.next_card == table.stock_end
        and table.recycles >= rules.max_recycles
        and rules.final_depletion == r.DEPLETION_NEXT_TURN
    ):
        return DEPLETED
    if rules.dead_position != 0 and is_dead(rules, table):
        return DEAD
    return -1


@kernel
def offer_upcard(rules, table, log):
    """Offer the first upcard round; the seat that takes it, or -1."""
    for k in range(rules.players):
        seat = (table.starter + k) % rules.players
        view = table.views[seat]
        if take_is_legal(table.hands[seat], table.pile, table.pile_size, 1, view.board):
            refresh(rules, table, seat)
            view.offered = 1
            view.can_draw_stock = 0
            answer = ask(table, seat, DRAW)
            view.offered = 0
            note(log, DRAW, seat, answer, 3, view.top, 1)
            if answer != 0:
                return seat
    return -1


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
            score_stalemate(rules, table, end, log)
            return True
        result, card = play_turn(rules, table, seat, barred, offered, log)
        barred = False
        offered = False
        if result == FAULT:
            return False
        if result == NO_CARD:
            score_stalemate(rules, table, DEPLETED, log)
            return True
        if result == OUT:
            by_discard = card >= 0
            if by_discard and rules.final_discard_callable and not rules.must_discard_to_go_out:
                by_discard = not call_last_discard(rules, table, seat, card, log)
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


@kernel
def next_starter(rules, table):
    """The seat that begins the next hand: the one after the dealer."""
    players = rules.players
    if table.winner < 0 or rules.next_dealer == r.DEALER_ROTATES:
        return (table.starter + 1) % players
    if rules.next_dealer == r.DEALER_FIXED:
        return table.starter
    dealer = table.winner
    if rules.next_dealer == r.DEALER_LOSER:
        most = -1
        for k in range(1, players):
            seat = (table.winner + k) % players
            pips = pips_left(table, seat)
            if pips > most:
                dealer, most = seat, pips
    return (dealer + 1) % players


@kernel
def leader(rules, table):
    """The seat ahead, -1 if the best scores are equal."""
    best, tied = 0, False
    sign = -1.0 if rules.scoring == r.PENALTY else 1.0
    for seat in range(1, rules.players):
        ahead = sign * (table.scores[seat] - table.scores[best])
        if ahead > 0:
            best, tied = seat, False
        elif ahead == 0:
            tied = True
    return -1 if tied else best


@kernel
def match_over(rules, table, number):
    """How a match has ended after `number` hands, -1 if it goes on."""
    most = table.scores[0]
    for seat in range(1, rules.players):
        most = max(most, table.scores[seat])
    if most >= rules.match_target and leader(rules, table) >= 0:
        return TARGET_REACHED
    if rules.n_deals >= 0 and number >= rules.n_deals:
        return ALL_DEALT
    return CAPPED if number >= MAX_DEALS else -1


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
        for seat in range(the_rules.players):
            table.scores[seat] = 0.0
            table.wins[seat] = 0
        table.starter = 0
        row.starter = 0
        row.turns = 0
        row.stalemates = 0
        number = 0
        end = -1
        while end < 0:
            start_streams(the_rules, table, seed, first + i, number)
            if not play_hand(the_rules, table, seed, first + i, number, log):
                table.fault[INDEX] = first + i
                table.fault[DEAL] = number
                return i
            for seat in range(the_rules.players):
                table.scores[seat] += table.points[seat]
            if table.winner >= 0:
                table.wins[table.winner] += 1
            else:
                row.stalemates += 1
            row.turns += table.turns
            number += 1
            table.starter = next_starter(the_rules, table)
            end = match_over(the_rules, table, number)
        row.end = end
        row.deals = number
        row.winner = leader(the_rules, table)
        for seat in range(the_rules.players):
            row.points[seat] = table.scores[seat]
            row.hands_won[seat] = table.wins[seat]
    return len(rows)
