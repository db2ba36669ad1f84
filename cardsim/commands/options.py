"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import argparse
import ast
from typing import Any

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "none": None, "null": None}


def count(text: str) -> int:
    """A whole number of at least 1, also written ``1_000_000`` or ``1e6``.

    Examples
    --------
    >>> count("1e6"), count("20_000")
    (1000000, 20000)
    """
    number = whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is less than 1")
    return number


def whole(text: str) -> int:
    """A whole number of at least 0, also written ``1_000_000`` or ``1e6``."""
    try:
        number = int(text) if "e" not in text.lower() else int(float(text))
        exact = float(text.replace("_", "")) == number
    except (ValueError, OverflowError):
        exact = False
    if not exact or number < 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0, such as 1000000 or 1e6")
    return number


def shard(text: str) -> tuple[int, int]:
    """One machine's share, written ``2/8``: the second of eight."""
    part, slash, parts = text.partition("/")
    if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a share such as 2/8 (the second of eight)")
    return int(part), int(parts)


def setting(text: str) -> tuple[str, Any]:
    """A rule and its value, written ``knock_limit=7``; yes, no, true, false and none are understood.

    Examples
    --------
    >>> setting("knock_limit=7"), setting("big_gin=no"), setting("stock_end=void")
    (('knock_limit', 7), ('big_gin', False), ('stock_end', 'void'))
    """
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not a rule and its value, such as knock_limit=7")
    return name.strip(), plain_value(value.strip())


def plain_value(text: str) -> Any:
    """The Python value that `text` stands for: a number, a list, yes or no, none, or else the text itself."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def variation(text: str) -> tuple[str, list[Any]]:
    """A name and the values it takes, written ``knock_limit=0:10`` (ends included) or ``tie=none,undercut``.

    Examples
    --------
    >>> variation("0.T=2:5"), variation("big_gin=yes,no")
    (('0.T', [2, 3, 4, 5]), ('big_gin', [True, False]))
    """
    name, equals, values = text.partition("=")
    if not equals or not name.strip() or not values.strip():
        raise argparse.ArgumentTypeError(f"{text!r} is not a name and its values, such as knock_limit=0:10 or T=2,6")
    low, colon, high = values.partition(":")
    if colon:
        if not low.strip().isdecimal() or not high.strip().isdecimal() or int(low) > int(high):
            raise argparse.ArgumentTypeError(f"{values!r} is not a range of whole numbers such as 0:10")
        return name.strip(), list(range(int(low), int(high) + 1))
    return name.strip(), [plain_value(value.strip()) for value in values.split(",")]


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


def chosen_rules(options: argparse.Namespace) -> dict[str, Any] | str | None:
    """The rules that `options` name: a preset, single rules, or single rules that differ from a preset."""
    overrides = dict(options.rule)
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
