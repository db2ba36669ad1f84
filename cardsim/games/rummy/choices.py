"""The choices a best shed has: which cards of a rank make a set, and at which end an ace stands."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.runs import (
    ACE_HIGH_OR_LOW,
    ACE_WRAP,
    POSITION_0,
    attach,
    gather,
    rank_of_all,
    run_blocks,
    spread,
)


@kernel
def sets_of(cards, ranks, fours, fixed, number):
    """Choice `number` of sets: (cards in sets, what is left of the number for the aces).

    The lowest rank varies fastest; per rank 0 no set, 1 all cards held, then the four without suit 0, 1, 2, 3.
    Ranks in `fixed` always take all cards held.
    """
    sets = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = cards & rank_of_all(rank)
        if fixed >> rank & 1 != 0:
            sets |= held
            continue
        options = 6 if fours >> rank & 1 != 0 else 2
        option = number % options
        number //= options
        if option == 1:
            sets |= held
        elif option > 1:
            sets |= held & ~(1 << (13 * (option - 2) + rank))
    return sets, number


@kernel
def aces_with_a_choice(cards, board):
    """(Suits whose ace could go to either end, suits whose ace can only go high), marked at position 0."""
    if board.ace != ACE_HIGH_OR_LOW:
        return 0, 0
    around = spread(cards) | board.runs
    aces = spread(cards) & POSITION_0
    low, high = aces & (around >> 1), aces & (around >> 12)
    return low & high, high & ~low


@kernel
def free_sets(cards, ranks, board):
    """Ranks none of whose cards could ever go to a run: taking all cards held is never worse."""
    line = spread(cards)
    if board.ace != 0 and board.ace != ACE_WRAP:
        line |= (line & POSITION_0) << 13
    blocks = run_blocks(line, board.ace)
    busy = gather(blocks | attach(line, board.runs | blocks, board.ace))
    return ranks & ~(busy | busy >> 13 | busy >> 26 | busy >> 39)


@kernel
def high_aces(aces, either, forced):
    """Suits whose ace stands high, for a number whose binary digits choose for the suits in `either`."""
    high, suits = forced, either
    while suits != 0:
        if aces & 1 != 0:
            high |= suits & -suits
        aces >>= 1
        suits &= suits - 1
    return high


@kernel
def number_of_choices(ranks, fours, either):
    """How many combinations of sets of `ranks` and places of aces there are."""
    total = 1 << popcount(either)
    while ranks != 0:
        total *= 6 if fours & ranks & -ranks != 0 else 2
        ranks &= ranks - 1
    return total
