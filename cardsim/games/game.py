"""The contract that every game fulfils, and what all games share because of it.

A game's folder offers one :class:`Game`.  Its compiled entry points play deals and matches; both have the signature
that :meth:`Game.entry_signature` spells out::

    play(rules, tables, seed, first, rows, packs, log) -> number of games played

`rules` is the packed rules (one record), `tables` one record of the kernel's own state, `seed` the seed's 64 bits,
`first` the index of the first game, `rows` the record array to fill (one row per game), `packs` given deals (or no
rows) and `log` the event log (or no rows).

The table holds everything a game in progress needs, so that kernels pass one pointer around: the fields of
:func:`table_dtype`, which all games share, then the game's own.  A kernel that meets a broken contract writes
``table.fault`` (see :func:`blame`) and returns early.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import int64, types, uint8

from cardsim import rng
from cardsim._jit import INTERPRETED, address_of, kernel
from cardsim.games import parameters
from cardsim.games.faults import CODE, DECISION, FAULT_WIDTH, NOBODY, SEAT, DecisionError
from cardsim.games.log import new_log
from cardsim.games.parameters import near, record_dtype, record_type
from cardsim.games.strategy import StrategyError, check_strategy, decision_signature, params_array, parse_strategy

if TYPE_CHECKING:
    import pandas as pd


class Column(NamedTuple):
    """One outcome column: `size` > 0 means one value per seat or team, written ``name_0, name_1, ...``.

    Missing is -1, never NaN.  `categories` names the values of a categorical column, by code.
    """

    name: str
    kind: Any
    doc: str
    size: int = 0
    categories: tuple[str, ...] = ()
    flag: bool = False


class Field(NamedTuple):
    """One field of a view."""

    name: str
    kind: Any
    doc: str
    shape: tuple[int, ...] = ()


def fields_dtype(fields: tuple[Field, ...] | tuple[Column, ...]) -> np.dtype:
    """The record dtype of view fields or outcome columns."""
    parts: list[Any] = []
    for item in fields:
        shape = item.shape if isinstance(item, Field) else ((item.size,) if item.size else ())
        parts.append((item.name, item.kind, shape))
    return record_dtype(parts)


def table_dtype(view: np.dtype, seats: int, decisions: int, fields: list[Any]) -> np.dtype:
    """The record of a kernel's state: players, views, random streams and fault, then the game's own `fields`."""
    shared: list[Any] = [
        ("functions", np.int64, (seats, decisions)),
        ("params", np.int64, (seats, 2)),
        ("memory_size", np.int64, (seats,)),
        ("views", view, (seats,)),
        ("streams", rng.STATE, (seats,)),
        ("chance", rng.STATE, (1,)),
        ("fault", np.int64, (FAULT_WIDTH,)),
    ]
    return record_dtype(shared + fields)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its rules, its players' decisions, its outcome, and how a block of games is played.

    `kernels` maps a unit ("deal", "match") to the plain function that becomes the entry point; `state` lists the game's
    own fields of the kernel's table; `lookup` finds a strategy by name where names combine two crafts, `words` gives
    the strategy parameters that are written by name; `derive` fills the `derived_fields` of the packed rules; `tidy`
    finishes the outcome table; `describe(event, names)` says one event of the log in words, and
    `describe_fault(fault, names)` a broken contract; `check_play(rules, seats, unit)` refuses rules that cannot be
    played so; `part_rows` is how many games, soon played, make a part of a stored run.
    """

    name: str
    version: int
    Rules: Any
    domains: Mapping[str, parameters.Domain]
    presets: Mapping[str, Any]
    Strategy: Any
    decisions: tuple[str, ...]
    strategies: Mapping[str, Any]
    view: tuple[Field, ...]
    state: list[Any]
    columns: Mapping[str, tuple[Column, ...]]
    kernels: Mapping[str, Any]
    default_seats: tuple[str, ...]
    describe: Callable[[Any, Any], str]
    describe_fault: Callable[[np.ndarray, Any], str]
    seat_counts: tuple[int, ...] = (2,)
    pack_size: int = 52
    part_rows: int = 1_000_000
    derived_fields: Mapping[str, Any] = field(default_factory=dict)
    derive: Callable[[Any, int], dict[str, Any]] = lambda rules, seats: {}
    check_combination: Callable[[Any], None] = lambda rules: None
    check_play: Callable[[Any, int, str], None] = lambda rules, seats, unit: None
    lookup: Callable[[str], Any] | None = None
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    tidy: Callable[[pd.DataFrame, Any, int], pd.DataFrame] = lambda table, rules, seats: table
    teams: int = 0

    def __repr__(self) -> str:
        return f"<cardsim game {self.name!r}, version {self.version}>"

    @functools.cached_property
    def View(self) -> np.dtype:  # noqa: N802
        """The record a decision sees."""
        return fields_dtype(self.view)

    @functools.cached_property
    def rules_dtype(self) -> np.dtype:
        """The record of packed rules."""
        return parameters.rules_dtype(self.domains, self.derived_fields)

    @functools.cached_property
    def table_dtype(self) -> np.dtype:
        """The record of the kernel's state."""
        return table_dtype(self.View, self.seats_in_kernel, len(self.decisions), self.state)

    @functools.cached_property
    def seats_in_kernel(self) -> int:
        """How many seats the kernel is compiled for; unused ones are padded."""
        return max(self.seat_counts)

    @property
    def units(self) -> tuple[str, ...]:
        """What one row can be."""
        return tuple(self.columns)

    @property
    def ends(self) -> dict[str, tuple[str, ...]]:
        """The names of the ways a deal or match can end, by unit."""
        return {unit: next(c.categories for c in columns if c.name == "end") for unit, columns in self.columns.items()}

    @property
    def outcome(self) -> dict[str, tuple[Column, ...]]:
        """The columns of one row, by unit."""
        return dict(self.columns)

    def row_dtype(self, unit: str) -> np.dtype:
        """The record of one outcome row."""
        return fields_dtype(self.columns[unit])

    def check_rules(self, rules: Any = None) -> Any:
        """A checked ``Rules`` from a ``Rules``, a preset's name, a dict of overrides or None."""
        return parameters.check_rules(
            self.name,
            rules,
            default=self.Rules(),
            presets=self.presets,
            domains=self.domains,
            combination=self.check_combination,
        )

    def pack(self, rules: Any, seats: int) -> np.ndarray:
        """The checked `rules` as the kernel reads them."""
        return parameters.pack(rules, self.rules_dtype, self.domains, self.derive(rules, seats))

    def find_strategy(self, seat: Any) -> Any:
        """The Strategy for a seat given as a Strategy, a built-in's name, or ``"name:param=value"``."""
        if isinstance(seat, self.Strategy):
            return seat
        if isinstance(seat, str):
            return parse_strategy(self.name, seat, self.lookup or self._look_up, self.words)
        raise StrategyError(
            f"a {self.name} seat must be a cs.{self.name}.Strategy or a strategy's name, not {type(seat).__name__}"
        )

    def _look_up(self, name: str) -> Any:
        if name not in self.strategies:
            raise ValueError(f"{self.name} has no strategy {name!r}{near(name, self.strategies)}")
        return self.strategies[name]

    def find_seats(self, seats: Any) -> tuple[Any, ...]:
        """The strategies of all seats; None means the default players."""
        if seats is None:
            seats = self.default_seats
        if isinstance(seats, (str, self.Strategy)):
            raise ValueError(f"seats must be a list with one entry per seat, such as {list(self.default_seats)}")
        found = tuple(self.find_strategy(seat) for seat in seats)
        if len(found) not in self.seat_counts:
            counts = " or ".join(map(str, self.seat_counts))
            given = f"{len(found)} {'player was' if len(found) == 1 else 'players were'} given"
            raise ValueError(f"{self.name} has {counts} seats, but {given}")
        return found

    def check_unit(self, unit: str) -> str:
        """`unit`, if the game has it."""
        if unit not in self.columns:
            raise ValueError(f"{self.name} has no unit {unit!r}; use " + " or ".join(map(repr, self.columns)))
        return unit

    def check_seats(self, rules: Any, seats: int, unit: str) -> None:
        """Refuse rules that cannot be played with that many seats or in that unit."""
        try:
            self.check_play(rules, seats, unit)
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def entry_signature(self, unit: str) -> Any:
        """The explicit signature of the entry point for `unit`."""
        return int64(
            types.Array(record_type(self.rules_dtype), 1, "C"),
            types.Array(record_type(self.table_dtype), 1, "C"),
            int64,
            int64,
            types.Array(record_type(self.row_dtype(unit)), 1, "C"),
            types.Array(uint8, 2, "C"),
            types.Array(int64, 2, "C"),
        )

    def entry(self, unit: str) -> Any:
        """The entry point for `unit`, compiled at its first call."""
        entries = self.__dict__.setdefault("_entries", {})
        if unit not in entries:
            entries[unit] = kernel(self.entry_signature(unit))(self.kernels[unit])
        return entries[unit]

    def prepare(self, rules: Any, seats: tuple[Any, ...], unit: str, check: bool = False) -> Prepared:
        """Everything a block of games needs, checked and compiled."""
        signature = decision_signature(self.View)
        table = np.zeros(1, self.table_dtype)
        kept: list[Any] = []
        for seat, strategy in enumerate(seats):
            functions = check_strategy(self.name, strategy, self.decisions, self.View, seat, check)
            params = params_array(strategy)
            kept += [functions, params]
            table["functions"][0, seat] = [address_of(function, signature) for function in functions]
            table["params"][0, seat] = address_of(params), len(params)
            table["memory_size"][0, seat] = strategy.memory
        return Prepared(self.entry(unit), self.pack(rules, len(seats)), table, kept)

    def run_block(
        self,
        prepared: Prepared,
        seed: int,
        first: int,
        rows: np.ndarray,
        packs: np.ndarray | None = None,
        log: np.ndarray | None = None,
    ) -> np.ndarray:
        """Play games ``first .. first + len(rows) - 1`` into `rows`; the fault (all zeros: none) comes back.

        Raises
        ------
        DecisionError
            If a decision failed, with its seat.
        """
        table = prepared.table.copy()
        fault = table["fault"][0]
        fault[SEAT] = NOBODY
        packs = np.zeros((0, self.pack_size), np.uint8) if packs is None else packs
        log = new_log(0) if log is None else log
        try:
            prepared.play(prepared.rules, table, signed(seed), first, rows, packs, log)
        except StrategyError:
            raise
        except Exception as error:
            if fault[SEAT] == NOBODY:
                raise
            raise DecisionError(int(fault[SEAT]), int(fault[DECISION]), error) from error
        return fault if fault[CODE] else np.zeros_like(fault)

    def empty_rows(self, unit: str, n: int) -> np.ndarray:
        """Room for `n` outcome rows."""
        return np.zeros(n, self.row_dtype(unit)).view(np.recarray)

    def table(self, rows: np.ndarray, unit: str, index: Any, rules: Any, seats: int) -> pd.DataFrame:
        """Outcome rows as a tidy table: one column per field and seat, ends by name, bools as bool."""
        import pandas as pd  # here, because a process that only plays needs no tables

        data: dict[str, Any] = {}
        for column in self.columns[unit]:
            values = np.asarray(rows[column.name])
            width = seats if column.size == self.seats_in_kernel else column.size
            parts = {f"{column.name}_{s}": values[:, s] for s in range(width)} if column.size else {column.name: values}
            for name, part in parts.items():
                if column.categories:
                    data[name] = pd.Categorical.from_codes(part, categories=list(column.categories))
                else:
                    data[name] = part.astype(bool) if column.flag else np.ascontiguousarray(part)
        return self.tidy(pd.DataFrame(data, index=index), rules, seats)


class Prepared(NamedTuple):
    """What does not change from block to block: entry point, packed rules, a table with its players."""

    play: Any
    rules: np.ndarray
    table: np.ndarray
    kept: list[Any]

    def warm_up(self) -> None:
        """Compile the entry point now, or load it from the cache."""
        getattr(self.play, "dispatcher", None)


def signed(seed: int) -> int:
    """The 64 bits of an unsigned seed as the int64 a kernel takes."""
    return seed - 2**64 if seed >= 2**63 and not INTERPRETED else seed
