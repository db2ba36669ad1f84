"""Sweeps: the same deals under every combination of house rules, players and parameters."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from tqdm.auto import tqdm

from cardsim.arguments import make_job
from cardsim.experiment import simulate
from cardsim.games import find_game
from cardsim.games.game import Game
from cardsim.grid import Cell, cells, rules_text
from cardsim.job import Job
from cardsim.measures import Measure, find_measures
from cardsim.run import provenance


def sweep(
    game: str | Game,
    seats: Any = None,
    *,
    grid: Mapping[str, Iterable[Any]],
    n: int,
    seed: int = 0,
    measure: Any = None,
    rules: Any = None,
    unit: str = "deal",
    first: int = 0,
    out: str | Path | None = None,
    progress: bool | None = None,
    **running: Any,
) -> pd.DataFrame:
    """Play the same `n` deals in every cell of a grid and tabulate what is measured.

    Parameters
    ----------
    game : str or Game
        The game.
    seats : list of str or Strategy, optional
        The players, as for :func:`cardsim.simulate`.
    grid : mapping
        Values by name: a rule (``{"knock_limit": range(11)}``), ``"preset"``, a parameter of a seat's player
        (``{"0.T": [2, 6]}``), a seat's player (``{"0": ["simple", "gin_only"]}``) or all players (``"seats"``). Every
        combination is a cell; the last name varies fastest.
    n : int
        Games in each cell, the same ones.
    seed, rules, unit, first
        As for :func:`cardsim.simulate`.
    measure : optional
        What to read off the outcomes. None: the share of every end, mean points and win rate of each seat. Else a
        name such as ``"undercut among knock|undercut"``, ``"win"``, ``"points"`` or a column; a pair (of, among); a
        function of the table that returns one value per row, or one number; a list of these; or a mapping name ->
        one of these.
    out : path, optional
        Folder that keeps every finished cell, so that the same call again goes on where it was interrupted.
    progress : bool, optional
        Show a bar over the cells.
    **running
        ``n_jobs, check`` as in :func:`cardsim.simulate`.

    Returns
    -------
    pandas.DataFrame
        One row per cell and measure: the grid's columns, then ``measure``, ``kind`` ("rate" or "mean"), ``value``,
        ``low``, ``high``, ``n`` and ``method``. ``attrs`` holds what was played. :func:`cardsim.plots.sweep` draws it.

    Raises
    ------
    ValueError
        Naming an unknown rule, player, parameter or measure, an empty list or a value out of range, before anything
        is played.

    Examples
    --------
    >>> import cardsim as cs
    >>> table = cs.sweep("gin", grid={"knock_limit": [0, 10]}, n=400, seed=7, measure="gin", progress=False)
    >>> table[["knock_limit", "measure", "value", "n"]].to_dict("records")  # doctest: +ELLIPSIS
    [{'knock_limit': 0, 'measure': 'gin', 'value': 0.8..., 'n': 400}, {'knock_limit': 10, ...}]
    """
    the_game = find_game(game)
    planned = cells(the_game, seats, rules, grid)
    jobs = [make_job(game, cell.seats, rules=cell.rules, seed=seed, unit=unit) for cell in planned]
    wanted = [find_measures(measure, template(job)) for job in jobs]
    rows: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    complete = True
    with tqdm(total=len(planned), unit="cell", disable=None if progress is None else not progress, delay=1) as bar:
        for cell, job, measures in zip(planned, jobs, wanted, strict=True):
            found = _cell(game, cell, job, measures, {"n": n, "first": first}, out, running)
            if found is None:
                complete = False
                break
            rows += [cell.values | row for row in found["rows"]]
            runs.append(found["run"])
            bar.update()
    if not complete:
        done = len(rows) // max(1, len(wanted[0]))
        note = "the same call again goes on from there" if out is not None else "give out='folder' to go on from there"
        warnings.warn(f"interrupted: kept {done} of {len(planned)} cells; {note}", RuntimeWarning, stacklevel=2)
    frame = _frame(rows, list(grid))
    fixed = {key: value for key, value in provenance(jobs[0], n, first).items() if key != "seats"}
    fixed["rules"] = {key: value for key, value in fixed["rules"].items() if key not in grid}
    varied = {name: list(dict.fromkeys(cell.values[name] for cell in planned)) for name in grid}
    frame.attrs["provenance"] = fixed | {"grid": varied, "runs": [runs[i] for i in sorted({0, len(runs) - 1}) if runs]}
    frame.attrs["described"] = described(the_game, planned[0], grid, seed)
    return frame


def template(job: Job) -> pd.DataFrame:
    """The outcome table of a job without rows: its columns and their kinds."""
    return job.table(job.game.empty_rows(job.unit, 0))


def _cell(
    game: str | Game, cell: Cell, job: Job, measures: list[Measure], games: dict[str, Any], out: Any, running: Any
) -> dict[str, Any] | None:
    """The rows of one cell and its run's origin, from the folder if it is there; None if it was interrupted."""
    kept = None if out is None else Path(out) / f"cell-{_digest(job, measures, games)}.json"
    if kept is not None and kept.exists():
        return dict(json.loads(kept.read_text(encoding="utf-8")))
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "interrupted: kept", RuntimeWarning)  # the sweep says so itself
            run = simulate(
                game, cell.seats, rules=cell.rules, seed=job.seed, unit=job.unit, progress=False, **games, **running
            )
        if run.n < games["n"] and not run.stopping:
            return None
        found = {"rows": [_row(measure, run.table) for measure in measures], "run": run.provenance}
    except KeyboardInterrupt:
        return None
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = kept.with_suffix(".part")
        draft.write_text(json.dumps(found, default=str), encoding="utf-8")
        os.replace(draft, kept)
    return found


