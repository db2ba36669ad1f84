"""Blocks of games: cut to last a third of a second, played in parallel, collected in one table, with a progress bar."""

from __future__ import annotations

import functools
import math
import sys
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any

import numpy as np
from tqdm.auto import tqdm

from cardsim.job import Block, Job
from cardsim.run import Run
from cardsim.workers import Workers

BLOCK_SECONDS = 0.3

Ranges = list[tuple[int, int]]
"""Ranges of games as (first, number of games)."""


def announce(job: Job) -> None:
    """Say so when the kernels have to be compiled first."""
    if not getattr(job.prepared.play, "cached", True):
        print(f"compiling the {job.game.name} kernels (once, up to a minute) ...", file=sys.stderr, flush=True)


def bar(n: int, unit: str, progress: bool | None) -> Any:
    """A progress bar with rate and time left."""
    disable = None if progress is None else not progress
    return tqdm(
        total=n, unit=unit, unit_scale=True, disable=disable, delay=0 if progress else 1.0, leave=bool(progress)
    )


def play_blocks(
    job: Job,
    ranges: Ranges,
    packs: np.ndarray | None,
    n_jobs: int | None,
    digest: Callable[[Job, Block], Any] | None = None,
) -> Generator[Any, None, None]:
    """All blocks of the ranges, in the order in which they are finished; no block reaches from one range into the next.

    A short first part tells how long a game takes; the other blocks last about a third of a second.  With `digest`,
    what it makes of each block is handed on instead of the block.
    """
    workers = Workers(n_jobs)
    task = functools.partial(play_timed, job, digest)
    todo, taken, count, seconds_each = list(ranges), 0.0, 4, 1.0
    while todo and taken < BLOCK_SECONDS / 8:
        pilot, todo = split(todo, count)
        for seconds, result in workers.play(task, [(*pilot, given(packs, ranges, *pilot))]):
            yield result
            taken += seconds
            seconds_each = seconds / pilot[1]
        count *= 4
    games = sum(count for _, count in todo)
    longest = math.ceil(BLOCK_SECONDS / max(seconds_each, 1e-9))
    size = max(1, min(longest, math.ceil(games / (4 * workers.count))))
    pieces = [
        (at, min(size, start + count - at), given(packs, ranges, at, min(size, start + count - at)))
        for start, count in todo
        for at in range(start, start + count, size)
    ]
    weight = size * job.game.row_dtype(job.unit).itemsize if digest is None else 0
    for _, result in workers.play(task, pieces, weight):
        yield result


def play_timed(
    job: Job, digest: Callable[[Job, Block], Any] | None, first: int, count: int, packs: np.ndarray | None
) -> tuple[float, Any]:
    """Play one block in whichever process this is; the seconds that it took, and what it gave."""
    job.prepared.warm_up()
    start = time.perf_counter()
    block = job.play(first, count, packs)
    seconds = time.perf_counter() - start
    return seconds, block if digest is None else digest(job, block)


def split(ranges: Ranges, count: int) -> tuple[tuple[int, int], Ranges]:
    """The first `count` games, or what the first range has of them, and the rest."""
    (start, size), *others = ranges
    count = min(count, size)
    return (start, count), [(start + count, size - count), *others] if count < size else others


def given(packs: np.ndarray | None, ranges: Ranges, first: int, count: int) -> np.ndarray | None:
    """The given packs of some games; packs come in one range."""
    return None if packs is None else packs[first - ranges[0][0] : first - ranges[0][0] + count]


class Rows:
    """Collects the outcome rows of some ranges of games in one table."""

    digest = None

    def __init__(self, job: Job, ranges: Iterable[tuple[int, int]], packs: np.ndarray | None = None) -> None:
        self.job, self.packs = job, packs
        starts, counts = (np.array(side, np.int64) for side in zip(*ranges, strict=True))
        self.starts, self.places = starts, np.concatenate([[0], np.cumsum(counts)])
        n = int(self.places[-1])
        try:
            self.rows = job.game.empty_rows(job.unit, n)
        except (MemoryError, ValueError):  # numpy raises either, depending on the size
            raise ValueError(
                f"n={n:,} rows do not fit into memory; keep='counts' keeps tallies only, out='folder' writes the rows"
            ) from None
        self.blocks: list[tuple[int, int]] = []

    def __len__(self) -> int:
        return sum(count for _, count in self.blocks)

    @property
    def full(self) -> bool:
        """Whether all rows have arrived."""
        return len(self) == len(self.rows)

    def to_play(self) -> Ranges:
        """The ranges of games still to be played."""
        return self.gaps()

    def gaps(self) -> Ranges:
        """The ranges of games that have not arrived."""
        arrived = sorted([(place, count) for place, count in self.blocks] + [(int(end), 0) for end in self.places])
        found, at = [], 0
        for place, count in arrived:
            if place > at:
                found.append((self._game(at), place - at))
            at = place + count
        return found

    def _game(self, place: int) -> int:
        which = int(np.searchsorted(self.places, place, side="right")) - 1
        return int(self.starts[which] + place - self.places[which])

    def add(self, block: Block) -> None:
        """Take a block's rows over."""
        which = int(np.searchsorted(self.starts, block.first, side="right")) - 1
        place = int(block.first - self.starts[which] + self.places[which])
        self.rows[place : place + len(block.rows)] = block.rows
        self.blocks.append((place, len(block.rows)))

    def finish(self) -> Run:
        """The run of all rows that arrived."""
        blocks = sorted(self.blocks)  # only what arrived is touched, however much room there is
        if not blocks:
            return Run(self.job, self.rows[:0], np.empty(0, np.int64))
        index = np.concatenate([self._game(place) + np.arange(count) for place, count in blocks])
        if self.full:
            return Run(self.job, self.rows, index, packs=self.packs)
        rows = np.concatenate([self.rows[place : place + count] for place, count in blocks]).view(np.recarray)
        kept = np.concatenate([np.arange(place, place + count) for place, count in blocks])
        return Run(self.job, rows, index, packs=None if self.packs is None else self.packs[kept])
