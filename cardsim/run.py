"""Run: the outcomes of a study, and what one asks of them."""

from __future__ import annotations

import functools
import hashlib
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim import stats
from cardsim.games.parameters import near
from cardsim.job import Job, fingerprint
from cardsim.measures import UNRESOLVED
from cardsim.stats import Estimate

if TYPE_CHECKING:
    import pandas as pd

DIGEST_ROWS = 1000


def plural(unit: str) -> str:
    """The unit of a run in the plural.

    Examples
    --------
    >>> plural("deal"), plural("match")
    ('deals', 'matches')
    """
    return unit + ("es" if unit.endswith("ch") else "s")


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


def hashed(table: pd.DataFrame) -> str:
    """A hash of outcome rows."""
    return hashlib.sha256(table.to_csv(lineterminator="\n").encode()).hexdigest()[:16]


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
    complete : bool
        False if the run was interrupted before all its games were played.
    stopping : dict
        What the run was played `until`: each outcome's interval, valid however often one looked; else empty.
    """

    complete: bool = True
    stopping: Mapping[Any, Estimate] = MappingProxyType({})

    def __init__(self, job: Job, rows: np.ndarray | None, index: np.ndarray, packs: np.ndarray | None = None) -> None:
        self._job, self._rows, self._index, self._packs = job, rows, index, packs

    def __repr__(self) -> str:
        names = " v ".join(self._job.names)
        games = plural(self._job.unit)
        return f"<Run of {self.n:,} {self._job.game.name} {games}, {names}, seed {self._job.seed}>"

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
        return hashed(self._beginning)

    def short_provenance(self, rows: int) -> dict[str, Any]:
        """The provenance with a digest of the first `rows` games alone, for games that are slow to play again."""
        return {**self.provenance, "digest": hashed(self._beginning.head(rows)), "digest_rows": rows}

    @functools.cached_property
    def table(self) -> pd.DataFrame:
        """One row per game, indexed by game index."""
        return self._read()

    def _read(self) -> pd.DataFrame:
        import pandas as pd

        assert self._rows is not None
        return self._job.table(self._rows, pd.Index(self._index, name="game"))

    @property
    def _beginning(self) -> pd.DataFrame:
        """The first :data:`DIGEST_ROWS` rows of the table."""
        return self.table.head(DIGEST_ROWS)

    def _pieces(self, column: str) -> Iterable[pd.Series]:
        """A column from its first row to its last, in as many pieces as it is kept in."""
        return [self.table[column]]

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
        pieces = [self._number(piece) for piece in self._pieces(self._column(column))]
        values = pieces[0] if len(pieces) == 1 else np.concatenate(pieces)
        chosen = values if among is None else values[self._where(among)]
        return stats.mean(chosen.astype(np.float64))

    def counts(self, column: str) -> pd.Series:
        """How often each value of a column occurred, in order of the values."""
        pieces = [piece.value_counts(sort=False) for piece in self._pieces(self._column(column))]
        total = functools.reduce(lambda one, other: one.add(other, fill_value=0), pieces)
        return total.astype(np.int64).rename("count").sort_index()

    def find(self, **conditions: Any) -> pd.Index:
        """Indices of the games whose columns have the given values; a callable is applied to the column.

        Examples
        --------
        >>> import cardsim as cs
        >>> run = cs.simulate("gin", n=1000, seed=1)
        >>> len(run.find(end="undercut", turns=lambda turns: turns < 10)) > 0
        True
        """
        import pandas as pd

        found = np.ones(self.n, bool)
        index = None
        for column, wanted in conditions.items():
            values = pd.concat(self._pieces(self._column(column)))
            index = values.index
            if callable(wanted):
                found &= np.asarray(wanted(values), bool)
            else:
                choices = [name.strip() for name in wanted.split("|")] if isinstance(wanted, str) else [wanted]
                for choice in choices:
                    _check_value(values, column, choice)
                found &= values.isin(choices).to_numpy()
        return (self.table.index if index is None else index)[found]

    def replay(self, index: int) -> Any:
        """The very game of that index, move by move."""
        from cardsim.replay import replay_job

        if self._packs is None:
            return replay_job(self._job, index)
        place = int(np.searchsorted(self._index, index))
        if place >= self.n or self._index[place] != index:
            raise ValueError(f"game {index} is not in this run of games {self._index[0]} .. {self._index[-1]}")
        return replay_job(self._job, index, self._packs[place : place + 1])

    def _number(self, values: pd.Series) -> np.ndarray:
        if values.dtype == "category":
            raise ValueError(f"{values.name!r} is not a number; ask rate() for the share of one of its values")
        return values.to_numpy()

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
        if not isinstance(column, str):
            raise ValueError(f"name a column of the table, such as 'turns', not {type(column).__name__}")
        columns = self._beginning.columns
        if column not in columns:
            raise ValueError(f"{self._job.game.name} has no column {column!r}{near(column, columns)}")
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
            return np.concatenate([piece.isin(names).to_numpy() for piece in self._pieces("end")])
        flags = self._flags()
        if condition in flags:
            return np.concatenate([piece.to_numpy() for piece in self._pieces(condition)])
        unknown = next((name for name in names if name not in ends), condition)
        raise ValueError(f"{job.game.name} has no end or bool column {unknown!r}{near(unknown, [*ends, *flags])}")

    def _flags(self) -> list[str]:
        """The columns that are true or false in each game."""
        rows = self._beginning
        return [name for name in rows.columns if rows[name].dtype == bool]


def _check_value(values: pd.Series, column: str, wanted: Any) -> None:
    """Refuse what a column can never be: a misspelt word, or a word for a number."""
    if values.dtype == "category":
        if wanted not in values.cat.categories:
            raise ValueError(f"{column} is never {wanted!r}{near(wanted, values.cat.categories)}")
    elif isinstance(wanted, str) and values.dtype.kind in "iufb":
        raise ValueError(f"{column} holds numbers, never {wanted!r}")
