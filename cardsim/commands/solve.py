"""Decide deals exactly: one with its winning line, or many, kept part by part in a folder so that a run can resume."""

from __future__ import annotations

import argparse
from typing import Any

from cardsim.commands import Output
from cardsim.commands.options import chosen_rules, count, setting, whole

HELP = "decide deals exactly: won (with the moves), impossible or undecided"
EXAMPLE = "cardsim solve freecell --deals 1..32000 --cells 2 --out results/runs/ms-2-cells"


def deal_range(text: str) -> tuple[int, int]:
    """First and last deal of ``5`` or ``1..32000``.

    Examples
    --------
    >>> deal_range("1..32000"), deal_range("5")
    ((1, 32000), (5, 5))
    """
    first, dots, last = text.partition("..")
    return whole(first), whole(last) if dots else whole(first)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which deals, by which rules, kept where."""
    parser.add_argument("game", choices=("freecell",), help="the game whose deals are decided")
    parser.add_argument("--deals", type=deal_range, required=True, metavar="A..B", help="numbered deals, both included")
    parser.add_argument("--rules", metavar="PRESET", help="a set of rules by name, such as bakers_game")
    parser.add_argument("--rule", action="append", type=setting, default=[], metavar="NAME=VALUE", help="one rule")
    parser.add_argument("--cells", type=whole, metavar="K", help="number of cells, short for --rule cells=K")
    parser.add_argument("--max-states", type=count, metavar="N", help="positions one search may store")
    parser.add_argument("--n-jobs", type=int, default=1, metavar="K", help="threads (default 1)")
    parser.add_argument("--out", metavar="FOLDER", help="keep the verdicts there; the same call again resumes")


def run(options: argparse.Namespace) -> Output:
    """Decide the deals and count the verdicts; a single deal is shown with its line."""
    from cardsim.games import freecell

    if options.cells is not None:
        options.rule = [*options.rule, ("cells", str(options.cells))]
    rules = freecell.GAME.check_rules(chosen_rules(options))
    first, last = options.deals
    if first > last:
        raise ValueError(f"--deals {first}..{last} names no deals: the first must not be larger than the last")
    if first == last and not options.out:
        return single(first, rules, options.max_states)
    if options.out:
        table = freecell.solve_range(
            first,
            last,
            rules,
            out=options.out,
            max_states=options.max_states,
            n_jobs=options.n_jobs,
            progress=lambda done, n: print(f"{done} of {n} deals", flush=True),
        )
    else:
        numbers = range(first, last + 1)
        table = freecell.solve_deals(numbers, rules, options.n_jobs, max_states=options.max_states)
    undecided = table.loc[table["verdict"] == "undecided", "deal"].tolist()
    counts = {name: int((table["verdict"] == name).sum()) for name in ("won", "impossible", "undecided")}
    lines = [f"deals {first}..{last}: " + ", ".join(f"{number} {name}" for name, number in counts.items())]
    lines += [f"undecided: {' '.join(map(str, undecided))}"] if undecided else []
    lines.append(f"states per deal: {table['states'].mean():.0f}")
    data: dict[str, Any] = {"deals": [first, last], "rules": rules._asdict(), **counts, "undecided_deals": undecided}
    return Output("\n".join(lines), data)


def single(number: int, rules: Any, max_states: int | None) -> Output:
    """One deal: the board, the verdict, the moves."""
    from cardsim.games import freecell

    board = freecell.ms_deal(number, rules)
    solution = freecell.solve(board, max_states)
    moves = [str(move) for move in solution.moves]
    text = "\n".join([str(board), "", repr(solution), " ".join(moves)]).rstrip()
    return Output(text, {"deal": number, "verdict": solution.verdict, "states": solution.states, "moves": moves})
