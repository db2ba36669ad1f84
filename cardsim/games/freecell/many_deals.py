"""Verdicts of many deals at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import joblib
import numpy as np
import pandas as pd

from cardsim.games.freecell.board import ms_deal
from cardsim.games.freecell.deals import check_number, numbered_rows
from cardsim.games.freecell.rules import Rules, as_rules
from cardsim.games.freecell.schedule import (
    BOARDS,
    MOVES,
    POSITIONS,
    UNDECIDED,
    VECTORS,
    VERDICT,
    decide,
    schedule,
)
from cardsim.games.freecell.solver import (
    KEY_SEED,
    VERDICT_NAMES,
    check_max_states,
    needs_plain_search,
    solve,
    variant_of,
    workspace,
)
from cardsim.games.freecell.variant import DEAL_SIZE


def solve_rows(rows: np.ndarray, rules: Rules, max_states: int | None = None, key_seed: int = KEY_SEED) -> np.ndarray:
    """Answers for many deal rows, one thread: columns VERDICT, BOARDS, POSITIONS, MOVES, STAGE of :mod:`.schedule`."""
    limit = check_max_states(max_states)
    plan = schedule(variant_of(rules), limit)
    answers = np.zeros((len(rows), 5), np.int64)
    decide(workspace(rules, key_seed, plan), rows, plan, VECTORS, limit, answers)
    return answers


def solve_deals(
    numbers: Iterable[int],
    rules: Rules | None = None,
    n_jobs: int = -1,
    *,
    max_states: int | None = None,
) -> pd.DataFrame:
    """Verdicts of many numbered deals.

    Parameters
    ----------
    numbers : iterable of int
        Deal numbers, 1 .. 2**33 - 1.
    rules : Rules, preset name or dict, optional
    n_jobs : int
        Threads, as in joblib.
    max_states : int, optional
        As in :func:`solve`.

    Returns
    -------
    pandas.DataFrame
        ``deal``, ``verdict``, ``states`` and ``moves`` (length of the line found, not shortened; 0 without one), in the
        order given.

    Examples
    --------
    >>> solve_deals([1, 2], n_jobs=1)["verdict"].tolist()
    ['won', 'won']
    """
    rules = as_rules(rules)
    deals = [check_number(number) for number in numbers]
    blocks = [deals[i : i + 250] for i in range(0, len(deals), 250)]
    if blocks:
        decide_block(blocks[0][:1], rules, 1)
    run = joblib.Parallel(n_jobs=n_jobs, prefer="threads")
    parts = run(joblib.delayed(decide_block)(block, rules, max_states) for block in blocks)
    return pd.concat([_frame([], np.zeros((0, 5), np.int64)), *parts], ignore_index=True) if parts else _frame([], None)


def decide_block(deals: list[int], rules: Rules, max_states: int | None) -> pd.DataFrame:
    """The table of :func:`solve_deals` for checked deals and rules, on this thread."""
    if needs_plain_search(rules, UNDECIDED):
        solutions = [solve(ms_deal(number, rules), max_states) for number in deals]
        table = _frame(deals, np.zeros((len(deals), 5), np.int64))
        table["verdict"] = [solution.verdict for solution in solutions]
        table["states"] = [solution.states for solution in solutions]
        table["moves"] = [len(solution.moves) for solution in solutions]
        return table
    return _frame(deals, solve_rows(numbered_deal_rows(deals, rules), rules, max_states))


def numbered_deal_rows(deals: Sequence[int], rules: Rules) -> np.ndarray:
    """Numbered deals as the compiled solvers take them."""
    rows = np.empty((len(deals), DEAL_SIZE), np.int8)
    layout = rules.columns, rules.cells, rules.cells_filled, rules.foundation_base
    numbered_rows(np.array(deals, np.int64), *layout, rows)
    return rows


def _frame(deals: Sequence[int], answers: np.ndarray | None) -> pd.DataFrame:
    if answers is None:
        answers = np.zeros((0, 5), np.int64)
    return pd.DataFrame(
        {
            "deal": np.array(deals, np.int64),
            "verdict": [VERDICT_NAMES[int(verdict)] for verdict in answers[:, VERDICT]],
            "states": answers[:, BOARDS] + answers[:, POSITIONS],
            "moves": answers[:, MOVES],
        }
    )
