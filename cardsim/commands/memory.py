"""How many bytes a game and a position take."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from cardsim.commands.text import table

GAMES = 2000


def bytes_of(name: str) -> dict[str, float]:
    """Bytes of one game: its outcome row, in the table of a run, on disk, and while it is played; then of positions."""
    import cardsim as cs
    from cardsim.games.workload import stored

    game: Any = cs.games[name]
    with tempfile.TemporaryDirectory() as folder:
        run = cs.simulate(name, n=GAMES, n_jobs=1, progress=False, out=Path(folder) / "run")
        parts = sum(path.stat().st_size for path in (Path(folder) / "run").glob("*.parquet"))
        return {
            "outcome row of a deal": game.row_dtype("deal").itemsize,
            "row in the table of a run": int(run.table.memory_usage(index=False, deep=True).sum()) / GAMES,
            f"row on disk, {GAMES:,} deals": parts / GAMES,
            "state of the game in play": game.table_dtype.itemsize,
            **stored(game),
        }


def as_text(found: dict[str, dict[str, float]]) -> str:
    """The sizes as a table."""
    lines = [[f"{name}: {what}", f"{size:,.1f}"] for name, sizes in found.items() for what, size in sizes.items()]
    return table([["memory", "bytes"], *lines], right=[1])
