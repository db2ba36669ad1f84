"""FreeCell events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.cards import card_text
from cardsim.games.faults import CHOICE, CODE, EXTRA
from cardsim.games.freecell import dealing, kernel
from cardsim.games.freecell.columns import ENDS
from cardsim.games.freecell.variant import CELL, HOME


def describe(event: np.ndarray, names: Any) -> str:
    """One event of the log in words.

    Examples
    --------
    >>> import numpy as np
    >>> describe(np.array([kernel.ACTED, 0, 1 | 5 << 5 | 3 << 10, 0, 35, 0]), ("greedy",))
    'T♥ and the 2 cards on it from column 2 to column 6'
    """
    kind, _, choice, _, first, second = (int(value) for value in event)
    if kind == kernel.DEALT:
        return f"{names[0]} gets game {first}"
    if kind == kernel.ENDED:
        return f"{ENDS[choice].replace('_', ' ')} after {first} actions, {second} cards home"
    source, target, count = choice & 31, choice >> 5 & 31, choice >> 10
    cards = card_text(first, symbols=True)
    if count > 1:
        cards += f" and the {'card' if count == 2 else f'{count - 1} cards'} on it"
    by_itself = " by itself" if kind == kernel.WENT_HOME else ""
    return f"{cards} from {place_name(source)} {'' if target == HOME else 'to '}{place_name(target)}{by_itself}"


def place_name(place: int) -> str:
    """A column, cell or the foundations in words."""
    if place == HOME:
        return "home"
    return f"cell {place - CELL + 1}" if place >= CELL else f"column {place + 1}"


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the rules forbid, or what was asked for that does not exist."""
    if int(fault[CODE]) == dealing.NO_SUCH_DEAL:
        return f"there is no numbered deal {int(fault[CHOICE])}: game i plays deal i + 1, up to 2**33 - 1"
    if int(fault[CODE]) == dealing.NO_PACK:
        return "deal_scheme='given' needs packs"
    return (
        f"strategy {names[0]!r} in seat 0, decision 'act', answered {int(fault[CHOICE])}; "
        f"legal actions were numbered 0..{int(fault[EXTRA]) - 1}"
    )
