"""Rummy events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.cards import FULL_PACK, card_text, cards_text, members
from cardsim.games.faults import CHOICE, CODE, DECISION, EXTRA, HELD, SEAT
from cardsim.games.rummy import calls, plays, scoring, turns, view
from cardsim.games.rummy.columns import ENDS
from cardsim.games.rummy.packs.ground import JOKER, JOKERS
from cardsim.games.rummy.packs.placing import SWAPPED
from cardsim.games.rummy.runs import rank_of_all


def kind_text(kind: int, symbols: bool = True) -> str:
    """A card, or a joker.

    Examples
    --------
    >>> kind_text(35), kind_text(53)
    ('T♥', 'joker')
    """
    return "joker" if kind >= JOKER else card_text(kind, symbols)


def kinds_text(once: int, twice: int = 0, symbols: bool = True) -> str:
    """The cards of a mask, jokers last; those also in `twice` are said twice.

    Examples
    --------
    >>> kinds_text(1 | 1 << 53 | 1 << 54, twice=1)
    'A♣ A♣ joker joker'
    """
    cards = [kind for kind in members(once) for _ in range(1 + (twice >> kind & 1))]
    return " ".join(kind_text(kind, symbols) for kind in cards)


def describe(event: np.ndarray, names: Any) -> str:
    """One event of the log in words; `names` are the seats' strategies.

    Examples
    --------
    >>> import numpy as np
    >>> describe(np.array([view.DISCARD, 0, 35, 0, 0, 0]), ("meld_asap", "meld_asap"))
    'seat 0 discards T♥'
    """
    kind, seat, choice, legal, first, second = (int(value) for value in event)
    who = f"seat {seat}"
    if kind == turns.DEALT:
        begins = ", begins" if first == seat else ""
        return f"{who} ({names[seat]}) is dealt {kinds_text(legal, max(choice, 0))}{begins}"
    if kind == turns.UPCARD:
        return f"the upcard is {kind_text(choice)}"
    if kind == turns.DREW:
        return f"{who} draws {kind_text(choice)} from the stock ({first} left)"
    if kind == turns.TOOK:
        return f"{who} takes {kinds_text(second, legal if first > second.bit_count() else 0)} from the pile"
    if kind == plays.MELDED:
        return f"{who} melds {_meld_text(choice, legal, first, second)}"
    if kind == plays.LAID_OFF:
        real = (second - 1) % 64
        role = f" as {card_text(real, symbols=True)}" if second and real != choice else ""
        meld = f" (meld {legal})" if second else ""
        return f"{who} lays off {kind_text(choice)} on a {'set' if first else 'run'}{meld}{role}"
    if kind == SWAPPED:
        return f"{who} puts {kind_text(choice)} on meld {legal} and takes {kind_text(first)} for it"
    if kind == turns.RECYCLED:
        return f"the discards become the stock ({choice} cards), for the {first}. time"
    if kind == turns.FLIPPED:
        return f"{kind_text(choice)} is turned up"
    if kind == calls.CALLED:
        return f"{who} calls rummy on {kind_text(choice)} of seat {first}"
    if kind == calls.FALSELY_CALLED:
        return f"{who} calls rummy falsely on {kind_text(choice)} of seat {first} and pays {second}"
    if kind == scoring.PAID:
        return f"{who} gets {first / 1000:g} points"
    if kind == scoring.ENDED:
        if seat >= 0:
            return f"{who} goes out{', Going Rummy' if second else ''}; the others hold {first} pips"
        return {"depleted": "the stock is used up", "dead": "nobody can go out any more", "cap": "too many turns"}[
            ENDS[choice]
        ] + ": a stalemate"
    return _decision(who, kind, choice, legal, first, second)


def _meld_text(once: int, twice: int, is_run: int, place: int) -> str:
    """The cards of a new meld; where a `place` is given (two packs and wild cards) also what they stand for."""
    if not place:
        return cards_text(once, symbols=True)
    text = kinds_text(once, twice)
    if not is_run:
        stands = _wild_set(once, twice, place - 1)
        return f"{text} (a set{': ' + stands if stands else ''})"
    suit, start = divmod(place - 1, 16)
    last = start + once.bit_count() + twice.bit_count() - 1
    low, high = (card_text(13 * suit + position % 13, symbols=True) for position in (start, last))
    return f"{text} ({low} to {high})"


def _wild_set(once: int, twice: int, rank: int) -> str:
    """The cards that the cards of a set stand for, if some of them are wild; else nothing."""
    natural = int(rank_of_all(rank))
    suits = [card // 13 for mask in (once, twice) for card in members(mask & natural)]
    wild = (once & ~natural).bit_count() + (twice & ~natural).bit_count()
    for _ in range(wild):
        suits.append(min(range(4), key=lambda suit: (suits.count(suit), suit)))
    return " ".join(card_text(13 * suit + rank, symbols=True) for suit in sorted(suits)) if wild else ""


def _decision(who: str, kind: int, choice: int, legal: int, first: int, second: int) -> str:
    if kind == view.DRAW:
        return f"{who} chooses " + (f"the top {choice} of the pile" if choice > 0 else "the stock")
    if kind == view.SHED:
        best = kinds_text(legal, first & legal)
        if choice == view.NOTHING:
            return f"{who} puts down nothing more, though {best} could go"
        if choice > 0 and choice & view.AS_SWAP:
            return f"{who} chooses to exchange {kinds_text(choice & FULL_PACK)} for a wild card"
        return f"{who} chooses to put down {best if choice == view.BEST else _named(choice, True)}"
    if kind == view.CALL:
        return f"{who} {'calls' if choice else 'does not call'} {kind_text(second)}"
    return f"{who} discards {kind_text(choice)}"


def _named(answer: int, symbols: bool = False) -> str:
    """The cards that an answer to `shed` names."""
    twice = sum(8191 << 13 * suit for suit in range(4) if answer & view.BOTH << suit) & answer
    return kinds_text(answer & (FULL_PACK | JOKERS), twice, symbols)


def _cards(mask: int) -> str:
    return kinds_text(mask, symbols=False) if mask >= 0 and not mask & ~(FULL_PACK | JOKERS) else str(mask)


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the rules forbid."""
    seat, choice, held, extra = int(fault[SEAT]), int(fault[CHOICE]), int(fault[HELD]), int(fault[EXTRA])
    who = f"strategy {names[seat]!r} in seat {seat}, decision {view.DECISIONS[int(fault[DECISION])]!r},"
    hand = f"hand: {_cards(held)}"
    code = int(fault[CODE])
    if code == plays.DUTY_NOT_DONE:
        return f"{who} did not put down {_cards(choice)}, the deepest card it took from the pile; {hand}"
    if code == plays.NO_LEGAL_END:
        cards = _named(choice) if choice else "nothing more"
        return f"{who} put down {cards}, which leaves only cards that may not be discarded; {hand}"
    if code == plays.ILLEGAL_SHED and choice > 0 and choice & view.AS_SWAP:
        return f"{who} offered {_named(choice)} for a wild card on the table, which cannot be had for it; {hand}"
    if code == plays.ILLEGAL_SHED:
        cards = _named(choice) if choice >= 0 else str(choice)
        return f"{who} put down {cards}, which cannot all be melded or laid off from its cards; {hand}"
    if code == turns.ILLEGAL_DEPTH:
        return f"{who} asked for the top {choice} cards of a pile of {extra}; 0 is the stock; {hand}"
    if code == turns.ILLEGAL_TAKE:
        deepest = kind_text(extra, symbols=False)
        return f"{who} took the top {choice} cards, but {deepest} could not be put down at once; {hand}"
    if choice < 0 or not (FULL_PACK | JOKERS) >> choice & 1:
        return f"{who} discarded card number {choice}; card numbers are 0..51, of jokers {JOKER}; {hand}"
    card = kind_text(choice, symbols=False)
    if not held >> choice & 1:
        return f"{who} discarded {card}, which it does not hold; {hand}"
    return f"{who} discarded {card}, which was taken from the pile and may not be discarded yet; {hand}"
