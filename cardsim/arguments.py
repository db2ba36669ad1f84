"""What the verbs take: arguments checked before anything is played."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games import find_game
from cardsim.games.game import Game
from cardsim.games.parameters import whole
from cardsim.job import Job


def make_job(
    game: str | Game, seats: Any, *, rules: Any = None, seed: int = 0, unit: str = "deal", check: bool = False
) -> Job:
    """Check everything that does not depend on the number of games."""
    the_game = find_game(game)
    known = the_game.name if isinstance(game, str) else the_game
    checked_rules = the_game.check_rules(rules)
    found = the_game.find_seats(seats)
    the_game.check_seats(checked_rules, len(found), the_game.check_unit(unit))
    return Job(known, checked_rules, found, seed_argument(seed), unit, bool(check))


def seed_argument(seed: Any) -> int:
    """`seed` as an int, if it is one from 0 to 2**64 - 1."""
    number = whole(seed)
    if number is None or not 0 <= number < 2**64:
        raise ValueError(f"seed={seed!r} must be a whole number from 0 to 2**64 - 1")
    return number


def count_argument(name: str, value: Any, least: int) -> int:
    """`value` as an int of at least `least`."""
    number = whole(value)
    if number is None or number < least or number >= 2**62:
        raise ValueError(f"{name}={value!r} must be a whole number of at least {least}")
    return number


def check_packs(game: Game, packs: Any, n: int) -> np.ndarray | None:
    """Given deals as an array of card numbers; ValueError names the first bad pack."""
    if packs is None:
        return None
    given = np.asarray(packs)
    if given.ndim != 2 or given.shape[1] != game.pack_size or not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"packs must be whole numbers of shape (n, {game.pack_size}), not {given.dtype} {given.shape}")
    if len(given) != n:
        raise ValueError(f"packs has {len(given)} deals, but n={n}")
    wrong = np.flatnonzero((np.sort(given, axis=1) != np.arange(game.pack_size)).any(axis=1))
    if len(wrong):
        raise ValueError(f"packs[{wrong[0]}] is not a pack: each card number 0..{game.pack_size - 1} must occur once")
    return np.ascontiguousarray(given, np.uint8)


def shard_argument(shard: Any) -> tuple[int, int] | None:
    """`shard` as (which, of how many), counted from 1."""
    if shard is None:
        return None
    try:
        which, total = (whole(number) for number in shard)
    except (TypeError, ValueError):
        which = total = None
    if which is None or total is None or not 1 <= which <= total:
        raise ValueError(f"shard={shard!r} must be (i, k) with 1 <= i <= k, such as (2, 8)")
    return which, total
