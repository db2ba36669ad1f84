"""Rummikub, event by event: racks, the sets on the table, the pool, what each player may do."""

from __future__ import annotations

from collections import Counter
from typing import Any

from cardsim.games.rummikub import dealing, view
from cardsim.games.rummikub.describe import OPEN_ANSWERS, PLAY_ANSWERS
from cardsim.games.rummikub.layers import MOST_NUMBERS
from cardsim.pictures import EVERYBODY, SLOT, Choice, Group, Piece, Row, Step, hidden, tile
from cardsim.scenes.players import Points, seat_label
from cardsim.scenes.rummikub_table import Sets


class Scene:
    """Follows one deal, or the rounds of a match."""

    def __init__(self, job: Any, index: int, packs: Any) -> None:
        self.names, self.rules = job.names, job.rules
        self.points = Points(len(job.seats))
        self.clear()

    def clear(self) -> None:
        """Before a deal."""
        self.racks: list[Counter[int]] = [Counter() for _ in self.names]
        self.sets = Sets(self.rules)
        self.dealt = 0
        self.pool = self.rules.jokers + 4 * self.rules.numbers * self.rules.copies
        self.open = False

    def step(self, event: list[int], text: str) -> Step | None:
        """The picture of one event."""
        kind, seat, choice, legal, first, second = event
        if kind == dealing.DEALT:
            return self._dealt(seat, choice, self._tiles(legal, first, second))
        if kind == dealing.SET:
            self.sets.lay(self._tiles(legal, 0, 0), self._tiles(first, 0, 0))
            return None
        if kind == dealing.PLACED:
            placed = Counter(self._tiles(legal, first, second))
            self.racks[seat] -= placed
            self.sets.place(list(placed.elements()))
            return self._picture(text, seat, new=placed)
        if kind == dealing.DREW:
            drawn = self._tile(choice)
            self.racks[seat][drawn] += 1
            self.pool = first
            return self._picture(text, seat, public=f"seat {seat} draws a tile ({first} left)", drawn=drawn)
        if kind == dealing.SCORED:
            self.open = True
        elif kind == dealing.PAID:
            self.points.pay(seat, first)
            return self._picture(f"{self.points} after this deal") if seat == len(self.names) - 1 else None
        else:
            return self._decision(kind, seat, choice, first, text)
        return self._picture(text)

    def _dealt(self, seat: int, starter: int, tiles: list[int]) -> Step | None:
        if self.dealt == len(self.names):
            self.clear()
        self.racks[seat] = Counter(tiles)
        self.dealt += 1
        self.pool -= len(tiles)
        return self._picture(f"the racks are drawn; seat {starter} begins") if self.dealt == len(self.names) else None

    def _decision(self, kind: int, seat: int, choice: int, offered: int, text: str) -> Step:
        answers = OPEN_ANSWERS if kind == view.OPEN else PLAY_ANSWERS
        public = f"seat {seat} thinks"
        choices = tuple(
            Choice(answer, number == choice)
            for number, answer in enumerate(answers)
            if kind == view.OPEN or number != view.ACCEPT or offered
        )
        return self._picture(text, seat, choices, public)

    def _tile(self, number: int) -> int:
        """The tile of the box that a kernel's tile stands for."""
        if number == dealing.JOKER:
            return 4 * self.rules.numbers
        colour, value = divmod(number, MOST_NUMBERS)
        return int(colour * self.rules.numbers + value)

    def _tiles(self, one: int, two: int, jokers: int) -> list[int]:
        """The tiles of two masks of kinds, and jokers."""
        kinds = [number for number in range(dealing.JOKER) for mask in (one, two) if mask >> number & 1]
        return [self._tile(number) for number in kinds] + [4 * self.rules.numbers] * jokers

    def _piece(self, number: int, seat: int = EVERYBODY, mark: str = "") -> Piece:
        colour, value = divmod(number, self.rules.numbers)
        return tile(colour, 0 if colour == 4 else value + 1, seat, mark)

    def _picture(
        self,
        text: str,
        seat: int = EVERYBODY,
        choices: tuple[Choice, ...] = (),
        public: str = "",
        new: Counter[int] | None = None,
        drawn: int = -1,
    ) -> Step:
        rows = [self._rack(each, drawn if each == seat else -1, each == seat) for each in range(len(self.names))]
        left = Counter(new or {})
        groups = []
        for tiles in self.sets:
            pieces = []
            for number in tiles:
                pieces.append(self._piece(number, mark="new" if left[number] > 0 else ""))
                left[number] -= 1
            groups.append(Group(tuple(pieces)))
        rows += [
            Row("table", tuple(groups)),
            Row("pool", (Group(hidden(1, "tile") if self.pool else (SLOT,), str(self.pool)),)),
        ]
        return Step(text, tuple(rows), seat, public, choices, str(self.points))

    def _rack(self, seat: int, drawn: int, active: bool) -> Row:
        tiles = sorted(self.racks[seat].elements())
        sees = EVERYBODY if self.open else seat
        groups: dict[int, list[Piece]] = {}
        for number in tiles:
            mark = "new" if number == drawn else ""
            groups.setdefault(number // self.rules.numbers, []).append(self._piece(number, sees, mark))
        note = f"{len(tiles)} tiles"
        return Row(seat_label(seat, self.names), tuple(Group(tuple(g)) for g in groups.values()), note, active=active)
