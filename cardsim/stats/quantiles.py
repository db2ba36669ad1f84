"""Quantiles of the normal and of Student's distribution.

scipy is imported at the first use: it takes longer to load than all of this package, which is imported far more often
than it is asked for an interval.
"""


def normal_quantile(probability: float) -> float:
    """The standard normal quantile.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    from scipy.special import ndtri

    return float(ndtri(probability))


def t_quantile(probability: float, freedom: float) -> float:
    """The quantile of Student's distribution with `freedom` degrees of freedom.

    Examples
    --------
    >>> round(t_quantile(0.975, 10), 6)
    2.228139
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, probability))


def t_tail(t: float, freedom: float) -> float:
    """The probability of more than `t` under Student's distribution with `freedom` degrees of freedom.

    Examples
    --------
    >>> round(t_tail(2.228139, 10), 6)
    0.025
    """
    from scipy.special import stdtr

    return float(stdtr(freedom, -t))
