"""Spades from Python: a bid for a hand, the score of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardsim import rng
from cardsim.cards import Cards, card_text, parse_cards
from cardsim.games.spades.bidding import LEAST_BLIND_BID, legal_bids
from cardsim.games.spades.combinations import hand_size
from cardsim.games.spades.decks import numbered
from cardsim.games.spades.rules import SUICIDE
from cardsim.games.spades.scoring import RESULT, score
from cardsim.games.strategy import check_strategy, params_array


class Scores(NamedTuple):
    """Points of both teams in a deal, their bag counters after it, and what led there."""

    points: tuple[int, int]
    bags: tuple[int, int]
    contracts: tuple[int, int]
    set: tuple[bool, bool]
    new_bags: tuple[int, int]
    bag_penalties: tuple[int, int]


def _whole_numbers(name: str, values: Iterable[Any], count: int, low: int, high: int) -> np.ndarray:
    """`values` as `count` whole numbers from `low` to `high`."""
    numbers = _listed(name, values)
    if len(numbers) != count:
        raise ValueError(f"{name} must be {count} numbers, but {len(numbers)} were given")
    for seat, number in enumerate(numbers):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not low <= number <= high:
            hint = " (0 is nil, 'blind' is blind nil)" if name == "bids" else ""
            raise ValueError(f"{name}[{seat}] = {number!r} must be a whole number from {low} to {high}{hint}")
    return np.array(numbers, np.int64)


def _listed(name: str, values: Any) -> list[Any]:
    """`values` as a list, if they are several."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{name}={values!r} must be a list of numbers, such as [4, 3, 2, 4]")
    return list(values)


def _read_bids(given: list[Any], rules: Any, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Numbers, nils (0 none, 1 nil, 2 blind) and blind bids of the four seats."""
    blind = [isinstance(bid, str) and bid.split()[:1] == ["blind"] for bid in given]
    plain = [
        _blind_number(seat, bid, rules, size) if unseen else bid
        for seat, (bid, unseen) in enumerate(zip(given, blind, strict=True))
    ]
    numbers = _whole_numbers("bids", plain, 4, 0, size)
    nils = np.array([1 + unseen if bid == 0 else 0 for bid, unseen in zip(numbers, blind, strict=True)], np.int64)
    blind_bids = np.array([unseen and bid > 0 for bid, unseen in zip(numbers, blind, strict=True)], np.int64)
    for seat in np.flatnonzero(blind_bids):
        if numbers[seat ^ 2]:
            raise ValueError(f"seat {seat} bid blind for its team, so the bid of seat {seat ^ 2} must be 0")
        nils[seat ^ 2] = 0
    _check_teams(numbers, nils + blind_bids, rules)
    if rules.nil_value == 0:
        nils[nils == 1] = 0
    return numbers, nils, blind_bids


def _check_teams(numbers: np.ndarray, unseen: np.ndarray, rules: Any) -> None:
    """Refuse bids that no order of bidding allows; `unseen` is above 1 at a blind nil."""
    if rules.forbid_bid_one and (numbers == 1).any():
        raise ValueError(f"seat {int(np.argmax(numbers == 1))} bid 1, which forbid_bid_one=True does not allow")
    for team in (0, 1):
        total = int(numbers[team] + numbers[team + 2])
        if rules.team_bid_cap is not None and total > rules.team_bid_cap:
            raise ValueError(
                f"seats {team} and {team + 2} bid {total} together, but team_bid_cap={rules.team_bid_cap} is the most"
            )
        if unseen[team] > 1 and unseen[team + 2] > 1:
            raise ValueError(f"seats {team} and {team + 2} both bid blind nil, but a team may hold only one")
    if rules.blind_nil_per == "table" and (unseen > 1).sum() > 1:
        raise ValueError("two seats bid blind nil, but blind_nil_per='table' allows one")


def _blind_number(seat: int, text: str, rules: Any, size: int) -> int:
    """The number of a blind bid: 0 for "blind", 7 for "blind 7"."""
    number = text.removeprefix("blind").strip()
    if not number:
        if rules.blind_nil_value == 0:
            raise ValueError(f"seat {seat} bid blind nil, but blind_nil_value=0 offers none")
        return 0
    if not rules.blind_6_7_double:
        raise ValueError(f"seat {seat} bid {text!r}, but blind bids need blind_6_7_double=True")
    if not number.isdigit() or not LEAST_BLIND_BID <= int(number) <= size:
        raise ValueError(f"seat {seat} bid {text!r}, but blind bids are {LEAST_BLIND_BID} to {size}")
    return int(number)


def score_deal(
    bids: Iterable[Any],
    tricks: Iterable[int],
    bags: Iterable[int] = (0, 0),
    rules: Any = None,
    *,
    scores: Iterable[int] = (0, 0),
) -> Scores:
    """The score of one deal.

    Parameters
    ----------
    bids
        The bids of seats 0..3: 0..13, where 0 is nil, or the text ``"blind"`` for blind nil, or ``"blind 7"`` for a
        blind bid of 7, which is the whole team's (the partner's bid is then 0 and no nil).
    tricks
        Tricks of seats 0..3; they must add up to the cards of a hand (13).
    bags
        The bag counters of teams 0 (seats 0, 2) and 1 before the deal.
    rules
        A ``Rules``, preset or dict.
    scores
        The teams' scores before the deal; they matter only where bags are the last digit of the score.

    Examples
    --------
    >>> import cardsim as cs
    >>> cs.spades.score_deal([4, 3, 0, 5], [6, 3, 0, 4]).points
    (142, -80)
    >>> cs.spades.score_deal([4, 3, 2, 5], [9, 1, 0, 3], bags=[8, 0]).points
    (-37, -80)
    """
    from cardsim.games.spades import GAME

    checked = GAME.check_rules(rules)
    size = hand_size(checked)
    numbers, nils, blind_bids = _read_bids(_listed("bids", bids), checked, size)
    taken = _whole_numbers("tricks", tricks, 4, 0, size)
    if taken.sum() != size:
        raise ValueError(f"the tricks of the four seats must add up to {size}, not {taken.sum()}")
    counters = _whole_numbers("bags", bags, 2, 0, 10_000)
    before = _whole_numbers("scores", scores, 2, -1_000_000, 1_000_000)
    result = np.zeros(1, RESULT).view(np.recarray)[0]
    score(GAME.pack(checked, 4)[0], numbers, nils, blind_bids, taken, counters, before, result)

    def pair(name: str) -> Any:
        return tuple(int(value) for value in result[name])

    return Scores(
        pair("points"),
        pair("bags"),
        pair("contract"),
        (bool(result["set"][0]), bool(result["set"][1])),
        pair("new_bags"),
        pair("penalties"),
    )


def _hand_of(hand: Cards, rules: Any) -> int:
    """A full hand of the deck as a mask of the game's cards; the twos of clubs and hearts may stand for jokers."""
    numbers = parse_cards(hand)
    size = hand_size(rules)
    if len(numbers) != size:
        raise ValueError(f"a hand has {size} cards, but {len(numbers)} were given")
    cards = numbered(rules.deck)
    for card in numbers:
        if cards[card] < 0:
            raise ValueError(f"{card_text(card)} is not in the deck: deck={rules.deck!r} removes it")
    return sum(1 << cards[card] for card in numbers)


