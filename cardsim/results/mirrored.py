"""Studies of slow players in mirrored pairs of games: the same deals twice, with the sides exchanged.

Costs are processor time on one core.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim.experiment import simulate
from cardsim.league import win_rate
from cardsim.results.studies import play_missing
from cardsim.stats import Estimate, mean


class Study(NamedTuple):
    """A player against an opponent under some rules: so many pairs of deals or matches."""

    game: str
    player: str
    opponent: str
    rules: str
    unit: str
    pairs: int

    @property
    def file(self) -> str:
        """The name of its file of parts."""
        named = (self.player, self.opponent, self.rules, *(("deal",) if self.unit == "deal" else ()))
        return "-".join(named).translate({ord(":"): "_", ord("="): None, ord(","): "_"}) + ".csv"

    @property
    def seatings(self) -> tuple[list[str], list[str]]:
        """Who sits where in both games of a pair: side 0 is the player in the first, the opponent in the second."""
        sides = 2 if self.game == "spades" else 1
        return [self.player, self.opponent] * sides, [self.opponent, self.player] * sides


def play(study: Study, seed: int, first: int, pairs: int) -> pd.DataFrame:
    """A block of pairs: wins and points more than the other side in both games, and the processor time."""
    began = time.process_time()
    tables = [
        simulate(study.game, seats, rules=study.rules, n=pairs, first=first, seed=seed, unit=study.unit, n_jobs=1,
                 progress=False).table
        for seats in study.seatings
    ]  # fmt: skip
    spent = (time.process_time() - began) / pairs
    columns: dict[str, Any] = {"index": np.arange(first, first + pairs)}
    for side, table in enumerate(tables):
        columns[f"won_{side}"] = (table["winner"].to_numpy() == side).astype(int)
        columns[f"points_{side}"] = table[f"points_{side}"].to_numpy() - table[f"points_{1 - side}"].to_numpy()
    return pd.DataFrame(columns | {"seconds": np.full(pairs, spent)})


def run(study: Study, seed: int, folder: Path, block: int) -> None:
    """Play what is missing of a study, block by block."""
    play_missing(study, study.pairs, folder, block, lambda of, first, pairs: play(of, seed, first, pairs))


def share_won(played: pd.DataFrame) -> Estimate:
    """The share of games won, a pair being one observation."""
    return win_rate(((played["won_0"] + played["won_1"]) / 2).to_numpy())


def points_more(played: pd.DataFrame) -> Estimate:
    """Points more than the other side in a game, a pair being one observation."""
    return mean(((played["points_0"] + played["points_1"]) / 2).to_numpy())


def milliseconds(played: pd.DataFrame) -> float:
    """Processor time of a game; the median, because the first block may have had to compile."""
    return float(500 * played["seconds"].median())


def origins(study: Study, seed: int, pairs: int, rows: int) -> list[dict[str, Any]]:
    """Where a study comes from: both seatings, with the digest of their first games."""
    found = []
    for seats in study.seatings:
        short = simulate(study.game, seats, rules=study.rules, n=rows, seed=seed, unit=study.unit, n_jobs=1,
                         progress=False)  # fmt: skip
        found.append({**short.provenance, "n": pairs, "digest_rows": rows})
    return found
