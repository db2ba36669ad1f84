"""Run: the outcomes of a study, and what one asks of them."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim import stats
from cardsim.games.parameters import near
from cardsim.job import Block, Job, fingerprint
from cardsim.measures import UNRESOLVED
from cardsim.stats import Estimate

if TYPE_CHECKING:
    import pandas as pd

DIGEST_ROWS = 1000


def package_version() -> str:
    """The version of the installed package."""
    try:
        return version("cardsim")
    except PackageNotFoundError:
        return "unknown"


def provenance(job: Job, n: int, first: int) -> dict[str, Any]:
    """Everything needed to play the same games again, and the versions they were played with."""
    import numba

    return {
        "game": job.game.name,
        "game_version": job.game.version,
        "rules": job.rules._asdict(),
        "seats": [fingerprint(strategy, job.game.decisions) for strategy in job.seats],
        "unit": job.unit,
        "seed": job.seed,
        "first": first,
        "n": n,
        "versions": {
            "cardsim": package_version(),
            "python": platform.python_version(),
            "numba": numba.__version__,
            "numpy": np.__version__,
        },
    }


class Run:
    """The outcomes of many games: one row per deal or match.

    Attributes
    ----------
    table : pandas.DataFrame
        One row per game, indexed by game index.
    provenance : dict
        Rules, strategies, seed, n and versions.
    n : int
        Number of games.
    stopping : dict
        What the run was played `until`: each outcome's interval, valid however often one looked; else empty.
    """

    stopping: Mapping[Any, Estimate] = MappingProxyType({})

    def __init__(self, job: Job, rows: np.ndarray | None, index: np.ndarray, packs: np.ndarray | None = None) -> None:
        self._job, self._rows, self._index, self._packs = job, rows, index, packs

    def __repr__(self) -> str:
        names = " v ".join(self._job.names)
        return f"<Run of {self.n:,} {self._job.game.name} {self._job.unit}s, {names}, seed {self._job.seed}>"

    @property
    def n(self) -> int:
        """Number of games."""
        return len(self._index)

    @property
    def game(self) -> Any:
        """The game."""
        return self._job.game

    @property
    def rules(self) -> Any:
        """The checked rules."""
        return self._job.rules

    @functools.cached_property
    def provenance(self) -> dict[str, Any]:
        """Everything needed to play the same games again, and the versions they were played with."""
        return self._provenance()

    def _provenance(self) -> dict[str, Any]:
        first = int(self._index[0]) if len(self._index) else 0
        return {**provenance(self._job, self.n, first), "digest": self.digest}

    @functools.cached_property
    def digest(self) -> str:
        """A hash of the first :data:`DIGEST_ROWS` outcome rows, by which anyone can check that theirs are the same."""
        return hashlib.sha256(self.table.head(DIGEST_ROWS).to_csv(lineterminator="\n").encode()).hexdigest()[:16]

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row per game, indexed by game index."""
        return self._read()

    def _read(self) -> pd.DataFrame:
        import pandas as pd

        assert self._rows is not None
        return self._job.table(self._rows, pd.Index(self._index, name="game"))

    def save(self, path: Any) -> Any:
        """Write the run to one Parquet file, from which ``cs.load`` reads it back."""
        from cardsim.storage import save_run

        return save_run(self, path)

    def rate(self, of: Any, among: Any = None) -> Estimate:
        """Share of games in which something happened, with Wilson's interval.

        Parameters
        ----------
        of, among : str or bool Series
            An end's name (``"undercut"``), ends joined by ``|`` (``"knock|undercut"``), a bool column or a bool Series.
            `among` restricts the games that count.  Games that ended undecided widen the interval of the other ends:
            they count as losses for its lower end and as wins for its upper.

        Raises
        ------
        ValueError
            Naming an unknown end or column, with near names.

        Examples
        --------
        >>> import cardsim as cs
        >>> run = cs.simulate("gin", n=1000, seed=1)
        >>> run.rate("gin").n
        1000
        """
        if (watched := self._watched(of, among)) is not None:
            return watched
        hits, base = self._where(of), np.ones(self.n, bool) if among is None else self._where(among)
        unknown = self._where(UNRESOLVED) & base if self._leaves_open(of) else np.zeros(0, bool)
        return stats.proportion(int((hits & base).sum()), int(base.sum()), int(unknown.sum()))

    def mean(self, column: str, among: Any = None) -> Estimate:
        """Mean of a column with a t interval; `among` as in :meth:`rate`."""
        if (watched := self._watched(column, among)) is not None:
            return watched
        values = self.table[self._column(column)]
        if values.dtype == "category":
            raise ValueError(f"{column!r} is not a number; ask rate() for the share of one of its values")
        if among is not None:
            values = values[self._where(among)]
        return stats.mean(values.to_numpy(np.float64))

    def counts(self, column: str) -> pd.Series:
        """How often each value of a column occurred, in order of the values."""
        return self.table[self._column(column)].value_counts(sort=False).sort_index()

    def find(self, **conditions: Any) -> pd.Index:
        """Indices of the games whose columns have the given values; a callable is applied to the column.

        Examples
        --------
        >>> import cardsim as cs
        >>> run = cs.simulate("gin", n=1000, seed=1)
        >>> len(run.find(end="undercut", turns=lambda turns: turns < 10)) > 0
        True
        """
        found = np.ones(self.n, bool)
        for column, wanted in conditions.items():
            values = self.table[self._column(column)]
            if callable(wanted):
                found &= np.asarray(wanted(values), bool)
            elif isinstance(wanted, str) and "|" in wanted:
                found &= values.isin(wanted.split("|")).to_numpy()
            else:
                if values.dtype == "category" and wanted not in values.cat.categories:
                    raise ValueError(f"{column} is never {wanted!r}{near(wanted, values.cat.categories)}")
                found &= (values == wanted).to_numpy()
        return self.table.index[found]

    def replay(self, index: int) -> Any:
        """The very game of that index, move by move."""
        from cardsim.replay import replay_job

        if self._packs is None:
            return replay_job(self._job, index)
        place = int(np.searchsorted(self._index, index))
        if place >= self.n or self._index[place] != index:
            raise ValueError(f"game {index} is not in this run of games {self._index[0]} .. {self._index[-1]}")
        return replay_job(self._job, index, self._packs[place : place + 1])

    def _leaves_open(self, of: Any) -> bool:
        """Whether games that ended undecided may yet have the ends asked for, so that they widen the interval."""
        ends = self._job.game.ends[self._job.unit]
        names = [name.strip() for name in of.split("|")] if isinstance(of, str) else []
        return UNRESOLVED in ends and UNRESOLVED not in names and bool(names) and all(name in ends for name in names)

    def _watched(self, of: Any, among: Any) -> Estimate | None:
        """The interval of an outcome that the run was played until; a fixed-sample one would be too short."""
        if isinstance(of, str) and (among is None or isinstance(among, str)):
            return self.stopping.get(of if among is None else (of, among))
        return None

    def _column(self, column: str) -> str:
        if column not in self.table.columns:
            raise ValueError(f"{self._job.game.name} has no column {column!r}{near(column, self.table.columns)}")
        return column

    def _where(self, condition: Any) -> np.ndarray:
        """The games a condition selects, as a bool array."""
        if isinstance(condition, str):
            return self._where_named(condition)
        values = np.asarray(condition)
        if values.dtype != bool or values.shape != (self.n,):
            raise ValueError(
                f"a condition must be a name or {self.n} bools, not {values.dtype} of shape {values.shape}"
            )
        return values

    def _where_named(self, condition: str) -> np.ndarray:
        job = self._job
        ends = job.game.ends[job.unit]
        names = [name.strip() for name in condition.split("|")]
        if all(name in ends for name in names):
            return self.table["end"].isin(names).to_numpy()
        if condition in self.table.columns and self.table[condition].dtype == bool:
            return self.table[condition].to_numpy()
        unknown = next((name for name in names if name not in ends), condition)
        flags = [name for name in self.table.columns if self.table[name].dtype == bool]
        raise ValueError(f"{job.game.name} has no end or bool column {unknown!r}{near(unknown, [*ends, *flags])}")


