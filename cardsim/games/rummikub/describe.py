"""Rummikub events and broken contracts in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.faults import CHOICE, CODE, DECISION, EXTRA, HELD, SEAT
from cardsim.games.rummikub import dealing, view, wishes
from cardsim.games.rummikub.columns import ENDS
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.tiles import tile_text

OPEN_ANSWERS = ("waits", "opens with most value", "opens with most tiles", "opens with fewest tiles")
PLAY_ANSWERS = ("draws", "places", "looks for most tiles", "looks for most value", "looks for most weight")


def tiles_of_masks(one: int, two: int, jokers: int) -> str:
    """Text of tiles given as masks of kinds."""
    kinds = [tile for tile in range(dealing.JOKER) if one >> tile & 1 for _ in range(1 + (two >> tile & 1))]
    return " ".join([tile_text(tile, MOST_NUMBERS) for tile in kinds] + ["J"] * jokers) or "nothing"


def describe(event: np.ndarray, names: Any) -> str:
    """One event of the log in words; `names` are the seats' strategies.

    Examples
    --------
    >>> import numpy as np
    >>> describe(np.array([dealing.DREW, 1, 15, 0, 70, 0]), ("greedy_tiles", "greedy_tiles"))
    'seat 1 draws b1 (70 left)'
    """
    kind, seat, choice, legal, first, second = (int(value) for value in event)
    who = f"seat {seat}"
    if kind == dealing.DEALT:
        begins = ", begins" if choice == seat else ""
        return f"{who} ({names[seat]}) is dealt {tiles_of_masks(legal, first, second)}{begins}"
    if kind == dealing.PLACED:
        return f"{who} places {tiles_of_masks(legal, first, second)}"
    if kind == dealing.DREW:
        return f"{who} draws {tile_text(choice, MOST_NUMBERS)} ({first} left)"
    if kind == dealing.SCORED:
        shared = f"shared by {first} seats" if seat < 0 else f"seat {seat} wins"
        return f"{ENDS[choice].replace('_', ' ')}: {shared}, the others lose {second}"
    if kind == dealing.SET:
        jokers = f", jokers as {tiles_of_masks(first, 0, 0)}" if first else ""
        return f"set {choice + 1} of {second} on the table: {tiles_of_masks(legal, 0, 0)}{jokers}"
    if kind == dealing.PAID:
        return f"{who} gets {first / 1000:g} points"
    if kind == view.OPEN:
        return f"{who} {OPEN_ANSWERS[choice]} (could open with {second} tiles worth {first})"
    offer = f" ({first} tiles worth {second} on offer)" if first else ""
    return f"{who} {PLAY_ANSWERS[choice]}{offer}"


def describe_fault(fault: np.ndarray, names: Any) -> str:
    """What a strategy did that the contract forbids."""
    seat, choice, held, extra = (int(fault[i]) for i in (SEAT, CHOICE, HELD, EXTRA))
    decision = view.DECISIONS[int(fault[DECISION])]
    who = f"strategy {names[seat]!r} in seat {seat}, decision {decision!r},"
    code = int(fault[CODE])
    if code == wishes.ILLEGAL_ANSWER:
        most = view.OPEN_FEWEST_TILES if decision == "open" else view.WEIGHTED
        return f"{who} answered {choice}; answers are 0..{most}"
    if code == wishes.NOTHING_OFFERED:
        return f"{who} accepted a play, but none is on offer (view.offer_tiles is 0)"
    if code == wishes.HELD_TOO_MUCH:
        return f"{who} held back {extra} of {tile_text(held, MOST_NUMBERS)}, which is not between 0 and what it has"
    if code == wishes.BAD_WEIGHT:
        what = "joker_weight" if held < 0 else f"weights[{held}]"
        return f"{who} wrote {what} = {extra}; weights are 0..{wishes.MOST_WEIGHT}"
    return f"{who} was asked {choice} times in one turn and neither passed nor accepted a play"
