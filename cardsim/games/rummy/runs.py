"""Runs as bits on a line: where an ace may stand, blocks of neighbours, and the cards next to them.

A set of cards that lie or may lie in runs is kept as a *line*: four lanes of 15 bits, one per suit, in which position
0 is the ace below the two, positions 1..12 are 2..K and position 13 is the ace above the king.  Position 14 stays
empty, so that shifting a line by one never joins two suits.  Neighbouring runs on the table may fuse in a line without
effect: the cards at their joint already lie on the table.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.cards import FULL_PACK

ACE_LOW, ACE_HIGH, ACE_HIGH_OR_LOW, ACE_WRAP = 0, 1, 2, 3
ACES = ("low", "high", "high_or_low", "wrap")
"""Names of the four ace rules, in the order of their codes."""

LANE = 15


def _every_suit(positions: range) -> int:
    return sum(1 << (LANE * suit + position) for suit in range(4) for position in positions)


POSITION_0 = _every_suit(range(1))
POSITION_12 = _every_suit(range(12, 13))
POSITION_13 = _every_suit(range(13, 14))
POSITIONS_LOW = _every_suit(range(13))
_POSITIONS_HIGH = _every_suit(range(1, 14))
_POSITIONS_BOTH = _every_suit(range(14))
LINE_0 = (1 << LANE) - 1
LINE_1, LINE_2, LINE_3 = LINE_0 << LANE, LINE_0 << 2 * LANE, LINE_0 << 3 * LANE
CLUBS = (1 << 13) - 1
DIAMONDS, HEARTS, SPADES = CLUBS << 13, CLUBS << 26, CLUBS << 39


@kernel
def spread(cards):
    """The line of `cards` with every ace at position 0."""
    return (cards & CLUBS) | (cards & DIAMONDS) << 2 | (cards & HEARTS) << 4 | (cards & SPADES) << 6


@kernel
def gather(line):
    """The cards of a line, wherever their aces stand."""
    line = (line | (line & POSITION_13) >> 13) & ~POSITION_13
    return (line & LINE_0) | (line & LINE_1) >> 2 | (line & LINE_2) >> 4 | (line & LINE_3) >> 6


@kernel
def positions(ace):
    """All positions that exist under an ace rule."""
    if ace == ACE_HIGH:
        return _POSITIONS_HIGH
    if ace == ACE_HIGH_OR_LOW:
        return _POSITIONS_BOTH
    return POSITIONS_LOW


@kernel
def to_line(cards, ace, high):
    """The line of `cards`; `high` marks (at position 0) the suits whose ace stands high, where it may choose."""
    line = spread(cards)
    if ace in (ACE_LOW, ACE_WRAP):
        return line
    moved = line & POSITION_0
    if ace == ACE_HIGH_OR_LOW:
        moved &= high
    return (line ^ moved) | moved << 13


@kernel
def up(line, ace):
    """Every card of the line moved one place up; a wrapping king becomes an ace."""
    if ace == ACE_WRAP:
        return (line & ~POSITION_12) << 1 | (line & POSITION_12) >> 12
    return line << 1


@kernel
def down(line, ace):
    """Every card of the line moved one place down; a wrapping ace becomes a king."""
    if ace == ACE_WRAP:
        return (line & ~POSITION_0) >> 1 | (line & POSITION_0) << 12
    return line >> 1


@kernel
def run_blocks(line, ace):
    """Members of all maximal blocks of three or more neighbours."""
    below = down(line, ace)
    starts = line & below & down(below, ace)
    if starts == 0:
        return starts
    above = up(starts, ace)
    return starts | above | up(above, ace)


@kernel
def component(line, bit, ace):
    """The block of neighbours in `line` that holds `bit`."""
    block = bit
    grown = (up(block, ace) | down(block, ace) | block) & line
    while grown != block:
        block = grown
        grown = (up(block, ace) | down(block, ace) | block) & line
    return block


@kernel
def attach(line, runs, ace):
    """The cards of `line` that can be laid off on `runs`, one after the other, chains included."""
    grown = runs
    step = (up(grown, ace) | down(grown, ace)) & line & ~grown
    while step != 0:
        grown |= step
        step = (up(grown, ace) | down(grown, ace)) & line & ~grown
    return grown & line & ~runs


@kernel
def run_ends(runs, ace):
    """Cards that lie next to a run; those that are on the table in other melds are for the caller to take out."""
    return gather((up(runs, ace) | down(runs, ace)) & positions(ace) & ~runs)


@kernel
def held_thrice(cards):
    """Ranks (13 bits) of which `cards` hold three or four suits."""
    c, d = cards & CLUBS, (cards >> 13) & CLUBS
    h, s = (cards >> 26) & CLUBS, (cards >> 39) & CLUBS
    return (c & d & (h | s)) | (h & s & (c | d))


@kernel
def held_four_times(cards):
    """Ranks (13 bits) of which `cards` hold all four suits."""
    return cards & (cards >> 13) & (cards >> 26) & (cards >> 39) & CLUBS


@kernel
def has_meld(cards, ace):
    """Whether some three of `cards` make a set or a run."""
    if held_thrice(cards) != 0:
        return True
    line = spread(cards)
    if ace == ACE_HIGH:
        line = to_line(cards, ace, 0)
    elif ace == ACE_HIGH_OR_LOW:
        line |= (line & POSITION_0) << 13
    return run_blocks(line, ace) != 0


@kernel
def rank_of_all(rank):
    """The four cards of a rank."""
    return (1 | 1 << 13 | 1 << 26 | 1 << 39) << rank


@kernel
def missing_fourth(cards):
    """For sets of three or four of one rank (one or more ranks in `cards`): the cards that would be their fourth."""
    ranks = held_thrice(cards)
    return (ranks | ranks << 13 | ranks << 26 | ranks << 39) & ~cards & FULL_PACK
