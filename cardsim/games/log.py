"""The event log that a kernel writes when it is handed one: what a replay shows.

A log is an ``int64`` array of shape (rows, 6).  Row 0 is its header: ``log[0, 0]`` counts the events, also those for
which there was no room, so that the caller can come back with a larger one.  A log without rows records nothing.
Each further row is one event: kind, seat, choice, legal choices (a mask where they are cards), and two numbers whose
meaning depends on the kind.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel

WIDTH = 6
KIND, SEAT, CHOICE, LEGAL, FIRST, SECOND = range(WIDTH)


@kernel(inline="always")
def note(log, kind, seat, choice, legal, first, second):
    """Append one event."""
    if log.shape[0] > 0:
        row = log[0, 0] + 1
        log[0, 0] = row
        if row < log.shape[0]:
            log[row, 0] = kind
            log[row, 1] = seat
            log[row, 2] = choice
            log[row, 3] = legal
            log[row, 4] = first
            log[row, 5] = second


def new_log(rows: int) -> np.ndarray:
    """A log with room for `rows` events; ``new_log(0)`` records nothing."""
    return np.zeros((rows + 1 if rows else 0, WIDTH), np.int64)
