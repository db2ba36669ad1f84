"""The player `openspiel_simple`: SimpleGinRummyBot of OpenSpiel (open_spiel/bots/gin_rummy/simple_gin_rummy_bot.cc).

It fixes one best arrangement of the cards it holds, the first in OpenSpiel's order of melds, and reckons with it alone.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.gin.melds import HIGH_LOW, LOW, deadwood, discards_within, pips
from cardsim.games.gin.view import STOP

_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39


@kernel
def _suit(place):
    """The suit at `place` of OpenSpiel's order s, c, d, h."""
    return (3, 0, 1, 2)[place]


@kernel
def _keeps(cards, meld, target, aces):
    """Whether the meld is held and belongs to a best arrangement."""
    return meld & ~cards == 0 and deadwood(cards & ~meld, aces) == target


@kernel
def first_meld(cards, aces):
    """The first meld of a best arrangement in OpenSpiel's order, 0 if there is none.

    Four of a rank and the threes without d or c; then threes without h or s; then runs of five, four, three; ranks up.
    """
    target = deadwood(cards, aces)
    if target == pips(cards):
        return 0
    c, d, h, s = 1, 1 << 13, 1 << 26, 1 << 39
    for rank in range(13):
        if popcount(cards & (_COLUMN << rank)) == 4:
            for suits in (c | d | h | s, s | c | h, s | d | h):
                if _keeps(cards, suits << rank, target, aces):
                    return suits << rank
    for rank in range(13):
        for suits in (s | c | d, s | c | h, s | d | h, c | d | h):
            if _keeps(cards, suits << rank, target, aces):
                return suits << rank
    for length in (5, 4, 3):
        for place in range(4):
            for low in range(13):
                run = _run(low, length, aces) << (13 * _suit(place))
                if run and _keeps(cards, run, target, aces):
                    return run
    return 0


@kernel
def _run(low, length, aces):
    """The ranks of a run as a 13-bit mask; 0 if the rule for aces forbids it."""
    end = low + length
    if (aces == LOW and end > 13) or (aces == HIGH_LOW and end > 14):
        return 0
    run = ((1 << length) - 1) << low
    return (run | run >> 13) & ((1 << 13) - 1)


@kernel
def loose_cards(cards, aces):
    """The cards outside that arrangement."""
    meld = first_meld(cards, aces)
    while meld:
        cards &= ~meld
        meld = first_meld(cards, aces)
    return cards


@kernel
def highest_loose(cards):
    """The card of highest rank, of equal ones the last in the order s, c, d, h."""
    found, best = -1, -1
    for place in range(4):
        for rank in range(13):
            card = 13 * _suit(place) + rank
            if (cards >> card) & 1 and rank >= best:
                found, best = card, rank
    return found


@kernel
def reckoned_deadwood(eleven, aces):
    """Deadwood of the arrangement without its highest loose card."""
    loose = loose_cards(eleven, aces)
    return pips(loose & ~(1 << highest_loose(loose))) if loose else 0


def openspiel_take(view, params, stream):
    """Take the upcard if that permits a knock or if it lies in the arrangement of the eleven cards."""
    eleven = view.hand | 1 << view.upcard
    if reckoned_deadwood(eleven, view.aces) <= view.knock_limit:
        return True
    return (loose_cards(eleven, view.aces) >> view.upcard) & 1 == 0


def openspiel_knock(view, params, stream):
    """Knock if the arrangement without its highest loose card permits it."""
    at_wall = view.legal == 0
    cards = view.hand | 1 << view.upcard if at_wall else view.hand
    return reckoned_deadwood(cards, view.aces) <= view.knock_limit


def openspiel_discard(view, params, stream):
    """The highest loose card; with eleven melded cards the first, in the order s, c, d, h, that keeps gin.

    The melds of a knock are those of the eleven cards, kept in memory for :func:`openspiel_spread`.
    """
    loose = loose_cards(view.hand, view.aces) & view.legal
    if loose:
        card = highest_loose(loose)
    else:
        keeping = discards_within(view.hand, 0, view.aces) & view.legal
        card = first_in_order(keeping if keeping else view.legal)
    if view.knocking:
        view.memory[0] = view.hand & ~(1 << card) & ~loose_cards(view.hand, view.aces)
        view.memory[1] = 1
    return card


@kernel
def first_in_order(cards):
    """The first card in the order s, c, d, h and ranks up."""
    for place in range(4):
        suit = (cards >> (13 * _suit(place))) & ((1 << 13) - 1)
        if suit:
            return 13 * _suit(place) + lowest(suit)
    return -1


def openspiel_spread(view, params, stream):
    """Lay the arrangement meld by meld."""
    if view.memory[1] and not view.defending:
        meld = first_meld(view.hand & view.memory[0], view.aces)
        view.memory[0] &= ~meld
        return meld
    return first_meld(view.hand, view.aces)


def no_lay_off(view, params, stream):
    """Never lay off."""
    return STOP
