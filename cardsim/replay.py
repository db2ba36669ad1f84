"""Replay: one game again, move by move, written by the kernel itself."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from cardsim import pictures
from cardsim.games.log import new_log
from cardsim.games.parameters import whole
from cardsim.job import Job

FIRST_ROOM = 1000
MOST_SHOWN = 400
"""Steps of a long match that a notebook shows by itself."""


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
    """One game, event by event: ``print`` it, or show it in a notebook, where a slider steps through its pictures.

    Attributes
    ----------
    events : ndarray of shape (events, 6)
        The kernel's own log; see :mod:`cardsim.games.log`.
    outcome : dict
        The game's outcome row.
    steps : list of cardsim.pictures.Step
        The game as pictures: what every seat held, its legal choices, what it chose, the score.
    """

    def __init__(
        self, job: Job, index: int, events: np.ndarray, row: np.ndarray, packs: np.ndarray | None = None
    ) -> None:
        self._job, self.index, self.events, self._packs = job, index, events, packs
        game = job.game
        self.outcome = game.table(row, job.unit, [index], job.rules, len(job.seats)).iloc[0].to_dict()

    @functools.cached_property
    def steps(self) -> list[pictures.Step]:
        """The game as pictures."""
        from cardsim.scenes import steps_of

        return steps_of(self._job, self.index, self._packs, self.events)

    @property
    def title(self) -> str:
        """Game, players, seed and number."""
        job = self._job
        return f"{job.game.name}, {' v '.join(job.names)}, seed {job.seed}, game {self.index}"

    def lines(self) -> list[str]:
        """The game in words, one line per event."""
        return [self._job.game.describe(event, self._job.names) for event in self.events]

    def __repr__(self) -> str:
        return f"<Replay of {self.title}>"

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines()])

    def html(self, steps: Iterable[int] | None = None, seat: int | None = None) -> str:
        """The game as one scrolling page, complete in itself: no scripts, no fonts or images from elsewhere.

        Parameters
        ----------
        steps : iterable of int, optional
            Which steps, counted from 1; all by default.
        seat : int, optional
            Show only what this seat saw, all others' cards face down; by default all cards are open.

        Returns
        -------
        str
            An HTML document.

        Raises
        ------
        ValueError
            If there is no such step or seat.

        Examples
        --------
        >>> import cardsim as cs
        >>> page = cs.replay("gin", seed=7, index=0).html(steps=[1, 2], seat=0)
        >>> page.count("<section")
        2
        """
        return pictures.document(self.title, self._chosen(steps), len(self.steps), self._viewer(seat))

    def _viewer(self, seat: int | None) -> int:
        players = len(self._job.seats)
        number = pictures.EVERYBODY if seat is None else whole(seat)
        if number is None or (seat is not None and not 0 <= number < players):
            raise ValueError(f"seat={seat!r} is not one of the seats 0 .. {players - 1}")
        return number

    def _chosen(self, steps: Iterable[int] | None) -> list[tuple[int, pictures.Step]]:
        """Steps with their numbers."""
        total = len(self.steps)
        numbers = list(range(1, total + 1)) if steps is None else list(steps)
        for number in numbers:
            if whole(number) is None or not 1 <= number <= total:
                raise ValueError(f"there is no step {number!r}: this game has steps 1 .. {total}")
        return [(int(number), self.steps[int(number) - 1]) for number in numbers]

    def _repr_html_(self) -> str:
        total = len(self.steps)
        shown = self._chosen(range(1, min(total, MOST_SHOWN) + 1))
        remark = f"the first {MOST_SHOWN} of {total} steps; html() gives them all" if total > MOST_SHOWN else ""
        return pictures.viewer(self.title, shown, total, self._job.names, remark)


def replay_job(job: Job, index: int, packs: np.ndarray | None = None) -> Replay:
    """Replay game `index` of a job."""
    from cardsim.arguments import count_argument

    number = count_argument("index", index, 0)
    events, row = record(job, number, packs)
    return Replay(job, number, events, row, packs)


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
        Prints as text; in a notebook a slider steps through its pictures; ``html()`` gives a page, ``events`` the
        kernel's log.

    Examples
    --------
    >>> import cardsim as cs
    >>> print(str(cs.replay("gin", seed=7, index=0)).splitlines()[0])
    gin, simple v simple, seed 7, game 0
    """
    from cardsim.arguments import make_job

    return replay_job(make_job(game, seats, rules=rules, seed=seed, unit=unit), index)
