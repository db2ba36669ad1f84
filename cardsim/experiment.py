"""simulate: many seeded games in blocks, in parallel, with a progress bar, and nothing lost on Ctrl-C."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

from cardsim.arguments import check_packs, count_argument, make_job, shard_argument
from cardsim.blocks import Rows, announce, bar, play_blocks
from cardsim.games.game import Game
from cardsim.job import Job
from cardsim.run import Run, Tally
from cardsim.stopping import Stopping, look_schedule
from cardsim.storage import Folder, part_plan

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
        made by another study is refused, naming the difference.
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

    Examples
    --------
    >>> import cardsim as cs
    >>> run = cs.simulate("gin", ["simple", "simple"], n=2000, seed=7)
    >>> print(run.rate("undercut", among="knock|undercut"))
    0.0364 [0.0289, 0.0457], n = 1,925 (Wilson, 95 %)
    """
    job = make_job(game, seats, rules=rules, seed=seed, unit=unit, check=check)
    n, first = count_argument("n", n, 1), count_argument("first", first, 0)
    if keep not in KEEPS:
        raise ValueError(f"keep={keep!r} is not known; use " + " or ".join(map(repr, KEEPS)))
    given, share = check_packs(job.game, packs, n), shard_argument(shard)
    if out is not None or share is not None:
        if keep != "rows" or until is not None or packs is not None:
            raise ValueError(
                "out= and shard= keep rows of a fixed number of dealt games: no keep, until or packs there"
            )
        return in_parts(job, n, first, out, share, n_jobs, progress)
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


def in_parts(
    job: Job, n: int, first: int, out: str | Path | None, share: Any, n_jobs: int, progress: bool | None
) -> Run:
    """Play a study part by part, into a folder or into memory, so that what is done stays done."""
    parts = part_plan(job, first, n, share)
    if out is None:
        wanted = Rows(job, first, n)
        for start, count in parts:
            for block in play_blocks(job, start, count, None, n_jobs):
                wanted.add(block)
        return wanted.finish(None)
    with Folder(Path(out), job, first, n, share) as folder, bar(n, job.unit, progress) as shown:
        missing = folder.missing()
        shown.update(sum(count for _, count in parts) - sum(count for _, count in missing))
        announce(job)
        job.prepared.warm_up()
        try:
            for start, count in missing:
                rows = Rows(job, start, count)
                with closing(play_blocks(job, start, count, None, n_jobs)) as blocks:
                    for block in blocks:
                        rows.add(block)
                        shown.update(len(block.rows))
                folder.write(start, rows.rows)
        except KeyboardInterrupt:
            message = f"interrupted: finished parts are kept in {out}; the same call again resumes"
            warnings.warn(message, RuntimeWarning, stacklevel=3)
        return folder.run()
