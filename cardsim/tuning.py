"""The result of tuning: the answer, what could not be told apart from it, and the games that confirm it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cardsim import stats
from cardsim.grid import Cell
from cardsim.measures import Units
from cardsim.stats import Estimate
from cardsim.target import Target

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVEL = 0.05  # of all comparisons together
MOST_COMPARED = 40  # candidates that are compared pair by pair; a search may try more


@dataclass(frozen=True)
class Candidate:
    """One setting and all the games it played, which begin with the same deals for everybody."""

    cell: Cell
    units: Units


class Tuning:
    """The result of :func:`cardsim.tune`.

    Attributes
    ----------
    answer : dict
        The values that meet the target, by name.
    estimate : Estimate
        The measure at the answer, in the games that chose it (so a little flattered).
    confirmation : Estimate
        The same on as many fresh deals, which had no part in choosing.
    runners_up : list of dict
        Values that the games do not separate from the answer: for the most or least of something by paired
        differences on common deals with Holm's correction over all pairs, for a limit or a value to hit by their
        intervals.
    crossing : Estimate or None
        For a value to hit by a numeric rule: where the straight line between neighbouring cells meets it.
    table : pandas.DataFrame
        One row per candidate: its values, ``measure``, ``kind``, ``value``, ``low``, ``high``, ``n`` and ``standing``
        ("answer", "not separated" or "separated").
    provenance : dict
        The target, what varied, and the run that confirmed the answer.
    """

    def __init__(
        self, found: list[Candidate], answer: int, target: Target, confirmation: Estimate, text: str, origin: dict
    ):
        self.target, self.confirmation, self.described, self.provenance = target.text, confirmation, text, origin
        self.answer = dict(found[answer].cell.values)
        self.estimate = found[answer].units.estimate()
        close = _not_separated(found, answer, target)
        self.runners_up = [dict(found[i].cell.values) for i in close]
        self.crossing = _crossing(found, target)
        self.table = _table(found, answer, close, target)

    def plot(self, title: str | None = None, **labels: str) -> Figure:
        """Candidates with intervals, the answer and those not separated from it by marks of their own.

        `labels` are those of :func:`cardsim.plots.rates`: ``xlabel``, ``ylabel``.
        """
        from cardsim import plots  # not before a chart is wanted: matplotlib takes a while to import

        names = list(self.answer)
        table = self.table
        if len(names) > 1:
            table = table.assign(
                setting=[", ".join(f"{k}={row[k]}" for k in names) for row in table.to_dict("records")]
            )
        rate = bool((table["kind"] == "rate").all())
        return plots.rates(
            table,
            names[0] if len(names) == 1 else "setting",
            by="standing",
            percent=rate,
            title=f"Wanted: {self.target}" if title is None else title,
            rules=self.described,
            **{"ylabel": str(table["measure"].iat[0]).replace("_", " "), **labels},
        )

    def __str__(self) -> str:
        share = "%" if (self.table["kind"] == "rate").all() else ""
        lines = [
            f"{self.described}; wanted: {self.target}",
            f"answer:       {_words(self.answer)}: {self.estimate:{share}}",
            f"fresh deals:  {self.confirmation:{share}}",
            f"not separated from it: {'; '.join(map(_words, self.runners_up)) or 'none'}",
        ]
        if self.crossing is not None:
            lines.append(
                f"met exactly at {next(iter(self.answer))} = {self.crossing.interval()} (straight line between cells)"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{self}</pre>"


def decide(found: list[Candidate], target: Target) -> int:
    """Position of the answer.

    Raises
    ------
    ValueError
        If no candidate meets the target; it names the nearest.
    """
    values = np.array([candidate.units.value for candidate in found])
    if np.isnan(values).all():
        raise ValueError(f"target {target.text!r}: no game counts for {target.measure.name!r} in any cell")
    if target.sense in ("max", "min"):
        deals = np.array([len(candidate.units.numerators) for candidate in found])
        finalists = np.where(deals == deals.max(), values if target.sense == "max" else -values, -np.inf)
        return int(np.nanargmax(finalists))
    nearest = int(np.nanargmin(np.abs(values - target.limit)))
    if target.sense == "=":
        estimate = found[nearest].units.estimate()
        between = np.nanmin(values) < target.limit < np.nanmax(values)
        if not (between or estimate.contains(target.limit)):
            raise ValueError(_unmet(found, nearest, target))
        return nearest
    sure = [i for i, candidate in enumerate(found) if target.met(_worst(candidate.units.estimate(), target))]
    if sure:
        return sure[0]
    likely = np.flatnonzero([target.met(value) for value in values])
    if not len(likely):
        raise ValueError(_unmet(found, nearest, target))
    return int(likely[0])


def _worst(estimate: Estimate, target: Target) -> float:
    return estimate.high if target.sense == "<=" else estimate.low


def _unmet(found: Sequence[Candidate], nearest: int, target: Target) -> str:
    candidate = found[nearest]
    return (
        f"no value of {', '.join(candidate.cell.values)} meets {target.text!r}; the nearest is "
        f"{_words(candidate.cell.values)} with {candidate.units.estimate()}"
    )


def _not_separated(found: list[Candidate], answer: int, target: Target) -> list[int]:
    others = [i for i in range(len(found)) if i != answer]
    if target.sense == "=":
        return [i for i in others if found[i].units.estimate().contains(target.limit)]
    if target.sense in ("<=", ">="):  # those before the answer that may meet the limit, and the answer's own doubt
        return [i for i in others if i < answer and found[i].units.estimate().contains(target.limit)]
    sign = 1 if target.sense == "max" else -1
    order = sorted(range(len(found)), key=lambda i: -sign * found[i].units.value)
    compared = sorted({answer, *order[:MOST_COMPARED]})
    pairs = list(combinations(compared, 2))
    adjusted = stats.holm([_p_value(found[one].units, found[two].units) for one, two in pairs])
    close = {pair for pair, p in zip(pairs, adjusted, strict=True) if answer in pair and p >= LEVEL}
    return sorted(i for pair in close for i in pair if i != answer)


def _p_value(first: Units, second: Units) -> float:
    """Paired test on the games both played; a rate among some games is compared through its linear part."""
    common = min(len(first.numerators), len(second.numerators))
    return stats.difference_p_value(_influence(first, common), _influence(second, common))


def _influence(units: Units, common: int) -> np.ndarray:
    above, below = units.numerators[:common], units.denominators[:common]
    if (below == 1).all():
        return above
    total = below.mean()
    if total == 0:
        return np.zeros(common)
    value = above.mean() / total
    return value + (above - value * below) / total


def _crossing(found: list[Candidate], target: Target) -> Estimate | None:
    """Where the measure meets a wanted value, by straight lines through values and through the interval's ends."""
    names = list(found[0].cell.values)
    places = [candidate.cell.values[names[0]] for candidate in found]
    if target.sense != "=" or len(found) < 2 or not all(isinstance(x, (int, float)) and x is not True for x in places):
        return None
    order = np.argsort(places, kind="stable")
    x = np.array([places[i] for i in order], dtype=float)
    estimates = [found[i].units.estimate() for i in order]
    curves = [np.array([getattr(e, end) for e in estimates]) - target.limit for end in ("value", "low", "high")]
    value, *ends = [_root(x, curve) for curve in curves]
    if value is None:
        return None
    low, high = sorted(x[0] if end is None else end for end in ends) if None not in ends else (-np.inf, np.inf)
    return Estimate(value, float(low), float(high), estimates[0].n, "straight line between cells")


def _root(x: np.ndarray, y: np.ndarray) -> float | None:
    """First place where the broken line through (x, y) is 0."""
    for left in range(len(x) - 1):
        a, b = y[left], y[left + 1]
        if a == 0:
            return float(x[left])
        if a * b < 0:
            return float(x[left] + (x[left + 1] - x[left]) * a / (a - b))
    return float(x[-1]) if y[-1] == 0 else None


def _table(found: list[Candidate], answer: int, close: list[int], target: Target) -> pd.DataFrame:
    rows = []
    for number, candidate in enumerate(found):
        estimate = candidate.units.estimate()
        standing = "answer" if number == answer else ("not separated" if number in close else "separated")
        numbers = {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n}
        kind = "rate" if candidate.units.rate else "mean"
        named = {"measure": target.measure.name, "kind": kind, **numbers, "standing": standing}
        rows.append(candidate.cell.values | named)
    return pd.DataFrame(rows)


def _words(values: dict[str, Any]) -> str:
    return ", ".join(
        f"{name} = {value:.6g}" if isinstance(value, float) else f"{name} = {value}" for name, value in values.items()
    )
