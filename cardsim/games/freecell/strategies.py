"""Built-in FreeCell players.

The weights are the advice people give, one number per tip: ``w_used`` keep the cells empty, ``w_ec`` value empty
columns, ``w_sh`` clear a short column early, ``rush_margin`` do not rush cards home, ``w_kg`` plan for the kings,
``w_dp`` dig for the next cards; ``depth`` and ``plan_len`` look before you move.  A weight of 0 switches a tip off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.freecell.choosing import COMMON
from cardsim.games.freecell.looking_ahead import act_by_lookahead
from cardsim.games.freecell.perfect import act_perfectly
from cardsim.games.freecell.planning import act_by_plan
from cardsim.games.freecell.simple_players import act_at_random, act_by_rules, act_greedily, act_home_first
from cardsim.games.freecell.solver import MAX_STATES
from cardsim.games.freecell.solver_seat import act_as_solver
from cardsim.games.freecell.staged import act_by_stages

Decide = Callable[[Any, Any, Any], Any]


class Strategy(NamedTuple):
    """A FreeCell player: its decision, its named parameters, and how many numbers it keeps during a game."""

    act: Decide = act_greedily
    params: Mapping[str, float] = COMMON
    memory: int = 0
    name: str = "own"
    doc: str = ""


STRATEGIES: dict[str, Strategy] = {
    "random": Strategy(
        act_at_random,
        {"no_undo": 0.0},
        name="random",
        doc="Uniform over the legal actions; no_undo=1 leaves out the exact reversal of the last one. A baseline.",
    ),
    "home_first": Strategy(
        act_home_first,
        {"rush_margin": 12.0},
        name="home_first",
        doc="The lowest card home that rush_margin allows, else uniform over the rest. A baseline.",
    ),
    "rule_list": Strategy(
        act_by_rules,
        COMMON | {"reserve_cells": 1.0, "short_first": 0.0},
        name="rule_list",
        doc="The common tips as rules in order: home, out of a cell, empty a column, uncover a next card, lengthen a "
        "run, kings and long runs to empty columns, dig with reserve_cells left, anything.",
    ),
    "greedy": Strategy(
        act_greedily, COMMON, name="greedy", doc="The action that leads to the least cost, the common tips as weights."
    ),
    "lookahead": Strategy(
        act_by_lookahead,
        COMMON | {"depth": 4.0, "beam": 64.0},
        name="lookahead",
        doc="Beam search `depth` actions ahead with the same cost, `beam` positions per level. After Heineman's staged "
        "deepening and GA-FreeCell (Elyasaf, Hauptman, Sipper, GECCO 2011).",
    ),
    "planner": Strategy(
        act_by_plan,
        COMMON | {"plan_len": 8.0, "plan_nodes": 2000.0, "reserve_cells": 1.0},
        memory=256,
        name="planner",
        doc="Shortest plan that brings a card home and keeps reserve_cells cells free; greedy if there is none.",
    ),
    "staged": Strategy(
        act_by_stages,
        COMMON | {"depth": 4.0, "beam": 1000.0, "nodes": 20000.0, "heineman": 0.0},
        memory=256,
        name="staged",
        doc="Staged deepening: `depth` actions at a time, best position first; heineman=1 sorts as Heineman did. "
        "Heineman as described by Elyasaf, Hauptman, Sipper, GECCO 2011.",
    ),
    "perfect": Strategy(
        act_perfectly,
        COMMON | {"quota": 100_000.0},
        memory=256,
        name="perfect",
        doc="Plays a line of the exact solver if it finds one within `quota` positions, else greedily. The ceiling.",
    ),
    "solver": Strategy(
        act_as_solver,
        {"max_states": float(MAX_STATES)},
        name="solver",
        doc="Does not play: gives the exact verdict of each deal, won, impossible or undecided (max_states positions).",
    ),
}


def lapse(strategy: Strategy, p: float = 0.02) -> Strategy:
    """`strategy` with lapses: with probability `p` (the last parameter) a uniform legal action instead.

    Examples
    --------
    >>> lapse(STRATEGIES["greedy"], 0.1).params["p"]
    0.1
    """
    inside = strategy.act

    def act(view, params, stream):
        if rng.uniform(stream) < params[len(params) - 1]:
            return rng.below(stream, view.n)
        return inside(view, params, stream)

    inside = kernel(inside) if not hasattr(inside, "py_func") else inside
    return strategy._replace(act=act, params={**strategy.params, "p": p}, name=f"lapse({strategy.name})")
