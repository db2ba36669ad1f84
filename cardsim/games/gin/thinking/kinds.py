"""What kind of opponent it is: a first guess, and what the earlier hands of the match tell.

A hand tells by how it ended: the opponent knocked on its turn so and so, with deadwood or gin; or it did not, and
showed a hand with which it might have knocked or not.  Each kind's chance of that is from self-play (:mod:`.fitted`).
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.gin import rules as r
from cardsim.games.gin.thinking.fitted import GINS, HELD_BACK, SURVIVAL

FIRST_GUESS = np.array([0.4, 0.2, 0.2, 0.2])
"""How likely each kind of opponent is before the match."""
DOUBT = 0.02
"""The least share of the likeliest kind's chance that a hand leaves to any kind: no opponent is just of one kind."""
LEAST = 1e-3
"""The least chance of any kind."""
LIMIT = 10
"""The knock limit that the tables were made with; hands under another one tell nothing."""


@kernel
def chance_of_end(kind, knocked, turns, shown):
    """The chance that a hand ends so with an opponent of this kind, up to what does not depend on the kind."""
    turn = min(turns, SURVIVAL.shape[1] - 1)
    if knocked:
        share = SURVIVAL[kind, max(turn - 1, 0)] - SURVIVAL[kind, turn]
        return share * (GINS[kind, turn] if shown == 0 else 1 - GINS[kind, turn])
    return SURVIVAL[kind, turn] * (HELD_BACK[kind, turn] if shown <= LIMIT else 1 - HELD_BACK[kind, turn])


@kernel
def guess_kind(view, learns, chances):
    """Write the chance of each kind of opponent to `chances`: the first guess, and what earlier hands told."""
    chances[:] = FIRST_GUESS
    rules = view.rules[0]
    if not learns or rules.knock_limit != LIMIT or rules.oklahoma != r.OKLAHOMA_OFF:
        return
    found = np.empty(len(chances))
    for i in range(view.past_count):
        for kind in range(len(chances)):
            found[kind] = chance_of_end(kind, view.past_knocker[i], view.past_turns[i], view.past_deadwood[i])
        largest = found.max()
        for kind in range(len(chances)):
            chances[kind] *= max(found[kind], DOUBT * largest)
        chances /= chances.sum()
        for kind in range(len(chances)):
            chances[kind] = max(chances[kind], LEAST)


@kernel
def draw_kind(chances, turns, stream):
    """A kind of opponent: as likely as `chances` says times its chance not to have knocked in so many turns."""
    turn = min(turns, SURVIVAL.shape[1] - 1)
    total = 0.0
    for kind in range(len(chances)):
        total += chances[kind] * SURVIVAL[kind, turn]
    left = rng.uniform(stream) * total
    for kind in range(len(chances) - 1):
        left -= chances[kind] * SURVIVAL[kind, turn]
        if left < 0:
            return kind
    return len(chances) - 1
