"""How strong the thinking gin players are: ``python -m cardsim.results.gin_thinking PARTS [RESULTS]``.

Plays the studies below in order, matches to 100 in mirrored pairs (:mod:`.mirrored`), into the folder PARTS, and
writes the results ``gin-thinking-players``, ``gin-thinking-rules`` and ``gin-strength-by-worlds`` from what is there.
`SEED` is used for nothing else: not for fitting or tuning.  With ``--write`` it only writes.

Intervals are those of the mean over pairs; a study counts matches, two to a pair.  Costs are processor time on a core.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from cardsim import plots
from cardsim.claims import claims
from cardsim.games import games
from cardsim.games.gin.view import DISCARD, TAKE_UPCARD
from cardsim.games.log import KIND, SEAT
from cardsim.results.logged import logged_deals
from cardsim.results.mirrored import Study, milliseconds, origins, points_more, run, share_won
from cardsim.results.studies import largest
from cardsim.stats import mean

SEED, BLOCK, DIGEST_MATCHES = 2_616, 25, 2
WORLDS = 64
PLAYERS, BY_RULES, BY_WORLDS = "gin-thinking-players", "gin-thinking-rules", "gin-strength-by-worlds"
THINKER = f"montecarlo:worlds={WORLDS}"
COST_DEALS, EVENTS = 60, 400


def against(player: str, opponent: str, pairs: int, rules: str = "eaai") -> Study:
    """A study of matches."""
    return Study("gin", player, opponent, rules, "match", pairs)


MAIN, OTHERS = ("simple", "gin_only", "marjj"), ("gold", "safe_greedy", "openspiel_simple", "turn_threshold", "look")
OTHER_RULES = ("default", "modern", "classic", "palace", "oklahoma", "straight", "openspiel")
STUDIES = (
    *(against("look", opponent, 2_000) for opponent in (*MAIN, *OTHERS[:-1])),
    *(against(THINKER, opponent, 2_000) for opponent in MAIN),
    *(against("montecarlo:worlds=16", opponent, 1_000) for opponent in ("simple", "marjj")),
    *(against("montecarlo:worlds=256", opponent, 600) for opponent in ("simple", "marjj")),
    *(against(THINKER, opponent, 600) for opponent in OTHERS),
    *(against(THINKER, "simple", 500, rules) for rules in OTHER_RULES),
    against("montecarlo:worlds=1024", "marjj", 300),
    against("montecarlo:worlds=256", "marjj", 1_000),
    *(against(THINKER, opponent, 1_000) for opponent in OTHERS),
    against("montecarlo:worlds=1024", "marjj", 600),
)
"""In the order of their importance; a study that stands again with more pairs goes on."""
PUBLISHED = {
    "simple": ("gin-mc-simple", 256),
    "gold": ("gin-mc-gold", 128),
    "marjj": ("gin-mc-marjj-readme", 512),
}
"""The strongest published player against the same opponent: its claim and its number of samples."""


def row(study: Study, played: pd.DataFrame) -> dict[str, Any]:
    """One line of a table."""
    found = share_won(played)
    worlds = games["gin"].find_strategy(study.player).params.get("worlds", 0)
    return {
        "player": study.player.partition(":")[0],
        "worlds": int(worlds),
        "opponent": study.opponent,
        "rules": study.rules,
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "n": 2 * len(played),
        "points": points_more(played).value,
        "milliseconds_per_match": milliseconds(played),
    }


def cost(player: str) -> float:
    """Milliseconds of processor time per decision: a draw that was asked, or a turn's discard and knock together."""
    spent, decisions = 0.0, 0
    for events, seconds in logged_deals("gin", [player, "simple"], "eaai", SEED, COST_DEALS, EVENTS):
        mine = events[events[:, SEAT] == 0]
        decisions += int(((mine[:, KIND] == TAKE_UPCARD) | (mine[:, KIND] == DISCARD)).sum())
        spent += seconds
    return 1000 * spent / decisions


def with_published(table: pd.DataFrame) -> pd.DataFrame:
    """The table with the strongest published result against the same opponent, from the ledger."""
    table = table.reset_index(drop=True)
    for column in ("published", "published_low", "published_high", "published_worlds"):
        table[column] = np.nan
    for opponent, (claim, at) in PUBLISHED.items():
        stated = claims(claim)
        stated = stated[stated["at"].astype(str) == str(at)]
        here = (table["opponent"] == opponent) & (table["rules"] == "eaai")
        for name in ("value", "low", "high"):
            table.loc[here, "published" if name == "value" else f"published_{name}"] = float(stated[name].iloc[0])
        table.loc[here, "published_worlds"] = at
    return table


NOTE = (
    "A published value is the strongest stated for a Monte Carlo player of github.com/jdh8/gin-rummy-engine against "
    "the same opponent under the same rules, with as many samples as named; that player is another program, its "
    "marjj is a surrogate written from the paper as ours is, and its samples are not our worlds."
)