class Tally:
    """Collects counts of every column's values by end, so that memory does not grow with the number of games."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.counts: dict[str, dict[Any, np.ndarray]] = {}
        self.n = 0

    def add(self, block: Block) -> None:
        """Count a block's rows."""
        job = self.job
        table = job.table(block.rows)
        ends = len(job.game.ends[job.unit])
        codes = np.asarray(block.rows["end"], np.int64)
        self.n += len(table)
        for column in table.columns:
            values, places = np.unique(table[column].to_numpy(), return_inverse=True)
            tally = np.bincount(places * ends + codes, minlength=ends * len(values)).reshape(-1, ends)
            seen = self.counts.setdefault(column, {})
            for value, row in zip(values.tolist(), tally, strict=True):
                seen[value] = seen[value] + row if value in seen else row

    def finish(self, packs: np.ndarray | None = None) -> TallyRun:
        """The run of all games counted."""
        import pandas as pd

        names = list(self.job.game.ends[self.job.unit])
        frames = {
            column: pd.DataFrame(list(seen.values()), index=list(seen), columns=names).sort_index()
            for column, seen in self.counts.items()
        }
        return TallyRun(self.job, frames, self.n)


class TallyRun(Run):
    """The outcomes of many games as tallies: rates, means and counts, but no rows."""

    def __init__(self, job: Job, counts: dict[str, pd.DataFrame], n: int) -> None:
        super().__init__(job, None, np.empty(0, np.int64))
        self._counts, self._n = counts, n

    @property
    def n(self) -> int:
        """Number of games."""
        return self._n

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """Refused: the rows were not kept."""
        raise ValueError("this run kept counts only (keep='counts'); run it with keep='rows' for a table")

    def _provenance(self) -> dict[str, Any]:
        return provenance(self._job, self.n, 0)

    def rate(self, of: Any, among: Any = None) -> Estimate:
        """Share of games with an end or a true bool column, among all games or those with some ends."""
        if (watched := self._watched(of, among)) is not None:
            return watched
        ends = None if among is None else self._ends(among)
        total = self.n if ends is None else int(self._by_end("end", ends).to_numpy().sum())
        if isinstance(of, str) and of in self._counts and of != "end":
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

    def _by_end(self, column: str, ends: list[str] | None) -> pd.DataFrame:
        counted = self._counts[column]
        return counted if ends is None else counted[[name for name in ends if name in counted.columns]]

    def _column(self, column: str) -> str:
        if column not in self._counts:
            raise ValueError(f"{self._job.game.name} has no column {column!r}{near(column, self._counts)}")
        return column

    def _ends(self, condition: Any) -> list[str]:
        ends = self._job.game.ends[self._job.unit]
        names = condition.split("|") if isinstance(condition, str) else []
        for name in names:
            if name not in ends:
                raise ValueError(f"{self._job.game.name} has no end {name!r}{near(name, ends)}")
        if not names:
            raise ValueError("a run with keep='counts' takes ends by name here, such as 'knock|undercut'")
        return names
