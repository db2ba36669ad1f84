"""cardsim: Monte Carlo studies of card games.

Import it as ``cs``: ``cs.simulate("gin", n=1_000_000, seed=7)`` plays a million hands of Gin Rummy.
"""

from __future__ import annotations

import importlib
from typing import Any

from cardsim.compare import compare
from cardsim.experiment import simulate
from cardsim.games import games
from cardsim.games.strategy import StrategyError
from cardsim.replay import Replay, replay
from cardsim.run import Run
from cardsim.stats import Estimate
from cardsim.sweep import sweep
from cardsim.tune import tune

__all__ = ["Estimate", "Replay", "Run", "StrategyError", "compare", "games", "replay", "simulate", "sweep", "tune"]


def __getattr__(name: str) -> Any:
    """Games (``cs.gin``) and modules (``cs.plots``) are loaded when first used."""
    if name in tuple(games):
        return importlib.import_module(f"cardsim.games.{name}")
    if name in ("plots", "stats", "cards", "rng", "bits"):
        return importlib.import_module(f"cardsim.{name}")
    raise AttributeError(f"cardsim has no {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *games, "plots"]
