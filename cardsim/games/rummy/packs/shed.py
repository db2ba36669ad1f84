"""The best shed with two packs and wild cards: natural or wild, exchanges of jokers, and the search for each of these.

A card of the wild rank may be natural (only in its own place) or wild; every choice is tried.  So is every choice of
exchanges of wild cards on the table for the cards they stand for.  The answer is exact as long as the search need not
stop early (:data:`.search.MOST_STEPS`, :data:`.groups.MOST_GROUPS`).
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.rummy.board import BOARD_TYPE, LAY_FREELY, LAY_NEVER
from cardsim.games.rummy.packs.ground import (
    GROUND_TYPE,
    JOKER,
    KINDS,
    count_cards,
    held_once,
    held_twice,
    is_blocked,
    may_reach,
    number_of,
    pips_held,
)
from cardsim.games.rummy.packs.groups import MOST_GROUPS, ONCE, TWICE, WORD, all_groups, group_wilds
from cardsim.games.rummy.packs.rows import (
    B_BEFORE,
    B_COUNT,
    B_FIRST_ONCE,
    B_FIRST_TWICE,
    B_GROUPS,
    B_KNOWN,
    B_NUMBER,
    B_OUT,
    B_PIPS,
    B_PLACED,
    B_RENEWED,
    BEST_SIZE,
    P_FREE,
    P_WILDS,
    POOL_SIZE,
)
from cardsim.games.rummy.packs.search import search

FEW_GROUPS = 512
MOST_SWAPS = 8
F_ONCE, F_TWICE, F_POOL_ONCE, F_POOL_TWICE, F_NUMBER, F_SWAPS = range(BEST_SIZE, BEST_SIZE + 6)
"""Beside what `search` says: the cards left, the cards used as wild ones, exchanges (then for each: meld, place)."""
FOUND_SIZE = F_SWAPS + 2 * MOST_SWAPS


@kernel
def pool_list(pool, blocked, first_once, first_twice, cards):
    """The wild cards in the order in which they are used: those given first, then those that may not be discarded,
    jokers last."""
    number = 0
    first = np.empty(KINDS, np.int64)
    count_cards(first_once, first_twice, first)
    for turn in range(3):
        for kind in range(KINDS):
            early = min(first[kind], pool[kind])
            copies = pool[kind] - early if is_blocked(blocked, kind) == 2 - turn else 0
            for _ in range(early if turn == 0 else copies):
                cards[number] = kind
                number += 1
    return number


@kernel
def wild_cards(found, blocked, cards):
    """The wild cards of a shed that was found, in the order in which they go down: how many."""
    pool = np.empty(KINDS, np.int64)
    count_cards(found[F_POOL_ONCE], found[F_POOL_TWICE], pool)
    number = pool_list(pool, blocked, found[B_FIRST_ONCE], found[B_FIRST_TWICE], cards)
    first = cards[0]
    for i in range(found[B_BEFORE]):
        cards[i], cards[i + 1] = cards[i + 1], first
    return number


@kernel
def find_swaps(counts, board, ground, seat, melds, places):
    """Wild cards on the table whose real card is held, by meld and place: how many."""
    number = 0
    if ground.swap == 0 or board.lay != LAY_FREELY or board.opening > 0 or board.duty != 0:
        return number
    for meld in range(ground.melds):
        if not may_reach(ground, meld, seat):
            continue
        for i in range(ground.length[meld]):
            card, real = ground.cards[meld, i], ground.stands[meld, i]
            if card != real and counts[real] > 0 and number < MOST_SWAPS:
                melds[number], places[number] = meld, i
                number += 1
    return number


@kernel
def split(counts, natural, ground, have, pool):
    """The cards as natural and wild ones; `natural` has two bits per suit, how many of the wild rank are natural."""
    for kind in range(KINDS):
        have[kind] = counts[kind]
        pool[kind] = 0
    have[JOKER] = 0
    pool[JOKER] = counts[JOKER]
    if ground.wild_rank >= 0:
        for suit in range(4):
            kind = 13 * suit + ground.wild_rank
            have[kind] = natural >> 2 * suit & 3
            if have[kind] > counts[kind]:
                return False
            pool[kind] = counts[kind] - have[kind]
    return True


@kernel
def _sum_pool(pool, blocked):
    """Add to the numbers of wild cards by kind what `search` needs besides."""
    pool[P_WILDS], pool[P_FREE] = 0, 0
    for kind in range(KINDS):
        pool[P_WILDS] += pool[kind]
        if is_blocked(blocked, kind) == 0:
            pool[P_FREE] += pool[kind]


@kernel
def _try_all(counts, blocked, board, ground, seat, check_end, found):
    """Improve `found` by all ways to put down `counts`; whether anything better was found."""
    have, pool = np.empty(KINDS, np.int64), np.empty(POOL_SIZE, np.int64)
    most = 0
    if ground.wild_rank >= 0:
        for suit in range(4):
            most |= counts[13 * suit + ground.wild_rank] << 2 * suit
    better = False
    for natural in range(most + 1):
        if found[B_COUNT] == 0 or not split(counts, natural, ground, have, pool):
            continue
        _sum_pool(pool, blocked)
        groups = np.empty((FEW_GROUPS if pool[P_WILDS] == 0 else MOST_GROUPS, 3), np.int64)
        new_melds = board.melds_left > 0 or board.exempt != 0
        number = all_groups(have, pool[P_WILDS], new_melds, board.lay != LAY_NEVER, seat, ground, groups)
        found[B_RENEWED] = 0
        search(held_once(have), held_twice(have), pool, blocked, board, ground, seat, check_end, groups, number, found)
        if found[B_RENEWED] != 0:
            better = True
            found[F_POOL_ONCE], found[F_POOL_TWICE] = held_once(pool), held_twice(pool)
    return better


@kernel
def _settle(counts, blocked, found):
    """Work out which cards are left: `counts` less the groups and the first of the wild cards."""
    used = found[B_PLACED]
    cards = np.empty(16, np.int64)
    for i in range(found[B_NUMBER]):
        row = B_GROUPS + 3 * i
        for column in (ONCE, TWICE):
            cards_left = found[row + column]
            while cards_left != 0:
                counts[lowest(cards_left)] -= 1
                cards_left &= cards_left - 1
        used += group_wilds(found[row + WORD])
    wild_cards(found, blocked, cards)
    for i in range(used):
        counts[cards[i]] -= 1


@kernel(int64(int64, int64, int64, BOARD_TYPE, GROUND_TYPE, int64, int64, int64, types.Array(int64, 1, "C")))
def find_into(once, twice, blocked, board, ground, seat, check_end, swaps, found):
    """Write the best shed of the cards (`once`, `twice`) into `found`, a row of zeros (:func:`.finding.find_shed`)."""
    counts, after = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    melds, places = np.empty(MOST_SWAPS, np.int64), np.empty(MOST_SWAPS, np.int64)
    count_cards(once, twice, counts)
    found[F_ONCE], found[F_TWICE] = once, twice
    found[B_COUNT], found[B_PIPS] = number_of(counts), pips_held(ground, counts)
    found[B_OUT] = found[B_COUNT] == 1 and once & blocked == 0
    number = find_swaps(counts, board, ground, seat, melds, places) if swaps != 0 else 0
    best = 0
    for subset in range(1 << number):
        open_kinds = blocked
        after[:] = counts
        possible = True
        for i in range(number):
            if subset >> i & 1 != 0:
                wild, real = ground.cards[melds[i], places[i]], ground.stands[melds[i], places[i]]
                possible = possible and after[real] > 0
                after[real] -= 1
                after[wild] += 1
                open_kinds &= ~(1 << wild)
        if possible and _try_all(after, open_kinds, board, ground, seat, check_end, found):
            best = subset
    if found[B_KNOWN] == 0:
        return 0
    for i in range(number):
        if best >> i & 1 != 0:
            row = F_SWAPS + 2 * found[F_NUMBER]
            found[row], found[row + 1] = melds[i], places[i]
            found[F_NUMBER] += 1
            counts[ground.stands[melds[i], places[i]]] -= 1
            wild = ground.cards[melds[i], places[i]]
            counts[wild] += 1
            blocked &= ~(1 << wild)
    _settle(counts, blocked, found)
    found[F_ONCE], found[F_TWICE] = held_once(counts), held_twice(counts)
    return 1
