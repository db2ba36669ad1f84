"""The code that makes the run a workbench shows."""

from __future__ import annotations

from typing import Any

from cardsim.games import games
from cardsim.measures import STALEMATES
from cardsim.workbench.study import Settings, headline_names


def code_for(settings: Settings) -> str:
    """Python that plays the same games and prints the same outcomes.

    Examples
    --------
    >>> print(code_for(Settings("gin", ("simple", "simple"), {"knock_limit": 7}, 1000, 3)).splitlines()[2])
    run = cs.simulate("gin", ["simple", "simple"], rules={"knock_limit": 7}, n=1_000, seed=3)
    """
    game, seats = settings.game, "[" + ", ".join(f'"{seat}"' for seat in settings.seats) + "]"
    rules = f", rules={_literal(settings.rules)}" if settings.rules else ""
    unit = f', unit="{settings.unit}"' if settings.unit != "deal" else ""
    prints = [_ask(name, settings) for name in headline_names(game, settings.unit, len(settings.seats))]
    call = f'run = cs.simulate("{game}", {seats}{rules}, n={settings.n:_}, seed={settings.seed}{unit})'
    return "\n".join(["import cardsim as cs", "", call, *prints])


def _literal(rules: Any) -> str:
    """Rules as Python source; infinity has no literal of its own."""
    if isinstance(rules, dict):
        return "{" + ", ".join(f'"{name}": {_literal(value)}' for name, value in rules.items()) + "}"
    if isinstance(rules, str):
        return f'"{rules}"'
    return 'float("inf")' if rules == float("inf") else repr(rules)


def _ask(name: str, settings: Settings) -> str:
    """One line that prints one outcome."""
    game = games[settings.game]
    of, _, among = name.partition(" among ")
    ends = game.ends[settings.unit]
    if of == "stalemate":
        of = "|".join(end for end in STALEMATES if end in ends)
    if of.startswith("win_"):
        asked = f'run.rate(run.table["winner"] == {of.removeprefix("win_")})'
    elif all(end in ends for end in of.split("|")) or _is_flag(game, of, settings.unit):
        asked = f'run.rate("{of}"' + (f', among="{among}")' if among else ")")
    else:
        asked = f'run.mean("{of}")'
    return f'print("{name}:", {asked})'


def _is_flag(game: Any, name: str, unit: str) -> bool:
    return any(column.name == name and column.flag for column in game.columns[unit])


def rules_for(game_name: str, preset: str, values: dict[str, Any]) -> Any:
    """The shortest way to name rules: nothing, a preset, or what differs from it.

    Examples
    --------
    >>> from cardsim.games import games
    >>> eaai = games["gin"].presets["eaai"]._asdict()
    >>> rules_for("gin", "eaai", eaai), rules_for("gin", "eaai", {**eaai, "knock_limit": 3})
    ('eaai', {'preset': 'eaai', 'knock_limit': 3})
    """
    game = games[game_name]
    base = game.presets[preset]._asdict()
    changed = {name: value for name, value in values.items() if value != base[name] or _bool_differs(value, base[name])}
    standard = game.presets[preset] == game.Rules()
    if not changed:
        return None if standard else preset
    return changed if standard else {"preset": preset, **changed}


def _bool_differs(value: Any, other: Any) -> bool:
    return isinstance(value, bool) != isinstance(other, bool)
