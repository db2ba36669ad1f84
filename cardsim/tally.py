"""Tallies: how often each outcome occurred, kept in place of rows, so that memory does not grow with the study."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cardsim import stats
from cardsim.games.parameters import near
from cardsim.job import Block, Job
from cardsim.measures import UNRESOLVED
from cardsim.run import Run, provenance
from cardsim.stats import Estimate

if TYPE_CHECKING:
    import pandas as pd


WIDEST = 4096  # values between the least and the largest of a column that is counted without sorting


class Counted(NamedTuple):
    """A block as tallies: for each column its values, and how often each occurred with each end."""

    n: int
    columns: dict[str, tuple[np.ndarray, np.ndarray]]


def count_block(job: Job, block: Block) -> Counted:
    """Count a block's rows, in the process that played it."""
    table = job.table(block.rows)
    ends = len(job.game.ends[job.unit])
    codes = np.asarray(block.rows["end"], np.int64)
    return Counted(len(table), {column: _count(table[column], codes, ends) for column in table.columns})


def _count(column: pd.Series, codes: np.ndarray, ends: int) -> tuple[np.ndarray, np.ndarray]:
    """The different values of a column, and how often each occurred with each end."""
    if column.dtype == "category":
        places, tally = _count(column.cat.codes, codes, ends)
        return column.cat.categories.to_numpy()[places], tally
    values = column.to_numpy()
    if values.dtype.kind in "bui" and len(values):  # small whole numbers are counted without sorting
        low, high = int(values.min()), int(values.max())
        if high - low < WIDEST:
            tally = _tally(values.astype(np.int64) - low, codes, ends)
            found = np.flatnonzero(tally.any(axis=1))
            return (found + low).astype(values.dtype), tally[found]
    different, places = np.unique(values, return_inverse=True)
    return different, _tally(places, codes, ends)


def _tally(places: np.ndarray, codes: np.ndarray, ends: int) -> np.ndarray:
    """How often each place occurred with each end."""
    counted = np.bincount(places * ends + codes)
    rows = -(-len(counted) // ends)
    return np.pad(counted, (0, rows * ends - len(counted))).reshape(rows, ends)


class Tally:
    """Collects counts of every column's values by end, so that memory does not grow with the number of games."""

    digest = staticmethod(count_block)

    def __init__(self, job: Job, first: int = 0, n: int = 0) -> None:
        self.job, self.first, self.planned = job, first, n
        self.counts: dict[str, dict[Any, np.ndarray]] = {}
        self.n = 0

    def to_play(self) -> list[tuple[int, int]]:
        """The ranges of games still to be played."""
        return [(self.first, self.planned)]

    def add(self, block: Block | Counted) -> None:
        """Take a block's counts over; a block of rows is counted first."""
        counted = count_block(self.job, block) if isinstance(block, Block) else block
        self.n += counted.n
        for column, (values, tally) in counted.columns.items():
            seen = self.counts.setdefault(column, {})
            for value, row in zip(values.tolist(), tally, strict=True):
                seen[value] = seen[value] + row if value in seen else row

    def finish(self) -> TallyRun:
        """The run of all games counted."""
        import pandas as pd

        names = list(self.job.game.ends[self.job.unit])
        frames = {
            column: pd.DataFrame(list(seen.values()), index=list(seen), columns=names).sort_index()
            for column, seen in self.counts.items()
        }
        return TallyRun(self.job, frames, self.n, self.first)


class TallyRun(Run):
    """The outcomes of many games as tallies: rates, means and counts, but no rows."""

    def __init__(self, job: Job, counts: dict[str, pd.DataFrame], n: int, first: int = 0) -> None:
        super().__init__(job, None, np.empty(0, np.int64))
        self._counts, self._n, self._first = counts, n, first

    @property
    def n(self) -> int:
        """Number of games."""
        return self._n

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """Refused: the rows were not kept."""
        raise ValueError("this run kept counts only (keep='counts'); run it with keep='rows' for a table")

    def _provenance(self) -> dict[str, Any]:
        return provenance(self._job, self.n, self._first)

    def rate(self, of: Any, among: Any = None) -> Estimate:
        """Share of games with an end or a true bool column, among all games or those with some ends."""
        if (watched := self._watched(of, among)) is not None:
            return watched
        ends = None if among is None else self._ends(among)
        total = self.n if ends is None else int(self._by_end("end", ends).to_numpy().sum())
        if isinstance(of, str) and self._is_flag(of):
            counted = self._by_end(of, ends)
            return stats.proportion(int(counted.loc[counted.index.astype(bool)].to_numpy().sum()), total)
        chosen = self._ends(of)
        chosen = chosen if ends is None else [name for name in chosen if name in ends]
        unknown = [UNRESOLVED] if self._leaves_open(of) and (ends is None or UNRESOLVED in ends) else []
        hits, open_games = (int(self._by_end("end", names).to_numpy().sum()) for names in (chosen, unknown))
        return stats.proportion(hits, total, open_games)

    def mean(self, column: str, among: Any = None) -> Estimate:
        """Mean of a column with a t interval, among all games or those with some ends."""
        if (watched := self._watched(column, among)) is not None:
            return watched
        counted = self._by_end(self._column(column), None if among is None else self._ends(among)).sum(axis=1)
        return stats.mean_of_counts(counted.index.to_numpy(np.float64), counted.to_numpy())

    def counts(self, column: str) -> pd.Series:
        """How often each value of a column occurred, in order of the values."""
        return self._counts[self._column(column)].sum(axis=1).rename("count")

    def _is_flag(self, column: str) -> bool:
        """Whether a column is true or false in each game."""
        return column in self._counts and all(isinstance(value, bool) for value in self._counts[column].index)

    def _by_end(self, column: str, ends: list[str] | None) -> pd.DataFrame:
        counted = self._counts[column]
        return counted if ends is None else counted[[name for name in ends if name in counted.columns]]

    def _column(self, column: str) -> str:
        if not isinstance(column, str):
            raise ValueError(f"name a column, such as 'turns', not {type(column).__name__}")
        if column not in self._counts:
            raise ValueError(f"{self._job.game.name} has no column {column!r}{near(column, self._counts)}")
        return column

    def _ends(self, condition: Any) -> list[str]:
        ends = self._job.game.ends[self._job.unit]
        names = [name.strip() for name in condition.split("|")] if isinstance(condition, str) else []
        for name in names:
            if name not in ends:
                flags = [column for column in self._counts if self._is_flag(column)]
                raise ValueError(
                    f"{self._job.game.name} has no end or bool column {name!r}{near(name, [*ends, *flags])}"
                )
        if not names:
            raise ValueError("a run with keep='counts' takes ends by name here, such as 'knock|undercut'")
        return names
