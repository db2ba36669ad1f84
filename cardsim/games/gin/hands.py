"""Questions about one gin hand, asked with cards as text, lists or masks: deadwood, melds, discards, lay-offs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cardsim import pictures
from cardsim.cards import Cards, as_mask, card_text, cards_text, members
from cardsim.games.gin import melds as _melds
from cardsim.games.gin.layoffs import best_layoffs

LARGEST_HAND = 11
ACES = ("low", "high_low", "wrap")


class Melds(NamedTuple):
    """A best arrangement of a hand.

    Attributes
    ----------
    melds : tuple of tuple of int
        The melds, each as ascending card numbers.
    deadwood_cards : tuple of int
        The cards outside the melds, ascending.
    deadwood : int
        Their pips.
    """

    melds: tuple[tuple[int, ...], ...]
    deadwood_cards: tuple[int, ...]
    deadwood: int

    def __str__(self) -> str:
        groups = [cards_text(meld) for meld in self.melds] + [cards_text(self.deadwood_cards) or "no deadwood"]
        return " | ".join(groups) + f" ({self.deadwood})"

    def _repr_html_(self) -> str:
        groups = [("", meld) for meld in self.melds] + [("deadwood", self.deadwood_cards)] * bool(self.deadwood_cards)
        return pictures.card_groups(groups, f"deadwood {self.deadwood}")._repr_html_()


def aces_rule(aces: str) -> int:
    """The number that the compiled functions take for the rule `aces`: its place in ("low", "high_low", "wrap")."""
    if aces not in ACES:
        raise ValueError(f"aces = {aces!r} is no rule for aces: it must be one of {', '.join(map(repr, ACES))}")
    return ACES.index(aces)


def _hand(cards: Cards, least: int, name: str) -> int:
    mask = as_mask(cards)
    size = mask.bit_count()
    if not least <= size <= LARGEST_HAND:
        allowed = f"{least} to {LARGEST_HAND}" if least else f"at most {LARGEST_HAND}"
        raise ValueError(f"{name} has {size} card{'s' * (size != 1)}, it must have {allowed}")
    return mask


def deadwood(cards: Cards, aces: str = "low") -> int:
    """The least deadwood of a hand: pips outside the best choice of disjoint melds.

    Parameters
    ----------
    cards : text, iterable of texts or card numbers, or int mask
        At most 11 cards.
    aces : {"low", "high_low", "wrap"}
        Runs with aces: A-2-3 only, also Q-K-A, also K-A-2.

    Returns
    -------
    int
        Pips, 0..98: ace 1, two to ten face value, jack, queen and king 10.

    Raises
    ------
    ValueError
        If a card is no card or is given twice, or if there are more than 11.

    Examples
    --------
    >>> deadwood("As 2s 3s 4s Ac 2c 3c 4c Ad 4d")
    1
    >>> deadwood("As Qs Ks 2d"), deadwood("As Qs Ks 2d", aces="high_low")
    (23, 2)
    """
    return int(_melds.deadwood(_hand(cards, 0, "the hand"), aces_rule(aces)))


def best_melds(cards: Cards, aces: str = "low") -> Melds:
    """An arrangement of a hand that leaves the least deadwood (the first of several in the order runs, sets, suits).

    Parameters and errors are those of :func:`deadwood`.

    Examples
    --------
    >>> print(best_melds("3c 4c 5c 9c 9d 9s Kh 2d"))
    3c 4c 5c | 9c 9d 9s | 2d Kh (12)
    >>> best_melds("3c 4c 5c 2d").melds
    ((2, 3, 4),)
    """
    mask, rule = _hand(cards, 0, "the hand"), aces_rule(aces)
    out, work = np.zeros(3, np.int64), np.zeros(_melds.MAX_MELDS, np.int64)
    _, size = _melds.arrangement(mask, 0, out, work, rule)
    groups = [int(meld) for meld in out[:size]]
    rest = mask & ~sum(groups)
    return Melds(tuple(tuple(members(meld)) for meld in groups), tuple(members(rest)), int(_melds.pips(rest)))


def best_discard(cards: Cards, aces: str = "low") -> tuple[int, int]:
    """The discard that leaves the least deadwood after a draw, and that deadwood.

    Parameters
    ----------
    cards : text, iterable of texts or card numbers, or int mask
        The hand after the draw: 11 cards, or 8 to 10 where fewer are dealt.
    aces : {"low", "high_low", "wrap"}
        See :func:`deadwood`.

    Returns
    -------
    card : int
        The card number; of several that leave as little, one with most pips, of these the lowest number.
    deadwood : int
        Least deadwood of the other cards.

    Raises
    ------
    ValueError
        If a card is no card or is given twice, or if there are not 8 to 11.

    Examples
    --------
    >>> card, left = best_discard("As 2s 3s 4s Ac 2c 3c 4c Ad 4d Ah")
    >>> card_text(card), left
    ('4d', 0)
    """
    mask = _hand(cards, 8, "the hand to discard from")
    choices, left = _melds.best_discard(mask, 0, aces_rule(aces))
    return max(members(choices), key=lambda card: (_melds.pips(1 << card), -card)), int(left)


def _knocker_melds(knocker_melds: Iterable[Cards], defender: int, rule: int) -> list[int]:
    """The melds as masks, each checked: a meld, apart from the others and from the defender's cards."""
    work, seen, groups = np.zeros(_melds.MAX_MELDS, np.int64), defender, []
    for given in knocker_melds:
        group = as_mask(given)
        known = [int(meld) for meld in work[: _melds.list_melds(group, work, rule)]] if group.bit_count() <= 11 else []
        if group not in known:
            raise ValueError(
                f"{cards_text(group) or 'an empty group'!r} is not a meld: "
                "a set is 3 or 4 cards of one rank, a run at least 3 cards of one suit in sequence"
            )
        if group & seen:
            holders = "the defender and the knocker" if group & defender else "two melds"
            raise ValueError(f"{card_text(next(members(group & seen)))} cannot be held by {holders} at once")
        seen |= group
        groups.append(group)
    if len(groups) > 3:
        raise ValueError(f"{len(groups)} melds: a hand of at most {LARGEST_HAND} cards has at most 3")
    return groups


