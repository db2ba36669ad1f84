"""House rules as data: what values a rule parameter may have, what it means, and its number inside a kernel.

A game lists one domain per field of its ``Rules``.  :func:`check_rules` turns what a user writes (a ``Rules``, a
preset's name, a dict of overrides) into a checked ``Rules``; :func:`pack` turns that into the record a kernel reads.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import from_dtype

UNLIMITED = 2**31 - 1
"""What "no limit" (``math.inf``) becomes inside a kernel."""


def near(name: object, names: Iterable[str]) -> str:
    """A hint such as ``; did you mean 'simple'?`` or the list of all names, for an error message."""
    known = sorted(map(str, names))
    close = difflib.get_close_matches(str(name), known, n=3, cutoff=0.6)
    if close:
        return "; did you mean " + " or ".join(repr(word) for word in close) + "?"
    return "; known: " + ", ".join(known)


def whole(value: Any) -> int | None:
    """`value` as an int if it is a whole number (no bool), else None."""
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, (float, np.floating)) and math.isfinite(value) and value == int(value):
        return int(value)
    return None


@dataclass(frozen=True)
class Domain:
    """The allowed values of one rule parameter.

    `doc` is its meaning in one line; ``extended=True`` marks a parameter that may take a slower path.
    """

    doc: str
    extended: bool = False
    kind: Any = np.int64
    shape: tuple[int, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """`value` in its natural Python form; raises ValueError if it is not allowed."""
        raise NotImplementedError

    def code(self, value: Any) -> Any:
        """The number (or array) that stands for a checked `value` in a kernel."""
        return value

    def refuse(self, value: Any) -> ValueError:
        """The error for a value that is not allowed."""
        return ValueError(f"{value!r} is not allowed: use {self.allowed}")


@dataclass(frozen=True)
class Flag(Domain):
    """True or False."""

    @property
    def allowed(self) -> str:
        return "True or False"

    def check(self, value: Any) -> bool:
        if isinstance(value, (bool, np.bool_)):
            return bool(value)
        if isinstance(value, str) and value.lower() in ("true", "yes", "false", "no"):
            return value.lower() in ("true", "yes")
        if whole(value) in (0, 1):
            return bool(value)
        raise self.refuse(value)


@dataclass(frozen=True)
class Choice(Domain):
    """One of a few values; its code is its position."""

    values: tuple[Any, ...] = ()

    @property
    def allowed(self) -> str:
        return ", ".join(repr(value) for value in self.values)

    def check(self, value: Any) -> Any:
        for candidate in self.values:
            if type(value) is type(candidate) and value == candidate:
                return candidate
        for candidate in self.values:
            if not isinstance(value, (bool, np.bool_)) and str(value) == str(candidate):
                return candidate
        raise self.refuse(value)

    def code(self, value: Any) -> int:
        return self.values.index(value)


@dataclass(frozen=True)
class Range(Domain):
    """A number from `low` to `high`, whole unless ``real``; ``none`` and ``unlimited`` allow None and ``math.inf``.

    None has the code -1 and infinity the code :data:`UNLIMITED`.
    """

    low: float = 0
    high: float = UNLIMITED - 1
    real: bool = False
    none: bool = False
    unlimited: bool = False

    def __post_init__(self) -> None:
        if self.real:
            object.__setattr__(self, "kind", np.float64)

    @property
    def allowed(self) -> str:
        words = f"a {'' if self.real else 'whole '}number from {self.low} to {self.high}"
        if self.high >= UNLIMITED - 1:
            words = f"a {'' if self.real else 'whole '}number of at least {self.low}"
        return words + (", or None" if self.none else "") + (", or infinity (inf)" if self.unlimited else "")

    def check(self, value: Any) -> Any:
        if isinstance(value, str):
            value = _number(value)
        if value is None and self.none:
            return None
        if self.unlimited and isinstance(value, (float, np.floating)) and value == math.inf:
            return math.inf
        number = float(value) if self.real and isinstance(value, (int, float, np.number)) else whole(value)
        if number is None or isinstance(value, (bool, np.bool_)) or not self.low <= number <= self.high:
            raise self.refuse(value)
        return number

    def code(self, value: Any) -> Any:
        if value is None:
            return -1
        return UNLIMITED if value == math.inf else value


@dataclass(frozen=True)
class PerPlayers(Domain):
    """A whole number, or a table {number of players: whole number}; packed as an array indexed by players."""

    low: int = 0
    high: int = UNLIMITED - 1
    most_players: int = 4

    def __post_init__(self) -> None:
        object.__setattr__(self, "shape", (self.most_players + 1,))

    @property
    def allowed(self) -> str:
        return (
            f"a whole number from {self.low} to {self.high}, or a table such as {{2: {self.low}}} of those by players"
        )

    def check(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            table = {whole(_number(str(k))): whole(v) for k, v in value.items()}
            bad = [v for k, v in table.items() if k is None or v is None or not self.low <= v <= self.high]
            if bad or not table:
                raise self.refuse(value)
            return table
        number = whole(_number(value) if isinstance(value, str) else value)
        if number is None or not self.low <= number <= self.high:
            raise self.refuse(value)
        return number

    def code(self, value: Any) -> Any:
        if isinstance(value, Mapping):
            return [value.get(players, -1) for players in range(self.most_players + 1)]
        return [value] * (self.most_players + 1)


def _number(text: str) -> Any:
    if text.strip().lower() in ("none", ""):
        return None
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def check_fields(game: str, rules: Any, domains: Mapping[str, Domain]) -> Any:
    """`rules` with every field coerced to its natural form; ValueError names game, field and allowed values."""
    checked = {}
    for field, domain in domains.items():
        try:
            checked[field] = domain.check(getattr(rules, field))
        except ValueError as error:
            raise ValueError(f"{game} rules: {field}={error}") from None
    return rules._replace(**checked)


def check_rules(
    game: str,
    rules: Any,
    *,
    default: Any,
    presets: Mapping[str, Any],
    domains: Mapping[str, Domain],
    combination: Callable[[Any], None],
) -> Any:
    """A checked ``Rules`` from a ``Rules``, a preset's name, a dict of overrides (may name a "preset") or None."""
    if rules is None:
        rules = default
    if isinstance(rules, str):
        rules = {"preset": rules}
    if isinstance(rules, Mapping):
        overrides = dict(rules)
        preset = overrides.pop("preset", "default" if "default" in presets else next(iter(presets)))
        if preset not in presets:
            raise ValueError(f"{game} has no preset {preset!r}{near(preset, presets)}")
        for field in overrides:
            if field not in domains:
                raise ValueError(f"{game} has no rule {field!r}{near(field, domains)}")
        rules = presets[preset]._replace(**overrides)
    if type(rules) is not type(default):
        raise ValueError(
            f"{game} rules must be a cs.{game}.Rules, a preset's name or a dict, not {type(rules).__name__}"
        )
    rules = check_fields(game, rules, domains)
    try:
        combination(rules)
    except ValueError as error:
        raise ValueError(f"{game} rules: {error}") from None
    return rules


def rules_dtype(domains: Mapping[str, Domain], derived: Mapping[str, Any] | None = None) -> np.dtype:
    """The record a kernel reads: one number per parameter, then `derived` (name -> dtype or (dtype, shape))."""
    fields: list[Any] = [(name, domain.kind, domain.shape) for name, domain in domains.items()]
    for name, kind in (derived or {}).items():
        fields.append((name, *kind) if isinstance(kind, tuple) else (name, kind))
    return record_dtype(fields)


def pack(
    rules: Any, dtype: np.dtype, domains: Mapping[str, Domain], derived: Mapping[str, Any] | None = None
) -> np.ndarray:
    """`rules` as a one-element record array of `dtype`."""
    packed = np.zeros(1, dtype).view(np.recarray)
    for name, domain in domains.items():
        packed[name][0] = domain.code(getattr(rules, name))
    for name, value in (derived or {}).items():
        packed[name][0] = value
    return packed


def record_dtype(fields: list[Any]) -> np.dtype:
    """A dtype whose elements are read by attribute, compiled and interpreted alike."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def record_type(dtype: np.dtype) -> Any:
    """The numba type of one record of `dtype`."""
    return from_dtype(dtype)
