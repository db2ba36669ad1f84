"""Uniformly random play: all legal depths, all melds, all layoffs."""

from __future__ import annotations

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.board import LAY_FREELY
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import ACE_HIGH_OR_LOW, POSITION_0, attach, gather, held_thrice, rank_of_all, to_line, up
from cardsim.games.rummy.shed import best_shed
from cardsim.games.rummy.takes import take_is_legal
from cardsim.games.rummy.view import AS_LAYOFFS, BEST, NOTHING


@kernel
def random_depth(view, stream):
    """Uniform over 0 (the stock) and the legal depths of the pile."""
    first, last = 1, view.pile_size
    if view.many == 0:
        last = 1
    elif view.many == 2:
        first = last
    chosen, count = 0, 1 if view.can_draw_stock or view.offered else 0
    for depth in range(first, last + 1):
        if take_is_legal(view.hand, view.pile, view.pile_size, depth, view.board):
            count += 1
            if rng.below(stream, count) == 0:
                chosen = depth
    return chosen


@kernel
def _leaves_an_end(cards, view):
    """Whether the turn can end legally after `cards` are put down."""
    left = view.hand & ~cards
    if left == 0:
        return view.board.must_discard == 0
    return left & ~view.banned != 0 or best_shed(left, 0, view.board)[0] == 0


@kernel
def _is_open_to(cards, view):
    """Whether `cards` may be a new meld now."""
    board = view.board
    if board.melds_left == 0 or pips_of(cards, board) < board.opening:
        return False
    if board.duty != 0:
        own_enough = popcount(cards & board.own) >= board.duty_own
        if cards & board.duty == 0 or not own_enough:
            return False
    return _leaves_an_end(cards, view)


@kernel
def random_shed(view, stream):
    """One of: stop, each new meld, each layoff of one card; all equally likely, one after the other."""
    board = view.board
    chosen, count = NOTHING, 0 if board.duty != 0 or view.hand & ~view.banned == 0 else 1
    ranks = held_thrice(view.hand)
    while ranks != 0:
        held = view.hand & rank_of_all(lowest(ranks))
        ranks &= ranks - 1
        for without in range(5):
            cards = held
            if without > 0:
                cards &= ~(8191 << 13 * (without - 1))
                if cards == held or popcount(cards) < 3:
                    continue
            if _is_open_to(cards, view):
                count += 1
                if rng.below(stream, count) == 0:
                    chosen = cards
    for high in range(2 if board.ace == ACE_HIGH_OR_LOW else 1):
        line = to_line(view.hand, board.ace, POSITION_0 if high else 0)
        starts = line
        while starts != 0:
            run = starts & -starts
            starts &= starts - 1
            tip = run
            for length in range(2, 14):
                tip = up(tip, board.ace) & line & ~run
                if tip == 0:
                    break
                run |= tip
                # Without an ace at one end a run is the same for both places of the ace: count it once.
                if length >= 3 and (high == 0 or run & ~to_line(gather(run), board.ace, 0) != 0):
                    if _is_open_to(gather(run), view):
                        count += 1
                        if rng.below(stream, count) == 0:
                            chosen = gather(run)
    if board.lay == LAY_FREELY and board.opening == 0 and (board.duty == 0 or board.duty_meld == 0):
        cards = view.hand if board.duty == 0 else board.duty
        while cards != 0:
            bit = cards & -cards
            cards &= cards - 1
            fits = board.fourths & bit != 0
            for high in range(2):
                fits = fits or attach(to_line(bit, board.ace, POSITION_0 if high else 0), board.runs, board.ace) != 0
            if fits and _leaves_an_end(bit, view):
                count += 1
                if rng.below(stream, count) == 0:
                    chosen = bit | AS_LAYOFFS
    if count == 0:
        return BEST  # the card of duty goes down only together with others
    return chosen
