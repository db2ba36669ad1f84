"""Checks of published numbers about Spades."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from cardsim import rng
from cardsim.claims.checks.playing import SEED, Effort, play, share, win_rate
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.spades import facts
from cardsim.stats import ratio

HONOURS = ("ace", "king", "queen")


def counts(effort: Effort) -> dict[str, Found]:
    """Hands, deals, and completions of one hand."""
    found = {"hands": facts.HANDS, "deals": facts.DEALS, "completions": facts.COMPLETIONS}
    return {name: Found(exactly(number)) for name, number in found.items()}


def spades_held(effort: Effort) -> dict[str, Found]:
    """The law of the number of spades in a hand, and its mean."""
    law = {str(k): Found(exactly(float(facts.suit_length(k)))) for k in range(14)}
    return law | {"mean": Found(exactly(float(sum(k * facts.suit_length(k) for k in range(14)))))}


def voids(effort: Effort) -> dict[str, Found]:
    """Chance of a void in a named suit, in any suit, in some side suit."""
    return {
        "named suit": Found(exactly(float(facts.suit_length(0)))),
        "any suit": Found(exactly(float(facts.void_somewhere()))),
        "some side suit": Found(exactly(float(facts.void_somewhere(3)))),
    }


def low_hands(effort: Effort) -> dict[str, Found]:
    """Chances of hands without high cards, or with few and low spades."""
    return {
        "no card above 9": Found(exactly(float(facts.without(20)))),
        "no jack or higher": Found(exactly(float(facts.without(16)))),
        "at most three spades, none above the jack": Found(exactly(float(facts.low_spades(10)))),
        "at most three spades, none above the ten": Found(exactly(float(facts.low_spades(9)))),
    }


@cache
def _doomed(k: int) -> float:
    """Share of the holdings of k spades that lose a trick by themselves, every holding looked at."""
    lost = 0
    for held in combinations(range(13), k):
        highest = sorted(held, reverse=True)
        above = [12 - spade - i for i, spade in enumerate(highest)]  # spades of others above the i-th highest
        lost += any(higher < i + 1 for i, higher in enumerate(above))
    return lost / comb(13, k)


def doomed_by_number(effort: Effort) -> dict[str, Found]:
    """Chance that k spades lose a nil by themselves."""
    return {str(k): Found(exactly(_doomed(k))) for k in range(14)}


def doomed(effort: Effort) -> dict[str, Found]:
    """The same over all hands, and the bound it sets to a blind nil without exchange."""
    lost = sum(float(facts.suit_length(k)) * _doomed(k) for k in range(14))
    return {"lost": Found(exactly(lost)), "bound": Found(exactly(1 - lost))}


def break_even(effort: Effort) -> dict[str, Found]:
    """Least chance of making a nil of 100 points that pays against a certain bid."""
    return {str(bid): Found(exactly(facts.nil_break_even(bid))) for bid in range(1, 6)}


def honours(effort: Effort, card: str) -> dict[str, Found]:
    """Chance that both opponents hold as many cards of my suit as it takes for ace, king or queen to win."""
    least = HONOURS.index(card) + 1
    return {str(own): Found(exactly(float(facts.both_opponents_hold(least, own)))) for own in range(14)}


def mistyped(effort: Effort, cells: dict[str, list[str]]) -> dict[str, Found]:
    """Entries of the honour table, and what comes of the digits printed there by a slip of the pen.

    `cells` gives for each place the card, the number held, the digits printed and the order in which they were copied.
    """
    found = {}
    for at, (card, own, digits, order) in cells.items():
        right = float(facts.both_opponents_hold(HONOURS.index(card) + 1, int(own)))
        copied = "".join(digits[int(place)] for place in order)
        found[at] = Found(exactly(right), flawed=exactly(int(copied) / 1000))
    return found


def ruffs(effort: Effort, card: str) -> dict[str, Found]:
    """Chance that a heart honour can be ruffed, and the same by dealing each missing heart to a player at random."""
    most = HONOURS.index(card)
    return {
        str(own): Found(
            exactly(float(facts.ruff_chance(own, most))), flawed=exactly(float(facts.flawed_ruff_chance(own, most)))
        )
        for own in range(1, 12)
    }


def nil_test_wins(effort: Effort, n: int = 40_000) -> Found:
    """Matches that the new nil test wins against the old one, partnerships on the same deals."""
    return Found(win_rate("spades", "cats+rule", "cats_old+rule", effort.games(n), "cats", partners=True))


def nil_test(effort: Effort) -> dict[str, Found]:
    """Share of nils that are made under either test, and how often nil is bid; the deal is the unit."""
    found = {}
    for name in ("cats", "cats_old"):
        table = play("spades", [f"{name}+rule"] * 4, effort.games(200_000), "cats").table
        made = np.stack([table[f"nil_made_{seat}"] for seat in range(4)])
        bid, kept = (made >= 0).sum(axis=0), (made == 1).sum(axis=0)
        found[f"{name} made"] = Found(ratio(kept, bid))
        found[f"{name} bid"] = Found(ratio(bid, np.full(bid.size, 4)))
    return found


def nil_by_top_spade(effort: Effort, cards: dict[str, str]) -> dict[str, Found]:
    """How often a nil fails that any hand with at most three spades bids, by its highest spade."""
    n = effort.games(40_000)
    table = play("spades", ["fixed+rule:bid=0", "cats+rule", "cats+rule", "cats+rule"], n).table
    spades, top = _spades_of_seat_0(n)
    failed = table["nil_made_0"].to_numpy() == 0
    few = (spades >= 1) & (spades <= 3)
    return {at: Found(share(failed, few & (top == "23456789TJQKA".index(card)))) for at, card in cards.items()}


@cache
def _spades_of_seat_0(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Number of spades and height of the highest (two = 0) in the hand that game i deals to seat 0."""
    state, numbers, tops = rng.states(1)[0], np.zeros(n, int), np.full(n, -1)
    for i in range(n):
        pack = np.arange(52, dtype=np.uint8)
        rng.start(state, SEED, i, 0, rng.DEAL)
        rng.shuffle(state, pack)
        heights = [(int(card) - 39 + 12) % 13 for card in pack[::4] if card >= 39]
        numbers[i], tops[i] = len(heights), max(heights, default=-1)
    return numbers, tops


def random_nil(effort: Effort) -> Found:
    """Share of nils made when any hand bids nil."""
    n = effort.games(40_000)
    table = play("spades", ["fixed+rule:bid=0", "cats+rule", "cats+rule", "cats+rule"], n).table
    return Found(share(table["nil_made_0"] == 1))
