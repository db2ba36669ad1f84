"""Basic bidding of sharkfeeder.com."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.spades.bidders.cats import cats_nil
from cardsim.games.spades.bidders.hands import ACE, FIRST, JACK, KING, QUEEN, as_standard, fit, half_up, has, ranks


@kernel
def shark_side_suit(cards, king_mid, graded):
    """Tricks expected from a side suit."""
    size = popcount(cards)
    ace, king, queen, jack = has(cards, ACE), has(cards, KING), has(cards, QUEEN), has(cards, JACK)
    value = 0.0
    if ace:
        value += 1.0 if size <= 6 else (0.5 if size <= 8 else 0.0)
    if king and not (graded and size == 1):
        value += 0.25 if size in (1, 5) else (king_mid if size <= 4 else 0.0)
        if size < 6 and (ace or queen or jack):
            value += 0.25
    if queen and not (graded and size == 1):
        value += 0.5 if ace and king else (0.25 if size <= 5 else 0.0)
    return value


@kernel
def shark_spades(cards, graded, length_bonus):
    """Tricks expected from spades: honours that lower spades can guard, and length."""
    value = 0.0
    size = popcount(cards)
    for rank in (ACE, KING, QUEEN, JACK):
        if has(cards, rank):
            missing = ACE - rank - popcount(cards >> (rank + 1))
            lower = popcount(cards & ((np.int64(1) << rank) - 1))
            if missing == 0 or missing < lower:
                value += 1.0
            elif graded and size > 1:
                value += 0.75 if missing == lower else (0.25 if missing == lower + 1 else 0.0)
    if length_bonus and size >= 6:
        value += 0.5 + (size - 6)
    return value


def sharkfeeder(view, params, stream):
    """Basic bidding of sharkfeeder.com; nil by the test of `cats`."""
    hand = as_standard(view)
    if cats_nil(hand) and view.legal & 1:
        return 0
    king_mid, graded, length_bonus = params[FIRST], params[FIRST + 1] != 0, params[FIRST + 2] != 0
    value = shark_spades(ranks(hand, 3), graded, length_bonus)
    for suit in range(3):
        value += shark_side_suit(ranks(hand, suit), king_mid, graded)
    return fit(min(max(half_up(value), 1), 13), view.legal)
