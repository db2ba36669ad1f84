"""What a study reads off the outcome rows: rates, means, and functions of one's own, named and checked."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim import stats
from cardsim.games.parameters import near
from cardsim.stats import Estimate

UNRESOLVED = "undecided"
"""The end of a game of which nobody knows how it would have ended."""
STALEMATES = ("depleted", "dead", "void")
"""Ends without a winner that the word "stalemate" stands for, in the games that have them."""
BATCHES = 20
"""Parts of a table from which the error of a user's single number is judged."""


class Units(NamedTuple):
    """A measure as independent pairs: its value is the sum of the numerators over the sum of the denominators."""

    numerators: np.ndarray
    denominators: np.ndarray
    rate: bool  # whether it is a share, of games that have it (1) or not (0)
    unresolved: int = 0  # games of which nobody knows whether they have it

    @property
    def value(self) -> float:
        """The measure itself; nan if nothing counts."""
        below = float(self.denominators.sum())
        return float(self.numerators.sum()) / below if below else math.nan

    def estimate(self) -> Estimate:
        """The measure with its interval: Wilson's for a rate, else from Student's t."""
        above, below = self.numerators, self.denominators
        if self.rate:
            return stats.proportion(int(above.sum()), int(below.sum()), self.unresolved)
        if (below == 1).all():
            return stats.mean(above)
        return stats.ratio(above, below)

    def joined(self, more: Units) -> Units:
        """These and `more` games of the same study."""
        above = np.concatenate([self.numerators, more.numerators])
        below = np.concatenate([self.denominators, more.denominators])
        return Units(above, below, self.rate, self.unresolved + more.unresolved)


class Measure(NamedTuple):
    """One number to be read off a table of outcomes."""

    name: str
    origin: Any  # what the user asked for
    units: Callable[[pd.DataFrame], Units]


def find_measures(measure: Any, template: pd.DataFrame) -> list[Measure]:
    """The measures a user asks for.

    Parameters
    ----------
    measure
        None: the share of every end, each seat's mean points and win rate. An end (``"knock"``), ends joined by
        ``"|"``, ``"stalemate"``, ``"win"`` (of seat 0; ``"win_1"`` of seat 1), ``"points"`` (those of seat 0 less
        the mean of the others'), a column of the outcome, ``"A among B"`` or the pair ``(A, B)``, a function of the
        table, a list of these, or a mapping name -> one of these.
    template : pandas.DataFrame
        A table with the columns of the outcome; it may be empty.
    """
    if measure is None:
        return [_find(name, name, template) for name in usual_names(template)]
    if isinstance(measure, Mapping):
        found = [_find(str(name), what, template) for name, what in measure.items()]
    elif isinstance(measure, list):
        found = [_find(_name_of(what), what, template) for what in measure]
    else:
        found = [_find(_name_of(measure), measure, template)]
    if not found:
        raise ValueError("measure is empty; leave it out for the share of every end, points and win rates")
    return found


def usual_names(template: pd.DataFrame) -> list[str]:
    """The share of every end, each seat's mean points and win rate, as far as the game has them."""
    points = [name for name in template if name.startswith("points_")]
    seats = [name.removeprefix("points_") for name in points] or ["0"]
    wins = [f"win_{seat}" for seat in seats] if "winner" in template else []
    return [*template["end"].cat.categories, *points, *wins]


def _name_of(what: Any) -> str:
    if isinstance(what, tuple):
        return " among ".join(map(str, what))
    return getattr(what, "__name__", "measure") if callable(what) else str(what)


