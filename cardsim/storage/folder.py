"""A folder that a run is written to, part by part, and from which it resumes."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import shutil
import warnings
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import pandas as pd

from cardsim.blocks import Rows
from cardsim.job import Block, Job
from cardsim.run import Run, provenance
from cardsim.storage.files import (
    MANIFEST,
    differences,
    read_about,
    read_manifest,
    read_parquet,
    reason,
    write_json,
    write_parquet,
    write_whole,
)
from cardsim.storage.loading import StoredRun
from cardsim.storage.locking import LOCK, lock, release
from cardsim.storage.parts import part_name, part_plan, part_rows, parts_of


class Folder:
    """A run's folder, open for writing by this process alone.

    Blocks are added in any order; a part is written as soon as it is full.  When the folder is closed early, the blocks
    of unfinished parts are kept beside them (``_unfinished-00003.npz``), and the next run goes on from there.
    """

    digest = None

    def __init__(
        self,
        path: Path,
        job: Job,
        first: int,
        n: int,
        share: tuple[int, int] | None,
        about: dict[str, Any] | None = None,
    ) -> None:
        self.path, self.job, self.first, self.n, self.share = path, job, first, n, share
        self.size = part_rows(job, n)
        own = {**provenance(job, n, first), "part_rows": self.size, "shard": list(share) if share else None}
        self.about = about or json.loads(json.dumps(own))
        self._open: dict[int, Rows] = {}
        self._left = 0
        self._lock: Any = None

    def __enter__(self) -> Folder:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OSError(f"{self.path} cannot be made: {reason(error)}") from error
        self._lock = lock(self.path)
        try:
            self._check_manifest()
        except BaseException:
            release(self.path, self._lock)
            raise
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            self._keep_unfinished()
        finally:
            release(self.path, self._lock)

    def _check_manifest(self) -> None:
        if not (self.path / MANIFEST).exists():
            others = (path.name for path in self.path.iterdir() if path.name != LOCK and path.name[0] != ".")
            if strangers := sorted(others):
                raise ValueError(f"{self.path} holds {strangers[0]} but no {MANIFEST}: name an empty or a new folder")
            write_json(self.path / MANIFEST, self.about)
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
        for path in parts_of(self.path):
            if path.name not in planned:
                raise ValueError(f"{path} does not belong to this study: remove it or name another folder")
        return [part for name, part in planned.items() if not self._whole(self.path / name, *part)]

    def _whole(self, path: Path, start: int, count: int) -> bool:
        if not path.exists():
            return False
        about = read_about(path)
        if about is not None:
            found = differences(about, self._about_part(start, count))
            if found:
                raise ValueError(f"{path} is a part of another study ({'; '.join(found)}): remove it")
            with contextlib.suppress(ValueError):
                if len(read_parquet(path)) == count:
                    return True
        warnings.warn(f"{path} is damaged and is played again", RuntimeWarning, stacklevel=5)
        return False

    def _about_part(self, start: int, count: int) -> dict[str, Any]:
        """A part's origin; it does not say who played it, so that the same part is the same file everywhere."""
        about = {**self.about, "part": [start, count], "shard": None}
        return {key: value for key, value in about.items() if key != "versions"}

    def to_play(self) -> list[tuple[int, int]]:
        """The ranges of games that are still to be played: missing parts, less the blocks kept of unfinished ones."""
        ranges = []
        for start, count in self.missing():
            self._left += count
            rows = self._unfinished(start, count)
            ranges += [(start, count)] if rows is None else rows.gaps()
            if rows is not None:
                self._open[start] = rows
                self._write_if_full(start)
        self._check_room()
        return ranges

    def add(self, block: Block) -> None:
        """Take a block over; it lies within one part.  A part that is now full is written."""
        start = self.first + (block.first - self.first) // self.size * self.size
        if start not in self._open:
            self._open[start] = Rows(self.job, [(start, min(self.size, self.first + self.n - start))])
        self._open[start].add(block)
        if self._write_if_full(start):
            self._check_room()

    def _write_if_full(self, start: int) -> bool:
        rows = self._open[start]
        if not rows.full:
            return False
        index = pd.RangeIndex(start, start + len(rows), name="game")
        target = self.path / part_name(self.first, start, self.size)
        write_parquet(target, self.job.table(rows.rows, index), self._about_part(start, len(rows)))
        self._rest(start).unlink(missing_ok=True)
        self._left -= len(self._open.pop(start))
        return True

    def _check_room(self) -> None:
        """Report a disk too small for the games still to be played, by the size of the parts that are there."""
        files = parts_of(self.path)
        if not files or not self._left:
            return
        games = min(self.size, self.n)
        need = self._left / games * os.path.getsize(files[0])
        free = shutil.disk_usage(self.path).free
        if need > free:
            raise OSError(
                f"{self.path} has too little room: {self._left:,} more games take about {need / 1e6:,.1f} MB, "
                f"{free / 1e6:,.1f} MB are free; finished parts are kept, and the same call again resumes"
            )

    def _rest(self, start: int) -> Path:
        name = part_name(self.first, start, self.size).replace("part-", "_unfinished-")
        return self.path / Path(name).with_suffix(".npz")

    def _keep_unfinished(self) -> None:
        for start, rows in self._open.items():
            if not len(rows):
                continue
            about = json.dumps(self._about_part(start, len(rows.rows)), sort_keys=True)
            data = {"about": np.array(about), "blocks": np.array(rows.blocks), "rows": np.asarray(rows.rows)}
            with contextlib.suppress(OSError):  # what stopped the run tells more
                write_whole(self._rest(start), functools.partial(_save, data))

    def _unfinished(self, start: int, count: int) -> Rows | None:
        """The blocks kept of an unfinished part of this very study; anything else is ignored."""
        try:
            with np.load(self._rest(start), allow_pickle=False) as data:
                about, blocks, kept = json.loads(str(data["about"])), data["blocks"].tolist(), data["rows"]
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
            return None
        rows = Rows(self.job, [(start, count)])
        if differences(about, self._about_part(start, count)) or kept.dtype != rows.rows.dtype:
            return None
        for place, size in blocks:
            rows.add(Block(start + place, kept[place : place + size]))
        return rows

    def finish(self) -> Run:
        """The run of all parts that are there."""
        return StoredRun(self.job, parts_of(self.path), read_manifest(self.path))


def _save(data: dict[str, Any], path: Path) -> None:
    with open(path, "wb") as handle:
        np.savez(handle, **data)
