"""A whole game of Gin Rummy, slow and plain: sets of (rank, suit) pairs, one step after another.

Written from the rules; shares nothing with the package but the numbered random streams, from which both draw alike:
the deal's stream shuffles the pack, a seat's stream answers that seat's questions, the chance stream picks starters.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from cardsim import rng
from tests.naive import gin

ANY = "any best arrangement"
BEST = "best lay-offs"


class Stream:
    """One numbered random stream."""

    def __init__(self, seed, index, deal, purpose):
        self.state = rng.states(1)[0]
        rng.start(self.state, seed, index, deal, purpose)

    def below(self, n):
        return int(rng.below(self.state, n))

    def one_of(self, cards):
        """One card, uniformly by ascending number; a single card needs no random number."""
        ordered = sorted(cards, key=number)
        return ordered[self.below(len(ordered))] if len(ordered) > 1 else ordered[0]


def number(card):
    return 13 * "cdhs".index(card[1]) + card[0] - 1


def card(n):
    return (int(n) % 13 + 1, "cdhs"[int(n) // 13])


def meld_place(meld):
    """Where a meld stands among all: runs by suit, lowest place and length, then sets by rank, whole ones first."""
    suits = {suit for _, suit in meld}
    if len(suits) == 1:
        ranks = {rank for rank, _ in meld}
        first = next(rank for rank in ranks if (rank - 2) % 13 + 1 not in ranks)
        return (0, number((1, *suits)), first, len(meld))
    missing = "".join(sorted("cdhs", key="cdhs".index))
    for suit in suits:
        missing = missing.replace(suit, "")
    return (1, min(rank for rank, _ in meld), len(meld) == 3, "cdhs".find(missing) if missing else -1)


def in_order(arrangements):
    """Arrangements in the order in which a uniform number picks one."""
    return sorted(arrangements, key=lambda a: sorted(map(meld_place, a)))


class Hand:
    """One deal, from the pack to the points."""

    def __init__(self, rules, players, starter, pack, streams, scores=(0, 0)):
        self.rules, self.players, self.starter, self.streams, self.scores = rules, players, starter, streams, scores
        self.stock = [card(n) for n in pack]
        self.hands = [set(), set()]
        for i in range(2 * rules.hand_size):
            self.hands[(starter + i) % 2].add(self.stock.pop(0))
        self.pile = []
        if rules.opening == "eleven":
            self.hands[starter].add(self.stock.pop(0))
        else:
            self.pile.append(self.stock.pop(0))
        self.limit = self.knock_limit()
        self.memory = [{}, {}]
        self.taken, self.thrown, self.declined = ([set(), set()] for _ in range(3))
        self.own_turns = [0, 0]
        self.turns = self.draws = self.pile_draws = self.counted_pile_draws = self.laid_off = 0
        self.thrown_back = None
        self.row = dict.fromkeys(("knocker", "knock_turn", "knock_deadwood", "defender_deadwood", "winner"), -1)
        self.row |= {f"dealt_deadwood_{s}": self.deadwood(self.hands[s]) for s in (0, 1)}

    def knock_limit(self):
        if self.rules.oklahoma == "off":
            return self.rules.knock_limit
        value = gin.pips(self.pile)
        if value == 1 and self.rules.oklahoma == "ace_gin":
            value = 0
        return min(value, self.rules.knock_limit)

    def deadwood(self, cards):
        return gin.deadwood(frozenset(cards), self.rules.aces)

    def after(self, hand, c):
        return self.deadwood(hand - {c})

    def ask(self, seat, question, **more):
        view = SimpleNamespace(
            rules=self.rules,
            hand=set(self.hands[seat]),
            upcard=self.pile[-1] if self.pile else None,
            drawn=None,
            from_pile=False,
            knocking=False,
            turn=self.own_turns[seat],
            limit=self.limit,
            known=self.taken[1 - seat] & self.hands[1 - seat],
            thrown=self.thrown[1 - seat],
            declined=self.declined[1 - seat],
            seen=self.hands[seat] | set(self.pile) | (self.taken[1 - seat] & self.hands[1 - seat]),
            memory=self.memory[seat],
            random=self.streams[seat],
            scores=(self.scores[seat], self.scores[1 - seat]),
        )
        vars(view).update(more)
        return getattr(self.players[seat], question)(view)

    def play(self):
        self.play_turns()
        self.row |= {
            "starter": self.starter,
            "turns": self.turns,
            "draws": self.draws,
            "upcard_draws": self.pile_draws,
            "layoffs": self.laid_off,
        }
        return self.row

    def play_turns(self):
        seat, source = self.opening()
        while source:
            drawn = None
            if source == "stock":
                drawn = self.stock.pop(0)
                self.declined[seat].update(self.pile[-1:])
            elif source != "nothing":
                if source == "pile":
                    self.counted_pile_draws += 1
                    if self.counted_pile_draws == self.rules.max_upcard_draws:
                        break
                drawn = self.pile.pop()
                self.taken[seat].add(drawn)
                self.pile_draws += 1
            self.draws += drawn is not None
            self.own_turns[seat] += 1
            self.turns += 1
            if drawn:
                self.hands[seat].add(drawn)
            from_pile = source in ("pile", "offer", "wall")
            if self.finish_turn(seat, drawn, from_pile, source == "wall"):
                return
            if source == "wall" or self.turns >= self.rules.max_turns or self.thrown_back == "twice":
                break
            seat = 1 - seat
            source = self.next_source(seat)
        self.call_off()

    def opening(self):
        """Who plays first, and from where: "nothing" means that the eleventh card is already there."""
        if self.rules.opening == "eleven":
            return self.starter, "nothing"
        if self.rules.opening == "free":
            return self.starter, "pile" if self.ask(self.starter, "take_upcard") else "stock"
        for seat in (self.starter, 1 - self.starter):
            if self.ask(seat, "take_upcard"):
                return seat, "offer"
            self.declined[seat].add(self.pile[-1])
        return self.starter, "stock"

    def next_source(self, seat):
        if len(self.stock) > self.rules.stock_floor:
            if not self.pile:
                return "stock"
            return "pile" if self.ask(seat, "take_upcard") else "stock"
        if self.rules.stock_end == "take_or_void":
            return "pile" if self.ask(seat, "take_upcard") else None
        if self.rules.stock_end == "wall":
            eleven = self.hands[seat] | {self.pile[-1]}
            choices = self.knock_cards(eleven, self.pile[-1])
            if choices and self.knocks(seat, eleven, choices):
                return "wall"
        return None

    def knock_cards(self, eleven, taken):
        """The discards with which eleven cards may knock; `taken` is the card just taken from the pile."""
        banned = {taken} if self.rules.throw_back == "banned" else set()
        found = {c for c in eleven - banned if self.after(eleven, c) <= self.limit}
        gins = {c for c in found if self.after(eleven, c) == 0}
        return gins if gins and self.rules.gin_mandatory else found

    def knocks(self, seat, eleven, choices, **more):
        least = min(self.after(eleven, c) for c in choices)
        if least == 0 and self.rules.gin_mandatory:
            return True
        return self.ask(seat, "knock", deadwood=least, choices=choices, **more)

    def finish_turn(self, seat, drawn, from_pile, at_wall):
        """Everything after the draw; True if the hand is over."""
        hand = self.hands[seat]
        taken = drawn if from_pile else None
        more = {"drawn": drawn, "from_pile": from_pile}
        legal = hand - ({taken} if self.rules.throw_back != "allowed" else set())
        if self.rules.big_gin and not at_wall and self.deadwood(hand) == 0:
            if self.rules.gin_mandatory or self.ask(seat, "big_gin", **more):
                self.showdown(seat, big_gin=True)
                return True
        choices = self.knock_cards(hand, taken)
        if choices and (at_wall or self.knocks(seat, hand, choices, legal=legal, **more)):
            hand.remove(self.chosen(seat, choices, knocking=True, **more))
            self.showdown(seat, big_gin=False)
            return True
        if at_wall:
            return False
        thrown = self.chosen(seat, legal, **more)
        hand.remove(thrown)
        self.pile.append(thrown)
        self.thrown[seat].add(thrown)
        self.taken[seat].discard(thrown)
        if thrown != taken:
            self.thrown_back = None
        else:
            self.thrown_back = "twice" if self.rules.repeat_voids and self.thrown_back == thrown else thrown
        return False

    def chosen(self, seat, legal, **more):
        if len(legal) == 1:
            return next(iter(legal))
        found = self.ask(seat, "discard", legal=legal, **more)
        assert found in legal
        return found

    def call_off(self):
        points = [0, 0]
        if self.rules.payoff == "rlcard":
            points = [-self.deadwood(hand) / 100 for hand in self.hands]
        self.row |= {"end": "void", "points_0": points[0], "points_1": points[1]}

    def spread(self, seat, cards):
        """Lay melds from `cards`; the melds and the cards left."""
        answer = self.ask(seat, "spread", hand=set(cards))
        if answer == ANY:
            best = in_order(gin.best_arrangements(frozenset(cards), self.rules.aces))
            answer = best[self.streams[seat].below(len(best)) if len(best) > 1 else 0]
        assert all(gin.is_meld(meld, self.rules.aces) for meld in answer)
        return sorted(answer, key=meld_place), gin.unmelded(frozenset(cards), answer)

    def showdown(self, knocker, big_gin):
        melds, dead = self.spread(knocker, self.hands[knocker])
        k = gin.pips(dead)
        assert k <= (0 if big_gin else self.limit)
        d = self.defend(1 - knocker, melds, k)
        self.row |= {"knocker": knocker, "knock_turn": self.own_turns[knocker]}
        self.row |= {"knock_deadwood": k, "defender_deadwood": d}
        self.row |= self.settle(knocker, k, d, big_gin)

    def defend(self, seat, melds, k):
        hand = set(self.hands[seat])
        laying_off = self.rules.lay_off if k > 0 or self.rules.lay_off_on_gin else "none"
        if laying_off == "choose":
            hand = self.lay_off_by_choice(seat, melds, hand)
            if isinstance(hand, int):
                return hand
        left = hand
        if self.deadwood(hand) < gin.pips(hand):
            _, left = self.spread(seat, hand)
        if laying_off == "sweep":
            left, laid = gin.sweep(melds, left, self.rules.aces)
            self.laid_off += len(laid)
        return gin.pips(left)

    def lay_off_by_choice(self, seat, melds, hand):
        """The cards left after card by card lay-offs; the final deadwood if the best lay-offs are asked for."""
        table = [set(meld) for meld in melds]
        while True:
            legal = {c for c in hand for meld in table if gin.is_meld(meld | {c}, self.rules.aces)}
            if not legal:
                return hand
            answer = self.ask(seat, "lay_off", legal=legal, hand=set(hand))
            if answer is None:
                return hand
            if answer == BEST:
                least, cards = gin.layoffs(table, hand, self.rules.aces)
                self.laid_off += cards
                return least
            assert answer in legal
            next(meld for meld in table if gin.is_meld(meld | {answer}, self.rules.aces)).add(answer)
            hand = hand - {answer}
            self.laid_off += 1

    def settle(self, knocker, k, d, big_gin):
        rules, winner = self.rules, knocker
        if big_gin:
            end, points = "big_gin", rules.gin_bonus + rules.big_gin_extra + d
        elif k == 0:
            end, points = "gin", rules.gin_bonus + d
        elif k < d:
            end, points = "knock", d - k
        elif k > d or rules.tie == "undercut":
            end, winner, points = "undercut", 1 - knocker, rules.undercut_bonus + k - d
        else:
            end, winner, points = "tie", -1, 0
        totals = [points if seat == winner else 0 for seat in (0, 1)]
        if rules.payoff == "rlcard":
            end, winner = "gin" if k == 0 else "knock", knocker
            totals[knocker], totals[1 - knocker] = 1 if k == 0 else rules.knock_payoff, -d / 100
        return {"end": end, "winner": winner, "points_0": totals[0], "points_1": totals[1]}


def play_hand(rules, players, seed, index, deal=0, starter=None, scores=(0, 0), pack=None):
    """The outcome of one deal, under the names of the package's columns."""
    if pack is None:
        pack = np.arange(52, dtype=np.uint8)
        rng.shuffle(Stream(seed, index, deal, rng.DEAL).state, pack)
    if starter is None:
        starter = first_starter(rules, seed, index)
    streams = [Stream(seed, index, deal, rng.SEAT + seat) for seat in (0, 1)]
    return Hand(rules, players, starter, pack, streams, scores).play()


