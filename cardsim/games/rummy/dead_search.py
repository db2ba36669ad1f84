"""The exact test for dead positions: all continuations of a small ending, players and unseen cards working together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from cardsim.cards import members
from cardsim.games.rummy.runs import (
    ACE_HIGH_OR_LOW,
    POSITION_0,
    down,
    gather,
    rank_of_all,
    run_blocks,
    to_line,
    up,
)


class TooManyPositionsError(RuntimeError):
    """The exact search met more positions than it may look at."""


class Ending(NamedTuple):
    """A position before a draw (`drawn` is None) or before a play (`drawn`: the mask that may not be discarded)."""

    seat: int
    hands: tuple[int, ...]
    runs: int
    fourths: int
    stock: int
    pile: tuple[int, ...]
    recycles: int
    drawn: int | None = None


class Search(NamedTuple):
    """What the rules allow in an ending: one card is drawn a turn, everybody may lay off on everything.

    Unseen cards may come in any order, so a stock is a set of cards and every reshuffle is possible.
    """

    ace: int = 0
    must_discard: bool = False
    max_recycles: float = 1
    recycle_top: str = "all"
    final_on_demand: bool = False
    recycle_at_start: bool = False
    free_after_recycle: bool = False
    ban: bool = True
    max_positions: int = 200_000

    def can_go_out(self, start: Ending) -> bool:
        """Whether some play from the start of a turn ends with somebody going out."""
        seen, waiting = {start}, [start]
        while waiting:
            ending = waiting.pop()
            for after in self.draws(ending) if ending.drawn is None else self.plays(ending):
                if after is None:
                    return True
                if after not in seen:
                    if len(seen) >= self.max_positions:
                        raise TooManyPositionsError(f"more than {self.max_positions} positions: give a smaller ending")
                    seen.add(after)
                    waiting.append(after)
        return False

    def draws(self, ending: Ending) -> Iterator[Any]:
        """All ways to draw."""
        last = ending.recycles >= self.max_recycles
        if ending.stock == 0 and last and not self.final_on_demand:
            return
        recycle = ending.stock == 0 and not last
        if ending.pile and not (recycle and self.recycle_at_start):
            yield self._take(ending)
        if not recycle:
            yield from self._draw_stock(ending)
            return
        for fresh in self._recycled(ending):
            yield from self._draw_stock(fresh)
            if fresh.pile and (self.recycle_at_start or self.free_after_recycle):
                yield self._take(fresh)

    def _take(self, ending: Ending) -> Ending:
        taken = 1 << ending.pile[-1]
        hands = _with_hand(ending, ending.hands[ending.seat] | taken)
        return ending._replace(hands=hands, pile=ending.pile[:-1], drawn=taken if self.ban else 0)

    def _draw_stock(self, ending: Ending) -> Iterator[Ending]:
        for card in members(ending.stock):
            hands = _with_hand(ending, ending.hands[ending.seat] | 1 << card)
            yield ending._replace(hands=hands, stock=ending.stock ^ 1 << card, drawn=0)

    def _recycled(self, ending: Ending) -> Iterator[Ending]:
        everything = sum(1 << card for card in ending.pile)
        again = ending._replace(recycles=ending.recycles + 1, stock=everything, pile=())
        tops: Sequence[int] = ()
        if self.recycle_top == "keep":
            tops = ending.pile[-1:]
        elif self.recycle_top == "flip":
            tops = ending.pile
        if not tops:
            yield again
        for top in tops:
            yield again._replace(stock=everything ^ 1 << top, pile=(top,))

    def plays(self, ending: Ending) -> Iterator[Any]:
        """All melds, layoffs and discards; None stands for going out."""
        hand = ending.hands[ending.seat]
        for card in members(hand & ~(ending.drawn or 0)):
            left = hand ^ 1 << card
            if left == 0:
                yield None
                continue
            seat = (ending.seat + 1) % len(ending.hands)
            yield ending._replace(seat=seat, hands=_with_hand(ending, left), pile=(*ending.pile, card), drawn=None)
        for cards, runs, fourths in self._put_down(ending, hand):
            left = hand & ~cards
            if left != 0:
                yield ending._replace(hands=_with_hand(ending, left), runs=runs, fourths=fourths)
            elif not self.must_discard:
                yield None

    def _put_down(self, ending: Ending, hand: int) -> Iterator[tuple[int, int, int]]:
        for card in members(hand & ending.fourths):
            yield 1 << card, ending.runs, ending.fourths ^ 1 << card
        for high in (0, POSITION_0) if self.ace == ACE_HIGH_OR_LOW else (0,):
            line = to_line(hand, self.ace, high)
            for bit in _bits(line & (up(ending.runs, self.ace) | down(ending.runs, self.ace)) & ~ending.runs):
                yield gather(bit), ending.runs | bit, ending.fourths & ~gather(bit)
            for length in range(3, hand.bit_count() + 1):
                for group in combinations(_bits(line), length):
                    run = sum(group)
                    block = run_blocks(run, self.ace)
                    if block == run and _connected(run, self.ace):
                        yield gather(run), ending.runs | run, ending.fourths & ~gather(run)
        for rank in range(13):
            held = hand & rank_of_all(rank)
            for length in (3, 4):
                for group in combinations(members(held), length):
                    cards = sum(1 << card for card in group)
                    fourth = rank_of_all(rank) & ~cards & ~gather(ending.runs)
                    yield cards, ending.runs, ending.fourths | fourth


def _with_hand(ending: Ending, hand: int) -> tuple[int, ...]:
    return (*ending.hands[: ending.seat], hand, *ending.hands[ending.seat + 1 :])


def _bits(line: int) -> list[int]:
    return [1 << position for position in members(line)]


def _connected(run: int, ace: int) -> bool:
    grown = run & -run
    while (wider := (grown | up(grown, ace) | down(grown, ace)) & run) != grown:
        grown = wider
    return grown == run
