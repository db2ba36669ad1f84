"""How a rummy hand ends and what it pays."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.columns import WON
from cardsim.games.rummy.placing import pips_of

ENDED, PAID = 19, 21
"""The events that close a hand: how it ended, and what it pays each seat."""


@kernel
def is_going_rummy(rules, table, by_discard):
    """Whether the player who went out had put down nothing before this turn, as far as the house rules ask."""
    if not table.shed_first:
        return False
    if by_discard and not rules.rummy_allows_final_discard:
        return False
    return rules.rummy_allows_layoff or table.layoffs_this_turn == 0


@kernel
def count_pips_left(rules, table):
    """The pips left in all hands, for the score and for who deals next."""
    for seat in range(rules.players):
        table.left[seat] = pips_of(table.hands[seat], table.views[0].board)


@kernel
def fine_false_calls(rules, table):
    """Charge the penalty of each false call, as points lost or, where points are penalties, added."""
    if rules.false_call_penalty > 0:
        for seat in range(rules.players):
            fine = table.false_calls[seat] * rules.false_call_penalty
            table.points[seat] += fine if rules.scoring == r.PENALTY else -fine


@kernel
def note_points(rules, table, log):
    """Log what the hand pays each seat, in thousandths of a point."""
    if log.shape[0] > 0:
        for seat in range(rules.players):
            note(log, PAID, seat, 0, 0, np.int64(round(1000 * table.points[seat])), 0)


@kernel
def score_win(rules, table, winner, by_discard, log):
    """Somebody went out; ``table.left`` holds the pips of all hands."""
    rummy = is_going_rummy(rules, table, by_discard)
    factor = rules.going_rummy_multiplier if rummy else 1.0
    bonus = rules.going_rummy_bonus if rummy else 0
    table.end = WON
    table.winner = winner
    table.going_rummy = rummy
    table.out_by_discard = by_discard
    others = 0
    for seat in range(rules.players):
        left = table.left[seat]
        others += left
        if rules.scoring == r.PENALTY:
            table.points[seat] = 0.0 if seat == winner else left * factor + bonus
        elif rules.scoring == r.MELD_POINTS:
            table.points[seat] = table.tabled[seat] - left
        else:
            table.points[seat] = 0.0
    if rules.scoring == r.MELD_POINTS:
        table.points[winner] = table.points[winner] * factor + bonus
    elif rules.scoring == r.WINNER_TAKES_ALL:
        table.points[winner] = others * factor + bonus
    fine_false_calls(rules, table)
    note(log, ENDED, winner, table.end, 0, others, rummy)
    note_points(rules, table, log)


@kernel
def score_stalemate(rules, table, end, log):
    """Nobody went out: the stalemate points; under meld points the cards put down and held count all the same."""
    table.end = end
    table.winner = -1
    table.going_rummy = 0
    table.out_by_discard = 0
    for seat in range(rules.players):
        table.points[seat] = rules.stalemate_points
        if rules.scoring == r.MELD_POINTS:
            table.points[seat] += table.tabled[seat] - table.left[seat]
    fine_false_calls(rules, table)
    note(log, ENDED, -1, end, 0, 0, 0)
    note_points(rules, table, log)
