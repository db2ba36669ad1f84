"""No set of jokers alone, where table jokers are locked as the tiles they stand for.

A locked joker counts as a number tile in the search, so with three jokers or more the sets found may include one that
consists of jokers only.  Mostly one of them can change places with the number tile of its role.  Where that tile is not
in use, every set that could hold the joker instead is tried, the rest being solved as before.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummikub.arrangement import FIRST, GROUP, IS_JOKER, KIND, LENGTH, RUN, solve_and_arrange
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING


@kernel
def _named(row):
    """Number tiles of a set."""
    count = 0
    for i in range(FIRST, FIRST + row[LENGTH]):
        if not row[i] & IS_JOKER:
            count += 1
    return count


@kernel
def lone_set(sets, n):
    """The set among the first `n` that consists of jokers only and cannot be mended; -1 if there is none.

    It is mended by a joker that changes places with the number tile of its role.
    """
    for s in range(n):
        if _named(sets[s]) == 0 and not _mend(sets, n, s):
            return s
    return -1


@kernel
def _mend(sets, n, s):
    for i in range(FIRST, FIRST + sets[s, LENGTH]):
        role = sets[s, i] & ~IS_JOKER
        for t in range(n):
            for k in range(FIRST, FIRST + sets[t, LENGTH]):
                if sets[t, k] == role:
                    sets[t, k] |= IS_JOKER
                    sets[s, i] = role
                    return True
    return False


@kernel
def locked_place(sets, s, locked):
    """The tile of set `s` that a locked joker stands for."""
    for i in range(FIRST, FIRST + sets[s, LENGTH]):
        tile = sets[s, i] & ~IS_JOKER
        if locked[tile >> 4, tile & 15] > 0:
            return tile
    return -1


@kernel
def _splits(row):
    """Whether a run can be cut into two sets that both hold a number tile."""
    for cut in range(3, row[LENGTH] - 2):
        low, high = False, False
        for i in range(row[LENGTH]):
            if not row[FIRST + i] & IS_JOKER:
                low, high = low or i < cut, high or i >= cut
        if low and high:
            return True
    return False


@kernel
def _fits(row, place, available, locked, free):
    """Whether the tiles of a set can be had, the joker at `place` being a locked one."""
    for i in range(row[LENGTH]):
        tile = row[FIRST + i] & ~IS_JOKER
        colour, v = tile >> 4, tile & 15
        if i == place:
            continue
        if not row[FIRST + i] & IS_JOKER:
            if available[colour, v] <= locked[colour, v]:
                return False
        elif locked[colour, v] == 0:
            free -= 1
    return free >= 0


@kernel
def list_homes(tile, available, locked, free, numbers, homes):
    """Write all sets with a number tile that could hold the joker locked as `tile` to `homes`; return their number."""
    colour, v = tile >> 4, tile & 15
    count = 0
    for low in range(v + 1):
        for high in range(numbers - v):
            length = low + 1 + high
            if length < 3:
                continue
            for jokers in range(1 << length):
                if not (jokers >> low) & 1 or jokers == (1 << length) - 1:
                    continue
                row = homes[count]
                row[KIND], row[LENGTH] = RUN, length
                for i in range(length):
                    row[FIRST + i] = tile - low + i | (IS_JOKER if (jokers >> i) & 1 else 0)
                if _fits(row, low, available, locked, free) and not _splits(row):
                    count += 1
                    if count == homes.shape[0] - 1:
                        return count
    for present in range(16):
        if not (present >> colour) & 1:
            continue
        for jokers in range(16):
            if jokers & ~present or not (jokers >> colour) & 1 or jokers == present:
                continue
            row = homes[count]
            row[KIND], row[LENGTH] = GROUP, 0
            place = 0
            for c in range(4):
                if (present >> c) & 1:
                    if c == colour:
                        place = row[LENGTH]
                    row[FIRST + row[LENGTH]] = c << 4 | v | (IS_JOKER if (jokers >> c) & 1 else 0)
                    row[LENGTH] += 1
            if row[LENGTH] >= 3 and _fits(row, place, available, locked, free):
                count += 1
    return count


@kernel
def _move_in(row, branch):
    """Take the tiles of a set off the position; return the free jokers among them, -1 if the rest is impossible."""
    base, required, available, locked = branch.base, branch.required, branch.available, branch.locked
    free = 0
    for i in range(FIRST, FIRST + row[LENGTH]):
        colour, v = (row[i] & 63) >> 4, row[i] & 15
        if not row[i] & IS_JOKER:
            required[colour, v] -= 1 if required[colour, v] > locked[colour, v] else 0
        elif locked[colour, v] > 0:
            required[colour, v] -= 1
            locked[colour, v] -= 1
        else:
            free += 1
            continue
        base[colour, v] -= 1
        available[colour, v] -= 1
    for colour in range(4):
        for v in range(base.shape[1]):
            if required[colour, v] > available[colour, v]:
                return -1
    return free


@kernel
def _keep_grids(branch, level, back):
    """Keep the position, or bring the one kept `back`."""
    kept = branch.grids[level]
    for k, grid in enumerate((branch.base, branch.required, branch.available, branch.locked)):
        if back:
            grid[:, :] = kept[k]
        else:
            kept[k] = grid


@kernel
def _solve_rest(taken, freed, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out):
    """Best play with `taken` free jokers already placed: (objective or NOTHING, sets, jokers on the table)."""
    extra = max(0, taken - freed) * joker_weight
    best, n = solve_and_arrange(
        branch.base, branch.required, branch.available, branch.locked, max(0, freed - taken),
        freed + rack_jokers - taken, weights, joker_weight, bound - extra, numbers, solver, out,
    )  # fmt: skip
    if best == NOTHING:
        return best, 0, 0
    return best + extra, n, solver.work.counters[JOKERS_USED] + taken


@kernel
def _save(n, jokers, solver, branch, out):
    branch.saved[0], branch.saved[1] = n, jokers
    branch.saved_sets[:n] = out[:n]
    branch.saved_placed[:, :] = solver.placed


@kernel
def best_with_numbers(freed, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out):
    """Best play above `bound` for the position in `branch` in which every set holds a number tile; NOTHING: none.

    It is kept in ``branch.saved`` (number of sets, free jokers on the table), ``saved_sets`` and ``saved_placed``.
    """
    best, n, jokers = _solve_rest(0, freed, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out)
    if best == NOTHING:
        return best
    lone = lone_set(out, n)
    if lone < 0:
        _save(n, jokers, solver, branch, out)
        return best
    best = NOTHING
    tile = locked_place(out, lone, branch.locked)
    homes = list_homes(tile, branch.available, branch.locked, freed + rack_jokers, numbers, branch.homes[0])
    _keep_grids(branch, 0, False)
    for h in range(homes):
        _keep_grids(branch, 0, True)
        taken = _move_in(branch.homes[0, h], branch)
        if taken < 0:
            continue
        found, n, jokers = _solve_rest(
            taken, freed, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
        )
        if found == NOTHING:
            continue
        lone = lone_set(out, n)
        if lone < 0:
            out[n] = branch.homes[0, h]
            _save(n + 1, jokers, solver, branch, out)
            best = bound = found
            continue
        # The three jokers left stand alone: a home for one of them, and two jokers are no set.
        tile = locked_place(out, lone, branch.locked)
        others = list_homes(
            tile, branch.available, branch.locked, freed + rack_jokers - taken, numbers, branch.homes[1]
        )
        _keep_grids(branch, 1, False)
        for k in range(others):
            _keep_grids(branch, 1, True)
            more = _move_in(branch.homes[1, k], branch)
            if more < 0:
                continue
            found, n, jokers = _solve_rest(
                taken + more, freed, rack_jokers, weights, joker_weight, bound, numbers, solver, branch, out
            )
            if found != NOTHING:
                out[n], out[n + 1] = branch.homes[0, h], branch.homes[1, k]
                _save(n + 2, jokers, solver, branch, out)
                best = bound = found
    return best
