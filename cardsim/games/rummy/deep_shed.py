"""The best shed of large hands: dynamic programming over the ranks instead of one choice of sets after the other.

Rank by rank it is enough to know how far a run of each suit has come: nothing, one card waiting, two cards waiting, or
a run (of three cards, or joined to one on the table) that the next card may continue.  That makes 256 states, however
many sets there are to choose.  Of equally good choices the one that trying them in order would have met first is found.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.board import BOARD_TYPE, LAY_NEVER
from cardsim.games.rummy.choices import aces_with_a_choice, high_aces
from cardsim.games.rummy.duty_ways import duty_ways
from cardsim.games.rummy.placing import ALL_RUNS, judge, pips_of
from cardsim.games.rummy.runs import ACE_WRAP, LANE, held_four_times, held_thrice, rank_of_all, to_line

STATES, POSITIONS, OPTIONS = 256, 14, 6
RUN = 3
"""What is known of a suit after a position: 0 nothing, 1 or 2 cards waiting, or a run."""
_CARD = 1024
_WAYS = 64


@kernel
def _step(state, free, tabled, position, cost):
    """One position further, with the cards `free` (4 bits) not in sets: (the new state, cost of the cards that go)."""
    after, gain = 0, 0
    for suit in range(4):
        before = (state >> 2 * suit) & 3
        lane = 13 * suit
        now = 0
        if (tabled >> suit) & 1 != 0:
            now = RUN
        elif (free >> suit) & 1 != 0:
            now = RUN if before >= 2 else before + 1
            if now == RUN:
                gain += cost[lane + position % 13]
        if now == RUN and (before == 1 or before == 2):
            gain += cost[lane + (position - 1) % 13]
            if before == 2:
                gain += cost[lane + (position - 2) % 13]
        after |= now << 2 * suit
    return after, gain


@kernel
def _four_bits(line, position):
    """Which suits have a card at `position` of a line."""
    found = 0
    for suit in range(4):
        found |= ((line >> (LANE * suit + position)) & 1) << suit
    return found


@kernel
def _option(held, option):
    """The set that option 0..5 makes of the cards held of a rank; -1 if there is no such option."""
    if option == 0:
        return 0
    if popcount(held) < 3 or (option > 1 and popcount(held) < 4):
        return -1
    return held if option == 1 else held & ~(8191 << 13 * (option - 2))


@kernel
def _lay_out(cards, high, fixed, barred, rank, forced, ace_option, board, cost, frees, gains):
    """Fill in what each option of each position leaves free and gains; False if the ace's option does not exist."""
    frees[:] = -1
    for position in range(POSITIONS):
        each = position % 13
        held = cards & rank_of_all(each)
        for option in range(OPTIONS):
            sets = _option(held, option)
            if each == 0 and option != ace_option:
                continue
            if sets < 0 or sets & barred != 0 or (fixed >> each & 1 != 0 and option != 1):
                continue
            if each == rank and (forced >> option) & 1 == 0:
                continue
            line = to_line(held & ~sets, board.ace, high)
            frees[position, option] = _four_bits(line, position)
            gain = 0
            while sets != 0:
                gain += cost[lowest(sets)]
                sets &= sets - 1
            gains[position, option] = gain if position < 13 else 0
    return frees[0, ace_option] >= 0


@kernel
def _forward(frees, gains, tables, cost, positions, start, best):
    """Fill in the most that can go up to each position, by state (-1: it cannot be reached)."""
    best[:] = -1
    best[0, start] = 0
    for position in range(positions):
        for state in range(STATES):
            so_far = best[position, state]
            if so_far < 0:
                continue
            for option in range(OPTIONS):
                free = frees[position, option]
                if free >= 0:
                    after, gain = _step(state, free, tables[position], position, cost)
                    value = so_far + gain + gains[position, option]
                    best[position + 1, after] = max(best[position + 1, after], value)


@kernel
def _trace(frees, gains, tables, cost, positions, last, value, best, digits):
    """Of all choices worth `value` the one with the least digits, the highest rank first, into `digits`."""
    alive, fewer = np.zeros(STATES, np.bool_), np.zeros(STATES, np.bool_)
    for state in range(STATES):
        alive[state] = best[positions, state] == value and (last < 0 or state == last)
    for position in range(positions - 1, -1, -1):
        found = False
        option = -1
        while not found:
            option += 1
            free = frees[position, option]
            if free < 0:
                continue
            fewer[:] = False
            for state in range(STATES):
                if best[position, state] >= 0:
                    after, gain = _step(state, free, tables[position], position, cost)
                    total = best[position, state] + gain + gains[position, option]
                    if alive[after] and total == best[position + 1, after]:
                        fewer[state] = True
                        found = True
        alive[:] = fewer
        if position < 13:
            digits[position] = option


@kernel
def _number(digits, ranks, fours, aces):
    """The number of a choice when they are tried in order."""
    number, weight = 0, 1
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        number += digits[rank] * weight
        weight *= 6 if fours >> rank & 1 != 0 else 2
    return number + aces * weight


@kernel
def _may_start(state, cards, tabled, ace):
    """Whether the suits may stand at `state` before the first position: with aces that go round, after the kings."""
    if ace != ACE_WRAP:
        return state == 0
    for suit in range(4):
        before = (state >> 2 * suit) & 3
        held = (cards >> (13 * suit + 12)) & 1
        if (tabled >> suit) & 1 != 0:
            if before != RUN:
                return False
        elif held == 0 and before != 0:
            return False
    return True


