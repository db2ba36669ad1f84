"""Answers to `shed` as numbers: a group as a mask, and uniformly random ones."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.packs.ground import JOKER, KINDS, count_cards, fits, held_once, held_twice, may_reach
from cardsim.games.rummy.packs.groups import (
    MOST_GROUPS,
    NEW_RUN,
    ONCE,
    TWICE,
    WORD,
    all_groups,
    group_kind,
    group_wilds,
)
from cardsim.games.rummy.packs.parts import find_part, part_of, swap_place
from cardsim.games.rummy.packs.rows import B_GROUPS, B_KNOWN, B_NUMBER, B_PLACED
from cardsim.games.rummy.packs.shed import pool_list, split, wild_cards
from cardsim.games.rummy.packs.takes import take_is_legal
from cardsim.games.rummy.view import AS_LAYOFFS, AS_SWAP, BEST, BOTH, NOTHING

NO_ANSWER = -2
TRIES = 60
"""Random answers that may turn out illegal, one after the other, before the player stops."""


@kernel
def answer_of(used):
    """The answer that puts down the cards `used`, or NO_ANSWER: of each suit all cards are named once or all twice."""
    answer = held_once(used)
    twice = held_twice(used)
    for suit in range(4):
        mine = 8191 << 13 * suit
        if twice & mine != 0:
            if answer & mine != twice & mine:
                return NO_ANSWER
            answer |= BOTH << suit
    return answer


@kernel
def group_answer(once, twice, word, wilds, number):
    """The answer that puts down one group with the first of the wild cards, or NO_ANSWER."""
    used = np.zeros(KINDS, np.int64)
    count_cards(once, twice, used)
    if group_wilds(word) > number:
        return NO_ANSWER
    for i in range(group_wilds(word)):
        used[wilds[i]] += 1
    for kind in range(52):
        if used[kind] > 2:
            return NO_ANSWER
    answer = answer_of(used)
    if answer != NO_ANSWER and group_kind(word) > NEW_RUN:
        answer |= AS_LAYOFFS
    return answer


@kernel
def random_depth(view, stream):
    """Uniform over 0 (the stock) and the legal depths of the pile."""
    first, last = 1, view.pile_size
    if view.many == 0:
        last = 1
    elif view.many == 2:
        first = last
    chosen, count = 0, 1 if view.can_draw_stock or view.offered else 0
    for depth in range(first, last + 1):
        if take_is_legal(
            view.hand, view.hand_twice, view.pile, view.pile_size, depth, view.board, view.ground, view.seat
        ):
            count += 1
            if rng.below(stream, count) == 0:
                chosen = depth
    return chosen


@kernel
def is_legal_answer(view, answer):
    """Whether an answer to `shed` that names cards can be carried out and leaves a card that may be discarded."""
    if answer == NO_ANSWER:
        return False
    if answer & AS_SWAP != 0:
        return swap_place(view, view.ground, view.seat, lowest(answer))[0] >= 0
    once, twice = np.zeros(1, np.int64), np.zeros(1, np.int64)
    if not part_of(answer, view, once, twice):
        return False
    left, gone = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    count_cards(view.hand, view.hand_twice, left)
    count_cards(once[0], twice[0], gone)
    left -= gone
    rest = held_once(left)
    if view.board.must_discard != 0 if rest == 0 else rest & ~view.banned == 0:
        return False
    return find_part(answer, view, view.ground, view.seat, once[0], twice[0])[B_KNOWN] != 0


@kernel
def _all_groups_answer(found, wilds):
    """The answer that puts down all groups of a shed that was found, or NO_ANSWER."""
    used, part = np.zeros(KINDS, np.int64), np.empty(KINDS, np.int64)
    position = 0
    for i in range(found[B_NUMBER]):
        row = B_GROUPS + 3 * i
        count_cards(found[row + ONCE], found[row + TWICE], part)
        used += part
        for _ in range(group_wilds(found[row + WORD])):
            used[wilds[position]] += 1
            position += 1
    for kind in range(52):
        if used[kind] > 2:
            return NO_ANSWER
    return answer_of(used)


@kernel
def first_answer(view, found):
    """The answer that puts down the first group of a shed that was found, or one wild card, or nothing.

    A first meld of several groups that needs them all for its pips goes down as a whole; what no answer can say goes
    down as the best shed.
    """
    if found[B_KNOWN] == 0:
        return NOTHING
    wilds = np.empty(16, np.int64)
    number = wild_cards(found, view.banned, wilds)
    if found[B_NUMBER] == 0:
        answer = 1 << wilds[0] | AS_LAYOFFS if found[B_PLACED] > 0 else NOTHING
    elif view.board.opening > 0:
        answer = _all_groups_answer(found, wilds)
    else:
        answer = group_answer(found[B_GROUPS + ONCE], found[B_GROUPS + TWICE], found[B_GROUPS + WORD], wilds, number)
    return answer if answer == NOTHING or is_legal_answer(view, answer) else BEST


@kernel
def _list_groups(view, answers, natural):
    """All new melds as answers, wild-rank cards being natural or wild: how many."""
    have, pool, counts = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    wilds = np.empty(16, np.int64)
    count_cards(view.hand, view.hand_twice, counts)
    if not split(counts, natural, view.ground, have, pool):
        return 0
    number = pool_list(pool, view.banned, view.board.duty, 0, wilds)
    groups = np.empty((MOST_GROUPS, 3), np.int64)
    found = all_groups(have, number, True, False, view.seat, view.ground, groups)
    for i in range(found):
        answers[i] = group_answer(groups[i, ONCE], groups[i, TWICE], groups[i, WORD], wilds, number)
    return found


@kernel
def _list_cards(view, answers, number):
    """All layoffs of one card and all exchanges, after the first `number` answers: how many answers there are."""
    for kind in range(KINDS):
        if view.hand >> kind & 1 == 0:
            continue
        if view.board.lay != LAY_NEVER:
            for meld in range(view.ground.melds):
                if may_reach(view.ground, meld, view.seat) and fits(view.ground, meld, kind) != 0:
                    answers[number] = 1 << kind | AS_LAYOFFS
                    number += 1
                    break
        if kind != JOKER and swap_place(view, view.ground, view.seat, kind)[0] >= 0:
            answers[number] = 1 << kind | AS_SWAP
            number += 1
    return number


@kernel
def random_shed(view, stream):
    """One of: stop, each new meld, each layoff of one card, each exchange; equally likely, illegal ones passed over."""
    answers = np.empty(MOST_GROUPS + 128, np.int64)
    natural = 0
    if view.ground.wild_rank >= 0 and rng.below(stream, 2) == 0:
        for suit in range(4):
            kind = 13 * suit + view.ground.wild_rank
            natural |= ((view.hand >> kind & 1) + (view.hand_twice >> kind & 1)) << 2 * suit
    number = _list_cards(view, answers, _list_groups(view, answers, natural))
    may_stop = view.board.duty == 0 and view.hand & ~view.banned != 0
    for _ in range(TRIES):
        i = rng.below(stream, number + 1)
        if i == number:
            if may_stop:
                return NOTHING
        elif is_legal_answer(view, answers[i]):
            return answers[i]
    return NOTHING if may_stop else BEST
