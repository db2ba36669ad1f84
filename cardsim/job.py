"""One study's unchanging part, and how a block of its games is played in whichever process."""

from __future__ import annotations

import hashlib
import inspect
import threading
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cardsim.games import find_game
from cardsim.games.faults import CODE, DEAL, INDEX, DecisionError
from cardsim.games.game import Game, Prepared
from cardsim.games.strategy import StrategyError


class Block(NamedTuple):
    """The outcome rows of games ``first .. first + len(rows) - 1``."""

    first: int
    rows: np.ndarray

    @property
    def n(self) -> int:
        """Number of games."""
        return len(self.rows)


_prepared: dict[str, Prepared] = {}
_lock = threading.Lock()


@dataclass(frozen=True)
class Job:
    """What to play: checked rules and strategies, the seed and the unit.  It travels to other processes by pickling.

    The game is named unless it is one that cardsim does not know by name.
    """

    game_name: Any
    rules: Any
    seats: tuple[Any, ...]
    seed: int
    unit: str
    check: bool = False
    key: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.game_name)

    @property
    def prepared(self) -> Prepared:
        """Compiled kernels and players, made once per process."""
        with _lock:
            if self.key not in _prepared:
                while len(_prepared) >= 64:
                    _prepared.pop(next(iter(_prepared)))
                _prepared[self.key] = self.game.prepare(self.rules, self.seats, self.unit, self.check)
            return _prepared[self.key]

    def play(self, first: int, count: int, packs: np.ndarray | None = None, log: np.ndarray | None = None) -> Block:
        """Play one block.

        Raises
        ------
        StrategyError
            If a strategy broke the rules or failed, naming seat, decision, game index, deal and seed.
        """
        rows = self.game.empty_rows(self.unit, count)
        try:
            fault = self.game.run_block(self.prepared, self.seed, first, rows, packs, log)
        except DecisionError as error:
            if count == 1:
                who = f"strategy {self.names[error.seat]!r} in seat {error.seat}"
                what = f"decision {self.game.decisions[error.decision]!r} failed with {error.reason}"
                raise StrategyError(f"{self.game.name}: {who}, {what}; {self.place(first, 0)}") from None
            for i in range(count):  # play one by one to find the game that fails
                self.play(first + i, 1, None if packs is None else packs[i : i + 1])
            raise
        if fault[CODE]:
            what = self.game.describe_fault(fault, self.names)
            raise StrategyError(f"{self.game.name}: {what}; {self.place(int(fault[INDEX]), int(fault[DEAL]))}")
        return Block(first, rows)

    def place(self, index: int, deal: int) -> str:
        """Where something happened, so that it can be replayed."""
        number = f"deal {deal} of match index {index}" if self.unit == "match" else f"game index {index}"
        return f"{number}, seed {self.seed}"

    def table(self, rows: np.ndarray, index: Any = None) -> pd.DataFrame:
        """Outcome rows of this study as a tidy table."""
        return self.game.table(rows, self.unit, index, self.rules, len(self.seats))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' strategies by name."""
        return tuple(strategy.name for strategy in self.seats)


def fingerprint(strategy: Any, decisions: tuple[str, ...]) -> dict[str, Any]:
    """What identifies a strategy in a run's provenance: its name, parameters and a hash of its decisions' sources."""
    digest = hashlib.sha256()
    for decision in decisions:
        for text in sources(getattr(strategy, decision), set()):
            digest.update(text)
    params = strategy.params
    values = dict(params) if hasattr(params, "keys") else [float(value) for value in params]
    return {"name": strategy.name, "params": values, "memory": int(strategy.memory), "source": digest.hexdigest()[:16]}


def sources(function: Any, seen: set[int]) -> Iterator[bytes]:
    """The source of a decision and, unless it belongs to the package, the outer values and functions that it uses."""
    plain = getattr(function, "py_func", function)
    if id(plain) in seen:
        return
    seen.add(id(plain))
    try:
        yield inspect.getsource(plain).encode()
    except (OSError, TypeError):
        yield plain.__code__.co_code
        yield repr([value for value in plain.__code__.co_consts if not hasattr(value, "co_code")]).encode()
    if (plain.__module__ or "").startswith("cardsim."):
        return
    outer = inspect.getclosurevars(plain)
    for name, value in sorted({**outer.globals, **outer.nonlocals}.items()):
        if hasattr(getattr(value, "py_func", value), "__code__"):
            yield from sources(value, seen)
        elif isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.shape}".encode() + value.tobytes()
        elif isinstance(value, (bool, int, float, complex, str, bytes, tuple, list, np.generic)):
            yield f"{name} {value!r}".encode()
