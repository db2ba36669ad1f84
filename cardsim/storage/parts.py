"""Which games go into which part of a stored run."""

from __future__ import annotations

import math
from pathlib import Path

from cardsim.job import Job

MOST_PARTS, LEAST_ROWS = 16, 1000


def part_rows(job: Job, n: int) -> int:
    """Games per part: a sixteenth of a small study, and never more than the game says is soon played."""
    return min(job.game.part_rows, max(LEAST_ROWS, math.ceil(n / MOST_PARTS)))


def part_plan(job: Job, first: int, n: int, share: tuple[int, int] | None = None) -> list[tuple[int, int]]:
    """The parts of a study as (first game, number of games); share i of k takes every k-th part.

    Examples
    --------
    >>> from cardsim.arguments import make_job
    >>> part_plan(make_job("gin", None), 0, 2500)
    [(0, 1000), (1000, 1000), (2000, 500)]
    >>> part_plan(make_job("gin", None), 0, 2500, (2, 2))
    [(1000, 1000)]
    """
    size = part_rows(job, n)
    parts = [(start, min(size, first + n - start)) for start in range(first, first + n, size)]
    return parts if share is None else parts[share[0] - 1 :: share[1]]


def part_name(first: int, start: int, size: int) -> str:
    """File name of the part that begins with game `start`."""
    return f"part-{(start - first) // size:05d}.parquet"


def parts_of(path: Path) -> list[Path]:
    """The parts of a folder, in order."""
    return sorted(path.glob("part-*.parquet"), key=lambda part: (len(part.name), part.name))
