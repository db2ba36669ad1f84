"""Players that rank every discard by a key: `gold`, `safe_greedy`, `weighted`."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.gin.melds import HIGH_LOW, LOW, MAX_MELDS, arrangement, best_discard, deadwood, pips
from cardsim.games.gin.simple import any_of, fresh_discards
from cardsim.games.gin.view import STOP


def _adjoiners() -> np.ndarray:
    """By ace rule and card: the cards that can share a meld of three with the card."""
    table = np.zeros((3, 52), np.int64)
    for aces in range(3):
        for card in range(52):
            for other in range(52):
                (suit, rank), (other_suit, other_rank) = divmod(card, 13), divmod(other, 13)
                apart = abs(rank - other_rank)
                if aces > LOW and 0 in (rank, other_rank):
                    apart = min(apart, 13 - apart)
                if aces > HIGH_LOW:
                    apart = min(apart, 13 - apart)
                if (suit == other_suit and 0 < apart <= 2) or (suit != other_suit and apart == 0):
                    table[aces, card] |= 1 << other
    return table


_ADJOINERS = _adjoiners()


@kernel
def adjoiners(card, aces):
    """The cards that can share a meld of three with `card`: its rank, and its suit within two ranks."""
    return _ADJOINERS[aces, card]


def take_if_lower(view, params, stream):
    """Take the upcard if another discard than itself then leaves less deadwood than now."""
    bit = 1 << view.upcard
    return best_discard(view.hand | bit, bit, view.aces)[1] < view.deadwood


@kernel
def most_pips(cards):
    """Those of `cards` that count most."""
    best, found = 0, 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        value = pips(bit)
        if value > best:
            best, found = value, bit
        elif value == best:
            found |= bit
    return found


@kernel
def first_downwards(cards):
    """The lowest card of the highest suit: the first in the suit order s, h, d, c."""
    suit = highest(cards) // 13
    return 13 * suit + lowest(cards >> (13 * suit))


def gold_discard(view, params, stream):
    """Least deadwood, then most pips, then the first in suit order s, h, d, c; a knock short of gin ignores the pips.

    Source: Kelidari, Salmani, Haghi, arXiv 2607.06854, github.com/Nikelroid/adversarial-coevolution.
    """
    choices = view.best_discards
    return first_downwards(choices if view.knocking and view.deadwood > 0 else most_pips(choices))


@kernel
def danger(view, card):
    """How much a discard may help the opponent: 2 known + unseen - 2 unwanted cards that can meld with it."""
    near = adjoiners(card, view.aces)
    unwanted = view.opponent_discards | view.opponent_declined
    return 2 * popcount(near & view.opponent_known) + popcount(near & ~view.seen) - 2 * popcount(near & unwanted)


def safe_discard(view, params, stream):
    """Least deadwood, then least danger (times `safety`), then most pips, then the lowest card number.

    Source: HeuristicBot of github.com/jdh8/gin-rummy-engine.
    """
    best_danger, best_pips, found = 1e9, 0, -1
    left = view.best_discards
    while left:
        bit = left & -left
        left ^= bit
        card_danger, value = params[1] * danger(view, lowest(bit)), pips(bit)
        if card_danger < best_danger or (card_danger == best_danger and value > best_pips):
            best_danger, best_pips, found = card_danger, value, lowest(bit)
    return found


def knock_by_score(view, params, stream):
    """Knock at `threshold`, more readily when ahead and less when behind: the more so, the nearer the match's end."""
    left = max(1, view.game_target - max(view.own_score, view.opponent_score))
    shift = np.int64(params[2] * (view.own_score - view.opponent_score) / left)
    return view.deadwood <= max(0, params[0] + shift)


def lay_off_highest(view, params, stream):
    """The highest unmelded card that fits; own melds are never broken."""
    out, work = np.empty(3, np.int64), np.empty(MAX_MELDS, np.int64)
    size = arrangement(view.hand, 0, out, work, view.aces)[1]
    loose = view.legal
    for i in range(size):
        loose &= ~out[i]
    found, best = STOP, -1
    while loose:
        card = lowest(loose)
        loose &= loose - 1
        place = 100 * pips(1 << card) + card % 13
        if place > best:
            found, best = card, place
    return found


@kernel
def meld_chances(view, card):
    """Melds of `card`, another held card and a third that is held or unseen, counted by pairs of held cards."""
    near, chances = adjoiners(card, view.aces), 0
    others = view.hand & near
    while others:
        other = others & -others
        others ^= other
        thirds = near & ~other & (view.hand | ~view.seen)
        while thirds:
            third = thirds & -thirds
            thirds ^= third
            if deadwood(1 << card | other | third, view.aces) == 0:
                chances += 1
    return chances


def weighted_discard(view, params, stream):
    """The lowest `a` x meld chances + `b` x deadwood left; ties uniform.

    Source: README and OpponentHandEstimationPlayer of github.com/AnthonyHein/GinRummyEAAI-Python.
    """
    lowest_cost, choices = 1e9, 0
    left = fresh_discards(view)
    while left:
        bit = left & -left
        left ^= bit
        cost = params[0] * meld_chances(view, lowest(bit)) + params[1] * deadwood(view.hand ^ bit, view.aces)
        if cost < lowest_cost:
            lowest_cost, choices = cost, bit
        elif cost == lowest_cost:
            choices |= bit
    return any_of(choices, stream)
