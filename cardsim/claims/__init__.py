"""The ledger of published numbers: what others have stated about these games, and what becomes of it here.

``cs.claims("gin-*")`` gives published values with their intervals, for charts and tables; ``cardsim claims`` checks
them.
"""

from __future__ import annotations

import math
from fnmatch import fnmatchcase

import pandas as pd

from cardsim.claims.ledger import Claim, Published, ledger, read_ledger
from cardsim.claims.running import Judged, run_claims

__all__ = ["Claim", "Judged", "Published", "claims", "ledger", "read_ledger", "run_claims", "select"]


def select(patterns: list[str] | tuple[str, ...] = (), game: str | None = None) -> list[Claim]:
    """The claims whose id matches one of the patterns (all without patterns), of one game if it is named.

    Raises
    ------
    ValueError
        Naming a pattern that matches nothing.
    """
    found = [claim for claim in ledger().values() if game is None or claim.game == game]
    if not patterns:
        return found
    for pattern in patterns:
        if not any(fnmatchcase(claim.id, pattern) for claim in found):
            raise ValueError(f"the ledger has no claim {pattern!r}; `cardsim claims --list` shows all ids")
    return [claim for claim in found if any(fnmatchcase(claim.id, pattern) for pattern in patterns)]


def claims(pattern: str = "*") -> pd.DataFrame:
    """Published values from the ledger, one row each.

    Parameters
    ----------
    pattern : str
        An id, or several with ``*``, such as ``"freecell-blake-gent-*"``.

    Returns
    -------
    pandas.DataFrame
        Columns ``claim``, ``at`` (the place in a table or chart, a number where it is one), ``value``, ``low`` and
        ``high`` (the 95 % interval that the source allows; equal to the value where it states no error; open to one
        side where it states a bound only), ``n`` (0: not stated) and ``source``.

    Raises
    ------
    ValueError
        If nothing matches.

    Examples
    --------
    >>> claims("gin-hands")[["claim", "value"]].values.tolist()
    [['gin-hands', 15820024220.0]]
    """
    rows = [
        {"claim": claim.id, "at": value.at, **_numbers(value), "source": str(claim.source)}
        for claim in select([pattern])
        for value in claim.values
    ]
    table = pd.DataFrame(rows, columns=["claim", "at", "value", "low", "high", "n", "source"])
    numbers = pd.to_numeric(table["at"], errors="coerce")
    if len(table) and numbers.notna().all():
        table["at"] = numbers
    return table


def _numbers(value: Published) -> dict[str, float]:
    """Value, interval and n of a published value; a bound is open to one side."""
    if value.estimate is not None:
        return {name: getattr(value.estimate, name) for name in ("value", "low", "high", "n")}
    assert value.bound is not None
    side, limit = value.bound
    least, most = (limit, math.inf) if side in ("above", "at_least") else (-math.inf, limit)
    return {"value": limit, "low": least, "high": most, "n": 0}
