"""The ledger of published numbers: reads ``claims.toml`` and refuses an entry that is not well-formed.

A claim states one number, or the points of one table or chart.  How far our number may be from a published one follows
from what its source says, and from nothing else: `Published.rounding` is half a unit of the last digit as it is
written there, and `Published.estimate` carries the standard error, interval, sample size or counts stated there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardsim.stats import Estimate, proportion

LEDGER = Path(__file__).parent.parent / "claims.toml"
GAMES = ("gin", "rummy", "spades", "rummikub", "freecell")
BOUNDS = ("above", "below", "at_least", "at_most")
UNITS = ("share", "count", "points", "turns", "cards", "pips", "tiles", "deals", "moves", "ratio", "megabytes")
Z = 1.959963984540054


class Source(NamedTuple):
    """Where a number was published."""

    key: str
    title: str
    authors: str
    year: str
    url: str = ""

    def __str__(self) -> str:
        return f"{self.authors}, {self.title}" + ("" if self.year == "not stated" else f" ({self.year})")


class Mention(NamedTuple):
    """A fact of the list that states no number, and what became of it."""

    game: str
    fact: str
    statement: str
    source: Source
    why: str


@dataclass(frozen=True)
class Published:
    """One published value: a number with what its source says of its error, or a bound that it states.

    `at` is its place in a table or chart (``""`` for a single number); `estimate` holds value and 95 % interval, of no
    width where the source states no error; `stated` says in words what that rests on.
    """

    at: str
    estimate: Estimate | None
    rounding: float
    stated: str
    bound: tuple[str, float] | None = None

    @property
    def text(self) -> str:
        """As it is printed."""
        if self.bound is not None:
            return f"{self.bound[0].replace('_', ' ')} {self.bound[1]:g}"
        assert self.estimate is not None
        return f"{self.estimate.value:.12g}"


@dataclass(frozen=True)
class Claim:
    """One entry of the ledger; `values` has a member per point."""

    id: str
    fact: str
    game: str
    statement: str
    values: tuple[Published, ...]
    unit: str
    source: Source
    place: str
    assumptions: str
    rules: str
    players: tuple[str, ...]
    how: str
    check: str
    arguments: Mapping[str, Any]
    missing: str
    reason: str

    @property
    def tolerance(self) -> str:
        """How far our number may be from the published one, in words."""
        return "; ".join(dict.fromkeys(value.stated for value in self.values))


REQUIRED = ("id", "fact", "game", "statement", "values", "source", "how")
OPTIONAL = ("unit", "place", "assumptions", "rules", "players", "check", "with", "missing", "reason")
MEMBERS = ("at", "value", "se", "low", "high", "n", "won", "lost", "open", *BOUNDS)


def read_ledger(path: Path = LEDGER) -> dict[str, Claim]:
    """All claims by id, in the order of the file.

    Raises
    ------
    ValueError
        Naming the claim and the field that is missing, unknown or wrong.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    sources = {key: _source(key, entry) for key, entry in document.get("sources", {}).items()}
    claims: dict[str, Claim] = {}
    for entry in document.get("claim", []):
        claim = _claim(entry, sources)
        if claim.id in claims:
            raise ValueError(f"claim {claim.id!r} stands twice in {path.name}")
        claims[claim.id] = claim
    return claims


def read_mentions(path: Path = LEDGER) -> list[Mention]:
    """The facts of the list that state no number.

    Raises
    ------
    ValueError
        Naming the fact that lacks something.
    """
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    mentions = []
    for entry in document.get("mention", []):
        lacking = [field for field in Mention._fields if not entry.get(field)]
        if lacking:
            raise ValueError(f"mention {entry.get('fact', 'without fact')!r} has no {lacking[0]}")
        source = _source(entry["source"], document["sources"].get(entry["source"], {}))
        mentions.append(Mention(entry["game"], entry["fact"], entry["statement"], source, entry["why"]))
    return mentions


@cache
def ledger() -> dict[str, Claim]:
    """The claims of the package's own ledger, read once."""
    return read_ledger()


def _source(key: str, entry: Mapping[str, Any]) -> Source:
    for field in ("title", "authors", "year"):
        if not entry.get(field):
            raise ValueError(f"source {key!r} has no {field} (write 'not stated' where none is given)")
    return Source(key, entry["title"], entry["authors"], str(entry["year"]), entry.get("url", ""))