def bid(
    hand: Cards,
    bidder: Any = "cats",
    *,
    before: Iterable[int] = (),
    blind: Sequence[int] = (),
    rules: Any = None,
    seed: int = 0,
) -> int:
    """What a bidder bids with a hand.

    Parameters
    ----------
    hand
        A full hand (13 cards).  In a deck with jokers ``2c`` stands for the big joker and ``2h`` for the little one.
    bidder
        A bidder's name ("cats", "bis:nil_threshold=25"), a strategy's name or a ``Strategy``.
    before
        The bids already made, in order; the seat to bid comes after them (so the partner's is the last but one).
    blind
        Positions in `before` of blind nils.
    rules
        A ``Rules``, preset or dict.
    seed
        Names the stream of a bidder that draws random numbers.

    Examples
    --------
    >>> import cardsim as cs
    >>> cs.spades.bid("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", "cats")
    0
    >>> cs.spades.bid("Ac 3c 4c 5c Ad 3d 4d 5d Ah 3h 4h As Ks", "trickster")
    5
    """
    from cardsim.games.spades import GAME

    checked = GAME.check_rules(rules)
    packed = GAME.pack(checked, 4)[0]
    cards = _hand_of(hand, checked)
    made = _listed("before", before)
    if len(made) > 3:
        raise ValueError(f"at most three seats bid before, but {len(made)} bids were given")
    made = _whole_numbers("before", made, len(made), 0, hand_size(checked)).tolist()
    unseen = {int(place) for place in _whole_numbers("blind", _listed("blind", blind), len(list(blind)), 0, 3)}
    for place in unseen:
        if place >= len(made) or made[place]:
            raise ValueError(f"blind names place {place} of before={made}, where no 0 stands")
    strategy = GAME.find_strategy(bidder)
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    view.seat = len(made)
    view.dealer = 3
    view.bids[:] = [*made, *[-1] * (4 - len(made))]
    view.nils[:] = [0 if i >= len(made) or made[i] else 1 + (i in unseen) for i in range(4)]
    view.hand, view.deck = cards, packed.deck_cards
    view.rules[0] = packed
    view.legal = legal_bids(packed, view.bids, view.nils, view.hand, view.seat)
    view.nil_value, view.blind_nil_value, view.nil_pass = packed.nil_value, packed.blind_nil_value, packed.nil_pass
    view.suicide = int(packed.bidding_form == SUICIDE)
    view.best = view.best_seat = -1
    view.target_score = packed.target_score
    state = rng.states(1)[0]
    rng.start(state, seed, 0, 0, rng.SEAT + len(made))
    params = params_array(strategy)
    (decide,) = check_strategy("spades", strategy, ("bid",), GAME.View, len(made), False)
    return int(decide(view, params, state))
