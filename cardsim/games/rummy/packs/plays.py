"""Melds, layoffs and exchanges inside a turn, with two packs and wild cards."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.packs.finding import find_shed
from cardsim.games.rummy.packs.ground import (
    DOWN,
    IN_SET,
    KINDS,
    UP,
    above,
    below,
    card_at,
    count_cards,
    held_once,
    held_twice,
    layable_kinds,
    may_reach,
    number_of,
    step_down,
    step_up,
)
from cardsim.games.rummy.packs.groups import (
    NEW_RUN,
    ON_SET,
    ONCE,
    RUN_UP,
    TWICE,
    WORD,
    group_kind,
    group_meld,
    group_of,
    group_size,
    group_start,
    group_wilds,
    longest,
    room_of,
)
from cardsim.games.rummy.packs.parts import find_part, part_of, swap_place
from cardsim.games.rummy.packs.placing import lay_off, lay_off_wild, put_meld, swap
from cardsim.games.rummy.packs.rows import B_GROUPS, B_KNOWN, B_NUMBER, B_ON_NEW, B_OUT, B_PLACED
from cardsim.games.rummy.packs.shed import F_NUMBER, F_ONCE, F_SWAPS, F_TWICE, wild_cards
from cardsim.games.rummy.plays import DUTY_NOT_DONE, ILLEGAL_SHED, NO_LEGAL_END, set_rights
from cardsim.games.rummy.runs import ACE_WRAP
from cardsim.games.rummy.view import AS_SWAP, BEST, NOTHING, SHED
from cardsim.games.strategy import ask


@kernel
def show_hand(table, seat):
    """Bring the own cards into a seat's view."""
    view = table.views[seat]
    view.hand = held_once(table.hands[seat])
    view.hand_twice = held_twice(table.hands[seat])


@kernel
def show_table(rules, table):
    """After a change: the cards that fit now, and what lies on the table."""
    table.layable = layable_kinds(table.ground) if rules.layoff != r.LAYOFF_NONE else 0
    once, twice = held_once(table.down), held_twice(table.down)
    for seat in range(rules.players):
        view = table.views[seat]
        view.layable = table.layable
        view.board.cards = once
        view.down_twice = twice


@kernel
def _new_run(ground, start, size, more):
    """(First position, number of cards, cards it cannot take) of a run that takes `more` cards, upwards first."""
    top = start + size - 1
    top = top % 13 if ground.ace == ACE_WRAP else top
    while more > 0 and size < longest(ground):
        up = step_up(ground.ace, top)
        if up >= 0:
            top = up
        else:
            start = step_down(ground.ace, start)
        size += 1
        more -= 1
    return start, size, more


@kernel
def new_meld(ground, once, twice, word, wilds, position, more):
    """One new meld, with up to `more` wild cards beyond those it needs.

    (Its cards, first position, number of cards, next wild card, how many are left to add.)
    """
    start, size = group_start(word), group_size(word)
    if group_kind(word) == NEW_RUN:
        start, size, left = _new_run(ground, start, size, more)
    else:
        added = min(more, ground.set_most - size)
        size, left = size + added, more - added
    used = np.zeros(KINDS, np.int64)
    count_cards(once, twice, used)
    for _ in range(group_wilds(word) + more - left):
        used[wilds[position]] += 1
        position += 1
    return used, start, size, position, left


@kernel
def _put_new_meld(rules, table, seat, once, twice, word, wilds, position, more, log):
    """Put down one new meld: (next wild card, how many are left to add)."""
    used, start, size, position, left = new_meld(table.ground, once, twice, word, wilds, position, more)
    is_run = np.int64(group_kind(word) == NEW_RUN)
    put_meld(rules, table, seat, used, is_run, group_of(word), start, size, log)
    table.melds += 1
    table.melds_this_turn += 1
    table.melded[seat] = 1
    return position, left


@kernel
def _extend(rules, table, seat, once, twice, word, wilds, position, log):
    """Layoffs on one end of a meld; the next wild card comes back."""
    ground, kind, meld = table.ground, group_kind(word), group_meld(word)
    if kind == ON_SET:
        for i in range(2):
            cards = once if i == 0 else twice
            while cards != 0:
                lay_off(rules, table, seat, meld, lowest(cards), IN_SET, log)
                cards &= cards - 1
        return position
    for _ in range(group_size(word)):
        where = UP if kind == RUN_UP else DOWN
        place = above(ground, meld) if where == UP else below(ground, meld)
        card = card_at(ground.of[meld], place)
        if once >> card & 1 == 0:
            card = wilds[position]
            position += 1
        else:
            once &= ~(1 << card)
        lay_off(rules, table, seat, meld, card, where, log)
    return position


