"""What a round robin shows: who beats whom, by how much, and which of it the games establish.

Takes the results of each deal as arrays; :mod:`cardsim.compare` plays the games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cardsim import stats
from cardsim.stats import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVEL = 0.05  # of all pairs together, after Holm's correction
BATCHES = 20  # of deals, for the jackknife of the strengths


@dataclass
class Side:
    """Sums over the games of one player: his share of wins and his points on each deal."""

    wins: np.ndarray
    points: np.ndarray
    games: int = 0


@dataclass
class Pair:
    """Sums over the games of two players: how much the first did better on each deal, and the spread of each game."""

    wins: np.ndarray
    points: np.ndarray
    first_wins: np.ndarray
    second_wins: np.ndarray
    games: int = 0
    spread: dict[str, float] = field(default_factory=lambda: {"win": 0.0, "points": 0.0})


@dataclass
class Tally:
    """The running sums of a league of `players` over `n` common deals."""

    players: tuple[str, ...]
    n: int
    measures: tuple[str, ...] = ("win", "points")  # a game without points has wins alone
    sides: dict[str, Side] = field(default_factory=dict)
    pairs: dict[tuple[str, str], Pair] = field(default_factory=dict)

    def add(self, seated: Sequence[str], wins: np.ndarray, points: np.ndarray) -> None:
        """Add one arrangement: `wins` and `points` have a row per deal and a column per entry of `seated`."""
        for place, name in enumerate(seated):
            side = self.sides.setdefault(name, Side(np.zeros(self.n), np.zeros(self.n)))
            side.wins += wins[:, place]
            side.points += points[:, place]
            side.games += 1
        for one, two in combinations(range(len(seated)), 2):
            self._add_pair(seated[one], seated[two], wins[:, [one, two]].T, points[:, [one, two]].T)

    def add_solitaire_pairs(self) -> None:
        """Pairs of a game for one player: each played the same deals alone."""
        for first, second in combinations(self.players, 2):
            pair = self._pair(first, second)
            one, two = self.sides[first], self.sides[second]
            pair.games = 1
            pair.first_wins, pair.second_wins = one.wins, two.wins
            pair.wins, pair.points = one.wins - two.wins, one.points - two.points
            pair.spread = {
                "win": float(one.wins.var() + two.wins.var()), "points": float(one.points.var() + two.points.var())
            }  # fmt: skip

    def _add_pair(self, first: str, second: str, wins: np.ndarray, points: np.ndarray) -> None:
        if self.players.index(first) > self.players.index(second):
            first, second, wins, points = second, first, wins[::-1], points[::-1]
        pair = self._pair(first, second)
        pair.wins += wins[0] - wins[1]
        pair.points += points[0] - points[1]
        pair.spread["win"] += float(np.var(wins[0] - wins[1]))
        pair.spread["points"] += float(np.var(points[0] - points[1]))
        pair.first_wins += wins[0]
        pair.second_wins += wins[1]
        pair.games += 1

    def _pair(self, first: str, second: str) -> Pair:
        if (first, second) not in self.pairs:
            self.pairs[first, second] = Pair(*np.zeros((4, self.n)))
        return self.pairs[first, second]


class League:
    """The result of :func:`cardsim.compare`.

    Attributes
    ----------
    matrix : pandas.DataFrame
        Win rate of the row player in its games with the column player (alone on its deals, in a game for one).
    points : pandas.DataFrame
        Points per game that the row player scored more than the column player.
    cells : pandas.DataFrame
        The same as a tidy table with intervals: ``player, opponent, measure, value, low, high, n, significant``.
    differences : pandas.DataFrame
        One row per pair and measure: the paired difference with its interval, ``p`` and ``p_adjusted`` (Holm over all
        pairs of the measure), whether it is ``significant``, and ``variance_reduction``, how many times more games
        the same interval would take on deals of their own.
    ranking : pandas.DataFrame
        Players by strength, with win rate, points, Bradley-Terry strength (ties count half) and the ranks they can
        have: players that the games do not separate share a range such as ``"2-3"``.
    n : int
        Number of deals (or matches), each played in every arrangement.
    described : str
        Game, rules and seed in a few words.
    provenance : dict
        Game, rules, players, seed and versions.
    """

    def __init__(self, tally: Tally, provenance: Mapping[str, Any], described: str = ""):
        self.n = tally.n
        self.players = tally.players
        self.provenance = dict(provenance)
        self.described = described
        self.differences = paired_differences(tally)
        self.cells = _cells(tally, self.differences)
        self.matrix = _square(self.cells, "win", tally.players)
        self.points = _square(self.cells, "points", tally.players)
        self.ranking = _ranking(tally, self.differences)

    def plot(self, measure: str = "win") -> Figure:
        """Heat map of the differences row minus column in ``"win"`` rate or ``"points"``; pale: not established."""
        from cardsim import plots  # not before a chart is wanted: matplotlib takes a while to import

        known = list(pd.unique(self.differences["measure"]))
        if measure not in known:
            raise ValueError(f"this league has no measure {measure!r}; it has {', '.join(known)}")
        title = "Win rate, row minus column" if measure == "win" else "Points per game, row minus column"
        return plots.heatmap(
            self._both_ways(measure), "player", "opponent", significant="significant", centre=0.0,
            percent=measure == "win", title=title, rules=self.described,
        )  # fmt: skip

    def __str__(self) -> str:
        gains = self.differences.loc[self.differences["measure"] == "win", "variance_reduction"]
        lines = [
            f"{self.described}, n = {self.n:,} deals in every arrangement",
            self.ranking[[c for c in self.ranking if not c.endswith(("_low", "_high"))]]
            .round(4)
            .to_string(index=False),
            *(f"{row.player} - {row.opponent}: {_text(row)}" for row in self._wins().itertuples()),
            f"Common deals and all arrangements: as good as {gains.median():.1f} times as many games (median of pairs)",
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        shown = self._wins().assign(difference=[_text(row) for row in self._wins().itertuples()])
        columns = ["player", "opponent", "difference", "p_adjusted", "variance_reduction"]
        head = f"<p>{self.described}, n = {self.n:,} deals in every arrangement</p>"
        return head + self.ranking.round(4).to_html(index=False) + shown[columns].round(4).to_html(index=False)

    def _wins(self) -> pd.DataFrame:
        return self.differences[self.differences["measure"] == "win"]

    def _both_ways(self, measure: str) -> pd.DataFrame:
        one_way = self.differences[self.differences["measure"] == measure]
        other = one_way.assign(
            player=one_way["opponent"], opponent=one_way["player"], value=-one_way["value"], low=-one_way["high"],
            high=-one_way["low"],
        )  # fmt: skip
        order = list(self.ranking["player"])
        both = pd.concat([one_way, other])
        return both.sort_values(["player", "opponent"], key=lambda names: names.map(order.index), ignore_index=True)


def win_rate(per_deal: np.ndarray) -> Estimate:
    """Rate from the share of wins on each deal: Wilson where each deal has one game, else a t interval in 0 to 1."""
    if np.isin(per_deal, (0.0, 1.0)).all():
        return stats.proportion(int(per_deal.sum()), per_deal.size)
    rate = stats.mean(per_deal)
    return Estimate(rate.value, max(0.0, rate.low), min(1.0, rate.high), rate.n, rate.method)


def paired_differences(tally: Tally) -> pd.DataFrame:
    """One row per pair and measure; what is significant holds for all pairs of a measure together (Holm)."""
    rows = []
    for measure in tally.measures:
        part: list[dict[str, Any]] = []
        for (first, second), pair in tally.pairs.items():
            gaps = (pair.wins if measure == "win" else pair.points) / pair.games
            estimate = stats.difference(gaps, np.zeros_like(gaps))
            apart, together = pair.spread[measure] / pair.games**2, float(np.var(gaps))
            part.append(
                {"player": first, "opponent": second, "measure": measure, "value": estimate.value,
                 "low": estimate.low, "high": estimate.high, "n": estimate.n,
                 "p": stats.difference_p_value(gaps, np.zeros_like(gaps)),
                 "variance_reduction": apart / together if together > 0 else (math.inf if apart > 0 else 1.0)}
            )  # fmt: skip
        adjusted = stats.holm([row["p"] for row in part])
        rows += [row | {"p_adjusted": p, "significant": bool(p < LEVEL)} for row, p in zip(part, adjusted, strict=True)]
    return pd.DataFrame(rows)


def _cells(tally: Tally, differences: pd.DataFrame) -> pd.DataFrame:
    rows = []
    shown = differences.set_index(["measure", "player", "opponent"])
    for (first, second), pair in tally.pairs.items():
        for player, opponent, wins, sign in (
            (first, second, pair.first_wins, 1),
            (second, first, pair.second_wins, -1),
        ):
            for measure in tally.measures:
                gap = shown.loc[(measure, first, second)]
                value, low, high = sign * gap["value"], *sorted((sign * gap["low"], sign * gap["high"]))
                if measure == "win":
                    rate = win_rate(wins / pair.games)
                    value, low, high = rate.value, rate.low, rate.high
                rows.append(
                    {"player": player, "opponent": opponent, "measure": measure, "value": value, "low": low,
                     "high": high, "n": tally.n, "significant": bool(gap["significant"])}
                )  # fmt: skip
    return pd.DataFrame(rows)[["player", "opponent", "measure", "value", "low", "high", "n", "significant"]]


def _square(cells: pd.DataFrame, measure: str, players: Sequence[str]) -> pd.DataFrame:
    part = cells[cells["measure"] == measure]
    square = part.pivot(index="player", columns="opponent", values="value")
    return square.reindex(index=list(players), columns=list(players))


def _ranking(tally: Tally, differences: pd.DataFrame) -> pd.DataFrame:
    players = tally.players
    better = np.zeros((len(players), len(players)), dtype=bool)
    for pair in differences[(differences["measure"] == "win") & differences["significant"]].itertuples():
        one, two = players.index(pair.player), players.index(pair.opponent)
        better[(one, two) if pair.value > 0 else (two, one)] = True
    strengths = stats.bradley_terry(_duels(tally))
    rows = []
    for name, strength, (best, worst) in zip(players, strengths, stats.rank_ranges(better), strict=True):
        side = tally.sides[name]
        shown = {"win": win_rate(side.wins / side.games), "points": stats.mean(side.points / side.games)}
        shown = {measure: shown[measure] for measure in tally.measures} | {"strength": strength}
        row: dict[str, Any] = {"rank": f"{best}" if best == worst else f"{best}-{worst}", "player": name}
        for column, estimate in shown.items():
            row |= {column: estimate.value, f"{column}_low": estimate.low, f"{column}_high": estimate.high}
        rows.append(row)
    return pd.DataFrame(rows).sort_values("strength", ascending=False, ignore_index=True, kind="stable")


def _duels(tally: Tally) -> np.ndarray:
    """Wins of row over column in batches of deals; a deal that neither won counts half to each."""
    batches = min(BATCHES, tally.n)
    wins = np.zeros((batches, len(tally.players), len(tally.players)))
    for (first, second), pair in tally.pairs.items():
        one, two = tally.players.index(first), tally.players.index(second)
        for batch, gaps in enumerate(np.array_split(pair.wins / pair.games, batches)):
            wins[batch, one, two] = ((1 + gaps) / 2).sum()
            wins[batch, two, one] = ((1 - gaps) / 2).sum()
    return wins


def _text(row: Any) -> str:
    estimate = Estimate(row.value, row.low, row.high, row.n, "")
    return f"{estimate.percent()}{'' if row.significant else ' (not established)'}"