def layoffs(knocker_melds: Iterable[Cards], defender_cards: Cards, aces: str = "low") -> tuple[int, list[int]]:
    """The least deadwood that the defender reaches against a knock, and the cards to lay off for it.

    The defender may break own melds, and chooses the meld where a card fits two.

    Parameters
    ----------
    knocker_melds : iterable of cards
        The knocker's melds, each as text, an iterable of cards or a mask; a long run may come in pieces.
    defender_cards : text, iterable of texts or card numbers, or int mask
        At most 11 cards.
    aces : {"low", "high_low", "wrap"}
        See :func:`deadwood`.

    Returns
    -------
    deadwood : int
        Pips of the defender's cards that are neither melded nor laid off.
    cards : list of int
        Fewest cards that reach it, in an order in which each fits when it is laid.

    Raises
    ------
    ValueError
        If a card is no card or is given twice, or if a group of the knocker is no meld.

    Examples
    --------
    >>> left, laid = layoffs(["2s 2d 2h", "9s Ts Js Qs"], "As 7s 8s 3c 6c 7c 5h 6h 7h Kh")
    >>> left, cards_text(laid)
    (27, '8s 7s')
    """
    if isinstance(knocker_melds, str):
        raise ValueError(f"{knocker_melds!r}: give the knocker's melds as a list, such as ['2s 2d 2h', '9s Ts Js']")
    hand, rule = _hand(defender_cards, 0, "the defender's hand"), aces_rule(aces)
    groups = _knocker_melds(knocker_melds, hand, rule)
    table = np.array(groups + [0] * (3 - len(groups)), np.int64)
    cards, targets = np.zeros(LARGEST_HAND, np.int64), np.zeros(LARGEST_HAND, np.int64)
    left, count = best_layoffs(table, len(groups), hand, cards, targets, rule)
    return int(left), [int(card) for card in cards[:count]]
