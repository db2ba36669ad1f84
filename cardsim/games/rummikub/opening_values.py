"""Best initial melds of many random racks: how likely is an opening?"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.rummikub.forms import far_addresses, meld_weights
from cardsim.games.rummikub.layers import NOTHING, WIDTH
from cardsim.games.rummikub.melds import best_meld
from cardsim.games.rummikub.rules import Rules, as_rules
from cardsim.games.rummikub.turn_solver import new_solver


@kernel
def _sample(state, seed, first, tiles, box, numbers, copies, usable, weights, solver, rack, values, jokers):
    """Fill the best value of a random rack for each of the games first, first + 1, ..., and the jokers it held."""
    for i in range(len(values)):
        rng.start(state, seed, first + i, 0, rng.DEAL)
        for k in range(len(box)):
            box[k] = k
        rng.shuffle(state, box)
        rack[:, :] = 0
        held = 0
        for k in range(tiles):
            tile = box[k] // copies
            if tile >= 4 * numbers:
                held += 1
            else:
                rack[tile // numbers, tile % numbers] += 1
        best = best_meld(rack, held if usable else 0, weights, 0, 0, numbers, solver)
        values[i] = 0 if best == NOTHING else best
        jokers[i] = held


def opening_values(n: int, tiles: int = 14, rules: Any = None, seed: int = 0, first: int = 0) -> pd.DataFrame:
    """The best value of an initial meld for `n` random racks.

    Parameters
    ----------
    n : int
        Number of racks.
    tiles : int
        Tiles on a rack; a player who has drawn in each turn before holds 13 + i tiles in turn i.
    rules : Rules, preset name or dict, optional
        The box and what a joker counts; ``initial_meld`` does not matter.
    seed, first : int
        Rack i is that of (seed, first + i), whatever else is asked for.

    Returns
    -------
    pandas.DataFrame
        Columns ``value`` (0 where nothing can be laid) and ``jokers`` (held on the rack).

    Examples
    --------
    >>> racks = opening_values(2000, rules="no_jokers", seed=1)
    >>> bool(0.30 < (racks.value >= 30).mean() < 0.40)
    True
    """
    checked: Rules = as_rules(rules)
    size = 4 * checked.numbers * checked.copies + checked.jokers
    if not 1 <= tiles <= size:
        raise ValueError(f"tiles={tiles} is out of range: the box has {size} tiles")
    values, jokers = np.zeros(n, np.int64), np.zeros(n, np.int64)
    _sample(
        rng.states(1)[0], seed, first, tiles, np.zeros(size, np.int64), checked.numbers, checked.copies,
        checked.joker_meld_value != "forbidden", meld_weights("value", checked.numbers, checked.joker_meld_value),
        new_solver(far_addresses(), checked.copies, checked.jokers, 0), np.zeros((4, WIDTH), np.int64), values, jokers,
    )  # fmt: skip
    return pd.DataFrame({"value": values, "jokers": jokers}, index=pd.RangeIndex(first, first + n))
