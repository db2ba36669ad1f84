"""Checks of published numbers about FreeCell and its relatives."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, factorial
from pathlib import Path

import numpy as np
import pandas as pd

from cardsim.claims.checks.playing import Effort, play
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.freecell import Board, Rules
from cardsim.games.freecell.moves import Table
from cardsim.stats import Estimate, difference, proportion

STATES = 1_000_000
"""Positions after which a random deal is left undecided; a deal of a numbered list gets up to twenty times as many,
one of a quick run a tenth."""
CHECKED_ROWS = 100
"""Deals of each run that `cardsim results check` solves again: some take a second each."""
Position = tuple[tuple[tuple[int, ...], ...], frozenset[int]]
LONG = "takes hours: not run"


def solved(n: int, rules: dict[str, object], states: int = STATES) -> pd.Series:
    """Number of deals with each verdict."""
    run = play("freecell", [f"solver:max_states={states}"], n, rules, rows=CHECKED_ROWS)
    return run.counts("end")


def share_won(n: int, rules: dict[str, object], states: int = STATES) -> Estimate:
    """Share of deals that can be won; undecided ones widen the interval."""
    ends = solved(n, rules, states)
    return proportion(int(ends["won"]), n, int(ends["undecided"]))


def number(ends: pd.Series, verdict: str) -> Found:
    """How many deals have a verdict, and how many more if the undecided ones had it too."""
    known, left = int(ends[verdict]), int(ends["undecided"])
    note = f"{left} undecided" if left else ""
    return Found(Estimate(known, known, known + left, 0, "exact" if not left else f"exact, {note}"), note=note)


def deals(effort: Effort) -> dict[str, Found]:
    """Different deals, columns of the same height being alike; up to the suits of a colour and the colours as well."""
    count = Fraction(factorial(52), factorial(4) ** 2)
    return {"deals": Found(exactly(count)), "up to suits": Found(exactly(count / 8))}


def ace_playable(effort: Effort, playable: list[int]) -> dict[str, Found]:
    """Chance that an ace is among the playable cards as dealt."""
    return {str(n): Found(exactly(1 - Fraction(comb(52 - n, 4), comb(52, 4)))) for n in playable}


def builds(effort: Effort) -> dict[str, Found]:
    """Expected moves of a playable card onto a column's last card, as dealt; pairs of cards counted one by one."""
    ranks = [(rank, suit) for rank in range(13) for suit in range(4)]
    colour = (0, 1, 1, 0)
    pairs = [(a, b) for a in ranks for b in ranks if a[0] + 1 == b[0]]
    alternate = sum(colour[a[1]] != colour[b[1]] for a, b in pairs)
    same = sum(a[1] == b[1] for a, b in pairs)
    return {
        "FreeCell": Found(exactly(Fraction(8 * 7 * alternate, 52 * 51))),
        "Baker's Game": Found(exactly(Fraction(8 * 7 * same, 52 * 51))),
        "Eight Off": Found(exactly(Fraction((8 * 7 + 4 * 8) * same, 52 * 51))),
    }


def aces_playable(effort: Effort) -> Found:
    """Expected aces among the eight last cards."""
    return Found(exactly(Fraction(4 * 8, 52)))


@cache
def _longest_carried(cells: int, columns: int, to_empty: bool) -> int:
    """The longest run that single cards can carry to a column, by a search through all positions."""
    run = 1
    while _can_carry(run, cells, columns, to_empty):
        run += 1
    return run - 1


def _can_carry(run: int, cells: int, columns: int, to_empty: bool) -> bool:
    """Whether a run of cards `run` - 1 .. 0 gets from one column to another over empty cells and columns.

    A position: the columns (source, target, then those that may help), each as its cards from the base up, and the
    cards in the cells.  The source has a card beneath the run; the target is empty or ends with the card `run`.
    """
    whole = tuple(range(run - 1, -1, -1))
    base = () if to_empty else (run,)
    start: Position = (((run + 7, *whole), base, *((),) * columns), frozenset())
    seen, waiting = {start}, deque([start])
    while waiting:
        position = waiting.popleft()
        if position[0][1] == base + whole:
            return True
        for after in _one_card_on(position, run, cells):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def _one_card_on(position: Position, run: int, cells: int) -> Iterator[Position]:
    """All positions one card further; the helping columns are interchangeable, so they stand in order."""
    stacks, held = position
    sources = [(i, stack[-1]) for i, stack in enumerate(stacks) if stack and stack[-1] < run]
    for source, card in [*sources, *((-1, card) for card in held)]:
        left = [stack[:-1] if i == source else stack for i, stack in enumerate(stacks)]
        for target, stack in enumerate(left):
            if target != source and (not stack or stack[-1] == card + 1):
                after = [*left[:target], (*stack, card), *left[target + 1 :]]
                yield (after[0], after[1], *sorted(after[2:])), held - {card}
        if source >= 0 and len(held) < cells:
            yield (left[0], left[1], *sorted(left[2:])), held | {card}


