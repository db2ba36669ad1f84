"""Which groups to put down together: all choices, depth first, cut where nothing better can come.

The lowest kind still undecided is put into each group that begins with it, in turn, and last of all left in the hand.
When all natural cards are decided, the wild cards that no group uses go on wherever something can grow; one of them may
be kept for the discard.  Going out is best, then fewest pips left, then fewest cards left; only a strictly better
choice replaces the one kept.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.packs.ground import JOKER, is_blocked, may_reach
from cardsim.games.rummy.packs.groups import (
    NEW_RUN,
    NEW_SET,
    ON_SET,
    ONCE,
    RUN_DOWN,
    TWICE,
    WORD,
    group_kind,
    group_meld,
    group_size,
    group_wilds,
    room_in,
    room_of,
)
from cardsim.games.rummy.packs.judging import hopeless, judge
from cardsim.games.rummy.packs.rows import (
    B_STEPS,
    P_WILDS,
    S_COUNT,
    S_DOWN,
    S_FREE,
    S_LAID,
    S_MELDS,
    S_ONCE,
    S_OPENED,
    S_PIPS,
    S_ROOM,
    S_TWICE,
    S_UP,
    S_WILDS,
)

MOST_STEPS = 300_000
"""Groups and choices looked at for one shed; with more, as hands of many cards have, the best found so far is kept."""
LEVELS = 128


@kernel
def room_on_table(ground, seat):
    """How many cards all melds that a seat may reach can still take."""
    total = 0
    for meld in range(ground.melds):
        if may_reach(ground, meld, seat):
            total += room_of(ground, meld)
    return total


@kernel
def mask_pips(ground, once, twice):
    """Pips of the cards of two masks."""
    total = 0
    while once != 0:
        total += ground.pips[lowest(once)]
        once &= once - 1
    while twice != 0:
        total += ground.pips[lowest(twice)]
        twice &= twice - 1
    return total


@kernel
def sort_groups(groups, number, order, starts):
    """Order the groups by their lowest kind, those of many cards first; `starts` says where each kind's begin."""
    key = np.empty(number, np.int64)
    begins = np.zeros(52 * 16 + 1, np.int64)
    for i in range(number):
        once = groups[i, ONCE]
        key[i] = 16 * lowest(once) + max(0, 15 - popcount(once) - popcount(groups[i, TWICE]))
        begins[key[i] + 1] += 1
    for k in range(52 * 16):
        begins[k + 1] += begins[k]
    for kind in range(53):
        starts[kind] = begins[16 * kind]
    for i in range(number):
        order[begins[key[i]]] = i
        begins[key[i]] += 1


@kernel
def _usable(groups, row, state, level, chosen, wilds, most_melds, ground):
    """Whether a group may be chosen now."""
    now = state[level]
    if groups[row, ONCE] & ~now[S_ONCE] != 0 or groups[row, TWICE] & ~now[S_TWICE] != 0:
        return False
    word = groups[row, WORD]
    kind = group_kind(word)
    if now[S_WILDS] + group_wilds(word) > wilds:
        return False
    if kind in (NEW_SET, NEW_RUN):
        return now[S_MELDS] < most_melds
    bit = 1 << group_meld(word)
    if kind == RUN_DOWN:
        if now[S_DOWN] & bit != 0:
            return False
    elif now[S_UP] & bit != 0:
        return False
    if kind == ON_SET or (now[S_UP] | now[S_DOWN]) & bit == 0:
        return True
    room = room_of(ground, group_meld(word)) - group_size(word)
    for i in range(level):
        if chosen[i] >= 0:
            other = groups[chosen[i], WORD]
            if group_kind(other) > NEW_RUN and group_meld(other) == group_meld(word):
                room -= group_size(other)
    return room >= 0


@kernel
def _choose(groups, row, now, after, ground):
    """The state after a group is chosen."""
    after[:] = now
    once, twice, word = groups[row, ONCE], groups[row, TWICE], groups[row, WORD]
    after[S_ONCE] = now[S_ONCE] & ~(once & ~now[S_TWICE]) & ~twice
    after[S_TWICE] = now[S_TWICE] & ~once
    after[S_WILDS] += group_wilds(word)
    kind = group_kind(word)
    if kind in (NEW_SET, NEW_RUN):
        after[S_MELDS] += 1
        after[S_OPENED] += mask_pips(ground, once, twice) + group_wilds(word) * ground.pips[JOKER]
        after[S_ROOM] += room_in(ground, word)
        return
    after[S_LAID] += group_size(word)
    if kind == RUN_DOWN:
        after[S_DOWN] |= 1 << group_meld(word)
    else:
        after[S_UP] |= 1 << group_meld(word)


@kernel
def _leave(kind, now, after, blocked, ground):
    """The state after all cards of a kind are left in the hand."""
    after[:] = now
    bit = 1 << kind
    number = 2 if now[S_TWICE] & bit != 0 else 1
    after[S_ONCE] &= ~bit
    after[S_TWICE] &= ~bit
    after[S_PIPS] += number * ground.pips[kind]
    after[S_COUNT] += number
    if is_blocked(blocked, kind) == 0:
        after[S_FREE] += number


@kernel
def search(once, twice, pool, blocked, board, ground, seat, check_end, groups, number, best):
    """Improve `best` by all choices of `groups` for natural cards (`once`, `twice`) and the wild cards of `pool`."""
    order, starts = np.empty(max(number, 1), np.int64), np.empty(53, np.int64)
    sort_groups(groups, number, order, starts)
    state, way = np.zeros((LEVELS, 12), np.int64), np.zeros(5, np.int64)
    chosen, following = np.empty(LEVELS, np.int64), np.empty(LEVELS, np.int64)
    most_melds = 99 if board.exempt != 0 else board.melds_left
    room = 0 if board.lay == LAY_NEVER else room_on_table(ground, seat)
    useful = 0
    for i in range(number):
        useful |= groups[i, ONCE]
    now = state[0]
    now[S_ONCE], now[S_TWICE] = once, twice
    alone = once & ~useful
    while alone != 0:
        _leave(lowest(alone), now, state[1], blocked, ground)
        now[:] = state[1]
        alone &= alone - 1
    following[0] = starts[lowest(now[S_ONCE])] if now[S_ONCE] != 0 else 0
    level = 0
    while level >= 0 and best[B_STEPS] < MOST_STEPS:
        best[B_STEPS] += 1
        now = state[level]
        if now[S_ONCE] == 0:
            judge(groups, chosen, level, now, pool, blocked, room, board, ground, check_end, way, best)
            level -= 1
            continue
        kind = lowest(now[S_ONCE])
        i, end = following[level], starts[kind + 1]
        while i < end and not _usable(groups, order[i], state, level, chosen, pool[P_WILDS], most_melds, ground):
            i += 1
            best[B_STEPS] += 1
        following[level] = i + 1
        if i > end:
            level -= 1
            continue
        if i < end:
            chosen[level] = order[i]
            _choose(groups, order[i], now, state[level + 1], ground)
        else:
            chosen[level] = -1
            _leave(kind, now, state[level + 1], blocked, ground)
        if not hopeless(state[level + 1], best):
            level += 1
            left = state[level, S_ONCE]
            following[level] = starts[lowest(left)] if left != 0 else 0
