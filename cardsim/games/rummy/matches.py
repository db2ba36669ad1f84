"""A rummy match: who deals next, who is ahead, and when it is over."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.columns import ALL_DEALT, CAPPED, TARGET_REACHED

MAX_DEALS = 10_000
"""A match that has not ended after so many hands ends as "cap"."""


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
            pips = table.left[seat]
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


@kernel
def start_match(rules, row, table):
    """Before the first hand."""
    for seat in range(rules.players):
        table.scores[seat] = 0.0
        table.wins[seat] = 0
    table.starter = 0
    row.starter = 0
    row.turns = 0
    row.stalemates = 0


@kernel
def count_hand(rules, row, table, number):
    """Add hand number `number` to a match; how the match has ended, -1 if it goes on."""
    for seat in range(rules.players):
        table.scores[seat] += table.points[seat]
    if table.winner >= 0:
        table.wins[table.winner] += 1
    else:
        row.stalemates += 1
    row.turns += table.turns
    table.starter = next_starter(rules, table)
    return match_over(rules, table, number)


@kernel
def write_match(rules, row, table, end, number):
    """The outcome of one match of `number` hands."""
    row.end = end
    row.deals = number
    row.winner = leader(rules, table)
    for seat in range(rules.players):
        row.points[seat] = table.scores[seat]
        row.hands_won[seat] = table.wins[seat]