def run_limits(effort: Effort, empty: bool, places: list[str]) -> dict[str, Found]:
    """The engine's longest run for cells and empty columns such as "2 cells, 1 column", each confirmed by search.

    The target is not counted among the empty columns.  Flawed: other formulas that have been published for it.
    """
    found = {}
    for place in places:
        c, e = (int(part.split()[0]) for part in place.split(","))
        right = _engine_limit(c, e, empty)
        if right <= 12:
            assert _longest_carried(c, e - empty, empty) == right, place
        found[place] = Found(exactly(right), note="confirmed by search" if right <= 12 else "")
    return found


def _engine_limit(cells: int, columns: int, to_empty: bool) -> int:
    """What the engine allows with so many empty cells and columns; the other columns hold a king each."""
    tableau = tuple(() if i < columns else (12 + 13 * (i % 4),) for i in range(8))
    table = Table(Board(tableau, (-1,) * cells, (0, 0, 0, 0), Rules(cells=cells)))
    return table.limit(0 if to_empty else 7)


def wrong_run_limits(effort: Effort, formula: str, empty: bool, places: list[str]) -> dict[str, Found]:
    """The engine's run limits beside a published formula for them."""
    formulas = {
        "(c+1)(e+1)": lambda c, e: (c + 1) * (e + 1),
        "2^e + c": lambda c, e: 2**e + c,
        "target counted": lambda c, e: (c + 1) * 2**e,
    }
    right = run_limits(effort, empty, places)
    return {
        place: found._replace(flawed=exactly(formulas[formula](*(int(part.split()[0]) for part in place.split(",")))))
        for place, found in right.items()
    }


def numbered(
    effort: Effort, cells: dict[str, int], verdict: str = "won", slow: list[int] | None = None
) -> dict[str, Found]:
    """Numbered deals 1 .. last with a verdict, by the number of cells; places are "cells" or "cells, last".

    Numbers of cells listed as `slow` are not solved in a quick run.
    """
    found = {}
    for place, last in cells.items():
        count = int(place.split(",")[0])
        if effort.quick and count in (slow or []):
            found[place] = Found(None, note="solved in a full run only")
        else:
            states = 2 * STATES if count in (1, 2) else 20 * STATES  # few deals need more, and those take minutes
            ends = solved(last, {"deal_scheme": "ms", "cells": count}, states)
            found[place] = number(ends, verdict)
    return found


def numbered_share(effort: Effort, cells: int, n: int, quick: int, places: list[str]) -> dict[str, Found]:
    """Share of numbered deals that can be won, the first ones taken as a sample of all."""
    share = share_won(effort.games(n, quick), {"deal_scheme": "ms", "cells": cells}, 20 * STATES)
    return {place: Found(share) for place in places}


def unwinnable(effort: Effort, lasts: dict[str, int]) -> dict[str, Found]:
    """Numbered deals up to a number that cannot be won with four cells."""
    found = {}
    for place, last in lasts.items():
        if last > 1_000_000 or (effort.quick and last > 32_000):
            found[place] = Found(None, note=LONG if last > 1_000_000 else "solved in a full run only")
        else:
            run = play("freecell", [f"solver:max_states={20 * STATES}"], 1_000_000 if not effort.quick else last,
                       {"deal_scheme": "ms", "cells": 4}, rows=CHECKED_ROWS)  # fmt: skip
            ends = run.table["end"].iloc[:last].value_counts()
            found[place] = number(ends, "impossible")
    return found


