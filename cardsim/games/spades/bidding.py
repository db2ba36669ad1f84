"""The bidding of a deal: who may bid what, blind nil and blind bids, and the exchange of cards with a nil bidder."""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import highest, popcount
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.spades import rules as r
from cardsim.games.spades.decks import aces_low, low_card
from cardsim.games.spades.scoring import BLIND_NIL, NIL, NO_NIL
from cardsim.games.spades.tricks import CARDS, SPADES
from cardsim.games.spades.view import BID, BLIND_NIL_DECISION, PASS_CARDS, UNKNOWN
from cardsim.games.strategy import ask

ILLEGAL_BID, ILLEGAL_PASS = 1, 2
LEAST_BLIND_BID = 6


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
    allowed = np.int64(rules.bids)
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
    if rules.forbid_total_13 and missing == 1 and total <= rules.hand_size:
        allowed &= ~(np.int64(1) << (rules.hand_size - total))
    return allowed if allowed != 0 else capped


@kernel
def blind_options(rules, table, seat):
    """Mask of what `seat` may bid unseen: bit 0 for blind nil, bit b for a blind bid of b; 0 for nothing."""
    forms = rules.bidding_form
    if forms == r.MIRROR or forms == r.WHIZ or forms == r.SUICIDE:
        return np.int64(0)
    team = seat & 1
    for other in range(4):
        if rules.blind_nil_per == 1 or other & 1 == team:
            if table.nils[other] == BLIND_NIL or table.blind_bids[other]:
                return np.int64(0)
    if rules.blind_nil_when == r.BLIND_BEHIND:
        if table.scores[team] > table.scores[1 - team] - rules.blind_nil_deficit:
            return np.int64(0)
        options = np.int64(rules.blind_nil_value > 0)
    else:
        legal = legal_bids(rules, table.bids, table.nils, np.int64(0), seat)
        options = legal & np.int64(rules.blind_nil_value > 0)
    if rules.blind_6_7_double and table.bids[seat ^ 2] == UNKNOWN:
        options |= np.int64(rules.bids) & ~((np.int64(1) << LEAST_BLIND_BID) - 1)
    return options


@kernel
def show_bidding(table, seat):
    """Bring the view of `seat` up to date for a decision before play."""
    view = table.views[seat]
    for other in range(4):
        view.bids[other] = table.bids[other]
        view.nils[other] = table.nils[other]
        view.blind_bids[other] = table.blind_bids[other]


@kernel
def ask_blind(rules, table, seat, log):
    """Ask `seat` for blind nil or a blind bid, before it sees its hand; False after an illegal answer.

    A blind bid is the whole team's: the partner then bids nothing.
    """
    options = blind_options(rules, table, seat)
    if options == 0:
        return True
    show_bidding(table, seat)
    view = table.views[seat]
    view.hand = 0
    view.legal = options
    answer = ask(table, seat, BLIND_NIL_DECISION)
    note(log, BLIND_NIL_DECISION, seat, answer, options, 0, 0)
    if answer == 0:
        return True
    bid = np.int64(0) if answer == 1 else answer
    if bid < 0 or bid > 13 or not (options >> bid) & 1:
        blame(table, ILLEGAL_BID, seat, BLIND_NIL_DECISION, answer, 0, options)
        return False
    table.bids[seat] = bid
    if bid == 0:
        table.nils[seat] = BLIND_NIL
    else:
        table.blind_bids[seat] = 1
        table.bids[seat ^ 2] = 0
    return True


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
def bidder(rules, table, k):
    """The seat that bids as number k = 0..3, beginning left of the dealer."""
    if rules.bidding_form == r.PARTNERSHIP:
        k = 2 * (k & 1) + (k >> 1)  # both of a team, then both of the other
    return (table.dealer + 1 + k) & 3


@kernel
def bidding(rules, table, first, log):
    """All bids, beginning left of the dealer; False after an illegal one.

    In the first deal of a game whose first hand bids itself nobody bids: all bids stay unknown until the play is over.
    """
    for seat in range(4):
        table.bids[seat] = UNKNOWN
        table.nils[seat] = NO_NIL
        table.blind_bids[seat] = 0
    if first and rules.bidding_form == r.BIDS_ITSELF:
        return True
    before = rules.blind_nil_when == r.BLIND_BEFORE_DEAL
    if before:
        for k in range(4):
            seat = bidder(rules, table, k)
            if table.bids[seat] == UNKNOWN and not ask_blind(rules, table, seat, log):
                return False
    for k in range(4):
        seat = bidder(rules, table, k)
        if not before and table.bids[seat] == UNKNOWN and not ask_blind(rules, table, seat, log):
            return False
        if table.bids[seat] == UNKNOWN and not bid(rules, table, seat, log):
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
        if card < 0 or card >= CARDS or not (view.legal >> card) & 1:
            shown = low_card(card) if 0 <= card < CARDS else card
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
