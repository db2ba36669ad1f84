"""Blocks of games: played in parallel, collected in one table, with a progress bar."""

from __future__ import annotations

import math
import sys
import time
import warnings
from collections.abc import Generator
from typing import Any

import joblib
import numpy as np
from tqdm.auto import tqdm

from cardsim.job import Block, Job
from cardsim.run import Run

BLOCK_SECONDS = 0.3


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
