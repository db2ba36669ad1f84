"""Checks of published numbers about Rummikub."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, combinations
from math import comb

import numpy as np

from cardsim.claims.checks.playing import SEED, Effort, decided_rate, play, share
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.rummikub import opening_values, winning_racks
from cardsim.games.rummikub.run_states import run_states
from cardsim.games.rummikub.sets import all_readings
from cardsim.stats import mean

JOKER = 52
Set = tuple[int, ...]


def _plain_sets() -> tuple[list[Set], list[Set]]:
    """Runs of three to five tiles, which make up all longer ones, and groups, without jokers."""
    runs = [
        tuple(13 * colour + value for value in range(low, low + length))
        for length in (3, 4, 5)
        for colour in range(4)
        for low in range(14 - length)
    ]
    groups = [
        tuple(13 * colour + value for colour in colours)
        for length in (3, 4)
        for value in range(13)
        for colours in combinations(range(4), length)
    ]
    return runs, groups


@cache
def _sets_with_jokers() -> dict[Set, int]:
    """Distinct sets with up to two jokers and a number tile, with the number of jokers."""
    found = {}
    for plain in chain(*_plain_sets()):
        for jokers in range(min(3, len(plain))):
            for kept in combinations(plain, len(plain) - jokers):
                found[tuple(sorted(kept)) + (JOKER,) * jokers] = jokers
    assert all(all_readings(tiles) for tiles in found)
    return found


def _every_joker_needed(tiles: Set) -> bool:
    """Whether no joker can be taken out of a set so that a set is left."""
    return tiles[-1] != JOKER or tiles[:-1] not in _sets_with_jokers()


def sets(effort: Effort) -> dict[str, Found]:
    """How many sets there are, by kind; flawed: those only in which every joker is needed."""
    runs, groups = _plain_sets()
    distinct = Counter(_sets_with_jokers().values())
    everything = len(runs) + len(groups)
    placed = sum(comb(len(plain), 1) + comb(len(plain), 2) for plain in runs + groups)
    needed = sum(map(_every_joker_needed, _sets_with_jokers()))
    return {
        "runs": Found(exactly(len(runs))),
        "groups": Found(exactly(len(groups))),
        "without jokers": Found(exactly(everything)),
        "one joker": Found(exactly(distinct[1])),
        "two jokers": Found(exactly(distinct[2])),
        "all": Found(exactly(sum(distinct.values())), flawed=exactly(needed)),
        "jokers placed": Found(exactly(placed)),
        "jokers placed or none": Found(exactly(placed + everything)),
    }


def open_runs(effort: Effort, limits: list[int]) -> dict[str, Found]:
    """States of the open runs of one colour, by the most runs that may go on side by side."""
    return {str(limit): Found(exactly(len(run_states(limit).one))) for limit in limits}


def winning(effort: Effort, sizes: list[int], numbers: int = 13, of: str = "winning") -> dict[str, Found]:
    """Racks that consist of sets alone, by number of tiles."""
    return {str(size): Found(exactly(getattr(winning_racks(size, numbers), of))) for size in sizes}


def three_tiles(effort: Effort) -> dict[str, Found]:
    """Winning racks of three tiles, by kind."""
    runs, groups = ([tiles for tiles in kind if len(tiles) == 3] for kind in _plain_sets())
    total = winning_racks(3).winning
    return {name: Found(exactly(n)) for name, n in (("runs", len(runs)), ("groups", len(groups)), ("all", total))}


@cache
def _openings(n: int, tiles: int, rules: str) -> np.ndarray:
    return opening_values(n, tiles, rules, SEED)["value"].to_numpy()


def opens(effort: Effort, rules: str, thresholds: list[int], n: int = 1_000_000) -> dict[str, Found]:
    """Chance that a rack of 14 tiles can open, by the value needed."""
    values = _openings(effort.games(n), 14, rules)
    return {str(threshold): Found(share(values >= threshold)) for threshold in thresholds}


def opens_within(effort: Effort, rules: str, places: list[str]) -> dict[str, Found]:
    """The chance to open with 30, for each of several statements about it."""
    return {place: opens(effort, rules, [30])["30"] for place in places}


def opening_value(effort: Effort) -> Found:
    """Mean of the best value that a rack without jokers can lay down at first."""
    return Found(mean(_openings(effort.games(1_000_000), 14, "no_jokers").astype(float)))


def opens_by_tiles(effort: Effort, sizes: list[int]) -> dict[str, Found]:
    """Chance to open with 30 without jokers, by the tiles on the rack."""
    n = effort.games(100_000)
    return {str(size): Found(share(_openings(n, size, "no_jokers") >= 30)) for size in sizes}


def four_colours(effort: Effort) -> dict[str, Found]:
    """Chance that some value is held in all four colours, from generating functions."""
    return {str(box): Found(exactly(_some_value_in_four_colours(14, box - 104))) for box in (104, 106)}


def _some_value_in_four_colours(tiles: int, jokers: int) -> float:
    """Eight tiles of each value: count the choices of each that lack a colour, and multiply over the values."""
    complete = np.array([1.0])
    for _ in range(4):
        complete = np.convolve(complete, [0, 2, 1])  # one or both copies of each colour
    lacking = np.array([comb(8, k) for k in range(9)]) - complete
    ways = np.array([comb(jokers, k) for k in range(jokers + 1)], float)
    for _ in range(13):
        ways = np.convolve(ways, lacking)
    return 1 - float(ways[tiles]) / comb(104 + jokers, tiles)


def first_to_open(effort: Effort) -> Found:
    """Share of decided games won by the player who opened first, two greedy players."""
    table = play("rummikub", ["greedy_tiles"] * 2, effort.games(6_000, 1_000)).table
    turns = np.stack([table["opening_turn_0"], table["opening_turn_1"]]).astype(float)
    turns[turns == 0] = np.inf
    starter = table["starter"].to_numpy()
    turns[1 - starter, np.arange(len(table))] += 0.5  # the starter is first in turns of the same number
    decided = (table["winner"] >= 0) & (np.isfinite(turns).any(axis=0))
    return Found(share(table["winner"] == turns.argmin(axis=0), decided))


def beats_greedy(effort: Effort, players: dict[str, str]) -> dict[str, Found]:
    """Share of decided two-player games that a player wins against `greedy_tiles`, either seat."""
    n = effort.games(4_000, 800)
    return {at: Found(decided_rate("rummikub", player, "greedy_tiles", n)) for at, player in players.items()}
