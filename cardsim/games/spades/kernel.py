"""Spades' two entry points: blocks of single deals and of matches.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state with all players
(:func:`cardsim.games.game.table_dtype` and :data:`cardsim.games.spades.view.STATE`), `log` the event log.
"""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.faults import DEAL, INDEX
from cardsim.games.log import note
from cardsim.games.spades.bidding import bidding, exchange, show_bidding
from cardsim.games.spades.columns import DEALS, DRAW, FLOOR, SETS, TARGET
from cardsim.games.spades.decks import aces_low
from cardsim.games.spades.play import play_tricks
from cardsim.games.spades.rules import SUICIDE
from cardsim.games.spades.scoring import NO_NIL, score

DEALT, SCORED = 11, 12
"""Events that are no decisions."""
GOES_ON = -1
_ACES, _KINGS, _QUEENS, _JACKS = (sum(1 << (13 * suit + height) for suit in range(4)) for height in (12, 11, 10, 9))


@kernel
def deal_cards(rules, table, log):
    """Deal ``table.pack`` card by card, beginning left of the dealer; cards that the deck lacks are skipped."""
    for seat in range(4):
        table.hands[seat] = 0
    seat = table.dealer + 1
    for i in range(52):
        bit = rules.cards[table.pack[i]]
        table.hands[seat & 3] |= bit
        seat += bit != 0
    for seat in range(4):
        table.dealt[seat] = table.hands[seat]
        note(log, DEALT, seat, -1, aces_low(table.hands[seat]), table.dealer, 0)


@kernel
def show_rules(rules, table):
    """Let all seats know the rules; they stay in the views for all games of a block."""
    for seat in range(4):
        table.views[seat].rules[0] = rules


@kernel
def start_views(rules, table):
    """Reset all views at the start of a deal."""
    for seat in range(4):
        view = table.views[seat]
        view.seat = seat
        view.dealer = table.dealer
        view.trick = 0
        view.place = 0
        view.played = 0
        view.spades_broken = 0
        view.given = 0
        view.received = 0
        view.to_pass = 0
        view.led_suit = 0
        view.best = -1
        view.best_seat = -1
        view.own_score = table.scores[seat & 1]
        view.opponent_score = table.scores[1 - (seat & 1)]
        view.own_bags = table.bags[seat & 1]
        view.opponent_bags = table.bags[1 - (seat & 1)]
        view.deck = rules.deck_cards
        view.target_score = rules.target_score
        view.nil_value = rules.nil_value
        view.blind_nil_value = rules.blind_nil_value
        view.nil_pass = rules.nil_pass
        view.bag_limit = rules.bag_limit
        view.bag_penalty = rules.bag_penalty
        view.ten_for_200 = rules.ten_for_200
        view.spade_lead = rules.spade_lead
        view.suicide = rules.bidding_form == SUICIDE
        for other in range(4):
            view.tricks[other] = 0
            view.table[other] = -1
            view.voids[other] = 0
            view.ducked[other] = 0
        for i in range(table.memory_size[seat]):
            view.memory[i] = 0


@kernel
def play_deal(rules, table, seed, index, number, pack, log):
    """Deal `number` of game `index`, from the shuffle to the score; False after a broken contract."""
    if len(pack) == 0:
        rng.start(table.chance[0], seed, index, number, rng.DEAL)
        for card in range(52):
            table.pack[card] = card
        rng.shuffle(table.chance[0], table.pack)
    else:
        for i in range(52):
            table.pack[i] = pack[i]
    for seat in range(4):
        rng.start(table.streams[seat], seed, index, number, rng.SEAT + seat)
    deal_cards(rules, table, log)
    start_views(rules, table)
    if not bidding(rules, table, number == 0, log) or not exchange(rules, table, log):
        return False
    for seat in range(4):
        show_bidding(table, seat)
    if not play_tricks(rules, table, log):
        return False
    if table.bids[0] < 0:  # the deal bids itself
        for seat in range(4):
            table.bids[seat] = table.tricks[seat]
    result = table.result[0]
    score(rules, table.bids, table.nils, table.blind_bids, table.tricks, table.bags, table.scores, result)
    note(log, SCORED, -1, 0, 0, result.points[0], result.points[1])
    return True


