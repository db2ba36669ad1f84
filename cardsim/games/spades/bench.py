"""What ``cardsim bench spades`` times beside the default players."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.workload import Workload, playing


def candidate_hands(count: int, seed: int = 1) -> list[np.ndarray]:
    """Random deals (aces high) whose first hand may bid nil: at most three spades, none above the jack."""
    stream = np.random.default_rng(seed)
    found: list[np.ndarray] = []
    while len(found) < count:
        pack = stream.permutation(52)
        hands = [sum(1 << int(card) for card in pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        spades = hands[0] >> 39
        if spades.bit_count() <= 3 and spades < 1 << 10:
            found.append(np.array(hands, np.int64))
    return found


def _nil_hands(count: int) -> Any:
    from cardsim.games.spades.nil_solver import solver

    for number, hands in enumerate(candidate_hands(count)):
        solver().solve(hands, number % 4, 0, 1)


def _nil_nodes(count: int) -> Any:
    from cardsim.games.spades.nil_solver import solver

    for hands in candidate_hands(400):
        count -= solver().solve(hands, 1, 0, 1, max_nodes=count)[1]
        if count <= 0:
            return


def workloads() -> list[Workload]:
    """Random play as strategies, and the nil solver by hands and by nodes."""
    from cardsim.games.spades import GAME

    return [
        playing(GAME, ["random+random"] * 4),
        Workload("nil solver, candidate hands, at most 3 million nodes each", "hand", _nil_hands),
        Workload("nil solver", "node", _nil_nodes),
    ]


def stored() -> dict[str, float]:
    """Bytes of a pattern and of a proof-number entry of the nil solver, cut-offs shared out over the patterns."""
    from cardsim.games.spades.nil_solver.patterns import PATTERNS, TABLE
    from cardsim.games.spades.nil_solver.proof_number import ENTRY

    return {
        "pattern of positions, depth-first nil solver": TABLE.itemsize / PATTERNS,
        "position, proof-number nil solver": ENTRY.itemsize,
    }
