"""How the time per game holds as studies grow, and what a second core gives."""

from __future__ import annotations

import statistics
import time
from typing import Any

from cardsim.commands.ratios import paired_ratio
from cardsim.commands.text import table

FIRST = 10_000
ENOUGH = 1_000_000  # games that show what a second core gives
KINDS = {"rows": {}, "counts": {"keep": "counts"}}


def measure_scaling(games: list[str], most: int, repeats: int) -> dict[str, Any]:
    """CPU time per game of studies of 10,000 games, ten times as many, up to `most`; then two cores against one."""
    sizes = [FIRST]
    while sizes[-1] * 10 <= most:
        sizes.append(sizes[-1] * 10)
    return {
        name: {
            **{kind: {str(size): each(name, size, options) for size in sizes} for kind, options in KINDS.items()},
            "two_cores": speed_up(name, min(sizes[-1], ENOUGH), repeats),
        }
        for name in games
    }


def each(game: str, n: int, options: dict[str, Any] | None = None) -> float:
    """CPU nanoseconds per game on one core."""
    options = options or {}
    play(game, 100, 1, **options)
    start = time.process_time()
    play(game, n, 1, **options)
    return 1e9 * (time.process_time() - start) / n


def speed_up(game: str, n: int, repeats: int) -> dict[str, float]:
    """How many times faster two cores are than one: the median of pairs measured one right after the other."""
    ratios = []
    for _ in range(repeats):
        taken = []
        for n_jobs in (1, 2):
            start = time.perf_counter()
            play(game, n, n_jobs)
            taken.append(time.perf_counter() - start)
        ratios.append(taken[0] / taken[1])
    return {"games": n, "ratio": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}


def two_cores(game: str, seconds: float = 2.0, repeats: int = 5) -> dict[str, float]:
    """Games per second of real time on one core and on two, of studies that take about `seconds` on one."""
    play(game, 100, 1)
    n = round(1e9 * seconds / each(game, 1000))
    taken: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(repeats):
        for n_jobs, times in taken.items():
            start = time.perf_counter()
            play(game, n, n_jobs)
            times.append(time.perf_counter() - start)
    ratio = paired_ratio(taken[2], taken[1])
    rates = {f"games_per_second_{n_jobs}": n / statistics.median(times) for n_jobs, times in taken.items()}
    return {"games": n, **rates, "ratio": ratio.value, "ratio_low": ratio.low, "ratio_high": ratio.high}


def cores_text(found: dict[str, dict[str, float]]) -> str:
    """Rates on one and two cores as a table."""
    rows = [
        [
            name,
            f"{one['games_per_second_1']:,.0f}",
            f"{one['games_per_second_2']:,.0f}",
            f"{one['ratio']:.2f} [{one['ratio_low']:.2f}, {one['ratio_high']:.2f}]",
        ]
        for name, one in found.items()
    ]
    return table([["games per second", "one core", "two cores", "times as fast"], *rows], right=[1, 2, 3])


def play(game: str, n: int, n_jobs: int, **options: Any) -> None:
    """One study."""
    import cardsim as cs

    cs.simulate(game, n=n, n_jobs=n_jobs, progress=False, **options)


def as_text(data: dict[str, Any]) -> str:
    """The measurements as tables."""
    blocks = []
    for name, found in data.items():
        sizes = list(found["rows"])
        rows = [[name, *(f"{int(size):,}" for size in sizes), "largest : smallest"]]
        for kind in KINDS:
            values = list(found[kind].values())
            rows.append([f"keep={kind}", *(f"{value:,.0f} ns" for value in values), f"{values[-1] / values[0]:.2f}"])
        two = found["two_cores"]
        spread = f"{two['least']:.2f} - {two['most']:.2f}"
        line = f"two cores against one, {two['games']:,} games: {two['ratio']:.2f} times ({spread})"
        blocks.append(f"{table(rows, right=range(1, len(rows[0])))}\n{line}")
    return "\n\n".join(blocks)
