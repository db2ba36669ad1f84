"""Rummy, event by event: hands, melds on the table, the pile and the stock, what each player may do."""

from __future__ import annotations

from typing import Any

from cardsim.cards import cards_text, members
from cardsim.games.rummy import calls, plays, scoring, turns, view
from cardsim.games.rummy.playable import needs_packs
from cardsim.pictures import EVERYBODY, SLOT, Choice, Group, Row, Step, hidden
from cardsim.scenes.players import Points, by_suit, marked, pieces, seat_label
from cardsim.scenes.rummy_table import Melds

SHOWN_OF_PILE = 12


class Scene:
    """Follows one hand, or the hands of a match."""

    def __new__(cls, job: Any, index: int, packs: Any) -> Scene:
        """A scene of the kind that the rules need."""
        if cls is Scene and needs_packs(job.rules):
            from cardsim.scenes.rummy_packs import PacksScene

            return super().__new__(PacksScene)
        return super().__new__(cls)

    def __init__(self, job: Any, index: int, packs: Any) -> None:
        self.names, self.rules = job.names, job.rules
        self.points = Points(len(job.seats))
        self.clear()

    def clear(self) -> None:
        """Before a deal."""
        players = len(self.names)
        self.hands = [0] * players
        self.known = [0] * players
        self.melds = Melds()
        self.pile: list[int] = []
        self.stock = 52
        self.dealt = 0

    def step(self, event: list[int], text: str) -> Step | None:
        """The picture of one event."""
        kind, seat, choice, legal, first, second = event
        if kind == turns.DEALT:
            return self._dealt(seat, legal, first)
        if kind == view.DRAW:
            return self._picture(text, seat, self._draws(choice, legal))
        if kind == view.SHED:
            answer = legal if choice == view.BEST else max(choice, 0) & ~view.AS_LAYOFFS
            marks = marked(legal) | dict.fromkeys(members(answer), "chosen")
            public = f"seat {seat} chooses what to put down" if answer else f"seat {seat} puts down nothing more"
            return self._picture(text, seat, public=public, marks=marks)
        if kind == view.DISCARD:
            step = self._picture(text, seat, marks=marked(legal, choice))
            self._leaves(seat, 1 << choice)
            self.pile.append(choice)
            return step
        if kind == view.CALL:
            return self._picture(text, seat, (Choice("call", bool(choice)), Choice("let it go", not choice)))
        if kind == scoring.PAID:
            self.points.pay(seat, first)
            return self._picture(f"{self.points} after this hand") if seat == len(self.names) - 1 else None
        public = self._happens(kind, seat, choice, legal, first, second)
        return self._picture(text, seat, public=public, new=self._moved(kind, choice, second))

    def _dealt(self, seat: int, hand: int, starter: int) -> Step | None:
        if self.dealt == len(self.names):
            self.clear()
        self.hands[seat] = hand
        self.dealt += 1
        self.stock -= hand.bit_count()
        if self.dealt < len(self.names):
            return None
        return self._picture(f"the cards are dealt; seat {starter} begins")

    def _draws(self, choice: int, legal: int) -> tuple[Choice, ...]:
        """The places to draw from: bit 0 of `legal` the stock, bit k the top k cards of the pile."""
        options = []
        for depth in members(legal):
            taken = cards_text(self.pile[-depth:], symbols=True) if depth else ""
            options.append(Choice(f"take {taken}" if depth else "draw from the stock", depth == choice))
        return tuple(options)

    def _happens(self, kind: int, seat: int, choice: int, legal: int, first: int, second: int) -> str:
        """Carry out an event that is no decision; what those see who do not see it all."""
        if kind == turns.UPCARD:
            self.pile.append(choice)
            self.stock -= 1
        elif kind == turns.DREW:
            self.hands[seat], self.stock = legal, first
            return f"seat {seat} draws from the stock ({first} left)"
        elif kind == turns.TOOK:
            del self.pile[len(self.pile) - first :]
            self.hands[seat] |= second
            self.known[seat] |= second
        elif kind == turns.RECYCLED:
            self.stock, self.pile = choice, self.pile[choice:]
        elif kind == turns.FLIPPED:
            self.pile.append(choice)
            self.stock -= 1
        elif kind == plays.MELDED:
            self.melds.add(choice, is_run=bool(first))
            self._leaves(seat, choice)
        elif kind == plays.LAID_OFF:
            self.melds.lay_off(choice, on_set=bool(first))
            self._leaves(seat, 1 << choice)
        elif kind == calls.CALLED:
            self._called(choice, first, bool(second))
        elif kind == scoring.ENDED:
            self.known = [-1] * len(self.names)
        return ""

    def _leaves(self, seat: int, gone: int) -> None:
        self.hands[seat] &= ~gone
        self.known[seat] &= ~gone

    def _called(self, called: int, offender: int, last: bool) -> None:
        """A called card leaves the pile for the table; the offender may have to take the pile."""
        self.pile.remove(called)
        self.melds.lay_off(called, on_set=not self.melds.fits_run(called))
        if self.rules.call_rummy == "offender_takes_pile" and not last:
            for card in self.pile:
                self.hands[offender] |= 1 << card
                self.known[offender] |= 1 << card
            self.pile = []

    @staticmethod
    def _moved(kind: int, choice: int, second: int) -> int:
        """The cards that an event has moved."""
        if kind == turns.TOOK:
            return second
        if kind == plays.MELDED:
            return choice
        return 1 << choice if kind in (turns.UPCARD, turns.DREW, turns.FLIPPED, plays.LAID_OFF, calls.CALLED) else 0

    def _picture(
        self,
        text: str,
        seat: int = EVERYBODY,
        choices: tuple[Choice, ...] = (),
        public: str = "",
        marks: dict[int, str] | None = None,
        new: int = 0,
    ) -> Step:
        marks = dict(marks or {}) | dict.fromkeys(members(new), "new")
        rows = [self._hand(each, marks, each == seat) for each in range(len(self.names))]
        melds = self._melds(marks)
        top = pieces(self.pile[-SHOWN_OF_PILE:], marks=marks).pieces or (SLOT,)
        more = max(len(self.pile) - SHOWN_OF_PILE, 0)
        note = "the last is on top" + (f"; {more} more below" if more else "") if self.pile else ""
        stock = Group(hidden(1) if self.stock else (SLOT,), str(self.stock))
        rows += [Row("on the table", melds), Row("stock, pile", (stock, Group(top, str(len(self.pile)))), note)]
        return Step(text, tuple(rows), seat, public, choices, str(self.points))

    def _melds(self, marks: dict[int, str]) -> tuple[Group, ...]:
        return tuple(pieces(meld, marks=marks) for meld in self.melds)

    def _hand(self, seat: int, marks: dict[int, str], active: bool) -> Row:
        hand = pieces(by_suit(self.hands[seat]), seat, self.known[seat], marks)
        note = f"{len(hand.pieces)} cards"
        return Row(seat_label(seat, self.names), (hand,), note, active=active)
