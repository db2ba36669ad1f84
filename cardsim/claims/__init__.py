"""The ledger of published numbers: what others have stated about these games, and what becomes of it here.

``cs.claims("gin-*")`` gives published values with their intervals, for charts and tables; ``cardsim claims`` checks
them.
"""

from __future__ import annotations

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
        ``high`` (the 95 % interval that the source allows; equal to the value where it states no error), ``n`` (0: not
        stated) and ``source``.

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
        {
            "claim": claim.id,
            "at": value.at,
            "value": value.estimate.value,
            "low": value.estimate.low,
            "high": value.estimate.high,
            "n": value.estimate.n,
            "source": str(claim.source),
        }
        for claim in select([pattern])
        for value in claim.values
        if value.estimate is not None
    ]
    table = pd.DataFrame(rows, columns=["claim", "at", "value", "low", "high", "n", "source"])
    numbers = pd.to_numeric(table["at"], errors="coerce")
    if len(table) and numbers.notna().all():
        table["at"] = numbers
    return table