def _find(name: str, what: Any, template: pd.DataFrame) -> Measure:
    if callable(what):
        return Measure(name, what, lambda table: _own_units(name, what, table))
    of, among = what if isinstance(what, tuple) and len(what) == 2 else (what, None)
    if isinstance(of, str) and among is None and " among " in of:
        of, among = of.split(" among ")
    if not isinstance(of, str) or not isinstance(among, str | None):
        raise ValueError(f"a measure is a name, a pair (of, among) or a function of the table, not {what!r}")
    counts = _condition(among.strip(), template) if among is not None else None
    value, rate = _value(of.strip(), template)
    hidden = _unresolved(of, template) if rate else None

    def units(table: pd.DataFrame) -> Units:
        below = np.ones(len(table)) if counts is None else counts(table).astype(np.float64)
        unknown = 0 if hidden is None else int((hidden(table) & (below > 0)).sum())
        return Units(np.where(below > 0, value(table), 0.0), below, rate, unknown)

    return Measure(name, what, units)


def _unresolved(of: str, template: pd.DataFrame) -> Callable[[pd.DataFrame], np.ndarray] | None:
    """How to tell the games whose end is not known, unless they are what is asked for."""
    named = [end.strip() for end in of.split("|")]
    if UNRESOLVED in template["end"].cat.categories and UNRESOLVED not in named:
        return lambda table: (table["end"] == UNRESOLVED).to_numpy()
    return None


def _value(name: str, template: pd.DataFrame) -> tuple[Callable[[pd.DataFrame], np.ndarray], bool]:
    """How to read a measure, row by row, and whether it is a rate."""
    if name == "points" and "points" not in template and "points_0" in template:
        others = [column for column in template if column.startswith("points_") and column != "points_0"]
        return lambda table: _margin(table, others), False
    if name in template and name != "end" and not pd.api.types.is_bool_dtype(template[name]):
        if not pd.api.types.is_numeric_dtype(template[name]):
            raise ValueError(f"column {name!r} has no mean; name one of its values with a function of the table")
        return lambda table: table[name].to_numpy(dtype=np.float64), False
    condition = _condition(name, template)
    return lambda table: condition(table).astype(np.float64), True


def _condition(name: str, template: pd.DataFrame) -> Callable[[pd.DataFrame], np.ndarray]:
    """How to tell the rows that a name means."""
    ends = list(template["end"].cat.categories)
    if name in template and pd.api.types.is_bool_dtype(template[name]):
        return lambda table: table[name].to_numpy()
    seat = "0" if name == "win" else name.removeprefix("win_")
    if name.startswith("win") and seat.isdecimal() and "winner" in template:
        return lambda table: table["winner"].to_numpy() == int(seat)
    wanted = [end.strip() for end in name.split("|")]
    if name == "stalemate" and name not in ends:
        wanted = [end for end in STALEMATES if end in ends]
    unknown = [end for end in wanted if end not in ends]
    if unknown or not wanted:
        known = [*ends, "win", "points", *template.columns.drop("end")]
        raise ValueError(f"there is no measure {(unknown or [name])[0]!r}{near((unknown or [name])[0], known)}")
    return lambda table: table["end"].isin(wanted).to_numpy()


def _margin(table: pd.DataFrame, others: Sequence[str]) -> np.ndarray:
    own = table["points_0"].to_numpy(dtype=np.float64)
    return own - table[list(others)].to_numpy(dtype=np.float64).mean(axis=1) if others else own


def _own_units(name: str, function: Callable[[pd.DataFrame], Any], table: pd.DataFrame) -> Units:
    """A user's function: one value per row, or one number, whose error is judged from batches of the table."""
    result = function(table)
    if np.ndim(result) == 0:
        parts = list(_batches(table))
        sizes = np.array([len(part) for part in parts], dtype=np.float64)
        return Units(np.array([float(function(part)) for part in parts]) * sizes, sizes, rate=False)
    values = np.asarray(result)
    if values.shape != (len(table),):
        raise ValueError(f"measure {name!r} must give one number, or one per row ({len(table)}), not {values.shape}")
    return Units(values.astype(np.float64), np.ones(len(table)), rate=values.dtype == bool)


def _batches(table: pd.DataFrame) -> Iterator[pd.DataFrame]:
    ends = np.linspace(0, len(table), min(BATCHES, max(1, len(table))) + 1).astype(int)
    for start, stop in pairwise(ends):
        yield table.iloc[start:stop]
