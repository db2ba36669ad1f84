"""List the games, or all that one game offers: rules, presets, players, what they see, outcome columns."""

from __future__ import annotations

import argparse
from typing import Any

from cardsim.commands import Output
from cardsim.commands.text import section, table

HELP = "list the games, or one game's rules, presets, players and columns"
EXAMPLE = "cardsim list gin"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which game; none for all."""
    parser.add_argument("game", nargs="?", help="name of a game, such as gin; without it, all games are listed")


def run(options: argparse.Namespace) -> Output:
    """Describe one game in full, or all games in a line each."""
    import cardsim as cs

    if options.game is None:
        data = {name: overview(game) for name, game in cs.games.items()}
        rows = [["game", "seats", "default players", "presets"]]
        rows += [[name, *(", ".join(map(str, one[key])) for key in rows[0][1:])] for name, one in data.items()]
        return Output(table(rows), data)
    data = describe(cs.games[options.game])
    return Output(as_text(data), data)


def overview(game: Any) -> dict[str, Any]:
    """One game in a few words."""
    return {
        "version": game.version,
        "seats": list(game.seat_counts),
        "default players": list(game.default_seats),
        "presets": list(game.presets),
    }


def describe(game: Any) -> dict[str, Any]:
    """All that a user may name in one game, as plain data."""
    default = game.Rules()
    return {
        "game": game.name,
        **overview(game),
        "rules": {
            name: {
                "default": plain(getattr(default, name)),
                "allowed": domain.allowed,
                "meaning": domain.doc,
                "extended": domain.extended,
            }
            for name, domain in game.domains.items()
        },
        "preset rules": {name: differences(preset, default) for name, preset in game.presets.items()},
        "players": {
            name: {"parameters": dict(strategy.params), "meaning": strategy.doc}
            for name, strategy in game.strategies.items()
        },
        "decisions": list(game.decisions),
        "view": {field.name: field.doc for field in game.view},
        "columns": {unit: {named(c): c.doc for c in columns} for unit, columns in game.columns.items()},
        "ends": {unit: list(ends) for unit, ends in game.ends.items()},
    }


def plain(value: Any) -> Any:
    """`value` as JSON has it: infinity and tables become text."""
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def differences(rules: Any, default: Any) -> dict[str, Any]:
    """The fields in which `rules` differ from `default`."""
    return {name: plain(value) for name, value in rules._asdict().items() if value != getattr(default, name)}


def named(column: Any) -> str:
    """A column's name, with ``_s`` where there is one per seat or team."""
    return f"{column.name}_s" if column.size else column.name


def as_text(data: dict[str, Any]) -> str:
    """The description as titled tables."""
    rules = [["rule", "default", "meaning"]]
    rules += [[name, str(r["default"]), f"{r['meaning']} [{r['allowed']}]"] for name, r in data["rules"].items()]
    presets = [["preset", "differs from the default in"]]
    presets += [[name, settings(overlay) or "nothing"] for name, overlay in data["preset rules"].items()]
    players = [["player", "parameters", "meaning"]]
    players += [[name, settings(p["parameters"]), p["meaning"]] for name, p in data["players"].items()]
    parts = [
        section(f"Rules of {data['game']} (version {data['version']})", table(rules)),
        section("Presets", table(presets)),
        section("Players", table(players)),
        section("Decisions", ", ".join(data["decisions"])),
        section("What a decision sees", table([["view field", "meaning"], *map(list, data["view"].items())])),
    ]
    for unit, columns in data["columns"].items():
        rows = [["column", "meaning"], *map(list, columns.items())]
        parts.append(section(f"Outcome of a {unit} (ends: {', '.join(data['ends'][unit])})", table(rows)))
    return "\n\n".join(parts)


def settings(values: dict[str, Any]) -> str:
    """``name=value`` pairs in one line."""
    return ", ".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}" for name, value in values.items()
    )
