"""Worlds that agree with what was seen: the other hands and the stock.

Cards taken from the pile are known to be held until they are seen again; a known stock is known.  A hidden hand is
dealt at random and then improved by as many draws as the seat has had turns, thrown as the quick player throws; a seat
that puts down all it can keeps no card it could have put down.  Whether a seat that has put nothing down holds back on
purpose is drawn by Bayes' rule.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.cards import FULL_PACK
from cardsim.games.parameters import record_dtype
from cardsim.games.rummy.discards import isolated_highest
from cardsim.games.rummy.shed import best_shed
from cardsim.games.rummy.view import SEATS

TAKEN, KNOWN = 0, SEATS
"""Places in a player's memory: the cards each seat had taken when last looked, and those it is known to hold."""
MEMORY = 2 * SEATS
EVER = 99
KINDS = np.array([[0, 0], [6, 0], [EVER, 3], [EVER, 0]])
"""Kinds of players: own turns they hold, and cards of another seat at which they stop."""
PRIOR = np.array([0.4, 0.2, 0.2, 0.2])
STAYS = np.array([0.0, 0.0, 0.39, 0.65, 0.6])
"""The chance that a turn of `meld_asap` puts nothing down if no turn before did, by the number of players (600 hands
each)."""
ODD_TAKE = 0.1
"""How likely a player who puts down at once takes a card that he keeps, against one who holds."""
MOST_DRAWS = 12
"""Draws that improve a hidden hand; later turns change it no more."""
PURGES = 4
"""Attempts to free a hidden hand of cards that would have been put down."""

WORLD = record_dtype(
    [
        ("pool", np.int64, (52,)),
        ("hidden", np.int64),
        ("count", np.int64),
        ("room", np.int64, (SEATS,)),
        ("known", np.int64, (SEATS,)),
        ("turns", np.int64, (SEATS,)),
        ("sheds", np.int64, (SEATS,)),
        ("took", np.int64, (SEATS,)),
        ("likely", np.float64, (SEATS, len(KINDS))),
        ("ordered", np.int64),
    ]
)
"""The hidden cards in random order, as a mask, and their number; by seat the number of hidden cards, the known ones,
own turns so far, whether it has put cards down, whether it holds one it took, and how likely it is of each kind;
whether the order of the stock is known."""


@kernel
def remember(view):
    """Bring the memory of what the others are known to hold up to date."""
    memory = view.memory
    for seat in range(view.players):
        new = view.taken[seat] & ~memory[TAKEN + seat]
        memory[TAKEN + seat] = view.taken[seat]
        if new != 0:
            for other in range(view.players):
                memory[KNOWN + other] &= ~new
            memory[KNOWN + seat] |= new
    seen = view.hand | view.board.cards | view.pile_cards
    for seat in range(view.players):
        memory[KNOWN + seat] &= ~seen


@kernel
def turns_of(view, seat):
    """Turns that `seat` has had in this hand."""
    order = (seat - view.starter) % view.players
    mine = (view.seat - view.starter) % view.players
    return view.turn if order < mine else view.turn - 1


@kernel
def look_around(view, world):
    """Note what all worlds share."""
    hidden = FULL_PACK & ~(view.hand | view.board.cards | view.pile_cards)
    world.ordered = view.known_stock
    if world.ordered:
        for i in range(view.stock_size):
            hidden &= ~(np.int64(1) << np.int64(view.stock[i]))
    for seat in range(view.players):
        if seat == view.seat:
            continue
        known = view.memory[KNOWN + seat] & hidden
        if popcount(known) > view.hand_sizes[seat]:
            known = np.int64(0)
        world.known[seat] = known
        world.room[seat] = view.hand_sizes[seat] - popcount(known)
        world.turns[seat] = turns_of(view, seat)
        world.sheds[seat] = view.hand_sizes[seat] < view.house.cards_each
        world.took[seat] = known != 0
        hidden &= ~known
        weigh_kinds(view, world, seat)
    world.hidden, world.count = hidden, popcount(hidden)


