"""Which card a player throws, with two packs and wild cards.

Wild cards are kept: a policy that throws one card throws a natural one if it may.  All policies but ``random`` judge
natural cards by the natural cards beside them.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.discards import (
    DUMP_HIGH,
    FEWEST_OUTS,
    HIGHEST,
    ISOLATED,
    RANDOM,
    SAFE,
    any_of,
    isolated,
    outs,
    wanted_by,
)
from cardsim.games.rummy.packs.ground import JOKERS
from cardsim.games.rummy.placing import highest_card
from cardsim.games.rummy.policies import (
    P_DISCARD,
    P_DUMP,
)
from cardsim.games.rummy.runs import rank_of_all

ONE_JOKER = ~(JOKERS & JOKERS << 1)
"""A mask of cards with at most one bit for the jokers."""


@kernel
def natural_cards(ground):
    """The mask of all cards that are not wild."""
    cards = (1 << 52) - 1
    return cards & ~rank_of_all(ground.wild_rank) if ground.wild_rank >= 0 else cards


@kernel
def copies_unseen(view):
    """(Kinds of which a card is unseen, kinds of which two are): neither held nor on the table nor in the pile."""
    one, two = 0, 0
    for kind in range(52):
        seen = (view.hand >> kind & 1) + (view.hand_twice >> kind & 1)
        seen += (view.board.cards >> kind & 1) + (view.down_twice >> kind & 1)
        seen += (view.pile_cards >> kind & 1) + (view.pile_twice >> kind & 1)
        if view.ground.decks > seen:
            one |= 1 << kind
        if view.ground.decks > seen + 1:
            two |= 1 << kind
    return one, two


@kernel
def without_company(once, twice, view):
    """Natural cards without company; where a set may hold a suit twice, the second card of a kind is company."""
    alone = isolated(once & natural_cards(view.ground))
    return alone & ~twice if view.ground.distinct == 0 else alone


@kernel
def _highestwithout_company(candidates, once, twice, view):
    alone = candidates & without_company(once, twice, view)
    return highest_card(alone if alone != 0 else candidates, view.board)


@kernel
def _fewest_outs(candidates, once, view):
    """The candidate that the fewest unseen cards would make part of a meld of natural cards."""
    one, two = copies_unseen(view)
    natural = natural_cards(view.ground)
    least, kept, left = 999, 0, candidates
    while left != 0:
        card = lowest(left)
        left &= left - 1
        found = outs(once & natural & ~(1 << card), card, one, view.board.ace)
        count = popcount(found) + popcount(found & two)
        if count < least:
            least, kept = count, 0
        if count == least:
            kept |= 1 << card
    return highest_card(kept, view.board)


@kernel
def pick(view, params, stream, candidates, once, twice):
    """The card that the discard policy throws; `once` and `twice` are the cards it is judged among."""
    policy = int(params[P_DISCARD])
    if policy == RANDOM:
        return any_of(candidates & ONE_JOKER, stream)
    natural = candidates & natural_cards(view.ground)
    if natural == 0:
        return lowest(candidates)
    candidates = natural
    if policy == DUMP_HIGH:
        policy = ISOLATED if view.turn <= params[P_DUMP] else HIGHEST
    if policy == HIGHEST:
        return highest_card(candidates, view.board)
    if policy == FEWEST_OUTS:
        return _fewest_outs(candidates, once, view)
    if policy == SAFE:
        if candidates & ~view.layable != 0:
            candidates &= ~view.layable
        wanted = wanted_by(view.taken[(view.seat + 1) % view.players] & natural_cards(view.ground))
        if candidates & ~wanted != 0:
            candidates &= ~wanted
    return _highestwithout_company(candidates, once, twice, view)
