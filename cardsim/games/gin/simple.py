"""The player `simple` and its relatives: decisions that other players borrow.

`simple` is SimpleGinRummyPlayer of the EAAI-2021 gin rummy framework (T. Neller, github.com/tneller/gin-rummy-eaai).
"""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, nth, popcount
from cardsim.games.gin.melds import best_discard, joins_meld
from cardsim.games.gin.view import ANY_BEST, BEST_LAYOFFS


@kernel
def any_of(cards, stream):
    """One card of a mask, uniformly; no random number is spent on a single card."""
    count = popcount(cards)
    return nth(cards, rng.below(stream, count)) if count > 1 else lowest(cards)


def take_if_melds(view, params, stream):
    """Take the upcard if it lies in some meld of the eleven cards."""
    return joins_meld(view.hand, view.upcard, view.aces)


def always(view, params, stream):
    """Yes."""
    return True


def any_best_spread(view, params, stream):
    """A minimum-deadwood arrangement, uniform among all."""
    return ANY_BEST


def best_lay_off(view, params, stream):
    """The lay-offs that leave the least deadwood."""
    return BEST_LAYOFFS


@kernel
def not_thrown_back(view):
    """The legal discards but the card just taken from the pile, if there are others."""
    kept = view.legal & ~(1 << view.drawn) if view.from_pile else view.legal
    return kept if kept else view.legal


@kernel
def fresh_discards(view):
    """The discards that are not thrown back and repeat no pair (drawn card, discarded card) of this hand.

    ``memory[card]`` holds the cards that were paired with `card`.  If nothing is left the pairs are forgotten.
    """
    allowed = not_thrown_back(view)
    if view.drawn < 0:
        return allowed
    fresh = allowed & ~view.memory[view.drawn]
    if fresh:
        return fresh
    for card in range(52):
        view.memory[card] = 0
    return allowed


@kernel
def least_among(view, allowed):
    """Those of the discards `allowed` that leave the least deadwood, and that deadwood."""
    choices = view.best_discards & allowed
    if choices:
        return choices, view.deadwood
    return best_discard(view.hand, view.hand & ~allowed, view.aces)


@kernel
def knocks_at(view, most):
    """Whether `simple` would be left with at most `most` deadwood (and may knock with it)."""
    if view.legal == 0:  # at the wall, before the last card is taken
        return view.deadwood <= most
    least = least_among(view, fresh_discards(view))[1]
    return least <= most and least <= view.knock_limit


def simple_knock(view, params, stream):
    """Knock as soon as it is possible."""
    return knocks_at(view, view.knock_limit)


def knock_at_or_below(view, params, stream):
    """Knock with at most T deadwood."""
    return knocks_at(view, params[0])


def knock_by_turn(view, params, stream):
    """Knock with at most t_early deadwood on own turns 1..k and with at most t_late later."""
    return knocks_at(view, params[1] if view.turn <= params[0] else params[2])


def simple_discard(view, params, stream):
    """Uniform among the discards of least deadwood that repeat no (drawn, discarded) pair of this hand."""
    card = any_of(least_among(view, fresh_discards(view))[0], stream)
    if view.drawn >= 0:
        view.memory[view.drawn] |= 1 << card
        view.memory[card] |= 1 << view.drawn
    return card
