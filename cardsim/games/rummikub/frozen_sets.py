"""Best turns under the rule ``frozen``: a set that holds a joker may only be extended, or its joker be bought out.

For every frozen set its *variants* are listed: which of its jokers are replaced by tiles of the rack, and with
which tiles it is extended (at most two at either end of a run: three more make a set of their own). A set whose
last joker has left is ordinary again. Each combination of variants leaves a turn under the free rule for the other
tiles; the best is taken.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummikub.arrangement import (
    FIRST,
    GROUP,
    IS_JOKER,
    KIND,
    LENGTH,
    add_tile,
    free_colour,
    solve_and_arrange,
)
from cardsim.games.rummikub.joker_rules import count_numbers
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING
from cardsim.games.rummikub.turn_solver import solve_turn

# A variant: mask of the places whose joker is replaced (a group: of the colours that replace one), then
LOW = 16  # tiles added at the low end of a run (4 bits)
HIGH = 20  # tiles added at the high end (4 bits)
ADDED_JOKERS = 24  # which of the added tiles are jokers, low end first (15 bits)
ADDED_COLOUR = 40  # a group: 1 + colour of the tile added, 5 for a joker, 0 for none


@kernel
def _joker_places(sets, s):
    """Mask of the places in set `s` that hold a joker."""
    mask = 0
    for i in range(sets[s, LENGTH]):
        if sets[s, FIRST + i] & IS_JOKER:
            mask |= 1 << i
    return mask


@kernel
def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def _replaceable(sets, s, rack):
    """Mask of the joker places of a run whose tile is on the rack."""
    mask = 0
    for i in range(sets[s, LENGTH]):
        tile = sets[s, FIRST + i]
        if tile & IS_JOKER and rack[(tile & 63) >> 4, tile & 15] > 0:
            mask |= 1 << i
    return mask


@kernel
def _run_variants(sets, s, rack, table, most_jokers, numbers, out):
    """List the variants of a frozen run; return their number."""
    jokers, can = _joker_places(sets, s), _replaceable(sets, s, rack)
    colour = (sets[s, FIRST] & 63) >> 4
    first = sets[s, FIRST] & 15
    after = first + sets[s, LENGTH]
    count = 0
    for replaced in range(can + 1):
        if replaced & ~can:
            continue
        if replaced == jokers:
            out[count] = replaced
            count += 1
            continue
        longest = 3 if most_jokers >= 3 else 2
        for low in range(min(first, longest) + 1):
            for high in range(min(numbers - after, longest) + 1):
                for added in range(1 << (low + high)):
                    if _bits(added) > most_jokers:
                        continue
                    ok = True
                    for i in range(low + high):
                        v = first - low + i if i < low else after + i - low
                        if not (added >> i) & 1 and rack[colour, v] + table[colour, v] == 0:
                            ok = False
                            break
                    if ok:
                        out[count] = replaced | low << LOW | high << HIGH | added << ADDED_JOKERS
                        count += 1
    return count


@kernel
def _group_variants(sets, s, rack, table, most_jokers, out):
    """List the variants of a frozen group; return their number."""
    length = sets[s, LENGTH]
    v = sets[s, FIRST] & 15
    jokers = _bits(_joker_places(sets, s))
    missing = 15
    can = 0
    for i in range(FIRST, FIRST + length):
        if not sets[s, i] & IS_JOKER:
            missing &= ~(1 << (sets[s, i] >> 4))
    for colour in range(4):
        if (missing >> colour) & 1 and rack[colour, v] > 0:
            can |= 1 << colour
    count = 0
    for replaced in range(16):
        if replaced & ~can or _bits(replaced) > jokers:
            continue
        out[count] = replaced
        count += 1
        if _bits(replaced) == jokers or length == 4:
            continue
        for colour in range(4):
            if ((missing & ~replaced) >> colour) & 1 and rack[colour, v] + table[colour, v] > 0:
                out[count] = replaced | (1 + colour) << ADDED_COLOUR
                count += 1
        if most_jokers > 0:
            out[count] = replaced | 5 << ADDED_COLOUR
            count += 1
    return count


@kernel
def _frees(sets, s, variant):
    """Whether the variant takes the last joker out of set `s`."""
    return _bits(variant & 0xFFFF) == _bits(_joker_places(sets, s))


@kernel
def _build(sets, s, variant, out, n):
    """Write set `s` as the variant leaves it to out[n]."""
    out[n, KIND] = sets[s, KIND]
    out[n, LENGTH] = 0
    length = sets[s, LENGTH]
    if sets[s, KIND] == GROUP:
        v = sets[s, FIRST] & 15
        extra = variant >> ADDED_COLOUR
        for i in range(FIRST, FIRST + length):
            if not sets[s, i] & IS_JOKER:
                add_tile(out, n, sets[s, i])
        for colour in range(4):
            if (variant >> colour) & 1 or extra == 1 + colour:
                add_tile(out, n, colour << 4 | v)
        for _ in range(length + (1 if extra > 0 else 0) - out[n, LENGTH]):
            add_tile(out, n, free_colour(out, n) << 4 | v | IS_JOKER)
        return
    low, high = (variant >> LOW) & 15, (variant >> HIGH) & 15
    start = (sets[s, FIRST] & 63) - low
    for i in range(low + length + high):
        if low <= i < low + length:
            joker = sets[s, FIRST + i - low] & IS_JOKER and not (variant >> (i - low)) & 1
        else:
            joker = (variant >> (ADDED_JOKERS + (i if i < low else i - length))) & 1
        add_tile(out, n, (start + i) | IS_JOKER if joker else start + i)


@kernel
def _count_tiles(row, with_jokers):
    """Number of jokers of a set, or of its number tiles."""
    count = 0
    for i in range(FIRST, FIRST + row[LENGTH]):
        if (row[i] & IS_JOKER != 0) == with_jokers:
            count += 1
    return count


@kernel
def _add_numbers(row, by, grid):
    """Add `by` to the counts of the number tiles of a set."""
    for i in range(FIRST, FIRST + row[LENGTH]):
        if not row[i] & IS_JOKER:
            grid[row[i] >> 4, row[i] & 15] += by


@kernel
def _add_replacing(sets, s, variant, by, grid):
    """Add `by` to the counts of the tiles that replace jokers of set `s`."""
    for i in range(16):
        if (variant >> i) & 1:
            tile = i << 4 | (sets[s, FIRST] & 15) if sets[s, KIND] == GROUP else sets[s, FIRST + i] & 63
            grid[tile >> 4, tile & 15] += by


@kernel
def _set_up(sets, frozen, count, code, rack, numbers, branch):
    """Apply one combination of variants; return (frozen sets left in branch.kept, jokers freed, jokers added).

    Tiles that go into a frozen set are taken off those for the rest, and off `base`, so that they count as placed; a
    tile that replaces a joker has to come from the rack, one that extends a set may come from the table.
    """
    base, required, available, extending = branch.base, branch.required, branch.available, branch.playable
    base[:, :] = branch.table
    required[:, :] = branch.table
    available[:, :] = branch.table + rack
    extending[:, :] = 0
    kept, freed, added = 0, 0, 0
    for f in range(count):
        s = frozen[f]
        variant = branch.variants[f, code % branch.counts[f]]
        code //= branch.counts[f]
        replaced = _bits(variant & 0xFFFF)
        freed += replaced
        _build(sets, s, variant, branch.kept, kept)
        if _frees(sets, s, variant):  # its tiles are free at once
            _add_numbers(sets[s], 1, base)
            _add_numbers(sets[s], 1, available)
            _add_numbers(branch.kept[kept], 1, required)
            continue
        added += _count_tiles(branch.kept[kept], True) - _count_tiles(sets[s], True) + replaced
        for grid in (base, available):
            _add_numbers(sets[s], 1, grid)
            _add_numbers(branch.kept[kept], -1, grid)
        _add_numbers(branch.kept[kept], 1, extending)
        _add_numbers(sets[s], -1, extending)
        _add_replacing(sets, s, variant, -1, extending)
        kept += 1
    for colour in range(4):
        for v in range(numbers):
            required[colour, v] = max(0, required[colour, v] - extending[colour, v])
            if available[colour, v] < required[colour, v]:
                return -1, 0, 0
    return kept, freed, added


@kernel
def best_frozen_turn(sets, n, rack, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out):
    """Best turn above `bound` under the frozen rule: (objective or NOTHING, number of sets in `out`)."""
    frozen = branch.frozen
    count = 0
    on_table = 0
    for s in range(n):
        if _joker_places(sets, s):
            frozen[count] = s
            on_table += _bits(_joker_places(sets, s))
            count += 1
    count_numbers(sets, n, False, branch.table)
    combinations = 1
    for f in range(count):
        s = frozen[f]
        others = rack_jokers + on_table - 1
        if sets[s, KIND] == GROUP:
            branch.counts[f] = _group_variants(sets, s, rack, branch.table, others, branch.variants[f])
        else:
            branch.counts[f] = _run_variants(sets, s, rack, branch.table, others, numbers, branch.variants[f])
        combinations *= branch.counts[f]
    best, chosen = bound, -1
    for code in range(combinations):
        kept, freed, added = _set_up(sets, frozen, count, code, rack, numbers, branch)
        if kept < 0 or added > freed + rack_jokers:
            continue
        # Jokers added to frozen sets are placed already; the rest of the freed ones must be.
        extra = max(0, added - freed) * joker_weight
        found = solve_turn(
            branch.base, branch.required, branch.available, max(0, freed - added), freed + rack_jokers - added, weights,
            joker_weight, best - extra, numbers, solver,
        )  # fmt: skip
        if found != NOTHING and found + extra > best:
            best, chosen = found + extra, code
    if chosen < 0:
        return np.int64(NOTHING), 0
    kept, freed, added = _set_up(sets, frozen, count, chosen, rack, numbers, branch)
    branch.locked[:, :] = 0
    _, laid = solve_and_arrange(
        branch.base, branch.required, branch.available, branch.locked, max(0, freed - added),
        freed + rack_jokers - added, weights, joker_weight, NOTHING, numbers, solver, out,
    )  # fmt: skip
    for k in range(kept):
        out[laid, :] = branch.kept[k, :]
        laid += 1
    solver.work.counters[JOKERS_USED] += on_table - freed + added
    return best, laid
