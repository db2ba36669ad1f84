"""The decisions of the player `montecarlo`.

Draws, discards and knocks are searched (:mod:`.search`); `look` names the candidates and the default.  Gin and big gin
are declared at once, no other end pays more.  Melds are spread as `marjj` spreads them, and lay-offs are the best ones.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.gin import look
from cardsim.games.gin.layoffs import sweep
from cardsim.games.gin.marjj import safest_arrangement
from cardsim.games.gin.melds import MAX_MELDS, NO_CARD_LEFT, arrangement, best_discard, joins_meld, pips
from cardsim.games.gin.rules import LAY_OFF_SWEEP
from cardsim.games.gin.thinking.search import CHOICES, DISCARD, KNOCK, MOST_CHOICES, PASS, TAKE, add_choice, decide
from cardsim.games.gin.thinking.worth import BY_MATCH, BY_POINTS
from cardsim.games.gin.view import MAX_LAID
from cardsim.games.strategy import check_before_play

PARAMS = {
    "worlds": 64.0, "gate": 2.5, "candidates": 4.0, "steps": 20.0, "value": 1.0, "learn": 1.0, "more": 4.0,
}  # fmt: skip
"""Worlds; standard errors that a gain over `look` takes; discards compared; Metropolis steps between worlds (0: the
opponent's hand dealt at random); worth of a hand; whether earlier hands of the match tell the kind of opponent; how
many times as many worlds a choice may take whose gain is in doubt."""
WORDS = {"value": {"points": float(BY_POINTS), "match": float(BY_MATCH)}}
A, B, C, BEST, LAST_KNOCKING_TURN = look.PARAMS.values()
MOST_WORLDS, MOST_STEPS, MOST_MORE = 1_000_000, 100_000, 1_000
CHOICE, IN_TURN, SHOWN = range(3)
"""Places in the memory: the card chosen, plus 1, and the turn it was chosen in; own cards that the opponent knows."""
MEMORY = 3


@kernel
def check_params(params):
    """Refuse parameters that mean nothing."""
    worlds, gate, candidates, steps, value, learn = params[0], params[1], params[2], params[3], params[4], params[5]
    if not (1 <= worlds <= MOST_WORLDS and worlds == np.floor(worlds)):
        raise ValueError("montecarlo: worlds must be a whole number from 1 to 1000000")
    if not gate >= 0:
        raise ValueError("montecarlo: gate must be a number of at least 0")
    if not (1 <= candidates <= MOST_CHOICES - 1 and candidates == np.floor(candidates)):
        raise ValueError("montecarlo: candidates must be a whole number from 1 to 7")
    if not (0 <= steps <= MOST_STEPS and steps == np.floor(steps)):
        raise ValueError("montecarlo: steps must be a whole number from 0 to 100000")
    if value not in (0, 1):
        raise ValueError("montecarlo: value must be match (1) or points (0)")
    if learn not in (0, 1):
        raise ValueError("montecarlo: learn must be 1 (from earlier hands of the match) or 0")
    if not (1 <= params[6] <= MOST_MORE and params[6] == np.floor(params[6])):
        raise ValueError("montecarlo: more must be a whole number from 1 to 1000")


@kernel
def search(view, params, choices, stream):
    """The number of the best choice."""
    worlds, steps, value, more = np.int64(params[0]), np.int64(params[3]), np.int64(params[4]), np.int64(params[6])
    shown = view.memory[SHOWN] & view.hand
    return decide(view, choices, worlds, more, params[1], steps, value, params[5] != 0, shown, stream)


def montecarlo_take(view, params, stream):
    """Take the upcard or not, by search where it melds or lets the player knock with less than now."""
    check_params(params)
    bit = np.int64(1) << view.upcard
    taken = best_discard(view.hand | bit, bit, view.aces)[1]
    if not view.offered and view.stock_size <= view.rules[0].stock_floor:
        takes = taken <= view.knock_limit  # the stock is used up: only a knock saves the hand
    elif joins_meld(view.hand, view.upcard, view.aces) or taken <= min(view.knock_limit, view.deadwood - 1):
        choices = np.zeros(1, CHOICES)
        add_choice(choices[0], TAKE, view.upcard)
        add_choice(choices[0], PASS, -1)
        choices[0].default = 0 if look.take_if_it_melds_and_helps(view) else 1
        best = search(view, params, choices[0], stream)
        takes = choices[0].does[best] == TAKE  # the array has to outlive the search, which a record does not ensure
    else:
        takes = False
    if takes:
        view.memory[SHOWN] |= bit
    return takes


@kernel
def name_candidates(view, count, choices):
    """Add the discards that `look` likes best, in its order, and the knock if it may be made; the default is look's."""
    scores = np.empty(52, np.float64)
    look.score_discards(view, look.not_taken(view), A, B, C, np.int64(BEST), scores)
    for _ in range(count):
        card = np.argmin(scores)
        if scores[card] >= look.UNSCORED:
            break
        add_choice(choices, DISCARD, card)
        scores[card] = look.UNSCORED
    if view.knock_cards:
        if look.knocks_early(view, LAST_KNOCKING_TURN):
            choices.default = choices.count
        knock = best_discard(view.hand, view.hand & ~view.knock_cards, view.aces)[0]
        add_choice(choices, KNOCK, lowest(knock))


@kernel
def think(view, params, stream):
    """Choose a discard, with or without a knock; the memory keeps it for this turn."""
    check_params(params)
    choices = np.zeros(1, CHOICES)
    name_candidates(view, np.int64(params[2]), choices[0])
    best = search(view, params, choices[0], stream)
    view.memory[CHOICE] = choices[0].card[best] + 1
    view.memory[IN_TURN] = view.turn
    return choices[0].does[best] == KNOCK


def montecarlo_knock(view, params, stream):
    """Knock with gin and at the wall; else by search, which also chooses the discard."""
    if view.legal == 0 or view.deadwood == 0:
        return True
    return think(view, params, stream)


def montecarlo_discard(view, params, stream):
    """The discard chosen with the knock decision of this turn, or a new choice by search."""
    if view.knocking and view.memory[IN_TURN] != view.turn:
        return lowest(view.best_discards)
    if view.memory[IN_TURN] != view.turn:
        think(view, params, stream)
    card = view.memory[CHOICE] - 1
    return card if (view.legal >> card) & 1 else lowest(view.best_discards)


@kernel
def spread_before_sweep(view):
    """The next meld of the best arrangement that leaves the defender least once loose cards are swept off."""
    out, work, table = np.empty(3, np.int64), np.empty(MAX_MELDS, np.int64), np.empty(MAX_LAID, np.int64)
    least, best, number, count = NO_CARD_LEFT, 0, 0, 1
    while number < count:
        count, size = arrangement(view.hand, number, out, work, view.aces)
        loose = view.hand
        for i in range(size):
            loose &= ~out[i]
        for i in range(view.knocker_meld_count):
            table[i] = view.knocker_melds[i]
        left = pips(sweep(table, view.knocker_meld_count, loose, view.aces))
        if left < least:
            least, best = left, number
        number += 1
    return out[0] if arrangement(view.hand, best, out, work, view.aces)[1] else 0


def montecarlo_spread(view, params, stream):
    """A best arrangement: the knocker's offers least to lay off, a defender's leaves most to be swept off."""
    if view.defending and view.rules[0].lay_off == LAY_OFF_SWEEP:
        return spread_before_sweep(view)
    out = np.empty(3, np.int64)
    return out[0] if safest_arrangement(view, view.hand, out) else 0


check_before_play(montecarlo_take, getattr(check_params, "py_func", check_params))
