"""FreeCell, Baker's Game, Eight Off and relatives: exact verdicts, and players whose weights are people's advice."""

from __future__ import annotations

from cardsim.games.freecell.board import Board, deal, ms_deal, parse, seeded_deal
from cardsim.games.freecell.columns import DEAL_COLUMNS
from cardsim.games.freecell.describe import describe, describe_fault
from cardsim.games.freecell.kernel import deals
from cardsim.games.freecell.many_deals import solve_deals
from cardsim.games.freecell.moves import Move, check, play
from cardsim.games.freecell.rules import DOMAINS, PRESETS, Rules, check_combination
from cardsim.games.freecell.runs import solve_range
from cardsim.games.freecell.solver import Solution, is_stuck, solve
from cardsim.games.freecell.solver_seat import FreeCell
from cardsim.games.freecell.strategies import STRATEGIES, Strategy, lapse
from cardsim.games.freecell.view import DECISIONS, STATE, VIEW

__all__ = [
    "GAME",
    "Board",
    "Move",
    "Rules",
    "Solution",
    "Strategy",
    "check",
    "deal",
    "is_stuck",
    "lapse",
    "ms_deal",
    "parse",
    "play",
    "presets",
    "seeded_deal",
    "solve",
    "solve_deals",
    "solve_range",
    "strategies",
]

presets = PRESETS
strategies = STRATEGIES

GAME = FreeCell(
    name="freecell",
    version=1,
    Rules=Rules,
    domains=DOMAINS,
    presets=PRESETS,
    Strategy=Strategy,
    decisions=DECISIONS,
    strategies=STRATEGIES,
    view=VIEW,
    state=STATE,
    columns={"deal": DEAL_COLUMNS},
    kernels={"deal": deals},
    default_seats=("greedy",),
    seat_counts=(1,),
    describe=describe,
    describe_fault=describe_fault,
    check_combination=check_combination,
)
