"""How strong the thinking Rummikub player is, beside the best simple player in the same company.

``python -m cardsim.results.rummikub_thinking PARTS [RESULTS]`` plays the studies below in order and adds each block of
deals to a file in the folder PARTS as soon as it is played: a run that is broken off goes on where it was.  Then it
writes the result ``rummikub-thinking-players``.  `SEED` is used for nothing else: not for tuning.  With ``--write`` it
only writes; ``--seconds=S`` stops after about so many seconds of processor time.

One player sits among others, in every seat in turn on the same deals (default rules); with two players these are
mirrored pairs.  A deal, played from all seats, is the unit of all intervals.  Costs are processor time on one core.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim import plots, stats
from cardsim.experiment import simulate
from cardsim.results.studies import from_command_line, largest, play_missing

SEED, BLOCK, DIGEST_DEALS = 2_620, 25, 2
PLAYERS = "rummikub-thinking-players"
THINKER, HOLDER = "montecarlo:worlds=32", "hold_until_out"
MIXED = "greedy_tiles+keep_jokers+place_at_least:k=5"


class Study(NamedTuple):
    """One player among others, all of one kind or three named ones, on so many deals."""

    player: str
    others: str
    players: int
    deals: int

    @property
    def company(self) -> list[str]:
        """Who sits in the other seats."""
        names = self.others.split("+")
        return names if len(names) > 1 else names * (self.players - 1)

    @property
    def file(self) -> str:
        """The name of its file of parts."""
        return f"{self.players}-{self.player}-{self.others}.csv".replace(":", "_").replace("=", "")


SIMPLE = ("greedy_tiles", "keep_jokers", "place_at_least:k=10")
STUDIES = tuple(
    study
    for most in (50, 200, 500)  # all a little first, so that a run that is broken off has something of everything
    for study in (
        Study(THINKER, HOLDER, 2, most),
        *(Study(player, others, 2, min(500, 2 * most)) for others in SIMPLE for player in (HOLDER, THINKER)),
        *(Study(THINKER, HOLDER, players, most // 2) for players in (3, 4)),
        *(Study(player, MIXED, 4, most // 2) for player in (HOLDER, THINKER)),
    )
)
"""In the order of their importance; a study that stands again with more deals goes on."""


def seatings(study: Study) -> Iterator[list[str]]:
    """The player in each seat in turn."""
    for seat in range(study.players):
        yield [*study.company[:seat], study.player, *study.company[seat:]]


def play(study: Study, first: int, deals: int) -> pd.DataFrame:
    """A block of deals from all seats: share won, points, own turns and processor time of a deal."""
    began = time.process_time()
    won, points, turns = np.zeros((3, deals))
    for seat, seats in enumerate(seatings(study)):
        table = simulate("rummikub", seats, n=deals, first=first, seed=SEED, n_jobs=1, progress=False).table
        won += table["winner"].to_numpy() == seat
        points += table[f"points_{seat}"].to_numpy()
        turns += table["turns"].to_numpy() / study.players
    columns = {"index": np.arange(first, first + deals), "won": won, "points": points, "turns": turns}
    played = pd.DataFrame(columns)
    played[["won", "points", "turns"]] /= study.players
    return played.assign(seconds=(time.process_time() - began) / deals / study.players)


def row(study: Study, played: pd.DataFrame) -> dict[str, Any]:
    """One line of the table; `equal` is the share of a player who is no better than the others."""
    won, points = (stats.mean(played[name].to_numpy()) for name in ("won", "points"))
    cost = 1000 * played["seconds"].median()  # the first block may have had to compile
    return {
        "player": study.player, "others": study.others, "players": study.players,
        "value": won.value, "low": max(0.0, won.low), "high": min(1.0, won.high), "n": len(played) * study.players,
        "equal": 1 / study.players, "points": points.value, "points_low": points.low, "points_high": points.high,
        "milliseconds_per_deal": cost, "milliseconds_per_own_turn": cost / played["turns"].mean(),
    }  # fmt: skip


def origins(study: Study, deals: int) -> list[dict[str, Any]]:
    """Where a study comes from: all seatings, with the digest of their first deals."""
    return [
        {**simulate("rummikub", seats, n=DIGEST_DEALS, seed=SEED, n_jobs=1, progress=False).provenance,
         "n": deals, "digest_rows": DIGEST_DEALS}
        for seats in seatings(study)
    ]  # fmt: skip


def over_holder(study: Study, played: dict[Study, pd.DataFrame]) -> dict[str, float]:
    """What share a player wins more than `hold_until_out` in the same company, on the deals that both played."""
    found = [other for other in played if other[1:3] == study[1:3] and other.player == HOLDER]
    if study.player == HOLDER or not found:
        return {"more": np.nan, "more_low": np.nan, "more_high": np.nan}
    more = stats.mean((played[study]["won"] - played[found[0]]["won"]).dropna().to_numpy())
    return {"more": more.value, "more_low": more.low, "more_high": more.high}


def write(folder: Path, results: Path) -> None:
    """Write the result from what has been played."""
    played = largest(STUDIES, folder)
    table = pd.DataFrame([row(study, found) | over_holder(study, played) for study, found in played.items()])
    order = {others: i for i, others in enumerate((HOLDER, *SIMPLE, MIXED))}
    table = table.sort_values(["players", "others", "player"], key=lambda c: c.map(order) if c.name == "others" else c)
    about = {"runs": [origins(study, len(found)) for study, found in played.items()]}
    save_players(table.reset_index(drop=True), about, results)


def save_players(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Bars by the company."""
    shown = table.assign(
        company=[f"{r.players} players: {'mixed' if r.others == MIXED else r.others}" for r in table.itertuples()]
    )
    figure = plots.bars(
        shown, "company", by="player", percent=True, title="A thinking Rummikub player among others",
        rules=f"default rules, one player in every seat, seed {SEED}; mixed: {MIXED.replace('+', ', ')}",
        xlabel="deals won",
    )  # fmt: skip
    legend: Any = figure.axes[0].get_legend()
    legend.set(loc="lower left", bbox_to_anchor=(0, 1))  # where no bar is
    plots.save(figure, PLAYERS, table, about, results)


def main(folder: Path, results: Path, play_on: bool = True, seconds: float = np.inf) -> None:
    """Play, then write."""
    until = time.process_time() + seconds
    for study in STUDIES if play_on else ():
        play_missing(study, study.deals, folder, BLOCK, play, until)
    if not play_on or time.process_time() < until:
        write(folder, results)


if __name__ == "__main__":
    from_command_line(main)
