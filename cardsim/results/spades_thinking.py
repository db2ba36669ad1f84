"""How strong the thinking spades player is: ``python -m cardsim.results.spades_thinking PARTS [RESULTS]``.

Plays the studies below in order, duplicate deals and matches to 500 in mirrored pairs (the same deals with the teams
exchanged), and the deals with one nil (:mod:`.spades_nil`), and writes the results ``spades-thinking-players``,
``spades-strength-by-worlds`` and ``spades-thinking-nil`` from what is there.  `SEED` is used for nothing else.  With
``--write`` it only writes.

Intervals are those of the mean over pairs; a study counts games, two to a pair.  Costs are processor time on one core.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pandas as pd

from cardsim import plots
from cardsim.games import games
from cardsim.results import spades_nil
from cardsim.results.mirrored import Study, milliseconds, origins, points_more, run, share_won
from cardsim.results.studies import largest

SEED, DIGEST_DEALS, DIGEST_MATCHES = 2_607, 20, 1
BLOCKS = {"deal": 500, "match": 25}
PLAYERS, BY_WORLDS = "spades-thinking-players", "spades-strength-by-worlds"
WORLDS = 100
THINKER, OPPONENTS = f"cats+pimc:worlds={WORLDS}", ("cats+rule", "trickster+rule")
OTHER_WORLDS = (10, 30, 300)


def against(player: str, opponent: str, pairs: int, unit: str) -> Study:
    """A study under the default rules."""
    return Study("spades", player, opponent, "default", unit, pairs)


STUDIES = (
    *(against(THINKER, opponent, 2_500, "deal") for opponent in OPPONENTS),
    *(against("cats+rule", opponent, 2_500, "deal") for opponent in OPPONENTS[1:]),
    *(against(THINKER, opponent, 300, "match") for opponent in OPPONENTS),
    *(against("cats+rule", opponent, 300, "match") for opponent in OPPONENTS[1:]),
    *(against(f"cats+pimc:worlds={worlds}", OPPONENTS[0], 1_000, "deal") for worlds in OTHER_WORLDS),
    *(against(THINKER, opponent, 600, "match") for opponent in OPPONENTS),
    *(against("cats+rule", opponent, 600, "match") for opponent in OPPONENTS[1:]),
)
"""In the order of their importance; a study that stands again with more pairs goes on."""


def row(study: Study, deals: pd.DataFrame, matches: pd.DataFrame | None) -> dict[str, Any]:
    """One line of a table: points more than the other team on a deal, and the share of matches won."""
    found = points_more(deals)
    line: dict[str, Any] = {
        "player": study.player.partition(":")[0],
        "worlds": int(games["spades"].find_strategy(study.player).params.get("worlds", 0)),
        "opponent": study.opponent,
        "value": found.value,
        "low": found.low,
        "high": found.high,
        "n": 2 * len(deals),
        "milliseconds_per_deal": milliseconds(deals),
    }
    if matches is not None:
        won = share_won(matches)
        line |= {
            "matches_won": won.value,
            "matches_low": won.low,
            "matches_high": won.high,
            "matches": 2 * len(matches),
        }
    return line


def lines(folder: Path) -> tuple[pd.DataFrame, dict[tuple[str, str], list[dict[str, Any]]]]:
    """What has been played, a line for each player and opponent, and where it comes from."""
    played = largest(STUDIES, folder)
    by_unit = {(study.player, study.opponent, study.unit): (study, found) for study, found in played.items()}
    rows, runs = [], {}
    for (player, opponent, unit), (study, deals) in by_unit.items():
        if unit == "deal":
            matches = by_unit.get((player, opponent, "match"))
            rows.append(row(study, deals, matches[1] if matches else None))
            runs[player, opponent] = origins(study, SEED, len(deals), DIGEST_DEALS)
            if matches:
                runs[player, opponent] += origins(matches[0], SEED, len(matches[1]), DIGEST_MATCHES)
    return pd.DataFrame(rows), runs


def write(folder: Path, results: Path) -> None:
    """Write the results from what has been played."""
    table, runs = lines(folder)
    main = table[table["worlds"].isin((0, WORLDS))].sort_values(["opponent", "worlds"], ascending=[True, False])
    save_players(main, {"runs": [runs[key] for key in runs if key[0] in ("cats+rule", THINKER)]}, results)
    several = table[(table["worlds"] > 0) & (table["opponent"] == OPPONENTS[0])].sort_values("worlds")
    if len(several) > 1:
        kept = several[["player", "worlds", "opponent", "value", "low", "high", "n", "milliseconds_per_deal"]]
        save_by_worlds(
            kept, {"runs": [runs[key] for key in runs if "pimc" in key[0] and key[1] == OPPONENTS[0]]}, results
        )
    spades_nil.write(folder, results)


def save_players(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Points by opponent."""
    named = [f"{r.player}, {r.worlds} worlds" if r.worlds else r.player for r in table.itertuples()]
    figure = plots.rates(
        table.assign(player=named), "opponent", by="player", percent=False,
        title="A thinking spades team against the others",
        rules=f"duplicate deals, default rules, seed {SEED}", xlabel="opponents",
        ylabel="points a deal more than the opponents",
    )  # fmt: skip
    plots.save(figure, PLAYERS, table, about, results)


def save_by_worlds(table: pd.DataFrame, about: dict[str, Any], results: Path) -> None:
    """Strength against worlds."""
    figure = plots.lines(
        table.assign(worlds=table["worlds"].astype(str)), "worlds",
        title=f"Strength by worlds: cats+pimc against {OPPONENTS[0]}",
        rules=f"duplicate deals, default rules, seed {SEED}",
        xlabel="deals of the hidden cards imagined at each choice",
        ylabel="points a deal more than the opponents",
    )  # fmt: skip
    plots.save(figure, BY_WORLDS, table, about, results)


def main(folder: Path, results: Path, play_on: bool = True) -> None:
    """Play, and write at the end."""
    if play_on:
        for study in STUDIES[:3]:
            run(study, SEED, folder, BLOCKS[study.unit])
        spades_nil.run(folder)
        for study in STUDIES[3:]:
            run(study, SEED, folder, BLOCKS[study.unit])
    write(folder, results)


if __name__ == "__main__":
    paths = [Path(text) for text in sys.argv[1:] if not text.startswith("--")]
    main(paths[0], paths[1] if len(paths) > 1 else Path("results"), play_on="--write" not in sys.argv)
