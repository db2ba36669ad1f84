"""A referee for hands with two packs and wild cards: reads the event log, checks every step, computes the score.

Cards are counted, melds are explicit (:mod:`tests.naive.rummy_packs`); shares no code with the package.
"""

from collections import Counter

from tests.naive import rummy_packs as naive
from tests.naive.rummy_packs import JOKER, counter, kinds
from tests.naive.rummy_packs_calls import Calls
from tests.naive.rummy_packs_scores import Scores
from tests.naive.rummy_rights import Rights

DRAW, SHED, DISCARD, CALL = range(4)
DEALT, UPCARD, DREW, TOOK, MELDED, LAID_OFF, RECYCLED, FLIPPED, CALLED, ENDED, FALSELY_CALLED, PAID, SWAPPED = range(
    10, 23
)


class Referee(Rights, Calls, Scores):
    """Follows one hand."""

    def __init__(self, rules, players, pack=None):
        self.rules, self.n, self.house = rules, players, naive.house_of(rules)
        self.all = Counter(dict.fromkeys(range(52), rules.decks)) + Counter({JOKER: rules.jokers})
        self.hands, self.pile, self.table, self.owners, self.worth = {}, [], [], [], []
        self.pack = pack
        self.stock = None
        self.seat, self.turns = None, 0
        self.melded = [False] * players
        self.shed = [False] * players
        self.held = [Counter() for _ in range(players)]
        self.tabled = [0] * players
        self.recycles = self.melds = self.layoffs = self.calls = self.swaps = self.wilds = 0
        self.duties = self.wild_duties = 0
        self.kinds = Counter()
        self.fines, self.paid = [0] * players, {}
        self.ended, self.called = None, None
        self.phase, self.punished = "draw", 0

    def follow(self, events):
        """Check all events in order."""
        names = {
            DRAW: "draw", SHED: "shed", DISCARD: "discard", CALL: "call", DEALT: "dealt", UPCARD: "upcard",
            DREW: "drew", TOOK: "took", MELDED: "melded", LAID_OFF: "laid_off", RECYCLED: "recycled",
            FLIPPED: "flipped", CALLED: "called", FALSELY_CALLED: "falsely_called", ENDED: "ended", PAID: "paid",
            SWAPPED: "swapped",
        }  # fmt: skip
        for event in events:
            kind, *rest = event
            self.kinds[kind] += 1
            assert self.ended is None or kind == PAID, "events after the end"
            getattr(self, "on_" + names[kind])(*rest)
            if self.stock is not None and self.called is None:
                places = [*self.hands.values(), Counter(self.pile), Counter(self.stock)]
                places += [Counter(naive.cards_of(meld)) for meld in self.table]
                assert sum(places, Counter()) == self.all, event
        assert self.ended is not None
        return self

    def pips(self, cards):
        return sum(self.house.pips(card) * number for card, number in Counter(cards).items())

    def on_dealt(self, seat, twice, once, starter, second):
        size = self.rules.hand_size
        self.hands[seat] = counter(once, twice)
        assert self.hands[seat].total() == (size[self.n] if isinstance(size, dict) else size)
        self.starter = self.next_seat = starter

    def on_upcard(self, seat, card, legal, first, second):
        self.pile = [card]
        rest = self.all - sum(self.hands.values(), Counter()) - Counter(self.pile)
        self.stock = sorted(rest.elements()) if self.pack is None else list(self.pack[-rest.total() :])
        assert Counter(self.stock) == rest
        self.order_known = self.pack is not None

    def on_draw(self, seat, choice, legal, top, offered):
        assert self.phase in ("draw", "called")
        assert 0 <= choice <= len(self.pile)
        assert choice == 0 or choice > 61 or legal >> choice & 1
        assert offered or seat == self.next_seat
        assert top == (self.pile[-1] if self.pile else -1)

    def begin(self, seat):
        assert seat == self.next_seat or (self.rules.first_upcard == "gin_pass" and self.turns == 0)
        self.turns += 1
        self.seat, self.phase = seat, "play"
        self.blocked, self.duty, self.own = set(), None, Counter(self.hands[seat])
        self.new_melds, self.melds_before, self.laid = [], self.melded[seat], 0
        self.shed_before, self.last_card = self.shed[seat], None
        self.old_melds, self.answers = len(self.table), 0

    def on_drew(self, seat, card, once, left, second):
        if self.phase == "called" and seat == self.seat and self.rules.call_rummy == "offender_draws_2":
            if seat != self.next_seat or self.punished < 2 * self.just_called:
                self.punished += 1
                assert self.punished <= 2 * self.just_called
            else:
                self.begin(seat)
        else:
            self.begin(seat)
        assert not self.order_known or self.stock[0] == card
        self.stock.remove(card)
        assert left == len(self.stock)
        self.hands[seat][card] += 1
        assert kinds(once) == set(self.hands[seat])

    just_called = 0

    def on_took(self, seat, deepest, twice, depth, taken):
        rules = self.rules
        self.begin(seat)
        cards = Counter(self.pile[-depth:])
        assert self.pile[-depth] == deepest
        assert cards == counter(taken, twice)
        assert depth == 1 or rules.discard_draw != "top_only"
        assert depth == len(self.pile) or rules.discard_draw != "whole_pile"
        assert not (rules.first_upcard == "forbidden_first" and self.turns == 1)
        del self.pile[-depth:]
        self.hands[seat] += cards
        banned = rules.rediscard_scope == "all_taken" or (rules.rediscard_scope == "single_only" and depth == 1)
        if rules.rediscard_ban != "none" and banned:
            self.blocked = {card for card in cards if cards[card] == self.hands[seat][card]}
        if rules.rediscard_ban == "while_held":
            self.held[seat] += cards
        if rules.deepest_must_be_used == "always" or (rules.deepest_must_be_used == "k>=2" and depth >= 2):
            self.duty = deepest
            self.duties += 1
            self.wild_duties += self.house.wild(deepest)

    def on_shed(self, seat, choice, legal, first, second):
        assert seat == self.seat
        assert self.phase == "play"
        assert counter(legal, first) <= self.hands[seat]
        assert not self.rules.forced_melding or choice == -1
        assert self.duty is None or self.answers == 0
        self.answers += 1

    def leaves(self, seat, card):
        """A card leaves a hand for the table."""
        assert self.hands[seat][card] > 0
        self.hands[seat] = self.hands[seat] - Counter([card])
        self.held[seat] = self.held[seat] - Counter([card])

    def on_melded(self, seat, once, twice, is_run, place):
        assert seat == self.seat
        assert self.phase == "play"
        house, place = self.house, place - 1
        cards = sorted(counter(once, twice).elements())
        suit, start = divmod(place, 16)
        meld = naive.make_run(suit, start, len(cards), cards, house) if is_run else naive.make_set(place, cards, house)
        assert meld is not None, (cards, is_run, place)
        for card in cards:
            self.leaves(seat, card)
        self.table.append(meld)
        self.owners.append(seat)
        self.melds += 1
        self.wilds += any(card != real for card, real in zip(naive.cards_of(meld), naive.stands(meld), strict=True))
        self.melded[seat] = self.shed[seat] = True
        self.new_melds.append(cards)
        self.tabled[seat] += sum(self.value(meld, i) for i in range(len(cards)))
        self.check_duty(cards)

    def check_duty(self, meld):
        """The deepest card is used once a new meld has it and enough cards of the hand before the draw."""
        need = {"hand_and_taken": 1, "two_own_cards": 2, "taken_alone": 0}[self.rules.use_with]
        others = Counter(meld) - Counter([self.duty])
        if self.duty in meld and (others & self.own).total() >= need:
            self.duty = None

    def value(self, meld, i):
        """Points of a card on the table."""
        card = naive.cards_of(meld)[i]
        if meld[0] == "run" and i == 0 and card % 13 == 0 and not self.house.wild(card):
            return 1
        return self.house.pips(card)

    def on_laid_off(self, seat, card, meld, on_set, place):
        real, lower = (place - 1) % 64, place > 64
        if self.called is None:
            assert seat == self.seat
            assert self.phase == "play"
            assert self.may_lay(seat)
            self.leaves(seat, card)
            self.laid += 1
            if card == self.duty and meld - 1 < self.old_melds and self.rules.use_as == "meld_or_layoff":
                self.duty = None
        else:
            assert (seat, card) == self.called
            self.called = None
        old = self.table[meld - 1]
        assert self.reaches(seat, self.owners[meld - 1])
        assert (old[0] == "set") == bool(on_set)
        for grown in naive.lay(old, card, self.house):
            downwards = not on_set and grown[2] != old[2]
            at = 0 if downwards else len(naive.cards_of(grown)) - 1
            if downwards == lower and naive.stands(grown)[at] == real:
                self.table[meld - 1] = grown
                self.tabled[seat] += self.value(grown, at)
                break
        else:
            raise AssertionError(f"{card} does not fit {old} as {real}")
        if meld - 1 >= self.old_melds:
            self.check_duty(naive.cards_of(self.table[meld - 1]))
        self.wilds += naive.stands(grown)[at] != card
        self.layoffs += 1
        self.shed[seat] = True

    def on_swapped(self, seat, real, meld, wild, place):
        assert self.house.swap
        assert seat == self.seat
        assert self.phase == "play"
        assert self.may_lay(seat)
        assert self.reaches(seat, self.owners[meld - 1])
        assert self.melded[seat] or self.rules.min_first_meld == 0
        old = self.table[meld - 1]
        assert naive.cards_of(old)[place - 1] == wild != real == naive.stands(old)[place - 1]
        assert self.house.wild(wild)
        self.leaves(seat, real)
        self.table[meld - 1] = naive.exchange(old, place - 1)
        self.tabled[seat] += self.value(self.table[meld - 1], place - 1)
        self.hands[seat][wild] += 1
        self.blocked.discard(wild)
        self.swaps += 1

    def on_discard(self, seat, card, legal, once, second):
        assert seat == self.seat
        assert self.phase == "play"
        self.end_of_play()
        hand, card = self.hands[seat], min(card, JOKER)
        allowed = {kind for kind in hand if kind not in self.blocked}
        if free := {kind for kind in allowed if hand[kind] > self.held[seat][kind]}:
            allowed = free
        assert kinds(legal) == allowed
        assert card in allowed
        self.hands[seat] = hand - Counter([card])
        self.held[seat] &= self.hands[seat]
        self.pile.append(card)
        self.phase, self.punished, self.just_called = "called", 0, 0
        self.next_seat = (seat + 1) % self.n
        assert not (self.must_go_out and self.hands[seat])

    def on_recycled(self, seat, size, legal, times, second):
        rules = self.rules
        assert not self.stock
        self.recycles += 1
        assert times == self.recycles <= rules.max_recycles
        top = [self.pile.pop()] if rules.recycle_top == "keep" else []
        self.stock, self.pile = self.pile, top
        self.order_known = rules.recycle_order == "turn_over"
        assert size == len(self.stock)

    def on_flipped(self, seat, card, legal, first, second):
        assert self.rules.recycle_top == "flip"
        assert not self.order_known or self.stock[0] == card
        self.stock.remove(card)
        self.pile = [card]
