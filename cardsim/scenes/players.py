"""What the scenes of all card games share: hands that are private to a seat, points that add up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardsim.cards import members
from cardsim.pictures import EVERYBODY, Group, card


def pieces(cards: Iterable[int], seat: int = EVERYBODY, known: int = 0, marks: dict[int, str] | None = None) -> Group:
    """Cards that only `seat` sees, but for those in the mask `known`; `marks` says which are marked, and how."""
    marks = marks or {}
    return Group(
        tuple(card(number, EVERYBODY if known >> number & 1 else seat, marks.get(number, "")) for number in cards)
    )


def marked(legal: int, chosen: int = -1) -> dict[int, str]:
    """Marks for the cards of the mask `legal` and for the one that was chosen."""
    marks = dict.fromkeys(members(legal), "legal")
    if chosen >= 0:
        marks[chosen] = "chosen"
    return marks


def by_suit(mask: int, aces_high: bool = False) -> list[int]:
    """The cards of a mask: suits apart, ranks ascending.

    Examples
    --------
    >>> by_suit(0b1000000000011), by_suit(0b1000000000011, aces_high=True)
    ([0, 1, 12], [1, 12, 0])
    """
    return sorted(members(mask), key=lambda card: (card // 13, (card + 12) % 13 if aces_high else card % 13))


def seat_label(seat: int, names: Sequence[str]) -> str:
    """A seat and its player.

    Examples
    --------
    >>> seat_label(1, ["simple", "greedy"])
    'seat 1 (greedy)'
    """
    return f"seat {seat} ({names[seat]})"


class Points:
    """Points of all seats, as the log pays them out deal by deal."""

    def __init__(self, seats: int) -> None:
        self.of = [0.0] * seats
        self.deals = 0

    def pay(self, seat: int, thousandths: int) -> None:
        """Add what a deal pays one seat."""
        self.of[seat] += thousandths / 1000

    def __str__(self) -> str:
        return "points " + " : ".join(f"{points:g}" for points in self.of)
