"""Built-in Rummikub players: how to open, and how much of a best play to carry out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.rummikub.thinking import montecarlo
from cardsim.games.rummikub.view import (
    ACCEPT,
    MOST_TILES,
    MOST_VALUE,
    OPEN_FEWEST_TILES,
    OPEN_MOST_TILES,
    OPEN_MOST_VALUE,
    PASS,
    WAIT,
    WEIGHTED,
)

Decide = Callable[[Any, Any, Any], Any]
OPEN_POLICIES = ("asap_max_value", "asap_max_tiles", "asap_min_tiles")
# Parameters that all players share, after their own: when to stop holding back, and the last turn.
SHARED = {"open": 0.0, "delay": 0.0, "last_turn_value": 0.0, "switch_tiles": 0.0, "switch_pool": 0.0}
POLICY, DELAY, LAST_TURN_VALUE, SWITCH_TILES, SWITCH_POOL, OWN = range(6)


def open_by_policy(view, params, stream):
    """Open as soon as possible, by the policy 0, 1 or 2 of OPEN_POLICIES; wait in the first `delay` own turns."""
    if view.turn <= params[DELAY] and view.offer_tiles < view.rack_size:
        return WAIT
    if params[POLICY] == 1:
        return OPEN_MOST_TILES
    if params[POLICY] == 2:
        return OPEN_FEWEST_TILES
    return OPEN_MOST_VALUE


@kernel
def best_by(view, params, goal):
    """The question to ask for a best play by `goal`; by value in the last turn if the player is set so."""
    if params[LAST_TURN_VALUE] > 0 and view.last_turn:
        return MOST_VALUE
    return goal


@kernel
def plays_greedily(view, params):
    """Whether a player who holds back has switched to greed: an opponent is near the end, or the pool is."""
    if params[SWITCH_POOL] > 0 and view.pool <= params[SWITCH_POOL]:
        return True
    if params[LAST_TURN_VALUE] > 0 and view.last_turn:
        return True
    for seat in range(view.players):
        if seat != view.seat and view.sizes[seat] <= params[SWITCH_TILES]:
            return True
    return False


def greedy_tiles(view, params, stream):
    """Place as many tiles as possible."""
    return ACCEPT if view.asked else best_by(view, params, MOST_TILES)


def greedy_value(view, params, stream):
    """Place as much value as possible."""
    return ACCEPT if view.asked else best_by(view, params, MOST_VALUE)


@kernel
def base_goal(params):
    """The goal of a player who has a choice of two: parameter `base`, 0 for tiles and 1 for value."""
    return MOST_VALUE if params[OWN] > 0 else MOST_TILES


@kernel
def place_at_least_of(view, least):
    """Accept an offer of at least `least` tiles, or one that empties the rack."""
    if view.offer_tiles > 0 and (view.offer_tiles >= least or view.offer_tiles == view.rack_size):
        return ACCEPT
    return PASS


def place_at_least(view, params, stream):
    """Place only if at least k tiles go at once, or all."""
    if not view.asked:
        return best_by(view, params, base_goal(params))
    if plays_greedily(view, params):
        return ACCEPT if view.offer_tiles > 0 else PASS
    return place_at_least_of(view, params[OWN + 1])


@kernel
def without_jokers(view, params, least):
    """Keep the jokers unless they empty the rack; play the rest if it is at least `least` tiles."""
    goal = best_by(view, params, base_goal(params))
    if plays_greedily(view, params):
        return ACCEPT if view.asked else goal
    if view.rack_jokers == 0:
        return place_at_least_of(view, least) if view.asked else goal
    if view.asked == 0:
        return MOST_TILES
    if view.hold_jokers == 0:
        if view.offer_tiles == view.rack_size:
            return ACCEPT
        view.hold_jokers = view.rack_jokers
        return goal
    return ACCEPT if view.offer_tiles >= max(1, least) else PASS


def keep_jokers(view, params, stream):
    """Keep the jokers of the rack for the turn in which they empty it."""
    return without_jokers(view, params, 1)


def keep_jokers_k(view, params, stream):
    """`keep_jokers`, and place the other tiles only if there are at least k."""
    return without_jokers(view, params, params[OWN + 1])


def hold_until_out(view, params, stream):
    """Place nothing until everything can be placed; in the last turn place as much value as possible."""
    if plays_greedily(view, params) or view.last_turn:
        return ACCEPT if view.asked else (MOST_VALUE if view.last_turn else MOST_TILES)
    if not view.asked:
        return MOST_TILES
    return place_at_least_of(view, view.rack_size)


def random_legal(view, params, stream):
    """Pass with probability q; else play a best play by random weights 1..15 of the values."""
    if view.asked:
        return ACCEPT
    if rng.uniform(stream) < params[OWN]:
        return PASS
    for v in range(view.numbers):
        view.weights[v] = 1 + rng.below(stream, 15)
    view.joker_weight = 1
    return WEIGHTED


class Strategy(NamedTuple):
    """A Rummikub player: its decisions, its named parameters, and how many numbers it keeps during a deal."""

    open: Decide = open_by_policy
    play: Decide = greedy_tiles
    params: Mapping[str, float] = SHARED
    memory: int = 0
    name: str = "own"
    doc: str = ""


def _player(name: str, play: Decide, doc: str, **own: float) -> Strategy:
    return Strategy(play=play, params={**SHARED, **own}, name=name, doc=doc)


_ADVICE = "Source: advice to hold tiles back so that others open up the table."
_PLAYERS = [
    _player(
        "greedy_tiles",
        greedy_tiles,
        "Places as many tiles as possible, each turn. Source: the objective of den Hertog and Hulshof, The Computer "
        "Journal 49 (2006). All players: open = 0 most value, 1 most tiles, 2 fewest tiles; delay = own turns to wait "
        "before opening; last_turn_value = 1 plays for value in the last turn; switch_tiles, switch_pool: a player who "
        "holds back turns greedy when an opponent's rack or the pool is that low.",
    ),
    _player(
        "greedy_value",
        greedy_value,
        "Places as much value as possible, each turn. Source: the same paper; van Rijn, Takes and Vis, BNAIC 2015.",
    ),
    _player(
        "keep_jokers",
        keep_jokers,
        "Keeps its jokers until they empty the rack (base = 0 tiles, 1 value). Source: advice of rummikub.com.",
        base=0.0,
    ),
    _player(
        "place_at_least",
        place_at_least,
        f"Places only if at least k tiles go at once, or all; k = 1 is greedy. {_ADVICE}",
        base=0.0,
        k=3.0,
    ),
    _player("keep_jokers_k", keep_jokers_k, "`keep_jokers` and `place_at_least` together.", base=0.0, k=3.0),
    _player(
        "hold_until_out",
        hold_until_out,
        f"Places nothing until everything can go; in its last turn as much value as possible. {_ADVICE}",
    ),
    _player(
        "random_legal", random_legal, "Passes with probability q, else plays by random weights: a baseline.", q=0.3
    ),
]
_THINKER = Strategy(
    open=montecarlo.montecarlo_open,
    play=montecarlo.montecarlo_play,
    params=montecarlo.PARAMS,
    memory=montecarlo.MEMORY,
    name="montecarlo",
    doc="`hold_until_out`, but plays its choices (pass, a single tile, the smallest set, a best play with and without "
    "jokers) out in `worlds` imagined deals once the pool has `pool` tiles or another rack `near`, and leaves the "
    "choice of `hold_until_out` for one better by `gate` standard errors. Table jokers are free in what it imagines.",
)
STRATEGIES: dict[str, Strategy] = {player.name: player for player in [*_PLAYERS, _THINKER]}
