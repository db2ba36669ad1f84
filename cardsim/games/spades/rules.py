"""Spades: the rules of the game and its house rules.

Four players, seats 0..3 clockwise, partners opposite (teams 0 = seats 0 and 2, 1 = seats 1 and 3), get thirteen cards
each.  Beginning left of the dealer each bids 0..13 tricks; a bid of 0 is *nil*, and *blind nil* may be bid before
looking.  The contract of a team is the sum of its bids.  The player left of the dealer leads; suit must be followed,
the highest spade wins, else the highest card of the suit led.  Spades may not be led before one has been played, unless
the leader has nothing else.  A contract made scores 10 a trick and 1 for each trick above it (a *bag*), a contract set
costs 10 a trick; nil scores 100, blind nil 200, or costs as much.  Ten bags cost 100 points.  The first team to reach
500 wins.

The default is the common game to 500; the presets are the rules of programs and books (OpenSpiel, rust-spades by
wlim33, Metamess/Spades, CardsWithCats by dozingcat, WorldWinner, games.rmwinslow.com, Bicycle, MSN Zone).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardsim.games.parameters import Choice, Domain, Flag, Range, whole
from cardsim.games.spades.decks import Deck

SELF_MINUS, OPPONENTS_PLUS = 0, 1
RESET, CARRY = 0, 1
SEPARATE_COUNTER, LAST_DIGIT = 0, 1
MINUS_CONTRACT, ZERO = 0, 1
NIL_FREE, PARTNER_MIN_4, NO_DOUBLE_NIL = 0, 1, 2
BLIND_ANY, BLIND_BEHIND, BLIND_BEFORE_DEAL = 0, 1, 2
HELP, BAGS_ONLY, NONE = 0, 1, 2
SEPARATE, FLAT_200, FLAT_400_200 = 0, 1, 2
SIMULTANEOUS, BIDDER_FIRST = 0, 1
ROUND, PARTNERSHIP, MIRROR, WHIZ, SUICIDE, BIDS_ITSELF = range(6)
LEFT_OF_DEALER, HIGH_BIDDER, TWO_OF_CLUBS, LOWEST_CLUB_ALL = range(4)
NO_FLOOR = -(2**31)


class Rules(NamedTuple):
    """House rules of Spades; ``cardsim list spades`` prints what each field means."""

    target_score: int | None = 500
    target_hands: int | None = None
    max_deals: int = 100
    loss_floor: Any = None
    set_out: Any = None
    trick_value: int = 10
    bag_value: int = 1
    bag_limit: int | None = 10
    bag_penalty: int = 100
    bag_penalty_to: str = "self_minus"
    bag_remainder: str = "reset"
    bag_points_removed: bool = False
    bag_counter: str = "separate"
    set_penalty: str = "minus_contract"
    contract_zero: str = "bags"
    nil_value: int = 100
    nil_requires: str = "none"
    blind_nil_value: int = 200
    blind_nil_when: str = "any"
    blind_nil_deficit: int = 100
    blind_nil_per: str = "team"
    failed_nil_tricks: str = "bags_only"
    double_nil: str = "separate"
    nil_pass: int = 0
    blind_nil_pass: int = 0
    pass_order: str = "simultaneous"
    bidding_form: str = "round"
    min_team_bid: int = 0
    team_bid_cap: int | None = None
    forbid_bid_one: bool = False
    forbid_total_13: bool = False
    first_dealer: int = 3
    rotate_dealer: bool = True
    first_leader: str = "left_of_dealer"
    spade_lead: str = "broken"
    spade_on_first_trick: bool = True
    deck: Any = "std52"
    ten_for_200: bool = False
    moon_200: bool = False
    blind_6_7_double: bool = False
    deal_bonus: int = 0
    deal_win_threshold: int = 500
    deal_mercy_threshold: int = -350


@dataclass(frozen=True)
class LossFloor(Domain):
    """None, a negative number, or "neg_target"."""

    @property
    def allowed(self) -> str:
        return "None, a negative whole number such as -200, or 'neg_target'"

    def check(self, value: Any) -> Any:
        if value is None or (isinstance(value, str) and value.lower() in ("none", "neg_target")):
            return None if value is None or value.lower() == "none" else "neg_target"
        if isinstance(value, str) and value.lstrip("-").isdigit():
            value = int(value)
        number = whole(value)
        if number is None or not -10_000 <= number < 0:
            raise self.refuse(value)
        return number

    def code(self, value: Any) -> int:
        return NO_FLOOR if value is None or value == "neg_target" else value


@dataclass(frozen=True)
class SetOut(Domain):
    """None, or (sets in all, sets in a row)."""

    shape: tuple[int, ...] = (2,)

    @property
    def allowed(self) -> str:
        return "None or a pair (sets in all, sets in a row) such as (3, 2)"

    def check(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            pair = tuple(whole(item) for item in value)
        except TypeError:
            raise self.refuse(value) from None
        if len(pair) != 2 or any(item is None or item < 1 for item in pair):
            raise self.refuse(value)
        return pair

    def code(self, value: Any) -> tuple[int, int]:
        return value or (0, 0)


DOMAINS: dict[str, Domain] = {
    "target_score": Range("score that ends a match, tested after each deal", low=1, high=10_000, none=True),
    "target_hands": Range("fixed number of deals; the higher score wins", low=1, high=10_000, none=True),
    "max_deals": Range("a match ends after so many deals at the latest", low=1, high=10_000),
    "loss_floor": LossFloor("a team at or below this score loses the match"),
    "set_out": SetOut("a team loses the match after so many sets in all, or so many in a row"),
    "trick_value": Range("points per trick of the contract", low=0, high=100),
    "bag_value": Range("points per trick above the contract", low=-10, high=10),
    "bag_limit": Range("bags per penalty; None: bags cost nothing", low=1, high=1000, none=True),
    "bag_penalty": Range("points a penalty costs", low=0, high=1000),
    "bag_penalty_to": Choice(
        "the penalty is taken from the team, or given to the opponents", values=("self_minus", "opponents_plus")
    ),
    "bag_remainder": Choice("the bag counter after a penalty: 0, or what exceeds the limit", values=("reset", "carry")),
    "bag_points_removed": Flag("a penalty takes back the points of the bags it is for, too"),
    "bag_counter": Choice(
        "bags are counted apart, or are the last digit of the score as C computes it (negative for a negative score)",
        values=("separate", "last_digit"),
    ),
    "set_penalty": Choice("a contract set costs its value, or nothing", values=("minus_contract", "zero")),
    "contract_zero": Choice(
        "tricks of a team with contract 0 that nobody's failed nil accounts for: bags, or nothing",
        values=("bags", "nothing"),
    ),
    "nil_value": Range("points for nil, made or failed; 0: a bid of 0 is not offered", low=0, high=1000),
    "nil_requires": Choice(
        "nil is free; needs a partner's bid of at least 4; or a team may hold only one",
        values=("none", "partner_min_4", "no_double_nil"),
    ),
    "blind_nil_value": Range("points for blind nil, made or failed; 0: not offered", low=0, high=1000),
    "blind_nil_when": Choice(
        "blind nil may be bid always; by a team far enough behind; or must be declared before any bid",
        values=("any", "behind", "before_deal"),
    ),
    "blind_nil_deficit": Range("how far behind a team must be for blind_nil_when='behind'", low=0, high=10_000),
    "blind_nil_per": Choice("at most one blind nil (or blind bid) of a team, or of all four", values=("team", "table")),
    "failed_nil_tricks": Choice(
        "the tricks of a failed nil help the contract; are bags only; or count for nothing",
        values=("help", "bags_only", "none"),
    ),
    "double_nil": Choice(
        "two nils in a team: each by itself; both made 200, else -200, tricks forgotten; or 400 and -200",
        values=("separate", "flat_200", "flat_400_200"),
    ),
    "nil_pass": Range("cards exchanged between nil and partner", extended=True, low=0, high=4),
    "blind_nil_pass": Range("cards exchanged between blind nil and partner", extended=True, low=0, high=4),
    "pass_order": Choice(
        "both pass at once, or the partner sees nil's cards first",
        extended=True,
        values=("simultaneous", "bidder_first"),
    ),
    "bidding_form": Choice(
        "one round; partnership: both of a team before the other team; mirror: all bid their spades; whiz: their "
        "spades or nil; suicide: one of each team bids nil; first_hand_bids_itself: as one round, but in the first "
        "deal nobody bids and the tricks taken count as bid",
        values=("round", "partnership", "mirror", "whiz", "suicide", "first_hand_bids_itself"),
    ),
    "min_team_bid": Range("least contract of a team", low=0, high=13),
    "team_bid_cap": Range("most that the two bids of a team may add up to", low=13, high=26, none=True),
    "forbid_bid_one": Flag("nobody may bid 1"),
    "forbid_total_13": Flag("the four bids may not add up to the tricks of a deal, which are 13"),
    "first_dealer": Range("dealer of the first deal", low=0, high=3),
    "rotate_dealer": Flag("the deal moves one seat clockwise after each deal"),
    "first_leader": Choice(
        "who leads first: left of the dealer; the highest bidder; the two of clubs, with that card; or everybody plays "
        "his lowest club, the two of clubs first",
        values=("left_of_dealer", "high_bidder", "two_of_clubs", "lowest_club_all"),
    ),
    "spade_lead": Choice(
        "when a leader with other suits may lead spades: once one was played, from the second trick, always, never",
        values=("broken", "after_first_trick", "anytime", "only_spades_left"),
    ),
    "spade_on_first_trick": Flag("a player void in the suit led may play a spade to the first trick"),
    "deck": Deck(
        "the pack: 52 cards; jj: two jokers on top of spades for the twos of clubs and hearts; jjdd: then the twos of "
        "diamonds and spades; deuces_high: all twos are the highest spades; or a list of cards that are removed",
        extended=True,
    ),
    "ten_for_200": Flag("a contract of 10 scores 200, or costs 200"),
    "moon_200": Flag("a contract of all tricks (13) made scores 200"),
    "blind_6_7_double": Flag(
        "a player may bid six or more for his team before either of the two looks: the contract then scores double",
        extended=True,
    ),
    "deal_bonus": Range("paid on a single deal past the two thresholds below (OpenSpiel)", low=0, high=1000),
    "deal_win_threshold": Range("the better team at or above it gets the bonus", low=-1000, high=1000),
    "deal_mercy_threshold": Range("the worse team at or below it pays the bonus", low=-1000, high=1000),
}

_DEFAULT = Rules()
_PROGRAMS = _DEFAULT._replace(bag_remainder="carry", blind_nil_when="behind")
PRESETS: dict[str, Rules] = {
    "default": _DEFAULT,
    "openspiel": _PROGRAMS._replace(
        target_hands=1,
        spade_lead="only_spades_left",
        rotate_dealer=False,
        team_bid_cap=13,
        blind_nil_value=0,
        failed_nil_tricks="help",
        bag_counter="last_digit",
        deal_bonus=200,
    ),
    "rust_spades": _PROGRAMS._replace(
        loss_floor=-200, double_nil="flat_200", failed_nil_tricks="help", blind_nil_value=0
    ),
    "metamess": _PROGRAMS._replace(
        nil_value=50,
        blind_nil_value=100,
        blind_nil_pass=2,
        blind_nil_per="table",
        pass_order="bidder_first",
        team_bid_cap=13,
        loss_floor="neg_target",
        bag_counter="last_digit",
        failed_nil_tricks="none",
    ),
    "cats": _PROGRAMS._replace(
        bag_points_removed=True,
        bag_counter="last_digit",
        failed_nil_tricks="help",
        blind_nil_value=0,
        contract_zero="nothing",
    ),
    "worldwinner": _PROGRAMS._replace(
        target_score=250, bag_limit=5, bag_penalty=50, bag_penalty_to="opponents_plus", nil_value=75
    ),
    "rmwinslow": _PROGRAMS._replace(target_score=300, bag_limit=7, moon_200=True, failed_nil_tricks="bags_only"),
    "bicycle": _PROGRAMS._replace(set_penalty="zero"),
    "msn_zone": _PROGRAMS._replace(loss_floor=-200),
}
