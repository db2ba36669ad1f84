"""The same work done by us and by another program, in pairs of functions, to be timed in alternation.

Each ``*_pairs`` function returns its pairs, or raises ImportError (or FileNotFoundError) naming the program that is
missing.
"""

from __future__ import annotations

import importlib
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from itertools import pairwise
from typing import Any, NamedTuple

import cardsim as cs
from cardsim.cards import members
from cardsim.games.freecell.bench import PROGRAM, Solving
from cardsim.games.gin.bench import deadwoods, some_hands
from cardsim.games.rummikub.bench import solving, solving_by_peer
from cardsim.games.rummikub.bench_positions import some_positions
from cardsim.games.workload import playing


class Pair(NamedTuple):
    """`ours(count)` and `theirs(count)` do the same work `count` times, a multiple of `cases` where these are few.

    `less`, as text, says what theirs leaves out.
    """

    game: str
    work: str
    unit: str
    peer: str
    version: str
    ours: Callable[[int], Any]
    theirs: Callable[[int], Any]
    cases: int = 1
    less: Any = ""


def gin_pairs() -> Iterator[Pair]:
    """Whole hands, and the least deadwood of ten cards."""
    import pyspiel

    name, number = "OpenSpiel", version("open_spiel")
    gin, rules = cs.games["gin"], "openspiel"
    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(2)]
    yield Pair(
        "gin", "random legal play", "hand", name, number, playing(gin, ["random"] * 2, rules).run, whole(game, bots)
    )
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in range(2)]
    ours = playing(gin, ["openspiel_simple"] * 2, rules).run
    yield Pair("gin", "OpenSpiel's simple bots", "hand", name, number, ours, whole(game, bots))
    hands = some_hands(10)
    theirs = [[13 * (3 - card // 13) + card % 13 for card in members(int(hand))] for hand in hands]
    least = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    yield Pair(
        "gin", "least deadwood of 10 cards", "hand", name, number, partial(deadwoods, hands), each(least, theirs)
    )


def rlcard_pairs() -> Iterator[Pair]:
    """Whole hands by RLCard's own loop, and the least deadwood of ten cards."""
    from rlcard.games.gin_rummy.game import GinRummyGame
    from rlcard.games.gin_rummy.utils import melding, utils

    name, number = "RLCard", version("rlcard")
    stream = random.Random(1)

    def play(count: int) -> None:
        for _ in range(count):
            game = GinRummyGame()
            game.init_game()
            while not game.is_over():
                game.step(stream.choice(game.judge.get_legal_actions()))

    rules = {"preset": "rlcard", "max_upcard_draws": 0, "max_turns": 100}
    ours = playing(cs.games["gin"], ["random:per_card=1"] * 2, rules).run
    yield Pair("gin", "random legal play", "hand", name, number, ours, play)
    hands = some_hands(10)
    theirs = [[utils.get_card(13 * (3 - card // 13) + card % 13) for card in members(int(hand))] for hand in hands]

    def least(cards: list[Any]) -> int:
        best = melding.get_best_meld_clusters(cards)
        return utils.get_deadwood_count(cards, best[0] if best else [])

    yield Pair(
        "gin", "least deadwood of 10 cards", "hand", name, number, partial(deadwoods, hands), each(least, theirs)
    )


def spades_pairs() -> Iterator[Pair]:
    """Whole deals of random legal bids and plays."""
    import pyspiel

    game = pyspiel.load_game("spades")
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(4)]
    ours = playing(cs.games["spades"], ["random+random"] * 4, "openspiel").run
    yield Pair("spades", "random legal play", "deal", "OpenSpiel", version("open_spiel"), ours, whole(game, bots))


def whole(game: Any, bots: list[Any]) -> Callable[[int], None]:
    """Whole games by OpenSpiel's own loop in C++, dealt anew."""
    import pyspiel

    def play(count: int) -> None:
        for seed in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    return play


def each(solve: Callable[[Any], Any], cases: Any) -> Callable[[int], None]:
    """Solve case after case, from the first again after the last."""

    def run(count: int) -> None:
        for i in range(count):
            solve(cases[i % len(cases)])

    return run


def double_dummy_pairs() -> Iterator[Pair]:
    """Tricks of the leader's side of random deals, spades trumps."""
    from tests.peers import dds

    for size, cases in ((13, 8), (10, 100), (7, 200)):
        deals = [dealt(seed, size) for seed in range(cases)]
        bridge = [dds.as_bridge(*deal) for deal in deals]
        yield Pair(
            "spades", f"double-dummy tricks, {size} cards a hand", "deal", "DDS (endplay)", version("endplay"),
            each(lambda deal: dds.by_us(*deal), deals), each(dds.by_dds, bridge), cases=cases,
        )  # fmt: skip


def dealt(seed: int, size: int) -> tuple[list[list[str]], int]:
    """Four random hands and the seat on lead."""
    stream = random.Random(seed)
    cards = stream.sample([rank + suit for suit in "shdc" for rank in "AKQJT98765432"], 4 * size)
    return [cards[size * seat : size * (seat + 1)] for seat in range(4)], seed % 4


def rummikub_pairs() -> Iterator[Pair]:
    """Most tiles of a rack of 14, by size of the table and jokers (on it, on the rack)."""
    importlib.import_module("rummikub_solver")
    number = version("rummikub-solver")
    for size, jokers in ((20, (0, 0)), (40, (0, 0)), (60, (0, 0)), (80, (0, 0)), (40, (1, 1)), (80, (1, 1))):
        positions = some_positions(size, *jokers, 10)
        work = f"best turn, table of {size}" + (", 2 jokers" if any(jokers) else "")
        theirs = solving_by_peer(positions)
        yield Pair(
            "rummikub", work, "turn", "rummikub-solver", number, solving(positions), theirs,
            cases=10, less="sets with a joker at an end" if any(jokers) else "",
        )  # fmt: skip


LG = "-l lg"
FREECELL: tuple[tuple[str, Any, int, int, tuple[str, ...]], ...] = (
    ("4 cells", None, 1, 2000, (LG,)),
    ("3 cells", {"cells": 3}, 1, 400, (f"--freecells-num 3 {LG} -mi 20000", "--freecells-num 3 -to 01ABCDE -sp r:tf")),
    ("2 cells", {"cells": 2}, 1, 100, (f"--freecells-num 2 {LG} -mi 30000", "--freecells-num 2 -to 01ABCDE -sp r:tf")),
    ("1 cell", {"cells": 1}, 1, 100, (f"--freecells-num 1 {LG} -mi 20000", "--freecells-num 1 -to 01ABCDE -sp r:tf")),
    ("0 cells", {"cells": 0}, 1, 800, ("--freecells-num 0 -to 0AB -sp r:tf",)),
    ("Baker's Game", "bakers_game", 1, 200, ("-g bakers_game -to 01ABCDE -sp r:tf",)),
    ("Eight Off", "eight_off", 1, 250, (f"-g eight_off {LG} -mi 20000", "-g eight_off -to 01ABCDE -sp r:tf")),
)
"""Name, rules, first and last numbered deal, and Freecell Solver's quickest settings found: each stage takes the deals
that the one before has not won; single-card searches are exhaustive."""
MOST_POSITIONS = 1_000_000
"""Freecell Solver keeps 700 to 800 bytes a position."""


def freecell_pairs() -> Iterator[Pair]:
    """Verdicts of numbered deals, by variant."""
    if shutil.which(PROGRAM) is None:
        raise FileNotFoundError(f"{PROGRAM} is not installed (Debian: freecell-solver-bin)")
    said = subprocess.run(["fc-solve", "--version"], capture_output=True, text=True, check=False).stdout
    number = re.search(r"version (\S+)", said)
    for name, rules, first, last, stages in FREECELL:
        deals = last - first + 1
        tries = Staged(first, last, stages)
        yield Pair(
            "freecell", f"verdicts, {name}", "deal", "Freecell Solver", number[1] if number else "?",
            Solving(rules, deals), tries, cases=deals, less=tries,
        )  # fmt: skip


class Staged:
    """Runs Freecell Solver over numbered deals, stage after stage, as child processes whose CPU time counts."""

    def __init__(self, first: int, last: int, stages: tuple[str, ...]) -> None:
        self.first, self.last, self.stages = first, last, stages
        self.undecided = 0

    def __call__(self, count: int) -> None:
        """Try all deals, as often as makes `count` deals."""
        for _ in range(count // (self.last - self.first + 1)):
            left = list(range(self.first, self.last + 1))
            for stage in self.stages:
                left = self.not_decided(left, stage)
            self.undecided = len(left)

    def not_decided(self, deals: list[int], stage: str) -> list[int]:
        """Those of `deals` that a stage does not win, nor prove lost where it is exhaustive."""
        exhaustive = "-to" in stage
        limit = ["-mi", str(MOST_POSITIONS)] if exhaustive else []
        said = ""
        for low, high in blocks(deals):
            command = [PROGRAM, str(low), str(high), str(high), *stage.split(), *limit]
            said += subprocess.run(command, check=True, capture_output=True, text=True).stdout
        marks = "Intractable" if exhaustive else "Intractable|Unsolved"
        return sorted({int(deal) for deal in re.findall(rf"(?:{marks}) Board No\. (\d+)", said)})

    def __str__(self) -> str:
        return f"{self.undecided} of {self.last - self.first + 1} deals undecided" if self.undecided else ""


def blocks(deals: list[int]) -> list[tuple[int, int]]:
    """First and last of each unbroken range.

    Examples
    --------
    >>> blocks([1, 2, 3, 7, 9, 10])
    [(1, 3), (7, 7), (9, 10)]
    """
    if not deals:
        return []
    breaks = [(a, b) for a, b in pairwise(deals) if b != a + 1]
    firsts = [deals[0], *(b for _, b in breaks)]
    return list(zip(firsts, [*(a for a, _ in breaks), deals[-1]], strict=True))


FAMILIES = (gin_pairs, rlcard_pairs, spades_pairs, double_dummy_pairs, rummikub_pairs, freecell_pairs)


def all_pairs() -> tuple[list[Pair], list[str]]:
    """All pairs, and why some are missing."""
    found: list[Pair] = []
    absent = []
    for family in FAMILIES:
        try:
            found += list(family())
        except (ImportError, FileNotFoundError) as error:
            absent.append(f"{family.__name__.removesuffix('_pairs')}: {error}")
    return found, absent
