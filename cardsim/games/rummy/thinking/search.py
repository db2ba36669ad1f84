"""Compares choices in the same imagined worlds, and leaves the heuristic's choice only for a clear gain.

Each world is the other hands and an order of the stock; every choice still in the running is played out in it.  The
first choice is the heuristic's: it stands unless another one's mean worth exceeds its by more than `gate` standard
errors of the paired differences.  What clearly falls behind it is dropped on the way.
"""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.games.gains import drop_hopeless, pick
from cardsim.games.parameters import record_dtype
from cardsim.games.rummy.board import MANY
from cardsim.games.rummy.shed import legal_shed
from cardsim.games.rummy.thinking.belief import EVER, WORLD, draw_world, look_around
from cardsim.games.rummy.thinking.imagined import (
    HAND,
    NO_CARD,
    draw_stock,
    finish_turn,
    lay_discard,
    play_out,
    put_down,
    score_stalemate,
    score_win,
    take_top,
    throw,
)
from cardsim.games.rummy.view import SEATS

STOCK, TOP, HOLD, LAY, THROW = range(5)
"""What a choice does: draw from the stock, take the top card, put nothing down, put all down, throw a card."""
MOST_CHOICES = 12
CHOICES = record_dtype(
    [
        ("count", np.int64),
        ("does", np.int64, (MOST_CHOICES,)),
        ("card", np.int64, (MOST_CHOICES,)),
        ("alarm", np.int64, (MOST_CHOICES,)),
        ("dropped", np.int64, (MOST_CHOICES,)),
        ("gain", np.float64, (MOST_CHOICES,)),
        ("square", np.float64, (MOST_CHOICES,)),
    ]
)
"""The choices, the heuristic's first, and at how many cards of another the player itself then stops holding; which are
out of the running; sums of their gains over the first and of the
squares of these."""
LOOK_AGAIN = 16
"""After so many worlds each, choices clearly behind the first are dropped."""


@kernel
def add_choice(choices, does, card, alarm):
    """Append a choice."""
    choices.alarm[choices.count] = alarm
    choices.does[choices.count] = does
    choices.card[choices.count] = card
    choices.count += 1


@kernel
def lay_out(view, hand, start, holds, alarm):
    """Put an imagined hand back to now: what all can see, and the hidden cards as `start` has them."""
    hand.board[0] = view.board
    hand.board[0].duty = 0
    if view.board.melds_left != MANY:
        hand.board[0].melds_left = 1  # all of a turn; what is left of this one matters to a choice to put down alone
    hand.players = view.players
    for seat in range(view.players):
        hand.hands[seat] = start[seat]
        hand.tabled[seat] = 0.0
    hand.hands[view.seat] = view.hand
    hand.turns[view.seat] = view.turn
    hand.holds[view.seat] = holds
    hand.alarm[view.seat] = alarm
    hand.stock_size = view.stock_size
    hand.pile_size = view.pile_size
    for i in range(view.pile_size):
        hand.pile[i] = view.pile[i]
    hand.recycles = view.recycles_left
    hand.first_shed = 1 - view.shed_before
    hand.laid_off = 0


@kernel
def play_choice(view, hand, does, card):
    """Play the imagined hand out after a choice."""
    house, me = view.house, view.seat
    banned = view.banned
    if does in (STOCK, TOP):
        banned = take_top(hand, me) if does == TOP else draw_stock(house, hand, me)
        if banned == NO_CARD:
            score_stalemate(house, hand)
            return
        if finish_turn(house, hand, me, banned):
            return
    elif does == THROW:
        lay_discard(hand, me, card)
        if hand.hands[me] == 0:
            score_win(house, hand, me, True)
            return
    else:
        found = legal_shed(hand.hands[me], banned, hand.board[0])
        if does == LAY:
            put_down(hand, me, found)
        if throw(house, hand, me, banned, found[0]):
            return
    play_out(house, hand, (me + 1) % hand.players)


@kernel
def worth(hand, me):
    """Points more than the mean of the others."""
    total = 0.0
    for seat in range(hand.players):
        total += hand.points[seat]
    return hand.points[me] - (total - hand.points[me]) / (hand.players - 1)


@kernel
def decide(view, choices, worlds, gate, laid, stream):
    """The number of the choice to make.

    The player itself, if it has not `laid` anything down yet, goes on holding until its choice's alarm.
    """
    if choices.count == 1:
        return 0
    hands, notes = np.zeros(1, HAND), np.zeros(1, WORLD)
    start = np.zeros(SEATS, np.int64)
    holds = 0 if laid else EVER
    look_around(view, notes[0])
    for i in range(52):
        hands[0].order[i] = i
    played = 0
    while played < worlds:
        hand, world = hands[0], notes[0]  # taken here: a record does not keep its array from being freed
        lay_out(view, hand, start, holds, 0)
        draw_world(view, world, hand, stream)
        rng.shuffle(stream, hand.order)
        for seat in range(view.players):
            start[seat] = hand.hands[seat]
        first = 0.0
        for i in range(choices.count):
            if not choices.dropped[i]:
                lay_out(view, hand, start, holds, choices.alarm[i])
                for seat in range(view.players):
                    hand.turns[seat] = world.turns[seat] if seat != view.seat else view.turn
                    hand.shed[seat] = world.sheds[seat] if seat != view.seat else laid
                play_choice(view, hand, choices.does[i], choices.card[i])
                value = worth(hand, view.seat)
                if i == 0:
                    first = value
                choices.gain[i] += value - first
                choices.square[i] += (value - first) ** 2
        played += 1
        if played % LOOK_AGAIN == 0 and drop_hopeless(choices, played) == 0:
            break
    return pick(choices, played, gate)
