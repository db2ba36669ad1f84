"""Spades events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.faults import CHOICE, CODE, DECISION, EXTRA, HELD, SEAT
from cardsim.games.spades import bidding, kernel, play, view
from cardsim.games.spades.decks import NUMBERS, name_of, names_of


def describe(event: np.ndarray, names: Any) -> str:
    """One event of the log in words; `names` are the seats' strategies.

    Examples
    --------
    >>> import numpy as np
    >>> describe(np.array([view.BID, 2, 4, 0, 0, 0]), ("cats+rule",) * 4)
    'seat 2 bids 4'
    """
    kind, seat, choice, legal, first, second = (int(value) for value in event)
    who = f"seat {seat}"
    if kind == kernel.DEALT:
        return f"{who} ({names[seat]}) is dealt {names_of(legal, symbols=True)}" + (", deals" if first == seat else "")
    if kind == kernel.SCORED:
        return f"seats 0 and 2 score {first}, seats 1 and 3 score {second}"
    if kind == play.TOOK:
        return f"{who} takes trick {second + 1} with {name_of(first, symbols=True)}, his number {choice}"
    if kind == view.BLIND_NIL_DECISION:
        blind = "bids blind nil" if choice == 1 else f"bids blind {choice} for his team"
        return f"{who} {blind if choice else 'looks at his cards'}"
    if kind == view.BID:
        return f"{who} bids {choice if choice else 'nil'}"
    if kind == view.PASS_CARDS:
        return f"{who} passes {name_of(choice, symbols=True)}"
    return f"{who} plays {name_of(choice, symbols=True)}"


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the rules forbid."""
    seat, choice, held, extra = (int(fault[i]) for i in (SEAT, CHOICE, HELD, EXTRA))
    who = f"strategy {names[seat]!r} in seat {seat}, decision {view.DECISIONS[int(fault[DECISION])]!r},"
    hand = f"hand: {names_of(held)}"
    if fault[CODE] == bidding.ILLEGAL_BID and fault[DECISION] == view.BLIND_NIL_DECISION:
        answers = ["0 (look)"] + [f"{bid or '1 (blind nil)'}" for bid in range(14) if extra >> bid & 1]
        return f"{who} answered {choice}; it may answer {', '.join(answers)}"
    if fault[CODE] == bidding.ILLEGAL_BID:
        allowed = ", ".join(str(bid) for bid in range(14) if extra >> bid & 1)
        return f"{who} bid {choice}; it may bid {allowed}; {hand}"
    if not 0 <= choice < NUMBERS:
        return f"{who} answered card number {choice}; card numbers are 0..51; {hand}"
    if fault[CODE] == bidding.ILLEGAL_PASS:
        return f"{who} passed a card it does not hold; {hand}"
    trick = f"to trick {(extra >> 58) + 1}"
    if not held >> choice & 1:
        return f"{who} played {name_of(choice)} {trick}, which it does not hold; {hand}"
    legal = names_of(extra & ((1 << NUMBERS) - 1))
    return f"{who} played {name_of(choice)} {trick}, but may only play {legal}; {hand}"
