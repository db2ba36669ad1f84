"""Playing until an interval is short enough: which numbers are watched, and what they show at each look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from cardsim.measures import Measure, find_measures
from cardsim.stats import Estimate, Watch, looks

FIRST_LOOK = 2000
"""Games before the first look: enough for a normal approximation."""


class Stopping:
    """The numbers that a study watches.

    Parameters
    ----------
    until : mapping
        What is watched -> half-width at which it is known well enough, such as ``{"gin": 0.001}``,
        ``{("undercut", "knock|undercut"): 0.001}`` or ``{"points_0": 0.05}``; all have to be met.
    template : pandas.DataFrame
        A table with the columns of the outcome.
    most : int
        The most games that will be played.
    """

    def __init__(self, until: Mapping[Any, float], template: pd.DataFrame, most: int):
        if not isinstance(until, Mapping) or not until:
            raise ValueError(f"until must be a mapping such as {{'gin': 0.001}}, got {until!r}")
        self._watched: dict[Any, _Watched] = {}
        for key, half_width in until.items():
            if isinstance(half_width, bool) or not isinstance(half_width, (int, float)) or not half_width > 0:
                raise ValueError(f"until[{key!r}] must be a half-width above 0, such as 0.001, got {half_width!r}")
            (measure,) = find_measures([key], template)
            self._watched[key] = _Watched(measure, float(half_width), most)

    def add(self, table: pd.DataFrame) -> None:
        """Count further games, in whatever order they arrive."""
        for watched in self._watched.values():
            watched.add(table)

    def look(self) -> bool:
        """Whether all numbers are known well enough by the games counted so far."""
        for watched in self._watched.values():
            watched.look()
        return not self.unmet

    @property
    def estimates(self) -> dict[Any, Estimate]:
        """What is known of each number, at its last look; valid however often one looked."""
        return {key: watched.watch.estimate for key, watched in self._watched.items() if watched.watch is not None}

    @property
    def unmet(self) -> dict[Any, float]:
        """Half-widths that were asked for and not reached."""
        return {key: watched.half_width for key, watched in self._watched.items() if not watched.met}

    @property
    def reached(self) -> dict[Any, float]:
        """The half-widths of what was not met, to three digits."""
        return {key: float(f"{self.estimates[key].half_width:.3g}") for key in self.unmet if key in self.estimates}


class _Watched:
    """One number: sums of the games so far and the interval at the last look."""

    def __init__(self, measure: Measure, half_width: float, most: int):
        self.measure, self.half_width, self.most = measure, half_width, most
        self.watch: Watch | None = None
        self.n, self.total, self.squares = 0.0, 0.0, 0.0

    def add(self, table: pd.DataFrame) -> None:
        units = self.measure.units(table)
        if not ((units.denominators == 0) | (units.denominators == 1)).all():
            raise ValueError(f"until: {self.measure.name!r} must give one value per game to be watched")
        if self.watch is None:
            self.watch = Watch(self.half_width, units.rate, self.most)
        self.n += float(units.denominators.sum())
        self.total += float(units.numerators.sum())
        self.squares += float((units.numerators**2).sum())

    def look(self) -> None:
        if self.watch is not None:
            self.watch.look(int(self.n), self.total, self.squares)

    @property
    def met(self) -> bool:
        return self.watch is not None and self.watch.met


def look_schedule(n: int) -> list[int]:
    """Numbers of games after which to look, up to `n`; the same on every machine, so that a study stops alike."""
    return list(looks(min(FIRST_LOOK, n), n))
