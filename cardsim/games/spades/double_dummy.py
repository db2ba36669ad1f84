"""Double-dummy tricks of a team: how many can it take with all cards seen and best play by everybody?

A binary question ("at least n tricks?") is asked for the values of n around a guess, by the depth-first search
that also serves nil, with the same patterns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, types

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.spades.decks import aces_high
from cardsim.games.spades.nil_solver import check_count, check_hands, check_seat, lead_rule, solver
from cardsim.games.spades.nil_solver.depth_first import depth_first
from cardsim.games.spades.nil_solver.patterns import forget
from cardsim.games.spades.nil_solver.workspace import WORKSPACE_TYPE, place_hands
from cardsim.games.spades.tricks import SPADES


@kernel
def count_tricks(work, hands, leader, spades_open, opening, max_nodes):
    """Tricks of seats 0 and 2 (hands aces high), -1 if undecided within `max_nodes`, and nodes."""
    forget(work.table[0])
    low, high = 0, popcount(hands[0])
    spades = popcount((hands[0] | hands[2]) & SPADES)
    guess = min(max((high + spades) // 2, 1), high)
    used = 0
    while low < high:
        place_hands(work, hands)
        verdict, nodes = depth_first(work, leader, spades_open, opening, guess, max_nodes - used)
        used += nodes
        if verdict < 0:
            return np.int64(-1), used
        if verdict:
            low = guess
            guess += 1
        else:
            high = guess - 1
            guess -= 1
    return np.int64(low), used


@kernel(types.UniTuple(int64, 2)(int64[::1], int64, int64, int64, types.Array(WORKSPACE_TYPE, 1, "C"), int64))
def most_tricks(hands, leader, spades_open, opening, works, max_nodes):
    """`count_tricks` for Python."""
    return count_tricks(works[0], hands, leader, spades_open, opening, max_nodes)


def team_tricks(
    hands: Any, leader: int, team: int = 0, broken: bool = False, rules: Any = None, *, max_nodes: int = 50_000_000
) -> int | None:
    """Tricks that a team takes with all cards seen and best play by everybody.

    Parameters
    ----------
    hands
        Four hands (text, card numbers or masks) of seats 0..3, of equal size from 1 to 13, at the start of a trick.
    leader
        The seat on lead.
    team
        0 (seats 0 and 2) or 1 (seats 1 and 3).
    broken, rules
        Whether a spade has been played; a ``Rules``, preset or dict of which only `spade_lead` matters.
    max_nodes
        Cards tried before the search gives up and returns None.

    Examples
    --------
    >>> import cardsim as cs
    >>> cs.spades.team_tricks(["As 2c", "Ks Ac", "Qs 3c", "Js 4c"], leader=1)
    1
    """
    masks = check_hands(hands)
    leader, max_nodes = check_seat("leader", leader), check_count("max_nodes", max_nodes)
    if team not in (0, 1):
        raise ValueError(f"team={team!r} must be 0 (seats 0 and 2) or 1 (seats 1 and 3)")
    spades_open, opening = lead_rule(rules, masks[0].bit_count(), broken)
    counted = np.array([int(aces_high(masks[(team + k) & 3])) for k in range(4)], np.int64)
    tricks, _ = most_tricks(counted, (leader - team) & 3, spades_open, opening, solver().work, max_nodes)
    return None if tricks < 0 else int(tricks)
