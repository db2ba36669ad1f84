"""An imagined hand, played to its end by a quick player in every seat.

All hands and the stock lie open here; each seat still plays as `meld_asap` or `hold_for_rummy` would, which look at
their own cards, the table and the top of the pile.  Rules kept: melds, rights to lay off, aces, pips, Going Rummy, the
three ways to score, recycling and the end of the stock.  The test for dead positions only ends a hand sooner; it is
left out.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.parameters import record_dtype
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.board import BOARD
from cardsim.games.rummy.discards import isolated_highest
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import attach, missing_fourth, to_line
from cardsim.games.rummy.shed import best_shed, legal_shed
from cardsim.games.rummy.takes import banned_of
from cardsim.games.rummy.view import SEATS

MAX_TURNS = 200
"""An imagined hand that goes on for so many turns more counts as a stalemate."""
NO_CARD = -1
"""What a draw answers when there is no card to draw."""

HAND = record_dtype(
    [
        ("players", np.int64),
        ("hands", np.int64, (SEATS,)),
        ("turns", np.int64, (SEATS,)),
        ("shed", np.int64, (SEATS,)),
        ("holds", np.int64, (SEATS,)),
        ("alarm", np.int64, (SEATS,)),
        ("tabled", np.float64, (SEATS,)),
        ("points", np.float64, (SEATS,)),
        ("stock", np.int64, (52,)),
        ("stock_size", np.int64),
        ("pile", np.int64, (52,)),
        ("pile_size", np.int64),
        ("order", np.int64, (52,)),
        ("recycles", np.int64),
        ("first_shed", np.int64),
        ("laid_off", np.int64),
        ("board", BOARD, (1,)),
    ]
)
"""By seat: cards, own turns, whether it has put cards down, own turns it holds, cards of another seat at which it stops
holding, points on the table, points at the end; the stock, its next card last; the pile; an order for reshuffled cards;
recyclings left; about the present turn: nothing was put down before it, something was laid off in it; the table."""


@kernel
def recycle(house, hand):
    """The discards become the stock; False if that is not allowed or brings no card."""
    kept = hand.pile_size - 1 if house.recycle_top == r.TOP_KEEP else hand.pile_size
    if hand.recycles <= 0 or kept <= 0:
        return False
    top = hand.pile[hand.pile_size - 1]
    if house.recycle_order == r.ORDER_TURN_OVER:
        for i in range(kept):
            hand.stock[i] = hand.pile[kept - 1 - i]
    else:
        cards, n = np.int64(0), 0
        for i in range(kept):
            cards |= np.int64(1) << hand.pile[i]
        for i in range(52):
            if (cards >> hand.order[i]) & 1:
                hand.stock[n] = hand.order[i]
                n += 1
    hand.stock_size, hand.pile_size = kept, 0
    hand.recycles -= 1
    if house.recycle_top != r.TOP_ALL:
        if house.recycle_top == r.TOP_FLIP:
            hand.stock_size -= 1
            top = hand.stock[hand.stock_size]
        hand.pile[0], hand.pile_size = top, 1
    return hand.stock_size > 0


@kernel
def draw_stock(house, hand, seat):
    """`seat` draws from the stock: the banned cards (none), or NO_CARD."""
    if hand.stock_size == 0 and not recycle(house, hand):
        return NO_CARD
    hand.stock_size -= 1
    hand.hands[seat] |= np.int64(1) << hand.stock[hand.stock_size]
    return 0


@kernel
def take_top(hand, seat):
    """`seat` takes the top of the pile: the banned cards."""
    hand.pile_size -= 1
    bit = np.int64(1) << hand.pile[hand.pile_size]
    hand.hands[seat] |= bit
    return banned_of(bit, 1, hand.board[0].ban)


@kernel
def goes_down(cards, card, board):
    """Whether `card`, taken from the pile, would be put down at once."""
    bit = np.int64(1) << card
    return best_shed(cards | bit, banned_of(bit, 1, board.ban), board)[0] & bit == 0


@kernel
def draw(house, hand, seat):
    """The draw of the quick player: the top card if it would be put down at once."""
    if hand.pile_size > 0 and goes_down(hand.hands[seat], hand.pile[hand.pile_size - 1], hand.board[0]):
        return take_top(hand, seat)
    return draw_stock(house, hand, seat)


@kernel
def puts_down(hand, seat):
    """Whether the quick player puts down what does not go out."""
    if hand.shed[seat] or hand.turns[seat] > hand.holds[seat]:
        return True
    for other in range(hand.players):
        if other != seat and popcount(hand.hands[other]) <= hand.alarm[seat]:
            return True
    return False


@kernel
def put_down(hand, seat, found):
    """Put a shed on the table."""
    board = hand.board[0]
    rest, sets, runs, high, _ = found
    cards = hand.hands[seat] & ~rest
    line = to_line(cards & ~sets, board.ace, high) & ~runs
    laid = attach(line, board.runs | runs, board.ace)
    hand.laid_off = line != 0
    board.runs |= runs | laid
    board.cards |= cards
    board.fourths = (board.fourths | missing_fourth(sets)) & ~board.cards
    hand.tabled[seat] += pips_of(cards, board)
    hand.hands[seat] = rest
    hand.shed[seat] = 1


@kernel
def lay_discard(hand, seat, card):
    """`seat` puts `card` on the pile."""
    hand.hands[seat] &= ~(np.int64(1) << card)
    hand.pile[hand.pile_size] = card
    hand.pile_size += 1


@kernel
def begin_turn(hand, seat):
    """Count a turn."""
    hand.turns[seat] += 1
    hand.first_shed = 1 - hand.shed[seat]
    hand.laid_off = 0


@kernel
def finish_turn(house, hand, seat, banned):
    """What the quick player does after its draw; True if it goes out, the points being written then."""
    board = hand.board[0]
    cards = hand.hands[seat]
    found = legal_shed(cards, banned, board)
    rest = found[0]
    if rest != cards and (found[4] or puts_down(hand, seat)):
        put_down(hand, seat, found)
    return throw(house, hand, seat, banned, rest)


@kernel
def throw(house, hand, seat, banned, rest):
    """The discard of the quick player, out of `rest` if it can; True if `seat` is out."""
    left = hand.hands[seat]
    if left != 0:
        candidates = rest & ~banned
        if candidates == 0:
            candidates = left & ~banned if left & ~banned != 0 else left
        lay_discard(hand, seat, isolated_highest(candidates, left, hand.board[0]))
    if hand.hands[seat] == 0:
        score_win(house, hand, seat, left != 0)
        return True
    return False


@kernel
def score_win(house, hand, winner, by_discard):
    """Write the points of a hand in which `winner` went out."""
    rummy = hand.first_shed != 0
    if (by_discard and not house.rummy_allows_final_discard) or (hand.laid_off and not house.rummy_allows_layoff):
        rummy = False
    factor = house.going_rummy_multiplier if rummy else 1.0
    bonus = house.going_rummy_bonus if rummy else 0
    others = 0.0
    for seat in range(hand.players):
        left = pips_of(hand.hands[seat], hand.board[0])
        others += left
        hand.points[seat] = 0.0
        if house.scoring == r.MELD_POINTS:
            hand.points[seat] = hand.tabled[seat] - left
        elif house.scoring == r.PENALTY and seat != winner:
            hand.points[seat] = -(left * factor + bonus)
    if house.scoring == r.MELD_POINTS:
        hand.points[winner] = hand.points[winner] * factor + bonus
    elif house.scoring == r.WINNER_TAKES_ALL:
        hand.points[winner] = others * factor + bonus


@kernel
def score_stalemate(house, hand):
    """Write the points of a hand that nobody won; penalty points count against a seat here."""
    for seat in range(hand.players):
        hand.points[seat] = house.stalemate_points if house.scoring != r.PENALTY else -house.stalemate_points
        if house.scoring == r.MELD_POINTS:
            hand.points[seat] += hand.tabled[seat] - pips_of(hand.hands[seat], hand.board[0])


@kernel
def play_out(house, hand, seat):
    """Play on from the turn of `seat` to the end; the points are written."""
    for _ in range(MAX_TURNS):
        if hand.stock_size == 0 and hand.recycles <= 0 and house.final_depletion == r.DEPLETION_NEXT_TURN:
            break
        begin_turn(hand, seat)
        banned = draw(house, hand, seat)
        if banned == NO_CARD:
            break
        if finish_turn(house, hand, seat, banned):
            return
        seat = (seat + 1) % hand.players
    score_stalemate(house, hand)