def first_starter(rules, seed, index):
    if rules.first_starter == "random":
        return Stream(seed, index, 0, rng.CHANCE).below(2)
    return rules.first_starter


def next_starter(rules, row, seed, index, deal):
    scored = row["end"] not in ("void", "tie")
    other = 1 - row["starter"]
    if rules.next_starter == "random":
        return Stream(seed, index, deal, rng.CHANCE).below(2)
    if rules.next_starter == "alternate" or (rules.next_starter == "alternate_scored" and scored):
        return other
    if rules.next_starter == "loser" and scored:
        return 1 - row["winner"]
    return row["starter"]


def play_match(rules, players, seed, index, most_deals=200):
    """The outcome of one match, under the names of the package's columns."""
    scores, won, deals, turns = [0, 0], [0, 0], 0, 0
    starter = first = first_starter(rules, seed, index)
    while max(scores) < rules.game_target:
        assert deals < most_deals
        row = play_hand(rules, players, seed, index, deals, starter, tuple(scores))
        deals, turns = deals + 1, turns + row["turns"]
        for seat in (0, 1):
            scores[seat] += row[f"points_{seat}"]
        if row["winner"] >= 0:
            won[row["winner"]] += 1
            scores[row["winner"]] += rules.box_bonus if rules.boxes_immediate else 0
        starter = next_starter(rules, row, seed, index, deals)
    winner = scores.index(max(scores))
    loser_scored = scores[1 - winner] > 0
    totals = list(scores)
    if not rules.boxes_immediate:
        totals = [score + rules.box_bonus * boxes for score, boxes in zip(totals, won, strict=True)]
    totals[winner] += rules.game_bonus
    if not loser_scored:
        totals[winner] *= 2 if rules.shutout == "double" else 1
        totals[winner] += rules.shutout_bonus if rules.shutout == "flat" else 0
    return {
        "end": "target",
        "winner": winner,
        "deals": deals,
        "turns": turns,
        "starter": first,
        "points_0": totals[0],
        "points_1": totals[1],
    }


