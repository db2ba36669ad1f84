"""When a hand with two packs or wild cards ends before the next turn without a winner.

The levels are those of :mod:`cardsim.games.rummy.dead`.  Wild cards count as cards that fit wherever a meld can grow
and that complete a meld; where jokers may be exchanged, an exchange that is still possible keeps the hand alive.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.columns import DEAD
from cardsim.games.rummy.dead import OFF, ONE_CARD
from cardsim.games.rummy.packs.ground import (
    JOKER,
    KINDS,
    PLACES,
    card_at,
    first_position,
    is_wild,
    last_position,
    number_of,
)
from cardsim.games.rummy.packs.groups import longest
from cardsim.games.rummy.runs import ACE_WRAP
from cardsim.games.rummy.stopping import is_over


@kernel
def has_set(counts, wilds, ground, rank):
    """Whether cards of one rank, with wild ones, make a set."""
    natural = 0
    for suit in range(4):
        held = counts[13 * suit + rank]
        natural += min(held, 1) if ground.distinct != 0 else held
    return natural >= 2 and (wilds >= 3 if rank == ground.wild_rank else natural + wilds >= 3)


@kernel
def has_run(counts, wilds, ground, suit, start):
    """Whether cards make a run that begins with the natural card at `start`, or with one wild card below it."""
    top = PLACES if ground.ace == ACE_WRAP else last_position(ground.ace) - start + 1
    natural, wild = 0, wilds
    for length in range(1, min(top, longest(ground)) + 1):
        card = card_at(suit, start + length - 1)
        if counts[card] > 0:
            natural += 1
            if is_wild(ground, card):
                wild -= 1
        gaps = length - natural
        if natural >= 2 and gaps <= wild:
            below = ground.ace == ACE_WRAP or start > first_position(ground.ace)
            if length >= 3 or (gaps + 1 <= wild and (below or length < top)):
                return True
    return False


@kernel
def has_meld(counts, ground):
    """Whether some of the cards `counts` make a meld."""
    wilds = counts[JOKER]
    if ground.wild_rank >= 0:
        for suit in range(4):
            wilds += counts[13 * suit + ground.wild_rank]
    for rank in range(13):
        if has_set(counts, wilds, ground, rank):
            return True
    for suit in range(4):
        for start in range(first_position(ground.ace), last_position(ground.ace) + 1):
            if counts[card_at(suit, start)] > 0 and has_run(counts, wilds, ground, suit, start):
                return True
    return False


@kernel
def fits_somewhere(ground, layable, reachable):
    """Whether a card that can still reach a hand fits a meld, or can be exchanged for a wild card on the table."""
    for kind in range(KINDS):
        if reachable[kind] > 0 and (layable >> kind) & 1 != 0:
            return True
    if ground.swap != 0:
        for meld in range(ground.melds):
            for i in range(ground.length[meld]):
                real = ground.stands[meld, i]
                if ground.cards[meld, i] != real and reachable[real] > 0:
                    return True
    return False


@kernel
def dead(level, layable, reachable, all_one, many, ground):
    """Whether a position is dead at `level`; the arguments are those of :func:`cardsim.games.rummy.dead.dead`.

    `reachable` counts by kind the cards that can still reach a hand.
    """
    if level == OFF or fits_somewhere(ground, layable, reachable):
        return False
    if all_one and not many:
        return True
    if level == ONE_CARD and not all_one:
        return False
    return not has_meld(reachable, ground)


@kernel
def is_dead(rules, table):
    """The cheap test for a position in which nobody can go out."""
    many = rules.discard_draw != r.DRAW_TOP
    reachable = np.zeros(KINDS, np.int64)
    for kind in range(KINDS):
        reachable[kind] = rules.copies[kind] - table.down[kind]
    if table.recycles >= rules.max_recycles and not many:
        for i in range(table.pile_size - 1):
            reachable[np.int64(table.pile[i])] -= 1
    all_one = True
    for seat in range(rules.players):
        if number_of(table.hands[seat]) != 1:
            all_one = False
    return dead(rules.dead_position, table.layable, reachable, all_one, many, table.ground)


@kernel
def stopped(rules, table):
    """The end code if the hand ends before the next turn, else -1."""
    over = is_over(rules, table)
    return DEAD if over < 0 and rules.dead_position != 0 and is_dead(rules, table) else over
