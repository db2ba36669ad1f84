"""The decks of Spades, and how their cards are numbered inside and outside the game.

A pack is always a shuffle of the 52 card numbers; another deck says what each number stands for.  With jokers the two
of clubs stands for the big joker and the two of hearts for the little one; removed cards are left out of the deal.
Outside the game the jokers are the card numbers 52 (little) and 53 (big).

Sources: jokers on top of the spades, the twos of clubs and hearts out, and the twos of diamonds and spades above the
ace (``jj``, ``jjdd``) are options of TricksterCards; all twos as the highest spades, hearts first, then clubs, diamonds
and spades (``deuces_high``), are those of IsraelF6/Spades.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardsim._jit import kernel
from cardsim.cards import card_text, members, parse_cards
from cardsim.games.parameters import Domain, near

TWO_OF_CLUBS, TWO_OF_DIAMONDS, TWO_OF_HEARTS, TWO_OF_SPADES = 1, 14, 27, 40
LITTLE_JOKER, BIG_JOKER = 52, 53
NUMBERS = 54
"""Card numbers outside the game, jokers included."""
_PLAIN = {card: (card + 12) % 13 + card - card % 13 for card in range(52)}
_HIGH = {TWO_OF_SPADES: 52, TWO_OF_DIAMONDS: 53, TWO_OF_CLUBS: 54, TWO_OF_HEARTS: 55}
_JOKERS = {TWO_OF_HEARTS: 56, TWO_OF_CLUBS: 57}
CHANGED: dict[str, dict[int, int]] = {
    "std52": {},
    "jj": _JOKERS,
    "jjdd": {**_JOKERS, TWO_OF_SPADES: 52, TWO_OF_DIAMONDS: 53},
    "deuces_high": _HIGH,
}
"""By deck: numbers of a pack that stand for a card above the ace of spades."""
OUTSIDE = np.array(
    [*sorted(_PLAIN, key=_PLAIN.__getitem__), *sorted(_HIGH, key=_HIGH.__getitem__), LITTLE_JOKER, BIG_JOKER], np.int64
)
"""The package's number of each card of the game."""
INSIDE = np.array([_PLAIN[card] for card in range(52)] + [56, 57], np.int64)
"""This game's number of each card number of the package, twos low."""
_ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
_OTHERS = ((1 << 52) - 1) ^ _ACES
_HIGH_ACES = _ACES << 12
_HIGH_OTHERS = ((1 << 52) - 1) ^ _HIGH_ACES
STANDARD = (1 << 52) - 1


@dataclass(frozen=True)
class Deck(Domain):
    """A deck's name, or the cards removed from the 52."""

    @property
    def allowed(self) -> str:
        return (
            ", ".join(repr(name) for name in CHANGED)
            + ", or a list of cards to remove, such as ['2c', '2d', '2h', '2s']"
        )

    def check(self, value: Any) -> Any:
        if isinstance(value, str) and value in CHANGED:
            return value
        words = value.split() if isinstance(value, str) else value
        try:
            removed = tuple(sorted(parse_cards(words)))
        except ValueError as error:
            if isinstance(value, str):
                hint = near(value, CHANGED)
                raise ValueError(f"{value!r} is not a deck{hint} A deck is {self.allowed}") from None
            raise ValueError(f"{value!r} is not allowed: {error}") from None
        if isinstance(value, bool) or not isinstance(words, Iterable):
            raise self.refuse(value)
        if not removed or len(removed) % 4 or len(removed) == 52:
            raise ValueError(
                f"{value!r} removes {len(removed)} cards: remove 4, 8, ... 48, so that all four hands are equal"
            )
        return tuple(card_text(card) for card in removed)

    def code(self, value: Any) -> int:
        return list(CHANGED).index(value) if isinstance(value, str) else len(CHANGED)


def numbered(deck: Any) -> list[int]:
    """This game's number of each number of a pack, -1 for a card that is removed."""
    if isinstance(deck, str):
        return [CHANGED[deck].get(card, _PLAIN[card]) for card in range(52)]
    removed = set(parse_cards(deck))
    return [-1 if card in removed else _PLAIN[card] for card in range(52)]


@kernel
def aces_high(cards):
    """A mask of the package's numbering as a mask of this game's numbering, twos low."""
    return ((cards & _OTHERS) >> 1) | ((cards & _ACES) << 12) | (cards >> 52) << 56


@kernel
def aces_low(cards):
    """A mask of this game's numbering as a mask of the package's numbering."""
    low = ((cards & _HIGH_OTHERS) << 1) | ((cards & _HIGH_ACES) >> 12)
    if cards > STANDARD:
        low |= (cards >> 56) << 52
        for card in range(52, 56):
            low |= ((cards >> card) & 1) << OUTSIDE[card]
    return low


@kernel
def high_card(card):
    """This game's number of a card given by the package's number, twos low."""
    return INSIDE[card]


@kernel
def low_card(card):
    """The package's number of a card given by this game's number."""
    return OUTSIDE[card]


def name_of(card: int, symbols: bool = False) -> str:
    """Text of a card given by the package's number, jokers included.

    Examples
    --------
    >>> name_of(0), name_of(53)
    ('Ac', 'big joker')
    """
    if card in (LITTLE_JOKER, BIG_JOKER):
        return "little joker" if card == LITTLE_JOKER else "big joker"
    return card_text(card, symbols)


def names_of(mask: int, symbols: bool = False) -> str:
    """Text of a mask of the package's numbers, ascending, jokers included.

    Examples
    --------
    >>> names_of(1 << 53 | 0b101)
    'Ac 3c big joker'
    """
    parts: Iterator[str] = (name_of(card, symbols) for card in members(mask))
    return " ".join(parts)
