"""The engine for two packs and wild cards as a game of its own, with the same rules, players and outcomes."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from cardsim.cards import RANKS
from cardsim.games.game import Game
from cardsim.games.rummy import policies as plain
from cardsim.games.rummy.discards import MIN_DIST
from cardsim.games.rummy.packs import policies
from cardsim.games.rummy.packs.finding import finder_address
from cardsim.games.rummy.packs.ground import JOKER, KINDS
from cardsim.games.rummy.packs.kernel import deals, matches
from cardsim.games.rummy.packs.state import STATE
from cardsim.games.rummy.playable import DERIVED, derive, number_of_cards
from cardsim.games.rummy.rules import Rules
from cardsim.games.strategy import StrategyError

BUILT_IN_TWICE = (
    "draw_by_policy",
    "discard_by_policy",
    "lay_off_meld_after",
    "meld_without_layoffs",
    "draw_at_random",
    "shed_at_random",
    "discard_at_random",
)
"""Decisions of which each engine has its own."""
_COUNTERPARTS = {getattr(plain, name): getattr(policies, name) for name in BUILT_IN_TWICE}
_DERIVED = {
    "cards": np.int64,
    "set_most": np.int64,
    "wild": np.int64,
    "finder": np.int64,
    "copies": (np.int64, (KINDS,)),
    "kind_pips": (np.int64, (KINDS,)),
    **DERIVED,  # last: rules that only go on where the other engine's end would pass for a kind of them when compiled
}


def packed_kinds(rules: Rules) -> dict[str, Any]:
    """Which cards there are, which are wild, what each counts, and how large a set may get."""
    wild = -1 if rules.wild_rank is None else RANKS.index(rules.wild_rank)
    faces = [11, 12, 13] if rules.face_pips == "rank" else [int(rules.face_pips)] * 3
    pips = [rules.ace_pips, *range(2, 11), *faces]
    if wild >= 0:
        pips[wild] = rules.joker_pips
    return {
        "cards": number_of_cards(rules),
        "set_most": min(rules.set_max, 4 if rules.set_distinct_suits else 4 * rules.decks),
        "wild": wild,
        "copies": [rules.decks] * 52 + [0] * (JOKER - 52) + [rules.jokers],
        "kind_pips": pips * 4 + [0] * (JOKER - 52) + [rules.joker_pips],
    }


def _derive(rules: Rules, seats: int) -> dict[str, Any]:
    """The packed fields of the fast engine and of this one."""
    return {**derive(rules, seats), **packed_kinds(rules), "finder": finder_address()}


def packs_game(game: Game) -> Game:
    """`game` with the kernels of this engine."""
    values = {field.name: getattr(game, field.name) for field in fields(game)}
    values |= {
        "state": STATE,
        "kernels": {"deal": deals, "match": matches},
        "derived_fields": _DERIVED,
        "derive": _derive,
    }
    return Game(**values)


def packs_player(strategy: Any) -> Any:
    """`strategy` with its built-in decisions exchanged for those that understand two packs and wild cards."""
    if strategy.discard is plain.discard_by_policy and dict(strategy.params).get("discard") == MIN_DIST:
        raise StrategyError(
            f"rummy strategy {strategy.name!r}: discard='min_dist' measures a hand of single natural cards; it does "
            "not know two packs, wild cards or sets of at most three"
        )
    return strategy._replace(
        **{
            decision: _COUNTERPARTS[getattr(strategy, decision)]
            for decision in ("draw", "shed", "discard", "call")
            if getattr(strategy, decision) in _COUNTERPARTS
        }
    )
