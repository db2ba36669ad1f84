"""Built-in gin players.  Each is a bundle of decision functions with a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import nth, popcount
from cardsim.games.gin.melds import best_discard, joins_meld
from cardsim.games.gin.view import ANY_BEST, BEST_LAYOFFS

Decide = Callable[[Any, Any, Any], Any]
FORGET = 52
"""Position in `simple`'s memory, after one number per card."""


@kernel
def any_of(cards, stream):
    """One card of a mask, uniformly; no random number is spent on a single card."""
    count = popcount(cards)
    return nth(cards, rng.below(stream, count)) if count > 1 else nth(cards, 0)


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


def simple_discard(view, params, stream):
    """Uniform among minimum-deadwood discards that repeat no (drawn, discarded) pair of this hand.

    The card taken from the pile is not thrown back; if that and the pairs forbid everything, the pairs are forgotten.
    """
    if view.knocking:
        allowed = view.legal
        blocked = 0
    else:
        blocked = 1 << view.drawn if view.from_pile else 0
        allowed = view.legal & ~blocked
        if view.drawn >= 0:
            fresh = allowed & ~view.memory[view.drawn]
            if fresh == 0:
                for card in range(52):
                    view.memory[card] = 0
            else:
                allowed = fresh
    choices = view.best_discards & allowed
    if choices == 0:
        choices, _ = best_discard(view.hand, view.hand & ~allowed, view.aces)
    card = any_of(choices, stream)
    if view.drawn >= 0 and not view.knocking:
        view.memory[view.drawn] |= 1 << card
        view.memory[card] |= 1 << view.drawn
    return card


def knock_at_or_below(view, params, stream):
    """Knock with at most T deadwood."""
    return view.deadwood <= params[0]


class Strategy(NamedTuple):
    """A gin player: its decisions, its named parameters, and how many numbers it keeps during a hand."""

    take_upcard: Decide = take_if_melds
    big_gin: Decide = always
    knock: Decide = always
    discard: Decide = simple_discard
    spread: Decide = any_best_spread
    lay_off: Decide = best_lay_off
    params: Mapping[str, float] = {}
    memory: int = 52
    name: str = "own"
    doc: str = ""


SIMPLE = Strategy(
    name="simple",
    doc="Takes the upcard if it melds, throws a card that leaves the least deadwood, knocks at once. "
    "Source: SimpleGinRummyPlayer of the EAAI-2021 gin rummy framework (T. Neller).",
)
STRATEGIES: dict[str, Strategy] = {
    "simple": SIMPLE,
    "knock_at": SIMPLE._replace(
        knock=knock_at_or_below,
        params={"T": 10.0},
        name="knock_at",
        doc="`simple`, but knocks only with at most T deadwood; T = 10 equals `simple`.",
    ),
    "gin_only": SIMPLE._replace(
        knock=knock_at_or_below, params={"T": 0.0}, name="gin_only", doc="`knock_at` with T = 0: goes for gin alone."
    ),
}
