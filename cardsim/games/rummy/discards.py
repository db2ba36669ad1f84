"""Discard policies: which of the legal cards to throw.

Ties are settled everywhere by more pips, then the higher rank, then the lower suit.  `context` is the whole hand the
candidates are judged in.
"""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, nth, popcount
from cardsim.games.rummy.placing import highest_card
from cardsim.games.rummy.runs import (
    ACE_HIGH_OR_LOW,
    CLUBS,
    POSITION_0,
    POSITIONS_LOW,
    component,
    gather,
    rank_of_all,
    spread,
    to_line,
)

HIGHEST, ISOLATED, FEWEST_OUTS, SAFE, DUMP_HIGH, MIN_DIST, RANDOM = range(7)
DISCARDS = ("highest", "isolated_highest", "fewest_outs", "safe_highest", "dump_high_after", "min_dist", "random")


@kernel
def within_two(cards):
    """Cards of the same suit as one of `cards`, one or two ranks away (ace low, no wrap)."""
    line = spread(cards)
    return gather((line << 1 | line << 2 | line >> 1 | line >> 2) & POSITIONS_LOW)


@kernel
def isolated(cards):
    """Those of `cards` that have no other of their rank among them, and none of their suit one or two ranks away."""
    c, d = cards & CLUBS, (cards >> 13) & CLUBS
    h, s = (cards >> 26) & CLUBS, (cards >> 39) & CLUBS
    paired = (c & d) | (h & s) | ((c | d) & (h | s))
    return cards & ~(paired | paired << 13 | paired << 26 | paired << 39) & ~within_two(cards)


@kernel
def isolated_highest(candidates, context, board):
    """The highest isolated candidate, or the highest if none is isolated."""
    alone = candidates & isolated(context)
    return highest_card(alone if alone != 0 else candidates, board)


@kernel
def outs(context, card, unseen, ace):
    """Cards of `unseen` that make, with `context`, a meld in which both they and `card` lie."""
    bit = 1 << card
    found = 0
    same = context & rank_of_all(card % 13)
    if popcount(same | bit) >= 2:
        found = rank_of_all(card % 13) & unseen & ~same & ~bit
    for high in range(2 if ace == ACE_HIGH_OR_LOW else 1):
        # Only the cards at the two ends of the card's own block can make a run with it.
        for end in range(13 * (card // 13), 13 * (card // 13) + 13):
            if (unseen >> end) & 1 != 0:
                line = to_line(context | bit | 1 << end, ace, POSITION_0 if high else 0)
                place = to_line(bit, ace, POSITION_0 if high else 0)
                block = component(line, place, ace)
                if popcount(block) >= 3 and block & to_line(1 << end, ace, POSITION_0 if high else 0) != 0:
                    found |= 1 << end
    return found & ~bit


@kernel
def fewest_outs(candidates, context, unseen, board):
    """The candidate that the fewest unseen cards would make part of a meld."""
    least, kept = 99, 0
    left = candidates
    while left != 0:
        card = lowest(left)
        left &= left - 1
        count = popcount(outs(context & ~(1 << card), card, unseen, board.ace))
        if count < least:
            least, kept = count, 0
        if count == least:
            kept |= 1 << card
    return highest_card(kept, board)


@kernel
def wanted_by(taken):
    """Cards that fit one of the cards a player took from the pile: its rank, or its suit within two ranks."""
    ranks = (taken | taken >> 13 | taken >> 26 | taken >> 39) & CLUBS
    return ranks | ranks << 13 | ranks << 26 | ranks << 39 | within_two(taken)


@kernel
def safe_highest(candidates, context, layable, taken, board):
    """Rather no card that can be laid off, then none the next player seems to want; then as `isolated_highest`."""
    safe = candidates & ~layable
    if safe != 0:
        candidates = safe
    safe = candidates & ~wanted_by(taken)
    return isolated_highest(safe if safe != 0 else candidates, context, board)


@kernel
def any_of(cards, stream):
    """One card of a mask, uniformly."""
    return nth(cards, rng.below(stream, popcount(cards)))
