"""Runs on disk: Parquet parts that appear whole or not at all, a manifest, resuming, sharing out and merging.

A folder holds ``_run.json`` (what is played: everything in a run's provenance) and ``part-00000.parquet`` ... in which
part k holds a fixed range of games.  The ranges follow from the game and the number of games alone, so an interrupted
run, resumed, leaves the same files as one that was not, and shares played by several machines fit together.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import warnings
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from cardsim.games import games
from cardsim.job import Job, fingerprint
from cardsim.run import Run, provenance

MANIFEST, LOCK, KEY = "_run.json", "_lock", b"cardsim"
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


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)


def write_parquet(path: Path, table: pd.DataFrame, about: dict[str, Any]) -> None:
    """Write a table with its origin in the schema's metadata, whole or not at all."""
    arrow = pa.Table.from_pandas(table, preserve_index=True)
    metadata = {**(arrow.schema.metadata or {}), KEY: json.dumps(about, sort_keys=True).encode()}
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        pq.write_table(arrow.replace_schema_metadata(metadata), draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def read_about(path: Path) -> dict[str, Any] | None:
    """The origin in a part's metadata; None if the file is no whole part."""
    try:
        metadata = pq.read_schema(path).metadata or {}
        return json.loads(metadata[KEY])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return None


def differences(old: dict[str, Any], new: dict[str, Any], place: str = "") -> list[str]:
    """Where two origins differ, as "rules.knock_limit: 10 there, 7 here"."""
    found = []
    for key in dict.fromkeys([*old, *new]):
        if key in ("versions", "digest"):
            continue
        here, there = new.get(key), old.get(key)
        if isinstance(here, dict) and isinstance(there, dict):
            found += differences(there, here, f"{place}{key}.")
        elif here != there:
            found.append(f"{place}{key}: {there!r} there, {here!r} here")
    return found


class Folder:
    """A run's folder, open for writing by this process alone."""

    def __init__(self, path: Path, job: Job, first: int, n: int, share: tuple[int, int] | None) -> None:
        self.path, self.job, self.first, self.n, self.share = path, job, first, n, share
        self.size = part_rows(job, n)
        about = {**provenance(job, n, first), "part_rows": self.size, "shard": list(share) if share else None}
        self.about = json.loads(json.dumps(about))
        self._lock: Any = None

    def __enter__(self) -> Folder:
        self.path.mkdir(parents=True, exist_ok=True)
        self._lock = lock(self.path)
        try:
            self._check_manifest()
        except BaseException:
            self._lock.close()
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.close()
        (self.path / LOCK).unlink(missing_ok=True)

    def _check_manifest(self) -> None:
        manifest = self.path / MANIFEST
        if not manifest.exists():
            if strangers := [path.name for path in self.path.glob("part-*.parquet")]:
                raise ValueError(f"{self.path} holds {strangers[0]} but no {MANIFEST}: name an empty folder")
            write_text(manifest, json.dumps(self.about, indent=2) + "\n")
            return
        found = differences(read_manifest(self.path), self.about)
        if found:
            raise ValueError(f"{self.path} holds another study ({'; '.join(found)}): name another folder")

    def plan(self) -> list[tuple[int, int]]:
        """The parts this folder is to hold."""
        return part_plan(self.job, self.first, self.n, self.share)

    def missing(self) -> list[tuple[int, int]]:
        """The parts that are not there, or not whole; a part of another study is refused by name."""
        for draft in self.path.glob(".*.part"):
            draft.unlink(missing_ok=True)
        planned = {part_name(self.first, start, self.size): (start, count) for start, count in self.plan()}
        for path in sorted(self.path.glob("part-*.parquet")):
            if path.name not in planned:
                raise ValueError(f"{path} does not belong to this study: remove it or name another folder")
        return [part for name, part in planned.items() if not self._whole(self.path / name, *part)]

    def _whole(self, path: Path, start: int, count: int) -> bool:
        if not path.exists():
            return False
        about = read_about(path)
        if about is None:
            warnings.warn(f"{path} is damaged and is played again", RuntimeWarning, stacklevel=4)
            return False
        found = differences(about, {**self.about, "part": [start, count], "shard": None})
        if found:
            raise ValueError(f"{path} is a part of another study ({'; '.join(found)}): remove it")
        return True

    def write(self, start: int, rows: np.ndarray) -> None:
        """Write the part that begins with game `start`."""
        index = pd.RangeIndex(start, start + len(rows), name="game")
        about = {**self.about, "part": [start, len(rows)], "shard": None}
        write_parquet(
            self.path / part_name(self.first, start, self.size),
            self.job.table(rows, index),
            {key: value for key, value in about.items() if key != "versions"},
        )

    def run(self) -> Run:
        """The run of all parts that are there."""
        return StoredRun(self.job, parts_of(self.path), read_manifest(self.path))


def lock(path: Path) -> Any:
    """Hold the folder's lock file; a second process is refused.  The system frees it however this one ends."""
    handle = open(path / LOCK, "w")  # noqa: SIM115 - held open until the run ends
    try:
        import fcntl
    except ImportError:  # no such locks here: two writers would only repeat each other's work
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise ValueError(f"{path} is being written by another process") from None
    return handle


def read_manifest(path: Path) -> dict[str, Any]:
    """A folder's manifest."""
    try:
        found: dict[str, Any] = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{path} is no run: it has no {MANIFEST}") from None
    except ValueError:
        raise ValueError(f"{path / MANIFEST} cannot be read: it is not JSON") from None
    return found


def parts_of(path: Path) -> list[Path]:
    """The parts of a folder, in order."""
    return sorted(path.glob("part-*.parquet"))


class StoredRun(Run):
    """A run whose rows lie on disk and are read when they are first asked for."""

    def __init__(self, job: Job, files: list[Path], about: dict[str, Any], replayable: bool = True) -> None:
        self._files, self._about, self._replayable = files, about, replayable
        counts = [pq.read_metadata(file).num_rows for file in files]
        self._count = sum(counts)
        super().__init__(job, None, np.empty(0, np.int64))

    @property
    def n(self) -> int:
        """Number of games."""
        return self._count

    def _read(self) -> pd.DataFrame:
        frames = [pq.read_table(file).to_pandas() for file in self._files]
        if not frames:
            return self._job.table(self._job.game.empty_rows(self._job.unit, 0), pd.RangeIndex(0, name="game"))
        return pd.concat(frames) if len(frames) > 1 else frames[0]

    def _provenance(self) -> dict[str, Any]:
        about = {key: value for key, value in self._about.items() if key not in ("part", "part_rows")}
        return {**about, "n": self.n}

    def replay(self, index: int) -> Any:
        """The very game of that index, move by move."""
        if not self._replayable:
            own = [name for name in self._job.names if name not in self._job.game.strategies]
            raise ValueError(f"strategy {own[0]!r} is not built in: use cs.replay(...) with the strategy itself")
        return super().replay(index)


def save_run(run: Run, path: Path | str) -> Path:
    """Write a run to one Parquet file, whole or not at all."""
    target = Path(path)
    if target.is_dir():
        raise ValueError(f"{target} is a folder: name a file, such as run.parquet")
    target.parent.mkdir(parents=True, exist_ok=True)
    write_parquet(target, run.table, run.provenance)
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
        about = read_manifest(place)
        files = parts_of(place)
        for file in files:
            if read_about(file) is None:
                raise ValueError(f"{file} is damaged: run the study again with out={str(place)!r} to play it again")
    else:
        found = read_about(place)
        if found is None:
            raise ValueError(f"{place} is no run written by cardsim, or it is damaged")
        about, files = found, [place]
    job, replayable = rebuild(about)
    return StoredRun(job, files, about, replayable)


def rebuild(about: dict[str, Any]) -> tuple[Job, bool]:
    """The job of an origin, and whether its strategies are built in and unchanged, so that games can be replayed."""
    game = games[about["game"]]
    if about["game_version"] != game.version:
        warnings.warn(
            f"this run was played with version {about['game_version']} of {game.name}, now {game.version}: "
            "replays would differ",
            RuntimeWarning,
            stacklevel=3,
        )
    seats, same = [], about["game_version"] == game.version
    for seat in about["seats"]:
        try:
            strategy = game.find_strategy(seat["name"])._replace(params=dict(seat["params"]), memory=seat["memory"])
            same = same and fingerprint(strategy, game.decisions) == seat
        except ValueError:
            strategy, same = game.find_strategy(game.default_seats[0])._replace(name=seat["name"]), False
        seats.append(strategy)
    rules = game.check_rules(about["rules"])
    return Job(game.name, rules, tuple(seats), about["seed"], about["unit"]), same


def merge(target: Path | str, shares: Iterable[Path | str]) -> Run:
    """Bring the folders of all shares of one study together in `target`; nothing may be missing or double.

    Raises
    ------
    ValueError
        Naming shares of different studies, a share that is missing or given twice, or a part that is missing.
    """
    folders = [Path(share) for share in shares]
    if not folders:
        raise ValueError("merge needs the folders of all shares")
    abouts = [read_manifest(folder) for folder in folders]
    seen: dict[int, Path] = {}
    for folder, about in zip(folders, abouts, strict=True):
        if about.get("shard") is None:
            raise ValueError(f"{folder} is a whole study, not a share of one")
        found = differences({**abouts[0], "shard": about["shard"][1:]}, {**about, "shard": about["shard"][1:]})
        if found or about["shard"][1] != abouts[0]["shard"][1]:
            raise ValueError(f"{folder} is a share of another study than {folders[0]} ({'; '.join(found)})")
        which = about["shard"][0]
        if which in seen:
            raise ValueError(f"{folder} and {seen[which]} are the same share, {which} of {about['shard'][1]}")
        seen[which] = folder
    total = abouts[0]["shard"][1]
    if lacking := [str(i) for i in range(1, total + 1) if i not in seen]:
        raise ValueError(f"share {', '.join(lacking)} of {total} is missing")
    job, _ = rebuild(abouts[0])
    with Folder(Path(target), job, abouts[0]["first"], abouts[0]["n"], None) as whole:
        whole.about = {**abouts[0], "shard": None}
        write_text(whole.path / MANIFEST, json.dumps(whole.about, indent=2) + "\n")
        for share in folders:
            for file in parts_of(share):
                draft = whole.path / f".{file.name}.{os.getpid()}.part"
                shutil.copyfile(file, draft)
                os.replace(draft, whole.path / file.name)
        if gaps := whole.missing():
            raise ValueError(f"games {gaps[0][0]} .. {sum(gaps[0]) - 1} are missing: finish that share first")
    return load(target)
