"""Long runs of the exact solver: verdicts of many numbered deals, kept part by part so that a run can be resumed."""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import joblib
import numba
import numpy as np
import pandas as pd

from cardsim.games.freecell.deals import check_number
from cardsim.games.freecell.many_deals import decide_block
from cardsim.games.freecell.rules import Rules, as_rules
from cardsim.games.freecell.solver import MAX_STATES

PART = 500
"""Deals in one part."""


def solve_range(
    first: int,
    last: int,
    rules: Rules | str | dict[str, Any] | None = None,
    *,
    out: str | os.PathLike[str],
    max_states: int | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> pd.DataFrame:
    """Verdicts of the numbered deals `first` .. `last`, kept in the folder `out`; the same call again resumes.

    Parameters
    ----------
    first, last : int
        Deal numbers, both included.
    rules : Rules, preset name or dict, optional
    out : path
        Folder of the parts ``part-<first>-<last>.csv`` and of ``_run.json``; made by another run, it is refused.
    max_states : int, optional
        As in :func:`cardsim.games.freecell.solver.solve`.
    n_jobs : int
        Threads.
    progress : callable, optional
        Called with (deals done, deals in all) after each part.

    Returns
    -------
    pandas.DataFrame
        As of :func:`cardsim.games.freecell.solver.solve_deals`.
    """
    checked = as_rules(rules)
    if check_number(first) > check_number(last):
        raise ValueError(f"the deals {first}..{last} are none: the first must not be larger than the last")
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    _claim(folder, checked, max_states)
    edges = [(start, min(start + PART - 1, last)) for start in range(first, last + 1, PART)]
    missing = [(a, b) for a, b in edges if not _part(folder, a, b).exists()]
    done = sum(b - a + 1 for a, b in edges) - sum(b - a + 1 for a, b in missing)
    if missing:
        decide_block([missing[0][0]], checked, 1)
    tasks = (joblib.delayed(_solve_part)(folder, a, b, checked, max_states) for a, b in missing)
    for count in joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator_unordered")(tasks):
        done += count
        if progress is not None:
            progress(done, last - first + 1)
    return pd.concat([pd.read_csv(_part(folder, a, b)) for a, b in edges], ignore_index=True)


def _part(folder: Path, first: int, last: int) -> Path:
    return folder / f"part-{first:010d}-{last:010d}.csv"


def _claim(folder: Path, rules: Rules, max_states: int | None) -> None:
    """Say in ``_run.json`` what the folder is for, or check that it is for this."""
    wanted = {"rules": rules._asdict(), "max_states": max_states or MAX_STATES}
    manifest = folder / "_run.json"
    if manifest.exists():
        found = json.loads(manifest.read_text(encoding="utf-8"))
        if {key: found[key] for key in wanted} != wanted:
            raise ValueError(f"{folder} holds another run (see {manifest}): choose another folder")
        return
    machine = {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__}
    _replace(manifest, json.dumps(wanted | machine, indent=1) + "\n")


def _replace(path: Path, text: str) -> None:
    temporary = path.with_suffix(path.suffix + ".tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def _solve_part(folder: Path, first: int, last: int, rules: Rules, max_states: int | None) -> int:
    began = time.thread_time()
    table = decide_block(list(range(first, last + 1)), rules, max_states)
    path = _part(folder, first, last)
    _replace(path.with_suffix(".json"), json.dumps({"cpu_seconds": round(time.thread_time() - began, 3)}) + "\n")
    _replace(path, table.to_csv(index=False, lineterminator="\n"))
    return last - first + 1
