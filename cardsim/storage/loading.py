"""Runs read back from disk."""

from __future__ import annotations

import functools
import warnings
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from cardsim import stats
from cardsim.games import games
from cardsim.job import Job, fingerprint
from cardsim.run import DIGEST_ROWS, Run
from cardsim.stats import Estimate
from cardsim.storage.files import read_about, read_manifest, read_parquet, write_parquet
from cardsim.storage.parts import parts_of

WHOLE = 1 << 24
"""Games up to which a mean is that of all values at once, to the last bit that of a run in memory; above, values are
counted part by part, which bounds the memory and is as exact."""


class StoredRun(Run):
    """A run whose rows lie on disk: `table` reads them all, rates, means and counts the columns they need."""

    def __init__(self, job: Job, files: list[Path], about: dict[str, Any], own: tuple[str, ...] = ()) -> None:
        self._files, self._about, self._own = files, about, own
        self._count = sum(pq.read_metadata(file).num_rows for file in files)
        super().__init__(job, None, np.empty(0, np.int64))

    @property
    def n(self) -> int:
        """Number of games."""
        return self._count

    def _read(self) -> pd.DataFrame:
        frames = [read_parquet(file) for file in self._files]
        if not frames:
            return self._job.table(self._job.game.empty_rows(self._job.unit, 0), pd.RangeIndex(0, name="game"))
        return pd.concat(frames) if len(frames) > 1 else frames[0]

    def _pieces(self, column: str) -> Iterable[pd.Series]:
        if "table" in self.__dict__ or not self._files:
            yield from super()._pieces(column)
            return
        for file in self._files:
            yield read_parquet(file, [column])[column]

    @functools.cached_property
    def _beginning(self) -> pd.DataFrame:
        if "table" in self.__dict__ or not self._files:
            return super()._beginning
        frames: list[pd.DataFrame] = []
        for file in self._files:
            frames.append(read_parquet(file))
            if sum(map(len, frames)) >= DIGEST_ROWS:
                break
        return pd.concat(frames).head(DIGEST_ROWS)

    def mean(self, column: str, among: Any = None) -> Estimate:
        """Mean of a column with a t interval; `among` as in :meth:`rate`."""
        if self.n <= WHOLE or self._watched(column, among) is not None:
            return super().mean(column, among)
        chosen = None if among is None else self._where(among)
        counted: Counter[float] = Counter()
        first = 0
        for piece in self._pieces(self._column(column)):
            values = self._number(piece)
            last = first + len(values)
            kept = values if chosen is None else values[chosen[first:last]]
            counted.update(dict(zip(*(found.tolist() for found in np.unique(kept, return_counts=True)), strict=True)))
            first = last
        return stats.mean_of_counts(list(counted), list(counted.values()))

    def _provenance(self) -> dict[str, Any]:
        about = {key: value for key, value in self._about.items() if key not in ("part", "part_rows")}
        return {**about, "n": self.n}

    def replay(self, index: int) -> Any:
        """The very game of that index, move by move; refused if a player is not built in or has changed since."""
        if self._own:
            raise ValueError(
                f"strategy {self._own[0]!r} is not built in, or has changed since: use cs.replay(...) with it"
            )
        if self._about.get("packs"):
            raise ValueError("the given packs of this run were not stored: use the run itself to replay its games")
        return super().replay(index)


def save_run(run: Run, path: Path | str) -> Path:
    """Write a run to one Parquet file, whole or not at all."""
    target = Path(path)
    if target.is_dir():
        raise ValueError(f"{target} is a folder: name a file, such as run.parquet")
    if target.suffix not in ("", ".parquet", ".pq"):
        raise ValueError(f"{target}: a run is kept as Parquet, so name it {target.stem}.parquet (run.table has to_csv)")
    target.parent.mkdir(parents=True, exist_ok=True)
    packs = {"packs": True} if run._packs is not None else {}
    write_parquet(target, run.table, {**run.provenance, **packs})
    return target


def load(path: Path | str) -> Run:
    """Read a run back, from a folder written with ``out=`` or a file written by ``Run.save``.

    Raises
    ------
    ValueError
        If there is no run at `path`, or a part is damaged (it is named).

    Examples
    --------
    >>> import tempfile, cardsim as cs
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kept = cs.simulate("gin", n=500, out=folder + "/run", progress=False)
    ...     print(cs.load(folder + "/run").rate("gin") == kept.rate("gin"))
    True
    """
    place = Path(path)
    if not place.exists():
        raise ValueError(f"there is no run at {place}")
    if place.is_dir():
        about, files = read_manifest(place), parts_of(place)
        for file in files:
            if read_about(file) is None:
                raise ValueError(f"{file} is damaged: run the study again with out={str(place)!r} to play it again")
    else:
        found = read_about(place)
        if found is None:
            raise ValueError(f"{place} is no run written by cardsim, or it is damaged")
        about, files = found, [place]
    job, own = rebuild(about)
    return StoredRun(job, files, about, own)


def rebuild(about: dict[str, Any]) -> tuple[Job, tuple[str, ...]]:
    """The job of an origin, and its strategies that are not built in or have changed, so that it cannot replay."""
    game = games[about["game"]]
    if about["game_version"] != game.version:
        warnings.warn(
            f"this run was played with version {about['game_version']} of {game.name}, now {game.version}: "
            "replays would differ",
            RuntimeWarning,
            stacklevel=3,
        )
    seats, own = [], []
    for seat in about["seats"]:
        try:
            strategy = game.find_strategy(seat["name"])
            # Decisions read parameters by place, and JSON keeps names in another order.
            params = {**dict(strategy.params), **dict(seat["params"])}
            strategy = strategy._replace(params=params, memory=seat["memory"])
            same = fingerprint(strategy, game.decisions) == seat
        except (TypeError, ValueError):
            strategy, same = game.find_strategy(game.default_seats[0])._replace(name=seat["name"]), False
        seats.append(strategy)
        own += [] if same else [seat["name"]]
    rules = game.check_rules(about["rules"])
    return Job(game.name, rules, tuple(seats), about["seed"], about["unit"]), tuple(own)
