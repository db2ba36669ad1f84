"""FreeCell the slow, obvious way: positions as tuples, one card moved at a time, every position visited.

A card is a pair (rank, suit), rank 1 = ace, suit one of "CDHS"; a position is (columns, cells, foundations).  Written
from the rules alone, for decks of any number of ranks.
"""

from __future__ import annotations

from collections.abc import Iterator

Card = tuple[int, str]
Position = tuple[tuple[tuple[Card, ...], ...], frozenset[Card], tuple[int, int, int, int]]
SUITS = "CDHS"
RED = "DH"


def may_build(card: Card, on: Card, build: str) -> bool:
    if on[0] != card[0] + 1:
        return False
    if build == "suit":
        return card[1] == on[1]
    if build == "any":
        return True
    return (card[1] in RED) != (on[1] in RED)


def neighbours(
    position: Position, cells: int, build: str, empty: str, ranks: int, home: bool = True
) -> Iterator[Position]:
    """Every position one card away; those with the card sent home only if `home`."""
    columns, held, foundations = position
    sources = [(q, column[-1]) for q, column in enumerate(columns) if column]
    sources += [(None, card) for card in held]
    for q, card in sources:
        left = columns if q is None else (*columns[:q], columns[q][:-1], *columns[q + 1 :])
        still_held = held - {card}
        suit = SUITS.index(card[1])
        if home and foundations[suit] == card[0] - 1:
            yield left, still_held, (*foundations[:suit], card[0], *foundations[suit + 1 :])
        for target, column in enumerate(columns):
            if target == q:
                continue
            if column:
                allowed = may_build(card, column[-1], build)
            else:
                allowed = empty == "any" or (empty == "kings" and card[0] == ranks)
            if allowed:
                yield (*left[:target], (*left[target], card), *left[target + 1 :]), still_held, foundations
        if q is not None and len(held) < cells:
            yield left, held | {card}, foundations


def reachable(start: Position, cells: int, build: str, empty: str, ranks: int, home: bool = True) -> Iterator[Position]:
    """Every position that can be reached, order of columns aside."""

    def key(position: Position) -> Position:
        return tuple(sorted(position[0])), position[1], position[2]

    seen = {key(start)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        yield position
        for following in neighbours(position, cells, build, empty, ranks, home):
            if key(following) not in seen:
                seen.add(key(following))
                waiting.append(following)


def can_be_won(start: Position, cells: int, build: str, empty: str, ranks: int) -> bool:
    return any(sum(position[2]) == 4 * ranks for position in reachable(start, cells, build, empty, ranks))


def is_stuck(start: Position, cells: int, build: str, empty: str, ranks: int) -> bool:
    """Whether no sequence of moves brings another card home."""
    for position in reachable(start, cells, build, empty, ranks, home=False):
        for following in neighbours(position, cells, build, empty, ranks):
            if following[2] != position[2]:
                return False
    return True
