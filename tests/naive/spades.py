"""Spades, slow and obvious: cards are texts such as "As", hands are sets.  Shares no code with the package."""

from __future__ import annotations

import math

ORDER = "23456789TJQKA"
SUITS = "CDHS"
ABOVE_THE_ACE = {
    "jj": ["little joker", "big joker"],
    "jjdd": ["2S", "2D", "little joker", "big joker"],
    "deuces_high": ["2S", "2D", "2C", "2H"],
}
"""Cards that a deck puts above the ace of spades, ascending."""
OUT = {"jj": {"2C", "2H"}, "jjdd": {"2C", "2H"}}


def deck_of(deck):
    """All cards of a deck, which is a name or the texts of the cards removed."""
    cards = {rank + suit for rank in ORDER for suit in SUITS}
    if not isinstance(deck, str):
        return cards - {card[0] + card[1].upper() for card in deck}
    return (cards - OUT.get(deck, set())) | set(ABOVE_THE_ACE.get(deck, []))


def suit_of(card, deck="std52"):
    return "S" if card in ABOVE_THE_ACE.get(deck, []) else card[1]


def height_in(card, deck="std52"):
    top = ABOVE_THE_ACE.get(deck, [])
    return 13 + top.index(card) if card in top else height(card)


def text(number):
    """Card text of a number 13 * suit + rank with rank 0 = two ... 12 = ace (the records' numbers)."""
    return ORDER[number % 13] + SUITS[number // 13]


def height(card):
    return ORDER.index(card[0])


def legal(hand, led, spade_lead, broken, trick, deck="std52"):
    """Cards that may be played; `led` is the suit led or None."""
    if led is not None:
        follow = {card for card in hand if suit_of(card, deck) == led}
        return follow or set(hand)
    side = {card for card in hand if suit_of(card, deck) != "S"}
    free = {
        "broken": broken,
        "after_first_trick": trick > 0,
        "anytime": True,
        "only_spades_left": False,
    }[spade_lead]
    return set(hand) if free or not side else side


def winner(trick, deck="std52"):
    """Position of the winning card in a list of four cards in order of play."""
    suits = [suit_of(card, deck) for card in trick]
    wanted = "S" if "S" in suits else suits[0]
    candidates = [card for card, suit in zip(trick, suits, strict=True) if suit == wanted]
    return trick.index(max(candidates, key=lambda card: height_in(card, deck)))


def nil_makeable(hands, leader, nil, broken):
    """Exhaustive search with a memo: can `nil` take none of the remaining tricks?"""
    memo = {}

    def search(hands, leader, broken, table):
        if not table and not hands[nil]:
            return True
        key = (hands, leader, broken, table)
        if key not in memo:
            memo[key] = expand(hands, leader, broken, table)
        return memo[key]

    def expand(hands, leader, broken, table):
        seat = (leader + len(table)) % 4
        helps = seat in (nil, (nil + 2) % 4)
        led = table[0][1] if table else None
        for card in sorted(legal(hands[seat], led, "broken", broken, 1)):
            rest = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
            now = (*table, card)
            open_now = broken or card[1] == "S"
            if len(now) == 4:
                takes = (leader + winner(list(now))) % 4
                good = takes != nil and search(rest, takes, open_now, ())
            else:
                good = search(rest, leader, open_now, now)
            if good == helps:
                return helps
        return not helps

    return search(tuple(frozenset(hand) for hand in hands), leader, bool(broken), ())


def team_tricks(hands, leader, team, broken, spade_lead):
    """Exhaustive search with a memo: most tricks seats `team` and `team` + 2 can take against best defence."""
    memo = {}

    def search(hands, leader, broken, table):
        if not table and not hands[0]:
            return 0
        key = (hands, leader, broken, table)
        if key not in memo:
            values = []
            seat = (leader + len(table)) % 4
            led = table[0][1] if table else None
            for card in legal(hands[seat], led, spade_lead, broken, 1):
                rest = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
                now = (*table, card)
                open_now = broken or card[1] == "S"
                if len(now) == 4:
                    takes = (leader + winner(list(now))) % 4
                    values.append((takes % 2 == team) + search(rest, takes, open_now, ()))
                else:
                    values.append(search(rest, leader, open_now, now))
            memo[key] = max(values) if seat % 2 == team else min(values)
        return memo[key]

    return search(tuple(frozenset(hand) for hand in hands), leader, bool(broken), ())


def score_deal(rules, bids, nils, tricks, bags, scores, blind_bids=(0, 0, 0, 0)):
    """Points and bag counters of both teams; `rules` has the fields of the rules table."""
    points, counters, penalties = [0, 0], [0, 0], [0, 0]
    for team in (0, 1):
        seats = (team, team + 2)
        nil_seats = [s for s in seats if nils[s]]
        if len(nil_seats) == 2 and rules.double_nil != "separate":
            both = all(tricks[s] == 0 for s in seats)
            points[team] = (200 if rules.double_nil == "flat_200" else 400) if both else -200
            new = 0
        else:
            for s in nil_seats:
                value = {1: rules.nil_value, 2: rules.blind_nil_value}[nils[s]]
                points[team] += value if tricks[s] == 0 else -value
            contract = sum(bids[s] for s in seats if not nils[s])
            counted = sum(tricks[s] for s in seats if not nils[s])
            failed = sum(tricks[s] for s in nil_seats)
            if rules.failed_nil_tricks == "help":
                counted += failed
            new = failed if rules.failed_nil_tricks == "bags_only" else 0
            times = 2 if blind_bids[team] or blind_bids[team + 2] else 1
            if contract == 0:
                new += counted if rules.contract_zero == "bags" else 0
            elif counted >= contract:
                new += counted - contract
                special = (rules.ten_for_200 and contract == 10) or (rules.moon_200 and contract == sum(tricks))
                points[team] += times * (200 if special else rules.trick_value * contract)
            elif rules.set_penalty == "minus_contract":
                cost = 200 if rules.ten_for_200 and contract == 10 else rules.trick_value * contract
                points[team] -= times * cost
            points[team] += rules.bag_value * new
        if rules.bag_limit is None:
            counters[team] = bags[team] + new
        elif rules.bag_counter == "last_digit":
            penalties[team] = int(math.fmod(scores[team], 10) + new >= 10)
        else:
            counters[team] = bags[team] + new
            while counters[team] >= rules.bag_limit:
                penalties[team] += 1
                counters[team] -= rules.bag_limit
                if rules.bag_remainder == "reset":
                    counters[team] = 0
    for team in (0, 1):
        if rules.bag_points_removed and rules.bag_limit:
            points[team] -= penalties[team] * rules.bag_limit * rules.bag_value
        if rules.bag_penalty_to == "self_minus":
            points[team] -= penalties[team] * rules.bag_penalty
        else:
            points[1 - team] += penalties[team] * rules.bag_penalty
    if rules.deal_bonus:
        a, b = points
        for team, mine, theirs in ((0, a, b), (1, b, a)):
            if mine >= rules.deal_win_threshold and mine > theirs:
                points[team] += rules.deal_bonus
            elif mine <= rules.deal_mercy_threshold and mine < theirs:
                points[team] -= rules.deal_bonus
    return points, counters
