"""What can be done with the tiles of one value, tabulated once for a box.

At one value each colour splits its tiles between groups and runs. For a colour in a run state, with `required`
tiles on the table and `available` ones with the rack, and with the tiles of the next two values known, all ways to
go on are listed here as *options*, cheapest in jokers first; for the four colours together the ways to form groups
are listed as *group rows*. The turn solver then only walks through these lists.

A run always starts with a number tile, so no set consists of jokers alone.  Two kinds of table differ in the jokers:

* ``placed=False`` (turns, where it does not matter what a joker stands for): a joker only fills or lengthens a run
  that needs it; one at the high end stands for one at the low end too, so it may go past the highest value. Spare
  jokers are left over, and find a place afterwards.
* ``placed=True`` (the initial meld, where a joker counts the value it stands for): every joker has its place; a new
  run may have a *prefix* of jokers below its first number tile.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummikub.run_states import run_states

# An option is one int32 whose fields add up without overflow, so that the options of four colours are added at once.
NEXT = 0x1FF  # next run state
TILES = 9  # number tiles put into runs (5 bits)
JOKERS = 14  # jokers put into runs (5 bits)
COST = 19  # jokers put in and still needed at the two values that follow (5 bits)
PREFIX_DROP = 24  # sum over prefix jokers of their distance below the value at hand (6 bits)
# Beside it stands, only of use where jokers have their place, the longest prefix (3 bits), then
PREFIXES = 3  # number of new runs with 1, 2, 3, 4 prefix jokers (3 bits each)
# The head of a list: where it starts, its length and its cheapest cost.
START, LENGTH = 8, 3
NEVER = 7  # cheapest cost of an empty list
# A group row: mask of the tiles per colour in the lowest 28 bits, then
GROUP_JOKERS = 28  # 3 bits
GROUP_TILES = 31  # 5 bits
GROUP_COLOURS = 36  # tiles of each colour, 3 bits each


class Transitions(NamedTuple):
    """The tables of one box; see the module's text for the packing."""

    cell: int  # most tiles of one colour and value
    beyond: int  # stands for the tiles available beyond the highest value
    states: int
    one: np.ndarray
    two: np.ndarray
    long: np.ndarray
    upgrades: np.ndarray
    options: np.ndarray
    prefixes: np.ndarray
    heads: np.ndarray  # [((pair, next, next but one), state, tiles in groups)]
    usable: np.ndarray  # [row, jokers left] -> mask of the tiles in groups that leave an option
    group_rows: np.ndarray
    group_start: np.ndarray  # [available tiles of the four colours as one number]


