"""The ways in which the deepest card of a take can be used as the rules ask, for a hand too large to try all sets."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.runs import attach, down, gather, rank_of_all, to_line, up

EVERY_OPTION = 63
"""All six options of a rank: no set, all cards held, four ways to leave one out."""


@kernel
def _in_a_run(cards, high, board, barred, forcing, count):
    """Add each stretch of neighbours round the card that has enough own cards: none of them may go to a set."""
    line = to_line(cards, board.ace, high)
    lowest_card = to_line(board.duty, board.ace, high)
    below = lowest_card
    while lowest_card != 0:
        stretch, tip = below, to_line(board.duty, board.ace, high)
        while tip != 0:
            if popcount(stretch) >= 3 and popcount(gather(stretch) & board.own) >= board.duty_own:
                barred[count], forcing[count] = gather(stretch), EVERY_OPTION
                count += 1
                break
            tip = up(tip, board.ace) & line
            if tip & stretch != 0:
                break
            stretch |= tip
        lowest_card = down(lowest_card, board.ace) & line & ~below
        below |= lowest_card
    return count


@kernel
def _laid_off(cards, high, board, barred, forcing, count):
    """Add the chains of held cards, upwards and downwards, that join the card to a run of the table."""
    line = to_line(cards, board.ace, high)
    place = to_line(board.duty, board.ace, high)
    for upwards in range(2):
        chain, tip = place, place
        while tip != 0 and attach(chain, board.runs, board.ace) & place == 0:
            tip = (up(tip, board.ace) if upwards else down(tip, board.ace)) & line & ~chain
            chain |= tip
        if tip != 0:
            barred[count], forcing[count] = gather(chain), EVERY_OPTION
            count += 1
    return count


@kernel
def duty_ways(cards, high, board, barred, forcing):
    """Fill in the ways to use the card of duty: how many.

    A way is the cards that may not go to sets and the options left for the rank of that card.
    """
    barred[0], forcing[0] = 0, EVERY_OPTION
    if board.duty == 0:
        return 1
    count = 0
    held = cards & rank_of_all(lowest(board.duty) % 13)
    for option in range(1, 6):
        sets = held if option == 1 else held & ~(8191 << 13 * (option - 2))
        real = popcount(sets) >= 3 and (option == 1 or popcount(held) == 4)
        if real and sets & board.duty != 0 and popcount(sets & board.own) >= board.duty_own:
            barred[count], forcing[count] = 0, 1 << option
            count += 1
    count = _in_a_run(cards, high, board, barred, forcing, count)
    if board.duty_meld == 0 and board.lay != LAY_NEVER:
        if board.fourths & board.duty != 0:
            barred[count], forcing[count] = board.duty, EVERY_OPTION
            count += 1
        count = _laid_off(cards, high, board, barred, forcing, count)
    return count
