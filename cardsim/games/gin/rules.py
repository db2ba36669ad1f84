"""Gin Rummy: the rules of the game and its house rules.

Two players get ten cards each; the next card starts the discard pile, the rest is the stock.  In turn each player draws
the top discard or the top of the stock, then discards one card, or *knocks*: discards one card and shows ten whose
*deadwood* (pips outside melds; ace 1, court cards 10) is at most 10.  Deadwood 0 is *gin*; eleven melded cards are *big
gin* and need no discard.  Melds are sets (3-4 of a rank) and runs (3 or more of a suit in sequence).  After a knock the
defender may lay off cards on the knocker's melds.  The lower deadwood scores the difference; a knocker who is not lower
is *undercut*.  If two cards are left in the stock after a turn without a knock, the hand is void.

The default is the game of Novel Games, "Multiplayer Gin Rummy"; the presets are the rules of other programs and books.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardsim.games.parameters import Choice, Domain, Flag, Range

FREE, OFFER, ELEVEN = 0, 1, 2
OKLAHOMA_OFF, OKLAHOMA_ACE_ONE, OKLAHOMA_ACE_GIN = 0, 1, 2
THROW_BACK_ALLOWED, THROW_BACK_KNOCK_ONLY, THROW_BACK_BANNED = 0, 1, 2
TIE_NONE, TIE_UNDERCUT = 0, 1
LAY_OFF_CHOOSE, LAY_OFF_SWEEP, LAY_OFF_NONE = 0, 1, 2
STOCK_VOID, STOCK_WALL, STOCK_TAKE_OR_VOID = 0, 1, 2
STARTER_RANDOM = 0
NEXT_ALTERNATE_SCORED, NEXT_ALTERNATE, NEXT_LOSER, NEXT_FIXED, NEXT_RANDOM = 0, 1, 2, 3, 4
SHUTOUT_NONE, SHUTOUT_DOUBLE, SHUTOUT_FLAT = 0, 1, 2
PAYOFF_POINTS, PAYOFF_RLCARD = 0, 1


class Rules(NamedTuple):
    """House rules of Gin Rummy; ``cardsim list gin`` prints what each field means."""

    hand_size: int = 10
    opening: str = "free"
    knock_limit: int = 10
    oklahoma: str = "off"
    throw_back: str = "allowed"
    gin_mandatory: bool = False
    gin_bonus: int = 25
    big_gin: bool = True
    big_gin_extra: int = 6
    undercut_bonus: int = 25
    tie: str = "none"
    lay_off: str = "choose"
    lay_off_on_gin: bool = False
    stock_floor: int = 2
    stock_end: str = "void"
    aces: str = "low"
    max_upcard_draws: int = 50
    repeat_voids: bool = False
    max_turns: int = 200
    first_starter: Any = "random"
    next_starter: str = "alternate_scored"
    game_target: int = 100
    box_bonus: int = 0
    boxes_immediate: bool = False
    game_bonus: int = 0
    shutout: str = "none"
    shutout_bonus: int = 0
    payoff: str = "points"
    knock_payoff: float = 0.2


DOMAINS: dict[str, Domain] = {
    "hand_size": Range("cards dealt to each player", low=7, high=10),
    "opening": Choice(
        "free: the starter may take the upcard; offer: it is offered to both, then the starter draws from the stock; "
        "eleven: the starter gets one card more and no upcard is turned",
        values=("free", "offer", "eleven"),
    ),
    "knock_limit": Range("highest deadwood that may knock; 0 is straight gin", low=0, high=10),
    "oklahoma": Choice(
        "the first upcard's pips lower the knock limit; an ace counts 1 or means gin only",
        values=("off", "ace_one", "ace_gin"),
    ),
    "throw_back": Choice(
        "may the card just taken from the pile be discarded: always, only when knocking, never",
        values=("allowed", "knock_only", "banned"),
    ),
    "gin_mandatory": Flag("gin must be declared when the eleven cards allow it"),
    "gin_bonus": Range("points for gin", low=0, high=100),
    "big_gin": Flag("eleven melded cards may be declared without a discard"),
    "big_gin_extra": Range("points for big gin on top of the gin bonus", low=0, high=100),
    "undercut_bonus": Range("points for an undercut", low=0, high=100),
    "tie": Choice("equal deadwood: nobody scores, or it is an undercut", values=("none", "undercut")),
    "lay_off": Choice(
        "choose: the defender decides (best lay-offs by default); sweep: own melds fixed, then first card on first "
        "meld; none: no laying off",
        values=("choose", "sweep", "none"),
    ),
    "lay_off_on_gin": Flag("the defender may lay off against gin too"),
    "stock_floor": Range("stock size that ends the hand after a turn without a knock", low=0, high=10),
    "stock_end": Choice(
        "then: void; wall: the next player may still knock with the last discard; take_or_void: he may play one more "
        "turn with it",
        values=("void", "wall", "take_or_void"),
    ),
    "aces": Choice(
        "low: A-2-3; high_low: also Q-K-A; wrap: also K-A-2; an ace counts 1", values=("low", "high_low", "wrap")
    ),
    "max_upcard_draws": Range(
        "the take from the pile with this number voids the hand; 0: no such limit", low=0, high=500
    ),
    "repeat_voids": Flag("the same card taken and thrown back on two successive turns voids the hand"),
    "max_turns": Range("void after so many turns of both players together", low=1, high=1000),
    "first_starter": Choice("who starts the first hand", values=("random", 0, 1)),
    "next_starter": Choice(
        "who starts the next hand: the other player after a scored hand, always the other, the loser, the same, random",
        values=("alternate_scored", "alternate", "loser", "fixed", "random"),
    ),
    "game_target": Range("points that end a match", low=1, high=1000),
    "box_bonus": Range("points per hand won", low=0, high=100),
    "boxes_immediate": Flag("box points are added at once and count to the target"),
    "game_bonus": Range("points to the winner of the match", low=0, high=500),
    "shutout": Choice(
        "the loser never scored: nothing, the winner's total doubles, or a bonus", values=("none", "double", "flat")
    ),
    "shutout_bonus": Range("the bonus of shutout='flat'", low=0, high=1000),
    "payoff": Choice(
        "points: as above; rlcard: gin 1, knock `knock_payoff`, every other player minus a hundredth of his deadwood",
        values=("points", "rlcard"),
    ),
    "knock_payoff": Range("what a knock pays under payoff='rlcard'", low=0, high=1, real=True),
}

_DEFAULT = Rules()
_MODERN = _DEFAULT._replace(
    opening="offer",
    throw_back="banned",
    tie="undercut",
    next_starter="loser",
    box_bonus=25,
    game_bonus=100,
    shutout="double",
)
PRESETS: dict[str, Rules] = {
    "default": _DEFAULT,
    "eaai": _DEFAULT._replace(
        opening="offer", throw_back="banned", big_gin=False, tie="undercut", lay_off="sweep", max_upcard_draws=0
    ),
    "openspiel": _DEFAULT._replace(
        opening="offer", big_gin=False, stock_end="wall", repeat_voids=True, first_starter=0, next_starter="fixed"
    ),
    "rlcard": _DEFAULT._replace(
        opening="eleven",
        throw_back="knock_only",
        gin_mandatory=True,
        big_gin=False,
        lay_off="none",
        stock_end="take_or_void",
        next_starter="random",
        payoff="rlcard",
    ),
    "modern": _MODERN,
    "classic": _MODERN._replace(
        gin_bonus=20, big_gin=False, undercut_bonus=10, box_bonus=20, shutout="flat", shutout_bonus=100
    ),
    "palace": _MODERN._replace(
        big_gin=False, undercut_bonus=20, box_bonus=10, boxes_immediate=True, game_bonus=0, shutout="none"
    ),
    "oklahoma": _MODERN._replace(oklahoma="ace_one"),
    "straight": _MODERN._replace(knock_limit=0),
}


def check_combination(rules: Rules) -> None:
    """Refuse combinations that mean nothing.

    ``big_gin_extra`` is only meaningful with ``big_gin``; its default value may stay.
    """
    if rules.big_gin_extra not in (0, _DEFAULT.big_gin_extra) and not rules.big_gin:
        raise ValueError(f"big_gin_extra={rules.big_gin_extra} needs big_gin=True")
    if rules.oklahoma != "off" and rules.opening == "eleven":
        raise ValueError(f"oklahoma={rules.oklahoma!r} needs an upcard, but opening='eleven' turns none")
    if rules.shutout_bonus and rules.shutout != "flat":
        raise ValueError(f"shutout_bonus={rules.shutout_bonus} needs shutout='flat'")
    if rules.knock_payoff != _DEFAULT.knock_payoff and rules.payoff != "rlcard":
        raise ValueError(f"knock_payoff={rules.knock_payoff} needs payoff='rlcard'")
