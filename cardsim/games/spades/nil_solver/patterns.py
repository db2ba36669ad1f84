"""What the nil search remembers: patterns, each of which stands for many positions (partition search).

Ginsberg, "Partition Search", AAAI 1996.  At the start of a trick a proof needs only some comparisons of cards.  They
are kept as *cuts*: bit c of a mask says that the suit is cut directly below the live card c.  Between two cuts the
order of cards does not matter, only how many each player has: if two positions have the same leader, the same suit
lengths in every hand, and the same number of cards of every player above each cut, then they have the same value.  So
does a play: the cards of one player between two cuts are interchangeable.  Cuts always lie between cards of two
players; a run of touching cards in one hand is never cut.

A pattern is stored as the shape of the position (all suit lengths, leader, whether spades are open: one exact 64-bit
key) and a short list of numbers ``place << 12 | counts``: among the cards above and with the others' ``place``-th card
of a suit are so many of left opponent, partner and nil.  Nil's share is only a bound: a nil that is made stays made
with lower cards.  Nothing is approximated and no hash is trusted, so entries stay valid across deals.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, popcount
from cardsim.games.spades.tricks import SUIT, SUIT_OF

SHAPES = 1 << 20
PATTERNS = 1 << 21
CUTS = 1 << 24
EXACT = 2
"""Added to the value of patterns in which seat 0's cards are no nil's."""
PLACES = 64
"""Room for the places of all suits: 14 in a side suit, up to 18 in spades; then ``order`` keeps what is spread."""
SPREAD = 60
_START = CUTS - 1
_LOW_31 = (1 << 31) - 1

TABLE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("shapes", np.int64),
                ("patterns", np.int64),
                ("cuts", np.int64),
                ("shape_key", np.int64, (SHAPES,)),
                ("shape_first", np.int32, (SHAPES,)),
                ("shape_slot", np.int32, (SHAPES // 2 + 2,)),
                ("pattern", np.int64, (PATTERNS,)),
                ("cut", np.int32, (CUTS,)),
            ],
            align=True,
        ),
    )
)


@kernel
def shape_of(hands, leader, spades_open):
    """Exact key of everything but the order of the cards; the spade lengths follow from the others."""
    key = np.int64(leader * 2 + spades_open)
    key = key << 4 | popcount(hands[0])
    for suit in range(3):
        for seat in range(4):
            key = key << 4 | popcount(hands[seat] & SUIT[suit])
    return key


@kernel
def mix(key):
    """A non-negative int64 that depends on all bits of `key` (which is not negative), without overflow."""
    mixed = (key & _LOW_31) * 0x9E3779B + (key >> 31 & _LOW_31) * 0xC2B2AE3
    mixed ^= mixed >> 27
    return (mixed & _LOW_31) * 0x85EBCA7 ^ mixed >> 30


@kernel
def slot_of(table, shape):
    """Where `shape` stands in the table, or the free slot where it would."""
    slot = mix(shape) >> 17 & (SHAPES - 1)
    while table.shape_key[slot] != 0 and table.shape_key[slot] != shape:
        slot = (slot + 1) & (SHAPES - 1)
    return slot


@kernel
def spread(live, owner, order, counts):
    """Write, for the first 0, 1, ... of the others' cards from the top of each suit, who holds them.

    ``order`` gets the last of these cards; ``counts`` packs left opponent's and partner's share and the number of nil's
    cards above the last of them and above the next one, four bits each.  A suit that is spread already is skipped.
    """
    for suit in range(4):
        cards = live & SUIT[suit]
        if order[SPREAD + suit] == cards:
            continue
        order[SPREAD + suit] = cards
        place = 14 * suit
        held = np.int64(0)
        nil = 0
        nil_before = 0
        while cards != 0:
            card = highest(cards)
            cards ^= np.int64(1) << card
            seat = owner[card]
            if seat == 0:
                nil += 1
                continue
            counts[place] = held | nil_before << 8 | nil << 12
            place += 1
            order[place] = card
            nil_before = nil
            if seat < 3:
                held += np.int64(1) << (4 * seat - 4)
        counts[place] = held | nil_before << 8 | nil << 12


@kernel
def meets(counts, cut, value):
    """Whether a position meets one condition of a pattern: others as they were, seat 0 as its value demands.

    A nil that was made stays made if nil's cards are lower, and one that was lost stays lost if they are higher; a
    count of tricks needs them as they were.
    """
    if (counts ^ cut) & 0xFF:
        return False
    mine = (cut >> 8) & 15
    if value == 1 or value >= EXACT:
        if ((counts >> 8) & 15) > mine:
            return False
    return value == 1 or (counts >> 12) >= mine


@kernel
def unpack(pattern):
    """Value, first cut and number of cuts of a pattern, and one more than the number of the next of its shape."""
    return pattern & 3, pattern >> 2 & _START, pattern >> 26 & 63, pattern >> 32


@kernel
def find(table, slot, counts):
    """The first pattern of a shape that the spread position matches, or -1."""
    number = np.int64(table.shape_first[slot]) - 1
    while number >= 0:
        value, start, size, following = unpack(table.pattern[number])
        end = start + size
        while start < end:
            cut = np.int64(table.cut[start])
            if not meets(counts[cut >> 12], cut, value):
                break
            start += 1
        if start == end:
            return number
        number = following - 1
    return np.int64(-1)


@kernel
def around_run(card, hand, live):
    """Cuts at both ends of the run of touching cards around `card` in one hand."""
    suit = live & SUIT_OF[card]
    others = suit & ~hand
    above = others & -(np.int64(1) << card)
    below = others & ((np.int64(1) << card) - 1)
    cuts = above & -above
    if below != 0:
        run = suit & -(np.int64(2) << highest(below))
        cuts |= run & -run
    return cuts


@kernel
def cuts_of(table, pattern, hands, live, owner, order, counts):
    """The cuts of a matched pattern in this position; one inside a run moves to both ends of the run."""
    cuts = np.int64(0)
    value, start, size, _ = unpack(table.pattern[pattern])
    for i in range(start, start + size):
        cut = np.int64(table.cut[i])
        place = cut >> 12
        number = min(place // 14, 3)
        suit = SUIT[number]
        bound = (cut >> 8) & 15
        above = (counts[place] >> 8) & 15
        below = counts[place] >> 12
        first = place == 14 * number
        rest = live & suit if first else live & suit & ((np.int64(1) << order[place]) - 1)
        if value >= EXACT and above < bound < below:
            cuts |= around_run(highest(hands[0] & rest), hands[0], live)
        elif above != below and (below <= bound if value == 1 else above < bound):
            # the cards of seat 0 here belong above the cut
            rest &= ~hands[0]
            if rest != 0:
                nil = hands[0] & suit & -(np.int64(1) << highest(rest))
                cuts |= nil & -nil
        elif not first and rest != 0:
            seat = owner[order[place]]
            if owner[highest(rest)] == seat:
                cuts |= around_run(order[place], hands[seat], live)
            else:
                cuts |= np.int64(1) << order[place]
    return cuts


@kernel
def remember(table, shape, hands, live, cuts, value):
    """Store a pattern; a full table is emptied first."""
    if table.patterns >= PATTERNS - 1 or table.cuts >= CUTS - 64 or table.shapes * 2 > SHAPES:
        forget(table)
    slot = slot_of(table, shape)
    if table.shape_key[slot] == 0:
        table.shape_key[slot] = shape
        table.shape_first[slot] = 0
        table.shape_slot[table.shapes] = np.int32(slot)
        table.shapes += 1
    pattern = table.patterns
    table.patterns += 1
    following = np.int64(table.shape_first[slot])
    table.shape_first[slot] = np.int32(pattern + 1)
    size = 0
    while cuts != 0:
        card = highest(cuts)
        cuts ^= np.int64(1) << card
        above = SUIT_OF[card] & -(np.int64(1) << card)
        nil = popcount(hands[0] & above)
        place = 14 * min(card // 13, 3) + popcount(live & above) - nil
        counts = popcount(hands[1] & above) | popcount(hands[2] & above) << 4 | nil << 8
        table.cut[table.cuts + size] = np.int32(place << 12 | counts)
        size += 1
    table.pattern[pattern] = value | table.cuts << 2 | size << 26 | following << 32
    table.cuts += size


@kernel
def forget(table):
    """Empty the table: slot by slot, or all of it in order where that is sooner."""
    if table.shapes > SHAPES >> 6:
        table.shape_key[:] = 0
    else:
        for i in range(table.shapes):
            table.shape_key[table.shape_slot[i]] = 0
    table.shapes = 0
    table.patterns = 0
    table.cuts = 0
