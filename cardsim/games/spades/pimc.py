"""The card player `pimc`: every sensible card is tried in many deals of the hidden cards, each played to its end.

Perfect-information Monte Carlo: each world is one deal that agrees with what was seen (:mod:`.worlds`); the rest of it
is played by `rule` or at random, and the score of the deal is worth its points or its share of the match.
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest, nth, popcount
from cardsim.games.game import fields_dtype
from cardsim.games.parameters import record_dtype
from cardsim.games.spades.play import lay_card, legal_cards, put_card, show_play, start_trick, take_trick
from cardsim.games.spades.players import below_from_bytes
from cardsim.games.spades.rule_play import rule_play
from cardsim.games.spades.scoring import RESULT, score
from cardsim.games.spades.tricks import lowest_of_runs
from cardsim.games.spades.view import VIEW
from cardsim.games.spades.worlds import WORLDS, draw_world, look_around
from cardsim.games.strategy import check_before_play

PARAMS = {"worlds": 100.0, "rollouts": 1.0, "finish": 0.0, "value": 0.0}
"""Worlds; how often each is finished with each card; finished by whom; worth what.  They stand last among a seat's
parameters."""
WORDS = {"finish": {"rule": 0.0, "random": 1.0}, "value": {"points": 0.0, "equity": 1.0}}
BY_RULE, EQUITY = 0, 1
MOST = 1_000_000
"""Most worlds, and most times that each is finished."""
DEAL = record_dtype(
    [
        ("hands", np.int64, (4,)),
        ("nils", np.int64, (4,)),
        ("bids", np.int64, (4,)),
        ("tricks", np.int64, (4,)),
        ("cards", np.int64, (4,)),
        ("scores", np.int64, (2,)),
        ("bags", np.int64, (2,)),
        ("played", np.int64),
        ("broken", np.int64),
        ("trick", np.int64),
        ("place", np.int64),
        ("leader", np.int64),
        ("led_suit", np.int64),
        ("best", np.int64),
        ("best_seat", np.int64),
        ("views", fields_dtype(VIEW), (4,)),
        ("result", RESULT, (1,)),
    ]
)
"""A deal that is only thought of: as much of the kernel's state as the play needs."""
compiled_rule = kernel(rule_play)


@kernel
def think_of(view, deal):
    """Set up what all thought deals share; hands and tricks come later."""
    me = view.seat
    for seat in range(4):
        deal.views[seat] = view
        other = deal.views[seat]
        other.seat = seat
        other.given = view.given if seat == me else 0
        other.received = view.received if seat == me else 0
        if (seat ^ me) & 1:
            other.own_score, other.opponent_score = view.opponent_score, view.own_score
            other.own_bags, other.opponent_bags = view.opponent_bags, view.own_bags
        deal.nils[seat] = view.nils[seat]
    deal.scores[me & 1] = view.own_score
    deal.scores[1 - (me & 1)] = view.opponent_score
    deal.bags[me & 1] = view.own_bags
    deal.bags[1 - (me & 1)] = view.opponent_bags


@kernel
def lay_out(view, deal, hands):
    """Put a thought deal back to now, with these hands, counted from the player's seat."""
    for k in range(4):
        seat = (view.seat + k) & 3
        deal.hands[seat] = hands[k]
        deal.tricks[seat] = view.tricks[seat]
        deal.cards[seat] = view.table[seat]
        for other in range(4):
            shown = deal.views[seat]
            shown.tricks[other] = view.tricks[other]
            shown.voids[other] = view.voids[other]
            shown.ducked[other] = view.ducked[other]
    deal.played = view.played
    deal.broken = view.spades_broken
    deal.trick = view.trick
    deal.place = view.place
    deal.leader = view.leader
    deal.led_suit = view.led_suit
    deal.best = view.best
    deal.best_seat = view.best_seat


@kernel
def end_trick(deal, tell):
    """Take a full trick and clear the table."""
    if deal.place == 4:
        take_trick(deal)
        if tell:
            for other in range(4):
                deal.views[other].tricks[deal.leader] = deal.tricks[deal.leader]
        start_trick(deal)


