"""Tuning: the house rule or parameter that meets a target, with what could not be told apart from it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tqdm.auto import tqdm

from cardsim import stats
from cardsim.arguments import make_job
from cardsim.experiment import simulate
from cardsim.games import find_game
from cardsim.games.game import Game
from cardsim.grid import Cell, cells, shown
from cardsim.measures import Units
from cardsim.sweep import described, template
from cardsim.target import Target, find_target
from cardsim.tuning import Candidate, Tuning, decide

FEWEST = 1000  # deals below which no candidate is thrown out


@dataclass
class Player:
    """Plays candidates on the deals of one study."""

    game: str | Game
    seed: int
    unit: str
    target: Target
    running: Mapping[str, Any]
    bar: Any
    last_run: dict[str, Any] = field(default_factory=dict)  # where the latest games came from

    def units(self, cell: Cell, first: int, n: int) -> Units:
        """The measure of games ``first .. first + n - 1`` in one cell."""
        run = simulate(
            self.game, cell.seats, rules=cell.rules, n=n, seed=self.seed, unit=self.unit, first=first,
            **{**self.running, "progress": False},
        )  # fmt: skip
        if run.n < n:
            raise KeyboardInterrupt("the tuning was interrupted; no answer was found")
        self.last_run = run.provenance
        self.bar.update(n)
        return self.target.measure.units(run.table)


def tune(
    game: str | Game,
    seats: Any = None,
    *,
    vary: Mapping[str, Iterable[Any]],
    target: Any,
    n: int,
    seed: int = 0,
    rules: Any = None,
    unit: str = "deal",
    first: int = 0,
    trials: int = 60,
    progress: bool | None = None,
    **running: Any,
) -> Tuning:
    """Find the value of a rule or parameter that meets a target.

    Parameters
    ----------
    game, seats, rules, seed, unit, first
        As for :func:`cardsim.simulate`.
    vary : mapping
        Values by name as in the grid of :func:`cardsim.sweep`: ``{"0.T": range(11)}``, ``{"undercut_bonus": [0, 10,
        25]}``. A pair of floats such as ``(0.0, 1.0)`` is a range to search (needs optuna, ``pip install
        cardsim[tune]``).
    target : str or callable
        ``"win"`` (seat 0 wins most), ``"points"`` (seat 0's margin over the others), any measure or function of the
        table of which the most is wanted, ``"least turns"``; a limit such as ``"stalemate<=0.01"``, met by the first
        value of the list that keeps it; or a value to hit such as ``"win = 0.5"``.
    n : int
        Games that each finalist plays, and the games of the confirmation.
    trials : int
        Settings tried when a range is searched.
    progress : bool, optional
        Show a bar that counts games.
    **running
        ``n_jobs, check`` as in :func:`cardsim.simulate`.

    Returns
    -------
    Tuning
        The answer with its interval, the runners-up that the games do not separate from it, and a confirmation on
        fresh deals that had no part in choosing.

    Raises
    ------
    ValueError
        If nothing can be varied as asked, or no value meets a limit (the nearest is named).

    Notes
    -----
    For the most or least of something, lists are searched by successive halving on common deals: all candidates play
    few deals, the better half twice as many, and so on (Jamieson and Talwalkar, AISTATS 2016).

    Examples
    --------
    >>> import cardsim as cs
    >>> tuning = cs.tune("gin", ["knock_at", "gin_only"], vary={"0.T": [1, 10]}, target="win", n=2000, seed=7)
    >>> tuning.answer
    {'0.T': 10}
    """
    the_game = find_game(game)
    ranges = {name: values for name, values in vary.items() if _is_range(values)}
    middle = {name: [sum(values) / 2] if name in ranges else values for name, values in vary.items()}
    planned = cells(the_game, seats, rules, middle)
    jobs = [make_job(game, cell.seats, rules=cell.rules, seed=seed, unit=unit) for cell in planned]
    goal = find_target(target, template(jobs[0]))
    if goal.sense not in ("max", "min") and (len(vary) > 1 or ranges):
        raise ValueError(
            f"target {goal.text!r} looks along one list of values, but {len(vary)} vary: {', '.join(vary)}"
            if len(vary) > 1
            else f"target {goal.text!r} looks along a list of values; {next(iter(ranges))} is a range"
        )
    if "until" in running:
        raise ValueError("tuning plays the same deals with every setting: give n instead of until")
    with tqdm(unit=unit, unit_scale=True, disable=None if progress is None else not progress, delay=1) as bar:
        player = Player(game, seed, unit, goal, running, bar)
        if ranges:
            found = _search(player, the_game, seats, rules, vary, ranges, n, first, trials)
        elif goal.sense in ("max", "min"):
            found = _halve(player, planned, n, first)
        else:
            found = [Candidate(cell, player.units(cell, first, n)) for cell in planned]
        answer = decide(found, goal)
        fresh = player.units(found[answer].cell, first + n, n).estimate()
    origin: dict[str, Any] = {
        "target": goal.text,
        "vary": {name: [shown(name, v) for v in values] for name, values in vary.items()},
    }
    origin |= {"n": n, "trials": trials if ranges else None, "runs": [player.last_run]}
    return Tuning(found, answer, goal, fresh, described(the_game, planned[0], vary, seed), origin)


def _is_range(values: Any) -> bool:
    numbers = isinstance(values, tuple) and len(values) == 2 and all(isinstance(v, (int, float)) for v in values)
    return numbers and any(isinstance(v, float) for v in values)


def _halve(player: Player, planned: list[Cell], n: int, first: int) -> list[Candidate]:
    """Successive halving: every candidate with all the games it played."""
    units: dict[int, Units] = {}
    live = list(range(len(planned)))
    played = 0
    sign = 1 if player.target.sense == "max" else -1
    for stage in stats.halving_rounds(len(planned), n, FEWEST):
        if played:
            live = [live[place] for place in stats.best_half([sign * units[i].value for i in live], stage.candidates)]
        for i in live:
            more = player.units(planned[i], first + played, stage.deals - played)
            units[i] = units[i].joined(more) if i in units else more
        played = stage.deals
    return [Candidate(cell, units[i]) for i, cell in enumerate(planned)]


def _search(
    player: Player, game: Game, seats: Any, rules: Any, vary: Mapping[str, Any], ranges: Mapping[str, Any],
    n: int, first: int, trials: int,
) -> list[Candidate]:  # fmt: skip
    """Settings proposed by optuna's tree-structured Parzen estimator, all on the same deals."""
    try:
        import optuna
    except ImportError:
        raise ValueError(
            f"searching the range {next(iter(ranges))}={next(iter(ranges.values()))} needs optuna: "
            "pip install 'cardsim[tune]', or give a list of values"
        ) from None
    for name, (low, high) in ranges.items():
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise ValueError(f"vary[{name!r}] must be a range (low, high) with low < high, got {(low, high)}")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(
        direction="maximize" if player.target.sense == "max" else "minimize",
        sampler=optuna.samplers.TPESampler(seed=player.seed % 2**32),
    )
    found: list[Candidate] = []
    lists = {name: list(values) for name, values in vary.items() if name not in ranges}
    for _ in range(trials):
        trial = study.ask()
        chosen = {name: trial.suggest_float(name, *ends) for name, ends in ranges.items()}
        chosen |= {name: values[trial.suggest_int(name, 0, len(values) - 1)] for name, values in lists.items()}
        (cell,) = cells(game, seats, rules, {name: [chosen[name]] for name in vary})
        found.append(Candidate(cell, player.units(cell, first, n)))
        study.tell(trial, found[-1].units.value)
    return found
