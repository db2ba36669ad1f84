"""The sets on a Rummikub table.

Where a joker's place is bound, the log says which sets lie there.  Under the free joker rule a position is its tiles
alone, so sets are formed here: what lies stays as long as the new tiles fit on it or form sets of their own, else the
whole table is arranged anew by :func:`cardsim.games.rummikub.best_turn`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardsim.games.rummikub import best_turn, sets


class Sets:
    """The sets on the table, each a list of tiles in its order."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self._sets: list[list[int]] = []
        self._laid: list[list[int]] = []

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self._sets)

    def lay(self, tiles: list[int], jokers_for: list[int]) -> None:
        """One set as it will lie: its number tiles, and the tiles that its jokers stand for."""
        joker = 4 * self.rules.numbers
        roles = sorted([(number, number) for number in tiles] + [(role, joker) for role in jokers_for])
        self._laid.append([number for _, number in roles])

    def place(self, tiles: list[int]) -> None:
        """Put tiles on the table."""
        if self._laid:
            self._sets, self._laid = self._laid, []
            return
        rest = [] if self._form(tiles) else self._attach(tiles)
        if rest and not self._form(rest):
            everything = [number for one in self._sets for number in one] + rest
            self._sets = []
            self._form(everything)

    def _form(self, tiles: list[int]) -> bool:
        """Lay tiles as new sets, if they can be."""
        if len(tiles) < 3:
            return False
        try:
            found = best_turn(tiles, [], rules=self.rules).sets
        except ValueError:
            return False
        self._sets += [list(map(int, one)) for one in found]
        return True

    def _attach(self, tiles: list[int]) -> list[int]:
        """Add tiles to the sets that they fit on; what is left."""
        rest = list(tiles)
        again = True
        while again:
            again = False
            for number in rest:
                if self._add(number):
                    rest.remove(number)
                    again = True
                    break
        return rest

    def _add(self, number: int) -> bool:
        for place, one in enumerate(self._sets):
            try:
                reading = sets.read_set([*one, number], self.rules.numbers)
            except ValueError:
                continue
            self._sets[place] = list(map(int, reading.tiles))
            return True
        return False