def least_cells(effort: Effort, of: dict[str, str]) -> dict[str, Found]:
    """From the stored verdicts of the numbered deals 1 .. 32,000: how many need so many cells, or can do with them."""
    path = Path(__file__).parents[3] / "results" / "freecell-min-cells" / "table.csv"
    if not path.exists():
        return {place: Found(None, note="the stored verdicts are not at hand") for place in of}
    table, found = pd.read_csv(path), {}
    for place, question in of.items():
        kind, cells = question.split()
        # An open deal counts for and against every answer that its other verdicts leave.
        if kind == "exactly":
            hits, left = table["min_cells"] == int(cells), may_need(table, int(cells))
        else:
            verdicts = table[f"verdict_{cells}"] if f"verdict_{cells}" in table else pd.Series("-", index=table.index)
            hits, left = verdicts == "w", ~verdicts.isin(["w", "i"])
        scale = len(table) if kind == "share" else 1
        low, high = int(hits.sum()) / scale, int(hits.sum() + left.sum()) / scale
        note = "results/freecell-min-cells" + (f", {left.sum():,} deals open" if left.any() else "")
        found[place] = Found(Estimate(low, low, high, 0, "exact"), note=note)
    return found


def may_need(table: pd.DataFrame, cells: int) -> pd.Series:
    """Of the deals whose least number of cells is open, those that no win with fewer and no loss with as many excludes.

    Examples
    --------
    >>> columns = ["min_cells", *(f"verdict_{k}" for k in range(5))]
    >>> table = pd.DataFrame([[-1, *"iuwww"], [1, *"iwwww"]], columns=columns)
    >>> [may_need(table, cells).tolist() for cells in (0, 1, 2, 5)]
    [[False, False], [True, False], [True, False], [False, False]]
    """
    won = (table[[f"verdict_{fewer}" for fewer in range(cells)]] == "w").any(axis=1)
    lost = (table[[f"verdict_{more}" for more in range(cells, 5)]] == "i").any(axis=1)
    return (table["min_cells"] < 0) & ~won & ~lost


def random_deals(effort: Effort, rules: dict[str, object], n: int, places: list[str]) -> dict[str, Found]:
    """Share of random deals that can be won."""
    share = share_won(effort.games(n, n // 20), rules, states_of(effort))
    return {place: Found(share) for place in places}


def states_of(effort: Effort) -> int:
    """Positions after which a random deal is left undecided."""
    return STATES // 10 if effort.quick else STATES


def bakers_by_cells(effort: Effort, cells: dict[str, int]) -> dict[str, Found]:
    """Share of deals of Baker's Game that can be won, by the number of cells."""
    n = effort.games(5_000, 500)
    return {
        place: Found(share_won(n, {"build": "suit", "cells": count}, states_of(effort)))
        for place, count in cells.items()
    }


def as_winnability(effort: Effort) -> Found:
    """Share of the numbered deals 1 .. 32,000 that can be won with four cells."""
    ends = solved(32_000, {"deal_scheme": "ms", "cells": 4}, 20 * STATES)
    return Found(exactly(int(ends["won"]) / 32_000))


def _won(player: str, n: int, rules: dict[str, object] | None = None) -> np.ndarray:
    run = play("freecell", [player], n, rules, rows=CHECKED_ROWS)
    return (run.table["end"] == "won").to_numpy(float)


def tips(effort: Effort, without: dict[str, str], player: str = "greedy", n: int = 1_000) -> dict[str, Found]:
    """What a tip adds to the share of games won: the player with it less the player without it, same deals."""
    games = effort.games(n, 100)
    usual = _won(player, games)
    return {tip: Found(difference(usual, _won(other, games))) for tip, other in without.items()}


def looking_ahead(effort: Effort) -> dict[str, Found]:
    """What looking ahead adds to the share of games that `greedy` wins, same deals."""
    n = effort.games(200, 20)
    usual = _won("greedy", n)
    return {player: Found(difference(_won(player, n), usual)) for player in ("lookahead", "planner")}


def fewer_cells(effort: Effort) -> dict[str, Found]:
    """What one cell more adds to the share of deals that can be won, same deals."""
    n = effort.games(300, 100)
    won = {k: _won(f"solver:max_states={states_of(effort)}", n, {"cells": k}) for k in range(5)}
    return {f"{k} and {k - 1} cells": Found(difference(won[k], won[k - 1])) for k in (4, 3, 2, 1)}


def not_run(effort: Effort) -> Found:
    """Counts over more deals than a check can solve."""
    return Found(None, note=LONG)
