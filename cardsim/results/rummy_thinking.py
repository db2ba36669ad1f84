"""How strong the thinking rummy player is, and whether holding pays against it.

``python -m cardsim.results.rummy_thinking PARTS [RESULTS]`` plays the studies below in order and adds each block of
deals to a file in the folder PARTS as soon as it is played: a run that is broken off goes on where it was.  Then it
writes the results ``rummy-thinking-players``, ``rummy-strength-by-worlds``, ``rummy-holding-thinking-field`` and
``rummy-thinking-holds``.  `SEED` is used for nothing else: not for tuning.  With ``--write`` it only writes;
``--seconds=S`` stops after about so many seconds of processor time.

One player sits among equals of another kind, in every seat in turn on the same deals (basic rules).  A deal is the unit
of all intervals; the points are those of the one less the mean of the others.  Costs are processor time on one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim import plots, stats
from cardsim.experiment import simulate
from cardsim.games.log import CHOICE, FIRST, KIND, SEAT
from cardsim.games.rummy.view import DISCARD, DRAW, NOTHING, SHED
from cardsim.results.logged import logged_deals
from cardsim.results.studies import from_command_line, largest, play_missing

SEED, BLOCK, DIGEST_DEALS = 2_610, 25, 3
PLAYERS, BY_WORLDS = "rummy-thinking-players", "rummy-strength-by-worlds"
FIELD, HOLDS = "rummy-holding-thinking-field", "rummy-thinking-holds"
THINKER, QUICK_THINKER = "montecarlo:worlds=64", "montecarlo:worlds=16"
LOGGED_DEALS, EVENTS = 150, 4_000


Gains = dict[tuple[int, str, str], pd.Series]
"""Points of each deal, by the number of players, the player and the others."""


class Study(NamedTuple):
    """One player among others of a kind, at a table of so many, on so many deals."""

    player: str
    others: str
    players: int
    deals: int

    @property
    def file(self) -> str:
        """The name of its file of parts."""
        return f"{self.players}-{self.player}-{self.others}.csv".replace(":", "_").replace("=", "").replace(",", "_")


BEST_HOLDER = {2: "hold_for_rummy:T=30,c=3", 3: "hold_for_rummy:T=20", 4: "hold_for_rummy:T=12"}
"""The best holder in a field of `meld_asap`, by the number of players: notebook 10 and, with two, tuning deals."""
CELLS = (*((n, "meld_asap") for n in (2, 3, 4)), *BEST_HOLDER.items(),
         *((2, other) for other in ("hold_for_rummy:T=6", "meld_asap:discard=fewest_outs",
                                    "meld_asap:discard=safe_highest")))  # fmt: skip
HELD_TURNS = (0, 2, 6, 12, 30)
STUDIES = (
    *(Study(THINKER, others, players, 2_000) for players, others in CELLS),
    Study(THINKER, BEST_HOLDER[4], 4, 6_000),  # the nearest to even
    *(Study(f"hold_for_rummy:T={turns}", QUICK_THINKER, n, 1_000) for n in (2, 3, 4) for turns in HELD_TURNS),
    *(Study(f"montecarlo:worlds={worlds}", others, 2, 1_000) for worlds in (16, 256)
      for others in ("meld_asap", BEST_HOLDER[2])),
    *(Study(holder, "meld_asap", players, 4_000) for players, holder in BEST_HOLDER.items()),
    *(Study(f"hold_for_rummy:T={turns}", QUICK_THINKER, n, 2_000) for n in (2, 3, 4) for turns in HELD_TURNS),
)  # fmt: skip
"""In the order of their importance; a study that stands again with more deals goes on."""


def seatings(study: Study) -> Iterator[list[str]]:
    """The one player in every seat in turn."""
    for seat in range(study.players):
        yield [study.player if seat == other else study.others for other in range(study.players)]


def play(study: Study, first: int, deals: int) -> pd.DataFrame:
    """A block of deals, each in every seating: gain in points, share of wins, and of Going Rummy, and the time."""
    began = time.process_time()
    gains, wins, rummies = (np.zeros((study.players, deals)) for _ in range(3))
    for seat, seats in enumerate(seatings(study)):
        table = simulate("rummy", seats, n=deals, first=first, seed=SEED, n_jobs=1, progress=False).table
        points = table[[f"points_{other}" for other in range(study.players)]].to_numpy(float)
        gains[seat] = points[:, seat] - (points.sum(axis=1) - points[:, seat]) / (study.players - 1)
        wins[seat] = table["winner"] == seat
        rummies[seat] = table["going_rummy"] & (table["winner"] == seat)
    spent = (time.process_time() - began) / deals / study.players
    return pd.DataFrame({
        "index": np.arange(first, first + deals), "gain": gains.mean(axis=0), "win": wins.mean(axis=0),
        "rummy": rummies.mean(axis=0), "seconds": np.full(deals, spent),
    })  # fmt: skip


def run(study: Study, folder: Path, until: float) -> None:
    """Play what is missing of a study, block by block, as long as the processor time is not used up."""
    size = BLOCK if "montecarlo" in study.player + study.others else 1_000
    play_missing(study, study.deals, folder, size, play, until)


def row(study: Study, played: pd.DataFrame) -> dict[str, Any]:
    """One line of a table."""
    gain, win, rummy = (stats.mean(played[name].to_numpy()) for name in ("gain", "win", "rummy"))
    return {
        "player": study.player, "others": study.others, "players": study.players,
        "value": gain.value, "low": gain.low, "high": gain.high, "n": len(played),
        "win": win.value, "win_low": win.low, "win_high": win.high,
        "rummy": rummy.value, "rummy_low": rummy.low, "rummy_high": rummy.high,
        "milliseconds_per_hand": 1000 * played["seconds"].median(),  # the first block may have had to compile
    }  # fmt: skip


def origins(study: Study, deals: int) -> list[dict[str, Any]]:
    """Where a study comes from: all seatings, with the digest of their first deals."""
    return [
        {**simulate("rummy", seats, n=DIGEST_DEALS, seed=SEED, n_jobs=1, progress=False).provenance,
         "n": deals, "digest_rows": DIGEST_DEALS}
        for seats in seatings(study)
    ]  # fmt: skip


def table_of(studies: dict[Study, pd.DataFrame], keep: Any) -> tuple[pd.DataFrame, dict[str, Any]]:
    """The rows of those studies that `keep` says, and their origins."""
    kept = {study: played for study, played in studies.items() if keep(study)}
    rows = pd.DataFrame([row(study, played) for study, played in kept.items()])
    return rows, {"runs": [origins(study, len(played)) for study, played in kept.items()]}


def watch(seats: list[str]) -> dict[str, Any]:
    """How the first seat treats what it could put down before it has put anything down, and what a decision costs.

    Going out is no choice; the count is of turns in which it could put cards down without going out.  The deal is the
    unit of the interval of the share, a ratio of sums.
    """
    held, asked = np.zeros(LOGGED_DEALS), np.zeros(LOGGED_DEALS)
    decisions, spent = 0, 0.0
    for index, (events, seconds) in enumerate(logged_deals("rummy", seats, "basic", SEED, LOGGED_DEALS, EVENTS)):
        spent += seconds
        mine = events[events[:, SEAT] == 0]
        decisions += int(np.isin(mine[:, KIND], (DRAW, DISCARD)).sum())
        for event in mine[mine[:, KIND] == SHED]:
            if int(event[FIRST]).bit_count() > 1:
                asked[index] += 1
                held[index] += event[CHOICE] == NOTHING
                if event[CHOICE] != NOTHING:
                    break
    share = held.sum() / asked.sum()
    error = 1.96 * (held - share * asked).std(ddof=1) / np.sqrt(LOGGED_DEALS) / asked.mean()
    cost = np.nan if any("montecarlo" in seat for seat in seats[1:]) else 1000 * spent / decisions
    return {"value": share, "low": share - error, "high": min(1.0, share + error), "n": LOGGED_DEALS,
            "turns": int(asked.sum()), "milliseconds_per_decision": cost}  # fmt: skip


def holds() -> pd.DataFrame:
    """How often the thinking player keeps back what it could put down, by company and number of players."""
    rows = []
    for players in (2, 3, 4):
        for others in ("meld_asap", BEST_HOLDER[players], QUICK_THINKER):
            name = {"meld_asap": "meld_asap", QUICK_THINKER: "montecarlo"}.get(others, "holders")
            found = watch([THINKER, *[others] * (players - 1)])
            rows.append({"players": f"{players} players", "company": name, "others": others, **found})
    return pd.DataFrame(rows)


def in_field(study: Study) -> bool:
    """Whether a study is of a holder, or of one who holds no turn, among thinking players."""
    return study.others == QUICK_THINKER


def with_lead(table: pd.DataFrame, gains: Gains, name: str, rival: Callable[[int], str]) -> pd.DataFrame:
    """The table with what each player gains more than a rival in the same company, on the deals that both played."""
    rows = []
    for line in table.itertuples():
        mine, other = gains[line.players, line.player, line.others], (line.players, rival(line.players), line.others)
        more = (mine - gains[other]).dropna().to_numpy() if other in gains else np.zeros(0)
        found = stats.mean(more) if len(more) > 1 else None
        parts = (found.value, found.low, found.high, found.n) if found else (np.nan, np.nan, np.nan, 0)
        rows.append(dict(zip((name, f"{name}_low", f"{name}_high", f"{name}_n"), parts, strict=True)))
    return pd.concat([table, pd.DataFrame(rows)], axis=1)


def write(folder: Path, results: Path) -> None:
    """Write the results from what has been played."""
    played = largest(STUDIES, folder)
    gains = {(study.players, study.player, study.others): found["gain"] for study, found in played.items()}
    table, about = table_of(played, lambda s: s.player in (THINKER, *BEST_HOLDER.values()) and not in_field(s))
    save_players(with_lead(table, gains, "over_holder", BEST_HOLDER.__getitem__), about, results)
    several = {BEST_HOLDER[2], "meld_asap"}
    table, about = table_of(played, lambda s: s.players == 2 and "montecarlo" in s.player and s.others in several)
    save_by_worlds(with_lead(table, gains, "over_64", lambda players: THINKER), about, results)
    table, about = table_of(played, in_field)
    save_field(with_lead(table, gains, "over_T0", lambda players: "hold_for_rummy:T=0"), about, results)
    save_holds(holds(), results)


def move_legend(figure: Any, **place: Any) -> None:
    """Put the legend where no bar is."""
    figure.axes[0].get_legend().set(**place)


def save_players(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Bars by the company."""
    shown = table.assign(
        company=[f"{r.players} players: {r.others}" for r in table.itertuples()],
        player=[r.player.partition(":")[0] for r in table.itertuples()],
    )
    figure = plots.bars(
        shown.sort_values(["players", "others", "player"], ascending=[True, False, False]), "company", by="player",
        percent=False, title="A thinking rummy player among others",
        rules=f"basic rules, one player in every seat, {THINKER}, seed {SEED}", xlabel="points a hand above the others",
    )  # fmt: skip
    move_legend(figure, loc="lower right")
    plots.save(figure, PLAYERS, table, about, results)


