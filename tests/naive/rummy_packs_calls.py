"""Calls with two packs and wild cards: the part of the referee that knows who may call what, and what follows.

Written from the rules; shares no code with the package.
"""

from collections import Counter

from tests.naive import rummy_packs as naive
from tests.naive.rummy_packs import kinds


class Calls:
    """The part of a referee that checks calls."""

    def fits(self, seat, card):
        """Whether a player may lay off a card outside his turn."""
        if not self.may_lay(seat) or (self.rules.min_first_meld > 0 and not self.melded[seat]):
            return False
        return any(
            naive.lay(meld, card, self.house)
            for meld, owner in zip(self.table, self.owners, strict=True)
            if self.reaches(seat, owner)
        )

    def on_call(self, seat, choice, legal, offender, card):
        assert self.rules.call_rummy != "off"
        assert seat != offender
        assert card in self.pile
        assert self.rules.call_window == "any_time_in_pile" or card == self.pile[-1]
        last = not self.hands[offender]
        assert last or kinds(legal) == ({card} if self.fits(seat, card) else set())
        assert legal or self.rules.false_call_penalty > 0
        self.wrong = bool(choice) and not legal

    wrong = False

    def on_falsely_called(self, seat, card, legal, offender, penalty):
        assert self.wrong
        assert not self.fits(seat, card)
        self.fines[seat] += penalty
        self.wrong = False

    def on_called(self, seat, card, legal, offender, last):
        owner = offender if last else seat
        assert self.fits(owner, card)
        self.pile.reverse()
        self.pile.remove(card)
        self.pile.reverse()
        self.called = (owner, card)
        self.calls += 1
        self.just_called += 1
        self.taken_back = bool(last)
        if last:
            assert self.rules.final_discard_callable
            assert not self.hands[offender]
            self.laid += 1
        elif self.rules.call_rummy == "layoff_then_turn":
            self.next_seat = seat
        elif self.rules.call_rummy == "offender_takes_pile":
            self.hands[offender] += Counter(self.pile)
            self.pile = []

    taken_back = False
