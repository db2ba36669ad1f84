"""Strategies: bundles of decision functions, checked and compiled with errors in the game's words.

A decision is ``f(view, params, rng) -> int or bool``.  `view` is a record of what that seat may see, `params` the
strategy's float64 parameters in the order they are named, `rng` the seat's own random stream (:mod:`cardsim.rng`).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import float64, int64, types

from cardsim import rng
from cardsim._jit import INTERPRETED, call_decision, compile_decision, kernel
from cardsim.games.faults import DECISION, SEAT
from cardsim.games.parameters import near, record_type

MEMORY = 256
"""The most int64 values a seat may keep for itself during a deal."""


class StrategyError(ValueError):
    """A strategy that cannot be compiled, or that broke the rules of its game."""


@kernel(forceinline=True)
def ask(table, seat, decision):
    """The answer of `seat` to one decision, from inside a kernel, which notes who was asked in case that fails."""
    table.fault[SEAT] = seat
    table.fault[DECISION] = decision
    return call_decision(
        table.functions[seat, decision],
        table.views[seat],
        table.params[seat, 0],
        table.params[seat, 1],
        table.streams[seat],
    )


def decision_signature(view: np.dtype) -> Any:
    """The one signature of all decisions of a game."""
    return int64(record_type(view), types.Array(float64, 1, "C"), rng.STATE_TYPE)


def parse_strategy(
    game: str, text: str, lookup: Callable[[str], Any], words: Mapping[str, Mapping[str, float]] | None = None
) -> Any:
    """The strategy that ``"name"`` or ``"name:param=value,param=value"`` names; `lookup` finds the name.

    `words` lists, by parameter, the values that are written by name.
    """
    name, _, settings = text.partition(":")
    strategy = lookup(name.strip())
    values = dict(strategy.params)
    for setting in filter(None, (part.strip() for part in settings.split(","))):
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise ValueError(f"{game} strategy {text!r}: write parameters as name=value, not {setting!r}")
        if key not in values:
            hint = near(key, values) if values else "; it has no parameters"
            raise ValueError(f"{game} strategy {name!r} has no parameter {key!r}{hint}")
        named = (words or {}).get(key, {})
        try:
            values[key] = named[value] if value in named else float(value)
        except ValueError:
            reason = f"is unknown{near(value, named)}" if named else "is not a number"
            raise ValueError(f"{game} strategy {name!r}: {key}={value!r} {reason}") from None
    return strategy._replace(params=values, name=text)


def params_array(strategy: Any) -> np.ndarray:
    """The parameters in order, as the array a decision receives."""
    params = strategy.params
    values = list(params.values()) if isinstance(params, Mapping) else list(params)
    return np.array(values, np.float64)


def check_strategy(game: str, strategy: Any, decisions: Iterable[str], view: np.dtype, seat: int, check: bool) -> tuple:
    """The compiled decision functions of `strategy`, in order.

    Raises
    ------
    StrategyError
        Naming game, seat, decision and what is wrong: no function, wrong number of arguments, a view field that does
        not exist, a missing return, or anything else numba cannot compile.
    """
    place = f"{game} strategy {strategy.name!r} in seat {seat}"
    memory = strategy.memory
    if isinstance(memory, bool) or not isinstance(memory, (int, np.integer)) or not 0 <= memory <= MEMORY:
        raise StrategyError(f"{place}: memory={memory!r} must be a whole number from 0 to {MEMORY}")
    try:
        values = params_array(strategy)
        if values.ndim != 1 or np.isnan(values).any():
            raise ValueError
    except (TypeError, ValueError):
        raise StrategyError(f"{place}: params must be numbers, {_no_number(strategy.params)}") from None
    functions = {decision: getattr(strategy, decision) for decision in decisions}
    for function in functions.values():
        try:
            _checks_of(function)(values)
        except ValueError as error:
            raise StrategyError(f"{place}: {error}") from None
    compiled = []
    for decision, function in functions.items():
        _check_arguments(f"{place}, decision {decision!r}", function)
        compiled.append(_compile(f"{place}, decision {decision!r}", function, view, check))
    return tuple(compiled)


def _no_number(params: Any) -> str:
    """Which of the parameters is no number."""
    if isinstance(params, Mapping):
        for name, value in params.items():
            if not isinstance(value, (int, float, np.number)) or np.isnan(value):
                return f"not {name}={value!r}"
    return f"such as {{'T': 10}}, not {params!r}"


_checks: WeakKeyDictionary[Any, Callable[[np.ndarray], None]] = WeakKeyDictionary()


def check_before_play(decision: Callable[..., Any], check: Callable[[np.ndarray], None]) -> None:
    """Have the parameters of all strategies with this decision checked before anything is compiled.

    `check` raises a ValueError that says which parameter is wrong and what would be right.
    """
    _checks[decision] = check


def _checks_of(function: Any) -> Callable[[np.ndarray], None]:
    """What checks the parameters of a strategy with this decision."""
    known = _checks.get(function) if inspect.isfunction(function) else None
    return known or (lambda values: None)


def _check_arguments(place: str, function: Any) -> None:
    plain = getattr(function, "py_func", function)
    if not inspect.isfunction(plain):
        raise StrategyError(f"{place} must be a function f(view, params, rng), not {type(function).__name__}")
    if inspect.isgeneratorfunction(plain) or inspect.iscoroutinefunction(plain):
        raise StrategyError(f"{place} {RETURNS}, it may not yield or wait")
    count = len(inspect.signature(plain).parameters)
    if count != 3:
        raise StrategyError(f"{place} must take three arguments, f(view, params, rng), but takes {count}")


RETURNS = "must return a whole number or a bool on every path"

_compiled: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def _compile(place: str, function: Any, view: np.dtype, check: bool) -> Any:
    plain = getattr(function, "py_func", function)
    _check_view_fields(place, plain, view)
    if INTERPRETED:
        return plain
    versions = _compiled.setdefault(plain, {})
    key = (view.descr.__repr__(), check)
    if key not in versions:
        try:
            compiled = compile_decision(plain, decision_signature(view), check)
            if wrong := _wrong_return(compiled):
                raise TypeError(f"it {RETURNS} ({wrong})")
            versions[key] = compiled
        except Exception as error:  # numba raises all kinds; the user gets one
            raise StrategyError(f"{place} cannot be compiled: {_reason(error)}") from None
    return versions[key]


def _wrong_return(compiled: Any) -> str:
    """What a decision returns that is no whole number, which numba would cut to one in silence; else ""."""
    for result in compiled.overloads.values():
        if result.signature.return_type == types.none:
            return "it returns nothing"
        typemap = getattr(result.type_annotation, "typemap", None)
        if typemap is None:  # loaded from disk: a player of the package, checked when it was compiled
            continue
        for block in result.type_annotation.blocks.values():
            for cast in block.find_exprs(op="cast"):
                if isinstance(typemap[cast.value.name], (types.Float, types.Complex)):
                    return "it returns a fraction; write int(...) or a comparison"
    return ""


def _check_view_fields(place: str, plain: Any, view: np.dtype) -> None:
    """Refuse ``view.something`` that the view does not have, before numba says so in its own words."""
    name = plain.__code__.co_varnames[0]
    try:
        source = inspect.getsource(plain)
    except (OSError, TypeError):
        return
    assert view.names is not None
    for field in re.findall(rf"\b{re.escape(name)}\.([A-Za-z_]\w*)", source):
        if field not in view.names:
            raise StrategyError(f"{place}: the view has no field {field!r}{near(field, view.names)}")


def _reason(error: Exception) -> str:
    text = str(error)
    if found := re.search(r"[Nn]ame(?:Error)?:? '?(?:global name )?'?(\w+)'? is not defined", text):
        return f"the name {found[1]!r} is not defined"
    if isinstance(error, KeyError):
        return f"the view has no field {error.args[0]!r}"
    if found := re.search(r"Unknown attribute '(\w+)'", text):
        return f"nothing here has an attribute {found[1]!r}"
    if found := re.search(r"global name '(\w+)': Cannot determine Numba type of <class 'function'>", text):
        return f"it calls {found[1]!r}, which is not compiled; put @numba.njit above def {found[1]}"
    if found := re.search(
        r"No conversion from (?:Literal\[)?(\w+)[^\n]* to int64 for '[^']*return_(?:value|const)", text
    ):
        words = {"str": "text", "unicode_type": "text", "none": "nothing"}
        return f"it {RETURNS} (it returns {words.get(found[1], found[1])})"
    if "none" in text and ("int64" in text) and ("cast" in text.lower() or "conver" in text.lower()):
        return f"it {RETURNS} (one path returns nothing)"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skip = ("Failed in", "During:", "File ", "This error", "-", "Enable", "For more", "To find", "If you think", "http")
    useful = [line for line in lines if not line.startswith(skip)]
    return (useful[0] if useful else "unsupported Python")[:300]
