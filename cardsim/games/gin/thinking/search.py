"""Compares choices in the same imagined worlds, and leaves the heuristic's choice only for a clear gain.

Each world is one opponent's hand and order of the stock; every choice still in the running is played out in it, and
choices clearly behind the leader are dropped on the way.  The heuristic's choice stands unless another one's mean worth
exceeds its by more than `gate` standard errors of the paired differences; where another one leads, but not by so much,
more worlds are drawn.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.gin.thinking import rollout
from cardsim.games.gin.thinking.belief import CHAIN, FULL, SEEN, draw_hand, shuffle_stock
from cardsim.games.gin.thinking.kinds import draw_kind, guess_kind
from cardsim.games.gin.thinking.quick import KINDS
from cardsim.games.gin.thinking.rollout import HAND, draw_stock, lay_discard, play_out, show_down
from cardsim.games.gin.thinking.worth import worth
from cardsim.games.parameters import record_dtype

PASS, TAKE, DISCARD, KNOCK = range(4)
"""What a choice does: leave the upcard, take it, throw a card, throw it and knock."""
MOST_CHOICES = 8
CHOICES = record_dtype(
    [
        ("count", np.int64),
        ("default", np.int64),
        ("does", np.int64, (MOST_CHOICES,)),
        ("card", np.int64, (MOST_CHOICES,)),
        ("dropped", np.int64, (MOST_CHOICES,)),
        ("worth", np.float64, (MOST_CHOICES,)),
        ("total", np.float64, (MOST_CHOICES,)),
        ("product", np.float64, (MOST_CHOICES, MOST_CHOICES)),
    ]
)
"""The choices and which one is the heuristic's; which are out of the running; worth in the last world, its sum over all
worlds, and the sums of products that the spread of differences needs."""
LOOK_AGAIN, CLEARLY, UNDECIDED = 16, 3.0, 1.0
"""After so many worlds each, choices behind the leader by so many standard errors are dropped; a lead over the default
by so many, but not enough of them, is worth more worlds."""
ROUNDING = 1e-12


@kernel
def add_choice(choices, does, card):
    """Append a choice."""
    choices.does[choices.count] = does
    choices.card[choices.count] = card
    choices.count += 1


@kernel
def look_around(view, seen):
    """Note what the belief over the opponent's hand goes by."""
    rules = view.rules[0]
    seen.known = view.opponent_known
    seen.discards = view.opponent_discards & ~view.opponent_known
    seen.declined = view.opponent_declined & ~view.opponent_known
    seen.unseen = FULL & ~(view.seen | view.hand)
    seen.room = rules.hand_size - popcount(view.opponent_known)
    seen.turns = opponent_turns(view)
    seen.limit = view.knock_limit
    seen.aces = view.aces


@kernel
def opponent_turns(view):
    """Turns the opponent has had: as many as its discards, which differ by at most one from the own turns."""
    own = view.turn - (1 if view.legal else 0)  # after the draw the present turn is counted already
    return min(max(popcount(view.opponent_discards), own), own + 1)


@kernel
def lay_out(view, hand, opponent, turns, shown):
    """Put an imagined hand back to now."""
    hand.hands[0] = view.hand
    hand.hands[1] = opponent
    hand.shown[0] = shown
    hand.shown[1] = view.opponent_known
    hand.turns[0] = view.turn
    hand.turns[1] = turns
    hand.stock_size = view.stock_size
    hand.pile = view.seen & ~(view.hand | view.opponent_known)
    hand.upcard = view.upcard


