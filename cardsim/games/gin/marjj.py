"""The player `marjj`: deadwood now, deadwood after the next draw, and danger, in one score.

Source: Ahmed, Leppo, Lesniewski, Patel, Perez, Blum, "A Heuristic Evaluation Function for Hand Strength Estimation in
Gin Rummy", AAAI 35(17) 2021; constants of the later source v5 as rebuilt in github.com/jdh8/gin-rummy-engine
(`marjj-v5-surrogate`; the paper has 20, 0.9, 6).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.gin.layoffs import next_card
from cardsim.games.gin.melds import MAX_MELDS, arrangement, best_discard, deadwood, joins_meld, pips
from cardsim.games.gin.simple import any_of

SLACK = 5
"""Pips, and deadwood, that a discard may be worse than the best and still be considered."""
_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39


@kernel
def may_be_laid_off(view, meld):
    """Pips of the cards that fit `meld` and that the opponent may hold."""
    points = 0
    for up in range(2):
        card = next_card(meld, up, view.aces)
        if card >= 0 and (view.opponent_known | ~view.seen) >> card & 1:
            points += pips(1 << card)
    return points


@kernel
def safest_arrangement(view, cards, out):
    """Write the best arrangement of `cards` that offers least to lay off to `out`; its number of melds."""
    work, found = np.empty(MAX_MELDS, np.int64), np.empty(3, np.int64)
    least, best = 1000, 0
    number, count = 0, 1
    while number < count:
        count, n = arrangement(cards, number, found, work, view.aces)
        points = 0
        for i in range(n):
            points += may_be_laid_off(view, found[i])
        if points < least:
            least, best = points, number
        number += 1
    return arrangement(cards, best, out, work, view.aces)[1]


def marjj_take(view, params, stream):
    """Take the upcard if it lies in the safest arrangement of the eleven cards and lowers the deadwood."""
    eleven = view.hand | 1 << view.upcard
    if not joins_meld(view.hand, view.upcard, view.aces):
        return False
    if best_discard(eleven, 0, view.aces)[1] >= view.deadwood:
        return False
    out = np.empty(3, np.int64)
    melded = 0
    for i in range(safest_arrangement(view, eleven, out)):
        melded |= out[i]
    return (melded >> view.upcard) & 1


@kernel
def ever_loose(cards, aces):
    """The cards that are unmelded in at least one best arrangement."""
    out, work = np.empty(3, np.int64), np.empty(MAX_MELDS, np.int64)
    loose, number, count = 0, 0, 1
    while number < count:
        count, n = arrangement(cards, number, out, work, aces)
        rest = cards
        for i in range(n):
            rest &= ~out[i]
        loose |= rest
        number += 1
    return loose


@kernel
def close_to_highest(cards):
    """Those of `cards` whose pips are close to the highest."""
    highest_pips, kept, left = 0, 0, cards
    while left:
        highest_pips = max(highest_pips, pips(left & -left))
        left &= left - 1
    left = cards
    while left:
        bit = left & -left
        left ^= bit
        if pips(bit) >= highest_pips - SLACK:
            kept |= bit
    return kept


@kernel
def first_gin(view, cards):
    """The first of `cards`, in the suit order c, h, s, d, whose discard leaves no deadwood; -1 if there is none."""
    for suit in (0, 2, 3, 1):
        left = cards & (((1 << 13) - 1) << (13 * suit))
        while left:
            if deadwood(view.hand & ~(left & -left), view.aces) == 0:
                return lowest(left)
            left &= left - 1
    return -1


@kernel
def candidates(view):
    """The discards that are scored; a single one is played at once."""
    kept = view.legal & ~(1 << view.drawn) if view.from_pile else view.legal
    kept = kept if kept else view.legal
    found = close_to_highest(ever_loose(view.hand, view.aces) & kept)
    if popcount(found) == 1:
        return found
    found = found if found else kept
    gin = first_gin(view, found)
    if gin >= 0:
        return 1 << gin
    least = best_discard(view.hand, view.hand & ~found, view.aces)[1]
    left = found
    while left:
        bit = left & -left
        left ^= bit
        if deadwood(view.hand ^ bit, view.aces) > least + SLACK:
            found ^= bit
    return found


@kernel
def mean_after_draw(view, ten, best):
    """Mean of the `best` lowest deadwoods after a draw of each unseen card and its best discard."""
    counts = np.zeros(128, np.int64)
    unseen = ((1 << 52) - 1) & ~view.seen
    while unseen:
        bit = unseen & -unseen
        unseen ^= bit
        counts[best_discard(ten | bit, 0, view.aces)[1]] += 1
    taken, total, value = 0, 0, 0
    while taken < best and value < 128:
        n = min(best - taken, counts[value])
        taken += n
        total += n * value
        value += 1
    return total / taken if taken else 0.0


@kernel
def _run_part(near_up, far_up, near_down, far_down, whole, near, far):
    """Points for neighbours on both sides or two on one side, else for each neighbour by its distance."""
    if (near_up and (near_down or far_down)) or (near_down and (near_up or far_up)):
        return whole
    return near * (near_up + near_down) + far * (far_up + far_down)


@kernel
def help_to_opponent(view, card):
    """Danger of a discard: more for neighbours that the opponent holds, less for neighbours that are gone.

    Two oddities are the source's: for queen and king the card above counts as gone and the one two above as not; and
    one gone card of the rank (the discard itself) costs points.
    """
    suit, rank = card // 13, card % 13
    held = (view.opponent_known >> (13 * suit)) & ((1 << 13) - 1)
    gone = ((view.hand | view.seen) & ~view.opponent_known) >> (13 * suit) & ((1 << 13) - 1)
    up, down = rank + 1, rank - 1
    gone_up = 1 if rank >= 11 else (gone >> up) & 1
    gone_far_up = 0 if rank >= 11 else (gone >> (up + 1)) & 1
    gone_down = 1 if rank < 1 else (gone >> down) & 1
    gone_far_down = 1 if rank < 2 else (gone >> (down - 1)) & 1
    held_up, held_far_up = (held >> up) & 1, (held >> (up + 1)) & 1
    held_down = 0 if rank < 1 else (held >> down) & 1
    held_far_down = 0 if rank < 2 else (held >> (down - 1)) & 1
    points = _run_part(gone_up, gone_far_up, gone_down, gone_far_down, -10, -5, -3)
    points += _run_part(held_up, held_far_up, held_down, held_far_down, 20, 5, 3)
    rank_held = popcount(view.opponent_known & (_COLUMN << rank))
    rank_gone = popcount((view.hand | view.seen) & ~view.opponent_known & (_COLUMN << rank))
    points += -10 if rank_gone >= 3 else -4 if rank_gone == 2 else 0
    points += 20 if rank_held >= 2 else 4 if rank_gone == 1 else 0
    return points


@kernel
def choose_discard(view, params, stream):
    """The candidate with the lowest score, ties uniform."""
    found = candidates(view)
    if popcount(found) == 1:
        return lowest(found)
    weight = params[0] * params[1] ** (view.turn - 1)
    lowest_score, choices, left = 1e9, 0, found
    while left:
        bit = left & -left
        left ^= bit
        ten = view.hand ^ bit
        score = deadwood(ten, view.aces) + weight * mean_after_draw(view, ten, np.int64(params[2]))
        score += help_to_opponent(view, lowest(bit))
        if score < lowest_score:
            lowest_score, choices = score, bit
        elif score == lowest_score:
            choices |= bit
    return any_of(choices, stream)


def marjj_knock(view, params, stream):
    """Knock if the chosen discard leaves no deadwood, or, on own turns 1-3, at most the limit.

    ``memory[0]`` keeps the choice for `discard` as card + 1, ``memory[1]`` the turn in which it was made.
    """
    if view.legal == 0:  # at the wall
        return view.deadwood == 0
    card = choose_discard(view, params, stream)
    view.memory[0] = card + 1
    view.memory[1] = view.turn
    left = deadwood(view.hand & ~(1 << card), view.aces)
    return left == 0 or (view.turn <= 3 and left <= view.knock_limit)


def marjj_discard(view, params, stream):
    """The discard already chosen for the knock decision of this turn, or a new choice."""
    card = view.memory[0] - 1
    if view.memory[1] == view.turn and card >= 0 and (view.legal >> card) & 1:
        return card
    return choose_discard(view, params, stream)


def marjj_spread(view, params, stream):
    """The best arrangement that offers the defender least to lay off, meld by meld."""
    out = np.empty(3, np.int64)
    return out[0] if safest_arrangement(view, view.hand, out) else 0
