"""Built-in gin players.  Each is a bundle of decision functions with a source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cardsim.games.gin import greedy, look, marjj, openspiel_simple, random_players, simple
from cardsim.games.gin.thinking import montecarlo

Decide = Callable[[Any, Any, Any], Any]


class Strategy(NamedTuple):
    """A gin player: its decisions, its named parameters, and how many numbers it keeps during a hand."""

    take_upcard: Decide = simple.take_if_melds
    big_gin: Decide = simple.always
    knock: Decide = simple.simple_knock
    discard: Decide = simple.simple_discard
    spread: Decide = simple.any_best_spread
    lay_off: Decide = simple.best_lay_off
    params: Mapping[str, float] = {}
    memory: int = 52
    name: str = "own"
    doc: str = ""


_SIMPLE = Strategy(
    name="simple",
    doc="Takes the upcard if it melds, throws a card that leaves the least deadwood, knocks at once. "
    "Source: SimpleGinRummyPlayer of the EAAI-2021 gin rummy framework (T. Neller).",
)
_GOLD = _SIMPLE._replace(
    take_upcard=greedy.take_if_lower,
    knock=simple.always,
    discard=greedy.gold_discard,
    memory=0,
    name="gold",
    doc="Takes what lowers the deadwood, throws by least deadwood and most pips, knocks at once. "
    "Source: Kelidari, Salmani, Haghi, arXiv 2607.06854.",
)
_ALL = (
    _SIMPLE,
    _SIMPLE._replace(
        knock=simple.knock_at_or_below,
        params={"T": 10.0},
        name="knock_at",
        doc="`simple`, but knocks only with at most T deadwood; T = 10 equals `simple`. Source: EAAI-2021 framework.",
    ),
    _SIMPLE._replace(
        knock=simple.knock_at_or_below,
        params={"T": 0.0},
        name="gin_only",
        doc="`knock_at` with T = 0: goes for gin alone. Source: EAAI-2021 framework.",
    ),
    _SIMPLE._replace(
        knock=simple.knock_by_turn,
        params={"k": 3.0, "t_early": 10.0, "t_late": 0.0},
        name="turn_threshold",
        doc="`simple`, but knocks with at most t_early deadwood on own turns 1..k and at most t_late later. "
        "Source: the knocking rule of MARJJ (Ahmed et al., AAAI 35(17) 2021).",
    ),
    Strategy(
        take_upcard=random_players.take_at_random,
        knock=random_players.knock_at_random,
        discard=random_players.discard_at_random,
        params={"per_card": 0.0},
        memory=0,
        name="random",
        doc="Uniform among the legal actions; a knock counts as one action, or with per_card=1 as one for each knock "
        "card. Sources: OpenSpiel's and RLCard's random agents.",
    ),
    Strategy(
        take_upcard=openspiel_simple.openspiel_take,
        knock=openspiel_simple.openspiel_knock,
        discard=openspiel_simple.openspiel_discard,
        spread=openspiel_simple.openspiel_spread,
        lay_off=openspiel_simple.no_lay_off,
        memory=2,
        name="openspiel_simple",
        doc="Reckons with one best arrangement, throws its highest loose card, knocks at once, never lays off. "
        "Source: SimpleGinRummyBot of OpenSpiel.",
    ),
    Strategy(
        take_upcard=random_players.take_at_random,
        knock=simple.always,
        discard=random_players.novice_discard,
        memory=0,
        name="rlcard_novice",
        doc="Pile or stock at random, throws a card that leaves the least deadwood, gin first, else any knock. "
        "Source: the rule model gin-rummy-novice-rule of RLCard.",
    ),
    _GOLD,
    _GOLD._replace(
        knock=greedy.knock_by_score,
        discard=greedy.safe_discard,
        lay_off=greedy.lay_off_highest,
        params={"threshold": 4.0, "safety": 1.0, "awareness": 40.0},
        name="safe_greedy",
        doc="As `gold`, but throws the safest of the cards that leave the least deadwood, and knocks by the score of "
        "the match. Source: HeuristicBot (greedy) of github.com/jdh8/gin-rummy-engine.",
    ),
    _SIMPLE._replace(
        discard=greedy.weighted_discard,
        params={"a": 0.2, "b": 0.8},
        name="weighted",
        doc="`simple` with another discard: the least a x chances to meld + b x deadwood left. "
        "Source: github.com/AnthonyHein/GinRummyEAAI-Python.",
    ),
    Strategy(
        take_upcard=marjj.marjj_take,
        knock=marjj.marjj_knock,
        discard=marjj.marjj_discard,
        spread=marjj.marjj_spread,
        params={"w": 18.0, "decay": 0.9, "best": 7.0},
        memory=2,
        name="marjj",
        doc="Scores a discard by deadwood now, after the next draw, and danger; knocks on turns 1-3, later with gin. "
        "Source: Ahmed et al., AAAI 35(17) 2021, with the constants of its later source.",
    ),
    Strategy(
        take_upcard=look.look_take,
        knock=look.look_knock,
        discard=look.look_discard,
        spread=marjj.marjj_spread,
        params=look.PARAMS,
        memory=0,
        name="look",
        doc="As `marjj`, but with tuned weights: deadwood + a b^(turn-1) x the mean of the best next draws + c danger; "
        "knocks on turns 1..k, later with gin. Source: form of the score by Ahmed et al., AAAI 35(17) 2021.",
    ),
    Strategy(
        take_upcard=montecarlo.montecarlo_take,
        knock=montecarlo.montecarlo_knock,
        discard=montecarlo.montecarlo_discard,
        spread=montecarlo.montecarlo_spread,
        params=montecarlo.PARAMS,
        memory=montecarlo.MEMORY,
        name="montecarlo",
        doc="Plays the hand out in `worlds` drawn from a belief about the opponent's cards, and leaves the choice of "
        "`look` for a gain of `gate` standard errors in the chance of the match (or `value=points`); slow, a "
        "thousandth of a second a decision and more. Source: this package; belief and search are explained in its "
        "module.",
    ),
)
STRATEGIES: dict[str, Strategy] = {strategy.name: strategy for strategy in _ALL}
