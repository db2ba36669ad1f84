"""The player `look`: one draw ahead, as `marjj`, with its weights tuned and a shorter way to the same deadwoods.

A discard's score is the deadwood left, plus a weight that fades with the turns times the mean deadwood after the best
next draws, plus the discard's danger; the lowest is thrown.  Form of the score: Ahmed et al., AAAI 35(17) 2021.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.gin.marjj import SLACK, help_to_opponent
from cardsim.games.gin.melds import best_discard, deadwood, joins_meld, suit_pips
from cardsim.games.gin.outs import deadwood_by_discard, mean_after_draw

PARAMS = {"a": 16.26, "b": 0.933, "c": 1.02, "best": 7.0, "k": 4.0}
"""Weight of the next draw, how it fades, weight of the danger; draws that count; last turn to knock with deadwood.

Tuned with ``python -m cardsim.games.gin.tune_look``.
"""
FULL = (1 << 52) - 1
UNSCORED = 1e9
PIP = 1e-3
"""What a pip of the discard counts between equal scores."""


@kernel
def take_if_it_melds_and_helps(view):
    """Whether the upcard lies in some meld of the eleven cards, and another discard then leaves less deadwood."""
    bit = np.int64(1) << view.upcard
    if not joins_meld(view.hand, view.upcard, view.aces):
        return False
    return best_discard(view.hand | bit, bit, view.aces)[1] < view.deadwood


def look_take(view, params, stream):
    """Take the upcard if it melds and lowers the deadwood."""
    return take_if_it_melds_and_helps(view)


@kernel
def worth_scoring(hand, legal, least, all_eleven, left):
    """The discards that are scored: dear cards that some best arrangement leaves loose, if any, and little is lost."""
    loose, dearest, options = np.int64(0), 0, legal
    while options:
        card = lowest(options)
        options &= options - 1
        value = suit_pips(1 << (card % 13))
        if left[card] == all_eleven - value:
            loose |= np.int64(1) << card
            dearest = max(dearest, value)
    kept, options = np.int64(0), loose if loose else legal
    while options:
        card = lowest(options)
        options &= options - 1
        dear = loose == 0 or suit_pips(1 << (card % 13)) >= dearest - SLACK
        if dear and left[card] <= least + SLACK:
            kept |= np.int64(1) << card
    return kept if kept else legal


@kernel
def score_discards(view, legal, a, b, c, best, scores):
    """Write the score of each of the discards `legal` to ``scores[card]``; the card with the lowest."""
    left = np.zeros(52, np.int64)
    blocked = view.hand & ~legal
    least = deadwood_by_discard(view.hand, blocked, view.aces, left)[1]
    options = worth_scoring(view.hand, legal, least, deadwood(view.hand, view.aces), left)
    for card in range(52):
        scores[card] = UNSCORED
    if options & (options - 1) == 0:
        scores[lowest(options)] = 0.0
        return lowest(options)
    weight = a * b ** (view.turn - 1)
    unseen = FULL & ~(view.seen | view.hand)
    found = -1
    while options:
        card = lowest(options)
        options &= options - 1
        ten = view.hand & ~(np.int64(1) << card)
        score = left[card] + weight * mean_after_draw(ten, unseen, best, view.aces)
        score += c * help_to_opponent(view, card) - PIP * suit_pips(1 << (card % 13))
        scores[card] = score
        if found < 0 or score < scores[found]:
            found = card
    return found


@kernel
def not_taken(view):
    """The legal discards but the card just taken from the pile, if there are others."""
    kept = view.legal & ~(np.int64(1) << view.drawn) if view.from_pile else view.legal
    return kept if kept else view.legal


@kernel
def knocks_early(view, last_turn):
    """With gin, up to own turn `last_turn` with what the rules allow, and at the wall."""
    return view.deadwood == 0 or view.turn <= last_turn or view.legal == 0


def look_knock(view, params, stream):
    """Knock with gin, and on own turns 1..k whenever it is allowed."""
    return knocks_early(view, params[4])


def look_discard(view, params, stream):
    """The discard with the lowest score; when knocking, or with gin at hand, the first that leaves least deadwood."""
    if view.knocking or view.deadwood == 0:
        return lowest(view.best_discards)
    scores = np.empty(52, np.float64)
    return score_discards(view, not_taken(view), params[0], params[1], params[2], np.int64(params[3]), scores)