class Simple:
    """Takes what melds, throws what leaves the least deadwood, knocks with at most `most` deadwood."""

    def __init__(self, most=10):
        self.most = most

    def take_upcard(self, view):
        return gin.joins_meld(frozenset(view.hand), view.upcard, view.rules.aces)

    def big_gin(self, view):
        return True

    def discards(self, view, legal):
        """The discards that repeat no pair of this hand and leave the least deadwood, and that deadwood."""
        pairs = view.memory.setdefault("pairs", set())
        allowed = legal - ({view.drawn} if view.from_pile else set()) or legal
        fresh = {c for c in allowed if frozenset([c, view.drawn]) not in pairs}
        if not fresh:
            pairs.clear()
        return gin.best_discards(frozenset(view.hand), view.rules.aces, frozenset(view.hand - (fresh or allowed)))

    def knock(self, view):
        if not hasattr(view, "legal"):  # at the wall, before the card is taken
            return view.deadwood <= self.most
        return self.discards(view, view.legal)[1] <= min(self.most, view.limit)

    def discard(self, view):
        found = view.random.one_of(self.discards(view, view.legal)[0])
        view.memory["pairs"].add(frozenset([found, view.drawn]))
        return found

    def spread(self, view):
        return ANY

    def lay_off(self, view):
        return BEST


class Meddler:
    """Answers at random, but mostly throws a card that leaves the least deadwood, so that hands come to an end."""

    def take_upcard(self, view):
        return view.random.below(2)

    def big_gin(self, view):
        return view.random.below(2)

    def knock(self, view):
        return view.random.below(2)

    def discard(self, view):
        if view.random.below(4) == 0:
            return view.random.one_of(view.legal)
        blocked = frozenset(view.hand - view.legal)
        return view.random.one_of(gin.best_discards(frozenset(view.hand), view.rules.aces, blocked)[0])

    def spread(self, view):
        return ANY

    def lay_off(self, view):
        choice = view.random.below(len(view.legal) + 1)
        return sorted(view.legal, key=number)[choice - 1] if choice else None
