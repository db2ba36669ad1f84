"""Spades, event by event: four hands, bids and tricks, the trick on the table, the score."""

from __future__ import annotations

from typing import Any

from cardsim.games.spades import kernel, play, view
from cardsim.pictures import EVERYBODY, NOBODY, Choice, Group, Row, Step, card
from cardsim.scenes.players import by_suit, marked, pieces, seat_label

NO_BID = -1


class Scene:
    """Follows one deal, or the deals of a match."""

    def __init__(self, job: Any, index: int, packs: Any) -> None:
        self.names, self.rules = job.names, job.rules
        self.points = [0, 0]
        self.clear()

    def clear(self) -> None:
        """Before a deal."""
        self.hands = [0] * 4
        self.unseen = [False] * 4
        self.bids = [NO_BID] * 4
        self.blind = [False] * 4
        self.tricks = [0] * 4
        self.trick: dict[int, int] = {}
        self.passed: dict[int, int] = {}
        self.over = False

    def step(self, event: list[int], text: str) -> Step | None:
        """The picture of one event."""
        kind, seat, choice, legal, first, second = event
        if kind == kernel.DEALT:
            return self._dealt(seat, legal, first)
        if kind == view.PASS_CARDS:
            return self._passes(seat, choice, legal, text)
        if kind == view.PLAY:
            return self._plays(seat, choice, legal, first, text)
        if kind == play.TOOK:
            self.tricks[seat] = choice
            step = self._picture(text, seat, winner=first)
            self.trick = {}
            return step
        if kind == view.BLIND_NIL_DECISION:
            return self._blind(seat, choice, text)
        if kind == view.BID:
            self.bids[seat] = choice
            options = tuple(Choice(str(bid or "nil"), bid == choice) for bid in range(14) if legal >> bid & 1)
            return self._picture(text, seat, options)
        for team, points in enumerate((first, second)):
            self.points[team] += points
        self.over = True
        return self._picture(text)

    def _dealt(self, seat: int, hand: int, dealer: int) -> Step | None:
        if self.over:
            self.clear()
        self.hands[seat] = hand
        if seat < 3:
            return None
        return self._picture(f"the cards are dealt by seat {dealer}")

    def _blind(self, seat: int, choice: int, text: str) -> Step:
        self.unseen[seat] = True
        options = (Choice("look at the cards", not choice), Choice("bid blind", bool(choice)))
        step = self._picture(text, seat, options)
        self.unseen[seat] = False
        if choice:
            self.bids[seat] = 0 if choice == 1 else choice
            self.blind[seat] = True
        return step

    def _passes(self, seat: int, passed: int, legal: int, text: str) -> Step:
        if self.rules.pass_order == "bidder_first":
            self._hand_over(seat ^ 2)
        step = self._picture(text, seat, public=f"seat {seat} passes a card", marks=marked(legal, passed))
        self.hands[seat] &= ~(1 << passed)
        self.passed[seat ^ 2] = self.passed.get(seat ^ 2, 0) | 1 << passed
        return step

    def _hand_over(self, giver: int) -> None:
        """What `giver` has passed arrives."""
        taker = giver ^ 2
        self.hands[taker] |= self.passed.pop(taker, 0)

    def _plays(self, seat: int, played: int, legal: int, hand: int, text: str) -> Step:
        for giver in range(4):
            self._hand_over(giver)
        step = self._picture(text, seat, marks=marked(legal, played))
        self.hands[seat] &= ~(1 << played)
        self.trick[seat] = played
        return step

    def _picture(
        self,
        text: str,
        seat: int = EVERYBODY,
        choices: tuple[Choice, ...] = (),
        public: str = "",
        marks: dict[int, str] | None = None,
        winner: int = -1,
    ) -> Step:
        rows = [self._hand(each, marks if each == seat else None, each == seat) for each in range(4)]
        trick = tuple(
            Group((card(played, mark="chosen" if played == winner else ""),), f"seat {each}")
            for each, played in self.trick.items()
        )
        rows.append(Row("trick", trick))
        a, b = self.points
        return Step(text, tuple(rows), seat, public, choices, f"seats 0 and 2: {a}, seats 1 and 3: {b}")

    def _hand(self, seat: int, marks: dict[int, str] | None, active: bool) -> Row:
        sees = NOBODY if self.unseen[seat] else seat
        hand = by_suit(self.hands[seat], aces_high=True)
        suits = [[number for number in hand if number // 13 == suit] for suit in range(5)]
        groups = tuple(pieces(suit, sees, marks=marks) for suit in suits if suit)
        bid = "" if self.bids[seat] == NO_BID else f"bid {'blind ' * self.blind[seat]}{self.bids[seat] or 'nil'}, "
        return Row(seat_label(seat, self.names), groups, f"{bid}tricks {self.tricks[seat]}", active=active)
