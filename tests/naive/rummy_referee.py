"""A referee that reads the event log of a rummy hand and checks every step against the rules, with explicit melds.

Shares no code with the package; the numbers of the events are those the log documents.
"""

from tests.naive.rummy_melds import ends, is_meld, is_set, pips
from tests.naive.rummy_rights import Rights

DRAW, SHED, DISCARD, CALL = range(4)
DEALT, UPCARD, DREW, TOOK, MELDED, LAID_OFF, RECYCLED, FLIPPED, CALLED, ENDED, FALSELY_CALLED, PAID = range(10, 22)


def cards_of(mask):
    return {card for card in range(52) if mask >> card & 1}


class Referee(Rights):
    """Follows one hand."""

    def __init__(self, rules, players, pack=None):
        self.rules, self.n = rules, players
        self.hands = {}
        self.pile, self.table, self.owners = [], [], []
        self.stock, self.order_known = None, pack is not None
        self.pack = pack
        self.seat, self.starter, self.turns = None, None, 0
        self.melded, self.held = [False] * players, [set() for _ in range(players)]
        self.recycles = self.melds = self.layoffs = self.calls = 0
        self.kinds = {}
        self.fines, self.paid = [0] * players, {}
        self.ended = None

    def pips(self, cards):
        return sum(pips(card, self.rules.ace_pips, self.rules.face_pips) for card in cards)

    def follow(self, events):
        """Check all events in order."""
        for number, event in enumerate(events):
            kind, seat, choice, legal, first, second = event
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            assert self.ended is None or kind == PAID, "events after the end"
            if kind != MELDED and kind != LAID_OFF and self.waiting_layoffs:
                self.place_layoffs()
            {
                DRAW: self.on_draw,
                SHED: self.on_shed,
                DISCARD: self.on_discard,
                CALL: self.on_call,
                DEALT: self.on_dealt,
                UPCARD: self.on_upcard,
                DREW: self.on_drew,
                TOOK: self.on_took,
                MELDED: self.on_melded,
                LAID_OFF: self.on_laid_off,
                RECYCLED: self.on_recycled,
                FLIPPED: self.on_flipped,
                CALLED: self.on_called,
                FALSELY_CALLED: self.on_falsely_called,
                ENDED: self.on_ended,
                PAID: self.on_paid,
            }[kind](seat, choice, legal, first, second)
            self.count_cards(number)
        assert self.ended is not None
        return self

    waiting_layoffs = ()
    phase = "draw"
    punished = 0

    def count_cards(self, number):
        if self.stock is None:
            return
        places = [*self.hands.values(), set(self.pile), set(self.stock), *self.table]
        assert sum(map(len, places)) == 52, (number, self.turns)
        assert len(set().union(*places)) == 52

    def on_dealt(self, seat, choice, legal, starter, second):
        size = self.rules.hand_size
        size = size[self.n] if isinstance(size, dict) else size
        self.hands[seat] = cards_of(legal)
        assert len(self.hands[seat]) == size
        self.starter = starter

    def on_upcard(self, seat, choice, legal, first, second):
        self.pile = [choice]
        rest = set(range(52)) - set().union(*self.hands.values()) - {choice}
        dealt = sum(map(len, self.hands.values()))
        self.stock = list(self.pack[dealt + 1 :]) if self.order_known else sorted(rest)
        assert set(self.stock) == rest
        self.next_seat = self.starter

    def on_draw(self, seat, choice, legal, top, offered):
        assert self.phase in ("draw", "called")
        assert 0 <= choice <= len(self.pile)
        assert choice == 0 or legal >> choice & 1  # without a stock to draw from, 0 ends the hand
        if not offered:
            assert seat == self.next_seat

    def begin(self, seat):
        """A turn begins with its draw."""
        assert self.phase == "draw"
        assert seat == self.next_seat or (self.rules.first_upcard == "gin_pass" and self.turns == 0)
        self.turns += 1
        self.seat, self.phase = seat, "play"
        self.banned, self.duty, self.own = set(), None, set(self.hands[seat])
        self.new_melds, self.melds_before, self.laid = [], self.melded[seat], 0

    def on_drew(self, seat, choice, legal, left, second):
        if self.phase == "called" and seat == self.offender:
            assert self.rules.call_rummy == "offender_draws_2"
            self.punished += 1
            assert self.punished <= 2
        else:
            self.phase = "draw"
            self.begin(seat)
        if self.order_known:
            assert self.stock[0] == choice
        self.stock.remove(choice)
        assert left == len(self.stock)
        self.hands[seat].add(choice)

    def on_took(self, seat, deepest, legal, depth, taken):
        self.phase = "draw"
        self.begin(seat)
        rules = self.rules
        cards = set(self.pile[-depth:])
        assert cards == cards_of(taken)
        assert self.pile[-depth] == deepest
        assert depth == 1 or rules.discard_draw != "top_only"
        assert depth == len(self.pile) or rules.discard_draw != "whole_pile"
        assert not (rules.first_upcard == "forbidden_first" and self.turns == 1)
        del self.pile[-depth:]
        self.hands[seat] |= cards
        assert self.hands[seat] == cards_of(legal)
        if rules.rediscard_ban != "none":
            if rules.rediscard_scope == "all_taken" or (rules.rediscard_scope == "single_only" and depth == 1):
                self.banned = set(cards)
        if rules.rediscard_ban == "while_held":
            self.held[seat] |= cards
        if rules.deepest_must_be_used == "always" or (rules.deepest_must_be_used == "k>=2" and depth >= 2):
            self.duty = deepest

    def on_shed(self, seat, choice, legal, first, second):
        assert seat == self.seat
        assert self.phase == "play"
        assert cards_of(legal) <= self.hands[seat]
        if self.rules.forced_melding:
            assert choice == -1

    def on_melded(self, seat, cards, legal, run, second):
        meld = frozenset(cards_of(cards))
        assert seat == self.seat
        assert is_meld(meld, self.rules.ace)
        assert meld <= self.hands[seat]
        assert is_set(meld) != bool(run)
        self.hands[seat] -= meld
        self.held[seat] -= meld
        self.table.append(meld)
        self.owners.append(seat)
        self.melds += 1
        self.melded[seat] = True
        self.new_melds.append(meld)
        if self.duty in meld:
            need = {"hand_and_taken": 1, "two_own_cards": 2, "taken_alone": 0}[self.rules.use_with]
            if len(meld & self.own) < need:
                # Then it must have been possible to lay it off.
                assert self.rules.use_as == "meld_or_layoff"
                assert any(self.duty in self.chain_ends(m) for m in self.table[:-1])
            self.duty = None

    def chain_ends(self, meld):
        """Cards that fit a meld, also after other cards of the hand or of the newest meld."""
        have = self.hands[self.seat] | self.table[-1]
        grown = set(meld)
        while fits := [c for c in ends(frozenset(grown), self.rules.ace) if c in have]:
            grown |= set(fits[:1])
        return grown - meld

    def on_laid_off(self, seat, card, legal, on_set, second):
        assert seat == self.seat
        assert card in self.hands[seat]
        self.waiting_layoffs = [*self.waiting_layoffs, (card, bool(on_set))]
        self.hands[seat].remove(card)
        self.held[seat].discard(card)
        self.table.append(frozenset({card}))  # on the table, not yet on its meld
        self.owners.append(None)

    def place_layoffs(self):
        """Layoffs of one shed in any order that works."""
        waiting, self.waiting_layoffs = list(self.waiting_layoffs), []
        keep = [i for i, owner in enumerate(self.owners) if owner is not None]
        self.table, self.owners = [self.table[i] for i in keep], [self.owners[i] for i in keep]
        assert self.may_lay(self.seat)
        while waiting:
            card, on_set = next(c for c in waiting if self.place(self.seat, *c))
            waiting.remove((card, on_set))
            self.layoffs += 1
            self.laid += 1
            if card == self.duty:
                assert self.rules.use_as == "meld_or_layoff"
                self.duty = None

    def place(self, seat, card, on_set=None):
        for i, meld in enumerate(self.table):
            if on_set is not None and is_set(meld) != on_set:
                continue
            if self.reaches(seat, self.owners[i]) and card in ends(meld, self.rules.ace):
                self.table[i] = meld | {card}
                return True
        return False

    def on_discard(self, seat, card, legal, held, second):
        assert seat == self.seat
        assert self.phase == "play"
        self.end_of_play()
        hand = self.hands[seat]
        allowed = hand - self.banned
        if allowed - self.held[seat]:
            allowed -= self.held[seat]
        assert cards_of(legal) == allowed
        assert card in allowed
        hand.remove(card)
        self.held[seat].discard(card)
        self.pile.append(card)
        self.phase, self.offender, self.punished = "called", seat, 0
        self.next_seat = (seat + 1) % self.n
        assert not (self.must_go_out and hand)

    def on_call(self, seat, choice, legal, offender, card):
        assert self.rules.call_rummy != "off"
        assert seat != offender
        assert card in self.pile
        assert self.rules.call_window == "any_time_in_pile" or card == self.pile[-1]
        assert cards_of(legal) == ({card} if self.fits(seat, card) else set())
        assert legal or (self.rules.false_call_penalty > 0 and card == self.pile[-1])
        self.wrong = bool(choice) and not legal

    wrong = False

    def fits(self, seat, card):
        """Whether a player may lay off a card outside his turn."""
        reach = [
            m for m, o in zip(self.table, self.owners, strict=True) if self.may_lay(seat) and self.reaches(seat, o)
        ]
        opened = self.melded[seat] or self.rules.min_first_meld == 0
        return opened and any(card in ends(meld, self.rules.ace) for meld in reach)

    def on_falsely_called(self, seat, card, legal, offender, penalty):
        assert self.wrong
        assert not self.fits(seat, card)
        assert penalty == self.rules.false_call_penalty
        self.fines[seat] += penalty
        self.wrong = False

    def on_called(self, seat, card, legal, offender, last):
        owner = offender if last else seat
        assert self.may_lay(owner)
        self.pile.remove(card)
        assert self.place(owner, card, on_set=False) or self.place(owner, card, on_set=True)  # on a run if it fits one
        self.layoffs += 1
        self.calls += 1
        self.punished = 0
        if last:
            assert self.rules.final_discard_callable
            assert not self.hands[offender]
            self.taken_back = True
        elif self.rules.call_rummy == "layoff_then_turn":
            self.next_seat = seat
        elif self.rules.call_rummy == "offender_takes_pile":
            self.hands[offender] |= set(self.pile)
            self.pile = []

    taken_back = False

    def on_recycled(self, seat, size, legal, times, second):
        rules = self.rules
        assert not self.stock
        self.recycles += 1
        assert times == self.recycles <= rules.max_recycles
        top = [self.pile.pop()] if rules.recycle_top == "keep" else []
        self.stock, self.pile = self.pile, top
        self.order_known = rules.recycle_order == "turn_over"
        self.flipping = rules.recycle_top == "flip"
        assert size == len(self.stock)
        self.phase = "draw"

    def on_flipped(self, seat, card, legal, first, second):
        assert self.flipping
        if self.order_known:
            assert self.stock[0] == card
        self.stock.remove(card)
        self.pile = [card]

    def on_ended(self, winner, end, legal, others, rummy):
        self.ended = end
        if winner >= 0:
            assert not self.hands[winner]
            assert winner == self.seat
            if self.phase == "play":
                self.end_of_play()
                assert not self.rules.must_discard_to_go_out
            assert others == sum(self.pips(hand) for seat, hand in self.hands.items())
        else:
            assert all(self.hands.values())

    def on_paid(self, seat, choice, legal, thousandths, second):
        assert self.ended is not None
        assert seat == len(self.paid)
        self.paid[seat] = thousandths / 1000
