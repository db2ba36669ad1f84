"""Studies of slow players, played block by block into files of parts.

A study names its `file`.  Each block is added to it in a folder as soon as it is played, so that a study that is broken
off goes on where it was.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd


def parts(study: Any, folder: Path) -> pd.DataFrame:
    """What has been played of a study."""
    path = folder / study.file
    return pd.read_csv(path) if path.exists() else pd.DataFrame()


def play_missing(
    study: Any,
    goal: int,
    folder: Path,
    block: int,
    play: Callable[[Any, int, int], pd.DataFrame],
    until: float = np.inf,
) -> None:
    """Play what is missing of `goal` rows by ``play(study, first, rows)``, until the process has taken so many seconds
    of processor time."""
    folder.mkdir(parents=True, exist_ok=True)
    while (done := len(parts(study, folder))) < goal and time.process_time() < until:
        played = play(study, done, min(block, goal - done))
        played.to_csv(folder / study.file, mode="a", index=False, header=done == 0)
        print(f"{study.file.removesuffix('.csv')}: {done + len(played)} of {goal}", flush=True)


def largest(studies: Iterable[Any], folder: Path) -> dict[Any, pd.DataFrame]:
    """What has been played, by study, each study once: that of the most games, which it names last."""
    known = {study.file: study for study in sorted(studies, key=lambda study: study[-1])}
    played = {study: parts(study, folder) for study in known.values()}
    return {study: found for study, found in played.items() if len(found) > 1}


def from_command_line(main: Callable[..., None]) -> None:
    """Call ``main(folder, results, play_on, seconds)`` by ``PARTS [RESULTS] [--write] [--seconds=S]``."""
    paths = [Path(text) for text in sys.argv[1:] if not text.startswith("--")]
    limit = [float(text.partition("=")[2]) for text in sys.argv[1:] if text.startswith("--seconds=")]
    results = paths[1] if len(paths) > 1 else Path("results")
    main(paths[0], results, play_on="--write" not in sys.argv, seconds=limit[0] if limit else np.inf)
