"""Deals with everything that happened in them, and the processor time that each took."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from cardsim.games import games
from cardsim.games.log import new_log


def logged_deals(
    name: str, seats: list[str], rules: str, seed: int, deals: int, room: int
) -> Iterator[tuple[np.ndarray, float]]:
    """The events of deals 0, 1, 2, ... of a seed, at most `room` of each, and the seconds of processor time.

    Deal 0 is played once before, so that no time is that of a compiler.
    """
    game = games[name]
    prepared = game.prepare(game.check_rules(rules), game.find_seats(seats), "deal")
    game.run_block(prepared, seed, 0, game.empty_rows("deal", 1))
    for index in range(deals):
        log = new_log(room)
        began = time.process_time()
        game.run_block(prepared, seed, index, game.empty_rows("deal", 1), log=log)
        seconds = time.process_time() - began
        if log[0, 0] > room:
            raise ValueError(f"{name}: deal {index} has {log[0, 0]} events, which is more than {room}")
        yield log[1 : 1 + log[0, 0]], seconds
