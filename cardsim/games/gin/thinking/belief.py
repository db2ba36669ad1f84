"""Worlds that agree with what was seen: the opponent's hidden cards, drawn as likely as a fitted belief holds them.

The chance of a hand is proportional to exp(weights . features), a log-linear model per kind of opponent whose weights
match the features' means to those of self-play (:mod:`.fit`).  Hands are drawn by Metropolis steps that swap a hidden
card of the hand with another unseen card, one chain per kind; what is left of the unseen cards is the stock, shuffled.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.gin.melds import deadwood, pips
from cardsim.games.gin.outs import lengthening, melded, melding
from cardsim.games.gin.thinking.fitted import WEIGHTS
from cardsim.games.parameters import record_dtype

FULL = (1 << 52) - 1
FEATURES = 12
LAST_TURN = 10
"""Turns after which the features no longer tell turns apart."""
FIRST_STEPS = 120
"""Metropolis steps before the first world of a chain."""

CHAIN = record_dtype(
    [
        ("cards", np.int64, (52,)),
        ("count", np.int64),
        ("room", np.int64),
        ("hand", np.int64),
        ("energy", np.float64),
        ("started", np.int64),
        ("features", np.float64, (FEATURES,)),
    ]
)
"""The unseen cards, first those of the opponent's hand; how many, and how many of them are in the hand; the hand with
its known cards, the logarithm of its weight, whether the chain has begun, and room for the features."""
SEEN = record_dtype(
    [
        ("known", np.int64),
        ("discards", np.int64),
        ("declined", np.int64),
        ("unseen", np.int64),
        ("room", np.int64),
        ("turns", np.int64),
        ("limit", np.int64),
        ("aces", np.int64),
    ]
)
"""What the belief goes by: the opponent's known cards, discards and declined upcards, the unseen cards and how many of
them the opponent holds, its turns so far, and the rules that matter."""


@kernel
def partners(hand, cards):
    """Pairs of a card of `hand` and one of `cards` of the same rank, or next to each other in a suit."""
    low, high = 1 | 1 << 13 | 1 << 26 | 1 << 39, (1 | 1 << 13 | 1 << 26 | 1 << 39) << 12
    count = popcount(((cards & ~high) << 1) & hand) + popcount(((cards & ~low) >> 1) & hand)
    for turn in range(13, 52, 13):
        count += popcount(((cards << turn | cards >> (52 - turn)) & FULL) & hand)
    return count


@kernel
def write_features(hand, seen, out):
    """Write the features of an opponent's hand of ten cards to `out`."""
    left, total, turn = deadwood(hand, seen.aces), pips(hand), min(seen.turns, LAST_TURN)
    wanted = melding(hand, seen.aces)
    new = wanted & ~lengthening(hand, seen.aces) & ~(seen.discards | seen.declined)
    out[0] = left * 0.1
    out[1] = left * turn * 0.02
    out[2] = left * left * 0.002
    out[3] = popcount(seen.declined & wanted)
    out[4] = popcount(seen.discards & wanted)
    out[5] = partners(hand, seen.discards)
    out[6] = popcount(seen.known & ~melded(hand, seen.aces))
    out[7] = partners(hand, seen.declined)
    out[8] = total * 0.1
    out[9] = 1.0 if left <= seen.limit and seen.turns > 0 else 0.0
    out[10] = popcount(new) * 0.2
    out[11] = total * turn * 0.02


@kernel
def energy(hand, seen, weights, out):
    """The logarithm of a hand's weight."""
    write_features(hand, seen, out)
    total = 0.0
    for i in range(FEATURES):
        total += weights[i] * out[i]
    return total


@kernel
def start_chain(chain, seen, stream):
    """Deal the hidden cards at random."""
    n, left = 0, seen.unseen
    while left:
        chain.cards[n] = lowest(left)
        left &= left - 1
        n += 1
    chain.count, chain.room, chain.hand, chain.started = n, seen.room, seen.known, 1
    for i in range(chain.room):
        swap(chain.cards, i, i + rng.below(stream, n - i))
        chain.hand |= np.int64(1) << chain.cards[i]


@kernel
def swap(cards, i, j):
    """Swap two entries."""
    kept = cards[i]
    cards[i] = cards[j]
    cards[j] = kept


@kernel
def walk(chain, seen, weights, steps, stream):
    """Metropolis steps: a hidden card of the hand against another unseen one."""
    for _ in range(steps if 0 < chain.room < chain.count else 0):
        i = rng.below(stream, chain.room)
        j = chain.room + rng.below(stream, chain.count - chain.room)
        other = chain.hand ^ (np.int64(1) << chain.cards[i]) ^ (np.int64(1) << chain.cards[j])
        found = energy(other, seen, weights, chain.features)
        if found >= chain.energy or rng.uniform(stream) < np.exp(found - chain.energy):
            chain.hand = other
            chain.energy = found
            swap(chain.cards, i, j)


@kernel
def draw_hand(chain, seen, kind, steps, stream):
    """The next hand of a chain of this kind of opponent; with no `steps`, a hand dealt at random."""
    weights = WEIGHTS[kind]
    if chain.started and steps > 0:
        walk(chain, seen, weights, steps, stream)
    else:
        start_chain(chain, seen, stream)
        if steps > 0:
            chain.energy = energy(chain.hand, seen, weights, chain.features)
            walk(chain, seen, weights, max(FIRST_STEPS, steps), stream)
    return chain.hand


@kernel
def shuffle_stock(chain, stock, stream):
    """Write the unseen cards outside the hand to `stock` in random order; their number."""
    n = chain.count - chain.room
    for i in range(n):
        stock[i] = chain.cards[chain.room + i]
    for i in range(n - 1, 0, -1):
        swap(stock, i, rng.below(stream, i + 1))
    return n