def _claim(entry: Mapping[str, Any], sources: Mapping[str, Source]) -> Claim:
    name = entry.get("id", "without id")
    for field in REQUIRED:
        if not entry.get(field):
            raise ValueError(f"claim {name!r} has no {field}")
    for field in entry:
        if field not in REQUIRED + OPTIONAL:
            raise ValueError(f"claim {name!r}: unknown field {field!r}")
    if entry["game"] not in GAMES or not name.startswith(f"{entry['game']}-"):
        raise ValueError(f"claim {name!r}: game must be one of {', '.join(GAMES)}, and the id begin with it")
    if entry["source"] not in sources:
        raise ValueError(f"claim {name!r}: no [sources.{entry['source']}] in the ledger")
    if not (entry.get("check") or entry.get("missing")):
        raise ValueError(f"claim {name!r} needs a check, or must say what is missing to check it")
    unit = entry.get("unit", "share")
    if unit not in UNITS:
        raise ValueError(f"claim {name!r}: unit must be one of {', '.join(UNITS)}, got {unit!r}")
    values = tuple(_published(name, value, unit) for value in entry["values"])
    if len({value.at for value in values}) < len(values):
        raise ValueError(f"claim {name!r}: two values have the same place (at)")
    return Claim(
        name, str(entry["fact"]), entry["game"], entry["statement"], values, unit, sources[entry["source"]],
        entry.get("place", ""), entry.get("assumptions", ""), entry.get("rules", ""), tuple(entry.get("players", ())),
        entry["how"], entry.get("check", ""), entry.get("with", {}), entry.get("missing", ""), entry.get("reason", ""),
    )  # fmt: skip


def _published(name: str, entry: Mapping[str, Any], unit: str) -> Published:
    unknown = [field for field in entry if field not in MEMBERS]
    if unknown:
        raise ValueError(f"claim {name!r}: unknown field {unknown[0]!r} of a value; known: {', '.join(MEMBERS)}")
    at = str(entry.get("at", ""))
    bounds = [bound for bound in BOUNDS if bound in entry]
    if bounds:
        return Published(at, None, 0.0, "a bound", (bounds[0], float(entry[bounds[0]])))
    if "won" in entry:
        return _counted(at, entry)
    if "value" not in entry:
        raise ValueError(f"claim {name!r}: a value needs value, won and lost, or one of {', '.join(BOUNDS)}")
    return _measured(at, entry, unit)


def _counted(at: str, entry: Mapping[str, Any]) -> Published:
    won, open_ = int(entry["won"]), int(entry.get("open", 0))
    n = won + int(entry["lost"]) + open_
    return Published(at, proportion(won, n, open_), 0.0, "Wilson interval of the published counts")


def _measured(at: str, entry: Mapping[str, Any], unit: str) -> Published:
    """A value with the interval that its source allows: stated, from a standard error, or from a sample size."""
    value, rounding = float(Fraction(entry["value"])), half_unit(entry["value"])
    digits = "exact" if rounding == 0 else f"half a unit of the last digit ({rounding:g})"
    if "low" in entry:
        rounding = max(rounding, half_unit(entry["low"]), half_unit(entry["high"]))
        estimate = Estimate(value, float(entry["low"]), float(entry["high"]), int(entry.get("n", 0)), "published")
        return Published(at, estimate, rounding, "the interval stated")
    if "se" in entry:
        reach = Z * float(entry["se"])
        estimate = Estimate(value, value - reach, value + reach, int(entry.get("n", 0)), "published")
        return Published(at, estimate, rounding, f"the standard error stated, {digits}")
    n = int(entry.get("n", 0))
    if n == 0:
        return Published(at, Estimate(value, value, value, 0, "published"), rounding, digits)
    stated = f"the sample size stated, {digits}"
    if unit != "share":  # the spread is taken from our own games
        return Published(at, Estimate(value, value, value, n, "published"), rounding, stated)
    rate = proportion(round(value * n), n)
    return Published(at, Estimate(value, rate.low, rate.high, n, "published"), rounding, stated)


def half_unit(number: Any) -> float:
    """Half a unit of the last digit of a number as it is written; 0 for a whole number or a fraction such as "1/13".

    Examples
    --------
    >>> half_unit(Decimal("0.20")), half_unit(Decimal("8.6406e-6")), half_unit(136694)
    (0.005, 5e-11, 0.0)
    """
    if not isinstance(number, Decimal):
        return 0.0
    return float(Decimal(5).scaleb(int(number.as_tuple().exponent) - 1))
