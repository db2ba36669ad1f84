"""Players that choose at random: `random` and `rlcard_novice`."""

from __future__ import annotations

from cardsim import rng
from cardsim.bits import popcount
from cardsim.games.gin.simple import any_of


def take_at_random(view, params, stream):
    """Pile or stock, with equal chances."""
    return rng.below(stream, 2)


def knock_at_random(view, params, stream):
    """Knock with the weight of one legal discard, or with `per_card` of one for each knock card."""
    if view.legal == 0:  # at the wall: knock or not
        return rng.below(stream, 2)
    knocks = popcount(view.knock_cards) if params[0] else 1
    return rng.below(stream, popcount(view.legal) + knocks) < knocks


def discard_at_random(view, params, stream):
    """Uniform among the legal discards."""
    return any_of(view.legal, stream)


def novice_discard(view, params, stream):
    """Gin first, else uniform among the knock cards; a plain discard is uniform among those of least deadwood.

    Source: the rule model `gin-rummy-novice-rule` of RLCard (github.com/datamllab/rlcard).
    """
    if view.knocking and view.deadwood > 0:
        return any_of(view.legal, stream)
    return any_of(view.best_discards, stream)
