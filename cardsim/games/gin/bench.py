"""What ``cardsim bench gin`` times beside play: deadwood and best discards."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import int64

from cardsim._jit import kernel
from cardsim.games.gin import melds
from cardsim.games.workload import Workload

HANDS = 4096


@kernel(int64(int64[::1], int64))
def deadwoods(hands: Any, count: Any) -> Any:
    """Sum of the least deadwood of `count` hands, round and round."""
    total = 0
    for i in range(count):
        total += melds.deadwood(hands[i % HANDS], melds.LOW)
    return total


@kernel(int64(int64[::1], int64))
def discards(hands: Any, count: Any) -> Any:
    """Sum of the deadwood after the best discard of `count` hands, round and round."""
    total = 0
    for i in range(count):
        total += melds.best_discard(hands[i % HANDS], 0, melds.LOW)[1]
    return total


def some_hands(size: int, ranks: int = 13) -> Any:
    """Random hands as masks, of the lowest `ranks` ranks."""
    stream = np.random.default_rng([size, ranks])
    cards = np.array([13 * suit + rank for suit in range(4) for rank in range(ranks)])
    drawn = [stream.choice(cards, size, replace=False) for _ in range(HANDS)]
    return np.array([sum(1 << int(card) for card in hand) for hand in drawn], np.int64)


def workloads() -> list[Workload]:
    """Melding random hands, and hands of seven ranks, in which melds overlap."""
    found = []
    for name, ranks in (("random", 13), ("of 7 ranks", 7)):
        ten, eleven = some_hands(10, ranks), some_hands(11, ranks)
        found += [
            Workload(f"least deadwood, 10 cards {name}", "hand", partial(deadwoods, ten)),
            Workload(f"best discard, 11 cards {name}", "hand", partial(discards, eleven)),
        ]
    return found
