"""The decisions of the player `montecarlo`: how much of a best play to place.

The heuristic behind it is `hold_until_out`; its choice is the one that a search must beat clearly.  It opens at once
with most value.  Where table jokers are bound to their sets, a chosen play may turn out to be none; then what is left
of it is placed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from cardsim._jit import kernel
from cardsim.games.log import WIDTH
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.far import AT_ARRANGE, AT_SOLVE, AT_SWEEP
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.thinking import belief
from cardsim.games.rummikub.thinking.belief import lay_out, remember, unseen_tiles
from cardsim.games.rummikub.thinking.choices import CHOICES, add_best, add_choice, add_single, add_smallest_set
from cardsim.games.rummikub.thinking.imagined import TABLE, prepare
from cardsim.games.rummikub.thinking.search import decide
from cardsim.games.rummikub.turn_solver import new_solver
from cardsim.games.rummikub.view import ACCEPT, MOST_PLAYERS, MOST_TILES, OPEN_MOST_VALUE, PACK_SIZE, PASS, RULES
from cardsim.games.strategy import StrategyError, check_before_play

PARAMS = {"worlds": 32.0, "gate": 2.0, "pool": 12.0, "near": 4.0}
"""Worlds; standard errors that a gain over the heuristic takes; the search begins when the pool has so few tiles, or
another rack."""
ASKED = belief.MEMORY
"""Place in the memory: the own turn in which the player asked for the choice it had made."""
MEMORY = belief.MEMORY + 1


@kernel
def check_params(params):
    """Refuse parameters that mean nothing."""
    if not (1 <= params[0] <= 1_000_000 and params[0] == np.floor(params[0])):
        raise ValueError("montecarlo: worlds must be a whole number from 1 to 1000000")
    for i in range(1, 4):
        if not params[i] >= 0:
            raise ValueError("montecarlo: gate, pool and near must be numbers of at least 0")


@kernel
def is_late(view, params):
    """Whether the pool or another rack has so few tiles that the search begins."""
    if view.pool <= params[2]:
        return True
    for seat in range(view.players):
        if seat != view.seat and view.sizes[seat] <= params[3]:
            return True
    return False


@kernel
def list_choices(view, rules, table, choices, solver):
    """What is compared; first what `hold_until_out` would do."""
    seat, jokers = view.seat, view.rack_jokers
    if view.last_turn:
        add_best(rules, table, seat, choices, True, jokers, solver)
    add_choice(choices, np.zeros((4, MOST_NUMBERS), np.int64), 0)
    add_single(rules, table, seat, choices, solver)
    add_smallest_set(rules, table, seat, choices, solver)
    add_choice(choices, view.offer, view.offer_jokers)
    if jokers > 0:
        add_best(rules, table, seat, choices, False, 0, solver)


@kernel
def search(view, params, wish, stream):
    """Choose by search: fill `wish` with the tiles to place, and return the jokers and the number of tiles."""
    boxes, tables, lists = np.zeros(1, RULES), np.zeros(1, TABLE), np.zeros(1, CHOICES)
    boxes[0] = view.rules[0]
    boxes[0].joker_retrieval = r.FREE
    far = (boxes[0].far[AT_SWEEP], boxes[0].far[AT_SOLVE], boxes[0].far[AT_ARRANGE])
    solver, branch = new_solver(far, boxes[0].copies, boxes[0].jokers, 0), new_branch()
    pool, kinds = np.zeros(PACK_SIZE, np.int64), np.zeros(MOST_PLAYERS, np.int64)
    log = np.zeros((0, WIDTH), np.int64)
    prepare(boxes[0], tables[0])
    count = unseen_tiles(view, pool)
    lay_out(view, tables[0], pool)
    list_choices(view, boxes[0], tables[0], lists[0], solver)
    best = 0
    if lists[0].count > 1:
        best = decide(
            view, boxes[0], tables[0], lists[0], pool, count, np.int64(params[0]), params[1], solver, branch, log,
            kinds, stream,
        )  # fmt: skip
    for colour in range(4):
        for v in range(MOST_NUMBERS):
            wish[colour, v] = lists[0].tiles[best, colour, v]
    jokers, number = lists[0].jokers[best], lists[0].number[best]
    # Arrays have to outlive the search, which the records taken out of them do not ensure.
    return jokers, number + 0 * (len(boxes) + len(tables) + len(lists))


def check_imagined(rules: Any, seats: Iterable[Any]) -> None:
    """Refuse rules that leave `montecarlo` nothing to choose, if it is in one of the seats."""
    for strategy in seats:
        if strategy.play is montecarlo_play and not rules.optional_draw:
            raise StrategyError(
                f"rummikub strategy {strategy.name!r} chooses how much to hold back: "
                "it plays with optional_draw=True, not with optional_draw=False"
            )


def montecarlo_open(view, params, stream):
    """Open at once with most value."""
    check_params(params)
    remember(view)
    return OPEN_MOST_VALUE


def montecarlo_play(view, params, stream):
    """Go out if that is possible; else pass, or late in a deal what the search says."""
    check_params(params)
    remember(view)
    if view.asked == 0:
        return MOST_TILES
    if view.memory[ASKED] == view.turn:
        return ACCEPT if view.offer_tiles > 0 else PASS
    if view.offer_tiles == view.rack_size:
        return ACCEPT
    if not view.last_turn and not is_late(view, params):
        return PASS
    wish = np.zeros((4, MOST_NUMBERS), np.int64)
    jokers, number = search(view, params, wish, stream)
    if number == 0:
        return PASS
    view.memory[ASKED] = view.turn
    for colour in range(4):
        for v in range(view.numbers):
            view.hold[colour, v] = view.rack[colour, v] - wish[colour, v]
    view.hold_jokers = view.rack_jokers - jokers
    return MOST_TILES


check_before_play(montecarlo_play, getattr(check_params, "py_func", check_params))
