"""simulate: many seeded games in blocks, in parallel, with a progress bar, and nothing lost on Ctrl-C."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardsim.arguments import check_packs, count_argument, folder_argument, jobs_argument, make_job, shard_argument
from cardsim.blocks import Rows, announce, bar, play_blocks
from cardsim.games.game import Game
from cardsim.job import Job
from cardsim.run import Run
from cardsim.stopping import Stopping, look_schedule
from cardsim.storage import Folder, part_plan
from cardsim.tally import Tally
from cardsim.workers import LostWorkerError

KEEPS = ("rows", "counts")


def simulate(
    game: str | Game,
    seats: Any = None,
    *,
    rules: Any = None,
    n: int,
    seed: int = 0,
    unit: str = "deal",
    n_jobs: int | None = -1,
    progress: bool | None = None,
    out: str | Path | None = None,
    keep: str = "rows",
    first: int = 0,
    packs: Any = None,
    until: Mapping[Any, float] | None = None,
    shard: tuple[int, int] | None = None,
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
    out : path, optional
        Write the rows to this folder as Parquet parts while they are played; the same call again resumes.  A folder
        made by another study is refused, naming the difference, and so is a second writer.
    keep : {"rows", "counts"}
        "counts" keeps tallies only, so that memory does not grow with `n`.
    first : int
        Index of the first game.
    packs : array of shape (n, pack size), optional
        Given deals instead of dealt ones: row ``i`` is the pack of game ``first + i``.  A match deals its own.
    until : mapping, optional
        Stop as soon as numbers are known well enough: an outcome -> half-width of its interval, such as
        ``{("undercut", "knock|undercut"): 0.001}`` or ``{"points_0": 0.05}``; all have to be met, and `n` is the most
        that is played.  The run's `stopping` holds their intervals, which stay valid however often one looks, and
        which `rate` and `mean` give for these outcomes; where a study stops does not depend on `n_jobs`.
    shard : (int, int), optional
        Play share i of k of the parts of this study, as ``(2, 8)``; folders of shares merge with ``cardsim merge``.
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
    LostWorkerError
        Some games killed their worker process every time (it names them, and `run` holds all others).
    OSError
        `out` cannot be written, or the disk has too little room for what is still to be played.

    Examples
    --------
    >>> import cardsim as cs
    >>> run = cs.simulate("gin", ["simple", "simple"], n=2000, seed=7)
    >>> print(run.rate("undercut", among="knock|undercut"))
    0.0364 [0.0289, 0.0457], n = 1,925 (Wilson, 95 %)
    """
    job = make_job(game, seats, rules=rules, seed=seed, unit=unit, check=check)
    n, first = count_argument("n", n, 1), count_argument("first", first, 0)
    n_jobs = jobs_argument(n_jobs)
    if keep not in KEEPS:
        raise ValueError(f"keep={keep!r} is not known; use " + " or ".join(map(repr, KEEPS)))
    given, share = check_packs(job, packs, n), shard_argument(shard)
    if given is not None and unit == "match":
        raise ValueError("packs are given deals, but a match deals its own: use unit='deal'")
    if (out is not None or share is not None) and (keep != "rows" or until is not None or packs is not None):
        raise ValueError("out= and shard= keep rows of a fixed number of dealt games: no keep, until or packs there")
    stopping = None if until is None else Stopping(until, job.table(job.game.empty_rows(unit, 0)), n)
    with collector(job, n, first, keep, given, out, share) as collect:
        complete = play_all(job, collect, given, n_jobs, progress, stopping)
        run = collect.finish()
    run.complete = complete
    if stopping is not None:
        run.stopping = stopping.estimates
        if complete and stopping.unmet:
            message = f"n={n:,} games were not enough for {stopping.unmet}; reached {stopping.reached}"
            warnings.warn(message, RuntimeWarning, stacklevel=2)
    if not complete:
        kept = f"kept {run.n:,} of {n:,} games" if out is None else f"kept what was played in {out}"
        again = "plays them all" if out is None else "goes on from there"
        warnings.warn(f"interrupted: {kept}; the same call again {again}", RuntimeWarning, stacklevel=2)
    return run


def collector(
    job: Job, n: int, first: int, keep: str, packs: Any, out: str | Path | None, share: tuple[int, int] | None
) -> AbstractContextManager[Any]:
    """Where outcomes go: tallies, a folder, or a table in memory."""
    if out is not None:
        return Folder(folder_argument(out), job, first, n, share)
    if keep == "counts":
        return nullcontext(Tally(job, first, n))
    ranges = [(first, n)] if share is None else part_plan(job, first, n, share)
    if not ranges:
        raise ValueError(f"shard={share!r} has no games: n={n:,} is too few for that many shares")
    return nullcontext(Rows(job, ranges, packs))


def play_all(
    job: Job, collect: Any, packs: Any, n_jobs: int | None, progress: bool | None, stopping: Stopping | None
) -> bool:
    """Play what `collect` still needs; False if it was interrupted."""
    todo = collect.to_play()
    announce(job)
    job.prepared.warm_up()  # compile in the parent, so that mistakes show before any worker starts
    digest = collect.digest if stopping is None else None
    with bar(sum(count for _, count in todo), job.unit, progress) as shown:
        try:
            for ranges, given in rounds(todo, packs, stopping):
                with closing(play_blocks(job, ranges, given, n_jobs, digest)) as blocks:
                    for block in blocks:
                        collect.add(block)
                        shown.update(block.n)
                        if stopping is not None:
                            stopping.add(job.table(block.rows))
                if stopping is not None and stopping.look():
                    break
        except KeyboardInterrupt:
            return False
        except LostWorkerError as error:
            error.run = collect.finish()
            raise
    return True


def rounds(
    todo: list[tuple[int, int]], packs: Any, stopping: Stopping | None
) -> Iterator[tuple[list[tuple[int, int]], Any]]:
    """The games from one look to the next, with their packs: all at once where nobody looks."""
    if stopping is None:
        yield todo, packs
        return
    ((first, n),) = todo
    for start, stop in pairwise([0, *look_schedule(n)]):
        yield [(first + start, stop - start)], None if packs is None else packs[start:stop]
