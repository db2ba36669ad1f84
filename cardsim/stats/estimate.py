"""One estimated number with its interval: what every study in this package returns and prints."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number, its confidence interval, and how both were found.

    Parameters
    ----------
    value : float
        The point estimate; ``nan`` when nothing was observed.
    low, high : float
        Ends of the interval.
    n : int
        Number of independent units (deals, matches, clusters) behind it.
    method : str
        How the interval was made, with its level, such as ``"Wilson, 95 %"``.

    Examples
    --------
    >>> half = Estimate(0.5, 0.4038, 0.5962, 100, "Wilson, 95 %")
    >>> print(half)
    0.500 [0.404, 0.596], n = 100 (Wilson, 95 %)
    >>> print(f"{half:%}")
    50.0 % [40.4, 59.6], n = 100 (Wilson, 95 %)
    >>> f"{half:.2f}"
    '0.50 [0.40, 0.60], n = 100 (Wilson, 95 %)'
    >>> half.percent()
    '50.0 % [40.4, 59.6]'
    """

    value: float
    low: float
    high: float
    n: int
    method: str

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2

    def contains(self, number: float) -> bool:
        """Whether `number` lies in the interval, ends included."""
        return self.low <= number <= self.high

    def interval(self, decimals: int | None = None) -> str:
        """Value and interval alone, with two significant digits of the half-width unless `decimals` is given."""
        return _numbers(self.value, self.low, self.high, decimals, "")

    def percent(self, decimals: int | None = None) -> str:
        """Value and interval alone, in percent.

        Examples
        --------
        >>> Estimate(0.00022, 0.00005, 0.0005, 9000, "Wilson, 95 %").percent(2)
        '0.02 % [0.01, 0.05]'
        """
        return _numbers(100 * self.value, 100 * self.low, 100 * self.high, decimals, " %")

    def __str__(self) -> str:
        return f"{self.interval()}{self._source()}"

    def __format__(self, spec: str) -> str:
        """``""`` as `str`; ``"%"`` or ``".1%"`` in percent; ``".3f"`` with that many decimals."""
        if not spec:
            return str(self)
        digits, kind = spec[:-1], spec[-1]
        if kind not in "f%" or (digits and not (digits[0] == "." and digits[1:].isdigit())):
            raise ValueError(f"format of an Estimate: expected '%', '.1%' or '.3f', got {spec!r}")
        decimals = int(digits[1:]) if digits else None
        return f"{self.percent(decimals) if kind == '%' else self.interval(decimals)}{self._source()}"

    def _source(self) -> str:
        return f", n = {self.n:,} ({self.method})"


def decimals_for(half_width: float) -> int:
    """Decimals that show two significant digits of a half-width.

    Examples
    --------
    >>> [decimals_for(width) for width in (0.0026, 0.31, 4.2, 130.0)]
    [4, 2, 1, 0]
    """
    if not (math.isfinite(half_width) and half_width > 0):
        return 4
    return max(0, 1 - math.floor(math.log10(half_width)))


def _numbers(value: float, low: float, high: float, decimals: int | None, unit: str) -> str:
    if decimals is None and low == value == high:  # exact: as many digits as it takes
        return f"{value:.10g}{unit} [{low:.10g}, {high:.10g}]"
    places = decimals_for((high - low) / 2) if decimals is None else decimals
    value, low, high = (0.0 if round(number, places) == 0 else number for number in (value, low, high))  # no "-0.0"
    return f"{value:.{places}f}{unit} [{low:.{places}f}, {high:.{places}f}]"
