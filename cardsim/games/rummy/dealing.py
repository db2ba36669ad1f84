"""The start of a rummy hand: random streams, the deal, and the first upcard where it is offered round."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy.takes import take_is_legal
from cardsim.games.rummy.turns import DEALT, UPCARD, put_on_pile, refresh
from cardsim.games.rummy.view import DRAW
from cardsim.games.strategy import ask


@kernel
def start_streams(rules, table, seed, index, number):
    """Point all random streams at this hand; the pack is shuffled."""
    rng.start(table.chance[0], seed, index, number, rng.DEAL)
    for card in range(52):
        table.stock[card] = card
    rng.shuffle(table.chance[0], table.stock)
    start_play(rules, table, seed, index, number)


@kernel
def start_play(rules, table, seed, index, number):
    """Point the random streams of what follows the deal at this hand."""
    rng.start(table.chance[0], seed, index, number, rng.CHANCE)
    rng.start(table.recycling[0], seed, index, number, rng.RECYCLE)
    for seat in range(rules.players):
        rng.start(table.streams[seat], seed, index, number, rng.SEAT + seat)


@kernel
def clear_counts(rules, table):
    """Reset what one hand counts."""
    table.next_card = 0
    table.pile_size = 0
    table.known_stock = 0
    table.turns = 0
    table.recycles = 0
    table.melds = 0
    table.layoffs = 0
    table.calls = 0
    for seat in range(rules.players):
        table.melded[seat] = 0
        table.shed_before[seat] = 0
        table.taken[seat] = 0
        table.tabled[seat] = 0
        table.false_calls[seat] = 0
        table.own_turns[seat] = 0


@kernel
def clear(rules, table):
    """Before a hand: all cards in the stock, nothing counted."""
    clear_counts(rules, table)
    table.stock_end = 52
    table.pile_cards = 0
    for seat in range(rules.players):
        table.hands[seat] = 0
        table.held_banned[seat] = 0


@kernel
def show_house(rules, house):
    """The rules that a view tells as they are."""
    house.cards_each = rules.cards_each
    house.scoring = rules.scoring
    house.going_rummy_multiplier = rules.going_rummy_multiplier
    house.going_rummy_bonus = rules.going_rummy_bonus
    house.rummy_allows_final_discard = rules.rummy_allows_final_discard
    house.rummy_allows_layoff = rules.rummy_allows_layoff
    house.stalemate_points = rules.stalemate_points
    house.recycle_top = rules.recycle_top
    house.recycle_order = rules.recycle_order
    house.final_depletion = rules.final_depletion
    house.forced_melding = rules.forced_melding


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
        show_house(rules, view.house)
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
def wants_upcard(table, seat, log):
    """Whether `seat`, whose view is up to date, takes the first upcard when it is offered."""
    view = table.views[seat]
    view.offered = 1
    view.can_draw_stock = 0
    answer = ask(table, seat, DRAW)
    view.offered = 0
    note(log, DRAW, seat, answer, 3, view.top, 1)
    return answer != 0


@kernel
def offer_upcard(rules, table, log):
    """Offer the first upcard round; the seat that takes it, or -1."""
    for k in range(rules.players):
        seat = (table.starter + k) % rules.players
        if take_is_legal(table.hands[seat], table.pile, table.pile_size, 1, table.views[seat].board):
            refresh(rules, table, seat)
            if wants_upcard(table, seat, log):
                return seat
    return -1
