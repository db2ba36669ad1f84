"""FreeCell and its relatives: the rules of the game, its house rules and its presets.

All 52 cards lie face up in columns, dealt row by row.  The last card of a column and any card in a cell may move:
onto a column's last card that is one rank higher (of the other colour, or of the same suit in Baker's Game and its
kin), into an empty cell, into an empty column, or home to its suit's foundation, which is built up from the ace.  A
run of k cards in build order moves as one action if k is at most ``(empty cells + 1) * 2 ** (empty columns)``, the
target not counted: what single cards could do.  The game is won with all cards home, and lost as soon as no sequence
of actions can bring another card home, or after 3,000 actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardsim.games.parameters import Choice, Domain, Flag, Range, check_rules

SCHEME_SHUFFLE, SCHEME_MS, SCHEME_GIVEN = 0, 1, 2
RUN_LIMITED, RUN_SINGLE, RUN_UNLIMITED = 0, 1, 2
LIMIT_DOUBLING, LIMIT_ONE_COLUMN = 0, 1
AUTOPLAY_NONE, AUTOPLAY_SAFE, AUTOPLAY_ALL = 0, 1, 2
DEAD_EXACT, DEAD_QUICK = 0, 1
COUNT_ACTIONS, COUNT_CARDS = 0, 1


class Rules(NamedTuple):
    """House rules of the FreeCell family; ``cardsim list freecell`` prints what each field means."""

    columns: int = 8
    cells: int = 4
    cells_filled: int = 0
    build: str = "alternate"
    empty_column: str = "any"
    run_move: str = "limited"
    run_limit: str = "doubling"
    autoplay: str = "none"
    autoplay_counts: bool = False
    worrying_back: bool = False
    foundation_base: int = 1
    max_moves: int | None = 3000
    move_count: str = "actions"
    dead_rule: bool = True
    dead_test: str = "exact"
    deal_scheme: str = "shuffle"


DOMAINS: dict[str, Domain] = {
    "columns": Range("number of columns", low=4, high=13),
    "cells": Range("number of cells", low=0, high=12),
    "cells_filled": Range("cards dealt to the cells after the columns", low=0, high=12),
    "build": Choice(
        "what may be built on a column's last card, always one rank lower: the other colour, the same suit, any suit",
        values=("alternate", "suit", "any"),
    ),
    "empty_column": Choice("what an empty column accepts", values=("any", "kings", "none")),
    "run_move": Choice(
        "limited: as many cards as single moves could carry; single: one card at a time; unlimited: any run",
        values=("limited", "single", "unlimited"),
    ),
    "run_limit": Choice(
        "doubling: every empty column doubles the length of a run; one_column: at most one does",
        values=("doubling", "one_column"),
    ),
    "autoplay": Choice(
        "cards sent home after every action: none, those that are of no more use in a column, all that can go",
        values=("none", "safe", "all"),
    ),
    "autoplay_counts": Flag("cards sent home by themselves count as actions"),
    "worrying_back": Flag("a card may return from its foundation to a column", extended=True),
    "foundation_base": Range(
        "first rank of the foundations; ranks are counted from it, so that the rank below it counts as the king",
        low=1,
        high=13,
    ),
    "max_moves": Range("actions after which the game is lost; None: no limit", low=1, high=10**6, none=True),
    "move_count": Choice(
        "what max_moves counts: actions, or the single cards a run move stands for", values=("actions", "cards")
    ),
    "dead_rule": Flag("the game ends when no sequence of actions can bring another card home"),
    "dead_test": Choice(
        "exact: as stated; quick: only when no action is left at all",
        values=("exact", "quick"),
    ),
    "deal_scheme": Choice(
        "shuffle: seeded packs; ms: game i plays the numbered deal i + 1; given: only packs handed in",
        values=("shuffle", "ms", "given"),
    ),
}

DEFAULT = Rules()
_EIGHT_OFF = {"build": "suit", "cells": 8, "cells_filled": 4, "empty_column": "kings"}
_FORE_CELL = {"cells_filled": 4, "empty_column": "kings"}
_MICROSOFT = {
    "deal_scheme": "ms",
    "autoplay": "safe",
    "max_moves": None,
    "dead_rule": False,
    "run_limit": "one_column",
}
_OVERLAYS: dict[str, dict[str, Any]] = {
    "freecell": {},
    **{f"freecell_{k}": {"cells": k} for k in range(6)},
    **{f"freecell_{n}_columns": {"columns": n} for n in (4, 5, 6, 7, 9, 10)},
    "bakers_game": {"build": "suit"},
    "bakers_game_kings": {"build": "suit", "empty_column": "kings"},
    "eight_off": _EIGHT_OFF,
    "eight_off_any": _EIGHT_OFF | {"empty_column": "any"},
    "seahaven_towers": {"columns": 10, "cells_filled": 2, "build": "suit", "empty_column": "kings"},
    "fore_cell": _FORE_CELL,
    "fore_cell_suit": _FORE_CELL | {"build": "suit"},
    "microsoft": _MICROSOFT,
    "relaxed": {"run_move": "unlimited"},
    "solvability": {"max_moves": None, "dead_rule": False},
}
PRESETS: dict[str, Rules] = {name: DEFAULT._replace(**overlay) for name, overlay in _OVERLAYS.items()}


def check_combination(rules: Rules) -> None:
    """Refuse combinations that mean nothing."""
    if rules.cells_filled > rules.cells:
        raise ValueError(f"cells_filled={rules.cells_filled} is more than cells={rules.cells}")
    if rules.autoplay_counts and rules.autoplay == "none":
        raise ValueError("autoplay_counts=True needs autoplay='safe' or 'all'")
    if rules.worrying_back and rules.autoplay != "none":
        raise ValueError(
            f"worrying_back=True goes with autoplay='none', not {rules.autoplay!r}: cards would go in circles"
        )


def as_rules(rules: Rules | str | Mapping[str, Any] | None = None) -> Rules:
    """A checked ``Rules`` from a ``Rules``, a preset's name, a dict of overrides or None (the default game).

    Examples
    --------
    >>> as_rules("bakers_game").build, as_rules({"cells": 2}).cells
    ('suit', 2)
    >>> as_rules({"cells": 13})
    Traceback (most recent call last):
    ...
    ValueError: freecell rules: cells=13 is not allowed: use a whole number from 0 to 12
    """
    return check_rules(
        "freecell", rules, default=DEFAULT, presets=PRESETS, domains=DOMAINS, combination=check_combination
    )
