"""The outcomes that every run has: how games ended, who won, what was scored, how long it took."""

from __future__ import annotations

from typing import NamedTuple

from cardsim import stats
from cardsim.run import Run
from cardsim.stats import Estimate


class Outcome(NamedTuple):
    """One outcome of a run; `kind` is "rate" or "mean"."""

    name: str
    kind: str
    estimate: Estimate


def outcomes(run: Run) -> list[Outcome]:
    """The share of every end, the win rate of each seat (or team), mean points, turns and deals.

    Examples
    --------
    >>> import cardsim as cs
    >>> found = outcomes(cs.simulate("gin", n=500, seed=7))
    >>> [outcome.name for outcome in found if outcome.kind == "mean"]
    ['points_0', 'points_1', 'turns']
    """
    columns = columns_of(run)
    return [*ends(run), *wins(run, columns), *means(run, columns)]


def columns_of(run: Run) -> list[str]:
    """The columns of the outcome table, whether or not its rows were kept."""
    unit, seats = run.provenance["unit"], len(run.provenance["seats"])
    return list(run.game.table(run.game.empty_rows(unit, 0), unit, None, run.rules, seats).columns)


def ends(run: Run) -> list[Outcome]:
    """The share of every end."""
    return [Outcome(end, "rate", run.rate(end)) for end in run.game.ends[run.provenance["unit"]]]


def wins(run: Run, columns: list[str]) -> list[Outcome]:
    """How often each seat, or team where the game has teams, won; for solitaires nothing."""
    seats = len(run.provenance["seats"])
    if "winner" not in columns or seats == 1:
        return []
    counts = run.counts("winner")
    place, places = ("team", run.game.teams) if run.game.teams else ("seat", seats)
    return [
        Outcome(f"{place} {number} wins", "rate", stats.proportion(int(counts.get(number, 0)), run.n))
        for number in range(places)
    ]


def means(run: Run, columns: list[str]) -> list[Outcome]:
    """Mean points of each seat or team, mean turns, moves and deals, as far as the game has them."""
    wanted = [name for name in columns if name.startswith("points_") or name in ("turns", "moves", "deals")]
    return [Outcome(name, "mean", run.mean(name)) for name in wanted]
