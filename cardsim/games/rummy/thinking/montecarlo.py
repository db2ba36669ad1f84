"""The decisions of the player `montecarlo`: where to draw, whether to put down or to hold, what to throw.

The heuristic behind it holds everything back until another player is down to a few cards; its choice is the one that a
search must beat clearly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummy.discards import isolated, isolated_highest
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.playable import needs_packs
from cardsim.games.rummy.takes import take_is_legal
from cardsim.games.rummy.thinking import belief
from cardsim.games.rummy.thinking.belief import remember
from cardsim.games.rummy.thinking.imagined import goes_down
from cardsim.games.rummy.thinking.search import CHOICES, HOLD, LAY, MOST_CHOICES, STOCK, THROW, TOP, add_choice, decide
from cardsim.games.rummy.view import BEST, NOTHING
from cardsim.games.strategy import StrategyError, check_before_play

PARAMS = {"worlds": 64.0, "gate": 2.0, "candidates": 6.0}
"""Worlds; standard errors that a gain over the heuristic takes; discards compared."""
ALARMS = np.array([0, 0, 3, 0, 0])
"""By the number of players: the heuristic stops holding when another has so few cards."""
OTHER_ALARM = 3
"""The sum of the two alarms that the search compares."""
LAID, CAREFREE = belief.MEMORY, belief.MEMORY + 1
"""Places in the memory: 1 once the player has put cards down; 1 while it holds by the other alarm."""
MEMORY = belief.MEMORY + 2
MOST_WORLDS = 1_000_000


@kernel
def check_params(params):
    """Refuse parameters that mean nothing."""
    worlds, gate, candidates = params[0], params[1], params[2]
    if not (1 <= worlds <= MOST_WORLDS and worlds == np.floor(worlds)):
        raise ValueError("montecarlo: worlds must be a whole number from 1 to 1000000")
    if not gate >= 0:
        raise ValueError("montecarlo: gate must be a number of at least 0")
    if not (1 <= candidates <= MOST_CHOICES and candidates == np.floor(candidates)):
        raise ValueError("montecarlo: candidates must be a whole number from 1 to 12")


@kernel
def search(view, params, choices, stream):
    """The number of the best choice."""
    laid = np.int64(view.memory[LAID] != 0 or view.shed_before != 0 or view.house.forced_melding != 0)
    return decide(view, choices, np.int64(params[0]), params[1], laid, stream)


@kernel
def alarm_of(view):
    """At how many cards of another the player stops holding, as things stand."""
    usual = ALARMS[view.players]
    return OTHER_ALARM - usual if view.memory[CAREFREE] else usual


@kernel
def alarmed(view, alarm):
    """Whether another player has so few cards."""
    for seat in range(view.players):
        if seat != view.seat and view.hand_sizes[seat] <= alarm:
            return True
    return False


def montecarlo_draw(view, params, stream):
    """The top card or the stock, by search where the top card has company or few pips."""
    check_params(params)
    remember(view)
    board = view.board
    if view.top < 0 or not take_is_legal(view.hand, view.pile, view.pile_size, 1, board):
        return 0
    bit = np.int64(1) << view.top
    useful = goes_down(view.hand, view.top, board)
    if view.offered or not view.can_draw_stock:
        return useful
    cards = view.hand | bit
    if not useful and isolated(cards) & bit != 0:
        thrown = isolated_highest(view.hand, view.hand, board)
        if pips_of(bit, board) >= pips_of(np.int64(1) << thrown, board):
            return 0
    choices = np.zeros(1, CHOICES)
    add_choice(choices[0], TOP if useful else STOCK, view.top, alarm_of(view))
    add_choice(choices[0], STOCK if useful else TOP, view.top, alarm_of(view))
    best = search(view, params, choices[0], stream)
    return choices[0].does[best] == TOP  # the array has to outlive the search, which a record does not ensure


def montecarlo_shed(view, params, stream):
    """Put all down or hold everything back, by search as long as Going Rummy is possible."""
    check_params(params)
    remember(view)
    answer = BEST
    if not (view.goes_out or view.shed_before or view.board.duty != 0 or view.hand & ~view.banned == 0):
        choices = np.zeros(1, CHOICES)
        usual = ALARMS[view.players]
        lays = alarmed(view, usual)
        add_choice(choices[0], LAY if lays else HOLD, -1, usual)
        add_choice(choices[0], HOLD if lays else LAY, -1, usual)
        add_choice(choices[0], HOLD, -1, OTHER_ALARM - usual)
        best = search(view, params, choices[0], stream)
        if choices[0].does[best] == HOLD:
            answer = NOTHING
            view.memory[CAREFREE] = choices[0].alarm[best] != usual
    if answer == BEST:
        view.memory[LAID] = 1
    return answer


def montecarlo_discard(view, params, stream):
    """A discard by search among those the heuristic likes best."""
    check_params(params)
    remember(view)
    candidates = view.legal & view.rest
    if candidates == 0:
        candidates = view.legal
    choices = np.zeros(1, CHOICES)
    while candidates != 0 and choices[0].count < params[2]:
        card = isolated_highest(candidates, view.hand, view.board)
        add_choice(choices[0], THROW, card, alarm_of(view))
        candidates &= ~(np.int64(1) << card)
    best = search(view, params, choices[0], stream)
    return choices[0].card[best]


def montecarlo_call(view, params, stream):
    """Call whatever may be called."""
    return view.legal != 0


DECISIONS = {
    "draw": montecarlo_draw, "shed": montecarlo_shed, "discard": montecarlo_discard, "call": montecarlo_call
}  # fmt: skip
IMAGINED = {"discard_draw": ("top_only",), "call_rummy": ("off",), "layoff": ("any", "none"), "min_first_meld": (0,)}
"""The rules of which an imagined hand knows some values only, and these."""


def check_imagined(rules: Any, seats: Iterable[Any]) -> None:
    """Refuse rules that the hands imagined by `montecarlo` do not know, if it is in one of the seats."""
    for strategy in seats:
        if any(getattr(strategy, name) is decision for name, decision in DECISIONS.items()):
            place = f"rummy strategy {strategy.name!r}: the hands it imagines"
            if needs_packs(rules):
                raise StrategyError(f"{place} have one pack without wild cards and sets of up to four")
            for field, known in IMAGINED.items():
                if getattr(rules, field) not in known:
                    values = " or ".join(f"{field}={value!r}" for value in known)
                    raise StrategyError(f"{place} are played with {values}, not with {field}={getattr(rules, field)!r}")


check_before_play(montecarlo_draw, getattr(check_params, "py_func", check_params))
