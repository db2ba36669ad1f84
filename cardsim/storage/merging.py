"""Shares of one study, played by several machines, brought together."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardsim.run import Run
from cardsim.storage.files import differences, read_manifest, write_whole
from cardsim.storage.folder import Folder
from cardsim.storage.loading import load, rebuild
from cardsim.storage.parts import part_name, part_plan, part_rows, parts_of


def merge(target: Path | str, shares: Iterable[Path | str]) -> Run:
    """Bring the folders of all shares of one study together in `target`; nothing may be missing or double.

    Raises
    ------
    ValueError
        Naming shares of different studies, a share that is missing or given twice, or a part that is missing.
    """
    folders = [Path(share) for share in shares]
    abouts = [read_manifest(folder) for folder in folders]
    check_shares(folders, abouts)
    job, _ = rebuild(abouts[0])
    first, n = abouts[0]["first"], abouts[0]["n"]
    files = gather(folders, part_plan(job, first, n), first, part_rows(job, n))
    with Folder(Path(target), job, first, n, None, {**abouts[0], "shard": None}) as folder:
        for name, file in files.items():
            write_whole(folder.path / name, functools.partial(shutil.copyfile, file))
        if folder.missing():
            raise ValueError(f"{target} is not whole: a part was damaged; play its share again, then merge")
    return load(target)


def gather(folders: list[Path], planned: list[tuple[int, int]], first: int, size: int) -> dict[str, Path]:
    """The file of every part, by name; ValueError names a part that is missing or that two shares hold."""
    files: dict[str, Path] = {}
    for folder in folders:
        for file in parts_of(folder):
            if file.name in files:
                raise ValueError(f"{file} and {files[file.name]} are the same part: remove one")
            files[file.name] = file
    for start, count in planned:
        if part_name(first, start, size) not in files:
            raise ValueError(f"games {start} .. {start + count - 1} are missing: finish their share first, then merge")
    return files


def check_shares(folders: list[Path], abouts: list[dict[str, Any]]) -> None:
    """All shares of one study, each once."""
    if not folders:
        raise ValueError("merge needs the folders of all shares")
    seen: dict[int, Path] = {}
    for folder, about in zip(folders, abouts, strict=True):
        if about.get("shard") is None:
            raise ValueError(f"{folder} is a whole study, not a share of one")
        which, total = about["shard"]
        found = differences({**abouts[0], "shard": abouts[0]["shard"][1:]}, {**about, "shard": [total]})
        if found:
            raise ValueError(f"{folder} is a share of another study than {folders[0]} ({'; '.join(found)})")
        if which in seen:
            raise ValueError(f"{folder} and {seen[which]} are the same share, {which} of {total}")
        seen[which] = folder
    if lacking := [str(i) for i in range(1, total + 1) if i not in seen]:
        raise ValueError(f"share {', '.join(lacking)} of {total} is missing")
