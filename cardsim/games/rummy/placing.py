"""Putting cards down for a given choice of sets: runs, layoffs, and whether the turn's limits allow it."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.rummy.board import LAY_AFTER_MELD, LAY_NEVER
from cardsim.games.rummy.runs import CLUBS, attach, component, gather, rank_of_all, run_blocks, to_line

ALL_RUNS = -1
"""Every run block may be a new meld."""


@kernel
def pips_of(cards, board):
    """Sum of the pips of `cards`."""
    pips = board.pips
    return (
        popcount(cards & pips[0])
        + 2 * popcount(cards & pips[1])
        + 4 * popcount(cards & pips[2])
        + 8 * popcount(cards & pips[3])
    )


@kernel
def highest_card(cards, board):
    """The card of most pips; then the higher rank, then the lower suit."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & CLUBS
    top = highest(ranks)
    card = lowest(cards & rank_of_all(top))
    if ranks & 1 != 0 and top > 0 and pips_of(1, board) > pips_of(1 << card, board):
        card = lowest(cards & rank_of_all(0))
    return card


@kernel
def place(cards, sets, allowed, high, board):
    """Put down `sets` and what else of `cards` goes: (cards left, line of new runs, line of cards laid off on runs).

    `allowed` limits the new runs to a part of the line (ALL_RUNS: no limit).  Fourth cards of sets go last.
    """
    line = to_line(cards & ~sets, board.ace, high)
    melded = run_blocks(line, board.ace) & allowed
    left = line & ~melded
    if board.lay == LAY_NEVER or (board.lay == LAY_AFTER_MELD and sets == 0 and melded == 0):
        return gather(left), melded, 0
    laid = attach(left, board.runs | melded, board.ace)
    return gather(left & ~laid) & ~board.fourths, melded, laid


@kernel
def duty_done(cards, rest, sets, melded, high, board):
    """Whether the deepest card of a take is used the way the rules ask."""
    duty = board.duty
    if rest & duty != 0:
        return False
    line = to_line(duty, board.ace, high)
    if sets & duty != 0:
        meld = sets & rank_of_all(lowest(duty) % 13)
        if popcount(meld & board.own) >= board.duty_own:
            return True
    elif melded & line != 0:
        meld = gather(component(melded, line, board.ace))
        if popcount(meld & board.own) >= board.duty_own:
            return True
    if board.duty_meld != 0 or board.lay == LAY_NEVER or sets & duty != 0:
        return False
    return (
        board.fourths & duty != 0 or attach(to_line(cards & ~sets, board.ace, high), board.runs, board.ace) & line != 0
    )


@kernel
def keep_one(cards, banned, sets, allowed, high, board):
    """The highest card that can be kept for the discard while everything else put down stays valid, or -1."""
    candidates = cards & ~banned & ~board.duty
    while candidates != 0:
        card = highest_card(candidates, board)
        bit = 1 << card
        candidates ^= bit
        if sets & bit == 0 or popcount(sets & rank_of_all(card % 13)) == 4:
            left, melded, _ = place(cards ^ bit, sets & ~bit, allowed, high, board)
            opened = pips_of(sets & ~bit | gather(melded), board) >= board.opening
            if (
                left == 0
                and opened
                and (board.duty == 0 or duty_done(cards ^ bit, 0, sets & ~bit, melded, high, board))
            ):
                return card
    return -1


@kernel
def judge(cards, banned, sets, allowed, high, board):
    """One combination of sets and aces: (cards left, sets, goes out).  A combination that is not allowed leaves all."""
    rest, melded, _ = place(cards, sets, allowed, high, board)
    if rest == cards:
        return cards, 0, False
    if board.opening > 0 and pips_of(sets | gather(melded), board) < board.opening:
        return cards, 0, False
    if board.duty != 0 and not duty_done(cards, rest, sets, melded, high, board):
        return cards, 0, False
    if rest == 0 and board.must_discard != 0:
        kept = keep_one(cards, banned, sets, allowed, high, board)
        if kept < 0:
            return cards, 0, False
        return 1 << kept, sets & ~(1 << kept), True
    return rest, sets, rest == 0 or (rest & (rest - 1) == 0 and rest & banned == 0)
