"""The melds on a rummy table, each with the cards laid off on it."""

from __future__ import annotations

from collections.abc import Iterator

from cardsim.cards import members


class Melds:
    """Sets and runs in the order in which they were put down.

    Examples
    --------
    >>> from cardsim.cards import as_mask, cards_text
    >>> melds = Melds()
    >>> melds.add(as_mask("4c 5c 6c"), is_run=True)
    >>> melds.lay_off(6, on_set=False)
    >>> [cards_text(meld) for meld in melds]
    ['4c 5c 6c 7c']
    """

    def __init__(self) -> None:
        self._melds: list[tuple[bool, set[int]]] = []

    def __iter__(self) -> Iterator[list[int]]:
        for is_run, meld in self._melds:
            yield run_order(meld) if is_run else sorted(meld)

    def add(self, mask: int, is_run: bool) -> None:
        """A new meld."""
        self._melds.append((is_run, set(members(mask))))

    def lay_off(self, card: int, on_set: bool) -> None:
        """Put a card on the set of its rank, or on the nearest run of its suit."""
        if on_set:
            homes = [meld for is_run, meld in self._melds if not is_run and next(iter(meld)) % 13 == card % 13]
        else:
            homes = [meld for is_run, meld in self._melds if is_run and next(iter(meld)) // 13 == card // 13]
        if homes:
            min(homes, key=lambda meld: min(distance(card, other) for other in meld)).add(card)

    def fits_run(self, card: int) -> bool:
        """Whether a card goes on at the end of a run."""
        return any(
            is_run and any(other // 13 == card // 13 and distance(card, other) == 1 for other in meld)
            for is_run, meld in self._melds
        )


def distance(card: int, other: int) -> int:
    """Steps between two ranks, the ace being beside both the two and the king."""
    apart = abs(card % 13 - other % 13)
    return min(apart, 13 - apart)


def run_order(meld: set[int]) -> list[int]:
    """The cards of a run from its low end to its high end, an ace above the king where it lies there.

    Examples
    --------
    >>> run_order({0, 11, 12}), run_order({0, 1, 2})
    ([11, 12, 0], [0, 1, 2])
    """
    suit = min(meld) // 13 * 13
    ranks = {card - suit for card in meld}
    starts = [rank for rank in ranks if (rank - 1) % 13 not in ranks] or [0]
    return [suit + (starts[0] + i) % 13 for i in range(13) if (starts[0] + i) % 13 in ranks]
