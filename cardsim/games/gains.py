"""What choices gain over the first of them in the same imagined worlds: which are dropped, and which is taken.

`choices` is a record with ``count``, and by choice ``gain`` and ``square`` (sums over the worlds) and ``dropped``.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel

CLEARLY = 3.0
"""Standard errors by which a choice that is dropped is behind the first."""
ROUNDING = 1e-9


@kernel
def error_of(choices, i, worlds):
    """Mean gain of choice i over the first, and its standard error, which one world does not tell."""
    mean = choices.gain[i] / worlds
    spread = max(choices.square[i] / worlds - mean * mean, 0.0)
    return mean, np.sqrt(spread / (worlds - 1)) if worlds > 1 else np.inf


@kernel
def drop_hopeless(choices, worlds):
    """Drop the choices clearly behind the first; how many others are left."""
    left = 0
    for i in range(1, choices.count):
        if not choices.dropped[i]:
            mean, error = error_of(choices, i, worlds)
            if mean < -CLEARLY * error - ROUNDING:
                choices.dropped[i] = 1
            else:
                left += 1
    return left


@kernel
def pick(choices, worlds, gate):
    """The choice with the greatest gain of those that pass the gate, else the first."""
    best, most = 0, 0.0
    for i in range(1, choices.count):
        if not choices.dropped[i]:
            mean, error = error_of(choices, i, worlds)
            if mean > gate * error + ROUNDING and mean > most:
                best, most = i, mean
    return best
