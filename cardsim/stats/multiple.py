"""Many tests at once: p-values that stay honest when a whole matrix of cells is looked at."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike


def holm(p_values: ArrayLike) -> np.ndarray:
    """Adjusted p-values: calling those below 0.05 real errs anywhere in at most 5 % of studies.

    Parameters
    ----------
    p_values : array_like
        Any shape; ``nan`` (a cell that was not tested) stays ``nan`` and is not counted.

    Notes
    -----
    S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statistics 6 (1979) 65-70.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(4).tolist()
    [0.03, 0.06, 0.06]
    """
    return _adjusted(p_values, _holm)


def false_discovery(p_values: ArrayLike) -> np.ndarray:
    """Adjusted p-values: of the cells below 0.05, at most 5 % are expected to be false alarms.

    Parameters
    ----------
    p_values : array_like
        Any shape; ``nan`` stays ``nan`` and is not counted.

    Notes
    -----
    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57 (1995) 289-300, by
    `scipy.stats.false_discovery_control`.

    Examples
    --------
    >>> false_discovery([0.01, 0.04, 0.03]).round(4).tolist()
    [0.03, 0.04, 0.04]
    """
    from scipy.stats import false_discovery_control  # slow to import, seldom asked for

    return _adjusted(p_values, false_discovery_control)


def _holm(p_values: np.ndarray) -> np.ndarray:
    order = np.argsort(p_values)
    steps = p_values[order] * np.arange(p_values.size, 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def _adjusted(p_values: ArrayLike, adjust: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
    p_values = np.asarray(p_values, dtype=np.float64)
    tested = ~np.isnan(p_values)
    if np.any((p_values[tested] < 0) | (p_values[tested] > 1)):
        raise ValueError("p-values must lie between 0 and 1")
    adjusted = np.full(p_values.shape, np.nan)
    if tested.any():
        adjusted[tested] = adjust(p_values[tested])
    return adjusted