@kernel
def _prefix_kinds(jokers, placed):
    """The ways to give prefixes to new runs: counts of runs with 1, 2, 3, 4 prefix jokers; fewest jokers first."""
    most = jokers if placed else 0
    kinds = np.zeros((12, 4), np.int64)
    n = 0
    for total in range(most + 1):
        for d in range(total // 4 + 1):
            for c in range((total - 4 * d) // 3 + 1):
                for b in range((total - 4 * d - 3 * c) // 2 + 1):
                    kinds[n, 0] = total - 4 * d - 3 * c - 2 * b
                    kinds[n, 1] = b
                    kinds[n, 2] = c
                    kinds[n, 3] = d
                    n += 1
    return kinds[:n].copy()


@kernel(forceinline=True)
def pair_number(required, available):
    """Number of the pair of required and available tiles of a cell, 0 <= required <= available."""
    return available * (available + 1) // 2 + required


@kernel(forceinline=True)
def context(required, available, colour, v, numbers, cell, beyond, states):
    """Number of the first row of the option lists of one colour at one value; add the run state."""
    after = available[colour, v + 1] if v + 1 < numbers else beyond
    after_next = available[colour, v + 2] if v + 2 < numbers else beyond
    span = max(beyond, cell) + 1
    pair = pair_number(required[colour, v], available[colour, v])
    return ((pair * span + after) * span + after_next) * states


@kernel
def _jokers_needed(short, one, after, after_next, beyond):
    """Jokers that the runs of one and two tiles will need at the next two values, 99 if the box ends before."""
    if short > 0 and (after == beyond or (one > 0 and after_next == beyond)):
        return 99
    need = 0
    if short > after:
        need += short - after
    if one > after_next:
        need += one - after_next
    return need


@kernel
def _fill_list(out, prefixes, k, states, kinds, jokers, state, low, high, after, after_next, beyond):
    """Write the options of one list from position k on (only count if `out` is empty); return the end and the cost."""
    one, two, long, number = states
    limit = number.shape[0] - 1
    short = one[state] + two[state]
    cheapest = NEVER
    for cost in range(jokers + 1):
        for kind in range(kinds.shape[0]):
            c1, c2, c3, c4 = kinds[kind]
            prefix = c1 + 2 * c2 + 3 * c3 + 4 * c4
            for tiles in range(low, high + 1):
                for filling in range(cost - prefix + 1):
                    spare = tiles + filling - short
                    if spare < 0:
                        continue
                    extended = min(spare, long[state])
                    new = spare - extended
                    # A joker does not start a run, and each prefix belongs to a new run.
                    if filling > short + extended or c1 + c2 + c3 + c4 > new:
                        continue
                    ones = new - c1 - c2 - c3 - c4
                    twos = one[state] + c1
                    longs = two[state] + extended + c2 + c3 + c4
                    if ones + twos + longs > limit:
                        continue
                    need = _jokers_needed(ones + twos, ones, after, after_next, beyond)
                    if filling + prefix + need != cost:
                        continue
                    if len(out) > 0:
                        drop = c1 + 3 * c2 + 6 * c3 + 10 * c4
                        longest = 4 if c4 else (3 if c3 else (2 if c2 else (1 if c1 else 0)))
                        out[k] = (
                            number[ones, twos, longs]
                            | tiles << TILES
                            | (filling + prefix) << JOKERS
                            | cost << COST
                            | drop << PREFIX_DROP
                        )
                        prefixes[k] = longest | (c1 | c2 << 3 | c3 << 6 | c4 << 9) << PREFIXES
                    k += 1
                    cheapest = min(cheapest, cost)
    return k, cheapest


@kernel
def _fill_options(out, prefixes, heads, usable, states, kinds, jokers, cell, beyond, count):
    """Fill the lists of all contexts; return the number of options."""
    span = beyond + 1 if beyond > cell else cell + 1
    k = 0
    row = 0
    for available in range(cell + 1):
        for required in range(available + 1):
            for context in range(span * span):
                for state in range(count):
                    for grouped in range(available + 1):
                        start = k
                        low = max(required - grouped, 0)
                        k, cheapest = _fill_list(
                            out, prefixes, k, states, kinds, jokers, state, low, available - grouped,
                            context // span, context % span, beyond,
                        )  # fmt: skip
                        heads[row * (cell + 1) + grouped] = start << START | (k - start) << LENGTH | cheapest
                        for left in range(jokers + 1):
                            if cheapest <= left:
                                usable[row * (jokers + 1) + left] |= 1 << grouped
                    row += 1
    return k


@kernel(forceinline=True)
def fewest_groups(most, tiles):
    """The fewest groups that hold `tiles` tiles of one value with at most `most` of one colour; 0 if impossible."""
    for groups in range(max(most, 1), tiles // 3 + 1):
        if 3 * groups <= tiles <= 4 * groups:
            return groups
    return 0


@kernel
def _fill_groups(out, starts, cell, jokers, placed):
    """List the ways to form groups from each combination of tiles, fewest jokers first; return their number."""
    base = cell + 1
    k = 0
    for code in range(base**4):
        starts[code] = k
        a0, a1, a2, a3 = code % base, code // base % base, code // base**2 % base, code // base**3
        for extra in range(jokers + 1):
            for g0 in range(a0 + 1):
                for g1 in range(a1 + 1):
                    for g2 in range(a2 + 1):
                        for g3 in range(a3 + 1):
                            tiles = g0 + g1 + g2 + g3
                            most = max(g0, g1, g2, g3)
                            if tiles == 0:
                                if extra > 0:
                                    continue
                            else:
                                groups = fewest_groups(most, tiles + extra)
                                if groups == 0 or groups > tiles:
                                    continue
                                if not placed and extra > 0 and _with_fewer(most, tiles, extra):
                                    continue
                            if len(out) > 0:
                                mask = (1 << g0) | (1 << base + g1) | (1 << 2 * base + g2) | (1 << 3 * base + g3)
                                colours = g0 | g1 << 3 | g2 << 6 | g3 << 9
                                out[k] = mask | extra << GROUP_JOKERS | tiles << GROUP_TILES | colours << GROUP_COLOURS
                            k += 1
    starts[base**4] = k
    return k


@kernel
def _with_fewer(most, tiles, extra):
    """Whether the groups can be formed with fewer than `extra` jokers."""
    for fewer in range(extra):
        groups = fewest_groups(most, tiles + fewer)
        if groups > 0 and groups <= tiles:
            return True
    return False


@kernel
def new_transitions(cell, jokers, placed, limit):
    """The tables for at most `cell` tiles of one colour and value, `jokers` free jokers and `limit` open runs.

    They take milliseconds to build for the usual box.
    """
    states = run_states(limit)
    parts = (states.one, states.two, states.long, states.number)
    count = len(states.one)
    beyond = cell + 1 if placed else 0
    span = cell + 2 if placed else cell + 1
    sentinel = beyond if placed else -1
    rows = (cell + 1) * (cell + 2) // 2 * span * span * count
    kinds = _prefix_kinds(jokers, placed)
    none = np.zeros(0, np.int32)
    heads = np.full(rows * (cell + 1), NEVER, np.int32)
    usable = np.zeros(rows * (jokers + 1), np.uint8)
    size = _fill_options(none, none, heads, usable, parts, kinds, jokers, cell, sentinel, count)
    options, prefixes = np.zeros(size, np.int32), np.zeros(size, np.int32)
    _fill_options(options, prefixes, heads, usable, parts, kinds, jokers, cell, sentinel, count)
    starts = np.zeros((cell + 1) ** 4 + 1, np.int32)
    group_rows = np.zeros(_fill_groups(np.zeros(0, np.int64), starts, cell, jokers, placed), np.int64)
    _fill_groups(group_rows, starts, cell, jokers, placed)
    return Transitions(
        cell, beyond, count, states.one, states.two, states.long, states.upgrades,
        options, prefixes, heads, usable, group_rows, starts,
    )  # fmt: skip
