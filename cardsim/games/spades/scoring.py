"""The score of a deal: contracts, bags, nils and penalties under every house rule.

One entry point for the kernel and for Python: :func:`score` works on packed rules, ``score_deal`` of the package's
front takes lists.  Teams are 0 (seats 0, 2) and 1 (seats 1, 3).
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import kernel
from cardsim.games.parameters import record_dtype
from cardsim.games.spades import rules as r

RESULT = record_dtype(
    [
        ("contract", np.int64, (2,)),
        ("set", np.int64, (2,)),
        ("new_bags", np.int64, (2,)),
        ("bags", np.int64, (2,)),
        ("penalties", np.int64, (2,)),
        ("points", np.int64, (2,)),
    ]
)
"""Of each team: contract, whether it was set, bags of this deal, the counter after it, penalties and points."""
RESULT_TYPE = from_dtype(RESULT)
NO_NIL, NIL, BLIND_NIL = 0, 1, 2


@kernel
def contract_points(rules, contract, made):
    """Points of a contract without its bags."""
    if made:
        if (rules.ten_for_200 and contract == 10) or (rules.moon_200 and contract == rules.hand_size):
            return 200
        return rules.trick_value * contract
    if rules.set_penalty == r.ZERO:
        return 0
    return -200 if rules.ten_for_200 and contract == 10 else -rules.trick_value * contract


@kernel
def nil_points(rules, nil, tricks):
    """Points of one seat's nil or blind nil."""
    if nil == NO_NIL:
        return 0
    value = rules.nil_value if nil == NIL else rules.blind_nil_value
    return value if tricks == 0 else -value


@kernel
def score_contract(rules, team, bids, nils, blind_bids, tricks, result):
    """Contract, bags and nils of one team; a double nil may be scored flat."""
    first, second = team, team + 2
    result.contract[team] = 0
    result.set[team] = 0
    result.new_bags[team] = 0
    if nils[first] and nils[second] and rules.double_nil != r.SEPARATE:
        both = tricks[first] + tricks[second] == 0
        made = 200 if rules.double_nil == r.FLAT_200 else 400
        result.points[team] = made if both else -200
        return
    points = nil_points(rules, nils[first], tricks[first]) + nil_points(rules, nils[second], tricks[second])
    contract = 0
    counted = 0
    aside = 0
    for seat in (first, second):
        if nils[seat] == NO_NIL or rules.failed_nil_tricks == r.HELP:
            counted += tricks[seat]
        elif rules.failed_nil_tricks == r.BAGS_ONLY:
            aside += tricks[seat]
        if nils[seat] == NO_NIL:
            contract += bids[seat]
    bags = aside
    times = 2 if blind_bids[first] or blind_bids[second] else 1
    if contract == 0:
        if rules.contract_zero == 0:
            bags += counted
    elif counted >= contract:
        bags += counted - contract
        points += times * contract_points(rules, contract, True)
    else:
        result.set[team] = 1
        points += times * contract_points(rules, contract, False)
    result.contract[team] = contract
    result.new_bags[team] = bags
    result.points[team] = points + rules.bag_value * bags


@kernel
def count_penalties(rules, team, bags, score, result):
    """Advance the bag counter of one team and count its penalties."""
    result.penalties[team] = 0
    result.bags[team] = 0
    new = result.new_bags[team]
    if not rules.bags_count:
        result.bags[team] = bags + new
        return
    if rules.bag_counter == r.LAST_DIGIT:
        digit = score % 10 if score >= 0 else -((-score) % 10)  # the remainder as C computes it
        if digit + new >= 10:
            result.penalties[team] = 1
        return
    count = bags + new
    if count >= rules.bag_limit:
        if rules.bag_remainder == r.CARRY:
            result.penalties[team] = count // rules.bag_limit
            count -= result.penalties[team] * rules.bag_limit
        else:
            result.penalties[team] = 1
            count = 0
    result.bags[team] = count


@kernel
def score(rules, bids, nils, blind_bids, tricks, bags, scores, result):
    """Score a deal into `result`; `bags` and `scores` are those before the deal."""
    for team in range(2):
        score_contract(rules, team, bids, nils, blind_bids, tricks, result)
        count_penalties(rules, team, bags[team], scores[team], result)
    for team in range(2):
        penalties = result.penalties[team]
        if rules.bag_points_removed:
            result.points[team] -= penalties * rules.bag_limit * rules.bag_value
        if rules.bag_penalty_to == r.OPPONENTS_PLUS:
            result.points[1 - team] += penalties * rules.bag_penalty
        else:
            result.points[team] -= penalties * rules.bag_penalty
    if rules.deal_bonus:
        a = result.points[0]
        b = result.points[1]
        result.points[0] += bonus(rules, a, b)
        result.points[1] += bonus(rules, b, a)


@kernel
def bonus(rules, mine, theirs):
    """The bonus on a single deal, won or paid past a threshold (OpenSpiel `game_spades`)."""
    if mine >= rules.deal_win_threshold and mine > theirs:
        return rules.deal_bonus
    if mine <= rules.deal_mercy_threshold and mine < theirs:
        return -rules.deal_bonus
    return 0
