"""Dead positions: nobody can go out any more.

With L the cards that could be laid off now and R the cards that can still reach a hand (all hands, the stock, and the
whole pile if it can be recycled or taken, else its top):

* ``one_card`` calls a position dead if every hand is one card and L and R share none;
* ``no_progress`` also if L and R share none and R holds no meld;
* ``exact`` (:mod:`cardsim.games.rummy.dead_search`) looks at all continuations; meant for small endings.

The first two never call a living position dead: a hand shrinks only by a layoff, which needs a card of L in R, or by a
new meld, which needs three cards of R, and until the first of these the table, hence L, does not change.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummy.runs import has_meld

OFF, ONE_CARD, NO_PROGRESS, EXACT = range(4)
LEVELS = ("off", "one_card", "no_progress", "exact")


@kernel
def dead(level, layable, reachable, all_one, many, ace):
    """Whether a position is dead at `level` (one_card or no_progress).

    `layable` is L, `reachable` R, `all_one` whether every hand is one card, `many` whether a draw may bring more than
    one card, so that one card in hand does not rule out a new meld.
    """
    if level == OFF or layable & reachable != 0:
        return False
    if all_one and not many:
        return True
    if level == ONE_CARD and not all_one:
        return False
    return not has_meld(reachable, ace)
