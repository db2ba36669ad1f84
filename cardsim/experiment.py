"""simulate: many seeded games in blocks, in parallel, with a progress bar, and nothing lost on Ctrl-C."""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Generator, Mapping
from contextlib import closing
from itertools import pairwise
from typing import Any

import joblib
import numpy as np
from tqdm.auto import tqdm

from cardsim.games import find_game
from cardsim.games.game import Game
from cardsim.games.parameters import whole
from cardsim.job import Block, Job
from cardsim.run import Run, Tally
from cardsim.stopping import Stopping, look_schedule

BLOCK_SECONDS = 0.3
KEEPS = ("rows", "counts")


def simulate(
    game: str | Game,
    seats: Any = None,
    *,
    rules: Any = None,
    n: int,
    seed: int = 0,
    unit: str = "deal",
    n_jobs: int = -1,
    progress: bool | None = None,
    keep: str = "rows",
    first: int = 0,
    packs: Any = None,
    until: Mapping[Any, float] | None = None,
    check: bool = False,
) -> Run:
    """Play `n` seeded games and return their outcomes.

    Game ``i`` depends on `seed`, ``i``, the rules and the players, and on nothing else: not on `n_jobs`, the machine or
    the other games.

    Parameters
    ----------
    game : str or Game
        ``"rummy"``, ``"gin"``, ``"spades"``, ``"rummikub"`` or ``"freecell"``.
    seats : list of str or Strategy, optional
        One strategy per seat; a name may carry parameters, as in ``"knock_at:T=6"``.  Default: the game's own players.
    rules : Rules, str or dict, optional
        A ``Rules``, a preset's name, or overrides of the default.
    n : int
        Number of games (deals or matches), at least 1.
    seed : int
        0 to 2**64 - 1.
    unit : {"deal", "match"}
        What one game is.
    n_jobs : int
        Workers; -1 means all cores.  They are threads unless ``joblib.parallel_config`` says otherwise.
    progress : bool, optional
        Show a progress bar; by default on a terminal or in a notebook when the run takes more than a second or two.
    keep : {"rows", "counts"}
        "counts" keeps tallies only, so that memory does not grow with `n`.
    first : int
        Index of the first game.
    packs : array of shape (n, pack size), optional
        Given deals instead of dealt ones: row ``i`` is the pack of game ``first + i``.
    until : mapping, optional
        Stop as soon as numbers are known well enough: an outcome -> half-width of its interval, such as
        ``{("undercut", "knock|undercut"): 0.001}`` or ``{"points_0": 0.05}``; all have to be met, and `n` is the most
        that is played.  The run's `stopping` holds their intervals, which stay valid however often one looks, and
        which `rate` and `mean` give for these outcomes; where a study stops does not depend on `n_jobs`.
    check : bool
        Check array bounds in the players' decisions, for a new strategy.

    Returns
    -------
    Run
        One row per game, rates and means with intervals, replays.

    Raises
    ------
    ValueError
        Naming what is wrong with an argument; nothing has been played then.
    StrategyError
        A strategy cannot be compiled or broke the rules; it names seat, decision, game index and seed.

    Examples
    --------
    >>> import cardsim as cs
    >>> run = cs.simulate("gin", ["simple", "simple"], n=2000, seed=7)
    >>> print(run.rate("undercut", among="knock|undercut"))
    0.0442 [0.0360, 0.0542], n = 1,946 (Wilson, 95 %)
    """
    job = make_job(game, seats, rules=rules, seed=seed, unit=unit, check=check)
    n, first = count_argument("n", n, 1), count_argument("first", first, 0)
    if keep not in KEEPS:
        raise ValueError(f"keep={keep!r} is not known; use " + " or ".join(map(repr, KEEPS)))
    given = check_packs(job.game, packs, n)
    announce(job)
    job.prepared.warm_up()  # compile in the parent, so that mistakes show before any worker starts
    stopping = None if until is None else Stopping(until, job.table(job.game.empty_rows(unit, 0)), n)
    collect = Tally(job) if keep == "counts" else Rows(job, first, n)
    complete = True
    with bar(n, unit, progress) as shown:
        try:
            for start, stop in pairwise([0, n] if stopping is None else [0, *look_schedule(n)]):
                part = None if given is None else given[start:stop]
                with closing(play_blocks(job, first + start, stop - start, part, n_jobs)) as blocks:
                    for block in blocks:
                        collect.add(block)
                        shown.update(len(block.rows))
                        if stopping is not None:
                            stopping.add(job.table(block.rows))
                if stopping is not None and stopping.look():
                    break
        except KeyboardInterrupt:
            complete = False
    run = collect.finish(given)
    if stopping is not None:
        run.stopping = stopping.estimates
        if complete and stopping.unmet:
            message = f"n={n:,} games were not enough for {stopping.unmet}; reached {stopping.reached}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
    if not complete:
        message = f"interrupted: kept {run.n:,} of {n:,} games; the same call again plays them all"
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return run


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


