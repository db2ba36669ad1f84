"""Questions about one hand with two packs or wild cards, asked with cards as text or lists; a joker is "Jk"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cardsim.games.rummy import board as b
from cardsim.games.rummy.dead import LEVELS
from cardsim.games.rummy.given import check_numbers, list_melds, parse_kinds
from cardsim.games.rummy.packs.finding import find_shed, finder_address
from cardsim.games.rummy.packs.game import packed_kinds
from cardsim.games.rummy.packs.ground import (
    GROUND,
    IN_SET,
    JOKER,
    JOKERS,
    KINDS,
    card_at,
    count_cards,
    grow,
    held_once,
    held_twice,
    is_wild,
    lacking_suit,
    layable_kinds,
)
from cardsim.games.rummy.packs.groups import NEW_RUN, ONCE, TWICE, WORD, group_kind, group_of, group_wilds
from cardsim.games.rummy.packs.placing import lay_out
from cardsim.games.rummy.packs.plays import new_meld
from cardsim.games.rummy.packs.rows import B_GROUPS, B_NUMBER, B_ON_NEW, B_OUT, B_PIPS, B_PLACED
from cardsim.games.rummy.packs.shed import F_NUMBER, F_ONCE, F_SWAPS, F_TWICE
from cardsim.games.rummy.packs.shed import wild_cards as _wild_cards
from cardsim.games.rummy.packs.stopping import dead
from cardsim.games.rummy.rules import Rules
from cardsim.games.rummy.runs import ACES

Found = tuple[list[list[int]], list[int], list[int], int, bool, list[int]]


def _counts(kinds: Iterable[int]) -> np.ndarray:
    counts = np.zeros(KINDS, np.int64)
    for kind in kinds:
        counts[kind] += 1
    return counts


def empty_ground(rules: Rules) -> Any:
    """A table without melds, with what the rules say about it."""
    ground = np.zeros(1, GROUND).view(np.recarray)[0]
    known = packed_kinds(rules)
    ground.ace, ground.decks, ground.distinct = ACES.index(rules.ace), rules.decks, rules.set_distinct_suits
    ground.set_most, ground.wild_rank, ground.swap = known["set_most"], known["wild"], rules.joker_swap
    ground.pips[:], ground.finder = known["kind_pips"], finder_address()
    return ground


def _places(meld: Sequence[int], ground: Any) -> tuple[int, int, int]:
    """(is a run, suit or rank, first position) of a meld given in the order in which its cards lie."""
    natural = [kind for kind in meld if not is_wild(ground, kind)]
    natural = natural if len(natural) >= 2 else [kind for kind in meld if kind != JOKER]
    if len(natural) >= 2 and len({kind % 13 for kind in natural}) == 1:
        return 0, natural[0] % 13, 0
    for suit in range(4):
        for start in range(14):
            fits = [card_at(suit, start + i) == kind for i, kind in enumerate(meld)]
            wild = [is_wild(ground, kind) for kind in meld]
            if sum(fits) >= 2 and all(f or w for f, w in zip(fits, wild, strict=True)):
                return 1, suit, start
    return 1, 0, -1


def add_meld(ground: Any, meld: Sequence[int], counts: np.ndarray, text: object) -> None:
    """Put one meld on the table; ValueError if its cards, in this order, are none."""
    is_run, of, start = _places(meld, ground)
    at = int(ground.melds)
    ground.melds += 1
    valid = 3 <= len(meld) <= 13 and start >= 0
    if valid and is_run:
        last = {"low": 12, "high": 13, "high_or_low": 13, "wrap": 25}[ACES[int(ground.ace)]]
        valid = start + len(meld) - 1 <= last and start >= (ACES[int(ground.ace)] == "high")
        lay_out(ground, at, counts, 1, of, start, len(meld))
    elif valid:
        ground.is_run[at], ground.of[at] = 0, of
        for kind in sorted(meld, key=lambda kind: (bool(is_wild(ground, kind)) and kind % 13 != of, kind)):
            natural = kind != JOKER and kind % 13 == of
            suit = kind // 13 if natural else int(lacking_suit(ground, at))
            valid = valid and suit >= 0 and ground.length[at] < ground.set_most
            grow(ground, at, kind, IN_SET, suit)
        held = Counter(int(real) for real in ground.stands[at][: int(ground.length[at])])
        valid = valid and max(held.values()) <= (1 if ground.distinct else ground.decks)
    if not valid:
        raise ValueError(f"{text!r} on the table is not a meld under these rules{_reason(meld, ground)}")


def _reason(meld: Sequence[int], ground: Any) -> str:
    natural = [kind for kind in meld if kind != JOKER]
    if len(meld) < 3:
        return ": it has fewer than three cards"
    if len({kind % 13 for kind in natural}) == 1 < len(natural):
        suits = " of different suits" if ground.distinct else ""
        return f": a set has at most {ground.set_most} cards{suits}"
    if any(is_wild(ground, kind) for kind in meld):
        return ": it needs two natural cards in their places, a run written from its low end up"
    return "; write a run from its low end up"


def lay_melds(ground: Any, table: Any, rules: Rules) -> list[int]:
    """Put the melds of a table on `ground`; the kinds of all their cards come back."""
    everything: list[int] = []
    for text in list_melds(table):
        meld = parse_kinds(text, rules)
        add_meld(ground, meld, _counts(meld), text)
        everything += meld
    return everything


def shed_of(hand: Any, table: Any, rules: Rules, board: Any, banned: Any) -> Found:
    """The best shed: (melds, layoffs, cards left, pips left, goes out, cards exchanged for wild ones)."""
    ground = empty_ground(rules)
    kinds = parse_kinds(hand, rules)
    check_numbers(kinds + lay_melds(ground, table, rules), rules)
    counts = _counts(kinds)
    blocked = 0
    for kind, number in Counter(parse_kinds(banned, rules)).items():
        if number >= counts[kind]:
            blocked |= JOKERS if kind == JOKER else 1 << kind
    if not kinds:
        return [], [], [], 0, True, []
    once, twice = int(held_once(counts)), int(held_twice(counts))
    board.own, board.own_twice = once, twice
    found = find_shed(once, twice, blocked, board, ground, 0, False, True)
    return _read(found, ground, blocked)


def _read(found: np.ndarray, ground: Any, blocked: int) -> Found:
    """What the search found as kinds of cards, wild ones given to melds and layoffs as the kernel does."""
    wilds, rest = np.zeros(16, np.int64), np.zeros(KINDS, np.int64)
    count_cards(found[F_ONCE], found[F_TWICE], rest)
    swaps = [found[F_SWAPS + 2 * i : F_SWAPS + 2 * i + 2] for i in range(found[F_NUMBER])]
    for meld, place in swaps:
        blocked &= ~(1 << int(ground.cards[meld, place]))
    _wild_cards(found, blocked, wilds)
    rows = [found[B_GROUPS + 3 * i : B_GROUPS + 3 * i + 3] for i in range(found[B_NUMBER])]
    melds: list[tuple[int, list[int]]] = []
    layoffs: list[int] = []
    position, more, slot = 0, int(found[B_ON_NEW]), int(ground.melds)
    for row in (row for row in rows if group_kind(row[WORD]) <= NEW_RUN):
        used, start, size, position, more = new_meld(ground, *row, wilds, position, more)
        is_run = int(group_kind(row[WORD]) == NEW_RUN)
        lay_out(ground, slot, used, is_run, group_of(row[WORD]), start, size)
        melds.append((is_run, [int(kind) for kind in ground.cards[slot, :size]]))
    for row in (row for row in rows if group_kind(row[WORD]) > NEW_RUN):
        used = np.zeros(KINDS, np.int64)
        count_cards(row[ONCE], row[TWICE], used)
        layoffs += _elements(used) + [int(kind) for kind in wilds[position : position + group_wilds(row[WORD])]]
        position += int(group_wilds(row[WORD]))
    last = position + int(found[B_PLACED] - found[B_ON_NEW])
    layoffs += [int(kind) for kind in wilds[position:last]]
    exchanged = [int(ground.stands[meld, place]) for meld, place in swaps]
    return (
        [meld for _, meld in sorted(melds)],
        layoffs,
        _elements(rest),
        int(found[B_PIPS]),
        bool(found[B_OUT]),
        exchanged,
    )


def _elements(counts: np.ndarray) -> list[int]:
    return [kind for kind in range(KINDS) for _ in range(counts[kind])]


def is_dead_here(position: Any, hands: Sequence[list[int]], rules: Rules) -> bool:
    """Whether nobody can go out any more, by the cheap tests; `hands` are those of the position as kinds."""
    ground = empty_ground(rules)
    stock, pile = parse_kinds(position.stock, rules), parse_kinds(position.pile, rules)
    held = [kind for hand in hands for kind in hand]
    check_numbers(lay_melds(ground, position.table, rules) + stock + pile + held, rules)
    many = rules.discard_draw != "top_only"
    reach = pile if many or position.recycles < rules.max_recycles else pile[-1:]
    reachable = _counts([*stock, *reach, *held])
    layable = 0 if rules.layoff == "none" else int(layable_kinds(ground))
    all_one = all(len(hand) == 1 for hand in hands)
    return bool(dead(LEVELS.index(rules.dead_position), layable, reachable, all_one, many, ground))


def is_one_meld(cards: Any, rules: Rules) -> bool:
    """Whether `cards` can lie as one meld."""
    counts = _counts(parse_kinds(cards, rules))
    board = b.free_board(ACES.index(rules.ace))[0]
    board.lay, board.melds_left = b.LAY_NEVER, 1
    once, twice = int(held_once(counts)), int(held_twice(counts))
    found = find_shed(once, twice, 0, board, empty_ground(rules), 0, False, False)
    return once != 0 and int(found[F_ONCE]) == 0
