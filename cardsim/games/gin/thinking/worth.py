"""What the points of a hand are worth: the chance to win the match from the scores they lead to.

Both players are taken for equals whose hands score as in :data:`.fitted.POINTS`; who begins is left out.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cardsim._jit import kernel
from cardsim.games.gin import rules as r
from cardsim.games.gin.thinking.fitted import POINTS

TARGET = 100
"""The target of the table; scores of matches to another target are scaled."""
BY_POINTS, BY_MATCH = 0, 1


def win_table(points: Mapping[int, int], target: int) -> np.ndarray:
    """Chance to win a match by the two scores, each below `target`.

    Parameters
    ----------
    points : mapping
        How often a scored hand was worth so many points to its winner, either player equally often.
    target : int
        The score that ends a match.

    Examples
    --------
    >>> win_table({1: 1}, 2)
    array([[0.5 , 0.25],
           [0.75, 0.5 ]])
    """
    share = np.zeros(target + 1)  # the last: enough from any score
    for value, count in points.items():
        share[min(value, target)] += count
    share /= 2 * share.sum()
    enough = share[::-1].cumsum()[::-1]  # chance to score at least so many
    table = np.zeros((target, target))
    for mine in range(target - 1, -1, -1):
        row = enough[target - mine] + share[1 : target - mine] @ table[mine + 1 :]  # if the next points are one's own
        for theirs in range(target - 1, -1, -1):
            row[theirs] += share[1 : target - theirs] @ row[theirs + 1 :]
        table[mine] = row
    return table


_WIN = win_table(POINTS, TARGET)


@kernel
def chance(mine, theirs, target):
    """Chance to win a match to `target` from these scores."""
    if mine >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    if target != TARGET:
        mine, theirs = mine * TARGET // target, theirs * TARGET // target
    return _WIN[max(0, mine), max(0, theirs)]


@kernel
def worth(rules, own_score, opponent_score, points, kind):
    """What the `points` of a hand's two seats are worth to seat 0: points more than the other, or the match."""
    if kind == BY_POINTS or rules.payoff == r.PAYOFF_RLCARD:
        return points[0] - points[1]
    mine, theirs = np.int64(points[0]), np.int64(points[1])
    if rules.boxes_immediate:
        mine += rules.box_bonus if mine > 0 else 0
        theirs += rules.box_bonus if theirs > 0 else 0
    return chance(own_score + mine, opponent_score + theirs, rules.game_target)