def save_by_worlds(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Strength against worlds."""
    table = table.assign(worlds=[int(name.rpartition("=")[2]) for name in table["player"]]).sort_values("worlds")
    figure = plots.lines(
        table.assign(worlds=table["worlds"].astype(str)), "worlds", by="others", percent=False,
        title="Strength by worlds: montecarlo", rules=f"basic rules, two players, both seats, seed {SEED}",
        xlabel="worlds imagined at each choice", ylabel="points a hand above the other",
    )  # fmt: skip
    plots.save(figure, BY_WORLDS, table, about, results)


def save_field(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """What holding gains among thinking players, against T."""
    table = table.assign(T=[int(name.rpartition("=")[2]) for name in table["player"]])
    table["players"] = [f"{players} players" for players in table["players"]]
    table = table.sort_values(["players", "T"])
    figure = plots.lines(
        table, "T", by="players", percent=False, title="What one holder gains a hand among thinking players",
        rules=f"basic rules, field {QUICK_THINKER}, seed {SEED}", xlabel="turns of holding (T)",
        ylabel="points a hand above the others",
    )  # fmt: skip
    plots.save(figure, FIELD, table, about, results)


def save_holds(table: pd.DataFrame, results: Path) -> None:
    """How often it keeps back what it could put down."""
    figure = plots.bars(
        table, "players", by="company", percent=True, title="How often a thinking player keeps melds and layoffs back",
        rules=f"basic rules, {THINKER} in the first seat, seed {SEED}",
        xlabel="share of the turns in which it could put down its first cards without going out",
    )  # fmt: skip
    move_legend(figure, loc="lower left", bbox_to_anchor=(0, 1), title="the others")
    about = {
        "runs": [
            {**simulate("rummy", [THINKER, *[line.others] * (int(line.players[0]) - 1)], n=DIGEST_DEALS, seed=SEED,
                        n_jobs=1, progress=False).provenance, "n": LOGGED_DEALS, "digest_rows": DIGEST_DEALS}
            for line in table.itertuples()
        ],
    }  # fmt: skip
    plots.save(figure, HOLDS, table, about, results)


def main(folder: Path, results: Path, play_on: bool = True, seconds: float = np.inf) -> None:
    """Play, then write."""
    until = time.process_time() + seconds
    for study in STUDIES if play_on else ():
        run(study, folder, until)
    if not play_on or time.process_time() < until:
        write(folder, results)


if __name__ == "__main__":
    from_command_line(main)
