"""What a search needs room for, in one record.

One record rather than arrays passed side by side: numba counts references to arrays with atomic instructions whenever
they are handed on, which took more than a third of the time of a search.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import kernel
from cardsim.games.parameters import record_dtype
from cardsim.games.spades.nil_solver.frames import FRAME, owners
from cardsim.games.spades.nil_solver.patterns import PLACES, TABLE
from cardsim.games.spades.nil_solver.proof_number import BUCKETS, ENTRY
from cardsim.games.spades.tricks import CARDS

WORKSPACE = record_dtype(
    [
        ("hands", np.int64, (4,)),
        ("owner", np.int64, (CARDS,)),
        ("order", np.int64, (PLACES,)),
        ("counts", np.int64, (PLACES,)),
        ("frames", FRAME, (56,)),
        ("table", TABLE, (1,)),
        ("entries", ENTRY, (4 * BUCKETS,)),
    ]
)
WORKSPACE_TYPE = from_dtype(WORKSPACE)


@kernel
def place_hands(work, hands):
    """Lay out four hands (aces high), counted from seat 0 of the search."""
    for seat in range(4):
        work.hands[seat] = hands[seat]
    owners(work.hands, work.owner, work.order, work.counts)


def new_workspace() -> np.recarray:
    """An empty workspace, in an array of one."""
    return np.zeros(1, WORKSPACE).view(np.recarray)
