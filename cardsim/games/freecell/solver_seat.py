"""``"solver"`` in the seat: exact verdicts instead of play, through the same studies, sweeps and replays."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from cardsim.games.freecell.board import deal
from cardsim.games.freecell.columns import IMPOSSIBLE_END, UNDECIDED_END, WON
from cardsim.games.freecell.deals import LAST_DEAL, ms_pack, seeded_pack
from cardsim.games.freecell.kernel import ACTED, DEALT, ENDED
from cardsim.games.freecell.many_deals import numbered_deal_rows, solve_rows
from cardsim.games.freecell.moves import Table
from cardsim.games.freecell.rules import Rules
from cardsim.games.freecell.schedule import BOARDS, IMPOSSIBLE, MOVES, POSITIONS, UNDECIDED, VERDICT
from cardsim.games.freecell.schedule import WON as SOLVED
from cardsim.games.freecell.solver import board_row, needs_plain_search, solve
from cardsim.games.game import Game, Prepared
from cardsim.games.log import note
from cardsim.games.strategy import StrategyError

_ENDS = {SOLVED: WON, IMPOSSIBLE: IMPOSSIBLE_END, UNDECIDED: UNDECIDED_END}
_VERDICTS = {"won": WON, "impossible": IMPOSSIBLE_END, "undecided": UNDECIDED_END}


def act_as_solver(view, params, stream):
    """Stands for the exact solver, which is asked for a verdict instead of actions.

    This is its second search: verdicts are those of the first, but positions, the lengths of lines and what it leaves
    undecided within a limit are not.  Runs of the first are therefore known as those of another player.
    """
    return 0


class FreeCell(Game):
    """The game's contract, with the solver as a player who decides deals instead of playing them."""

    def prepare(self, rules: Any, seats: tuple[Any, ...], unit: str, check: bool = False) -> Prepared:
        """As for every game; a deal that the solver gets is decided under `rules`, without limit of moves."""
        prepared = super().prepare(rules, seats, unit, check)
        if seats[0].act is not act_as_solver:
            return prepared
        limit = float(seats[0].params["max_states"])
        if not 1 <= limit == int(limit):
            raise StrategyError(f"freecell strategy 'solver': max_states={limit:g} must be a whole number from 1 up")
        return prepared._replace(play=functools.partial(decide_deals, rules, int(limit)))


def decide_deals(
    rules: Rules,
    limit: int,
    packed: np.ndarray,
    tables: np.ndarray,
    seed: int,
    first: int,
    rows: np.ndarray,
    packs: np.ndarray,
    log: np.ndarray,
) -> int:
    """Fill one outcome row for each deal with its verdict."""
    if len(rows) == 0:
        return 0
    if rules.deal_scheme == "ms" and first + len(rows) > LAST_DEAL:
        raise ValueError(f"there is no numbered deal {first + len(rows)}: game i plays deal i + 1, up to {LAST_DEAL}")
    if len(log) > 0 or needs_plain_search(rules, UNDECIDED):
        for i in range(len(rows)):
            _decide_one(rules, limit, _board(rules, seed, first + i, packs[i : i + 1]), rows[i], log)
        return len(rows)
    if len(packs) == 0 and rules.deal_scheme == "ms":
        deals = numbered_deal_rows(range(first + 1, first + len(rows) + 1), rules)
    else:
        boards = (_board(rules, seed, first + i, packs[i : i + 1]) for i in range(len(rows)))
        deals = np.array([board_row(board) for board in boards])
    answers = solve_rows(deals, rules, limit)
    for row, answer in zip(rows, answers, strict=True):
        moves, states = int(answer[MOVES]), int(answer[BOARDS] + answer[POSITIONS])
        _write(row, _ENDS[int(answer[VERDICT])], moves, states)
    return len(rows)


def _board(rules: Rules, seed: int, index: int, pack: np.ndarray) -> Any:
    if len(pack) > 0:
        return deal(pack[0].tolist(), rules)
    if rules.deal_scheme == "given":
        raise ValueError("deal_scheme='given' needs packs")
    return deal((ms_pack(index + 1) if rules.deal_scheme == "ms" else seeded_pack(seed, index)).tolist(), rules)


def _decide_one(rules: Rules, limit: int, board: Any, row: np.record, log: np.ndarray) -> None:
    """One deal through the public solver, its line in the log; the row counts the line as it was found."""
    solution = solve(board, limit)
    end = _VERDICTS[solution.verdict]
    if needs_plain_search(rules, UNDECIDED):
        found = len(solution.moves)
    else:
        found = int(solve_rows(board_row(board)[None], rules, limit)[0, MOVES])
    _write(row, end, found, solution.states)
    note(log, DEALT, 0, -1, 0, 0, 0)
    table = Table(board)
    for move in solution.moves:
        card = table.columns[move.source][-move.size] if move.source < 13 else table.cells[move.source - 13]
        table.play(move)
        note(log, ACTED, 0, move.source | move.target << 5 | move.size << 10, 0, card, sum(table.home))
    note(log, ENDED, 0, end, 0, len(solution.moves), sum(table.home))


def _write(row: np.record, end: int, moves: int, states: int) -> None:
    won = end == WON
    row.end = end
    row.winner = 0 if won else -1
    row.points[0] = float(won)
    row.turns = row.moves = min(moves, 2**31 - 1)
    row.card_moves = -1
    row.cards_home = 52 if won else -1
    row.cells_used = row.empty_columns = row.last_home = -1
    row.states = states
