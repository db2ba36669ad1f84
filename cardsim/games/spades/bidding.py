"""The bidding of a deal: who may bid what, blind nil, and the exchange of cards with a nil bidder."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, popcount
from cardsim.games.game import blame
from cardsim.games.log import note
from cardsim.games.spades import rules as r
from cardsim.games.spades.scoring import BLIND_NIL, NIL, NO_NIL
from cardsim.games.spades.tricks import SPADES, aces_low, low_card
from cardsim.games.spades.view import BID, BLIND_NIL_DECISION, PASS_CARDS, UNKNOWN
from cardsim.games.strategy import ask

ILLEGAL_BID, ILLEGAL_PASS = 1, 2
ALL_BIDS = (1 << 14) - 1


@kernel
def may_bid_nil(rules, bids, nils, seat):
    """Whether a bid of 0 is allowed to `seat`, as far as nil's own rules go."""
    partner = seat ^ 2
    if rules.nil_value == 0:
        return False
    if bids[partner] == UNKNOWN:
        return True
    if rules.nil_requires == r.PARTNER_MIN_4:
        return bids[partner] >= 4
    return not (rules.nil_requires == r.NO_DOUBLE_NIL and nils[partner] != NO_NIL)


@kernel
def legal_bids(rules, bids, nils, hand, seat):
    """Mask of the bids `seat` may make: bit b for a bid of b.

    If the house rules leave nothing, only the cap on a team's bid is kept.
    """
    partner = bids[seat ^ 2]
    spades = popcount(hand & SPADES)
    nil = may_bid_nil(rules, bids, nils, seat)
    if rules.bidding_form == r.MIRROR:
        return np.int64(1) << spades
    if rules.bidding_form == r.WHIZ:
        return np.int64(1) << spades | np.int64(nil)
    allowed = np.int64(ALL_BIDS)
    if rules.team_bid_cap >= 0 and partner != UNKNOWN:
        allowed &= (np.int64(2) << max(rules.team_bid_cap - partner, 0)) - 1
    capped = allowed
    if not nil:
        allowed &= ~1
    if rules.bidding_form == r.SUICIDE and partner != UNKNOWN:
        allowed &= ~1 if nils[seat ^ 2] else 1
    if partner != UNKNOWN and rules.min_team_bid > partner:
        allowed &= -(np.int64(1) << (rules.min_team_bid - partner))
    if rules.forbid_bid_one:
        allowed &= ~2
    total = 0
    missing = 0
    for other in range(4):
        if bids[other] == UNKNOWN:
            missing += 1
        else:
            total += bids[other]
    if rules.forbid_total_13 and missing == 1 and total <= 13:
        allowed &= ~(np.int64(1) << (13 - total))
    return allowed if allowed != 0 else capped


@kernel
def may_declare_blind(rules, table, seat):
    """Whether `seat` may bid blind nil: at most one in a team, and far enough behind where that is asked."""
    if rules.blind_nil_value == 0 or table.nils[seat ^ 2] == BLIND_NIL or rules.bidding_form != r.ROUND:
        return False
    if rules.blind_nil_when == r.BLIND_BEHIND:
        team = seat & 1
        return table.scores[team] <= table.scores[1 - team] - rules.blind_nil_deficit
    return (legal_bids(rules, table.bids, table.nils, np.int64(0), seat) & 1) != 0


@kernel
def show_bidding(table, seat):
    """Bring the view of `seat` up to date for a decision before play."""
    view = table.views[seat]
    for other in range(4):
        view.bids[other] = table.bids[other]
        view.nils[other] = table.nils[other]


@kernel
def ask_blind(rules, table, seat, log):
    """Ask `seat` for blind nil, before it sees its hand; whether it was declared."""
    if not may_declare_blind(rules, table, seat):
        return False
    show_bidding(table, seat)
    view = table.views[seat]
    view.hand = 0
    view.legal = 1
    answer = ask(table, seat, BLIND_NIL_DECISION)
    note(log, BLIND_NIL_DECISION, seat, answer != 0, 0, 0, 0)
    if answer != 0:
        table.bids[seat] = 0
        table.nils[seat] = BLIND_NIL
    return answer != 0


@kernel
def bid(rules, table, seat, log):
    """One bid; False after an illegal one."""
    legal = legal_bids(rules, table.bids, table.nils, table.hands[seat], seat)
    view = table.views[seat]
    if legal & (legal - 1):
        show_bidding(table, seat)
        view.hand = table.hands[seat]
        view.legal = legal
        choice = ask(table, seat, BID)
    else:
        choice = highest(legal)
    note(log, BID, seat, choice, legal, table.hands[seat], 0)
    if choice < 0 or choice > 13 or not (legal >> choice) & 1:
        blame(table, ILLEGAL_BID, seat, BID, choice, aces_low(table.hands[seat]), legal)
        return False
    table.bids[seat] = choice
    table.nils[seat] = NIL if choice == 0 and rules.nil_value > 0 else NO_NIL
    return True


@kernel
def bidding(rules, table, log):
    """All bids, beginning left of the dealer; False after an illegal one."""
    for seat in range(4):
        table.bids[seat] = UNKNOWN
        table.nils[seat] = NO_NIL
    before = rules.blind_nil_when == r.BLIND_BEFORE_DEAL
    if before:
        for k in range(1, 5):
            ask_blind(rules, table, (table.dealer + k) & 3, log)
    for k in range(1, 5):
        seat = (table.dealer + k) & 3
        if table.nils[seat] != BLIND_NIL and (before or not ask_blind(rules, table, seat, log)):
            if not bid(rules, table, seat, log):
                return False
    return True


@kernel
def choose_pass(table, seat, count, log):
    """Ask `seat` for `count` cards to pass, one by one; their mask, or -1 after an illegal answer."""
    view = table.views[seat]
    show_bidding(table, seat)
    passed = np.int64(0)
    for k in range(count):
        view.hand = table.hands[seat] & ~passed
        view.legal = view.hand
        view.to_pass = count - k
        card = ask(table, seat, PASS_CARDS)
        if card < 0 or card > 51 or not (view.legal >> card) & 1:
            shown = low_card(card) if 0 <= card <= 51 else card
            blame(table, ILLEGAL_PASS, seat, PASS_CARDS, shown, aces_low(view.hand), 0)
            return np.int64(-1)
        note(log, PASS_CARDS, seat, low_card(card), aces_low(view.legal), 0, 0)
        passed |= np.int64(1) << card
    view.to_pass = 0
    return passed


@kernel
def hand_over(table, giver, cards):
    """Move passed cards from one partner to the other, who sees them."""
    taker = giver ^ 2
    table.hands[giver] &= ~cards
    table.hands[taker] |= cards
    table.views[giver].given = cards
    table.views[taker].received = cards


@kernel
def exchange(rules, table, log):
    """The exchange between each nil bidder and his partner; False after an illegal answer.

    With two nils in a team the one on the lower seat counts as the bidder.
    """
    for team in range(2):
        nil = team if table.nils[team] else team + 2
        if not table.nils[nil]:
            continue
        count = rules.nil_pass if table.nils[nil] == NIL else rules.blind_nil_pass
        if count == 0:
            continue
        mine = choose_pass(table, nil, count, log)
        if mine < 0:
            return False
        if rules.pass_order == r.BIDDER_FIRST:
            hand_over(table, nil, mine)
        theirs = choose_pass(table, nil ^ 2, count, log)
        if theirs < 0:
            return False
        if rules.pass_order == r.SIMULTANEOUS:
            hand_over(table, nil, mine)
        hand_over(table, nil ^ 2, theirs)
    return True
