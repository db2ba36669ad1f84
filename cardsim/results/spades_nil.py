"""What thinking adds around a nil: the deals with one nil, played by `rule` but for the seats that think.

The nils are those that `cats` bids among the first deals of `SEED`; who plays does not change who bids.  Each deal is
played once for each of `THINKERS`: the nil bidder thinks, his partner does, both, the two opponents do, all do.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from cardsim import plots
from cardsim.experiment import simulate
from cardsim.games import games
from cardsim.stats import difference, proportion

SEED, DEALS, BLOCK, DIGEST_DEALS = 2_608, 24_000, 1_000, 20
RESULT, FILE = "spades-thinking-nil", "nil.csv"
RULE, THINKER = "cats+rule", "cats+pimc:worlds=100"
THINKERS = {
    "nobody": (),
    "the nil bidder": (0,),
    "the partner": (2,),
    "both of them": (0, 2),
    "the opponents": (1, 3),
    "all four": (0, 1, 2, 3),
}
"""Who thinks, by seats counted from the nil bidder."""
COLUMNS = ("made", "points")


def seats_of(nil: int, thinking: tuple[int, ...]) -> list[str]:
    """The four players when `nil` bids nil."""
    return [THINKER if (seat - nil) % 4 in thinking else RULE for seat in range(4)]


def nil_deals(first: int, deals: int) -> pd.DataFrame:
    """The deals with exactly one nil and the seat that bids it."""
    table = simulate("spades", [RULE] * 4, n=deals, first=first, seed=SEED, n_jobs=1, progress=False).table
    nils = np.stack([table[f"nil_{seat}"].to_numpy() == 1 for seat in range(4)], axis=1)
    one = nils.sum(axis=1) == 1
    return pd.DataFrame({"index": first + np.flatnonzero(one), "seat": nils[one].argmax(axis=1)})


def play(deals: pd.DataFrame) -> pd.DataFrame:
    """Each deal once for each choice of thinkers: whether the nil was made, and by how much its side is ahead."""
    game = games["spades"]
    rules, rows = game.check_rules("default"), game.empty_rows("deal", 1)
    for name, thinking in THINKERS.items():
        prepared = [game.prepare(rules, game.find_seats(seats_of(nil, thinking)), "deal") for nil in range(4)]
        made, points = [], []
        for index, nil in zip(deals["index"], deals["seat"], strict=True):
            game.run_block(prepared[nil], SEED, index, rows)
            assert rows["nil"][0, nil] == 1
            made.append(int(rows["nil_made"][0, nil]))
            points.append(rows["points"][0, nil & 1] - rows["points"][0, 1 - (nil & 1)])
        deals = deals.assign(**{f"made {name}": made, f"points {name}": points})
    return deals


def run(folder: Path) -> None:
    """Play what is missing, block by block; a file beside the parts says how many deals were looked at."""
    path, count = folder / FILE, folder / "nil-deals.txt"
    done = int(count.read_text()) if count.exists() else 0
    while done < DEALS:
        played = play(nil_deals(done, BLOCK))
        played.to_csv(path, mode="a", index=False, header=done == 0)
        done += BLOCK
        count.write_text(str(done))
        print(f"nil: {done} deals", flush=True)


def rows_of(played: pd.DataFrame) -> pd.DataFrame:
    """A line for each choice of thinkers: share of nils made, and what thinking changed on the same deals."""
    lines = []
    base = {column: played[f"{column} nobody"].to_numpy(float) for column in COLUMNS}
    for name in THINKERS:
        made = played[f"made {name}"].to_numpy()
        share = proportion(int(made.sum()), len(made))
        line: dict[str, Any] = {"thinking": name, "value": share.value, "low": share.low, "high": share.high,
                                "n": len(made)}  # fmt: skip
        for column, word in (("made", "gain"), ("points", "points")):
            found = difference(played[f"{column} {name}"].to_numpy(float), base[column])
            line |= {word: found.value, f"{word}_low": found.low, f"{word}_high": found.high}
        lines.append(line)
    return pd.DataFrame(lines)


def origins(deals: int) -> list[dict[str, Any]]:
    """Where the deals come from: each choice of thinkers around seat 0, with the digest of its first deals."""
    found = []
    for thinking in THINKERS.values():
        short = simulate("spades", seats_of(0, thinking), n=DIGEST_DEALS, seed=SEED, n_jobs=1, progress=False)
        found.append({**short.provenance, "n": deals, "digest_rows": DIGEST_DEALS})
    return found


NOTE = (
    "n counts the deals with exactly one nil among the first deals of the seed; gain and points are paired differences "
    "to `nobody` on the same deals: of the share of nils made, and of the points of the nil's side less the other's."
)


def write(folder: Path, results: Path) -> None:
    """Write the result from what has been played."""
    path = folder / FILE
    if not path.exists():
        return
    table = rows_of(pd.read_csv(path))
    figure = plots.rates(
        table, "thinking", title="Nils made, by who thinks", rules=f"one nil, bid by cats, default rules, seed {SEED}",
        xlabel="plays by pimc, 100 worlds; the others by rule", ylabel="nils made",
    )  # fmt: skip
    looked_at = int((folder / "nil-deals.txt").read_text())
    plots.save(figure, RESULT, table, {"note": NOTE, "runs": origins(looked_at)}, results)
