"""The beginning of a gin hand: pack, deal, upcard, and what both players see of it.

The functions share their arguments: `rules` the packed rules, `table` the kernel's state with both players
(:func:`cardsim.games.game.table_dtype` and :data:`cardsim.games.gin.view.STATE`), `log` the event log.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.gin import rules as r
from cardsim.games.gin.melds import deadwood, pips
from cardsim.games.log import note

DEALT, UPCARD = 10, 11
"""Events that are no decisions."""


@kernel(forceinline=True)
def shuffle_pack(table):
    """A fresh pack in random order."""
    for card in range(52):
        table.pack[card] = card
    rng.shuffle(table.chance[0], table.pack)


@kernel(forceinline=True)
def deal(rules, table, log):
    """Deal from ``table.pack``: one card each in turn, the starter first; then the upcard."""
    table.hands[0] = 0
    table.hands[1] = 0
    for i in range(2 * rules.hand_size):
        seat = table.starter ^ (i & 1)
        table.hands[seat] |= 1 << np.int64(table.pack[i])
    table.next_card = 2 * rules.hand_size
    if rules.opening == r.ELEVEN:
        table.hands[table.starter] |= 1 << np.int64(table.pack[table.next_card])
        table.next_card += 1
    for seat in range(2):
        table.dealt_deadwood[seat] = deadwood(table.hands[seat], rules.aces)
        note(log, DEALT, seat, -1, table.hands[seat], table.starter, 0)


@kernel(forceinline=True)
def limit_of_hand(rules, upcard):
    """The knock limit, lowered by the first upcard under an Oklahoma rule."""
    if rules.oklahoma == r.OKLAHOMA_OFF or upcard < 0:
        return rules.knock_limit
    value = pips(1 << upcard)
    if value == 1 and rules.oklahoma == r.OKLAHOMA_ACE_GIN:
        value = 0
    return min(rules.knock_limit, value)


@kernel(forceinline=True)
def start_views(rules, table, limit):
    """Reset both views at the start of a hand."""
    for seat in range(2):
        view = table.views[seat]
        view.pile_size = 0
        view.upcard = -1
        view.seat = seat
        view.starter = table.starter
        view.turn = 0
        view.knock_limit = limit
        view.seen = table.hands[seat]
        view.opponent_known = 0
        view.opponent_discards = 0
        view.opponent_declined = 0
        view.own_discards = 0
        view.own_score = table.scores[seat]
        view.opponent_score = table.scores[1 - seat]
        view.game_target = rules.game_target
        view.aces = rules.aces
        view.gin_bonus = rules.gin_bonus
        view.undercut_bonus = rules.undercut_bonus
        view.knocking = 0
        view.offered = 0
        view.defending = 0
        view.laid_count = 0
        view.knocker_meld_count = 0
        view.knocker_deadwood = -1
        for i in range(table.memory_size[seat]):
            view.memory[i] = 0


@kernel(forceinline=True)
def put_on_pile(table, card):
    """Both players see `card` come on top of the pile."""
    for seat in range(2):
        view = table.views[seat]
        view.pile[view.pile_size] = card
        view.pile_size += 1
        view.upcard = card
        view.seen |= 1 << card