@kernel
def put_down(rules, table, seat, found, log):
    """Carry out a shed that was found: exchanges, new melds, layoffs."""
    ground, board = table.ground, table.views[seat].board
    for i in range(found[F_NUMBER]):
        swap(rules, table, seat, found[F_SWAPS + 2 * i], found[F_SWAPS + 2 * i + 1], log)
    wilds = np.empty(16, np.int64)
    wild_cards(found, table.views[seat].banned, wilds)
    old, position, more = ground.melds, 0, found[B_ON_NEW]
    for new in range(2):
        for i in range(found[B_NUMBER]):
            row = B_GROUPS + 3 * i
            once, twice, word = found[row + ONCE], found[row + TWICE], found[row + WORD]
            if new == 0 and group_kind(word) <= NEW_RUN:
                position, more = _put_new_meld(rules, table, seat, once, twice, word, wilds, position, more, log)
            elif new == 1 and group_kind(word) > NEW_RUN:
                position = _extend(rules, table, seat, once, twice, word, wilds, position, log)
                table.layoffs += group_size(word)
                table.layoffs_this_turn += group_size(word)
    more, meld = found[B_PLACED] - found[B_ON_NEW], 0
    while more > 0:
        if meld < old and may_reach(ground, meld, seat) and room_of(ground, meld) > 0:
            lay_off_wild(rules, table, seat, meld, wilds[position], log)
            position += 1
            more -= 1
            table.layoffs += 1
            table.layoffs_this_turn += 1
        else:
            meld += 1
    if found[B_NUMBER] + found[B_PLACED] > 0:
        table.shed_before[seat] = 1
    board.duty = 0  # no shed is found that leaves it undone
    show_table(rules, table)
    set_rights(rules, table, seat)


@kernel
def can_end(rules, table, seat):
    """Whether a turn of `seat` can still end legally with the cards it holds now."""
    view = table.views[seat]
    once, twice = held_once(table.hands[seat]), held_twice(table.hands[seat])
    if once == 0:
        return not rules.must_discard_to_go_out
    if once & ~view.banned != 0:
        return True
    return find_shed(once, twice, view.banned, view.board, table.ground, seat, True, False)[B_KNOWN] != 0


@kernel
def _carry_out(rules, table, seat, answer, found, log):
    """What a player chose to put down; the code of a broken contract, or 0."""
    view = table.views[seat]
    if answer == BEST:
        put_down(rules, table, seat, found, log)
        return 0
    if answer > 0 and answer & AS_SWAP != 0:
        rest = answer & ~AS_SWAP
        meld, i = (
            swap_place(view, table.ground, seat, lowest(rest)) if rest != 0 and rest & (rest - 1) == 0 else (-1, -1)
        )
        if meld < 0:
            return ILLEGAL_SHED
        swap(rules, table, seat, meld, i, log)
        show_table(rules, table)
        return 0
    once, twice = np.zeros(1, np.int64), np.zeros(1, np.int64)
    if answer < 0 or not part_of(answer, view, once, twice):
        return ILLEGAL_SHED
    part = find_part(answer, view, table.ground, seat, once[0], twice[0])
    if part[B_KNOWN] == 0:
        return ILLEGAL_SHED
    put_down(rules, table, seat, part, log)
    return 0 if can_end(rules, table, seat) else NO_LEGAL_END


@kernel
def shed_cards(rules, table, seat, log):
    """The melds, layoffs and exchanges of a turn; False after a broken contract."""
    view = table.views[seat]
    while number_of(table.hands[seat]) != 0:
        show_hand(table, seat)
        hand = view.hand
        found = find_shed(hand, view.hand_twice, view.banned, view.board, table.ground, seat, True, True)
        view.rest, view.rest_twice = found[F_ONCE], found[F_TWICE]
        if found[B_KNOWN] == 0:
            break
        cards = hand & ~view.rest | view.hand_twice & ~view.rest_twice
        view.shed = cards
        view.goes_out = found[B_OUT]
        answer = BEST if rules.forced_melding else ask(table, seat, SHED)
        view.shed = 0
        note(log, SHED, seat, answer, cards, view.hand_twice & ~view.rest, view.board.duty)
        if answer == NOTHING:
            if view.board.duty != 0:
                blame(table, DUTY_NOT_DONE, seat, SHED, view.board.duty, hand, 0)
                return False
            if hand & ~view.banned == 0:
                blame(table, NO_LEGAL_END, seat, SHED, answer, hand, view.banned)
                return False
            break
        wrong = _carry_out(rules, table, seat, answer, found, log)
        if wrong != 0:
            blame(table, wrong, seat, SHED, answer, hand, view.banned)
            return False
        if answer == BEST:
            view.rest, view.rest_twice = held_once(table.hands[seat]), held_twice(table.hands[seat])
            break
    show_hand(table, seat)
    return True
