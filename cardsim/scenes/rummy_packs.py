"""Rummy with two packs and wild cards, event by event: which cards lie twice, and what each wild card stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cardsim.cards import FULL_PACK, RANKS, card_text, members
from cardsim.games.rummy import calls, plays, scoring, turns, view
from cardsim.games.rummy.describe import kind_text
from cardsim.games.rummy.packs.ground import JOKER, JOKERS
from cardsim.games.rummy.packs.placing import SWAPPED
from cardsim.games.rummy.playable import number_of_cards
from cardsim.pictures import EVERYBODY, Choice, Group, Row, Step, card
from cardsim.scenes.players import seat_label
from cardsim.scenes.rummy import Scene


@dataclass
class Meld:
    """The cards of a meld in their places, and what each stands for."""

    is_run: bool
    cards: list[int]
    stands: list[int]

    def group(self, marks: dict[int, str]) -> Group:
        """Its picture; below it what its wild cards stand for."""
        order = list(range(len(self.cards)))
        if not self.is_run:
            order.sort(key=self.stands.__getitem__)
        wild = [card_text(self.stands[i], symbols=True) for i in order if self.cards[i] != self.stands[i]]
        pieces = tuple(card(self.cards[i], mark=marks.get(self.cards[i], "")) for i in order)
        return Group(pieces, f"wild as {', '.join(wild)}" if wild else "")


def kinds_of(once: int, twice: int = 0) -> Counter[int]:
    """How many of each kind two masks name; jokers are 53.

    Examples
    --------
    >>> kinds_of(1 | 0b11 << 53, 1) == {0: 2, 53: 2}
    True
    """
    found = Counter(members(once & FULL_PACK)) + Counter(members(twice & FULL_PACK))
    jokers = (once & JOKERS).bit_count()
    return found + Counter({JOKER: jokers})


def new_meld(cards: Counter[int], is_run: bool, place: int, suit_most: int) -> Meld:
    """A meld as the log tells it: natural cards in their places, then wild ones, lowest first."""
    left, placed, stands = sorted(cards.elements()), list[int](), list[int]()
    if is_run:
        suit, start = divmod(place, 16)
        stands = [13 * suit + (start + i) % 13 for i in range(len(left))]
        natural = [real if real in cards else -1 for real in stands]
        for real in natural:
            if real >= 0:
                left.remove(real)
        return Meld(True, [left.pop(0) if real < 0 else real for real in natural], stands)
    for kind in [kind for kind in left if kind != JOKER and kind % 13 == place]:
        if stands.count(kind) < suit_most:
            left.remove(kind)
            placed.append(kind)
            stands.append(kind)
    for kind in left:
        real = min((13 * suit + place for suit in range(4)), key=lambda real: (stands.count(real), real))
        placed.append(kind)
        stands.append(real)
    return Meld(False, placed, stands)


class PacksScene(Scene):
    """Follows one hand, or the hands of a match."""

    def clear(self) -> None:
        """Before a deal."""
        super().clear()
        self.held = [Counter[int]() for _ in self.names]
        self.open = [Counter[int]() for _ in self.names]
        self.table: list[Meld] = []
        self.stock = number_of_cards(self.rules)

    @property
    def pieces(self) -> int:
        """All cards that are somewhere."""
        held, down = sum(hand.total() for hand in self.held), sum(len(meld.cards) for meld in self.table)
        return held + down + len(self.pile) + self.stock + (self.called is not None)

    def step(self, event: list[int], text: str) -> Step | None:
        """The picture of one event."""
        kind, seat, choice, legal, first, _ = event
        if kind == turns.DEALT:
            if self.dealt == len(self.names):
                self.clear()
            self.held[seat] = kinds_of(legal, max(choice, 0))
            self.dealt += 1
            self.stock -= self.held[seat].total()
            done = self.dealt == len(self.names)
            return self._picture(f"the cards are dealt; seat {first} begins") if done else None
        if kind == view.SHED:
            answer = legal if choice == view.BEST else max(choice, 0)
            marks = dict.fromkeys(kinds_of(legal), "legal") | dict.fromkeys(kinds_of(answer), "chosen")
            public = f"seat {seat} chooses what to put down" if answer else f"seat {seat} puts down nothing more"
            return self._picture(text, seat, public=public, marks=marks)
        if kind == view.DISCARD:
            thrown = min(choice, JOKER)
            step = self._picture(text, seat, marks=dict.fromkeys(kinds_of(legal), "legal") | {thrown: "chosen"})
            self._gone(seat, [thrown])
            self.pile.append(thrown)
            return step
        return super().step(event, text)

    def _gone(self, seat: int, kinds: Iterable[int]) -> None:
        """Cards leave a hand; those everybody knows of go first."""
        for kind in kinds:
            self.held[seat] -= Counter([kind])
            self.open[seat] -= Counter([kind])

    def _draws(self, choice: int, legal: int) -> tuple[Choice, ...]:
        options = []
        for depth in members(legal):
            taken = " ".join(kind_text(kind) for kind in self.pile[-depth:]) if depth else ""
            options.append(Choice(f"take {taken}" if depth else "draw from the stock", depth == choice))
        return tuple(options)

    def _happens(self, kind: int, seat: int, choice: int, legal: int, first: int, second: int) -> str:
        if kind == turns.DREW:
            self.held[seat][choice] += 1
            self.stock = first
            return f"seat {seat} draws from the stock ({first} left)"
        if kind == turns.TOOK:
            taken = Counter(self.pile[-first:])
            del self.pile[-first:]
            self.held[seat] += taken
            self.open[seat] += taken
        elif kind == plays.MELDED:
            cards = kinds_of(choice, legal)
            suit_most = 1 if self.rules.set_distinct_suits else self.rules.decks
            self.table.append(new_meld(cards, bool(first), second - 1, suit_most))
            self._gone(seat, cards.elements())
        elif kind == plays.LAID_OFF:
            meld, at = self.table[legal - 1], 0 if second > 64 else len(self.table[legal - 1].cards)
            meld.cards.insert(at, choice)
            meld.stands.insert(at, (second - 1) % 64)
            if self.called is None:
                self._gone(seat, [choice])
            self.called = None
        elif kind == SWAPPED:
            self.table[legal - 1].cards[second - 1] = choice
            self._gone(seat, [choice])
            self.held[seat][first] += 1
            self.open[seat][first] += 1
        elif kind == calls.CALLED:
            self.pile.reverse()
            self.pile.remove(choice)
            self.pile.reverse()
            self.called = choice
            if self.rules.call_rummy == "offender_takes_pile" and not second:
                self.held[first] += Counter(self.pile)
                self.open[first] += Counter(self.pile)
                self.pile = []
        elif kind == scoring.ENDED:
            self.open = [hand.copy() for hand in self.held]
        else:
            return super()._happens(kind, seat, choice, legal, first, second)
        return ""

    called: int | None = None
    """A card on its way from the pile to the table."""

    @staticmethod
    def _moved(kind: int, choice: int, second: int) -> int:
        return 1 << choice if kind == SWAPPED else Scene._moved(kind, choice, second)

    def _picture(
        self,
        text: str,
        seat: int = EVERYBODY,
        choices: tuple[Choice, ...] = (),
        public: str = "",
        marks: dict[int, str] | None = None,
        new: int = 0,
    ) -> Step:
        fresh = dict.fromkeys(kinds_of(new), "new")
        return super()._picture(text, seat, choices, public, dict(marks or {}) | fresh)

    def _melds(self, marks: dict[int, str]) -> tuple[Group, ...]:
        return tuple(meld.group(marks) for meld in self.table)

    def _hand(self, seat: int, marks: dict[int, str], active: bool) -> Row:
        wild = None if self.rules.wild_rank is None else RANKS.index(self.rules.wild_rank)
        shown = []
        for kind in sorted(self.held[seat], key=lambda kind: (kind == JOKER or kind % 13 == wild, kind)):
            for i in range(self.held[seat][kind]):
                owner = EVERYBODY if i < self.open[seat][kind] else seat
                shown.append(card(kind, owner, marks.get(kind, "")))
        return Row(seat_label(seat, self.names), (Group(tuple(shown)),), f"{len(shown)} cards", active=active)
