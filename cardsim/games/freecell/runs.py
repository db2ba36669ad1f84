"""Long runs of the exact solver: verdicts of many numbered deals, kept part by part so that a run can be resumed.

A few deals in ten thousand need a hundred times the positions of the others.  So one runs through all with a low limit
first, and calls again with a higher one: only the deals left undecided are searched again.
"""

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
from cardsim.games.freecell.solver import check_max_states

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

    Called again with more `max_states`, it searches those deals again that were left undecided with fewer.

    Parameters
    ----------
    first, last : int
        Deal numbers, both included.
    rules : Rules, preset name or dict, optional
    out : path
        Folder of the parts ``part-<first>-<last>.csv`` and of ``_run.json``; made by another run, it is refused.
    max_states : int, optional
        As in :func:`cardsim.games.freecell.solver.solve`; not fewer than the folder was last called with.
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
    limit = check_max_states(max_states)
    _claim(folder, checked, limit)
    edges = [(start, min(start + PART - 1, last)) for start in range(first, last + 1, PART)]
    missing = [(a, b) for a, b in edges if not _finished(_part(folder, a, b), limit)]
    done = sum(b - a + 1 for a, b in edges) - sum(b - a + 1 for a, b in missing)
    if missing:
        decide_block([missing[0][0]], checked, 1)
    tasks = (joblib.delayed(_solve_part)(_part(folder, a, b), a, b, checked, limit) for a, b in missing)
    for count in joblib.Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator_unordered")(tasks):
        done += count
        if progress is not None:
            progress(done, last - first + 1)
    return pd.concat([pd.read_csv(_part(folder, a, b)) for a, b in edges], ignore_index=True)


def _part(folder: Path, first: int, last: int) -> Path:
    return folder / f"part-{first:010d}-{last:010d}.csv"


def _effort(path: Path) -> dict[str, Any]:
    """CPU seconds spent on a part, and the limit of positions up to which all its deals were searched."""
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return found


def _finished(path: Path, limit: int) -> bool:
    """Whether a part is there and holds no deal that more positions could still decide."""
    if not path.exists():
        return False
    return _effort(path)["max_states"] >= limit or not (pd.read_csv(path)["verdict"] == "undecided").any()


def _claim(folder: Path, rules: Rules, limit: int) -> None:
    """Say in ``_run.json`` what the folder is for, or check that it is for this."""
    manifest = folder / "_run.json"
    if manifest.exists():
        found = json.loads(manifest.read_text(encoding="utf-8"))
        if found["rules"] != rules._asdict():
            raise ValueError(f"{folder} holds another run (see {manifest}): choose another folder")
        if limit < found["max_states"]:
            raise ValueError(f"{folder} was searched with max_states={found['max_states']}: {limit} is less")
    machine = {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__}
    about = {"rules": rules._asdict(), "max_states": limit} | machine
    _replace(manifest, json.dumps(about, indent=1) + "\n")


def _replace(path: Path, text: str) -> None:
    temporary = path.with_suffix(path.suffix + ".tmp")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def _solve_part(path: Path, first: int, last: int, rules: Rules, limit: int) -> int:
    """Decide a part's deals, or those that are left; write the part as often as it is worth it."""
    began = time.thread_time()
    if not path.exists():
        _write(path, decide_block(list(range(first, last + 1)), rules, limit), time.thread_time() - began, limit)
        return last - first + 1
    table, effort = pd.read_csv(path), _effort(path)
    for place in np.flatnonzero(table["verdict"] == "undecided"):
        table.loc[[place]] = decide_block([int(table.loc[place, "deal"])], rules, limit).to_numpy()
        _write(path, table, effort["cpu_seconds"] + time.thread_time() - began, effort["max_states"])
    _write(path, table, effort["cpu_seconds"] + time.thread_time() - began, limit)
    return last - first + 1


def _write(path: Path, table: pd.DataFrame, seconds: float, limit: int) -> None:
    about = {"cpu_seconds": round(seconds, 3), "max_states": limit}
    _replace(path.with_suffix(".json"), json.dumps(about) + "\n")
    _replace(path, table.to_csv(index=False, lineterminator="\n"))
