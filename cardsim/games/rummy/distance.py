"""How many cards a hand is away from going out on the present table, and the discard that leaves it nearest.

The idea is MinDist of Saha et al., arXiv 2601.00024, carried over to melds on a common table.  A part of the hand is
*covered* at some size: the number of cards, held or missing, of the melds and layoffs that contain it.  A hand of n
cards goes out if n - 1 of them are covered; so the distance is n - 1 less the most cards that can be covered at a size
of at most n - 1.  Missing cards must be unseen; one that two melds lack counts for both.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.rummy.discards import isolated_highest
from cardsim.games.rummy.runs import ACE_LOW, LANE, LINE_0, POSITION_0, rank_of_all, to_line

LARGEST = 12
"""Larger hands are judged by their isolated cards alone."""
_NEVER = 60


@kernel
def _run_size(held, missing, runs):
    """Least number of cards of one suit's run, or layoffs on `runs`, that contain `held` (all as lanes of a line)."""
    low, high = lowest(held), highest(held)
    best = _NEVER
    span = ((1 << (high + 1)) - (1 << low)) & ~held
    if span & ~missing == 0:
        size = high - low + 1
        above, below = (missing >> (high + 1)) & 1, (missing >> (low - 1)) & 1 if low > 0 else 0
        if size >= 3:
            best = size
        elif size == 2 and above + below > 0:
            best = 3
        elif size == 1:
            above2 = above & (missing >> (high + 2))
            below2 = below & (missing >> (low - 2)) if low > 1 else 0
            if (above & below) | (above2 & 1) | (below2 & 1) != 0:
                best = 3
    under = runs & ((1 << low) - 1)
    if under != 0:
        first = highest(under) + 1
        if ((1 << (high + 1)) - (1 << first)) & ~held & ~missing == 0:
            best = min(best, high - first + 1)
    over = runs >> (high + 1)
    if over != 0:
        last = high + lowest(over)
        if ((1 << (last + 1)) - (1 << low)) & ~held & ~missing == 0:
            best = min(best, last - low + 1)
    return best


@kernel
def part_size(part, unseen, board):
    """Least number of cards, held or missing, of one meld or chain of layoffs that contains `part`."""
    count = popcount(part)
    if count == 1 and board.fourths & part != 0:
        return 1
    best = _NEVER
    rank = lowest(part) % 13
    if part & ~rank_of_all(rank) == 0:
        if count >= 3:
            best = count
        elif popcount(rank_of_all(rank) & unseen) >= 3 - count:
            best = 3
    suit = lowest(part) // 13
    if highest(part) // 13 == suit:
        shift = LANE * suit
        for high in range(1 if board.ace == ACE_LOW else 2):
            aces = POSITION_0 if high else 0
            held = (to_line(part, board.ace, aces) >> shift) & LINE_0
            missing = (to_line(unseen, board.ace, aces) >> shift) & LINE_0
            best = min(best, _run_size(held, missing, (board.runs >> shift) & LINE_0))
    return best


@kernel
def _parts(cards, count, unseen, board, parts, sizes):
    """All parts of a hand that one meld could contain, as masks of places in the hand: how many, and their sizes."""
    number = 0
    for suit in range(4):
        places = 0
        for i in range(count):
            if cards[i] // 13 == suit:
                places |= 1 << i
        group = places
        while group != 0:
            number = _add(group, cards, count, unseen, board, parts, sizes, number)
            group = (group - 1) & places
    for rank in range(13):
        places = 0
        for i in range(count):
            if cards[i] % 13 == rank:
                places |= 1 << i
        group = places
        while group != 0:
            if group & (group - 1) != 0:
                number = _add(group, cards, count, unseen, board, parts, sizes, number)
            group = (group - 1) & places
    return number


@kernel
def _add(group, cards, count, unseen, board, parts, sizes, number):
    """Keep one part if a meld could contain it."""
    mask = 0
    for i in range(count):
        if (group >> i) & 1 != 0:
            mask |= 1 << cards[i]
    size = part_size(mask, unseen, board)
    if size <= count:
        parts[number] = group
        sizes[number] = size
        number += 1
    return number


@kernel
def covered_without(hand, unseen, board, most):
    """For each card of `hand` (ascending): the most other cards covered at a size of at most the hand's less two."""
    count = popcount(hand)
    cards = np.empty(LARGEST, np.int64)
    left = hand
    for i in range(count):
        cards[i] = lowest(left)
        left &= left - 1
        most[i] = 0
    parts, sizes = np.empty(4096, np.int64), np.empty(4096, np.int64)
    number = _parts(cards, count, unseen, board, parts, sizes)
    least = np.empty(1 << count, np.int64)
    least[0] = 0
    for group in range(1, 1 << count):
        first = group & -group
        best = _NEVER
        for k in range(number):
            part = parts[k]
            if part & first != 0 and part & ~group == 0:
                best = min(best, sizes[k] + least[group & ~part])
        least[group] = best
        if best <= count - 2:
            size = popcount(group)
            for i in range(count):
                if (group >> i) & 1 == 0 and size > most[i]:
                    most[i] = size


@kernel
def min_dist(candidates, context, unseen, board):
    """The candidate after whose discard the fewest cards have to be exchanged to go out; then `isolated_highest`."""
    if popcount(context) > LARGEST:
        return isolated_highest(candidates, context, board)
    most = np.empty(LARGEST, np.int64)
    covered_without(context, unseen, board, most)
    best, kept, place, left = -1, 0, 0, context
    while left != 0:
        bit = left & -left
        left ^= bit
        if candidates & bit != 0:
            if most[place] > best:
                best, kept = most[place], 0
            if most[place] == best:
                kept |= bit
        place += 1
    return isolated_highest(kept, context, board)
