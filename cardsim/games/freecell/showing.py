"""What the player is shown: the legal actions, what each leads to, and how often that was met before."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import list_actions
from cardsim.games.freecell.features import (
    advance,
    clearly_dead,
    go_back,
    measure,
)
from cardsim.games.freecell.view import VISITED


@kernel
def slot_of(view, key):
    """The slot of a position of this game, or the vacant one where it belongs."""
    met = view.met
    slot = np.int64(key[0] & np.uint64(VISITED - 1))
    while (met[slot, 0] != key[0] or met[slot, 1] != key[1]) and (met[slot, 0] != 0 or met[slot, 1] != 0):
        slot = (slot + 1) & (VISITED - 1)
    return slot


@kernel
def times_met(view, key):
    """How often a position, given by its key, has been met in this game."""
    slot = slot_of(view, key)
    return view.times[slot] if view.met[slot, 0] != 0 or view.met[slot, 1] != 0 else 0


@kernel
def meet(table, key):
    """Count the present position; a game of very many positions forgets the later ones."""
    view = table.views[0]
    slot = slot_of(view, key)
    if view.met[slot, 0] == 0 and view.met[slot, 1] == 0:
        if 4 * table.n_visited >= 3 * VISITED:
            return
        view.met[slot, 0] = key[0]
        view.met[slot, 1] = key[1]
        view.times[slot] = 0
        table.slots[table.n_visited] = slot
        table.n_visited += 1
    view.times[slot] += 1


@kernel
def show(rules, table):
    """Fill the view: the legal actions and what each leads to."""
    s = table.position
    view = table.views[0]
    trail = table.trail[:]
    view.n = list_actions(s, view.actions[:])
    view.moves = table.moves
    for i in range(view.n):
        steps = advance(s, view.actions[i, 0], view.actions[i, 1], view.actions[i, 2], rules.autoplay, trail)
        measure(s, view.features[i])
        view.visits[i] = times_met(view, s.key)
        view.undoes[i] = s.key[0] == table.previous[0] and s.key[1] == table.previous[1]
        view.dead[i] = clearly_dead(s, table.room[:])
        go_back(s, trail, steps)