def announce(job: Job) -> None:
    """Say so when the kernels have to be compiled first."""
    entry = job.game.entry(job.unit)
    if not getattr(entry, "cached", True):
        print(f"compiling the {job.game.name} kernels (once, up to a minute) ...", file=sys.stderr, flush=True)


def bar(n: int, unit: str, progress: bool | None) -> Any:
    """A progress bar with rate and time left."""
    disable = None if progress is None else not progress
    return tqdm(
        total=n, unit=unit, unit_scale=True, disable=disable, delay=0 if progress else 1.0, leave=bool(progress)
    )


def play_blocks(job: Job, first: int, n: int, packs: np.ndarray | None, n_jobs: int) -> Generator[Block, None, None]:
    """All blocks of a study, in the order in which they are finished.

    A short first part, played here, tells how long a game takes; the other blocks last about a third of a second.
    """

    def given(start: int, count: int) -> np.ndarray | None:
        return None if packs is None else packs[start - first : start - first + count]

    probe, seconds_each, began = 0, 1.0, time.perf_counter()
    while probe < n and time.perf_counter() - began < BLOCK_SECONDS / 8:
        count = min(n - probe, max(4, 3 * probe))
        start = time.perf_counter()
        yield job.play(first + probe, count, given(first + probe, count))
        seconds_each = (time.perf_counter() - start) / count
        probe += count
    workers = joblib.effective_n_jobs(n_jobs)
    size = max(1, min(math.ceil(BLOCK_SECONDS / max(seconds_each, 1e-9)), math.ceil((n - probe) / (4 * workers))))
    starts = range(first + probe, first + n, size)
    if not starts:
        return
    pieces = [(start, min(size, first + n - start)) for start in starts]
    if workers == 1 and joblib.parallel.get_active_backend()[1] in (None, 1):
        yield from (job.play(start, count, given(start, count)) for start, count in pieces)
        return
    parallel = joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator_unordered")
    finished = parallel(joblib.delayed(job.play)(start, count, given(start, count)) for start, count in pieces)
    try:
        yield from finished
    finally:
        with warnings.catch_warnings():  # joblib warns of blocks that nobody waits for after an interruption
            warnings.simplefilter("ignore", UserWarning)
            finished.close()


class Rows:
    """Collects outcome rows in one table."""

    def __init__(self, job: Job, first: int, n: int) -> None:
        self.job, self.first, self.rows = job, first, job.game.empty_rows(job.unit, n)
        self.blocks: list[tuple[int, int]] = []

    def add(self, block: Block) -> None:
        """Take a block's rows over."""
        start = block.first - self.first
        self.rows[start : start + len(block.rows)] = block.rows
        self.blocks.append((start, len(block.rows)))

    def finish(self, packs: np.ndarray | None) -> Run:
        """The run of all rows that arrived."""
        if sum(count for _, count in self.blocks) == len(self.rows):
            return Run(self.job, self.rows, np.arange(self.first, self.first + len(self.rows)), packs=packs)
        kept = np.sort(np.concatenate([np.arange(start, start + count) for start, count in self.blocks]))
        return Run(self.job, self.rows[kept], self.first + kept, packs=None if packs is None else packs[kept])
