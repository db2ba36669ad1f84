"""The exhaustive search: a proof that a position is won, or that it is not.  (Argument to be written.)"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.position import BASE, LOOSE, RESERVE, autoplay, load, take_back
from cardsim.games.freecell.productive import TO_HOME, carry_out, cheapest_last, count_spots, list_moves, next_choice
from cardsim.games.freecell.seen import SMALLEST, grown, new_table, vacancy

FOUND, NOT_FOUND, LIMIT = 1, 0, -1
_CHOICE = 33


@kernel
def _longer(array, used):
    longer = np.empty(2 * len(array), array.dtype)
    longer[:used] = array[:used]
    return longer


@kernel
def _class_key(s):
    """The key of the position's class: with no free spot, cards alone in columns count as such."""
    key_0 = s.key[0]
    key_1 = s.key[1]
    if s.free == 0 and s.singles > 0:
        for column in range(s.columns):
            if s.height[column] == 1:
                card = np.int64(s.card[column, 0])
                key_0 ^= s.zobrist[card, LOOSE, 0] ^ s.zobrist[card, BASE, 0]
                key_1 ^= s.zobrist[card, LOOSE, 1] ^ s.zobrist[card, BASE, 1]
    return key_0, key_1


@kernel
def _disturb(s, state):
    """Add 0..7 to the rank of each move listed last (xorshift64); return the generator's new state."""
    for i in range(s.top - s.first):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        s.rank[i] += np.int64(state >> np.uint64(61))
    return state


@kernel
def search(s, deal, first_card_home, max_states, disturbance):
    """Search a position to the end: (FOUND, NOT_FOUND or LIMIT, positions stored, trail, its length, table slots).

    The goal is a win, or with `first_card_home` any card home.  `disturbance` > 0 shuffles the order of moves.
    """
    load(s, deal)
    table = new_table(SMALLEST)
    trail = np.empty(1 << 12, np.int32)
    moves = np.empty(1 << 12, np.int64)
    frame_steps = np.empty(1 << 10, np.int64)
    frame_top = np.empty(1 << 10, np.int64)
    state = np.uint64(disturbance * 7919 + 88172645463325252)
    steps = 0
    depth = 0
    states = 0
    s.top = 0
    while True:
        if steps + 256 > len(trail):
            trail = _longer(trail, steps)
        if s.top + RESERVE > len(moves):
            moves = _longer(moves, s.top)
        if depth + 2 > len(frame_top):
            frame_steps = _longer(frame_steps, depth + 1)
            frame_top = _longer(frame_top, depth + 1)
        if not first_card_home:
            steps = autoplay(s, trail, steps)
            if s.home[0] + s.home[1] + s.home[2] + s.home[3] == 4 * s.ranks:
                return FOUND, states, trail, steps, len(table)
        count_spots(s)
        key_0, key_1 = _class_key(s)
        frame_steps[depth] = steps
        frame_top[depth] = s.top
        slot = vacancy(table, key_0, key_1)
        if slot >= 0:
            if states >= max_states:
                return LIMIT, states, trail, steps, len(table)
            table[slot, 0] = key_0
            table[slot, 1] = key_1
            states += 1
            if 4 * states > 3 * len(table):
                table = grown(table)
            list_moves(s, moves, table)
            if first_card_home:
                for i in range(s.first, s.top):
                    if ((moves[i] >> 6) & 63) == TO_HOME:
                        return FOUND, states, trail, steps, len(table)
            if disturbance > 0:
                state = _disturb(s, state)
            cheapest_last(s, moves)
        while s.top == frame_top[depth]:
            if depth == 0:
                return NOT_FOUND, states, trail, steps, len(table)
            depth -= 1
            while steps > frame_steps[depth]:
                steps -= 1
                take_back(s, trail[steps])
        s.top -= 1
        word = moves[s.top]
        if word >> _CHOICE:
            count_spots(s)
            following = next_choice(s, word)
            if following >= 0:
                moves[s.top] = following
                s.top += 1
        depth += 1
        steps = carry_out(s, word, trail, steps)
