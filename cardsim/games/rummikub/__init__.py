"""Rummikub: openings, best turns, and whole games in which every turn is exact."""

from __future__ import annotations

from typing import Any

from cardsim.games.game import Game, Prepared
from cardsim.games.rummikub.columns import DEAL_COLUMNS, MATCH_COLUMNS
from cardsim.games.rummikub.describe import describe, describe_fault
from cardsim.games.rummikub.forms import Turn
from cardsim.games.rummikub.kernel import deals, matches
from cardsim.games.rummikub.opening_values import opening_values
from cardsim.games.rummikub.positions import best_opening, best_turn
from cardsim.games.rummikub.rules import DERIVED, DOMAINS, PRESETS, Rules, check_combination, derive, puzzle
from cardsim.games.rummikub.strategies import STRATEGIES, Strategy
from cardsim.games.rummikub.thinking.montecarlo import check_imagined
from cardsim.games.rummikub.tiles import Tile, parse_tiles, tiles_text
from cardsim.games.rummikub.view import DECISIONS, PACK_SIZE, STATE, VIEW
from cardsim.games.rummikub.winning_racks import winning_racks

presets = PRESETS
strategies = STRATEGIES


class RummikubGame(Game):
    """Rummikub: what a player who thinks cannot imagine is refused."""

    def prepare(self, rules: Any, seats: tuple[Any, ...], unit: str, check: bool = False) -> Prepared:
        """Everything a block of games needs, checked and compiled."""
        check_imagined(rules, seats)
        return super().prepare(rules, seats, unit, check)


GAME = RummikubGame(
    name="rummikub",
    version=1,
    Rules=Rules,
    domains=DOMAINS,
    presets=PRESETS,
    Strategy=Strategy,
    decisions=DECISIONS,
    strategies=STRATEGIES,
    view=VIEW,
    state=STATE,
    columns={"deal": DEAL_COLUMNS, "match": MATCH_COLUMNS},
    kernels={"deal": deals, "match": matches},
    default_seats=("greedy_tiles", "greedy_tiles"),
    seat_counts=(2, 3, 4),
    pack_size=PACK_SIZE,
    describe=describe,
    describe_fault=describe_fault,
    check_combination=check_combination,
    derived_fields=DERIVED,
    derive=derive,
)

__all__ = [
    "GAME",
    "Rules",
    "Strategy",
    "Tile",
    "Turn",
    "best_opening",
    "best_turn",
    "opening_values",
    "parse_tiles",
    "presets",
    "puzzle",
    "strategies",
    "tiles_text",
    "winning_racks",
]
