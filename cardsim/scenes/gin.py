"""Gin Rummy, event by event: both hands in melds and deadwood, the pile, what each player may do."""

from __future__ import annotations

from typing import Any

from cardsim.cards import card_text, members
from cardsim.games.gin import best_melds, dealing, drawing, showdown, view
from cardsim.pictures import EVERYBODY, SLOT, Choice, Group, Row, Step, card, hidden
from cardsim.scenes.players import Points, marked, pieces, seat_label

NAMES = {view.TAKE_UPCARD: ("take the upcard", "leave it"), view.KNOCK: ("knock", "go on")}
NAMES[view.BIG_GIN] = ("declare big gin", "go on")


class Scene:
    """Follows one hand, or the hands of a match."""

    def __init__(self, job: Any, index: int, packs: Any) -> None:
        self.names, self.aces = job.names, job.rules.aces
        self.points = Points(2)
        self.clear()

    def clear(self) -> None:
        """Before a deal."""
        self.hands = [0, 0]
        self.known = [0, 0]
        self.laid: list[list[int]] = [[], []]
        self.pile: list[int] = []
        self.stock = 52
        self.dealt = 0

    def step(self, event: list[int], text: str) -> Step | None:
        """The picture of one event."""
        kind, seat, choice, legal, first, second = event
        if kind == dealing.DEALT:
            return self._dealt(seat, legal, text)
        if kind == dealing.UPCARD:
            self.pile.append(choice)
            self.stock -= 1
            return self._picture(text, new=choice)
        if kind == drawing.DREW:
            return self._drew(seat, choice, first, second, text)
        if kind == view.DISCARD:
            return self._discarded(seat, choice, legal, first, text)
        if kind in NAMES:
            does, does_not = NAMES[kind]
            options = (Choice(does, bool(choice)), Choice(does_not, not choice))
            public = kind == view.TAKE_UPCARD or bool(choice)
            return self._picture(text, seat, options, "" if public else f"seat {seat} goes on")
        return self._showdown(kind, seat, choice, legal, first, text)

    def _dealt(self, seat: int, hand: int, text: str) -> Step | None:
        if self.dealt == 2:
            self.clear()
        self.hands[seat] = hand
        self.dealt += 1
        self.stock -= hand.bit_count()
        if self.dealt < 2:
            return None
        begins = text.endswith(", begins")
        return self._picture(f"the cards are dealt; seat {seat if begins else 1 - seat} begins")

    def _drew(self, seat: int, drawn: int, from_pile: int, stock: int, text: str) -> Step:
        self.stock = stock
        self.hands[seat] |= 1 << drawn
        if from_pile:
            self.pile.pop()
            self.known[seat] |= 1 << drawn
            return self._picture(text, seat, new=drawn)
        return self._picture(text, seat, public=f"seat {seat} draws from the stock ({stock} left)", new=drawn)

    def _discarded(self, seat: int, thrown: int, legal: int, knocking: int, text: str) -> Step:
        step = self._picture(text, seat, marks=marked(legal, thrown))
        self.hands[seat] &= ~(1 << thrown)
        self.known[seat] &= ~(1 << thrown)
        self.pile.append(thrown)
        return step

    def _showdown(self, kind: int, seat: int, choice: int, legal: int, first: int, text: str) -> Step | None:
        if kind == showdown.LAID:
            self.laid[seat].append(legal)
            self.hands[seat] = first
        elif kind == showdown.LAID_OFF:
            self.laid[1 - seat][first] = legal
            self.hands[seat] &= ~(1 << choice)
        elif kind == showdown.SCORED:
            self.known = [-1, -1]
        elif kind == showdown.PAID:
            self.points.pay(seat, first)
            return self._picture(f"{self.points} after this hand") if seat == 1 else None
        elif kind == view.LAY_OFF and choice >= 0:
            return self._picture(text, seat, marks=marked(legal, choice & 63))
        elif kind == view.LAY_OFF:
            return self._picture(text, seat, marks=marked(legal))
        elif kind == view.SPREAD and choice == view.ANY_BEST:
            return None
        new = choice if kind == showdown.LAID_OFF else -1
        return self._picture(text, seat, new=new)

    def _picture(
        self,
        text: str,
        seat: int = EVERYBODY,
        choices: tuple[Choice, ...] = (),
        public: str = "",
        marks: dict[int, str] | None = None,
        new: int = -1,
    ) -> Step:
        marks = dict(marks or {}) if new < 0 else {new: "new"}
        rows = [self._hand(each, marks, each == seat) for each in (0, 1)]
        top = card(self.pile[-1], mark=marks.get(self.pile[-1], "")) if self.pile else SLOT
        below = "below: " + " ".join(card_text(c, symbols=True) for c in self.pile[-2::-1]) if self.pile[1:] else ""
        stock = hidden(1) if self.stock else (SLOT,)
        rows.append(Row("stock, pile", (Group(stock, str(self.stock)), Group((top,), str(len(self.pile)))), below))
        return Step(text, tuple(rows), seat, public, choices, str(self.points))

    def _hand(self, seat: int, marks: dict[int, str], active: bool) -> Row:
        best = best_melds(self.hands[seat], self.aces)
        groups = [Group(pieces(members(meld), marks=marks).pieces, "laid") for meld in self.laid[seat]]
        known = self.known[seat]
        groups += [pieces(part, seat, known, marks) for part in (*best.melds, best.deadwood_cards) if part]
        note, sees = f"deadwood {best.deadwood}", EVERYBODY if known < 0 else seat
        return Row(seat_label(seat, self.names), tuple(groups), note, active=active, seat=sees)
