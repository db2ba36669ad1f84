"""Gin Rummy: knock, undercut, gin and big gin."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Game
from cardsim.games.gin.columns import DEAL_COLUMNS, MATCH_COLUMNS
from cardsim.games.gin.describe import describe, describe_fault
from cardsim.games.gin.hands import Melds, best_discard, best_melds, deadwood, layoffs
from cardsim.games.gin.kernel import deals, matches
from cardsim.games.gin.rules import DOMAINS, PRESETS, Rules, check_combination
from cardsim.games.gin.strategies import STRATEGIES, Strategy
from cardsim.games.gin.thinking import montecarlo
from cardsim.games.gin.view import DECISIONS, STATE, VIEW

__all__ = [
    "GAME",
    "Melds",
    "Rules",
    "Strategy",
    "best_discard",
    "best_melds",
    "deadwood",
    "layoffs",
    "presets",
    "strategies",
]

presets = PRESETS
strategies = STRATEGIES


def _check_play(rules, seats, unit):
    if unit == "match" and rules.payoff == "rlcard":
        raise ValueError("payoff='rlcard' pays single hands; a match to a target needs payoff='points'")


def _tidy(table, rules, seats):
    if rules.payoff == "points":
        table[["points_0", "points_1"]] = table[["points_0", "points_1"]].astype(np.int32)
    return table


GAME = Game(
    name="gin",
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
    default_seats=("simple", "simple"),
    describe=describe,
    describe_fault=describe_fault,
    check_combination=check_combination,
    check_play=_check_play,
    tidy=_tidy,
    words=montecarlo.WORDS,
)
