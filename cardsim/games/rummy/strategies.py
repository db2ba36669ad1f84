"""Built-in rummy players: when to meld, where to draw, what to discard, whether to call.

A seat is named by its way of melding and, if wanted, by its other policies: ``"meld_asap"``,
``"meld_asap:discard=highest"``, ``"hold_for_rummy:T=6,draw=if_shed_or_pair,discard=safe_highest"``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardsim.games.rummy.policies import (
    HOLDING,
    POLICIES,
    TAKE_VALUE,
    call_at_random,
    call_by_policy,
    discard_at_random,
    discard_by_policy,
    draw_at_random,
    draw_by_policy,
    lay_off_meld_after,
    meld_without_layoffs,
    shed_after,
    shed_all,
    shed_at_random,
    shed_when_forced,
)
from cardsim.games.rummy.thinking import montecarlo

Decide = Callable[[Any, Any, Any], Any]


class Strategy(NamedTuple):
    """A rummy player: its decisions, its named parameters, and how many numbers it keeps during a hand."""

    draw: Decide = draw_by_policy
    shed: Decide = shed_all
    discard: Decide = discard_by_policy
    call: Decide = call_by_policy
    params: Mapping[str, float] = POLICIES
    memory: int = 0
    name: str = "own"
    doc: str = ""


MELD_ASAP = Strategy(
    name="meld_asap",
    doc="Takes the top discard only if it is put down at once, puts down all it can, throws the highest isolated card. "
    "Sources: the advice of cardgames.io to meld and lay off as early as possible; the greedy player of "
    "JiheHe/CPSC474-final-project.",
)
STRATEGIES: dict[str, Strategy] = {
    "meld_asap": MELD_ASAP,
    "hold_for_rummy": MELD_ASAP._replace(
        shed=shed_after,
        params=HOLDING,
        name="hold_for_rummy",
        doc="`meld_asap` that puts nothing down in its first T turns unless it can go out: it plays for Going Rummy. "
        "c, d and s make it give up earlier.",
    ),
    "hold_melds_lay_off": MELD_ASAP._replace(
        shed=lay_off_meld_after,
        params=HOLDING,
        name="hold_melds_lay_off",
        doc="Lays off freely, but melds only to go out or after T turns.",
    ),
    "meld_only_when_forced": MELD_ASAP._replace(
        shed=shed_when_forced,
        name="meld_only_when_forced",
        doc="Puts down only to go out, or where a rule forces it.",
    ),
    "withhold_layoffs": MELD_ASAP._replace(
        shed=meld_without_layoffs,
        params={**POLICIES, "c": 3.0},
        name="withhold_layoffs",
        doc="`meld_asap` that keeps cards it could lay off while it holds more than c cards, so that the table stays "
        "short for others.",
    ),
    "take_value": MELD_ASAP._replace(
        params={**POLICIES, "draw": TAKE_VALUE},
        name="take_value",
        doc="For games with draws of several discards: takes the depth at which the pips put down, less lam per pip of "
        "taken cards that stay in the hand, are most; deepest limits it.",
    ),
    "montecarlo": Strategy(
        **montecarlo.DECISIONS,
        params=montecarlo.PARAMS,
        memory=montecarlo.MEMORY,
        name="montecarlo",
        doc="Plays the hand out in `worlds` that agree with what it has seen. It leaves the choice of a player who "
        "holds everything back (with two players until the other has three cards) only for a gain of `gate` standard "
        "errors; slow, most of a thousandth of a second a decision. One pack, draws of one card. Source: this package.",
    ),
    "random_legal": Strategy(
        draw=draw_at_random,
        shed=shed_at_random,
        discard=discard_at_random,
        call=call_at_random,
        params={},
        name="random_legal",
        doc="Uniform over legal draws, then over new melds, layoffs and stopping, then over legal discards.",
    ),
}
