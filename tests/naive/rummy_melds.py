"""Rummy melds the slow way: explicit sets of cards, every order of melds and layoffs tried.

Written from the rules; shares no code with the package.  A card is a number 13 * suit + rank, rank 0 the ace; a meld
is a frozenset of cards; a table is a list of melds.
"""

from itertools import combinations


def rank(card):
    return card % 13


def suit(card):
    return card // 13


def pips(card, ace_pips=1, face_pips=10):
    if rank(card) == 0:
        return ace_pips
    if rank(card) >= 10:
        return rank(card) + 1 if face_pips == "rank" else face_pips
    return rank(card) + 1


def is_set(cards):
    return 3 <= len(cards) <= 4 and len({rank(c) for c in cards}) == 1 and len({suit(c) for c in cards}) == len(cards)


def run_orders(ace):
    """Rank sequences in which neighbours stand next to each other."""
    low, high = list(range(13)), [*range(1, 13), 0]
    if ace == "low":
        return [low]
    if ace == "high":
        return [high]
    if ace == "high_or_low":
        return [low, high]
    return [low[i:] + low[:i] for i in range(13)]


def is_run(cards, ace="low"):
    if not 3 <= len(cards) <= 13 or len({suit(c) for c in cards}) != 1:
        return False
    ranks = {rank(c) for c in cards}
    if len(ranks) != len(cards):
        return False
    for order in run_orders(ace):
        for start in range(len(order) - len(ranks) + 1):
            if set(order[start : start + len(ranks)]) == ranks:
                return True
    return False


def is_meld(cards, ace="low"):
    return is_set(cards) or is_run(cards, ace)


def melds_in(hand, ace="low"):
    """All melds that can be made of cards in `hand`."""
    found = set()
    for r in range(13):
        same = [c for c in hand if rank(c) == r]
        for size in (3, 4):
            found.update(frozenset(group) for group in combinations(same, size))
    for s in range(4):
        ranks = {rank(c) for c in hand if suit(c) == s}
        for order in run_orders(ace):
            for start in range(13):
                for end in range(start + 3, len(order) + 1):
                    if not set(order[start:end]) <= ranks:
                        break
                    found.add(frozenset(13 * s + r for r in order[start:end]))
    return found


def ends(meld, ace="low"):
    """Cards that can be laid off on a meld.

    Where an ace may stand at either end of a suit, it stays where it was put: a run with an ace and a two is ace-low,
    one with an ace and a king ace-high.
    """
    return [c for c in range(52) if c not in meld and is_meld(meld | {c}, ace)]


def sheds(hand, table, ace="low", lay="freely", melds_left=99, opening=0, points=pips):
    """All hands that can be left after any order of melds and layoffs (the whole hand among them)."""
    left, seen = set(), set()

    def visit(hand, table, melded, pips_melded):
        state = (hand, frozenset(table), melded, pips_melded)
        if state in seen:
            return
        seen.add(state)
        if len(hand) == full or pips_melded >= opening:
            left.add(hand)
        if melded < melds_left:
            for meld in melds_in(hand, ace):
                visit(hand - meld, (*table, meld), melded + 1, pips_melded + sum(map(points, meld)))
        if lay == "never" or (lay == "after_meld" and melded == 0):
            return
        for i, meld in enumerate(table):
            for card in ends(meld, ace):
                if card in hand:
                    visit(hand - {card}, (*table[:i], meld | {card}, *table[i + 1 :]), melded, pips_melded)

    full = len(hand)
    visit(frozenset(hand), tuple(table), 0, 0)
    return left


def value(hand, banned=(), points=pips):
    """(does not go out, points left, cards left): smaller is better."""
    out = not hand or (len(hand) == 1 and not hand & set(banned))
    return not out, sum(map(points, hand)), len(hand)


def best_shed(hand, table, banned=(), **limits):
    """The value of the best way to play `hand`; ends that leave only banned cards are not excluded."""
    return min(value(left, banned) for left in sheds(hand, table, **limits))


def fully_melded(cards, ace="low"):
    """Whether all `cards` can be put into melds."""
    cards = frozenset(cards)
    if not cards:
        return True
    first = min(cards)
    return any(first in meld and fully_melded(cards - meld, ace) for meld in melds_in(cards, ace))
