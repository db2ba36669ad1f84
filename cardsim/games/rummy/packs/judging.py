"""A complete choice of groups: which wild cards go down with it, whether the rules allow it, whether it is the best."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummy.board import LAY_AFTER_MELD, LAY_NEVER
from cardsim.games.rummy.packs.duty import find_way
from cardsim.games.rummy.packs.ground import JOKER
from cardsim.games.rummy.packs.groups import NEW_RUN, WORD, group_kind, group_wilds
from cardsim.games.rummy.packs.rows import (
    ANYWHERE,
    B_BEFORE,
    B_COUNT,
    B_FIRST_ONCE,
    B_FIRST_TWICE,
    B_GROUPS,
    B_KNOWN,
    B_NUMBER,
    B_ON_NEW,
    B_OUT,
    B_PIPS,
    B_PLACED,
    B_RENEWED,
    ON_TABLE,
    P_FREE,
    P_WILDS,
    S_COUNT,
    S_FREE,
    S_LAID,
    S_MELDS,
    S_OPENED,
    S_PIPS,
    S_ROOM,
    S_WILDS,
    W_BOUND,
    W_GROUP,
    W_ON_NEW,
    W_ONCE,
    W_TWICE,
)


@kernel
def _is_better(pips, count, free, melds, board, check_end, best):
    """Whether a choice that leaves cards, `free` of which may be discarded, is allowed and better than the best."""
    out = count == 0 or (count == 1 and free == 1)
    if best[B_OUT] != 0 and not out:
        return False
    if best[B_OUT] == out and (pips > best[B_PIPS] or (pips == best[B_PIPS] and count >= best[B_COUNT])):
        return False
    if check_end and (board.must_discard != 0 if count == 0 else free == 0):
        return False
    return melds <= board.melds_left or (board.exempt != 0 and out)


@kernel
def _keep_groups(groups, chosen, levels, way, best):
    """The groups of the best choice: the one that does the duty by wild cards first, so that it gets its own."""
    number, before = 0, 0
    if way[W_GROUP] >= 0:
        best[B_GROUPS : B_GROUPS + 3] = groups[chosen[way[W_GROUP]]]
        number = 1
    for i in range(levels):
        if chosen[i] >= 0 and i != way[W_GROUP]:
            best[B_GROUPS + 3 * number : B_GROUPS + 3 * number + 3] = groups[chosen[i]]
            number += 1
            word = groups[chosen[i], WORD]
            if way[W_GROUP] == ON_TABLE or group_kind(word) <= NEW_RUN:
                before += group_wilds(word)
    best[B_NUMBER] = number
    first_is_new = way[W_GROUP] >= 0 and group_kind(best[B_GROUPS + WORD]) <= NEW_RUN
    best[B_BEFORE] = 0 if way[W_GROUP] == ANYWHERE or first_is_new else before + way[W_ON_NEW]
    best[B_FIRST_ONCE], best[B_FIRST_TWICE] = way[W_ONCE], way[W_TWICE]


@kernel
def judge(groups, chosen, levels, now, pool, blocked, room, board, ground, check_end, way, best):
    """One complete choice, with all wild cards put down that can be, or all but one; kept if it is the best so far.

    `way` is scratch space.
    """
    spare = pool[P_WILDS] - now[S_WILDS]
    lays = board.lay != LAY_NEVER and (board.lay != LAY_AFTER_MELD or now[S_MELDS] > 0)
    if now[S_LAID] > 0 and not lays:
        return
    on_table = room - now[S_LAID] if lays else 0
    most = min(spare, now[S_ROOM] + on_table)
    for fewer in range(2 if most > 0 else 1):
        placed = most - fewer
        kept = spare - placed
        count, pips = now[S_COUNT] + kept, now[S_PIPS] + kept * ground.pips[JOKER]
        free, melds = now[S_FREE] + min(kept, pool[P_FREE]), now[S_MELDS]
        if not _is_better(pips, count, free, melds, board, check_end, best):
            continue
        on_new = min(placed, now[S_ROOM])
        if board.opening > 0 and now[S_OPENED] + on_new * ground.pips[JOKER] < board.opening:
            continue
        way[W_GROUP], way[W_BOUND], way[W_ONCE], way[W_TWICE], way[W_ON_NEW] = ANYWHERE, 0, 0, 0, on_new
        if board.duty != 0:
            if not find_way(groups, chosen, levels, now, placed, on_table, pool, blocked, board, ground, way):
                continue
            free = now[S_FREE] + min(kept, pool[P_FREE] - way[W_BOUND])
            if not _is_better(pips, count, free, melds, board, check_end, best):
                continue
        best[B_OUT] = count == 0 or (count == 1 and free == 1)
        best[B_PIPS], best[B_COUNT], best[B_KNOWN] = pips, count, 1
        best[B_ON_NEW], best[B_PLACED], best[B_RENEWED] = way[W_ON_NEW], placed, 1
        _keep_groups(groups, chosen, levels, way, best)
        return


@kernel
def hopeless(now, best):
    """Whether nothing better can come of a state."""
    if best[B_OUT] == 0 and now[S_COUNT] < 2:
        return False
    if best[B_OUT] != 0 and now[S_COUNT] > 1:
        return True
    return now[S_PIPS] > best[B_PIPS] or (now[S_PIPS] == best[B_PIPS] and now[S_COUNT] >= best[B_COUNT])
