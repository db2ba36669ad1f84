"""The rules of books and programs, as changes to Basic Rummy."""

from __future__ import annotations

import math

from cardsim.games.rummy.rules import HANDS, Rules

_BASIC = Rules()
_CALL = _BASIC._replace(
    discard_draw="multi",
    recycle_order="turn_over",
    recycle_top="flip",
    after_turnover_draw="free",
    max_recycles=math.inf,
    call_rummy="layoff_only",
)
_BICYCLE = _BASIC._replace(
    recycle_order="turn_over", max_recycles=math.inf, next_dealer="winner", hand_size={**HANDS, 5: 6, 6: 6}
)
_PAGAT = _BASIC._replace(
    melds_per_turn=1,
    recycle_order="turn_over",
    max_recycles=math.inf,
    going_rummy_multiplier=1,
    hand_size={**HANDS, 5: 6, 6: 6},
)
PRESETS: dict[str, Rules] = {
    "basic": _BASIC,
    "call": _CALL,
    "rum500": _CALL._replace(
        hand_size={2: 13, 3: 7, 4: 7},
        ace="high_or_low",
        ace_pips=15,
        scoring="meld_points",
        rediscard_scope="single_only",
        max_recycles=0,
        final_depletion="on_demand",
        going_rummy_multiplier=1,
        target=500,
    ),
    "bicycle": _BICYCLE,
    "pagat": _PAGAT,
    "jihehe": _BICYCLE._replace(max_recycles=2, stalemate_points=5, rediscard_ban="none", forced_melding=True),
    "nakkekakke": _PAGAT._replace(recycle_order="shuffle", recycle_top="keep", target=100),
}
