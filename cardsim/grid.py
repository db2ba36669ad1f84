"""Grids of house rules, players and their parameters: every combination, checked before anything is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from cardsim.games.game import Game
from cardsim.games.parameters import near


class Cell(NamedTuple):
    """One combination: the grid's values by column name, and the rules and seats they make."""

    values: dict[str, Any]
    rules: Any
    seats: tuple[Any, ...]


def cells(game: Game, seats: Any, rules: Any, grid: Mapping[str, Iterable[Any]]) -> list[Cell]:
    """All combinations of a grid, the last name varying fastest.

    Parameters
    ----------
    game : Game
        The game.
    seats, rules
        What the cells start from, as for :func:`cardsim.simulate`.
    grid : mapping
        Values by name: a rule (``"knock_limit"``), ``"preset"``, a seat's player (``"0"``), all players at once
        (``"seats"``, a list of lists) or a parameter of a seat's player (``"0.T"``).

    Raises
    ------
    ValueError
        Naming what is unknown, empty, out of range or impossible together.
    """
    names = list(grid)
    if not names:
        raise ValueError("the grid is empty; name what varies, such as grid={'knock_limit': range(11)}")
    for name in names:
        _check_name(game, name)
    columns = [_values(name, grid[name]) for name in names]
    return [_cell(game, seats, rules, dict(zip(names, values, strict=True))) for values in product(*columns)]


def shown(name: str, value: Any) -> Any:
    """A grid value as it appears in a table: strategies by name, lists of players joined, numbers as they are."""
    if name == "seats":
        return " v ".join(str(getattr(player, "name", player)) for player in value)
    if isinstance(value, np.generic):
        return value.item()
    return value if isinstance(value, (bool, int, float, str)) or value is None else str(getattr(value, "name", value))


def rules_text(game: Game, rules: Any, ignore: Sequence[str] = ()) -> str:
    """Rules in a few words: a preset's name, or what differs from the nearest one; fields in `ignore` vary.

    Examples
    --------
    >>> from cardsim.games import games
    >>> gin = games["gin"]
    >>> rules_text(gin, gin.presets["eaai"]), rules_text(gin, gin.Rules(knock_limit=7))
    ('eaai rules', 'default rules with knock_limit=7')
    """
    bases = {"default": game.Rules(), **game.presets}
    gaps = {
        name: {k: v for k, v in rules._asdict().items() if getattr(base, k) != v and k not in ignore}
        for name, base in bases.items()
    }
    name = min(gaps, key=lambda preset: len(gaps[preset]))
    changes = ", ".join(f"{key}={value}" for key, value in gaps[name].items())
    return f"{name} rules" + (f" with {changes}" if changes else "")


def set_parameter(game: Game, strategy: Any, name: str, value: Any) -> Any:
    """`strategy` with one of its named parameters changed."""
    params = dict(strategy.params)
    if name not in params:
        known = near(name, params) if params else "; it has no parameters"
        raise ValueError(f"{game.name} strategy {strategy.name!r} has no parameter {name!r}{known}")
    try:
        params[name] = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{game.name} strategy {strategy.name!r}: {name}={value!r} is not a number") from None
    base = strategy.name.split(":")[0]
    changed = ",".join(f"{key}={number:g}" for key, number in params.items())
    return strategy._replace(params=params, name=f"{base}:{changed}")


def _check_name(game: Game, name: str) -> None:
    seat, _, _ = name.partition(".")
    if name not in game.domains and name not in ("preset", "seats") and not seat.isdecimal():
        raise ValueError(
            f"{game.name} has no rule {name!r} to vary{near(name, game.domains)}; "
            "a seat's player is named '0', its parameter '0.T'"
        )


def _values(name: str, values: Any) -> list[Any]:
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ValueError(f"grid[{name!r}] must be a list of values, got {values!r}")
    listed = list(values)
    if not listed:
        raise ValueError(f"grid[{name!r}] has no values")
    texts = [str(shown(name, value)) for value in listed]
    if twice := next((text for text in texts if texts.count(text) > 1), None):
        raise ValueError(f"grid[{name!r}] lists {twice} twice")
    return [value.item() if isinstance(value, np.generic) else value for value in listed]


def _cell(game: Game, seats: Any, rules: Any, values: dict[str, Any]) -> Cell:
    base = game.check_rules(values.get("preset", rules))
    ruled = game.check_rules(base._replace(**{name: value for name, value in values.items() if name in game.domains}))
    players = list(game.find_seats(values.get("seats", seats)))
    for name, value in sorted(values.items(), key=lambda item: "." in item[0]):  # players first, then their parameters
        seat, dot, parameter = name.partition(".")
        if seat.isdecimal():
            place = _place(game, int(seat), players)
            players[place] = set_parameter(game, players[place], parameter, value) if dot else game.find_strategy(value)
    return Cell({name: shown(name, value) for name, value in values.items()}, ruled, tuple(players))


def _place(game: Game, seat: int, players: Sequence[Any]) -> int:
    if seat >= len(players):
        raise ValueError(f"{game.name} is played here with seats 0 to {len(players) - 1}; there is no seat {seat}")
    return seat
