"""Which control suits a rule: a switch, a menu, a slider, a number or a text, as its domain says."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from cardsim.games.parameters import UNLIMITED, Choice, Domain, Flag, Range
from cardsim.words import plain_value

LONGEST_SLIDER = 200
"""Widest range of whole numbers that a slider is for; a wider one is typed."""


class Control(NamedTuple):
    """How one rule is set.

    `kind` is "switch", "menu", "slider", "number" or "text"; `options` are the words and values of a menu; `without`
    is the word for "no limit" or "none" where the rule has it, and `without_value` what it stands for.
    """

    name: str
    kind: str
    doc: str
    allowed: str
    low: float = 0
    high: float = 0
    step: float = 1
    options: tuple[tuple[str, Any], ...] = ()
    without: str = ""
    without_value: Any = None


def control_for(name: str, domain: Domain) -> Control:
    """The control for one rule.

    Examples
    --------
    >>> from cardsim.games import games
    >>> gin = games["gin"].domains
    >>> [control_for(name, gin[name]).kind for name in ("big_gin", "oklahoma", "knock_limit")]
    ['switch', 'menu', 'slider']
    """
    if isinstance(domain, Flag):
        return Control(name, "switch", domain.doc, domain.allowed)
    if isinstance(domain, Choice):
        options = tuple((str(value), value) for value in domain.values)
        return Control(name, "menu", domain.doc, domain.allowed, options=options)
    if isinstance(domain, Range):
        return _for_range(name, domain)
    return Control(name, "text", domain.doc, domain.allowed)


def _for_range(name: str, domain: Range) -> Control:
    high = min(domain.high, UNLIMITED - 1)
    kind = "slider" if high - domain.low <= LONGEST_SLIDER else "number"
    without, value = ("no limit", math.inf) if domain.unlimited else ("none", None) if domain.none else ("", None)
    step = 0.1 if domain.real else 1
    return Control(name, kind, domain.doc, domain.allowed, domain.low, high, step, (), without, value)


def as_text(value: Any) -> str:
    """A value as it is typed.

    Examples
    --------
    >>> as_text(None), as_text({2: 10, 3: 7}), as_text("std52")
    ('None', '{2: 10, 3: 7}', 'std52')
    """
    return value if isinstance(value, str) else repr(value)


def read_text(domain: Domain, text: str) -> Any:
    """The value that was typed, checked; ValueError says what would be right."""
    return domain.check(plain_value(text))
