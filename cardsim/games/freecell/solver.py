"""Exact verdicts: won, impossible or undecided, with a line for every win.

Freecell Solver (S. Fish), Solvitaire (Blake & Gent, JAIR 85, 2026) and the lists of minimal cells of T. Pringle are
what the verdicts are compared with.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass

import numpy as np

from cardsim.games.freecell import lines
from cardsim.games.freecell.board import Board
from cardsim.games.freecell.exhaustive import FOUND, NOT_FOUND, go_on, search
from cardsim.games.freecell.moves import Move, Table, check
from cardsim.games.freecell.plain import plain_search
from cardsim.games.freecell.position import load, new_position
from cardsim.games.freecell.rules import Rules
from cardsim.games.freecell.scan_board import set_weights
from cardsim.games.freecell.schedule import (
    SCAN,
    SMALL_QUOTA,
    UNDECIDED,
    VECTORS,
    WON,
    Workspace,
    new_workspace,
    run_scan,
    schedule,
)
from cardsim.games.freecell.seen import SMALLEST
from cardsim.games.freecell.variant import CELL, HOME, ZERO, Variant, deal_row, inner, zobrist
from cardsim.games.freecell.waiting import STATES, STEPS, new_search

KEY_SEED = 20_260_101
NOTHING = np.zeros((0, 2), np.uint64)
SHUFFLED = 1
"""The search for a card that goes home takes its moves in a shuffled order: it need not go so deep, measured."""
MAX_STATES = 2**32 // 40
"""Positions that 4 GiB hold: 21 to 32 bytes each, and room for the moves that wait."""
_BUILD = {"alternate": 0, "suit": 1, "any": 2}
_EMPTY = {"any": 0, "kings": 1, "none": 2}
VERDICT_NAMES = {WON: "won", 0: "impossible", UNDECIDED: "undecided"}


@dataclass(frozen=True)
class Solution:
    """What the solver found.

    Attributes
    ----------
    verdict : str
        ``"won"``, ``"impossible"`` (every position that can be reached was visited) or ``"undecided"``.
    moves : tuple of Move
        A winning line that :func:`check` accepts; empty if there is none.
    states : int
        Boards scanned and positions stored by all searches together.
    positions : int
        Positions stored by the search that gave the verdict; 0 for a win found by a scan.
    limit : str
        What stopped an undecided search.
    """

    verdict: str
    moves: tuple[Move, ...]
    states: int
    positions: int
    limit: str = ""

    def __repr__(self) -> str:
        count = f", {len(self.moves)} moves" if self.moves else ""
        limit = f", limit: {self.limit}" if self.limit else ""
        return f"Solution({self.verdict}{count}, {self.states} states{limit})"


def variant_of(rules: Rules) -> Variant:
    """The part of the rules that decides what can be won."""
    return Variant(rules.columns, rules.cells, _BUILD[rules.build], _EMPTY[rules.empty_column])


def board_row(board: Board) -> np.ndarray:
    """The board as the compiled solvers take it."""
    rules = board.rules
    return deal_row(board.columns, board.cells, board.foundations, variant_of(rules), rules.foundation_base)


def set_run_limit(record: np.record, rules: Rules) -> None:
    """Tell a search how long a run may move as one action."""
    record.longest_run = {"limited": 0, "single": 1, "unlimited": 52}[rules.run_move]
    record.doublings = 1 if rules.run_limit == "one_column" else 13


@functools.cache
def _keys(seed: int) -> np.ndarray:
    return zobrist(seed)


_local = threading.local()


def workspace(rules: Rules, seed: int, plan: np.ndarray) -> Workspace:
    """This thread's workspace for the rules."""
    made = getattr(_local, "made", None)
    if made is None or made[0] != (rules, seed):
        largest = max([int(quota) for kind, _, quota in plan if kind == SCAN], default=1)
        position = new_position(variant_of(rules), _keys(seed))
        set_run_limit(position[0], rules)
        work = new_workspace(position, largest, rules.autoplay == "all")
        _local.made = made = ((rules, seed), work)
    return made[1]


def check_max_states(max_states: int | None) -> int:
    if max_states is None:
        return MAX_STATES
    if not isinstance(max_states, int | np.integer) or max_states < 1:
        raise ValueError(f"max_states is {max_states!r}: give a whole number of positions from 1 up, or None")
    return int(max_states)


def solve(board: Board, max_states: int | None = None, *, key_seed: int = KEY_SEED) -> Solution:
    """Decide whether a board can be won.

    Parameters
    ----------
    board : Board
        Any position, with its rules; their limit of moves binds only the line that is returned.
    max_states : int, optional
        Most positions that one search may store (21 to 32 bytes each); default what 4 GiB hold.
    key_seed : int
        Seed of the 128-bit position keys; another seed repeats a proof independently.

    Returns
    -------
    Solution

    Examples
    --------
    >>> from cardsim.games.freecell.board import ms_deal
    >>> solution = solve(ms_deal(1))
    >>> solution.verdict
    'won'
    >>> check(ms_deal(1), solution.moves, won=True)
    """
    if not isinstance(board, Board):
        raise ValueError(f"solve takes a board (of ms_deal, seeded_deal or parse), not {type(board).__name__}")
    limit = check_max_states(max_states)
    rules = board.rules
    row = board_row(board)
    if board.won:
        return Solution("won", (), 0, 0)
    verdict, line, states, positions = _by_schedule(rules, row, limit, key_seed)
    if needs_plain_search(rules, verdict):
        verdict, line, more, positions = _by_plain_search(rules, row, limit, key_seed)
        states += more
    if verdict == WON:
        moves = _as_moves(board, _shortened(rules, row, line, key_seed))
        check(board, moves, won=True)
        return Solution("won", moves, states, positions)
    reached = f"max_states = {limit}" if verdict == UNDECIDED else ""
    return Solution(VERDICT_NAMES[verdict], (), states, positions, reached)


