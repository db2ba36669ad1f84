"""The start of a hand with two packs and wild cards: the cards, the table, the deal, the first upcard."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy.dealing import clear_counts, start_play, start_views, wants_upcard
from cardsim.games.rummy.packs.ground import JOKER, KINDS, held_once, held_twice
from cardsim.games.rummy.packs.piles import put_on_pile, refresh
from cardsim.games.rummy.packs.takes import take_is_legal
from cardsim.games.rummy.plays import start_board
from cardsim.games.rummy.turns import DEALT, UPCARD


@kernel
def kind_of(card, decks):
    """The kind of card number `card` of the pack: 52 numbers per pack, then the jokers."""
    return card % 52 if card < 52 * decks else JOKER


@kernel
def start_streams(rules, table, seed, index, number):
    """Point all random streams at this hand; the cards are shuffled."""
    rng.start(table.chance[0], seed, index, number, rng.DEAL)
    for card in range(rules.cards):
        table.stock[card] = kind_of(card, rules.decks)
    rng.shuffle(table.chance[0], table.stock[: rules.cards])
    start_play(rules, table, seed, index, number)


@kernel
def start_ground(rules, ground):
    """An empty table, and the rules that say what fits on it."""
    ground.melds = 0
    ground.ace = rules.ace
    ground.decks = rules.decks
    ground.set_most = rules.set_most
    ground.distinct = rules.set_distinct_suits
    ground.wild_rank = rules.wild
    ground.swap = rules.joker_swap
    ground.own_only = rules.own_only
    ground.finder = rules.finder
    for kind in range(KINDS):
        ground.pips[kind] = rules.kind_pips[kind]


@kernel
def clear(rules, table):
    """Before a hand: all cards in the stock, nothing counted, an empty table in every view."""
    clear_counts(rules, table)
    table.stock_end = rules.cards
    table.layable = 0
    table.down[:] = 0
    start_ground(rules, table.ground)
    for seat in range(rules.players):
        table.hands[seat, :] = 0
        table.held_banned[seat, :] = 0
        view = table.views[seat]
        start_board(rules, view.board)
        start_ground(rules, view.ground)
        view.rest = 0
        view.rest_twice = 0
        view.down_twice = 0
    start_views(rules, table)


@kernel
def deal(rules, table, log):
    """One card at a time from the starter on, then the upcard."""
    for i in range(rules.players * rules.cards_each):
        table.hands[(table.starter + i) % rules.players, np.int64(table.stock[i])] += 1
    table.next_card = rules.players * rules.cards_each
    for seat in range(rules.players):
        hand = table.hands[seat]
        note(log, DEALT, seat, held_twice(hand), held_once(hand), table.starter, 0)
    upcard = np.int64(table.stock[table.next_card])
    table.next_card += 1
    put_on_pile(rules, table, upcard)
    note(log, UPCARD, table.starter, upcard, 0, 0, 0)


@kernel
def offer_upcard(rules, table, log):
    """Offer the first upcard round; the seat that takes it, or -1."""
    for k in range(rules.players):
        seat = (table.starter + k) % rules.players
        refresh(rules, table, seat)
        view = table.views[seat]
        if take_is_legal(view.hand, view.hand_twice, table.pile, table.pile_size, 1, view.board, table.ground, seat):
            if wants_upcard(table, seat, log):
                return seat
    return -1
