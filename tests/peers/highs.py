"""Rummikub turns and openings as integer programs over the list of sets, solved by HiGHS.

The model is that of D. den Hertog and P. B. Hulshof, The Computer Journal 49(6), 2006, 665-669: how often each set is
laid; written from the rules, without a line of the package.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array

JOKER = 52


@cache
def all_sets(jokers=2):
    """Every set as a sorted tuple of tiles (13 * colour + value - 1, joker 52): runs of 3 to 5, groups of 3 and 4."""
    plain = [range(13 * c + low, 13 * c + low + n) for c in range(4) for n in (3, 4, 5) for low in range(14 - n)]
    plain += [[13 * c + v for c in colours] for v in range(13) for n in (3, 4) for colours in combinations(range(4), n)]
    found = set()
    for tiles in plain:
        for k in range(min(jokers, len(tiles) - 1) + 1):
            found |= {(*kept, *[JOKER] * k) for kept in combinations(tiles, len(tiles) - k)}
    return tuple(sorted(found))


@cache
def matrix(sets):
    """How often each tile (rows) is in each set (columns)."""
    places = [(tile, number) for number, one in enumerate(sets) for tile in one]
    rows, columns = zip(*places, strict=True)
    return csc_array((np.ones(len(places)), (rows, columns)), shape=(53, len(sets)))


def set_value(tiles):
    """What a set is worth in an opening, a joker counting the tile it stands for; of several readings the best."""
    named = [tile for tile in tiles if tile != JOKER]
    values = [tile % 13 + 1 for tile in named]
    worth = 0
    if len(set(values)) == 1 and len(tiles) <= 4:
        worth = len(tiles) * values[0]
    if len({tile // 13 for tile in named}) == 1 and len(set(values)) == len(values):
        low = min(*values, 14 - len(tiles))
        if max(values) < low + len(tiles):
            worth = max(worth, sum(range(low, low + len(tiles))))
    return worth


def solve(table, rack, weights, sets=None):
    """The largest sum of `weights` over the tiles placed from the rack; None if the table's tiles make no sets."""
    sets = all_sets() if sets is None else sets
    a = matrix(sets)
    found = milp(
        c=-(np.asarray(weights) @ a),
        constraints=LinearConstraint(a, table, np.add(table, rack)),
        integrality=np.ones(len(sets)),
        bounds=Bounds(0, np.inf),
        options={"mip_rel_gap": 0.0},
    )
    if found.status == 2:
        return None
    assert found.status == 0, found.message
    return round(-found.fun - float(np.dot(weights, table)))


def opening_value(rack):
    """The largest value of an initial meld."""
    sets = all_sets()
    found = milp(
        c=-np.array([set_value(one) for one in sets], float),
        constraints=LinearConstraint(matrix(sets), -np.inf, rack),
        integrality=np.ones(len(sets)),
        options={"mip_rel_gap": 0.0},
    )
    assert found.status == 0, found.message
    return round(-found.fun)


def weights(objective):
    """Tiles count 1 each, or their face value and a joker 30."""
    return np.ones(53) if objective == "tiles" else np.array([*[v % 13 + 1 for v in range(52)], 30.0])
