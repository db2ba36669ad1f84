"""Games played for the ledger: each study once however many claims read it, and its origin kept for the record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim.claims.verdicts import Found
from cardsim.experiment import simulate
from cardsim.games import games
from cardsim.run import Run
from cardsim.stats import Estimate, mean, proportion, ratio

SEED = 2026
"""The seed of every game that the ledger plays."""


class Effort(NamedTuple):
    """How many games a check plays: the full number, or a part of it."""

    quick: bool = False

    def games(self, full: int, quick: int | None = None) -> int:
        """The number of games; by default a tenth in a quick run."""
        if not self.quick:
            return full
        return full // 10 if quick is None else quick


Check = Callable[..., Found | dict[str, Found]]
origins: list[dict[str, Any]] = []
"""The provenance of every run since the list was last emptied."""


def built(game: str, *players: str) -> bool:
    """Whether the game has all these players."""
    for player in players:
        try:
            games[game].find_strategy(player)
        except ValueError:
            return False
    return True


def play(
    game: str, seats: Sequence[str], n: int, rules: Any = None, unit: str = "deal", rows: int | None = None
) -> Run:
    """Play a study, or look it up if it has been played.

    Its origin is kept; with `rows`, with a digest of so many games alone, for studies that are slow to play again.
    """
    setting = rules if isinstance(rules, str | None) else tuple(sorted(rules.items()))
    run = _play(game, tuple(seats), n, setting, unit)
    origin = run.provenance
    if rows is not None and rows < n:
        origin = {**origin, "digest": _play(game, tuple(seats), rows, setting, unit).digest, "digest_rows": rows}
    if origin not in origins:
        origins.append(origin)
    return run


def forget() -> None:
    """Let go of the games played so far, which fill the memory."""
    _play.cache_clear()


@cache
def _play(game: str, seats: tuple[str, ...], n: int, rules: Any, unit: str) -> Run:
    rules = dict(rules) if isinstance(rules, tuple) else rules
    return simulate(game, list(seats), rules=rules, n=n, seed=SEED, unit=unit, progress=False)


def mirrored(
    game: str, one: str, two: str, n: int, rules: Any = None, unit: str = "deal", partners: bool = False
) -> pd.DataFrame:
    """Two players (or pairs of partners) on the same deals, both ways round: means of both games, per deal.

    Columns ``win`` and ``loss`` (shares) and ``points``, ``conceded``, of the first player; the deal is the unit.
    """
    both = []
    for seat, seats in enumerate(((one, two), (two, one))):
        table = play(game, seats * 2 if partners else seats, n, rules, unit).table
        winner = table["winner"].to_numpy()
        both.append(
            {
                "win": (winner == seat).astype(float),
                "loss": (winner == 1 - seat).astype(float),
                "points": table[f"points_{seat}"].to_numpy(float),
                "conceded": table[f"points_{1 - seat}"].to_numpy(float),
            }
        )
    return pd.DataFrame({key: (both[0][key] + both[1][key]) / 2 for key in both[0]})


def win_rate(
    game: str, one: str, two: str, n: int, rules: Any = None, unit: str = "match", partners: bool = False
) -> Estimate:
    """Share of games that the first player wins, `n` games in all, half of them in either seat on the same deals."""
    return mean(mirrored(game, one, two, n // 2, rules, unit, partners)["win"])


def decided_rate(game: str, one: str, two: str, n: int, rules: Any = None, unit: str = "deal") -> Estimate:
    """The same as a share of the games that somebody wins."""
    table = mirrored(game, one, two, n // 2, rules, unit)
    return ratio(table["win"], table["win"] + table["loss"])


def share(hits: Any, of: Any = None) -> Estimate:
    """Share of true entries, among those where `of` is true."""
    hits = np.asarray(hits, bool)
    chosen = hits if of is None else hits[np.asarray(of, bool)]
    return proportion(int(chosen.sum()), chosen.size)
