"""All ways to use natural cards together: sets, runs with gaps for wild cards, and extensions of melds on the table.

A *group* is a row of three numbers: the kinds it uses, the kinds of which it uses two, and a word that packs what it is
(:func:`group_word`).  A new meld has at least two natural cards; wild cards fill its gaps and, for two neighbours, one
end.  Wild cards beyond that are no part of a group: they go on at the end of anything (:mod:`.search`).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummy.packs.ground import (
    PLACES,
    above,
    below,
    card_at,
    first_position,
    last_position,
    may_reach,
    step_down,
    step_up,
    suits_in_set,
)
from cardsim.games.rummy.runs import ACE_WRAP

NEW_SET, NEW_RUN, ON_SET, RUN_UP, RUN_DOWN = range(5)
ONCE, TWICE, WORD = range(3)
MOST_GROUPS = 4096
"""Ways beyond this number are not looked at."""


@kernel
def group_word(kind, of, start, size, wilds, meld):
    """What a group is: its kind, suit or rank, first position, number of cards, wild cards among them, and meld."""
    return kind | of << 3 | start << 7 | size << 11 | wilds << 16 | meld << 20


@kernel
def group_kind(word):
    """NEW_SET, NEW_RUN, ON_SET, RUN_UP or RUN_DOWN."""
    return word & 7


@kernel
def group_of(word):
    """The suit of a run, the rank of a set."""
    return word >> 3 & 15


@kernel
def group_start(word):
    """The lowest position of a new run; the first position reached by an extension."""
    return word >> 7 & 15


@kernel
def group_size(word):
    """Number of cards, wild ones included."""
    return word >> 11 & 31


@kernel
def group_wilds(word):
    """Number of wild cards."""
    return word >> 16 & 15


@kernel
def group_meld(word):
    """The meld on the table that is extended."""
    return word >> 20


@kernel
def _add(groups, number, once, twice, word):
    """Keep one group, if there is room."""
    if number < groups.shape[0]:
        groups[number, ONCE] = once
        groups[number, TWICE] = twice
        groups[number, WORD] = word
        number += 1
    return number


@kernel
def _cards_of_rank(have, rank, pattern):
    """(kinds, kinds used twice, number of cards) for a pattern of two bits per suit; number -1 if not held."""
    once, twice, total = 0, 0, 0
    for suit in range(4):
        used = pattern >> 2 * suit & 3
        card = 13 * suit + rank
        if used > have[card]:
            return 0, 0, -1
        if used > 0:
            once |= 1 << card
        if used > 1:
            twice |= 1 << card
        total += used
    return once, twice, total


@kernel
def _patterns(have, rank):
    """1 past the last pattern that can be held, and whether anything of the rank is."""
    last = 0
    for suit in range(4):
        last |= min(have[13 * suit + rank], 2) << 2 * suit
    return last + 1


@kernel
def add_sets(have, wilds, ground, groups, number):
    """New sets of two or more natural cards; two need a wild card."""
    for rank in range(13):
        for pattern in range(1, _patterns(have, rank)):
            once, twice, total = _cards_of_rank(have, rank, pattern)
            if total < 2 or total > ground.set_most or (twice != 0 and ground.distinct != 0):
                continue
            lacking = 1 if total == 2 else 0
            if lacking <= wilds:
                word = group_word(NEW_SET, rank, 0, total + lacking, lacking, 0)
                number = _add(groups, number, once, twice, word)
    return number


@kernel
def add_set_extensions(have, ground, meld, groups, number):
    """Natural cards that a set on the table may take."""
    rank = ground.of[meld]
    most = 1 if ground.distinct != 0 else ground.decks
    for pattern in range(1, _patterns(have, rank)):
        once, twice, total = _cards_of_rank(have, rank, pattern)
        fits = total > 0 and ground.length[meld] + total <= ground.set_most
        for suit in range(4):
            used = pattern >> 2 * suit & 3
            if used > 0 and suits_in_set(ground, meld, suit) + used > most:
                fits = False
        if fits:
            number = _add(groups, number, once, twice, group_word(ON_SET, rank, 0, total, 0, meld))
    return number


@kernel
def _report(groups, number, kind, ground, suit, meld, wilds, once, used, start, last, size):
    """Keep the cards walked over as a group, if they are one."""
    if kind != NEW_RUN:
        return _add(groups, number, once, 0, group_word(kind, suit, start, size, used, meld))
    if size == 2:
        if used >= wilds:
            return number
        used += 1
        size = 3
        if step_up(ground.ace, last) < 0:
            start = step_down(ground.ace, start)
    return _add(groups, number, once, 0, group_word(kind, suit, start, size, used, meld))


@kernel
def _walk(have, wilds, ground, suit, start, kind, meld, most, groups, number):
    """All groups of a run from `start` on, upwards or (RUN_DOWN) downwards: at each position a natural or a wild card.

    A new run begins with a natural card, an extension may begin with a wild one; all end with a natural one.
    """
    at, tried, taken = np.empty(PLACES, np.int64), np.empty(PLACES, np.int64), np.empty(PLACES, np.int64)
    once, used, naturals, depth = 0, 0, 0, 0
    least = 2 if kind == NEW_RUN else 1
    at[0], tried[0], taken[0] = start, 0, 0
    while depth >= 0:
        card = card_at(suit, at[depth])
        if taken[depth] == 1:
            once &= ~(1 << card)
            naturals -= 1
        elif taken[depth] == 2:
            used -= 1
        taken[depth] = 0
        tried[depth] += 1
        if tried[depth] == 1:
            if have[card] == 0 or once >> card & 1 != 0:
                continue
            taken[depth] = 1
            once |= 1 << card
            naturals += 1
            if naturals >= least:
                number = _report(
                    groups, number, kind, ground, suit, meld, wilds, once, used, start, at[depth], depth + 1
                )
        elif tried[depth] == 2:
            if used >= wilds or (kind == NEW_RUN and depth == 0):
                continue
            taken[depth] = 2
            used += 1
        else:
            depth -= 1
            continue
        if depth + 1 < most:
            onward = step_down(ground.ace, at[depth]) if kind == RUN_DOWN else step_up(ground.ace, at[depth])
            if onward >= 0:
                depth += 1
                at[depth], tried[depth], taken[depth] = onward, 0, 0
    return number


@kernel
def add_runs(have, wilds, ground, groups, number):
    """New runs, each from its lowest natural card on."""
    for suit in range(4):
        for start in range(first_position(ground.ace), last_position(ground.ace) + 1):
            if have[card_at(suit, start)] > 0:
                number = _walk(have, wilds, ground, suit, start, NEW_RUN, 0, PLACES, groups, number)
    return number


@kernel
def all_groups(have, wilds, new_melds, lays, seat, ground, groups):
    """Fill `groups` with all ways to use natural cards: how many there are.

    `new_melds` and `lays` say whether new melds and layoffs come into question at all.
    """
    number = 0
    if lays:
        for meld in range(ground.melds):
            if not may_reach(ground, meld, seat):
                continue
            if ground.is_run[meld] == 0:
                number = add_set_extensions(have, ground, meld, groups, number)
                continue
            room, suit = PLACES - ground.length[meld], ground.of[meld]
            up, down = above(ground, meld), below(ground, meld)
            if up >= 0:
                number = _walk(have, wilds, ground, suit, up, RUN_UP, meld, room, groups, number)
            if down >= 0:
                number = _walk(have, wilds, ground, suit, down, RUN_DOWN, meld, room, groups, number)
    if new_melds:
        number = add_sets(have, wilds, ground, groups, number)
        number = add_runs(have, wilds, ground, groups, number)
    return number


@kernel
def longest(ground):
    """The most cards of a run."""
    return PLACES if ground.ace == ACE_WRAP else min(PLACES, last_position(ground.ace) - first_position(ground.ace) + 1)


@kernel
def room_of(ground, meld):
    """How many cards a meld on the table may still take."""
    return (longest(ground) if ground.is_run[meld] != 0 else ground.set_most) - ground.length[meld]


@kernel
def room_in(ground, word):
    """How many wild cards a new meld may take beyond those it needs."""
    return (longest(ground) if group_kind(word) == NEW_RUN else ground.set_most) - group_size(word)
