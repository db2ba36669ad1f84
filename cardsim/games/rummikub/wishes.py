"""What a player wrote into the view before asking for a play: tiles to hold back, weights."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.faults import blame
from cardsim.games.rummikub.dealing import JOKER
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.games.rummikub.view import PLAY, WEIGHTED

ILLEGAL_ANSWER, NOTHING_OFFERED, HELD_TOO_MUCH, BAD_WEIGHT, ASKED_TOO_OFTEN = range(1, 6)
"""Broken contracts."""
MOST_WEIGHT = 1000


@kernel
def check_wishes(rules, table, seat, answer):
    """Fill ``table.held`` with the rack less what the player holds back; False after a broken contract."""
    view = table.views[seat]
    for colour in range(4):
        for v in range(rules.numbers):
            hold = view.hold[colour, v]
            table.held[colour, v] = table.racks[seat, colour, v] - hold
            if hold < 0 or table.held[colour, v] < 0:
                blame(table, HELD_TOO_MUCH, seat, PLAY, answer, colour * MOST_NUMBERS + v, hold)
                return False
    if view.hold_jokers < 0 or view.hold_jokers > table.rack_jokers[seat]:
        blame(table, HELD_TOO_MUCH, seat, PLAY, answer, JOKER, view.hold_jokers)
        return False
    if answer == WEIGHTED:
        for v in range(rules.numbers):
            if not 0 <= view.weights[v] <= MOST_WEIGHT:
                blame(table, BAD_WEIGHT, seat, PLAY, answer, v, view.weights[v])
                return False
        if not 0 <= view.joker_weight <= MOST_WEIGHT:
            blame(table, BAD_WEIGHT, seat, PLAY, answer, -1, view.joker_weight)
            return False
    return True


@kernel
def holds_back(table, seat, numbers):
    """Whether the player holds anything back."""
    if table.views[seat].hold_jokers > 0:
        return True
    for colour in range(4):
        for v in range(numbers):
            if table.held[colour, v] != table.racks[seat, colour, v]:
                return True
    return False
