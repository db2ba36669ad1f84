"""What ``cardsim bench rummy`` times beside two players under the default rules: more players, calling, 500 Rum."""

from __future__ import annotations

from typing import Any

from cardsim.games.workload import Workload, playing


def workloads() -> list[Workload]:
    """Hands of three and four players, and of the games with draws of several discards."""
    from cardsim.games.rummy import GAME

    tables: list[tuple[Any, str, int]] = [(None, "meld_asap", 3), (None, "meld_asap", 4)]
    tables += [(preset, "take_value", players) for preset in ("call", "rum500") for players in (2, 4)]
    return [playing(GAME, [name] * players, rules) for rules, name, players in tables]
