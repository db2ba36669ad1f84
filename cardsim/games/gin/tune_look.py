"""The recipe of the parameters of `look`: ``python -m cardsim.games.gin.tune_look``.

Matches under the rules `eaai` on mirrored deals of seed `SEED` against `OPPONENTS`; the measure is the mean share of
matches won.  `CANDIDATES` points, the start and others drawn around it, play `PAIRS` pairs of matches each; the best
`FINALISTS` and the start meet fresh deals, `LAST_PAIRS` pairs each.  The deals of this seed are used for no claim.
"""

from __future__ import annotations

from typing import Any

import numpy as np

RULES, SEED = "eaai", 93_001
START = {"a": 16.26, "b": 0.933, "c": 1.02, "best": 7.0, "k": 4.0}
OPPONENTS = ("simple", "gin_only", "look:a=16.26,b=0.933,c=1.02,best=7,k=4")
CANDIDATES, PAIRS, FINALISTS, LAST_PAIRS = 24, 400, 4, 2_500


def candidate(stream: np.random.Generator) -> dict[str, float]:
    """A point around the start."""
    return {
        "a": round(START["a"] * float(np.exp(stream.normal(0, 0.3))), 2),
        "b": round(1 - (1 - START["b"]) * float(np.exp(stream.normal(0, 0.5))), 3),
        "c": round(START["c"] * float(np.exp(stream.normal(0, 0.4))), 2),
        "best": float(stream.integers(4, 11)),
        "k": float(stream.integers(3, 6)),
    }


def shares(player: Any, first: int, pairs: int) -> np.ndarray:
    """Mean share of both matches won against the opponents, by pair."""
    from cardsim.games.gin import GAME

    won = np.zeros(pairs)
    for opponent in OPPONENTS:
        for seat in range(2):
            seats = GAME.find_seats([player, opponent] if seat == 0 else [opponent, player])
            rows = GAME.empty_rows("match", pairs)
            GAME.run_block(GAME.prepare(GAME.check_rules(RULES), seats, "match"), SEED, first, rows)
            won += rows["winner"] == seat
    return won / (2 * len(OPPONENTS))


def measure(values: dict[str, float], first: int, pairs: int) -> tuple[float, np.ndarray]:
    """The mean share of one point, printed, and the share by pair."""
    text = "look:" + ",".join(f"{name}={value}" for name, value in values.items())
    found = shares(text, first, pairs)
    print(
        f"{text}: {found.mean():.4f} +- {1.96 * found.std(ddof=1) / len(found) ** 0.5:.4f}, {pairs} pairs", flush=True
    )
    return float(found.mean()), found


def main() -> None:
    """Search, then compare the best with the start on fresh deals."""
    stream = np.random.default_rng(SEED)
    points = [START, *(candidate(stream) for _ in range(CANDIDATES - 1))]
    ranked = sorted(points, key=lambda values: -measure(values, 0, PAIRS)[0])
    print("fresh deals:")
    start = measure(START, PAIRS, LAST_PAIRS)[1]
    for values in ranked[:FINALISTS]:
        gain = measure(values, PAIRS, LAST_PAIRS)[1] - start
        print(f"  gain over the start {gain.mean():+.4f} +- {1.96 * gain.std(ddof=1) / len(gain) ** 0.5:.4f}")


if __name__ == "__main__":
    main()
