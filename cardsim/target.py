"""What tuning aims at: the most of something, a limit to keep, or a value to hit."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pandas as pd

from cardsim.measures import Measure, find_measures

NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)\s*(%?)"
FORM = re.compile(rf"^\s*(?P<of>.+?)\s*(?P<sign><=|>=|==|=|<|>)\s*{NUMBER}\s*$")


class Target(NamedTuple):
    """A measure and what is wanted of it."""

    measure: Measure
    sense: str  # "max", "min", "<=", ">=" or "="
    limit: float

    @property
    def text(self) -> str:
        """The target as it is printed."""
        if self.sense in ("max", "min"):
            return f"{'most' if self.sense == 'max' else 'least'} {self.measure.name}"
        return f"{self.measure.name} {self.sense} {self.limit:g}"

    def met(self, value: float) -> bool:
        """Whether a value keeps the limit."""
        return value <= self.limit if self.sense == "<=" else value >= self.limit


def find_target(target: Any, template: pd.DataFrame) -> Target:
    """The target a user names.

    Parameters
    ----------
    target : str, tuple or callable
        A measure (``"win"``, ``"points"``, ``"undercut among knock|undercut"``, a column, a function of the table) of
        which the most is wanted; ``"least "`` before it turns that round; ``"stalemate<=0.01"`` or ``"gin >= 5 %"`` is
        a limit, ``"win = 0.5"`` a value to hit.
    """
    if not isinstance(target, str):
        (measure,) = find_measures([target], template)
        return Target(measure, "max", float("nan"))
    form = FORM.match(target)
    if form:
        sign = form["sign"]
        sense = {"<": "<=", ">": ">=", "==": "="}.get(sign, sign)
        number = float(form.group(3)) / (100 if form.group(4) else 1)
        (measure,) = find_measures([form["of"]], template)
        return Target(measure, sense, number)
    if re.search(r"[<>=]", target):
        raise ValueError(f"target {target!r} must end in a number, as in 'stalemate<=0.01' or 'win = 0.5'")
    sense, _, rest = target.strip().partition(" ")
    turned = sense in ("least", "most", "min", "max") and rest
    (measure,) = find_measures([rest if turned else target.strip()], template)
    return Target(measure, "min" if turned and sense in ("least", "min") else "max", float("nan"))
