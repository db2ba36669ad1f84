"""Melds, deadwood and lay-offs of Gin Rummy, slow and plain: sets of (rank, suit) pairs, every possibility tried.

Written from the rules alone; shares nothing with the package.  Ranks are 1 (ace) .. 13 (king), suits letters.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations

RANK = {letter: i + 1 for i, letter in enumerate("A23456789TJQK")}


def cards(text):
    """The set of (rank, suit) of a text such as "As Td"."""
    return frozenset((RANK[word[0].upper()], word[1].lower()) for word in text.split())


def from_mask(mask):
    """The set of (rank, suit) of a mask in which bit 13 * suit + rank - 1 stands for a card, suits c d h s."""
    return frozenset((i % 13 + 1, "cdhs"[i // 13]) for i in range(52) if mask >> i & 1)


def to_mask(group):
    return sum(1 << 13 * "cdhs".index(suit) + rank - 1 for rank, suit in group)


def some_hands(count, size, seed=1):
    """Masks of `size` cards: a third dealt at random, two thirds out of a few ranks, where melds overlap."""
    rng = random.Random(seed)
    for i in range(count):
        width = (13, 4, 6)[i % 3]
        low = rng.randrange(13)
        pool = [13 * suit + (low + r) % 13 for suit in range(4) for r in range(width)]
        yield sum(1 << card for card in rng.sample(pool, size))


def pips(hand):
    return sum(min(rank, 10) for rank, _ in hand)


@cache
def is_set(group):
    return len(group) in (3, 4) and len({rank for rank, _ in group}) == 1


@cache
def is_run(group, aces):
    """`aces`: "low" (A-2-3), "high_low" (also Q-K-A), "wrap" (also K-A-2)."""
    ranks = [rank for rank, _ in group]
    if len(group) < 3 or len({suit for _, suit in group}) != 1:
        return False
    for lowest in range(1, 14):
        wanted = [lowest + i for i in range(len(group))]
        top = {"low": 13, "high_low": 14, "wrap": 26}[aces]
        if wanted[-1] <= top and sorted((rank - 1) % 13 + 1 for rank in wanted) == sorted(ranks):
            return True
    return False


def is_meld(group, aces="low"):
    return is_set(frozenset(group)) or is_run(frozenset(group), aces)


@cache
def melds_in(hand, aces="low"):
    """All melds that can be made of the hand's cards."""
    found = set()
    for rank in {rank for rank, _ in hand}:
        same = [card for card in hand if card[0] == rank]
        found.update(frozenset(group) for size in (3, 4) for group in combinations(same, size))
    for suit in {suit for _, suit in hand}:
        same = [card for card in hand if card[1] == suit]
        for size in range(3, len(same) + 1):
            found.update(frozenset(group) for group in combinations(same, size) if is_run(frozenset(group), aces))
    return frozenset(found)


@cache
def all_arrangements(hand, aces="low"):
    """Every set of disjoint melds of the hand, the empty one included."""
    if not hand:
        return frozenset([frozenset()])
    card = min(hand)
    found = set(all_arrangements(hand - {card}, aces))
    for meld in melds_in(hand, aces):
        if card in meld:
            found.update(rest | {meld} for rest in all_arrangements(hand - meld, aces))
    return frozenset(found)


def unmelded(hand, arrangement):
    return hand - frozenset().union(*arrangement)


@cache
def deadwood(hand, aces="low"):
    return min(pips(unmelded(hand, arrangement)) for arrangement in all_arrangements(hand, aces))


def best_arrangements(hand, aces="low"):
    """All arrangements that leave the least deadwood."""
    least = deadwood(hand, aces)
    return {a for a in all_arrangements(hand, aces) if pips(unmelded(hand, a)) == least}


def best_discards(hand, aces="low", blocked=frozenset()):
    """The discards outside `blocked` that leave the least deadwood, and that deadwood."""
    after = {card: deadwood(hand - {card}, aces) for card in hand - blocked}
    return {card for card, value in after.items() if value == min(after.values())}, min(after.values())


def joins_meld(hand, card, aces="low"):
    return any(card in meld for meld in melds_in(hand | {card}, aces))


def layoffs(melds, hand, aces="low"):
    """Least deadwood of the defender after any lay-offs in any order, and the fewest cards that reach it."""
    best = {}
    seen = set()
    todo = [(tuple(frozenset(meld) for meld in melds), frozenset(hand))]
    while todo:
        table, rest = state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        value = deadwood(rest, aces)
        best[value] = min(best.get(value, 99), len(hand) - len(rest))
        for card in rest:
            for i, meld in enumerate(table):
                if is_meld(meld | {card}, aces):
                    todo.append(((*table[:i], meld | {card}, *table[i + 1 :]), rest - {card}))
    return min(best), best[min(best)]


def sweep(melds, left, aces="low"):
    """First-fit lay-offs: again and again the first card of `left` on the first meld that it fits.

    Cards go by suit in the order c, h, s, d, then by rank.
    """
    table, left, laid = [frozenset(meld) for meld in melds], set(left), []
    while True:
        fit = [
            (card, i)
            for card in sorted(left, key=lambda card: ("chsd".index(card[1]), card[0]))
            for i, meld in enumerate(table)
            if is_meld(meld | {card}, aces)
        ]
        if not fit:
            return left, laid
        card, i = fit[0]
        table[i] |= {card}
        left.remove(card)
        laid.append((card, i))
