"""The rulesets that ``cardsim study`` plays and the outcomes it reports: one table, a line each.

A ruleset of a game that is not there is left out, so this table is the whole list of what the study covers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cardsim.run import Run
    from cardsim.stats import Estimate


class Headline(NamedTuple):
    """One outcome: what it is called, and how it is read off a run."""

    outcome: str
    of: Callable[[Run], Estimate]
    share: bool = True


class Ruleset(NamedTuple):
    """One set of rules and players, how many deals, and its headlines."""

    title: str
    game: str
    n: int
    headlines: tuple[Headline, ...]
    seats: tuple[str, ...] | None = None
    rules: Any = None
    unit: str = "deal"


def share(outcome: str, of: str, among: str | None = None) -> Headline:
    """The share of the ends or the bool column `of`, among all deals or those that `among` names."""
    return Headline(outcome, lambda run: run.rate(of, among=among))


def mean(outcome: str, column: str) -> Headline:
    """The mean of a column."""
    return Headline(outcome, lambda run: run.mean(column), share=False)


def starter_wins(run: Run) -> Estimate:
    """How often the player who began won, among the deals that somebody won."""
    table = run.table
    return run.rate(table["winner"] == table["starter"], among=table["winner"] >= 0)


def nil_success(level: int) -> Callable[[Run], Estimate]:
    """The share of nils made, all seats together: `level` 1 for nil, 2 for blind nil; the deal is the unit."""

    def of(run: Run) -> Estimate:
        from cardsim.stats import ratio

        bid = run.table[[f"nil_{seat}" for seat in range(4)]].to_numpy() == level
        made = run.table[[f"nil_made_{seat}" for seat in range(4)]].to_numpy() > 0
        return ratio((bid & made).sum(axis=1), bid.sum(axis=1))

    return of


def opens_at_once(run: Run) -> Estimate:
    """How often the starter can lay the initial meld from the tiles dealt and the first draw."""
    table = run.table
    own = table[[name for name in table if str(name).startswith("opening_turn_")]].to_numpy()
    return run.rate(own[range(len(own)), table["starter"].to_numpy()] == 1)


GIN = (
    share("undercut, of all knocks", "undercut", "knock|undercut"),
    share("gin or big gin", "gin|big_gin"),
    share("void hand", "void"),
    Headline("starter wins, of all won hands", starter_wins),
)
RUMMY = (
    share("Going Rummy, of all won hands", "going_rummy", "won"),
    share("stalemate: recycles used up", "depleted"),
    share("stalemate: dead position", "dead"),
    Headline("starter wins, of all won hands", starter_wins),
)
SPADES = (Headline("nil made, of all nils bid", nil_success(1)),)
RUMMIKUB = (
    Headline("starter opens in the first turn", opens_at_once),
    share("pool runs out", "pool_empty"),
)
SOLVED = (share("solvable", "won"), share("proven impossible", "impossible"))
PLAYED = (share("won", "won"),)


def _rummy(players: int) -> Ruleset:
    return Ruleset(f"{players} players", "rummy", 1_000_000, RUMMY, ("meld_asap",) * players)


MOST_STATES = 20_000_000
"""Positions after which the study leaves a deal undecided, so that one hard deal does not hold up all the others."""


def _solver(title: str, n: int, rules: dict[str, Any]) -> Ruleset:
    seats = (f"solver:max_states={MOST_STATES}",)
    return Ruleset(title, "freecell", n, SOLVED, seats, {**rules, "deal_scheme": "ms"})


FEW = 2_000
"""Deals of rulesets that take milliseconds a deal; a quarter of it for players who look ahead at every action."""
RULESETS = (
    *(_rummy(players) for players in (2, 3, 4)),
    Ruleset("calling rummy, 2 players", "rummy", 1_000_000, RUMMY, rules="call"),
    Ruleset("default", "gin", 1_000_000, GIN),
    Ruleset("default", "spades", 1_000_000, SPADES),
    Ruleset("default", "rummikub", 100_000, RUMMIKUB),
    _solver("4 cells", 100_000, {}),
    *(_solver(f"{cells} cells", FEW, {"cells": cells}) for cells in (0, 1, 2, 3, 5)),
    *(
        _solver(f"{preset} rules", FEW, {"preset": preset})
        for preset in ("bakers_game", "eight_off", "seahaven_towers")
    ),
    *(
        Ruleset(f"{player} plays", "freecell", FEW, PLAYED, (player,), {"deal_scheme": "ms"})
        for player in ("random", "home_first", "rule_list", "greedy")
    ),
    *(
        Ruleset(f"{player} plays, fewer deals", "freecell", FEW // 4, PLAYED, (player,), {"deal_scheme": "ms"})
        for player in ("lookahead", "planner")
    ),
)
