"""Checks of published numbers about rummy."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import pandas as pd

from cardsim.claims.checks.playing import Effort, decided_rate, play, share, win_rate
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.rummy import exact
from cardsim.stats import mean


def no_meld(effort: Effort, ace: str, sizes: list[int]) -> dict[str, Found]:
    """Number of hands of n cards without a meld."""
    return {str(n): Found(exactly(exact.no_meld_count(n, ace))) for n in sizes}


def no_meld_share(effort: Effort, ace: str, sizes: list[int]) -> dict[str, Found]:
    """Share of hands of n cards without a meld."""
    return {str(n): Found(exactly(exact.no_meld_count(n, ace) / comb(52, n))) for n in sizes}


def some_meld(effort: Effort, sizes: list[int]) -> dict[str, Found]:
    """Share of hands of n cards with a meld, aces low."""
    return {str(n): Found(exactly(1 - exact.no_meld_count(n) / comb(52, n))) for n in sizes}


def largest_without_meld(effort: Effort) -> dict[str, Found]:
    """The largest hand without a meld, and how many there are of it."""
    counts = {ace: [exact.no_meld_count(n, ace) for n in range(53)] for ace in ("low", "high_or_low", "wrap")}
    found = {ace: Found(exactly(numbers[26])) for ace, numbers in counts.items()}
    largest = max(n for numbers in counts.values() for n, count in enumerate(numbers) if count)
    return found | {"cards": Found(exactly(largest))}


def fully_melded(effort: Effort, size: int) -> dict[str, Found]:
    """Hands that are melds alone, by the rule for aces: their number, and one in how many."""
    found = {}
    for ace in ("low", "high_or_low", "wrap"):
        count = len(exact.fully_melded_hands(size, ace))
        found[ace] = Found(exactly(count))
        found[f"{ace}, one in"] = Found(exactly(comb(52, size) / count))
    return found


@cache
def _going_out(size: int) -> int:
    return len(exact.going_out_hands(size))


def going_out(effort: Effort, size: int) -> dict[str, Found]:
    """Hands with the drawn card that can go out on an empty table, aces low."""
    return {
        "hands": Found(exactly(_going_out(size))),
        "probability": Found(exactly(_going_out(size) / comb(52, size))),
        "all melded": Found(exactly(len(exact.fully_melded_hands(size)))),
    }


def first_turn(effort: Effort, size: int, upcard: bool = True) -> dict[str, Found] | Found:
    """Chance of going out in the very first turn."""
    if effort.quick and size > 7 and upcard:
        return Found(None, note="29 million hands: checked in a full run only")
    chance = exact.first_turn_chance(size) if upcard else _going_out(size + 1) / comb(52, size + 1)
    return {"probability": Found(exactly(chance)), "one in": Found(exactly(1 / chance))}


def ready(effort: Effort, size: int) -> Found:
    """Hands that are complete or that a card completes, aces low."""
    if effort.quick and size > 7:
        return Found(None, note="29 million hands: checked in a full run only")
    return Found(exactly(exact.ready_hands(size)))


def seven_card_deadwood(effort: Effort) -> dict[str, Found]:
    """The law of the least deadwood of seven cards, aces low."""
    law = exact.deadwood_law(7).astype(float)
    values, share_of = np.arange(law.size), law / law.sum()
    centre = float(share_of @ values)
    return {
        "mean": Found(exactly(centre)),
        "standard deviation": Found(exactly(float(share_of @ (values - centre) ** 2) ** 0.5)),
        "most": Found(exactly(int(np.flatnonzero(law)[-1]))),
        "hands with 0": Found(exactly(int(law[0]))),
    }


def mean_pips(effort: Effort, size: int) -> Found:
    """Mean pips of a hand: each card is worth 85/13 on average."""
    return Found(exactly(size * sum(min(rank + 1, 10) for rank in range(13)) / 13))


@cache
def _waiting(ace: str) -> np.ndarray:
    return np.array(list(exact.three_card_waiting_times(ace).values()))


def waiting(effort: Effort) -> dict[str, Found]:
    """Expected turns to a meld in three-card solitaire, by the rule for aces."""
    return {ace: Found(exactly(_waiting(ace).mean())) for ace in ("low", "high_or_low", "wrap")}


def waiting_extremes(effort: Effort) -> dict[str, Found]:
    """The same for the best and the worst hand that is no meld."""
    times = _waiting("low")
    return {"best": Found(exactly(times[times > 0].min())), "worst": Found(exactly(times.max()))}


def starter_wins(effort: Effort, rules: str, players: list[str]) -> Found:
    """Share of decided hands that the starter wins."""
    table = play("rummy", players, effort.games(100_000), rules).table
    return Found(share(table["winner"] == table["starter"], table["winner"] >= 0))


def stalemates(effort: Effort, rules: str, players: list[str]) -> Found:
    """Share of hands that nobody wins."""
    return Found(play("rummy", players, effort.games(100_000), rules).rate("depleted|dead|cap"))


def hand_turns(effort: Effort, rules: str, players: list[str]) -> Found:
    """Turns of a hand, all players together."""
    return Found(play("rummy", players, effort.games(100_000), rules).mean("turns"))


def match_win(effort: Effort, rules: str, one: str, two: str) -> Found:
    """Share of matches that the first player wins, either seat."""
    return Found(win_rate("rummy", one, two, effort.games(4_000, 1_000), rules))


def early_melding(effort: Effort, rivals: dict[str, str]) -> dict[str, Found]:
    """Points a hand by which `meld_asap` leads a player who holds back, two players, both seats, same deals."""
    n = effort.games(100_000)
    found = {}
    for at, rival in rivals.items():
        gaps = []
        for seat, seats in enumerate((["meld_asap", rival], [rival, "meld_asap"])):
            table = play("rummy", seats, n).table
            gaps.append(table[f"points_{seat}"].astype(float) - table[f"points_{1 - seat}"].astype(float))
        found[at] = Found(mean(pd.concat(gaps, axis=1).mean(axis=1)))
    return found


def discards(effort: Effort, better: str, others: list[str]) -> dict[str, Found]:
    """Share of decided hands that one discard policy wins against each other one, either seat."""
    found = {}
    for other in others:
        players = f"meld_asap:discard={better}", f"meld_asap:discard={other}"
        found[other] = Found(decided_rate("rummy", *players, effort.games(20_000, 6_000)))
    return found
