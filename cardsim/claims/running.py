"""Runs the checks of claims and judges what they find."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardsim.claims.checks import playing
from cardsim.claims.ledger import Claim, Published
from cardsim.claims.verdicts import Found, together, verdict, why


class Line(NamedTuple):
    """One published value, what was found here, and the verdict on it."""

    claim: Claim
    published: Published
    found: Found | None
    verdict: str
    why: str


class Judged(NamedTuple):
    """A claim with the verdict on each of its values, the verdict on the whole, and the seconds it took."""

    claim: Claim
    lines: tuple[Line, ...]
    verdict: str
    seconds: float


def check_function(claim: Claim) -> playing.Check:
    """The function that checks a claim.

    Raises
    ------
    ValueError
        If there is none of that name.
    """
    for place in (claim.game, "common"):
        check = getattr(importlib.import_module(f"cardsim.claims.checks.{place}"), claim.check, None)
        if check is not None:
            return check
    raise ValueError(f"claim {claim.id!r}: no check {claim.check!r} in cardsim.claims.checks.{claim.game}")


def judge(claim: Claim, quick: bool = False) -> Judged:
    """Check one claim."""
    began = time.perf_counter()
    found = check_function(claim)(playing.Effort(quick), **claim.arguments) if claim.check else None
    lines = tuple(_line(claim, value, _at(claim, value, found)) for value in claim.values)
    return Judged(claim, lines, together([line.verdict for line in lines]), time.perf_counter() - began)


def _at(claim: Claim, value: Published, found: Found | dict[str, Found] | None) -> Found | None:
    """What was found for one value."""
    if not isinstance(found, dict):
        return found
    if value.at not in found:
        raise ValueError(f"claim {claim.id!r}: the check {claim.check!r} finds nothing at {value.at!r}")
    return found[value.at]


def _line(claim: Claim, value: Published, found: Found | None) -> Line:
    judged = verdict(value, found, claim.unit, claim.missing)
    return Line(claim, value, found, judged, why(claim, value, found, judged))


def run_claims(
    claims: Sequence[Claim], quick: bool = False, report: Callable[[Judged], object] | None = None
) -> tuple[list[Judged], list[dict[str, object]]]:
    """Check claims one after the other; their verdicts, and the origins of the games that were played.

    Parameters
    ----------
    claims : sequence of Claim
    quick : bool
        Fewer games: wider intervals, more claims left open.
    report : callable, optional
        Called with each claim when it has been judged.
    """
    playing.origins.clear()
    judged: list[Judged] = []
    for claim in claims:
        if judged and judged[-1].claim.game != claim.game:
            playing.forget()
        judged.append(judge(claim, quick))
        if report is not None:
            report(judged[-1])
    return judged, list(playing.origins)
