"""Plain twins of what the gin players `look` and `montecarlo` are made of, written from their descriptions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from statistics import fmean

from tests.naive import gin
from tests.naive.gin_game import BEST, in_order, number
from tests.naive.gin_players import Marjj, after, all_cards

SIMPLE, GIN_ONLY, EARLY, LOOK = range(4)


def pips(c):
    return min(c[0], 10)


def melding(hand, aces):
    """Cards outside the hand that lie in some meld with it."""
    return {c for c in all_cards() - hand if gin.joins_meld(hand, c, aces)}


def lengthening(hand, aces):
    """Cards outside the hand that make one of its melds longer."""
    return {c for c in all_cards() - hand for meld in gin.melds_in(hand, aces) if gin.is_meld(meld | {c}, aces)}


def melded(hand, aces):
    return set().union(*gin.melds_in(hand, aces))


class Look(Marjj):
    """One draw ahead; knocks on turns 1-4, later with gin."""

    a, b, c, best, last = 16.26, 0.933, 1.02, 7, 4

    def take_upcard(self, view):
        eleven = view.hand | {view.upcard}
        now = gin.deadwood(frozenset(view.hand), view.rules.aces)
        joins = gin.joins_meld(frozenset(view.hand), view.upcard, view.rules.aces)
        return joins and min(after(view, eleven, c) for c in view.hand) < now

    def knock(self, view):
        return view.drawn is None or view.turn <= self.last or min(after(view, view.hand, c) for c in view.legal) == 0

    def scored(self, view, legal):
        hand = frozenset(view.hand)
        left = {c: after(view, hand, c) for c in legal}
        loose = {c for c in legal if left[c] == gin.deadwood(hand, view.rules.aces) - pips(c)}
        dear = {c for c in loose if pips(c) >= max(map(pips, loose)) - 5} if loose else legal
        return {c for c in dear if left[c] <= min(left.values()) + 5} or legal

    def score(self, view, c):
        ten = frozenset(view.hand - {c})
        drawn = [gin.best_discards(ten | {x}, view.rules.aces)[1] for x in all_cards() - view.seen - view.hand]
        future = fmean(sorted(drawn)[: self.best])
        ahead = self.a * self.b ** (view.turn - 1) * future
        return after(view, view.hand, c) + ahead + self.c * self.danger(view, c) - pips(c) / 1000

    def discard(self, view):
        left = {c: after(view, view.hand, c) for c in view.legal}
        if view.knocking or min(left.values()) == 0:
            return min((c for c in view.legal if left[c] == min(left.values())), key=number)
        kept = view.legal - ({view.drawn} if view.from_pile else set()) or view.legal
        found = self.scored(view, kept)
        if len(found) == 1:
            return next(iter(found))
        return min(found, key=lambda c: (round(self.score(view, c), 9), number(c)))


class Quick:
    """The player of imagined hands: deadwood - outs + danger; `kind` says when it knocks."""

    def __init__(self, kind):
        self.kind = kind

    def take_upcard(self, view):
        return gin.joins_meld(frozenset(view.hand), view.upcard, view.rules.aces)

    def big_gin(self, view):
        return True

    def limit(self, view):
        last = {SIMPLE: 99, GIN_ONLY: 0, EARLY: 3, LOOK: 4}[self.kind]
        return view.limit if view.turn <= last else 0

    def options(self, view):
        return view.hand - ({view.drawn} if view.from_pile else set())

    def knock(self, view):
        if view.drawn is None:  # the stock is used up
            return min(after(view, view.hand | {view.upcard}, c) for c in view.hand) <= view.limit
        return min(after(view, view.hand, c) for c in self.options(view)) <= self.limit(view)

    def discard(self, view):
        left = {c: after(view, view.hand, c) for c in self.options(view)}
        least = min(left.values())
        if view.knocking or self.kind in (SIMPLE, GIN_ONLY):
            return min((c for c in left if left[c] == least), key=number)
        scores = {c: self.score(view, c, left[c]) for c in left if left[c] <= least + 10}
        return min(scores, key=lambda c: (round(scores[c], 9), number(c)))

    def score(self, view, c, left):
        ten, unseen = frozenset(view.hand - {c}), all_cards() - view.seen - view.hand
        return left - outs(ten, unseen, view.turn, view.rules.aces) + 2.85 * danger(view, c, unseen) - pips(c) / 1000

    def spread(self, view):
        return in_order(gin.best_arrangements(frozenset(view.hand), view.rules.aces))[0]

    def lay_off(self, view):
        return BEST


def outs(ten, unseen, turn, aces):
    """New melds count by the turn, and more for ranks from eight on; longer ones the same always."""
    longer = lengthening(ten, aces) & unseen
    new = (melding(ten, aces) & unseen) - longer
    weight = 1.5 * 0.865 ** (min(turn, 16) - 1)
    return sum(weight * (1.53 if c[0] >= 8 else 1) for c in new) + 1.1 * len(longer)


def danger(view, c, unseen):
    """Chances that the opponent holds both partners of a meld, summed over the pairs."""

    def held(rank, suit):
        return 1 if (rank, suit) in view.known else 0.37 if (rank, suit) in unseen else 0

    rank, suit = c
    a, b, d = (held(rank, other) for other in "cdhs" if other != suit)
    down2, down, up, up2 = (held(rank + i, suit) for i in (-2, -1, 1, 2))
    return a * b + a * d + b * d + down2 * down + down * up + up * up2


def features(hand, known, discards, declined, turns, limit, aces):
    """The features of an opponent's hand."""
    left, turn = gin.deadwood(hand, aces), min(turns, 10)
    wanted = melding(hand, aces)
    new = wanted - lengthening(hand, aces) - discards - declined

    def partners(cards):
        return sum(
            (h[0] == c[0] and h[1] != c[1]) or (h[1] == c[1] and abs(h[0] - c[0]) == 1) for h in hand for c in cards
        )

    return [
        left / 10,
        left * turn / 50,
        left**2 / 500,
        len(declined & wanted),
        len(discards & wanted),
        partners(discards),
        len(known - melded(hand, aces)),
        partners(declined),
        gin.pips(hand) / 10,
        int(left <= limit and turns > 0),
        len(new) / 5,
        gin.pips(hand) * turn / 50,
    ]


def chance_to_win(points, target):
    """Chance to win a match by the two scores, equal players, hand by hand, as exact fractions."""
    total = 2 * sum(points.values())

    @cache
    def chance(mine, theirs):
        if mine >= target or theirs >= target:
            return Fraction(int(mine >= target))
        return sum(
            Fraction(count, total) * (chance(mine + value, theirs) + chance(mine, theirs + value))
            for value, count in points.items()
        )

    return chance
