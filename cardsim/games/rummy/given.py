"""Cards that a user gives: text, lists, masks; second copies and jokers as far as the rules have them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np

from cardsim.cards import FULL_PACK, Cards, card_text, parse_cards
from cardsim.games.rummy.packs.ground import JOKER, JOKERS
from cardsim.games.rummy.rules import Rules

TIMES = {2: "twice"}


def _is_joker(card: object) -> bool:
    if isinstance(card, str):
        return card.strip().lower() in ("jk", "joker")
    return isinstance(card, (int, np.integer)) and int(card) == JOKER


def parse_kinds(cards: Cards, rules: Rules) -> list[int]:
    """The kinds of cards (0..51, 53 for a joker) given as text, a list or one mask, in the order given.

    Raises
    ------
    ValueError
        Naming what is no card, or a card that is given more often than the rules have it.

    Examples
    --------
    >>> parse_kinds("7c 7c Jk", Rules(decks=2, jokers=1))
    [6, 6, 53]
    """
    if isinstance(cards, (int, np.integer)) and not isinstance(cards, bool):
        kinds = _kinds_of_mask(int(cards), rules.jokers)
    elif isinstance(cards, Iterable) and not isinstance(cards, (bytes, bytearray)):
        items = cards.replace(",", " ").split() if isinstance(cards, str) else cards
        kinds = [JOKER if _is_joker(item) else _one_kind(item, rules) for item in items]
    else:
        kinds = parse_cards(cards)  # refuses them
    check_numbers(kinds, rules)
    return kinds


def _kinds_of_mask(mask: int, jokers: int) -> list[int]:
    known = FULL_PACK | ((1 << jokers) - 1) << JOKER
    if mask < 0 or mask & ~known:
        also = f", and bits {JOKER} to {JOKER + jokers - 1} for the jokers" if jokers else ""
        raise ValueError(f"{mask} is not a mask of cards: masks are 0 .. 2**52 - 1{also}")
    return parse_cards(mask & FULL_PACK) + [JOKER] * (mask & JOKERS).bit_count()


def _one_kind(item: Any, rules: Rules) -> int:
    try:
        return parse_cards([item])[0]
    except ValueError as error:
        raise ValueError(f"{error}; a joker is 'Jk' or {JOKER}" if rules.jokers else str(error)) from None


def check_numbers(kinds: Iterable[int], rules: Rules) -> None:
    """Refuse cards that are given more often than the rules have them.

    Examples
    --------
    >>> check_numbers([6, 6], Rules())
    Traceback (most recent call last):
    ValueError: 7c is given twice, but these rules have one pack; decks=2 plays with two
    """
    for kind, number in Counter(kinds).items():
        given = TIMES.get(number, f"{number} times")
        if kind == JOKER and rules.jokers == 0:
            raise ValueError("'Jk' is a joker, and these rules have none; give some, such as {'jokers': 2}")
        if kind == JOKER and number > rules.jokers:
            raise ValueError(f"a joker is given {given}, but these rules have jokers={rules.jokers}")
        if kind != JOKER and number > rules.decks:
            packs = "one pack; decks=2 plays with two" if rules.decks == 1 else "two packs"
            raise ValueError(f"{card_text(kind)} is given {given}, but these rules have {packs}")


def one_pack(cards: Cards, rules: Rules) -> int:
    """The mask of cards of one pack.

    Examples
    --------
    >>> one_pack("Ac 3c", Rules())
    5
    """
    return sum(1 << kind for kind in parse_kinds(cards, rules))


def list_melds(table: Any) -> list[Any]:
    """The melds of a table, refused if it is none."""
    if isinstance(table, Iterable) and not isinstance(table, (str, bytes)):
        return list(table)
    raise ValueError("give the table as a list of melds, such as ['7c 7d 7h', '2s 3s 4s']")