@kernel
def _best_choice(cards, fixed, cost, board):
    """The choice at which the most `cost` goes: (that cost or -1, sets, high aces)."""
    ranks, fours = held_thrice(cards), held_four_times(cards)
    either, forced = aces_with_a_choice(cards, board)
    runs = board.runs if board.lay != LAY_NEVER else 0
    frees, gains = np.empty((POSITIONS, OPTIONS), np.int64), np.zeros((POSITIONS, OPTIONS), np.int64)
    tables, digits = np.zeros(POSITIONS, np.int64), np.zeros(13, np.int64)
    for position in range(POSITIONS):
        tables[position] = _four_bits(runs, position)
    best = np.empty((POSITIONS + 1, STATES), np.int64)
    barred, forcing = np.zeros(_WAYS, np.int64), np.zeros(_WAYS, np.int64)
    positions = 13 if board.ace == ACE_WRAP else POSITIONS
    most, least, most_sets, most_high = -1, 0, 0, forced
    for aces in range(1 << popcount(either)):
        high = high_aces(aces, either, forced)
        ways = duty_ways(cards, high, board, barred, forcing)
        for way in range(ways):
            rank = lowest(board.duty) % 13 if board.duty != 0 else -1
            for ace_option in range(OPTIONS):
                if not _lay_out(
                    cards, high, fixed, barred[way], rank, forcing[way], ace_option, board, cost, frees, gains
                ):
                    continue
                for start in range(STATES):
                    if not _may_start(start, cards, tables[12], board.ace):
                        continue
                    _forward(frees, gains, tables, cost, positions, start, best)
                    last = start if board.ace == ACE_WRAP else -1
                    value = best[positions, last] if last >= 0 else best[positions].max()
                    if value < most or value < 0:
                        continue
                    _trace(frees, gains, tables, cost, positions, last, value, best, digits)
                    number = _number(digits, ranks & ~fixed, fours, aces)
                    if value > most or number < least:
                        most, least, most_high, most_sets = value, number, high, 0
                        for each in range(13):
                            most_sets |= _option(cards & rank_of_all(each), digits[each])
    return most, most_sets, most_high


@kernel
def _costs(cards, banned, count_first, board, cost):
    """What each card costs that is left, into `cost`; the sum comes back.

    By number of cards first, a banned one like two, then by pips; or by pips first, then by number.
    """
    cost[:] = 0
    if board.lay != LAY_NEVER:
        cards &= ~board.fourths  # these go in any case
    total = 0
    while cards != 0:
        bit = cards & -cards
        cards ^= bit
        pips = pips_of(bit, board)
        if count_first:
            cost[lowest(bit)] = (2 if banned & bit != 0 else 1) * _CARD + pips
        else:
            cost[lowest(bit)] = pips * _CARD + 1
        total += cost[lowest(bit)]
    return total


@kernel
def _least_left(cards, banned, fixed, count_first, board):
    """The choice after which the least is left: (can be done, cost left, cost that goes, sets, high aces)."""
    cost = np.empty(52, np.int64)
    total = _costs(cards, banned, count_first, board, cost)
    most, sets, high = _best_choice(cards, fixed, cost, board)
    return most >= 0, total - most, most, sets, high


@kernel
def _keeping_one(cards, banned, board):
    """The best choice that keeps back one card: (rest, sets, high aces, goes out).

    The card of fewest pips that may be discarded and whose absence lets all others go; else the card without which
    the least is left.
    """
    best_rest, best_sets, best_high, best_out, least = cards, 0, 0, False, -1
    candidates = cards & ~board.duty
    while candidates != 0:
        bit = candidates & -candidates
        candidates ^= bit
        done, left, _, sets, high = _least_left(cards ^ bit, 0, 0, False, board)
        out = left == 0 and bit & banned == 0
        left += pips_of(bit, board) * _CARD + 1
        if done and (least < 0 or (out and not best_out) or (out == best_out and left < least)):
            rest = judge(cards ^ bit, banned, sets, ALL_RUNS, high, board)[0]
            best_rest, best_sets, best_high, best_out, least = rest | bit, sets, high, out, left
    return best_rest, best_sets, best_high, best_out


@kernel(int64(int64, int64, int64, BOARD_TYPE))
def deep_shed(cards, banned, fixed, board):
    """Find the best shed of many cards; ranks in `fixed` take all cards held as a set.

    The cards left, those put down as sets, the high aces and whether it goes out come back in ``board.found``.  The
    answer is 0 for a shed that the limits on a first meld or on layoffs spoil: that is not found here.
    """
    must_discard, board.must_discard = board.must_discard, 0
    done, left, gone, sets, high = _least_left(cards, banned, fixed, True, board)
    out = done and left < 2 * _CARD
    if done and not out:
        done, left, gone, sets, high = _least_left(cards, banned, fixed, False, board)
    known, rest = True, cards
    if done:
        rest, sets, judged_out = judge(cards, banned, sets, ALL_RUNS, high, board)
        known = gone == 0 or (rest != cards and judged_out == out)
        if known and rest == 0 and must_discard != 0:
            rest, sets, high, out = _keeping_one(cards, banned, board)
    board.must_discard = must_discard
    found = board.found
    found[0], found[1], found[2], found[3] = rest, sets, high, out
    return np.int64(known)