def _row(measure: Measure, table: pd.DataFrame) -> dict[str, Any]:
    units = measure.units(table)
    estimate = units.estimate()
    return {
        "measure": measure.name, "kind": "rate" if units.rate else "mean", "value": estimate.value,
        "low": estimate.low, "high": estimate.high, "n": estimate.n, "method": estimate.method,
    }  # fmt: skip


def _digest(job: Job, measures: list[Measure], games: dict[str, int]) -> str:
    """A name for a cell that changes with anything its numbers depend on."""
    played = provenance(job, games["n"], games["first"])
    named = [(measure.name, _source(measure.origin)) for measure in measures]
    text = json.dumps([played, named], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _source(origin: Any) -> str:
    if not callable(origin):
        return repr(origin)
    bound = [repr(cell.cell_contents) for cell in getattr(origin, "__closure__", None) or ()]
    try:
        return repr([inspect.getsource(origin), bound])
    except (OSError, TypeError):
        return repr([getattr(origin, "__code__", origin), bound])


def _frame(rows: list[dict[str, Any]], names: list[str]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=[*names, "measure", "kind", "value", "low", "high", "n", "method"])
    for name in names:  # None ("no limit") beside numbers must not turn into nan
        values = [row[name] for row in rows]
        if any(value is None for value in values):
            frame[name] = pd.Series(values, dtype=object)
    return frame


def described(game: Game, cell: Cell, varied: Iterable[str], seed: int) -> str:
    """What all cells have in common, in a few words for a chart's subtitle."""
    varied = list(varied)
    parts = [game.name]
    if "preset" not in varied:
        parts.append(rules_text(game, cell.rules, ignore=varied))
    if "seats" not in varied:
        names = [strategy.name for strategy in cell.seats]
        for name in varied:
            seat, _, parameter = name.partition(".")
            if seat.isdecimal():
                names[int(seat)] = names[int(seat)].split(":")[0] if parameter else f"player {seat}"
        parts.append(" v ".join(names))
    return ", ".join([*parts, f"seed {seed}"])
