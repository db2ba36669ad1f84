"""The 52 cards: numbers, masks, text.

``card = 13 * suit + rank`` with suits C, D, H, S = 0..3 and rank 0 = ace ... 12 = king.  A set of cards is a mask: the
``int64`` whose bit `card` is set.  A game in which aces are high maps them inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SYMBOLS = "♣♦♥♠"
FULL_PACK = (1 << 52) - 1

_SUIT_OF = {letter: i for i, letters in enumerate(zip(SUITS, SYMBOLS, "♧♢♡♤", strict=True)) for letter in letters}
Cards = str | int | Iterable["str | int"]


def parse_card(text: str) -> int:
    """The number of one card: a rank (``A 2 ... 9 T J Q K``, also ``10``) and a suit (``c d h s`` or a symbol).

    Raises
    ------
    ValueError
        Naming the text, if it is no card.

    Examples
    --------
    >>> parse_card("As"), parse_card("10h"), parse_card("T♥")
    (39, 35, 35)
    """
    written = text.strip().upper()
    rank, suit = written[:-1].replace("10", "T"), written[-1:]
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(
            f"{text!r} is not a card: its rank must be one of A 2 3 4 5 6 7 8 9 10 (or T) J Q K, then a suit"
        )
    if suit not in _SUIT_OF:
        raise ValueError(f"{text!r} is not a card: its suit must be one of c d h s (or ♣ ♦ ♥ ♠)")
    return 13 * _SUIT_OF[suit] + RANKS.index(rank)


def _whole(item: object) -> int:
    """A whole number as int; a truth value is none here."""
    if isinstance(item, bool):
        raise AttributeError
    return int(item.__index__())  # type: ignore[attr-defined]


def _one_card(item: object) -> int:
    if isinstance(item, str):
        return parse_card(item)
    try:
        card = _whole(item)
    except AttributeError:
        raise ValueError(f"{item!r} is not a card: give text such as 'As' or a card number 0..51") from None
    if not 0 <= card < 52:
        raise ValueError(f"{card} is not a card number: card numbers are 0..51 (13 * suit + rank)")
    return card


def parse_cards(cards: Cards) -> list[int]:
    """Card numbers of text ("As 10h Td"), of an iterable of texts or card numbers, or of one int taken as a mask.

    Raises
    ------
    ValueError
        Naming the card, if one is no card or is given twice.

    Examples
    --------
    >>> parse_cards("Ac 2c Ks")
    [0, 1, 51]
    >>> parse_cards(["Ac", 1])
    [0, 1]
    >>> parse_cards(0b101)
    [0, 2]
    """
    if isinstance(cards, str):
        numbers = [parse_card(word) for word in cards.replace(",", " ").split()]
    elif isinstance(cards, Iterable) and not isinstance(cards, (bytes, bytearray)):
        numbers = [_one_card(item) for item in cards]
    else:
        try:
            mask = _whole(cards)
        except AttributeError:
            raise ValueError(
                f"{cards!r} are not cards: give text such as 'As 10h', a list of cards, or a mask"
            ) from None
        if not 0 <= mask <= FULL_PACK:
            raise ValueError(f"{mask} is not a mask of cards: masks are 0 .. 2**52 - 1")
        return list(members(mask))
    seen: set[int] = set()
    for card in numbers:
        if card in seen:
            raise ValueError(f"{card_text(card)} is given twice")
        seen.add(card)
    return numbers


def as_mask(cards: Cards) -> int:
    """The mask of `cards` (see :func:`parse_cards`).

    Examples
    --------
    >>> as_mask("Ac 3c")
    5
    """
    return sum(1 << card for card in parse_cards(cards))


def members(mask: int) -> Iterator[int]:
    """The card numbers in `mask`, ascending."""
    mask = int(mask)
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def card_text(card: int, symbols: bool = False) -> str:
    """Text of one card, such as ``Td``, or ``T♦`` with ``symbols=True``.

    Examples
    --------
    >>> card_text(35), card_text(35, symbols=True)
    ('Th', 'T♥')
    """
    suit, rank = divmod(int(card), 13)
    return RANKS[rank] + (SYMBOLS[suit] if symbols else SUITS[suit].lower())


def cards_text(cards: Cards, symbols: bool = False) -> str:
    """Text of `cards`, blank between, in the order given (a mask: ascending).

    Examples
    --------
    >>> cards_text(0b101)
    'Ac 3c'
    """
    return " ".join(card_text(card, symbols) for card in parse_cards(cards))