@kernel
def finish_by_rule(rules, deal, params, stream):
    """Play the rest of a thought deal by `rule` in all seats."""
    end_trick(deal, True)
    while deal.trick < rules.hand_size:
        seat = (deal.leader + deal.place) & 3
        legal = legal_cards(rules, deal, seat)
        card = lowest(legal)
        if legal & (legal - 1):
            show_play(deal, seat, legal)
            card = compiled_rule(deal.views[seat], params, stream)
        put_card(rules, deal, seat, card)
        end_trick(deal, True)


@kernel
def finish_at_random(rules, deal, view, stream):
    """Play the rest of a thought deal at random in all seats."""
    end_trick(deal, False)
    while deal.trick < rules.hand_size:
        seat = (deal.leader + deal.place) & 3
        legal = legal_cards(rules, deal, seat)
        card = lowest(legal)
        if legal & (legal - 1):
            card = nth(legal, below_from_bytes(view, stream, popcount(legal)))
        lay_card(deal, seat, card)
        end_trick(deal, False)


@kernel
def equity(mine, theirs, target):
    """Share of the match that two scores are worth (CardsWithCats): bags count against a score, the more the dearer."""
    goal = max(target if target > 0 else 500, max(mine, theirs) // 10 * 10) + 50
    own = goal - (mine - mine % 10 - (mine % 10) ** 2 / 2)
    other = goal - (theirs - theirs % 10 - (theirs % 10) ** 2 / 2)
    return 1 - own / (own + other)


@kernel
def worth(rules, view, deal, kind):
    """What a finished thought deal is worth to the player."""
    for seat in range(4):
        deal.bids[seat] = view.bids[seat] if view.bids[seat] >= 0 else deal.tricks[seat]
    result = deal.result[0]
    score(rules, deal.bids, deal.nils, view.blind_bids, deal.tricks, deal.bags, deal.scores, result)
    team = view.seat & 1
    if kind == EQUITY:
        mine, theirs = view.own_score + result.points[team], view.opponent_score + result.points[1 - team]
        return equity(mine, theirs, view.target_score)
    return np.float64(result.points[team] - result.points[1 - team])


def pimc_play(view, params, stream):
    """The card with the best mean result over the worlds; of equal ones the lowest."""
    first = len(params) - 4
    rollouts, finish, kind = np.int64(params[first + 1]), np.int64(params[first + 2]), np.int64(params[first + 3])
    deals, all_worlds = np.zeros(1, DEAL), np.zeros(1, WORLDS)
    totals = np.zeros(14)
    rules = view.rules[0]
    on_table = np.int64(0)
    for seat in range(4):
        if view.table[seat] >= 0:
            on_table |= np.int64(1) << view.table[seat]
    options = lowest_of_runs(view.legal, view.hand, view.deck & ~view.played | view.hand | on_table)
    if options & (options - 1) == 0:
        return lowest(options)
    think_of(view, deals[0])
    look_around(view, all_worlds[0])
    for _ in range(np.int64(params[first])):
        deal, worlds = deals[0], all_worlds[0]  # taken here: a record does not keep its array from being freed
        if not draw_world(worlds, stream):
            break
        for option in range(popcount(options)):
            card = nth(options, option)
            for _ in range(rollouts):
                lay_out(view, deal, worlds.hands)
                put_card(rules, deal, view.seat, card)
                if finish == BY_RULE:
                    finish_by_rule(rules, deal, params, stream)
                else:
                    finish_at_random(rules, deal, view, stream)
                totals[option] += worth(rules, view, deal, kind)
    return nth(options, np.argmax(totals[: popcount(options)]))


def check_params(values: np.ndarray) -> None:
    """Refuse parameters that mean nothing."""
    own = dict(zip(PARAMS, values[-len(PARAMS) :].tolist(), strict=True))
    for name in ("worlds", "rollouts"):
        if not (1 <= own[name] <= MOST and own[name].is_integer()):
            raise ValueError(f"pimc: {name} must be a whole number from 1 to {MOST}, not {own[name]:g}")
    for name, words in WORDS.items():
        if own[name] not in words.values():
            raise ValueError(f"pimc: {name} must be {' or '.join(words)}, not {own[name]:g}")


check_before_play(pimc_play, check_params)
