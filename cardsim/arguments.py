"""What the verbs take: arguments checked before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from cardsim.games import find_game, games
from cardsim.games.game import Game
from cardsim.games.parameters import whole
from cardsim.job import Job


def make_job(
    game: str | Game, seats: Any, *, rules: Any = None, seed: int = 0, unit: str = "deal", check: bool = False
) -> Job:
    """Check everything that does not depend on the number of games."""
    the_game = find_game(game)
    known = the_game.name if games.get(the_game.name) is the_game else the_game
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
    if number is None or number < least:
        raise ValueError(f"{name}={value!r} must be a whole number of at least {least}")
    if number >= 2**62:
        raise ValueError(f"{name}={value!r} is too large; it must be less than 2**62")
    return number


def jobs_argument(n_jobs: Any) -> int | None:
    """`n_jobs` as joblib takes it."""
    number = None if n_jobs is None else whole(n_jobs)
    if n_jobs is not None and (number is None or number == 0):
        raise ValueError(f"n_jobs={n_jobs!r} must be a whole number of workers, such as 2, or -1 for all cores")
    return number


def check_packs(job: Job, packs: Any, n: int) -> np.ndarray | None:
    """Given deals as an array of card numbers; ValueError names the first bad pack."""
    if packs is None:
        return None
    in_play = getattr(job.game, "cards_in_play", None)  # of a game whose rules change the number of cards
    size = job.game.pack_size if in_play is None else in_play(job.rules)
    try:
        given = np.asarray(packs)
    except ValueError:
        raise ValueError(f"packs must be whole numbers of shape (n, {size}): rows differ in length") from None
    if given.ndim != 2 or given.shape[1] != size or not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"packs must be whole numbers of shape (n, {size}), not {given.dtype} {given.shape}")
    if len(given) != n:
        raise ValueError(f"packs has {len(given)} deals, but n={n}")
    wrong = np.flatnonzero((np.sort(given, axis=1) != np.arange(size)).any(axis=1))
    if len(wrong):
        raise ValueError(f"packs[{wrong[0]}] is not a pack: each card number 0..{size - 1} must occur once")
    return np.ascontiguousarray(given, np.uint8)


def folder_argument(out: Any) -> Path:
    """The folder `out`, made if it is not there; ValueError if that cannot be."""
    try:
        folder = Path(out)
        folder.mkdir(parents=True, exist_ok=True)
    except TypeError:
        raise ValueError(f"out={out!r} must be the path of a folder") from None
    except (FileExistsError, NotADirectoryError):
        in_the_way = next((place for place in (folder, *folder.parents) if place.is_file()), folder)
        raise ValueError(f"out={str(out)!r}: {in_the_way} is a file; name a folder") from None
    except OSError as error:
        raise ValueError(f"out={str(out)!r}: this folder cannot be made ({error.strerror})") from None
    return folder


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
