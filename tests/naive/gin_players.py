"""Plain twins of built-in gin players, written from their descriptions."""

from __future__ import annotations

from statistics import fmean

from tests.naive import gin
from tests.naive.gin_game import ANY, BEST, Simple, in_order, number


def after(view, hand, c):
    return gin.deadwood(frozenset(hand - {c}), view.rules.aces)


def highest(cards):
    return max(cards, key=lambda c: (min(c[0], 10), c[0]))


class Gold:
    """Takes what lowers the deadwood; least deadwood, most pips, then suits s, h, d, c."""

    def take_upcard(self, view):
        eleven = view.hand | {view.upcard}
        return min(after(view, eleven, c) for c in view.hand) < gin.deadwood(frozenset(view.hand), view.rules.aces)

    def big_gin(self, view):
        return True

    def knock(self, view):
        return True

    def discard(self, view):
        least = min(after(view, view.hand, c) for c in view.legal)
        pips_matter = not view.knocking or least == 0
        return min(
            view.legal,
            key=lambda c: (after(view, view.hand, c), -min(c[0], 10) * pips_matter, "shdc".index(c[1]), c[0]),
        )

    def spread(self, view):
        return ANY

    def lay_off(self, view):
        return BEST


class SafeGreedy(Gold):
    """As gold, but the safest of the best discards; knocks by the score; lays off only unmelded cards."""

    def danger(self, view, c):
        near = {
            other
            for other in all_cards()
            if (other[1] == c[1] and 0 < abs(other[0] - c[0]) <= 2) or (other[1] != c[1] and other[0] == c[0])
        }
        return 2 * len(near & view.known) + len(near - view.seen) - 2 * len(near & (view.thrown | view.declined))

    def knock(self, view):
        mine, theirs = view.scores
        shift = int(40 * (mine - theirs) / max(1, view.rules.game_target - max(mine, theirs)))
        return min(after(view, view.hand, c) for c in view.choices) <= min(view.limit, max(0, 4 + shift))

    def discard(self, view):
        return min(
            view.legal, key=lambda c: (after(view, view.hand, c), self.danger(view, c), -min(c[0], 10), number(c))
        )

    def lay_off(self, view):
        arrangement = in_order(gin.best_arrangements(frozenset(view.hand), view.rules.aces))[0]
        loose = gin.unmelded(frozenset(view.hand), arrangement) & view.legal
        return highest(sorted(loose, key=number)) if loose else None


class Weighted(Simple):
    """As simple, but throws the least a x meld chances + b x deadwood left."""

    def __init__(self, a, b):
        super().__init__()
        self.a, self.b = a, b

    def chances(self, view, c):
        pool = view.hand | (all_cards() - view.seen)
        return sum(
            gin.is_meld({c, other, third}, view.rules.aces) for other in view.hand - {c} for third in pool - {c, other}
        )

    def discard(self, view):
        _, allowed = self.discards(view, view.legal), view.legal - ({view.drawn} if view.from_pile else set())
        allowed = allowed or view.legal
        fresh = {c for c in allowed if frozenset([c, view.drawn]) not in view.memory["pairs"]} or allowed
        cost = {c: self.a * self.chances(view, c) + self.b * after(view, view.hand, c) for c in fresh}
        return view.random.one_of({c for c in fresh if cost[c] == min(cost.values())})


class Marjj:
    """Deadwood now, deadwood after the next draw, and danger in one score."""

    def may_hold(self, view, c):
        return c in view.known or c not in view.seen

    def estimate(self, view, arrangement):
        """Pips that the opponent may lay off on the melds."""
        return sum(
            min(c[0], 10)
            for meld in arrangement
            for c in all_cards() - meld
            if gin.is_meld(meld | {c}, view.rules.aces) and self.may_hold(view, c)
        )

    def arrangement(self, view, cards):
        best = in_order(gin.best_arrangements(frozenset(cards), view.rules.aces))
        return min(best, key=lambda arrangement: self.estimate(view, arrangement))

    def take_upcard(self, view):
        eleven = view.hand | {view.upcard}
        melded = set().union(*self.arrangement(view, eleven))
        now = gin.deadwood(frozenset(view.hand), view.rules.aces)
        return view.upcard in melded and min(after(view, eleven, c) for c in eleven) < now

    def big_gin(self, view):
        return True

    def candidates(self, view, legal):
        hand = frozenset(view.hand)
        kept = legal - ({view.drawn} if view.from_pile else set()) or legal
        loose = set().union(*(gin.unmelded(hand, a) for a in gin.best_arrangements(hand, view.rules.aces))) & kept
        loose = {c for c in loose if min(c[0], 10) >= max(min(d[0], 10) for d in loose) - 5}
        if len(loose) == 1:
            return loose
        found = loose or kept
        for c in sorted(found, key=lambda c: ("chsd".index(c[1]), c[0])):
            if after(view, hand, c) == 0:
                return {c}
        least = min(after(view, hand, c) for c in found)
        return {c for c in found if after(view, hand, c) <= least + 5}

    def danger(self, view, c):
        gone_cards = (view.hand | view.seen) - view.known

        def state(distance):
            other = (c[0] + distance, c[1])
            if not 1 <= other[0] <= 13:
                return False, True
            return other in view.known, other in gone_cards

        held, gone = ({d: state(d)[i] for d in (-2, -1, 1, 2)} for i in (0, 1))
        if c[0] >= 12:
            gone[1], gone[2] = True, False
        points = 0
        for flags, whole, near, far in ((gone, -10, -5, -3), (held, 20, 5, 3)):
            if (flags[1] and (flags[-1] or flags[-2])) or (flags[-1] and (flags[1] or flags[2])):
                points += whole
            else:
                points += near * (flags[1] + flags[-1]) + far * (flags[2] + flags[-2])
        rank = {(c[0], suit) for suit in "cdhs"}
        rank_gone, rank_held = len(rank & gone_cards), len(rank & view.known)
        points += -10 if rank_gone >= 3 else -4 if rank_gone == 2 else 0
        return points + (20 if rank_held >= 2 else 4 if rank_gone == 1 else 0)

    def score(self, view, c):
        ten = view.hand - {c}
        drawn = [gin.best_discards(frozenset(ten | {x}), view.rules.aces)[1] for x in all_cards() - view.seen]
        future = fmean(sorted(drawn)[:7])
        return after(view, view.hand, c) + 18 * 0.9 ** (view.turn - 1) * future + self.danger(view, c)

    def choose(self, view, legal):
        found = self.candidates(view, legal)
        if len(found) == 1:
            return next(iter(found))
        scores = {c: self.score(view, c) for c in found}
        return view.random.one_of({c for c in found if abs(scores[c] - min(scores.values())) < 1e-9})

    def knock(self, view):
        c = self.choose(view, view.legal)
        view.memory["choice"] = view.turn, c
        left = after(view, view.hand, c)
        return left == 0 or (view.turn <= 3 and left <= view.limit)

    def discard(self, view):
        turn, c = view.memory.get("choice", (0, None))
        return c if turn == view.turn and c in view.legal else self.choose(view, view.legal)

    def spread(self, view):
        return self.arrangement(view, view.hand)

    def lay_off(self, view):
        return BEST


def all_cards():
    return {(rank, suit) for rank in range(1, 14) for suit in "cdhs"}
