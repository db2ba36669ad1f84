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

*Loose cards are built at once* where they fit on the last card of a column that is no spot, whichever of several such
builds comes first.  Say that X dominates Y if X is Y with some loose cards built so, one after another; each of them
gives one free spot more.  Let the first step of a shortest solution of Y be the productive move m with the fills that
it needs (the claim), and Y' the position after it.  In X, m needs besides only fills of built cards that lie on `y` or
`p`; each of these has brought its own spot, and is loose in Y'.  A card that m takes from a spot in Y but that is built
in X moves from where it lies; if it lies on `p` already, nothing is to do.  If `p` is loose in Y, so that m bases it,
and built in X, it is dug there and based as well.  So a listed move leads from X to a position that dominates Y', or X
itself does.  A card that goes home automatically in X can do so in Y, because a built card is loose in Y and the others
lie there as in X, with fewer cards on them.  By induction over the length of the solution of Y, the search that settles
each position first still meets a win if there is one; and it meets none that there is not, for settling is moving.

*Any card home* (`first_card_home`): the same claims with the first card home as the goal, without automatic play,
which would reach that goal; so a class without such a path is stuck.

Successors that are known are dropped before they are made, once when they are listed and once when their turn comes:
their key is the present one with the change of the fills (prepared for each column), of the move and of the builds that
follow.  Moves that need few fills are tried first.  Depth-first, without recursion; a move that waits takes three
words, a position met two.  A search can be stopped and go on later.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell.carrying_out import carry_out
from cardsim.games.freecell.position import BASE, LOOSE, RESERVE, autoplay, load, take_back
from cardsim.games.freecell.productive import CHOICE, list_moves, next_choice
from cardsim.games.freecell.seen import SMALLEST, grown_in, is_known, vacancy
from cardsim.games.freecell.settling import count_spots, settle
from cardsim.games.freecell.successors import TO_HOME
from cardsim.games.freecell.waiting import (
    DEPTH,
    STATES,
    STEPS,
    Search,
    drop_known,
    longer,
    longer_keys,
    new_search,
    wait,
)

FOUND, NOT_FOUND, LIMIT = 1, 0, -1
NO_MOVE = np.int64(-1)


@kernel
def class_key(s):
    """The key of the position's class: with no free spot, cards alone in columns count as such."""
    s.alone[:] = 0
    if s.free == 0 and s.singles > 0:
        for column in range(s.columns):
            if s.height[column] == 1:
                card = np.int64(s.card[column, 0])
                s.alone[0] ^= s.zobrist[card, LOOSE, 0] ^ s.zobrist[card, BASE, 0]
                s.alone[1] ^= s.zobrist[card, LOOSE, 1] ^ s.zobrist[card, BASE, 1]
    return s.key[0] ^ s.alone[0], s.key[1] ^ s.alone[1]


@kernel
def _disturb(s, random):
    """Add 0..7 to the rank of each listed move (xorshift64)."""
    state = random[0]
    for i in range(s.listed):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        s.rank[i] += np.int64(state >> np.uint64(61))
    random[0] = state


@kernel
def search(s, deal, first_card_home, max_states, disturbance, alive):
    """Search a position to the end: (FOUND, NOT_FOUND or LIMIT, positions stored, trail, its length, table slots).

    As :func:`go_on`, from the deal on.
    """
    load(s, deal)
    verdict, found = go_on(s, new_search(SMALLEST, disturbance), first_card_home, max_states, disturbance > 0, alive)
    return verdict, found.numbers[STATES], found.trail, found.numbers[STEPS], len(found.table)


@kernel
def go_on(s, begun, first_card_home, max_states, shuffled, alive):
    """Search from where a search stands until it holds `max_states` positions: the verdict and the search.

    The goal is a win, or with `first_card_home` any card home; then `alive` is a table of positions from which one is
    known to go home (no rows: none).
    """
    table, room, trail, moves, keys, frame_steps, frame_top, numbers, random = begun
    steps, depth, states = numbers[STEPS], numbers[DEPTH], numbers[STATES]
    verdict = LIMIT
    while True:
        if steps + 256 > len(trail):
            trail = longer(trail, steps)
        if s.top + RESERVE > len(moves):
            moves = longer(moves, s.top)
            keys = longer_keys(keys, s.top)
        if depth + 2 > len(frame_top):
            frame_steps = longer(frame_steps, depth + 1)
            frame_top = longer(frame_top, depth + 1)
        if not first_card_home:
            steps = autoplay(s, trail, steps)
            if s.home[0] + s.home[1] + s.home[2] + s.home[3] == 4 * s.ranks:
                verdict = FOUND
                break
        steps = settle(s, trail, steps)
        key_0, key_1 = class_key(s)
        frame_steps[depth] = steps
        frame_top[depth] = s.top
        if first_card_home and len(alive) > 0 and vacancy(alive, key_0, key_1) < 0:
            verdict = FOUND
            break
        slot = vacancy(table, key_0, key_1)
        if slot >= 0:
            if states >= max_states:
                break
            table[slot, 0] = key_0
            table[slot, 1] = key_1
            states += 1
            if 4 * states > 3 * len(table):
                table, room = grown_in(room, table, max_states)
            list_moves(s)
            if first_card_home and _brings_home(s):
                verdict = FOUND
                break
            drop_known(s, table)
            if shuffled:
                _disturb(s, random)
            wait(s, moves, keys)
        word = NO_MOVE
        while word == NO_MOVE:
            while depth >= 0 and s.top == frame_top[depth]:
                depth -= 1
                while depth >= 0 and steps > frame_steps[depth]:
                    steps -= 1
                    take_back(s, trail[steps])
            if depth < 0:
                break
            s.top -= 1
            if not is_known(table, keys[s.top, 0], keys[s.top, 1]):
                word = moves[s.top]
        if word == NO_MOVE:
            verdict = NOT_FOUND
            break
        if word >> CHOICE:
            count_spots(s)
            following = next_choice(s, word)
            if following >= 0:
                moves[s.top] = following
                s.top += 1
        depth += 1
        steps = carry_out(s, word, trail, steps)
    numbers[STEPS], numbers[DEPTH], numbers[STATES] = steps, depth, states
    return verdict, Search(table, room, trail, moves, keys, frame_steps, frame_top, numbers, random)


@kernel
def _brings_home(s):
    """Whether one of the listed moves brings a card home."""
    for i in range(s.listed):
        if ((s.move[i] >> 6) & 63) == TO_HOME:
            return True
    return False
