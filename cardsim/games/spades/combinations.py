"""What follows from the rules of Spades for the kernel, and which rules do not go together."""

from __future__ import annotations

from typing import Any

from cardsim.games.spades.decks import TWO_OF_CLUBS, numbered
from cardsim.games.spades.rules import NO_FLOOR, Rules

DERIVED = {
    "floor": "int64",
    "bags_count": "int64",
    "cards": ("int64", (52,)),
    "deck_cards": "int64",
    "hand_size": "int64",
    "bids": "int64",
}
"""Fields of the packed rules that follow from others: the loss floor as a number, whether bags are counted, the bit of
each number of a pack (0: removed), the mask of the whole deck, cards in a hand, and the mask of all bids."""


def derive(rules: Rules, seats: int) -> dict[str, Any]:
    """The fields of the packed rules that follow from others."""
    floor = rules.loss_floor
    if floor == "neg_target":
        floor = -rules.target_score if rules.target_score is not None else None
    bits = [1 << card if card >= 0 else 0 for card in numbered(rules.deck)]
    size = hand_size(rules)
    return {
        "floor": NO_FLOOR if floor is None else floor,
        "bags_count": int(rules.bag_limit is not None),
        "cards": bits,
        "deck_cards": sum(bits),
        "hand_size": size,
        "bids": (2 << size) - 1,
    }


def hand_size(rules: Rules) -> int:
    """Cards in a hand, so tricks in a deal: 13 unless cards are removed."""
    return 13 if isinstance(rules.deck, str) else (52 - len(rules.deck)) // 4


def check_combination(rules: Rules) -> None:
    """Refuse combinations that mean nothing."""
    if rules.loss_floor == "neg_target" and rules.target_score is None:
        raise ValueError("loss_floor='neg_target' needs a target_score")
    check_bidding(rules)
    check_deck(rules)
    if rules.bag_counter == "last_digit" and (rules.bag_value != 1 or rules.trick_value % 10):
        raise ValueError("bag_counter='last_digit' needs bag_value=1 and a trick_value that is a multiple of 10")


def check_bidding(rules: Rules) -> None:
    """Refuse bidding rules that leave a bidder nothing."""
    forced = rules.bidding_form in ("mirror", "whiz")
    for field, idle in (
        ("forbid_bid_one", False),
        ("min_team_bid", 0),
        ("team_bid_cap", None),
        ("forbid_total_13", False),
        ("blind_6_7_double", False),
    ):
        if forced and getattr(rules, field) != idle:
            raise ValueError(f"bidding_form={rules.bidding_form!r} leaves no choice that {field} could change")
    if rules.bidding_form in ("whiz", "suicide") and rules.nil_value == 0:
        raise ValueError(f"bidding_form={rules.bidding_form!r} needs a nil_value above 0")
    if rules.bidding_form == "suicide":
        if rules.nil_requires == "partner_min_4":
            raise ValueError("bidding_form='suicide' cannot be combined with nil_requires='partner_min_4'")
        if rules.blind_6_7_double:
            raise ValueError("bidding_form='suicide' cannot be combined with blind_6_7_double: one of a team bids nil")


def check_deck(rules: Rules) -> None:
    """Refuse rules that name cards or numbers of cards the deck does not have."""
    clubs = [card for card in range(13) if 0 <= numbered(rules.deck)[card] < 39]
    if rules.first_leader == "two_of_clubs" and TWO_OF_CLUBS not in clubs:
        raise ValueError(f"first_leader='two_of_clubs' needs that card, but it is no club in deck={rules.deck!r}")
    if rules.first_leader == "lowest_club_all" and not clubs:
        raise ValueError(f"first_leader='lowest_club_all' needs clubs, but deck={rules.deck!r} has none")
    size = hand_size(rules)
    for field in ("nil_pass", "blind_nil_pass", "min_team_bid"):
        if getattr(rules, field) > size:
            raise ValueError(f"{field}={getattr(rules, field)} is more than the {size} cards of a hand")
    if rules.blind_6_7_double and size < 6:
        raise ValueError(f"blind_6_7_double needs hands of at least 6 cards, but deck={rules.deck!r} leaves {size}")