def more_than_usual(study: Study, played: dict[Study, pd.DataFrame]) -> dict[str, Any]:
    """The share of matches won more than with `WORLDS` worlds, on the pairs that both numbers of worlds played."""
    usual = next(
        (found for other, found in played.items() if other[2:5] == study[2:5] and other.player == THINKER), None
    )
    if usual is None or study.player in (THINKER, "look"):
        return {"more": np.nan, "more_low": np.nan, "more_high": np.nan, "more_n": 0}
    both = played[study].merge(usual, on="index", suffixes=("", "_usual"))
    won, before = both["won_0"] + both["won_1"], both["won_0_usual"] + both["won_1_usual"]
    found = mean(((won - before) / 2).to_numpy())
    return {"more": found.value, "more_low": found.low, "more_high": found.high, "more_n": 2 * len(both)}


def tables(folder: Path) -> pd.DataFrame:
    """One row per study that has been played, in the order of the charts."""
    played = largest(STUDIES, folder)
    table = pd.DataFrame([{**row(study, found), **more_than_usual(study, played)} for study, found in played.items()])
    costs = {player: cost(player) for player in dict.fromkeys(study.player for study in played)}
    table["milliseconds_per_decision"] = [costs[study.player] for study in played]
    table["runs"] = [origins(study, SEED, len(found), DIGEST_MATCHES) for study, found in played.items()]
    table["order"] = table["opponent"].map({study.opponent: i for i, study in enumerate(reversed(STUDIES))})
    return table.sort_values(["order", "player", "worlds"], ascending=[False, False, True])


def write(folder: Path, results: Path) -> None:
    """Write the results from what has been played."""
    table = tables(folder)
    usual = table["rules"] == "eaai"
    alone = table.drop(columns=[name for name in table if name.startswith("more")])
    save_players(*parted(alone[usual & table["worlds"].isin((0, WORLDS))]), results)
    save_by_rules(*parted(alone[(table["opponent"] == "simple") & (table["worlds"] == WORLDS)]), results)
    searching = table[usual & (table["player"] == "montecarlo")]
    several = searching[searching.groupby("opponent")["worlds"].transform("nunique") > 1]
    if len(several):
        save_by_worlds(*parted(several), results)


def parted(table: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Rows to be saved, and where they come from."""
    return table.drop(columns=["runs", "order"]).reset_index(drop=True), {"runs": [*table["runs"]]}


def save_players(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Bars by opponent."""
    table = with_published(table)
    figure = plots.rates(
        table.assign(player=[f"{r.player}, {r.worlds} worlds" if r.worlds else r.player for r in table.itertuples()]),
        "opponent", by="player", title="Thinking gin players against the others",
        rules=f"matches to 100, eaai rules, mirrored pairs, seed {SEED}", xlabel="opponent", ylabel="matches won",
        published=table.dropna(subset=["published"]).drop_duplicates("opponent").assign(
            value=lambda t: t["published"], low=lambda t: t["published_low"], high=lambda t: t["published_high"],
            source="strongest published (jdh8)",
        )[["opponent", "value", "low", "high", "source"]],
    )  # fmt: skip
    turn_labels(figure)
    plots.save(figure, PLAYERS, table, {"note": NOTE, **about}, results)


def turn_labels(figure: Any) -> None:
    """Long names below the bars, aslant."""
    for label in figure.axes[0].get_xticklabels():
        label.set(rotation=30, horizontalalignment="right")


def save_by_rules(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Bars by house rules, against one opponent."""
    figure = plots.rates(
        table, "rules", title="A thinking gin player under other rules",
        rules=f"montecarlo with {WORLDS} worlds against simple, matches to 100, mirrored pairs, seed {SEED}",
        xlabel="rules", ylabel="matches won",
    )  # fmt: skip
    turn_labels(figure)
    plots.save(figure, BY_RULES, table, about, results)


def save_by_worlds(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Strength against worlds."""
    figure = plots.lines(
        table.assign(worlds=table["worlds"].astype(str)).sort_values("worlds", key=lambda c: c.astype(int)), "worlds",
        by="opponent", percent=True, title="Strength by worlds: montecarlo",
        rules=f"matches to 100, eaai rules, mirrored pairs, seed {SEED}", xlabel="worlds imagined at each choice",
        ylabel="matches won",
    )  # fmt: skip
    plots.save(figure, BY_WORLDS, table, about, results)


def main(folder: Path, results: Path, play_on: bool = True) -> None:
    """Play, and write at the end."""
    for study in STUDIES if play_on else ():
        run(study, SEED, folder, BLOCK)
    write(folder, results)


if __name__ == "__main__":
    paths = [Path(text) for text in sys.argv[1:] if not text.startswith("--")]
    main(paths[0], paths[1] if len(paths) > 1 else Path("results"), play_on="--write" not in sys.argv)
