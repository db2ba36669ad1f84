"""Freecell Solver: verdicts by exhaustive search, and its solutions in the notation of the package."""

from __future__ import annotations

import re
import subprocess

from cardsim.games.freecell.moves import Move
from cardsim.games.freecell.variant import CELL, HOME

PROGRAM = "fc-solve"
EXHAUSTIVE = {  # name of the rules: options of fc-solve; single-card moves only, so that giving up is a proof
    "freecell_4": "-to 01ABCDE -sp r:tf",
    "freecell_3": "--freecells-num 3 -to 01ABCDE -sp r:tf",
    "freecell_2": "--freecells-num 2 -to 01ABCDE -sp r:tf",
    "freecell_1": "--freecells-num 1 -to 01ABCDE -sp r:tf",
    "freecell_0": "--freecells-num 0 -to 0AB -sp r:tf",
    "freecell_6_columns": "--stacks-num 6 -to 01ABCDE -sp r:tf",
    "freecell_5_columns": "--stacks-num 5 -to 01ABCDE -sp r:tf",
    "bakers_game": "-g bakers_game -to 01ABCDE -sp r:tf",
    "bakers_game_kings": "-g ko_bakers_game -to 01ABCDE -sp r:tf",
    "eight_off": "-g eight_off -to 01ABCDE -sp r:tf",
    "fore_cell": "-g forecell -to 01ABCDE -sp r:tf",
    "seahaven_towers": "-g seahaven_towers -to 01ABCDE -sp r:tf",
    "relaxed": "-g relaxed_freecell -to 01ABCDE -sp r:tf",
}
MOST = 150_000
"""Positions after which it gives up; about 0.2 s and 120 MB."""


_MOVE = re.compile(r"(10|[1-9a-gk])(10|[1-9a-gkh])(?:v([0-9a-f]+))?")


def solve(board, options, most=MOST):
    """(verdict, moves, positions) of a board given as text; "undecided" where it gives up."""
    command = [PROGRAM, *options.split(), "-mi", str(most), "-m", "-snx"]
    done = subprocess.run(command, input=board, capture_output=True, text=True, check=False)
    count = re.search(r"checked is (\d+)", done.stdout)
    assert count, done.stdout + done.stderr
    if "This game is solveable" in done.stdout:
        return "won", moves_of(done.stdout), int(count[1])
    assert "could not solve" in done.stdout, done.stdout
    return "undecided" if int(count[1]) >= most else "impossible", [], int(count[1])


def moves_of(output):
    """The moves of a solution."""
    lines = output[output.index("-=-") :].splitlines()[1:]
    words = [word for line in lines[: lines.index("This game is solveable.")] for word in line.split()]
    return [move_of(word) for word in words]


def move_of(word):
    """A move from its notation, which leaves sizes to the rules but for runs to empty columns.

    Its eighth cell is k, its tenth column 10.
    """
    found = _MOVE.fullmatch(word)
    assert found, word
    return Move(place_of(found[1]), place_of(found[2]), int(found[3], 16) if found[3] else 0, bool(found[3]))


def place_of(text):
    """A column, cell or the foundations as the package numbers them."""
    return HOME if text == "h" else int(text) - 1 if text.isdigit() else CELL + "abcdefgk".index(text)
