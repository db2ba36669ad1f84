"""Rummy events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.cards import card_text, cards_text
from cardsim.games.game import CHOICE, CODE, DECISION, EXTRA, HELD, SEAT
from cardsim.games.rummy import calls, plays, scoring, turns, view
from cardsim.games.rummy.columns import ENDS


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
        return f"{who} ({names[seat]}) is dealt {cards_text(legal, symbols=True)}{begins}"
    if kind == turns.UPCARD:
        return f"the upcard is {card_text(choice, symbols=True)}"
    if kind == turns.DREW:
        return f"{who} draws {card_text(choice, symbols=True)} from the stock ({first} left)"
    if kind == turns.TOOK:
        return f"{who} takes {cards_text(second, symbols=True)} from the pile"
    if kind == plays.MELDED:
        return f"{who} melds {cards_text(choice, symbols=True)}"
    if kind == plays.LAID_OFF:
        return f"{who} lays off {card_text(choice, symbols=True)} on a {'set' if first else 'run'}"
    if kind == turns.RECYCLED:
        return f"the discards become the stock ({choice} cards), for the {first}. time"
    if kind == turns.FLIPPED:
        return f"{card_text(choice, symbols=True)} is turned up"
    if kind == calls.CALLED:
        return f"{who} calls rummy on {card_text(choice, symbols=True)} of seat {first}"
    if kind == calls.FALSELY_CALLED:
        return f"{who} calls rummy falsely on {card_text(choice, symbols=True)} of seat {first} and pays {second}"
    if kind == scoring.PAID:
        return f"{who} gets {first / 1000:g} points"
    if kind == scoring.ENDED:
        if seat >= 0:
            return f"{who} goes out{', Going Rummy' if second else ''}; the others hold {first} pips"
        return {"depleted": "the stock is used up", "dead": "nobody can go out any more", "cap": "too many turns"}[
            ENDS[choice]
        ] + ": a stalemate"
    return _decision(who, kind, choice, legal, second)


def _decision(who: str, kind: int, choice: int, legal: int, second: int) -> str:
    if kind == view.DRAW:
        return f"{who} chooses " + (f"the top {choice} of the pile" if choice > 0 else "the stock")
    if kind == view.SHED:
        if choice == view.NOTHING:
            return f"{who} puts down nothing more, though {cards_text(legal, symbols=True)} could go"
        cards = legal if choice == view.BEST else choice & ~view.AS_LAYOFFS
        return f"{who} chooses to put down {cards_text(cards, symbols=True)}"
    if kind == view.CALL:
        return f"{who} {'calls' if choice else 'does not call'} {card_text(second, symbols=True)}"
    return f"{who} discards {card_text(choice, symbols=True)}"


def _cards(mask: int) -> str:
    return cards_text(mask) if 0 <= mask < 1 << 52 else str(mask)


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the rules forbid."""
    seat, choice, held, extra = int(fault[SEAT]), int(fault[CHOICE]), int(fault[HELD]), int(fault[EXTRA])
    who = f"strategy {names[seat]!r} in seat {seat}, decision {view.DECISIONS[int(fault[DECISION])]!r},"
    hand = f"hand: {_cards(held)}"
    code = int(fault[CODE])
    if code == plays.DUTY_NOT_DONE:
        return f"{who} did not put down {_cards(choice)}, the deepest card it took from the pile; {hand}"
    if code == plays.NO_LEGAL_END:
        cards = _cards(choice & ~view.AS_LAYOFFS) if choice else "nothing more"
        return f"{who} put down {cards}, which leaves only cards that may not be discarded; {hand}"
    if code == plays.ILLEGAL_SHED:
        cards = _cards(choice & ~view.AS_LAYOFFS) if choice >= 0 else str(choice)
        return f"{who} put down {cards}, which cannot all be melded or laid off from its cards; {hand}"
    if code == turns.ILLEGAL_DEPTH:
        return f"{who} asked for the top {choice} cards of a pile of {extra}; 0 is the stock; {hand}"
    if code == turns.ILLEGAL_TAKE:
        return f"{who} took the top {choice} cards, but {card_text(extra)} could not be put down at once; {hand}"
    if not 0 <= choice < 52:
        return f"{who} discarded card number {choice}; card numbers are 0..51; {hand}"
    if not held >> choice & 1:
        return f"{who} discarded {card_text(choice)}, which it does not hold; {hand}"
    return f"{who} discarded {card_text(choice)}, which was taken from the pile and may not be discarded yet; {hand}"
