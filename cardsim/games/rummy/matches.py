"""A rummy match: who deals next, who is ahead, and when it is over."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.columns import ALL_DEALT, CAPPED, TARGET_REACHED
from cardsim.games.rummy.scoring import pips_left

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
