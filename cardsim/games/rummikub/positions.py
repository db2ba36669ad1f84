"""Best turn and best opening, as functions to call from Python: positions in, sets out."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from cardsim.games.rummikub.arrangement import FIRST, IS_JOKER, LENGTH, arrange, new_sets, solve_and_arrange
from cardsim.games.rummikub.forms import (
    Turn,
    as_grid,
    meld_weights,
    read_sets,
    solver_for,
    tiles_of,
    turn_weights,
    write_sets,
)
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.layers import JOKERS_USED, NOTHING
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.retrieval import RETRIEVALS, TURN, best_turn_on_sets
from cardsim.games.rummikub.rules import Rules, as_rules
from cardsim.games.rummikub.sets import Reading, all_readings, read_set
from cardsim.games.rummikub.tiles import Tile, Tiles, parse_sets, parse_tiles, tile_counts, tiles_text

OBJECTIVES = ("tiles", "value")


def _read_table(table: Any, rules: Rules) -> tuple[list[Reading] | None, list[Tile]]:
    """The table's sets, each checked, or None where only its tiles are given; and its tiles."""
    sets, tiles = parse_sets(table, rules.numbers)
    if sets is None:
        try:
            return [read_set(tiles, rules.numbers)], tiles
        except ValueError:
            return None, tiles
    return [read_set(one, rules.numbers) for one in sets], tiles


def _split(tiles: list[Tile], rules: Rules) -> list[Reading]:
    """Some sets of the given tiles."""
    counts = np.bincount(np.array(tiles, np.int64), minlength=4 * rules.numbers + 1)
    grid, jokers = as_grid(counts, rules.numbers), int(counts[-1])
    out = new_sets()
    best, n = solve_and_arrange(
        grid, grid, grid, grid * 0, jokers, jokers, turn_weights("tiles", rules.numbers), 1, NOTHING, rules.numbers,
        solver_for(rules.copies, rules.jokers), out,
    )  # fmt: skip
    if best == NOTHING:
        raise ValueError(f"the table {tiles_text(tiles, rules.numbers)!r} cannot be split into valid sets")
    return [read_set(one, rules.numbers) for one in read_sets(out, n, rules.numbers)]


def best_turn(table: Any, rack: Tiles, objective: str = "tiles", rules: Any = None) -> Turn:
    """The best turn of a player who has opened: exact, with the sets that it leaves on the table.

    Parameters
    ----------
    table : str or list
        The sets on the table, "r3 r4 r5 | b7 k7 o7" or a list of lists of tiles; or just its tiles (text, tile numbers,
        or one count per tile kind).  A rule that binds jokers to their place needs the sets if there are jokers.
    rack : str or list
        The player's tiles.
    objective : {"tiles", "value"}
        Place as many tiles as possible, or as much value (a joker counting `joker_penalty`).
    rules : Rules, optional
        House rules; by default a table joker may be moved freely.

    Returns
    -------
    Turn
        ``placed``, ``sets`` (all tiles of the table and the placed ones), ``tiles`` and ``value``; with nothing to
        place ``tiles`` is 0 and ``sets`` is the table.

    Raises
    ------
    ValueError
        Naming a set that is none, a tile beyond the box, or a table that cannot be split into sets.

    Notes
    -----
    The objective is exact under all four rules of ``joker_retrieval``:

    * ``free``: the best of all tables that can be made of the tiles;
    * ``replace``, ``replace_from_rack``: the best of all tables on which every table joker that has changed its role is
      matched by a number tile of its old role (one that the rack supplied); only the table at the end counts, not the
      moves that lead to it;
    * ``frozen``: the best of all ways to extend the sets that hold jokers, to buy jokers out, and to lay the rest.

    Where the jokers of a table set can be read in several ways, the player has the best.  Which of several best plays
    is returned, and how its sets are arranged, is a fixed choice and no part of the optimum; in games the roles that
    jokers have on the table are those of this arrangement.

    Examples
    --------
    >>> best_turn("r3 r4 r5 | b7 k7 o7", "r6 r7 o13").placed
    (r6, r7)
    >>> best_turn("r3 r4 r5", "J").tiles
    1
    """
    rules = as_rules(rules)
    if objective not in OBJECTIVES:
        raise ValueError(f"objective is {objective!r}: it must be one of {', '.join(map(repr, OBJECTIVES))}")
    numbers = rules.numbers
    readings, tiles = _read_table(table, rules)
    on_table, on_rack = _check_box(tiles, parse_tiles(rack, numbers), rules)
    places_matter = rules.joker_retrieval != "free" and on_table[-1] > 0
    if places_matter and readings is None:
        raise ValueError(
            f"under joker_retrieval={rules.joker_retrieval!r} the place of a joker matters: give the table as sets"
        )
    readings = _split(tiles, rules) if readings is None and tiles else readings or []
    best = Turn((), tuple(reading.tiles for reading in readings), 0, 0)
    weight = 1 if objective == "tiles" else rules.joker_penalty
    tables = [readings] if not places_matter else product(*(all_readings(one.tiles, numbers) for one in readings))
    for one in tables:
        turn = _solve(list(one), on_rack, int(on_table[-1]), objective, weight, rules)
        best = max(best, turn, key=lambda turn: turn.tiles if objective == "tiles" else turn.value)
    return best


