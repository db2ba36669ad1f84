"""Replay: one game again, move by move, written by the kernel itself."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from cardsim.games.log import new_log
from cardsim.job import Job

FIRST_ROOM = 1000


def record(job: Job, index: int, packs: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Play one game with the event log on: (events, outcome row)."""
    room = FIRST_ROOM
    while True:
        log = new_log(room)
        block = job.play(index, 1, packs, log)
        used = int(log[0, 0])
        if used <= room:
            return log[1 : used + 1], block.rows
        room = used


class Replay:
    """One game, event by event; ``print`` it, or show it in a notebook.

    Attributes
    ----------
    events : ndarray of shape (events, 6)
        The kernel's own log; see :mod:`cardsim.games.log`.
    outcome : dict
        The game's outcome row.
    """

    def __init__(self, job: Job, index: int, events: np.ndarray, row: np.ndarray) -> None:
        self._job, self.index, self.events = job, index, events
        game = job.game
        self.outcome = game.table(row, job.unit, [index], job.rules, len(job.seats)).iloc[0].to_dict()

    def lines(self) -> list[str]:
        """The game in words, one line per event."""
        return [self._job.game.describe(event, self._job.names) for event in self.events]

    def __str__(self) -> str:
        job = self._job
        head = f"{job.game.name}, {' v '.join(job.names)}, seed {job.seed}, game {self.index}"
        return "\n".join([head, *self.lines()])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def replay_job(job: Job, index: int, packs: np.ndarray | None = None) -> Replay:
    """Replay game `index` of a job."""
    from cardsim.arguments import count_argument

    number = count_argument("index", index, 0)
    events, row = record(job, number, packs)
    return Replay(job, number, events, row)


def replay(game: Any, seats: Any = None, *, rules: Any = None, seed: int, index: int, unit: str = "deal") -> Replay:
    """Play one game again and tell it move by move.

    Parameters
    ----------
    game, seats, rules, seed, unit
        As in :func:`cardsim.simulate`.
    index : int
        Which game of that seed.

    Returns
    -------
    Replay
        Prints as text; ``events`` holds the kernel's log.

    Examples
    --------
    >>> import cardsim as cs
    >>> print(str(cs.replay("gin", seed=7, index=0)).splitlines()[0])
    gin, simple v simple, seed 7, game 0
    """
    from cardsim.arguments import make_job

    return replay_job(make_job(game, seats, rules=rules, seed=seed, unit=unit), index)
