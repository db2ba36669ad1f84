"""Spades: two partnerships, bids, nil and blind nil, bags, and exact solvers for nil and for team tricks."""

from __future__ import annotations

from cardsim.games.game import Game
from cardsim.games.spades import facts
from cardsim.games.spades.columns import DEAL_COLUMNS, MATCH_COLUMNS
from cardsim.games.spades.combinations import DERIVED, check_combination, derive
from cardsim.games.spades.describe import describe, describe_fault
from cardsim.games.spades.double_dummy import team_tricks
from cardsim.games.spades.front import Scores, bid, score_deal
from cardsim.games.spades.kernel import deals, matches
from cardsim.games.spades.nil_solver import nil_chance, nil_makeable
from cardsim.games.spades.pimc import WORDS
from cardsim.games.spades.rules import DOMAINS, PRESETS, Rules
from cardsim.games.spades.strategies import STRATEGIES, Strategy, look_up
from cardsim.games.spades.view import DECISIONS, STATE, VIEW

__all__ = [
    "GAME",
    "Rules",
    "Scores",
    "Strategy",
    "bid",
    "facts",
    "nil_chance",
    "nil_makeable",
    "presets",
    "score_deal",
    "strategies",
    "team_tricks",
]
presets = PRESETS
strategies = STRATEGIES

GAME = Game(
    name="spades",
    version=2,
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
    default_seats=("cats+rule",) * 4,
    describe=describe,
    describe_fault=describe_fault,
    seat_counts=(4,),
    derived_fields=DERIVED,
    derive=derive,
    check_combination=check_combination,
    lookup=look_up,
    teams=2,
    words=WORDS,
)