def _solve(readings: list[Reading], rack: np.ndarray, jokers: int, objective: str, weight: int, rules: Rules) -> Turn:
    """The best turn for one reading of the table."""
    numbers = rules.numbers
    solver = solver_for(rules.copies, rules.jokers, rules.jokers if rules.joker_retrieval.startswith("replace") else 0)
    out = new_sets()
    sets, grid = write_sets(readings, numbers), as_grid(rack, numbers)
    weights = turn_weights(objective, numbers)
    if rules.joker_retrieval == "free":
        on_table = np.array([tile for one in readings for tile in one.tiles], np.int64)
        table = as_grid(np.bincount(on_table, minlength=4 * numbers + 1), numbers)
        best, n = solve_and_arrange(
            table, table, table + grid, table * 0, jokers, jokers + int(rack[-1]), weights, weight, 0, numbers, solver,
            out,
        )  # fmt: skip
    else:
        best, n = best_turn_on_sets(
            TURN.address, RETRIEVALS.index(rules.joker_retrieval), rules.joker_group_retrieval == "both_missing", sets,
            len(readings), grid, int(rack[-1]), weights, weight, 0, numbers, solver, new_branch(), out,
        )  # fmt: skip
    if best == NOTHING:
        return Turn((), tuple(reading.tiles for reading in readings), 0, 0)
    placed = tiles_of(solver.placed, int(solver.work.counters[JOKERS_USED]) - jokers, numbers)
    value = sum(rules.joker_penalty if tile == 4 * numbers else tile % numbers + 1 for tile in placed)
    return Turn(placed, read_sets(out, n, numbers), len(placed), value)


MELD_OBJECTIVES = ("value", "tiles", "fewest")


def best_opening(rack: Tiles, objective: str = "value", rules: Any = None) -> Turn:
    """The best initial meld from a rack alone: exact.

    Parameters
    ----------
    rack : str or list
        The player's tiles.
    objective : {"value", "tiles", "fewest"}
        Most value, whether or not it reaches ``initial_meld``; or most tiles (then most value), or fewest tiles (then
        least value), of a meld that does reach it.
    rules : Rules, optional
        ``initial_meld`` and ``joker_meld_value`` matter here.

    Returns
    -------
    Turn
        ``value`` counts a joker as the tile it stands for (or 0, by ``joker_meld_value``); tiles = 0: there is none.

    Examples
    --------
    >>> best_opening("k10 b10 J").value
    30
    >>> best_opening("r13 o13 k13 k13").placed
    (r13, k13, o13)
    """
    rules = as_rules(rules)
    if objective not in MELD_OBJECTIVES:
        raise ValueError(f"objective is {objective!r}: it must be one of {', '.join(map(repr, MELD_OBJECTIVES))}")
    numbers = rules.numbers
    counts = tile_counts(parse_tiles(rack, numbers), numbers, rules.copies, rules.jokers, where="rack")
    jokers = int(counts[-1]) if rules.joker_meld_value != "forbidden" else 0
    solver = solver_for(rules.copies, rules.jokers)
    goal = 0 if objective == "value" else max(1, rules.initial_meld)
    weights = meld_weights(objective, numbers, rules.joker_meld_value)
    best = best_meld(
        as_grid(counts, numbers), jokers, weights, goal, 0 if objective == "value" else NOTHING, numbers, solver
    )
    if best == NOTHING:
        return Turn((), (), 0, 0)
    out = new_sets()
    n = arrange(solver.empty, solver.playable, solver.empty, 0, numbers, solver.melds, solver, out)
    placed = tiles_of(solver.placed, int(solver.work.counters[JOKERS_USED]), numbers)
    return Turn(placed, read_sets(out, n, numbers), len(placed), _meld_value(out[:n], rules.joker_meld_value))


def _meld_value(sets: np.ndarray, joker_meld_value: str) -> int:
    """Value of an initial meld as laid."""
    codes = [int(code) for row in sets for code in row[FIRST : FIRST + row[LENGTH]]]
    return sum((code & 15) + 1 for code in codes if joker_meld_value == "represented" or not code & IS_JOKER)


def _check_box(table: list[Tile], rack: list[Tile], rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Counts of table and rack, refused where they hold more than the box."""
    box = (rules.numbers, rules.copies, rules.jokers)
    tile_counts([*table, *rack], *box, where="table and rack together")
    return tile_counts(table, *box, where="table"), tile_counts(rack, *box, where="rack")
