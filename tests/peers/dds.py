"""Double-dummy tricks by Bo Haglund's and Soren Hein's DDS, through endplay: spades are trumps."""

from __future__ import annotations

import random

from endplay.dds.solve import SolveMode, solve_board
from endplay.types import Deal, Denom, Player

from cardsim.games.spades.double_dummy import team_tricks

RANKS = "AKQJT98765432"
RULES = {"spade_lead": "anytime"}
"""In bridge, and so for DDS, spades may be led at any time."""
PLAYERS = (Player.north, Player.east, Player.south, Player.west)


def deal(seed):
    """Four hands of 2 to 13 cards (more often few), and the seat on lead."""
    stream = random.Random(seed)
    size = stream.choice((2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13))
    cards = stream.sample([rank + suit for suit in "shdc" for rank in RANKS], 4 * size)
    return [cards[size * seat : size * (seat + 1)] for seat in range(4)], stream.randrange(4)


def as_bridge(hands, leader):
    """The deal as endplay has it."""
    texts = [".".join("".join(r for r in RANKS if r + suit in hand) for suit in "shdc") for hand in hands]
    return Deal("N:" + " ".join(texts), first=PLAYERS[leader], trump=Denom.spades)


def by_dds(bridge):
    """Tricks of the leader's side."""
    return max(tricks for _, tricks in solve_board(bridge, mode=SolveMode.OptimalOne))


def by_us(hands, leader):
    """The same by the package."""
    return team_tricks(hands, leader, leader & 1, rules=RULES)
