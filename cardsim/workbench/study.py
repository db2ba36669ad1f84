"""The outcomes behind a workbench: two sets of rules on the same deals, in ever larger helpings."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim import stats
from cardsim.arguments import count_argument, make_job, seed_argument
from cardsim.experiment import simulate
from cardsim.games import games
from cardsim.measures import Measure, Units, find_measures, usual_names
from cardsim.stats import Estimate

FIRST_HELPING = 200
HELPING_SECONDS = 0.4
"""A helping is meant to last about this long, so that a change of rules is answered at once."""
MOST_GROWTH = 10

EXTRAS = {
    ("gin", "deal"): ("undercut among knock|undercut", "turns"),
    ("gin", "match"): ("deals", "turns"),
    ("rummy", "deal"): ("stalemate", "going_rummy among won", "turns"),
    ("rummy", "match"): ("deals", "stalemates"),
    ("spades", "deal"): ("bags_0", "bags_1", "tricks_0", "tricks_1"),
    ("spades", "match"): ("deals", "sets_0", "sets_1", "bags_0", "bags_1"),
    ("rummikub", "deal"): ("turns", "table_tiles"),
    ("rummikub", "match"): ("turns",),
    ("freecell", "deal"): ("turns", "cards_home"),
}
"""Outcomes worth a line beside the share of every end, points and wins."""


class Settings(NamedTuple):
    """What a workbench is set to; `rules` as :func:`cardsim.simulate` takes them."""

    game: str
    seats: tuple[str, ...]
    rules: Any = None
    n: int = 100_000
    seed: int = 0
    unit: str = "deal"

    def checked(self) -> Settings:
        """These settings, if they can be played; ValueError says why not."""
        count_argument("n", self.n, 1)
        seed_argument(self.seed)
        make_job(self.game, list(self.seats), rules=self.rules, seed=self.seed, unit=self.unit)
        return self

    @property
    def default(self) -> Settings:
        """The same game by its default rules."""
        return self._replace(rules=None)

    @property
    def is_default(self) -> bool:
        """Whether these are the default rules, however they are written."""
        game = games[self.game]
        return bool(game.check_rules(self.rules) == game.check_rules(None))


class Line(NamedTuple):
    """One outcome: under these rules, under the default rules, and the difference where deals can be paired."""

    name: str
    value: Estimate
    default: Estimate
    difference: Estimate | None
    rate: bool


def headline_names(game: str, unit: str, players: int) -> list[str]:
    """The outcomes that a workbench shows.

    Examples
    --------
    >>> headline_names("freecell", "deal", 1)
    ['won', 'dead', 'move_limit', 'turns', 'cards_home']
    """
    the_game = games[game]
    template = the_game.table(the_game.empty_rows(unit, 0), unit, None, the_game.Rules(), players)
    ends = list(template["end"].cat.categories)
    names = [name for name in usual_names(template) if name not in ends or len(ends) > 1]
    names += [name for name in EXTRAS.get((game, unit), ()) if name not in names]
    if game == "freecell":
        names = [name for name in names if not name.startswith(("win", "points")) and name in SHOWN_OF_FREECELL]
    return names


SHOWN_OF_FREECELL = ("won", "dead", "move_limit", "turns", "cards_home")


class Growing:
    """The outcomes of one set of rules so far."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.done = 0
        self.units: dict[str, Units] = {}
        self._measures: list[Measure] = []

    def play(self, total: int) -> None:
        """Play on until there are `total` games."""
        if total <= self.done:
            return
        one = self.settings
        run = simulate(
            one.game,
            list(one.seats),
            rules=one.rules,
            n=total - self.done,
            first=self.done,
            seed=one.seed,
            unit=one.unit,
            progress=False,
        )
        self._add(run.table)
        self.done = total

    def _add(self, table: pd.DataFrame) -> None:
        one = self.settings
        if not self._measures:
            self._measures = find_measures(headline_names(one.game, one.unit, len(one.seats)), table)
        for measure in self._measures:
            units = measure.units(table)
            before = self.units.get(measure.name)
            self.units[measure.name] = units if before is None else before.joined(units)


def lines(mine: Growing, default: Growing) -> list[Line]:
    """Both side by side, as far as both have been played."""
    return [
        Line(name, units.estimate(), default.units[name].estimate(), _gap(units, default.units[name]), units.rate)
        for name, units in mine.units.items()
    ]


def _gap(mine: Units, default: Units) -> Estimate | None:
    """The paired difference, where every deal counts under both rules."""
    if len(mine.numerators) != len(default.numerators) or mine.unresolved or default.unresolved:
        return None
    if not (np.all(mine.denominators == 1) and np.all(default.denominators == 1)):
        return None
    return stats.difference(mine.numerators, default.numerators)


def grow(
    settings: Settings, default: Growing | None = None, stop: Callable[[], bool] = lambda: False
) -> Iterator[tuple[int, list[Line], Growing]]:
    """Play in helpings up to ``settings.n``: (games so far, the lines, the default rules' games for the next time).

    The first helping is small; the next ones last about :data:`HELPING_SECONDS` each.  `default` is what an earlier
    run with the same players, seed and unit has played of the default rules.
    """
    base = default if default is not None and same_deals(default.settings, settings) else Growing(settings.default)
    mine = base if settings.is_default else Growing(settings)
    total = min(FIRST_HELPING, settings.n)
    while True:
        start = time.perf_counter()
        before = mine.done
        mine.play(total)
        base.play(total)
        if stop():
            return
        yield total, lines(_cut(mine, total), _cut(base, total)), base
        if total >= settings.n:
            return
        speed = max(mine.done - before, 1) / max(time.perf_counter() - start, 1e-9)
        total = min(settings.n, total + int(min(speed * HELPING_SECONDS, MOST_GROWTH * total)) + 1)


def needs_compiling(settings: Settings) -> bool:
    """Whether the game's kernels have to be compiled first, which takes a while."""
    job = make_job(settings.game, list(settings.seats), rules=settings.rules, unit=settings.unit)
    return not getattr(job.prepared.play, "cached", True)


def same_deals(one: Settings, other: Settings) -> bool:
    """Whether both play the same deals with the same players, whatever the rules and the number of games."""
    return one._replace(rules=None, n=1) == other._replace(rules=None, n=1)


def _cut(growing: Growing, count: int) -> Growing:
    """The first games of what has been played."""
    if growing.done == count:
        return growing
    part = Growing(growing.settings)
    part.done = count
    part.units = {
        name: Units(units.numerators[:count], units.denominators[:count], units.rate, units.unresolved)
        for name, units in growing.units.items()
    }
    return part
