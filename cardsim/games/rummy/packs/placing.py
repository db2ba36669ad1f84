"""Putting cards on the table for good: where each stands, what the log says of it, what it is worth there."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.packs.ground import (
    DOWN,
    IN_SET,
    JOKER,
    KINDS,
    UP,
    above,
    card_at,
    fits,
    grow,
    has_room,
    held_once,
    held_twice,
    is_wild,
    lacking_suit,
    stands_for,
)
from cardsim.games.rummy.plays import LAID_OFF, MELDED

SWAPPED = 22
"""The event of a wild card exchanged for the card it stands for."""


@kernel
def lay_out(ground, meld, used, is_run, of, start, size):
    """A new meld of the cards `used`: natural cards in their own places, the others by ascending kind in the gaps.

    In a set a wild card stands for the suit it has least of, of these for the lowest.
    """
    ground.is_run[meld], ground.of[meld], ground.start[meld], ground.length[meld] = is_run, of, start, 0
    left = used.copy()
    if is_run:
        ground.length[meld] = size
        for i in range(size):
            card = card_at(of, start + i)
            ground.stands[meld, i] = card
            ground.cards[meld, i] = -1
            if left[card] > 0:
                ground.cards[meld, i] = card
                left[card] -= 1
        kind = 0
        for i in range(size):
            if ground.cards[meld, i] < 0:
                while left[kind] == 0:
                    kind += 1
                ground.cards[meld, i] = kind
                left[kind] -= 1
        return
    for suit in range(4):
        card = 13 * suit + of
        while left[card] > 0 and has_room(ground, meld, suit):
            grow(ground, meld, card, IN_SET, suit)
            left[card] -= 1
    for kind in range(KINDS):
        for _ in range(left[kind]):
            grow(ground, meld, kind, IN_SET, lacking_suit(ground, meld))


@kernel
def value_at(rules, ground, meld, i):
    """Points of a card on the table: its pips, but 1 for an ace at the low end of a run."""
    card = ground.cards[meld, i]
    low = ground.is_run[meld] != 0 and i == 0 and card % 13 == 0 and not is_wild(ground, card)
    return ground.pips[card] - (rules.low_ace_less if low else 0)


@kernel
def show_meld(rules, table, meld):
    """Bring one meld into every seat's view."""
    ground = table.ground
    for seat in range(rules.players):
        shown = table.views[seat].ground
        shown.melds = ground.melds
        shown.is_run[meld] = ground.is_run[meld]
        shown.of[meld] = ground.of[meld]
        shown.start[meld] = ground.start[meld]
        shown.length[meld] = ground.length[meld]
        shown.owner[meld] = ground.owner[meld]
        for i in range(ground.length[meld]):
            shown.cards[meld, i] = ground.cards[meld, i]
            shown.stands[meld, i] = ground.stands[meld, i]


@kernel
def drop(table, seat, kind):
    """One card leaves the hand for the table; a card under a ban goes before others of its kind."""
    table.hands[seat, kind] -= 1
    table.down[kind] += 1
    if table.held_banned[seat, kind] > 0:
        table.held_banned[seat, kind] -= 1


@kernel
def put_meld(rules, table, seat, used, is_run, of, start, size, log):
    """`seat` puts down a new meld of the cards `used`."""
    ground = table.ground
    meld = ground.melds
    ground.melds += 1
    ground.owner[meld] = seat
    lay_out(ground, meld, used, is_run, of, start, size)
    for i in range(ground.length[meld]):
        drop(table, seat, ground.cards[meld, i])
        if rules.scoring == r.MELD_POINTS:
            table.tabled[seat] += value_at(rules, ground, meld, i)
    if log.shape[0] > 0:
        place = start + 16 * of if is_run else of
        note(log, MELDED, seat, held_once(used), held_twice(used), is_run, 1 + place)
    show_meld(rules, table, meld)


@kernel
def put_on_meld(rules, table, seat, meld, kind, where, log):
    """A card is laid off for `seat`; taking it from where it was is for the caller."""
    ground = table.ground
    place = stands_for(ground, meld, kind, where)
    grow(ground, meld, kind, where, place)
    at = 0 if where == DOWN else ground.length[meld] - 1
    if rules.scoring == r.MELD_POINTS:
        table.tabled[seat] += value_at(rules, ground, meld, at)
    real = ground.stands[meld, at]
    note(log, LAID_OFF, seat, kind, 1 + meld, where == IN_SET, 1 + real + (64 if where == DOWN else 0))
    show_meld(rules, table, meld)


@kernel
def lay_off(rules, table, seat, meld, kind, where, log):
    """`seat` lays off a card of the hand."""
    drop(table, seat, kind)
    put_on_meld(rules, table, seat, meld, kind, where, log)


@kernel
def lay_off_wild(rules, table, seat, meld, kind, log):
    """`seat` lays a wild card off where the meld can grow: at the upper end of a run if that is free."""
    where = IN_SET
    if table.ground.is_run[meld] != 0:
        where = UP if above(table.ground, meld) >= 0 else DOWN
    lay_off(rules, table, seat, meld, kind, where, log)


@kernel
def swap(rules, table, seat, meld, i, log):
    """`seat` takes the wild card at place `i` of a meld for the real card."""
    ground = table.ground
    wild, real = ground.cards[meld, i], ground.stands[meld, i]
    drop(table, seat, real)
    table.down[wild] -= 1
    table.hands[seat, wild] += 1
    ground.cards[meld, i] = real
    if rules.scoring == r.MELD_POINTS:
        table.tabled[seat] += value_at(rules, ground, meld, i)
    view = table.views[seat]
    view.banned &= ~(0b1111 << JOKER if wild == JOKER else 1 << wild)
    note(log, SWAPPED, seat, real, 1 + meld, wild, 1 + i)
    show_meld(rules, table, meld)


@kernel
def best_home(ground, seat, kind):
    """The meld on which `kind` is laid when it is called: the first run it fits, else the first set; -1 if none."""
    home = -1
    for meld in range(ground.melds):
        if (ground.own_only == 0 or ground.owner[meld] == seat) and fits(ground, meld, kind) != 0:
            if ground.is_run[meld] != 0:
                return meld
            if home < 0:
                home = meld
    return home
