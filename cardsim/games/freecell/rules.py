"""The rules of FreeCell and its relatives, and the presets."""

from __future__ import annotations

from typing import NamedTuple


class Rules(NamedTuple):
    """One card game of the FreeCell family (names and meanings in the table below)."""

    columns: int = 8
    cells: int = 4
    cells_filled: int = 0
    build: str = "alternate"
    empty_column: str = "any"
    run_move: str = "limited"
    run_limit: str = "doubling"
    autoplay: str = "none"
    autoplay_counts: bool = False
    worrying_back: bool = False
    foundation_base: int = 1
    max_moves: int | None = 3000
    move_count: str = "actions"
    dead_rule: bool = True
    dead_test: str = "exact"
    deal_scheme: str = "shuffle"


DEFAULT = Rules()
_EIGHT_OFF = {"build": "suit", "cells": 8, "cells_filled": 4, "empty_column": "kings"}
_FORE_CELL = {"cells_filled": 4, "empty_column": "kings"}
presets: dict[str, Rules] = {
    name: DEFAULT._replace(**overlay)
    for name, overlay in {
        "freecell": {},
        **{f"freecell_{k}": {"cells": k} for k in range(6)},
        **{f"freecell_{n}_columns": {"columns": n} for n in (4, 5, 6, 7, 9, 10)},
        "bakers_game": {"build": "suit"},
        "bakers_game_kings": {"build": "suit", "empty_column": "kings"},
        "eight_off": _EIGHT_OFF,
        "eight_off_any": _EIGHT_OFF | {"empty_column": "any"},
        "seahaven_towers": {"columns": 10, "cells_filled": 2, "build": "suit", "empty_column": "kings"},
        "fore_cell": _FORE_CELL,
        "fore_cell_suit": _FORE_CELL | {"build": "suit"},
        "microsoft": {
            "deal_scheme": "ms",
            "autoplay": "safe",
            "max_moves": None,
            "dead_rule": False,
            "run_limit": "one_column",
        },
        "relaxed": {"run_move": "unlimited"},
        "solvability": {"max_moves": None, "dead_rule": False},
    }.items()
}
