"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from cardsim.words import plain_value

if TYPE_CHECKING:
    from cardsim.games.parameters import Domain


def count(text: str) -> int:
    """A whole number of at least 1, also written ``1_000_000`` or ``1e6``.

    Examples
    --------
    >>> count("1e6"), count("20_000")
    (1000000, 20000)
    """
    return whole(text, least=1)


def whole(text: str, least: int = 0) -> int:
    """A whole number of at least `least`, also written ``1_000_000`` or ``1e6``.

    Examples
    --------
    >>> whole("18446744073709551615") == 2**64 - 1
    True
    """
    try:
        value = Decimal(text)
        number = int(value) if len(text) <= 30 and abs(value.adjusted()) <= 30 else None
    except (InvalidOperation, ValueError, OverflowError):  # no number, or not a finite one
        number = None
    if number is None or number != value:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}, such as 1000000 or 1e6")
    if number < least:
        raise argparse.ArgumentTypeError(f"{text!r} is less than {least}; use a whole number of at least {least}")
    return number


def seconds(text: str) -> float:
    """A time in seconds, greater than 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds greater than 0, such as 0.5")
    return value


def shard(text: str) -> tuple[int, int]:
    """One machine's share, written ``2/8``: the second of eight."""
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 2/8 (the second of eight)")
    return int(part), int(parts)


def setting(text: str) -> tuple[str, str]:
    """A rule and its value as text, written ``knock_limit=7``.

    Examples
    --------
    >>> setting("knock_limit=7")
    ('knock_limit', '7')
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not a rule and its value, such as knock_limit=7")
    return name.strip(), value.strip()


def rule_value(domains: Mapping[str, Domain], name: str, text: str) -> Any:
    """The value of a rule or parameter; words that the rule itself knows, such as ``tie=none``, are left alone.

    Examples
    --------
    >>> from cardsim.games import games
    >>> gin = games["gin"].domains
    >>> rule_value(gin, "tie", "none"), rule_value(gin, "oklahoma", "off"), rule_value(gin, "big_gin", "off")
    ('none', 'off', False)
    """
    from cardsim.games.parameters import Choice

    domain = domains.get(name)
    return text if isinstance(domain, Choice) and text in domain.values else plain_value(text)


def variation(text: str) -> tuple[str, list[str]]:
    """A name and the values it takes, written ``knock_limit=0:10`` (ends included) or ``tie=none,undercut``.

    Examples
    --------
    >>> variation("0.T=2:5"), variation("big_gin=yes,no")
    (('0.T', ['2', '3', '4', '5']), ('big_gin', ['yes', 'no']))
    """
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not a name and its values, such as knock_limit=0:10 or T=2,6")
    low, colon, high = values.partition(":")
    if colon:
        if not low.strip().isdecimal() or not high.strip().isdecimal() or int(low) > int(high):
            raise argparse.ArgumentTypeError(f"{values!r} is not a range of whole numbers such as 0:10")
        return name.strip(), [str(number) for number in range(int(low), int(high) + 1)]
    return name.strip(), [value.strip() for value in values.split(",")]


def add_game(parser: argparse.ArgumentParser, seats: bool = True) -> None:
    """The game, who plays it, and by which rules."""
    parser.add_argument("game", help="name of a game, such as gin (see cardsim list)")
    if seats:
        parser.add_argument(
            "--seat",
            action="append",
            dest="seats",
            metavar="PLAYER",
            help="who plays the next seat, such as simple or hold_for_rummy:T=6; once per seat",
        )
    parser.add_argument(
        "--rules", metavar="PRESET", help="a set of rules by name, such as eaai (see cardsim list GAME)"
    )
    parser.add_argument(
        "--rule",
        action="append",
        type=setting,
        default=[],
        metavar="NAME=VALUE",
        help="one rule that differs, such as knock_limit=7; may be given again",
    )


def add_vary(parser: argparse.ArgumentParser) -> None:
    """What varies: rules and players' parameters, with their values."""
    parser.add_argument(
        "--vary",
        action="append",
        type=variation,
        required=True,
        metavar="NAME=VALUES",
        help="a rule, or a player's parameter such as 0.T, and its values: 0:10 or 0,5,10; once per name",
    )


def grid(options: argparse.Namespace) -> dict[str, list[Any]]:
    """What ``--vary`` names, with its values."""
    from cardsim.games import find_game

    domains = find_game(options.game).domains
    varied = once("--vary", options.vary)
    return {name: [rule_value(domains, name, text) for text in values] for name, values in varied.items()}


def once(option: str, pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs as a dict; ValueError if a name comes twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{option} {name} is given twice; give each name once")
        found[name] = value
    return found


def chosen_rules(options: argparse.Namespace) -> dict[str, Any] | str | None:
    """The rules that `options` name: a preset, single rules, or single rules that differ from a preset."""
    from cardsim.games import find_game

    domains = find_game(options.game).domains
    overrides = {name: rule_value(domains, name, text) for name, text in once("--rule", options.rule).items()}
    if options.rules and overrides:
        return {"preset": options.rules, **overrides}
    return overrides or options.rules


def add_running(parser: argparse.ArgumentParser, n: int | None = None) -> None:
    """How many games, from which seed, on how many cores."""
    required = {"required": True} if n is None else {"default": n}
    parser.add_argument("--n", type=count, metavar="N", help="how many deals or matches", **required)
    parser.add_argument("--seed", type=whole, default=0, help="same seed, same games (default 0)")
    parser.add_argument("--unit", choices=("deal", "match"), default="deal", help="what one game is (default deal)")
    parser.add_argument("--n-jobs", type=int, default=-1, metavar="K", help="cores to use (default: all)")
