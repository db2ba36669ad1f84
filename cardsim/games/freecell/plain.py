"""A plain exhaustive search over the legal actions themselves, without reductions.

For the house rules to which the reductions of :mod:`.exhaustive` do not apply: runs of any length, cards that come back
from the foundations, and everything going home at once.  Much slower, and exact all the same.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.actions import ON_EMPTY, list_actions, may_fill, perform, send_home, undo
from cardsim.games.freecell.exhaustive import FOUND, LIMIT, NOT_FOUND
from cardsim.games.freecell.position import load, put
from cardsim.games.freecell.seen import SMALLEST, grown, new_table, vacancy
from cardsim.games.freecell.variant import HOME, ZERO, fits

_MOST = 320


@kernel
def _list_back(s, actions, n):
    """Add the moves of foundation cards to columns."""
    for suit in range(4):
        if s.home[suit] == 0:
            continue
        card = 4 * (s.home[suit] - 1) + suit
        for target in range(s.columns):
            height = s.height[target]
            on = np.int64(s.card[target, height - 1]) if height > 0 else ON_EMPTY
            if fits(card, on, s.build) if height > 0 else may_fill(s, card):
                actions[n, 0], actions[n, 1], actions[n, 2] = card, on, 1
                n += 1
    return n


@kernel
def _longer(array, used):
    longer = np.empty((2 * len(array), array.shape[1]), array.dtype)
    for i in range(used):
        for j in range(array.shape[1]):
            longer[i, j] = array[i, j]
    return longer


@kernel
def plain_search(s, deal, first_card_home, worrying_back, all_home, max_states):
    """(FOUND, NOT_FOUND or LIMIT, positions stored, actions (card, target, count, source), their number)."""
    load(s, deal)
    table = new_table(SMALLEST)
    trail = np.empty((1 << 10, 4), np.int64)
    moves = np.empty((1 << 12, 3), np.int64)
    frames = np.empty((1 << 10, 2), np.int64)
    steps = ZERO
    depth = ZERO
    top = ZERO
    states = 0
    goal = 0
    while True:
        if steps + 64 > len(trail):
            trail = _longer(trail, steps)
        if top + _MOST > len(moves):
            moves = _longer(moves, top)
        if depth + 2 > len(frames):
            frames = _longer(frames, depth + 1)
        if all_home:
            steps += send_home(s, all_home, trail[steps:])
        home = s.home[0] + s.home[1] + s.home[2] + s.home[3]
        if depth == 0:
            goal = home + 1 if first_card_home else 4 * s.ranks
        if home >= goal:
            return FOUND, states, trail, steps
        frames[depth, 0] = steps
        frames[depth, 1] = top
        slot = vacancy(table, s.key[0], s.key[1])
        if slot >= 0:
            if states >= max_states:
                return LIMIT, states, trail, steps
            table[slot, 0] = s.key[0]
            table[slot, 1] = s.key[1]
            states += 1
            if 4 * states > 3 * len(table):
                table = grown(table)
            n = list_actions(s, moves[top:])
            if worrying_back:
                n = _list_back(s, moves[top:], n)
            # The first of the canonical order is tried first.
            for i in range(n // 2):
                for j in range(3):
                    moves[top + i, j], moves[top + n - 1 - i, j] = moves[top + n - 1 - i, j], moves[top + i, j]
            top += n
        while top == frames[depth, 1]:
            if depth == 0:
                return NOT_FOUND, states, trail, steps
            depth -= 1
            while steps > frames[depth, 0]:
                steps -= 1
                undo(s, trail[steps, 0], trail[steps, 1], trail[steps, 2], trail[steps, 3])
        top -= 1
        card, target, count = moves[top, 0], moves[top, 1], moves[top, 2]
        if s.place[card] == HOME:
            source = HOME
            column = 0
            if target == ON_EMPTY:
                while s.height[column] > 0:
                    column += 1
            else:
                column = s.place[target]
            s.home[card & 3] -= 1
            put(s, column, card)
        else:
            source = perform(s, card, target, count)
        trail[steps, 0], trail[steps, 1], trail[steps, 2], trail[steps, 3] = card, target, count, source
        steps += 1
        depth += 1