@kernel
def write_deal(rules, row, table):
    """The outcome of one deal."""
    result = table.result[0]
    row.end = 0
    a = result.points[0]
    b = result.points[1]
    row.winner = 0 if a > b else (1 if b > a else -1)
    row.turns = 4 * rules.hand_size
    row.starter = table.starter
    for seat in range(4):
        row.bid[seat] = table.bids[seat]
        row.nil[seat] = table.nils[seat]
        row.nil_made[seat] = -1 if table.nils[seat] == NO_NIL else table.tricks[seat] == 0
        row.tricks[seat] = table.tricks[seat]
        hand = table.dealt[seat]
        row.high_card_points[seat] = (
            4 * popcount(hand & _ACES)
            + 3 * popcount(hand & _KINGS)
            + 2 * popcount(hand & _QUEENS)
            + popcount(hand & _JACKS)
        )
    for team in range(2):
        row.points[team] = result.points[team]
        row.contract[team] = result.contract[team]
        row.set[team] = result.set[team] if result.contract[team] > 0 else -1
        row.bags[team] = result.new_bags[team]
        row.bag_penalty[team] = result.penalties[team]


@kernel
def new_match(rules, table):
    """Scores and counters at zero."""
    table.dealer = rules.first_dealer
    for team in range(2):
        table.scores[team] = 0
        table.bags[team] = 0
        table.sets[team] = 0
        table.sets_in_a_row[team] = 0


@kernel
def add_deal(rules, table, row):
    """Add a deal's score to the match."""
    result = table.result[0]
    for team in range(2):
        table.scores[team] += result.points[team]
        table.bags[team] = result.bags[team]
        table.sets[team] += result.set[team]
        table.sets_in_a_row[team] = table.sets_in_a_row[team] + 1 if result.set[team] else 0
        row.bags[team] += result.new_bags[team]
        row.bag_penalty[team] += result.penalties[team]
    for seat in range(4):
        if table.nils[seat]:
            row.nils[seat & 1] += 1
            row.nils_made[seat & 1] += table.tricks[seat] == 0
    row.turns += 4 * rules.hand_size


@kernel
def is_set_out(rules, table, team):
    """Whether a team has been set too often."""
    if rules.set_out[0] == 0:
        return False
    return table.sets[team] >= rules.set_out[0] or table.sets_in_a_row[team] >= rules.set_out[1]


@kernel
def end_of_match(rules, table, number):
    """How the match has ended after `number` deals, or GOES_ON; equal scores play another deal."""
    a = table.scores[0]
    b = table.scores[1]
    if a != b:
        if rules.target_score >= 0 and max(a, b) >= rules.target_score:
            return TARGET
        if min(a, b) <= rules.floor:
            return FLOOR
    if is_set_out(rules, table, 0) != is_set_out(rules, table, 1) or (a != b and is_set_out(rules, table, 0)):
        return SETS
    if number >= rules.max_deals or (rules.target_hands >= 0 and number >= rules.target_hands):
        return DEALS if a != b else DRAW
    return GOES_ON


@kernel
def winner_of_match(rules, table, end):
    """The winning team, -1 in a draw."""
    if end == DRAW:
        return -1
    if end == SETS and is_set_out(rules, table, 0) != is_set_out(rules, table, 1):
        return 1 if is_set_out(rules, table, 0) else 0
    return 0 if table.scores[0] > table.scores[1] else 1


def deals(rules, tables, seed, first, rows, packs, log):
    """Play one deal per row."""
    the_rules, table = rules[0], tables[0]
    show_rules(the_rules, table)
    for i in range(len(rows)):
        new_match(the_rules, table)
        pack = packs[i] if len(packs) > 0 else table.pack[:0]
        if not play_deal(the_rules, table, seed, first + i, 0, pack, log):
            table.fault[INDEX] = first + i
            return i
        write_deal(the_rules, rows[i], table)
    return len(rows)


def matches(rules, tables, seed, first, rows, packs, log):
    """Play one match per row; given packs are the first deals of the matches."""
    the_rules, table = rules[0], tables[0]
    show_rules(the_rules, table)
    for i in range(len(rows)):
        row = rows[i]
        new_match(the_rules, table)
        number = 0
        end = GOES_ON
        while end == GOES_ON:
            pack = packs[i] if len(packs) > 0 and number == 0 else table.pack[:0]
            if not play_deal(the_rules, table, seed, first + i, number, pack, log):
                table.fault[INDEX] = first + i
                table.fault[DEAL] = number
                return i
            if number == 0:
                row.starter = table.starter
            add_deal(the_rules, table, row)
            number += 1
            if the_rules.rotate_dealer:
                table.dealer = (table.dealer + 1) & 3
            end = end_of_match(the_rules, table, number)
        row.end = end
        row.winner = winner_of_match(the_rules, table, end)
        row.deals = number
        for team in range(2):
            row.points[team] = table.scores[team]
            row.sets[team] = table.sets[team]
    return len(rows)
