"""Gin events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.cards import card_text, cards_text
from cardsim.games.faults import CHOICE, CODE, DECISION, EXTRA, HELD, SEAT
from cardsim.games.gin import dealing, drawing, showdown, turns, view
from cardsim.games.gin.columns import ENDS


def describe(event: np.ndarray, names: Any) -> str:
    """One event of the log in words; `names` are the seats' strategies.

    Examples
    --------
    >>> import numpy as np
    >>> describe(np.array([view.DISCARD, 0, 35, 0, 0, 0]), ("simple", "simple"))
    'seat 0 discards T♥'
    """
    kind, seat, choice, legal, first, second = (int(value) for value in event)
    who = f"seat {seat}"
    if kind == dealing.DEALT:
        return f"{who} ({names[seat]}) is dealt {cards_text(legal, symbols=True)}" + (
            ", begins" if first == seat else ""
        )
    if kind == dealing.UPCARD:
        return f"the upcard is {card_text(choice, symbols=True)}; the knock limit is {first}"
    if kind == drawing.DREW:
        place = "the pile" if first else f"the stock ({second} left)"
        return f"{who} draws {card_text(choice, symbols=True)} from {place}"
    if kind == showdown.LAID:
        return f"{who} lays {cards_text(legal, symbols=True)}"
    if kind == showdown.LAID_OFF:
        return f"{who} lays off {card_text(choice, symbols=True)}: {cards_text(legal, symbols=True)}"
    if kind == showdown.SCORED:
        return _scored(seat, choice, first, second)
    if kind == showdown.PAID:
        return f"{who} gets {first / 1000:g} points"
    return _decision(who, kind, choice, first, second)


def _scored(winner: int, end: int, knocker: int, defender: int) -> str:
    if ENDS[end] == "void":
        return "the hand is void"
    deadwood = f"deadwood {knocker} against {defender}"
    return f"{ENDS[end].replace('_', ' ')}, {deadwood}: " + (
        f"seat {winner} scores" if winner >= 0 else "nobody scores"
    )


def _decision(who: str, kind: int, choice: int, first: int, second: int) -> str:
    if kind == view.TAKE_UPCARD:
        return f"{who} {'takes' if choice else 'leaves'} the upcard {card_text(first, symbols=True)}"
    if kind == view.BIG_GIN:
        return f"{who} {'declares' if choice else 'does not declare'} big gin"
    if kind == view.KNOCK:
        return f"{who} {'knocks' if choice else 'does not knock'} (deadwood {first})"
    if kind == view.DISCARD:
        return f"{who} discards {card_text(choice, symbols=True)}" + (" and knocks" if first else "")
    if kind == view.SPREAD:
        best = "a best arrangement" if choice == view.ANY_BEST else cards_text(choice, symbols=True) or "nothing more"
        return f"{who} spreads {best}"
    if choice < 0:
        return f"{who} " + ("lays off nothing more" if choice == view.STOP else "lays off as well as possible")
    return f"{who} chooses to lay off {card_text(choice & 63, symbols=True)}"


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the rules forbid."""
    seat, choice, held = int(fault[SEAT]), int(fault[CHOICE]), int(fault[HELD])
    who = f"strategy {names[seat]!r} in seat {seat}, decision {view.DECISIONS[int(fault[DECISION])]!r},"
    hand = f"hand: {cards_text(held)}"
    code = int(fault[CODE])
    if code == turns.ILLEGAL_DISCARD:
        if not 0 <= choice < 52:
            return f"{who} discarded card number {choice}; card numbers are 0..51; {hand}"
        if not held >> choice & 1:
            return f"{who} discarded {card_text(choice)}, which it does not hold; {hand}"
        reason = "leaves too much deadwood for the knock" if fault[EXTRA] else "was just taken from the pile"
        return f"{who} discarded {card_text(choice)}, which {reason}; {hand}"
    if code == showdown.ILLEGAL_MELD:
        melds = cards_text(choice) if 0 <= choice < 1 << 52 else str(choice)
        return f"{who} laid {melds}, which is no meld of its cards; {hand}"
    if code == showdown.TOO_MUCH_DEADWOOD:
        return f"{who} knocked but left {choice} deadwood unmelded: {cards_text(held)}"
    card = card_text(choice & 63) if choice >= 0 and choice & 63 < 52 else str(choice)
    return f"{who} laid off {card}, which it does not hold or which does not fit; {hand}"
