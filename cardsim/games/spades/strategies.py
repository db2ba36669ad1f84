"""Built-in spades players: a bidder and a card player, named ``"bidder+player"``, each with a source."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from cardsim.games.parameters import near
from cardsim.games.spades import pimc, players, rule_play
from cardsim.games.spades.bidders import bis, cats, dd_mc, plain, sharkfeeder, trickster

Decide = Callable[[Any, Any, Any], Any]


class Strategy(NamedTuple):
    """A spades player: its decisions, its named parameters, and how many numbers it keeps during a deal."""

    blind_nil: Decide = plain.never_blind
    bid: Decide = cats.cats
    pass_cards: Decide = players.sensible_pass
    play: Decide = rule_play.rule_play
    params: Mapping[str, float] = {"avoid_bags": 1.0}
    memory: int = 0
    name: str = "own"
    doc: str = ""


class Bidder(NamedTuple):
    """The bidding half of a strategy."""

    bid: Decide
    doc: str
    params: Mapping[str, float] = {}
    blind_nil: Decide = plain.never_blind


class Player(NamedTuple):
    """The playing half of a strategy."""

    play: Decide
    doc: str
    pass_cards: Decide = players.sensible_pass
    memory: int = 0
    params: Mapping[str, float] = {}


BIDDERS = {
    "sharkfeeder": Bidder(
        sharkfeeder.sharkfeeder,
        "Adds up honours and long spades; nil by the test of `cats`. Source: basic bidding of sharkfeeder.com; options "
        "`graded` and `length_bonus` after a published Java re-implementation.",
        {"king_mid": 0.75, "graded": 0.0, "length_bonus": 1.0},
    ),
    "trickster": Bidder(
        trickster.trickster,
        "Ruffs, guarded spades and side honours. Source: TricksterCards/TricksterBots, SpadesBot.cs.",
    ),
    "cats": Bidder(
        cats.cats, "Gaps in spades and side honours; a nil test. Source: dozingcat/CardsWithCats, issue 21."
    ),
    "cats_old": Bidder(
        cats.cats_old, "`cats` before it had a nil test. Source: dozingcat/CardsWithCats before issue 21."
    ),
    "bis": Bidder(
        bis.bis,
        "Honour table, pull towards the average and to 13 bids; nil by a fitted table. Source: Cohensius, Meir, Oved "
        "and Stern, Bidding in Spades (ECAI 2020), with our own self-play in place of human data.",
        {"nil_threshold": 50.0},
    ),
    "dd_mc": Bidder(
        dd_mc.dd_mc,
        "Solves deals of the hidden cards with all cards seen; slow, up to a quarter of a second a world. Source: "
        "Monte Carlo double-dummy bidding, as in Ginsberg, GIB (JAIR 14, 2001), with our own solvers.",
        {"worlds": 100.0, "nil_share": -1.0},
    ),
    "fixed": Bidder(plain.fixed, "Always the same bid.", {"bid": 3.0}),
    "blind": Bidder(
        cats.cats,
        "`cats`, but blind nil (or a blind bid of `blind_bid`, from 6 on) whenever it may be bid.",
        {"blind_bid": 0.0},
        blind_nil=plain.always_blind,
    ),
    "random": Bidder(plain.random_bid, "Any allowed bid, all equally likely."),
}
PLAYERS = {
    "rule": Player(
        rule_play.rule_play,
        "Dump, cover, bust or take. Source: structure of TricksterBots (SpadesBot.cs) and CardsWithCats "
        "(spades_ai.dart).",
    ),
    "nil_simple": Player(
        players.nil_simple_play, "Three roles around one nil in which nothing else matters. Source: this package."
    ),
    "pimc": Player(
        pimc.pimc_play,
        "Tries each card in many deals of the hidden cards, finished by `rule` (or `finish=random`), for points (or "
        "`value=equity`); slow, a hundredth of a second a deal and more. Source: perfect-information Monte Carlo, as "
        "in Ginsberg, GIB (JAIR 14, 2001); with worlds=30, rollouts=30, finish=random, value=equity it plays as "
        "dozingcat/CardsWithCats (spades_ai.dart) does.",
        memory=1,
        params=pimc.PARAMS,
    ),
    "random": Player(players.random_play, "Any legal card, all equally likely.", players.random_pass, memory=1),
}


def combine(bidder: str, player: str) -> Strategy:
    """The strategy of a bidder and a player."""
    if bidder not in BIDDERS:
        raise ValueError(f"spades has no strategy with a bidder {bidder!r}{near(bidder, BIDDERS)}")
    if player not in PLAYERS:
        raise ValueError(f"spades has no strategy with a player {player!r}{near(player, PLAYERS)}")
    bids, plays = BIDDERS[bidder], PLAYERS[player]
    return Strategy(
        blind_nil=bids.blind_nil,
        bid=bids.bid,
        pass_cards=plays.pass_cards,
        play=plays.play,
        params={"avoid_bags": 1.0, **bids.params, **plays.params},
        memory=plays.memory,
        name=f"{bidder}+{player}",
        doc=f"Bids: {bids.doc} Plays: {plays.doc}",
    )


class Strategies(Mapping[str, Strategy]):
    """All pairs of a bidder and a player, by the name ``"bidder+player"``."""

    def __getitem__(self, name: str) -> Strategy:
        bidder, plus, player = (part.strip() for part in name.partition("+"))
        if not plus:
            if name in BIDDERS:
                return combine(name, "rule")
            if name in PLAYERS:
                return combine("cats", name)
            raise KeyError(name)
        return combine(bidder, player)

    def __contains__(self, name: object) -> bool:
        return name in tuple(self)

    def __iter__(self) -> Iterator[str]:
        return (f"{bidder}+{player}" for bidder in BIDDERS for player in PLAYERS)

    def __len__(self) -> int:
        return len(BIDDERS) * len(PLAYERS)


STRATEGIES = Strategies()


def look_up(name: str) -> Strategy:
    """The strategy called ``"bidder+player"``; a bidder alone plays by `rule`, a player alone bids by `cats`."""
    try:
        return STRATEGIES[name]
    except KeyError:
        known = [*BIDDERS, *PLAYERS, *STRATEGIES]
        raise ValueError(f"spades has no strategy {name!r}{near(name, known)}") from None
