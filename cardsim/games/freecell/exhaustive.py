"""The exhaustive search: it finds a win, or visits every class of positions and so proves that there is none.

Single-card moves decide what can be won, for a run move is a sequence of them (checked against brute force on small
decks in the tests, as is everything below; a second key seed repeats the proofs of the corpora).

*Spots.*  Where any card may go to an empty column, a spot is a cell or a column with at most one card, and the cards
in spots are loose.  Elsewhere only cells are spots.  F is the number of free spots.

*Classes.*  With F >= 1 the loose cards can be rearranged over the spots at will: a card goes to the free spot,
another takes its place, and so on; a free cell and a free column can be exchanged by moving a loose card from one to
the other.  So a position counts as its set of loose cards, its other columns and its foundations.  With F = 0 nothing
can be rearranged, and the key tells cards alone in columns from cards in cells.  Where only cells are spots, they are
all alike anyway.

*Fills and productive moves.*  A fill takes the last card of a column to a spot; where columns can be spots, only if
two cards or more stay.  All other moves but rearrangements are productive: a card home, a card built on a card, a
column brought down to one card (which makes it a spot), or under the kings-only rule a king to an empty column.

*Claim: a position can be won only if a win begins with one productive move and just the fills that it needs.*  Take a
shortest solution, rearrangements not counted, and its first productive move m.  It needs the fills that uncover the
card y it moves and the card p it is built on (or that empty a column for a king).  If y was filled itself, it goes
directly instead, unless it is dug up on the way to a card deeper in its own column; if p was filled, it has to be
based in an empty column, and then both cards form a column.  Any other fill before m can be made after m: until then
there is one free spot more, so m stays possible, and afterwards the same cards are loose as before.  If spots are
left, the class is the same; if not, the last of the delayed fills still meets a free spot before it, so any
arrangement can be prepared; if no fill was delayed, m itself leaves no free spot, and then every choice of the loose
cards that stand in columns is listed as a move of its own.  The rest of the solution goes on unchanged, and what is
left of it is shorter.  So from every winnable class a path of such moves leads to a win.

*Automatic play.*  A card that is of no more use goes home at once (:func:`.variant.safe`).  From a solution of the
position before, a solution of the position after comes by dropping that card's own moves and sending home directly
the cards that were built on it (Blake & Gent, App. B.1, Theorem 1), which is shorter too.

*Any card home* (`first_card_home`): the same claim with the first card home as the goal, without automatic play,
which would reach that goal; so a class without such a path is stuck.

Successors that are known are dropped before they are made: their key is the present one with the change of the fills
(prepared for each column) and of the move.  Moves that need few fills are tried first.  Depth-first, without
recursion; the moves that wait take one word each.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.carrying_out import carry_out
from cardsim.games.freecell.position import BASE, LOOSE, RESERVE, autoplay, load, take_back
from cardsim.games.freecell.productive import CHOICE, TO_HOME, cheapest_last, count_spots, list_moves, next_choice
from cardsim.games.freecell.seen import SMALLEST, grown, new_table, vacancy
from cardsim.games.freecell.variant import ZERO

FOUND, NOT_FOUND, LIMIT = 1, 0, -1


@kernel
def _longer(array, used):
    longer = np.empty(2 * len(array), array.dtype)
    for i in range(used):
        longer[i] = array[i]
    return longer


@kernel
def class_key(s):
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
def search(s, deal, first_card_home, max_states, disturbance, alive):
    """Search a position to the end: (FOUND, NOT_FOUND or LIMIT, positions stored, trail, its length, table slots).

    The goal is a win, or with `first_card_home` any card home; then `alive` is a table of positions from which one is
    known to go home (no rows: none).  `disturbance` > 0 shuffles the order of moves.
    """
    load(s, deal)
    table = new_table(SMALLEST)
    trail = np.empty(1 << 12, np.int32)
    moves = np.empty(1 << 12, np.int64)
    frame_steps = np.empty(1 << 10, np.int64)
    frame_top = np.empty(1 << 10, np.int64)
    state = np.uint64(disturbance * 7919 + 88172645463325252)
    steps = ZERO
    depth = ZERO
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
        key_0, key_1 = class_key(s)
        frame_steps[depth] = steps
        frame_top[depth] = s.top
        if first_card_home and len(alive) > 0 and vacancy(alive, key_0, key_1) < 0:
            return FOUND, states, trail, steps, len(table)
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
        if word >> CHOICE:
            count_spots(s)
            following = next_choice(s, word)
            if following >= 0:
                moves[s.top] = following
                s.top += 1
        depth += 1
        steps = carry_out(s, word, trail, steps)
