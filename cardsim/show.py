"""show: cards or tiles as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardsim.cards import parse_card, parse_cards
from cardsim.games.rummikub.tiles import parse_tiles
from cardsim.pictures import Picture, card_groups, tile_groups


def show(cards: Any) -> Picture:
    """Cards or Rummikub tiles to look at: a picture in a notebook, Unicode text in a terminal.

    Parameters
    ----------
    cards : str, iterable or int
        Cards as everywhere in the package ("As 10h Td", a list, a mask), or tiles ("r7 b10 J").  ``|`` in a text
        divides melds or sets, and so does a list of lists.

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        Naming what is neither a card nor a tile.

    Examples
    --------
    >>> show("3s 4s 5s | 9h 9d 9c | Ks")
    3♠ 4♠ 5♠ | 9♥ 9♦ 9♣ | K♠
    >>> show("r3 r4 J | b7 k7 o7")
    3● 4● J★ | 7■ 7▲ 7◆
    """
    groups = _groups(cards)
    words = [word for group in groups if isinstance(group, str) for word in group.replace(",", " ").split()]
    if words and not any(map(_is_card, words)):
        return tile_groups([parse_tiles(group) for group in groups])
    return card_groups([("", parse_cards(group)) for group in groups])


def _groups(cards: Any) -> list[Any]:
    if isinstance(cards, str):
        return [part for part in cards.split("|") if part.strip()]
    if isinstance(cards, Iterable):
        items = list(cards)
        if items and all(isinstance(item, str) for item in items):
            return [" ".join(items)] if not any(" " in item.strip() for item in items) else items
        if items and all(isinstance(item, Iterable) and not isinstance(item, str) for item in items):
            return items
        return [items]
    return [cards]


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except ValueError:
        return False
    return True
