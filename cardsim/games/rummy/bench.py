"""What ``cardsim bench rummy`` times beside two players and default rules: more players, calling, 500 Rum, sheds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import int64, types

from cardsim._jit import kernel
from cardsim.games.rummy.board import BOARD_TYPE
from cardsim.games.rummy.hands import board_of, checked_rules
from cardsim.games.rummy.shed import best_shed
from cardsim.games.workload import Workload, playing

HANDS = 4096


@kernel(int64(types.Array(BOARD_TYPE, 1, "C"), int64[::1], int64))
def sheds(boards: Any, hands: Any, count: Any) -> Any:
    """The best sheds of `count` hands on an empty table, round and round; how many cards they leave at all."""
    left = 0
    for i in range(count):
        boards[0].own = hands[i % HANDS]
        left |= best_shed(hands[i % HANDS], 0, boards[0])[0]
    return np.int64(left)


def shedding(size: int) -> Workload:
    """Best sheds of random hands of `size` cards."""
    stream = np.random.default_rng(size)
    drawn = [stream.choice(52, size, replace=False) for _ in range(HANDS)]
    hands = np.array([sum(1 << int(card) for card in hand) for hand in drawn], np.int64)
    board = np.array([board_of(checked_rules(None), False)])
    return Workload(f"best shed, {size} random cards", "hand", lambda count: sheds(board, hands, count))


def workloads() -> list[Workload]:
    """Hands of three and four players, and of the games with draws of several discards; sheds of dealt hands."""
    from cardsim.games.rummy import GAME

    tables: list[tuple[Any, str, int]] = [(None, "meld_asap", 3), (None, "meld_asap", 4)]
    tables += [(preset, "take_value", players) for preset in ("call", "rum500") for players in (2, 4)]
    return [*(playing(GAME, [name] * players, rules) for rules, name, players in tables), shedding(7), shedding(11)]
