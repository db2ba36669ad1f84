"""Rummy for two to four players: Basic Rummy, calling rummy, 500 Rum; one pack or two, with or without wild cards.

``help("cardsim.games.rummy.rules")`` tells the rules.  Two packs (``decks=2``), ``jokers``, a ``wild_rank`` and sets of
at most three (``set_max=3``) are house rules like any other, such as ``{"decks": 2, "jokers": 4}``, and go with every
preset; an engine of their own plays them, slower than the one for a single pack.

What decisions answer: `draw` 0 for the stock, k for the top k cards of the pile; `shed` -1 for the best shed, 0 for
nothing (more), or a mask of cards to put down, ``view.shed`` among them; `discard` a card of ``view.legal``; `call` 0
or 1.  ``help("cardsim.games.rummy.packs")`` tells what is added for second copies of a card and for jokers.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pandas as pd

from cardsim.games.game import Game, Prepared
from cardsim.games.rummy.columns import DEAL_COLUMNS, MATCH_COLUMNS
from cardsim.games.rummy.describe import describe, describe_fault
from cardsim.games.rummy.hands import Shed, best_shed, is_meld
from cardsim.games.rummy.kernel import deals, matches
from cardsim.games.rummy.playable import (
    DERIVED,
    check_combination,
    check_play,
    derive,
    needs_packs,
    number_of_cards,
)
from cardsim.games.rummy.policies import WORDS, check_policies
from cardsim.games.rummy.positions import Position, is_dead
from cardsim.games.rummy.presets import PRESETS
from cardsim.games.rummy.rules import DOMAINS, Rules
from cardsim.games.rummy.strategies import STRATEGIES, Strategy
from cardsim.games.rummy.thinking.montecarlo import check_imagined
from cardsim.games.rummy.view import DECISIONS, STATE, VIEW

__all__ = ["GAME", "Position", "Rules", "Shed", "Strategy", "best_shed", "is_dead", "is_meld", "presets", "strategies"]

presets = PRESETS
strategies = STRATEGIES


def _tidy(table: pd.DataFrame, rules: Any, seats: int) -> pd.DataFrame:
    """Whole points as whole numbers."""
    if float(rules.going_rummy_multiplier).is_integer():
        columns = [f"points_{seat}" for seat in range(seats)]
        table[columns] = table[columns].astype(np.int32)
    return table


class RummyGame(Game):
    """Rummy: rules of one pack without wild cards on the fast engine, all others on the one that counts by kind."""

    def prepare(self, rules: Any, seats: tuple[Any, ...], unit: str, check: bool = False) -> Prepared:
        """Everything a block of games needs, checked and compiled."""
        check_imagined(rules, seats)
        for number, seat in enumerate(seats):
            check_policies(seat, number)
        if not needs_packs(rules):
            return super().prepare(rules, seats, unit, check)
        from cardsim.games.rummy.packs.game import packs_player

        return self.packs.prepare(rules, tuple(packs_player(seat) for seat in seats), unit, check)

    @functools.cached_property
    def packs(self) -> Game:
        """The engine for two packs and wild cards, loaded where rules need it."""
        from cardsim.games.rummy.packs.game import packs_game

        return packs_game(self)

    def cards_in_play(self, rules: Any) -> int:
        """How many cards a given deal has under these rules."""
        return number_of_cards(rules)


GAME = RummyGame(
    name="rummy",
    version=1,
    Rules=Rules,
    domains=DOMAINS,
    presets=PRESETS,
    Strategy=Strategy,
    decisions=DECISIONS,
    strategies=STRATEGIES,
    words=WORDS,
    view=VIEW,
    state=STATE,
    columns={"deal": DEAL_COLUMNS, "match": MATCH_COLUMNS},
    kernels={"deal": deals, "match": matches},
    default_seats=("meld_asap", "meld_asap"),
    describe=describe,
    describe_fault=describe_fault,
    seat_counts=(2, 3, 4),
    derived_fields=DERIVED,
    derive=derive,
    check_combination=check_combination,
    check_play=check_play,
    tidy=_tidy,
)