@kernel
def play_choice(view, hand, does, card, kind):
    """Play the imagined hand out after a choice; its points are written."""
    rules, limit = view.rules[0], view.knock_limit
    none = np.int64(0)
    if does == KNOCK:
        hand.hands[0] &= ~(np.int64(1) << card)
        show_down(rules, hand, 0, False)
    elif does == DISCARD:
        lay_discard(hand, 0, card)
        play_out(rules, hand, limit, 1, rollout.DRAWS, none, kind)
    elif does == TAKE:
        blocked = rollout.take_upcard(hand, 0)
        play_out(rules, hand, limit, 0, rollout.DISCARDS, blocked, kind)
    elif not view.offered:
        draw_stock(hand, 0)
        play_out(rules, hand, limit, 0, rollout.DISCARDS, none, kind)
    elif view.seat == view.starter:
        play_out(rules, hand, limit, 1, rollout.OFFERED_AFTER_PASS, none, kind)
    else:
        play_out(rules, hand, limit, 1, rollout.MUST_DRAW_STOCK, none, kind)


@kernel
def add_world(choices):
    """Add the worths of the last world to the sums."""
    for i in range(choices.count):
        if not choices.dropped[i]:
            choices.total[i] += choices.worth[i]
            for j in range(i + 1):
                choices.product[i, j] += choices.worth[i] * choices.worth[j]


@kernel
def lead(choices, i, j, worlds):
    """Mean of the paired differences of choices i and j, and its standard error, which one world does not tell."""
    low, high = min(i, j), max(i, j)
    mean = (choices.total[i] - choices.total[j]) / worlds
    square = (choices.product[i, i] + choices.product[j, j] - 2 * choices.product[high, low]) / worlds
    return mean, np.sqrt(max(square - mean * mean, 0.0) / worlds) if worlds > 1 else np.inf


@kernel
def leader(choices):
    """The choice with the highest mean among those in the running; of equals the first."""
    best = -1
    for i in range(choices.count):
        if not choices.dropped[i] and (best < 0 or choices.total[i] > choices.total[best]):
            best = i
    return best


@kernel
def drop_hopeless(choices, worlds):
    """Drop the choices clearly behind the leader; how many are left."""
    best, left = leader(choices), 0
    for i in range(choices.count):
        if not choices.dropped[i] and i != best:
            mean, error = lead(choices, best, i, worlds)
            if mean > CLEARLY * error + ROUNDING:
                choices.dropped[i] = 1
        if not choices.dropped[i]:
            left += 1
    return left


@kernel
def is_open(choices, worlds, gate):
    """Whether another choice than the default leads by a standard error or more, but not by `gate` of them."""
    best, default = leader(choices), choices.default
    if best == default or choices.dropped[default]:
        return False
    mean, error = lead(choices, best, default, worlds)
    return UNDECIDED * error < mean <= gate * error + ROUNDING


@kernel
def decide(view, choices, worlds, more, gate, steps, value, learns, shown, stream):
    """The number of the choice to make.  `steps` 0 deals the opponent's hand at random; `shown`: own cards it knows."""
    if choices.count == 1:
        return 0
    hands, chains, knowledge = np.zeros(1, HAND), np.zeros(len(KINDS), CHAIN), np.zeros(1, SEEN)
    rules, kinds = view.rules[0], np.empty(len(KINDS))
    look_around(view, knowledge[0])
    guess_kind(view, learns, kinds)
    played = 0
    while played < worlds or (played < more * worlds and (played % worlds != 0 or is_open(choices, played, gate))):
        hand, seen = hands[0], knowledge[0]  # taken here: a record does not keep its array from being freed
        kind = draw_kind(kinds, seen.turns, stream)
        chain = chains[kind]
        opponent = draw_hand(chain, seen, kind, steps, stream)
        shuffle_stock(chain, hand.stock, stream)
        for i in range(choices.count):
            if not choices.dropped[i]:
                lay_out(view, hand, opponent, seen.turns, shown)
                play_choice(view, hand, choices.does[i], choices.card[i], kind)
                choices.worth[i] = worth(rules, view.own_score, view.opponent_score, hand.points, value)
        add_world(choices)
        played += 1
        if played % LOOK_AGAIN == 0 and drop_hopeless(choices, played) == 1:
            break
    best, default = leader(choices), choices.default
    if best != default and not choices.dropped[default]:
        mean, error = lead(choices, best, default, played)
        if mean <= gate * error + ROUNDING:
            return default
    return best
