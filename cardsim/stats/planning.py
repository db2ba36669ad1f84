"""How many games a study needs, before any is played."""

import math

from cardsim.stats.intervals import percent_name
from cardsim.stats.quantiles import normal_quantile


def games_for_half_width(half_width: float, rate: float = 0.5, level: float = 0.95) -> int:
    """Independent games after which the interval of a rate reaches `half_width` to each side.

    The normal approximation z**2 rate (1 - rate) / half_width**2; `rate` = 0.5 is the worst case.

    Examples
    --------
    >>> games_for_half_width(0.02)
    2401
    """
    percent_name(level)
    if not half_width > 0 or not 0 < rate < 1:
        raise ValueError(f"expected half_width above 0 and a rate between 0 and 1, got {half_width!r} and {rate!r}")
    return math.ceil(normal_quantile((1 + level) / 2) ** 2 * rate * (1 - rate) / half_width**2)


def games_to_tell(rate: float, other: float = 0.5, power: float = 0.9, level: float = 0.95) -> int:
    """Independent games after which a true `rate` is told from a fixed `other` one with probability `power`.

    Two-sided test by the normal approximation (J. L. Fleiss, B. Levin and M. C. Paik, "Statistical Methods for Rates
    and Proportions", 3rd ed. 2003, section 2.5, without correction for continuity).

    Examples
    --------
    >>> games_to_tell(0.55), games_to_tell(0.517)
    (1047, 9086)
    """
    percent_name(level)
    if not (0 < rate < 1 and 0 < other < 1 and 0 < power < 1) or rate == other:
        raise ValueError(
            f"expected two different rates and a power between 0 and 1, got {rate!r}, {other!r}, {power!r}"
        )
    reach = normal_quantile((1 + level) / 2) * math.sqrt(other * (1 - other))
    reach += normal_quantile(power) * math.sqrt(rate * (1 - rate))
    return math.ceil((reach / (rate - other)) ** 2)
