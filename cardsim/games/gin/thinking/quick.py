"""The quick player of imagined hands: a millionth of a second a decision, good enough to say who is ahead.

It takes what melds and throws the lowest of deadwood - outs + danger.  Outs are unseen cards that would meld, those for
a new meld counting by the turn; danger is the rough chance that the opponent can meld the discard with two partners.
A policy is a row of numbers; the opponent's policies stand for the kinds of opponents that the belief knows.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.gin.melds import joins_meld, suit_pips
from cardsim.games.gin.outs import deadwood_by_discard, lengthening, melding

SIMPLE, GIN_ONLY, EARLY, LOOK = range(4)
"""Kinds of opponents: knocks at once, never short of gin, on three turns only, as `look`."""
KINDS = ("simple", "gin_only", "marjj", "look")
"""The player that stands for each kind in the fit."""
TURNS = 16
"""Turns that are told apart; later ones are as the last."""
SLACK = 10
"""Deadwood that a discard may leave beyond the least."""
PIP = 1e-3

NEW_MELD, FADE, LONGER_MELD, HIGH_CARD, DANGER, HELD_UNSEEN = 1.5, 0.865, 1.1, 0.53, 2.85, 0.37
"""Weight of an out for a new meld and how it fades, of an out that lengthens, extra for ranks from eight on; weight of
danger and the chance that an unseen card is in the opponent's hand."""
KNOCKS = np.array([[10] * TURNS, [0] * TURNS, [10] * 3 + [0] * (TURNS - 3), [10] * 4 + [0] * (TURNS - 4)])
"""The most deadwood to knock with, by kind and own turn from 1."""
_OUT = NEW_MELD * FADE ** np.arange(TURNS)
_HIGH = 0b1111110000000 * (1 | 1 << 13 | 1 << 26 | 1 << 39)


@kernel
def quick_take(hand, card, aces):
    """Whether the quick player takes the upcard: if it melds."""
    return joins_meld(hand, card, aces)


@kernel
def chance_held(card, known, unseen):
    """The chance that the opponent holds `card`."""
    if (known >> card) & 1:
        return 1.0
    return HELD_UNSEEN if (unseen >> card) & 1 else 0.0


@kernel
def danger(card, known, unseen):
    """The rough chance that the opponent melds `card`: summed over the pairs of partners."""
    rank = card % 13
    a = chance_held((card + 13) % 52, known, unseen)
    b = chance_held((card + 26) % 52, known, unseen)
    c = chance_held((card + 39) % 52, known, unseen)
    up = chance_held(card + 1, known, unseen) if rank < 12 else 0.0
    far_up = chance_held(card + 2, known, unseen) if rank < 11 else 0.0
    down = chance_held(card - 1, known, unseen) if rank > 0 else 0.0
    far_down = chance_held(card - 2, known, unseen) if rank > 1 else 0.0
    return a * b + a * c + b * c + up * far_up + down * far_down + up * down


@kernel
def outs(hand, unseen, turn, aces):
    """What the unseen cards that would meld are worth to `hand`."""
    longer = lengthening(hand, aces) & unseen
    new = melding(hand, aces) & unseen & ~longer
    weight = _OUT[min(turn, TURNS) - 1]
    return weight * (popcount(new) + HIGH_CARD * popcount(new & _HIGH)) + LONGER_MELD * popcount(longer)


@kernel
def knock_at(kind, turn, limit):
    """The most deadwood with which a player of this kind knocks on own turn `turn` (from 1)."""
    return min(limit, KNOCKS[kind, min(turn, TURNS) - 1])


@kernel
def quick_discard(hand, blocked, known, unseen, kind, turn, limit, aces, left):
    """The discard of the quick player with the eleven cards `hand`: card, deadwood left, whether it knocks.

    `known` are cards that the other certainly holds, `left` is room for 52 numbers.
    """
    choices, least = deadwood_by_discard(hand, blocked, aces, left)
    if least <= knock_at(kind, turn, limit):
        return lowest(choices), least, True
    if kind <= GIN_ONLY:
        return lowest(choices), least, False
    found, lowest_score, options = -1, 1e9, hand & ~blocked
    while options:
        card = lowest(options)
        bit = options & -options
        options ^= bit
        if left[card] > least + SLACK:
            continue
        score = left[card] - outs(hand ^ bit, unseen, turn, aces) - PIP * suit_pips(1 << (card % 13))
        score += DANGER * danger(card, known, unseen)
        if score < lowest_score:
            found, lowest_score = card, score
    return found, left[found], False
