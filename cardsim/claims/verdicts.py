"""Verdicts, computed from the published value, what its source says of its error, and our number with its interval.

Two numbers disagree when they lie more than three joint standard errors apart, beyond the rounding of the published
one: chance alone does that once in 370 comparisons.  The five verdicts:

reproduced
    They agree, and our interval is narrow enough for that to mean something.
differs
    They do not, and nothing is known to be wrong with the source.
source wrong
    They do not, and making the mistake that the source made gives its number.
not reproducible as stated
    The source leaves out what a check needs; or it does, and under the most natural reading the numbers disagree.
open
    Nothing here can check it yet, or our interval is too wide to tell.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from cardsim.claims.ledger import Claim, Published, Z
from cardsim.stats import Estimate

REPRODUCED, DIFFERS, WRONG, NOT_AS_STATED, OPEN = VERDICTS = (
    "reproduced", "differs", "source wrong", "not reproducible as stated", "open",
)  # fmt: skip
APART = 3.0
"""Joint standard errors that two agreeing numbers may be apart."""
NARROW = 0.5
"""Our half-width must not be more than this part of the value (of a share: of the nearer of 0 and 1)."""


class Found(NamedTuple):
    """What a check found: our number, and the one that the source's mistake gives if one is known."""

    estimate: Estimate | None
    flawed: Estimate | None = None
    note: str = ""


def exactly(value: float | Fraction) -> Estimate:
    """A number without error, such as a count."""
    return Estimate(float(value), float(value), float(value), 0, "exact")


def with_error(published: Published, ours: Estimate) -> Estimate:
    """The published estimate; where its source states a sample size alone, with the spread that our sample has."""
    theirs = published.estimate
    assert theirs is not None
    if theirs.n == 0 or theirs.low < theirs.high or ours.n == 0:
        return theirs
    half = ours.half_width * math.sqrt(ours.n / theirs.n)
    return Estimate(theirs.value, theirs.value - half, theirs.value + half, theirs.n, theirs.method)


def joint_error(published: Estimate, ours: Estimate) -> float:
    """Standard error of the difference, from the half-intervals that face each other (Newcombe 1998)."""
    if ours.value >= published.value:
        return math.hypot(ours.value - ours.low, published.high - published.value) / Z
    return math.hypot(ours.high - ours.value, published.value - published.low) / Z


def agree(published: Published, ours: Estimate) -> bool:
    """Whether two numbers agree, rounding and errors considered."""
    theirs = with_error(published, ours)
    slack = 1e-12 * abs(theirs.value)  # numbers that are not whole, as the computer holds them
    return abs(ours.value - theirs.value) <= published.rounding + APART * joint_error(theirs, ours) + slack


def narrow(published: Published, ours: Estimate, unit: str) -> bool:
    """Whether our interval is narrow enough that agreement means something."""
    theirs = with_error(published, ours)
    half, value = ours.half_width, abs(theirs.value)
    size = min(value, 1 - value) if unit == "share" and value < 1 else value
    return half <= max(NARROW * size, 2 * theirs.half_width, published.rounding)


def verdict(published: Published, found: Found | None, unit: str = "share", missing: str = "") -> str:
    """The verdict on one value."""
    if found is None or found.estimate is None or math.isnan(found.estimate.value):
        return NOT_AS_STATED if missing else OPEN
    if published.bound is not None:
        held = holds(*published.bound, found.estimate)
        return OPEN if held is None else REPRODUCED if held else NOT_AS_STATED if missing else DIFFERS
    if agree(published, found.estimate):
        return REPRODUCED if narrow(published, found.estimate, unit) else OPEN
    if found.flawed is not None and agree(published, found.flawed):
        return WRONG
    return NOT_AS_STATED if missing else DIFFERS


def holds(kind: str, limit: float, ours: Estimate) -> bool | None:
    """Whether a number lies on the side of a limit that was stated; None if its error leaves that open."""
    sign = 1 if kind in ("above", "at_least") else -1
    inner = ours.value - ours.low if sign > 0 else ours.high - ours.value
    outer = ours.high - ours.value if sign > 0 else ours.value - ours.low
    margin = sign * (ours.value - limit)
    if ours.low == ours.high:  # exact, or a sample without any spread, which does not speak of its error
        return None if ours.n else margin > 0 or (margin == 0 and kind.startswith("at_"))
    if margin > APART / Z * inner:
        return True
    return False if -margin > APART / Z * outer else None


def together(verdicts: list[str]) -> str:
    """The verdict on a claim of several values: the gravest, wrong before different before not reproducible."""
    for gravest in (WRONG, DIFFERS, NOT_AS_STATED, OPEN):
        if gravest in verdicts:
            return gravest
    return REPRODUCED


def why(claim: Claim, published: Published, found: Found | None, judged: str) -> str:
    """The verdict's reason in words."""
    parts = []
    if found is None or found.estimate is None:
        parts.append(claim.missing or (found.note if found else "no check here yet"))
        return "; ".join(filter(None, parts))
    ours = found.estimate
    if published.estimate is not None:
        gap, error = ours.value - published.estimate.value, joint_error(with_error(published, ours), ours)
        if error > 0:
            beyond = max(0.0, abs(gap) - published.rounding)
            parts.append(f"{beyond / error:.1f} joint standard errors apart beyond rounding")
        elif not agree(published, ours):
            parts.append(f"differs by {gap:.6g}")
        if judged == OPEN:
            parts.append("our interval is too wide to tell")
    if found.flawed is not None and judged != REPRODUCED:
        parts.append(f"the source's mistake gives {found.flawed.value:.6g}")
    if found.note:
        parts.append(found.note)
    if judged not in (REPRODUCED, OPEN):
        parts += [claim.missing, claim.reason]
    return "; ".join(filter(None, parts))
