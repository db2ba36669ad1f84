"""The melds of a table listed one by one, and what fits them: the representation for two packs and wild cards.

A card is known by its *kind*: 0..51 as everywhere, 53 for a joker; with two packs there are two of each kind.  Cards
held are an array of counts by kind, or two masks: *once* has the bit of each kind of which there is at least one card,
*twice* those of which there are two; jokers, up to four, are the bits 53 to 56 of the first.

Every card on the table stands at a definite *place*: at a position of a run (0 the ace below the two, 1..12 two to
king, 13 the ace above the king) or for a suit in a set.  A wild card stands for the card of that place.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import kernel
from cardsim.games.rummy.runs import ACE_HIGH, ACE_HIGH_OR_LOW, ACE_WRAP

JOKER = 53
KINDS = 54
JOKERS = 0b1111 << JOKER
MOST_MELDS = 36
PLACES = 13
"""The longest run."""

GROUND = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("melds", np.int64),  # how many lie on the table
                ("is_run", np.int64, (MOST_MELDS,)),
                ("of", np.int64, (MOST_MELDS,)),  # the suit of a run, the rank of a set
                ("start", np.int64, (MOST_MELDS,)),  # position of the lowest card of a run
                ("length", np.int64, (MOST_MELDS,)),
                ("owner", np.int64, (MOST_MELDS,)),  # who put it down
                ("cards", np.int64, (MOST_MELDS, PLACES)),  # kinds of the cards, by place
                ("stands", np.int64, (MOST_MELDS, PLACES)),  # the card 0..51 that each stands for
                ("ace", np.int64),  # the ace rule, a code of `runs.ACES`
                ("decks", np.int64),
                ("set_most", np.int64),  # most cards of a set
                ("distinct", np.int64),  # 1: the cards of a set have different suits
                ("wild_rank", np.int64),  # a rank all of whose cards are wild, or -1
                ("swap", np.int64),  # 1: a wild card may be exchanged for the card it stands for
                ("own_only", np.int64),  # 1: layoffs on own melds only
                ("pips", np.int64, (KINDS,)),
                ("finder", np.int64),  # address of the search for the best shed
            ],
            align=True,
        ),
    )
)
GROUND_TYPE = from_dtype(GROUND)


@kernel
def is_wild(ground, kind):
    """Whether cards of `kind` may stand for any card."""
    return kind == JOKER or kind % 13 == ground.wild_rank


@kernel
def count_cards(once, twice, counts):
    """Fill `counts` from two masks."""
    for kind in range(52):
        counts[kind] = (once >> kind & 1) + (twice >> kind & 1)
    counts[52] = 0
    counts[JOKER] = 0
    for place in range(JOKER, JOKER + 4):
        counts[JOKER] += once >> place & 1


@kernel
def held_once(counts):
    """The mask of kinds held at least once, jokers as the bits from 53 on."""
    mask = ((1 << counts[JOKER]) - 1) << JOKER
    for kind in range(52):
        if counts[kind] > 0:
            mask |= 1 << kind
    return mask


@kernel
def held_twice(counts):
    """The mask of kinds held twice."""
    mask = 0
    for kind in range(52):
        if counts[kind] > 1:
            mask |= 1 << kind
    return mask


@kernel
def number_of(counts):
    """How many cards there are."""
    total = 0
    for kind in range(KINDS):
        total += counts[kind]
    return total


@kernel
def pips_held(ground, counts):
    """Pips of all cards."""
    total = 0
    for kind in range(KINDS):
        total += counts[kind] * ground.pips[kind]
    return total


@kernel
def first_position(ace):
    """The lowest position a run may reach."""
    return 1 if ace == ACE_HIGH else 0


@kernel
def last_position(ace):
    """The highest position a run may reach."""
    return 13 if ace in (ACE_HIGH, ACE_HIGH_OR_LOW) else 12


@kernel
def step_up(ace, position):
    """The position above, or -1."""
    if ace == ACE_WRAP:
        return (position + 1) % 13
    return position + 1 if position < last_position(ace) else -1


@kernel
def step_down(ace, position):
    """The position below, or -1."""
    if ace == ACE_WRAP:
        return (position + 12) % 13
    return position - 1 if position > first_position(ace) else -1


@kernel
def above(ground, meld):
    """The position at which a run may grow upwards, or -1."""
    if ground.length[meld] >= PLACES:
        return -1
    top = ground.start[meld] + ground.length[meld] - 1
    return step_up(ground.ace, top % 13 if ground.ace == ACE_WRAP else top)


@kernel
def below(ground, meld):
    """The position at which a run may grow downwards, or -1."""
    return -1 if ground.length[meld] >= PLACES else step_down(ground.ace, ground.start[meld])


@kernel
def suits_in_set(ground, meld, suit):
    """How many cards of a set stand for `suit`."""
    count = 0
    for i in range(ground.length[meld]):
        if ground.stands[meld, i] // 13 == suit:
            count += 1
    return count


@kernel
def has_room(ground, meld, suit):
    """Whether a set may take one more card of `suit`."""
    most = 1 if ground.distinct != 0 else ground.decks
    return ground.length[meld] < ground.set_most and suits_in_set(ground, meld, suit) < most


@kernel
def lacking_suit(ground, meld):
    """The suit that a wild card laid on a set stands for: the one it has least of, of these the lowest; or -1."""
    best, fewest = -1, 99
    for suit in range(4):
        count = suits_in_set(ground, meld, suit)
        if count < fewest and has_room(ground, meld, suit):
            best, fewest = suit, count
    return best


@kernel
def card_at(suit, position):
    """The card of a position in a run."""
    return 13 * suit + position % 13


@kernel
def is_blocked(blocked, kind):
    """1 if cards of `kind` are among the kinds that may not be discarded."""
    return blocked >> kind & 1


@kernel
def may_reach(ground, meld, seat):
    """Whether the rules let `seat` lay off on a meld."""
    return ground.own_only == 0 or ground.owner[meld] == seat


UP, DOWN, IN_SET = 1, 2, 3
"""Where a card goes on a meld."""


@kernel
def fits(ground, meld, kind):
    """Where `kind` goes on a meld: UP, DOWN or IN_SET, 0 if nowhere.  A wild card that fits as itself goes there."""
    if ground.is_run[meld] != 0:
        up, down = above(ground, meld), below(ground, meld)
        suit = ground.of[meld]
        if up >= 0 and card_at(suit, up) == kind:
            return UP
        if down >= 0 and card_at(suit, down) == kind:
            return DOWN
        if is_wild(ground, kind):
            return UP if up >= 0 else DOWN if down >= 0 else 0
        return 0
    if kind != JOKER and kind % 13 == ground.of[meld] and has_room(ground, meld, kind // 13):
        return IN_SET
    return IN_SET if is_wild(ground, kind) and lacking_suit(ground, meld) >= 0 else 0


@kernel
def stands_for(ground, meld, kind, where):
    """The position in a run, or the suit in a set, at which `kind` is laid off."""
    if where == UP:
        return above(ground, meld)
    if where == DOWN:
        return below(ground, meld)
    if kind != JOKER and kind % 13 == ground.of[meld] and has_room(ground, meld, kind // 13):
        return kind // 13
    return lacking_suit(ground, meld)


@kernel
def grow(ground, meld, kind, where, place):
    """Lay a card off on a meld, at `place` (a position or a suit)."""
    size = ground.length[meld]
    at = size
    if where == DOWN:
        at = 0
        ground.start[meld] = place
        for i in range(size, 0, -1):
            ground.cards[meld, i] = ground.cards[meld, i - 1]
            ground.stands[meld, i] = ground.stands[meld, i - 1]
    ground.cards[meld, at] = kind
    ground.stands[meld, at] = 13 * place + ground.of[meld] if where == IN_SET else card_at(ground.of[meld], place)
    ground.length[meld] = size + 1


@kernel
def layable_kinds(ground):
    """The mask of the kinds that fit some meld; all four joker bits where a wild card fits."""
    mask = 0
    wild = False
    for meld in range(ground.melds):
        if ground.is_run[meld] != 0:
            suit = ground.of[meld]
            for place in (above(ground, meld), below(ground, meld)):
                if place >= 0:
                    mask |= 1 << card_at(suit, place)
                    wild = True
        else:
            for suit in range(4):
                if has_room(ground, meld, suit):
                    mask |= 1 << (13 * suit + ground.of[meld])
                    wild = True
    if wild:
        mask |= JOKERS
        if ground.wild_rank >= 0:
            for suit in range(4):
                mask |= 1 << (13 * suit + ground.wild_rank)
    return mask
