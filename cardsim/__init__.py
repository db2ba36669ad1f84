"""cardsim: Monte Carlo studies of card games.

Import it as ``cs``: ``cs.simulate("gin", n=1_000_000, seed=7)`` plays a million hands of Gin Rummy.  Its parts are
loaded when they are first used, so that the import itself takes no time.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsim.claims import claims
    from cardsim.compare import compare
    from cardsim.experiment import simulate
    from cardsim.games import games
    from cardsim.games.strategy import StrategyError
    from cardsim.replay import Replay, replay
    from cardsim.run import Run
    from cardsim.show import show
    from cardsim.stats import Estimate
    from cardsim.storage import load
    from cardsim.sweep import sweep
    from cardsim.tune import tune
    from cardsim.workbench import workbench

__all__ = [
    "Estimate",
    "Replay",
    "Run",
    "StrategyError",
    "claims",
    "compare",
    "games",
    "load",
    "replay",
    "show",
    "simulate",
    "sweep",
    "tune",
    "workbench",
]

HOME = {
    "Estimate": "stats",
    "Replay": "replay",
    "Run": "run",
    "StrategyError": "games.strategy",
    "claims": "claims",
    "compare": "compare",
    "games": "games",
    "load": "storage",
    "replay": "replay",
    "show": "show",
    "simulate": "experiment",
    "sweep": "sweep",
    "tune": "tune",
    "workbench": "workbench",
}
"""The module of each public name."""
MODULES = ("plots", "stats", "cards", "rng", "bits")


class _Package(ModuleType):
    """Keeps ``cs.games``, ``cs.replay`` and so on, which Python would replace when it loads modules of those names."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in HOME or not isinstance(value, ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    """Public names, games (``cs.gin``) and modules (``cs.plots``), loaded when first used."""
    if name in HOME:
        found = getattr(importlib.import_module(f"cardsim.{HOME[name]}"), name)
        globals()[name] = found  # asked once
        return found
    if name in MODULES:
        return importlib.import_module(f"cardsim.{name}")
    from cardsim.games import games

    if name in tuple(games):
        return importlib.import_module(f"cardsim.games.{name}")
    raise AttributeError(f"cardsim has no {name!r}")


def __dir__() -> list[str]:
    from cardsim.games import games

    return [*globals(), *__all__, *games, *MODULES]