@kernel
def shuffle_pool(world, stream):
    """Put the hidden cards in a new order."""
    hidden = world.hidden
    for i in range(world.count):
        world.pool[i] = lowest(hidden)
        hidden &= hidden - 1
    rng.shuffle(stream, world.pool[: world.count])


@kernel
def weigh_kinds(view, world, seat):
    """How likely `seat` is of each kind; whoever has put cards down plays as the first kind from then on."""
    stays = STAYS[view.players]
    for kind in range(len(KINDS)):
        open_turns = max(0, world.turns[seat] - KINDS[kind, 0])
        world.likely[seat, kind] = PRIOR[kind] * stays**open_turns
    if world.took[seat]:
        world.likely[seat, 0] *= ODD_TAKE
    if world.sheds[seat] or view.house.forced_melding:
        for kind in range(len(KINDS)):
            world.likely[seat, kind] = kind == 0


@kernel
def draw_kind(world, seat, stream):
    """A kind of player for `seat`."""
    total = 0.0
    for kind in range(len(KINDS)):
        total += world.likely[seat, kind]
    left = rng.uniform(stream) * total
    for kind in range(len(KINDS) - 1):
        left -= world.likely[seat, kind]
        if left < 0:
            return kind
    return len(KINDS) - 1


@kernel
def purge(world, cards, known, first, board, stream):
    """Change cards that would have been put down for others."""
    for _ in range(PURGES):
        down = cards & ~best_shed(cards, 0, board)[0] & ~known
        if down == 0:
            break
        while down:
            place = first + rng.below(stream, world.count - first)
            card = world.pool[place]
            world.pool[place] = lowest(down)
            cards = (cards | np.int64(1) << card) & ~(down & -down)
            down &= down - 1
    return cards


@kernel
def improve(world, cards, known, first, draws, holds, board, stream):
    """Let a hand draw so many cards of the pool from `first` on and throw as the quick player does."""
    for turn in range(1, draws + 1):
        place = first + rng.below(stream, world.count - first)
        bit = np.int64(1) << world.pool[place]
        rest = best_shed(cards | bit, 0, board)[0]
        if rest & (rest - 1) == 0 or (turn > holds and rest & bit == 0):
            continue
        candidates = rest & ~known
        if candidates == 0:
            continue
        card = isolated_highest(candidates, cards | bit, board)
        world.pool[place] = card
        cards = (cards | bit) & ~(np.int64(1) << card)
    return cards


@kernel
def draw_world(view, world, hand, stream):
    """Draw the other hands, their kinds and the stock into an imagined hand."""
    pool, board = world.pool, hand.board[0]
    shuffle_pool(world, stream)
    first = 0
    for seat in range(view.players):
        if seat == view.seat:
            continue
        cards = world.known[seat]
        for _ in range(world.room[seat]):
            cards |= np.int64(1) << pool[first]
            first += 1
        kind = draw_kind(world, seat, stream)
        holds = KINDS[kind, 0]
        hand.holds[seat], hand.alarm[seat] = holds, KINDS[kind, 1]
        if first < world.count and world.room[seat] > 0:
            if world.turns[seat] > holds:
                cards = purge(world, cards, world.known[seat], first, board, stream)
            draws = min(world.turns[seat], MOST_DRAWS)
            cards = improve(world, cards, world.known[seat], first, draws, holds, board, stream)
        hand.hands[seat] = cards
    fill_stock(view, world, hand, first)


@kernel
def fill_stock(view, world, hand, first):
    """What the hands leave of the pool is the stock, in its order; or the stock is known."""
    if world.ordered:
        for i in range(view.stock_size):
            hand.stock[view.stock_size - 1 - i] = view.stock[i]
        return
    for i in range(first, world.count):
        hand.stock[i - first] = world.pool[i]