def needs_plain_search(rules: Rules, verdict: int) -> bool:
    """Whether the verdict of the usual game leaves that of a game with these rules open."""
    if rules.autoplay == "all":
        return verdict != WON
    return verdict != WON and (rules.run_move == "unlimited" or rules.worrying_back)


def _by_schedule(rules, row, limit, seed):
    plan = schedule(variant_of(rules), limit)
    work = workspace(rules, seed, plan)
    scratch, position = work.scratch[0], work.position[0]
    exhaustive = None
    boards = positions = 0
    for kind, which, quota in plan.tolist():
        within = min(quota, limit)
        if kind == SCAN:
            set_weights(scratch, VECTORS[which])
            won = run_scan(work, row, within)
            boards += int(scratch.boards)
            if won >= 0:
                pool = work.small_pool if within <= SMALL_QUOTA else work.large_pool
                return WON, _line_of_scan(rules, row, pool, won, seed), boards + positions, 0
        elif rules.autoplay != "all":
            if exhaustive is None:
                load(position, row)
                exhaustive = new_search(SMALLEST, ZERO)
            verdict, exhaustive = go_on(position, exhaustive, False, within, False, NOTHING)
            positions, steps = int(exhaustive.numbers[STATES]), int(exhaustive.numbers[STEPS])
            if verdict == FOUND:
                line = np.zeros((steps, 3), np.int64)
                lines.from_trail(_exact(rules, seed)[0], row, exhaustive.trail, steps, line)
                return WON, line, boards + positions, positions
            if verdict == NOT_FOUND:
                return 0, None, boards + positions, positions
    return UNDECIDED, None, boards + positions, 0


def _exact(rules: Rules, seed: int) -> np.ndarray:
    """A position whose key tells every arrangement apart."""
    position = new_position(variant_of(rules), _keys(seed))
    position[0].merge = 0
    set_run_limit(position[0], rules)
    return position


def _by_plain_search(rules, row, limit, seed):
    position = _exact(rules, seed)
    worrying, all_home = rules.worrying_back, rules.autoplay == "all"
    verdict, states, trail, steps = plain_search(position[0], row, False, worrying, all_home, limit)
    line = trail[:steps, :3].copy() if verdict == FOUND else None
    return int(verdict), line, states, states


def _line_of_scan(rules: Rules, row: np.ndarray, pool: np.ndarray, won: int, seed: int) -> np.ndarray:
    """The actions that lead to the won board, with automatic play written out."""
    position = _exact(rules, seed)
    lines.load(position[0], row)
    line = np.empty((int(pool[won].depth) + 52, 3), np.int64)
    return line[: lines.line_of_scan(position[0], pool, won, rules.autoplay == "all", line)]


def _shortened(rules: Rules, row: np.ndarray, line: np.ndarray, seed: int) -> np.ndarray:
    if rules.autoplay == "all" or rules.worrying_back:
        return line
    return lines.shorten(_exact(rules, seed)[0], row, line)


def _as_moves(board: Board, line: np.ndarray) -> tuple[Move, ...]:
    """The actions as moves of the board; those that automatic play has made already are left out."""
    table = Table(board)
    moves = []
    base = board.rules.foundation_base
    number = {inner(card, base): card for card in range(52)}
    for first, target, _ in line.tolist():
        card = number[first]
        source = _find(table, card)
        if source == HOME and target <= lines.ON_EMPTY and board.rules.worrying_back:
            size = 1
        elif source == HOME:
            continue
        else:
            size = 1 if source >= CELL else len(table.columns[source]) - table.columns[source].index(card)
        if target == lines.IS_HOME:
            place = HOME
        elif target == lines.IN_CELL:
            place = CELL + table.cells.index(-1)
        elif target == lines.ON_EMPTY:
            place = table.columns.index([])
        else:
            place = _find(table, number[target])
        move = Move(source, place, size, place < CELL and not table.columns[place])
        table.play(move)
        moves.append(move)
    return tuple(moves)


def _find(table: Table, card: int) -> int:
    if card in table.cells:
        return CELL + table.cells.index(card)
    for q, column in enumerate(table.columns):
        if card in column:
            return q
    return HOME


def is_stuck(board: Board, max_states: int | None = None) -> bool:
    """Whether no sequence of legal moves can bring another card home, so that the game is over.

    Weaker than impossible: a lost game goes on as long as a card can still go home.  A won board is not stuck.

    Raises
    ------
    RuntimeError
        If more than `max_states` positions can be reached (default: what 4 GiB hold).
    """
    if board.won:
        return False
    limit = check_max_states(max_states)
    rules = board.rules
    row = board_row(board)
    if rules.worrying_back or rules.autoplay == "all" or rules.run_move == "unlimited":
        position = _exact(rules, KEY_SEED)
        found = plain_search(position[0], row, True, rules.worrying_back, rules.autoplay == "all", limit)[0]
    else:
        position = new_position(variant_of(rules), _keys(KEY_SEED))
        found = search(position[0], row, True, limit, SHUFFLED, NOTHING)[0]
    if found < 0:
        raise RuntimeError(f"not decided within max_states = {limit} positions")
    return found == NOT_FOUND
