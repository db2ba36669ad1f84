"""Questions about one hand with two packs or wild cards, asked with cards as text or lists; a joker is "Jk"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cardsim.cards import parse_card
from cardsim.games.rummy import board as b
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
)
from cardsim.games.rummy.packs.groups import NEW_RUN, ONCE, TWICE, WORD, group_kind, group_wilds
from cardsim.games.rummy.packs.placing import lay_out
from cardsim.games.rummy.packs.search import B_GROUPS, B_NUMBER, B_OUT, B_PIPS, B_PLACED
from cardsim.games.rummy.packs.shed import F_NUMBER, F_ONCE, F_POOL_ONCE, F_POOL_TWICE, F_SWAPS, F_TWICE
from cardsim.games.rummy.packs.shed import pool_list as _pool_list
from cardsim.games.rummy.rules import Rules
from cardsim.games.rummy.runs import ACES

Found = tuple[list[list[int]], list[int], list[int], int, bool, list[int]]


def parse_kinds(cards: Any) -> list[int]:
    """Kinds of text ("7c 7c Jk"), of a list of texts or numbers (53 a joker), or of one mask, in the order given."""
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    if isinstance(cards, (int, np.integer)):
        counts = np.zeros(KINDS, np.int64)
        count_cards(int(cards), 0, counts)
        return [kind for kind in range(KINDS) for _ in range(counts[kind])]
    kinds = []
    for card in cards:
        if isinstance(card, str):
            kinds.append(JOKER if card.strip().lower() in ("jk", "joker") else parse_card(card))
        elif int(card) in (*range(52), JOKER):
            kinds.append(int(card))
        else:
            raise ValueError(f"{card} is not a card number: card numbers are 0..51, and {JOKER} for a joker")
    return kinds


def _counts(kinds: Iterable[int], rules: Rules) -> np.ndarray:
    counts = np.zeros(KINDS, np.int64)
    for kind, number in Counter(kinds).items():
        most = rules.jokers if kind == JOKER else rules.decks
        if number > most:
            name = "a joker" if kind == JOKER else "a card"
            raise ValueError(f"{name} is given {number} times, but these rules have {most} of it")
        counts[kind] = number
    return counts


def _empty_ground(rules: Rules) -> Any:
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
        raise ValueError(f"{text!r} on the table is not a meld under these rules; write a run from its low end up")


def shed_of(hand: Any, table: Iterable[Any], rules: Rules, board: Any, banned: Any) -> Found:
    """The best shed: (melds, layoffs, cards left, pips left, goes out, cards exchanged for wild ones).

    Wild cards that go on at an end of a new meld are among the layoffs.
    """
    ground = _empty_ground(rules)
    kinds = parse_kinds(hand)
    everything = list(kinds)
    for text in table:
        meld = parse_kinds(text)
        add_meld(ground, meld, _counts(meld, rules), text)
        everything += meld
    _counts(everything, rules)
    counts = _counts(kinds, rules)
    blocked = 0
    for kind, number in Counter(parse_kinds(banned)).items():
        if number >= counts[kind]:
            blocked |= JOKERS if kind == JOKER else 1 << kind
    board.own = int(held_once(counts))
    once, twice = int(held_once(counts)), int(held_twice(counts))
    found = find_shed(once, twice, blocked, board, ground, 0, False, True)
    return _read(found, ground, blocked)


def _read(found: np.ndarray, ground: Any, blocked: int) -> Found:
    pool, wilds, rest = np.zeros(KINDS, np.int64), np.zeros(16, np.int64), np.zeros(KINDS, np.int64)
    count_cards(found[F_POOL_ONCE], found[F_POOL_TWICE], pool)
    count_cards(found[F_ONCE], found[F_TWICE], rest)
    _pool_list(pool, blocked, 0, wilds)
    given = list(map(int, wilds))
    melds, layoffs = [], []
    rows = [found[B_GROUPS + 3 * i : B_GROUPS + 3 * i + 3] for i in range(found[B_NUMBER])]
    for row in sorted(rows, key=lambda row: bool(group_kind(row[WORD]) > NEW_RUN)):
        used = np.zeros(KINDS, np.int64)
        count_cards(row[ONCE], row[TWICE], used)
        cards = [kind for kind in range(KINDS) for _ in range(used[kind])]
        for _ in range(group_wilds(row[WORD])):
            cards.append(given.pop(0))
        if group_kind(row[WORD]) <= NEW_RUN:
            melds.append(cards)
        else:
            layoffs += cards
    layoffs += given[: found[B_PLACED]]
    swaps = [found[F_SWAPS + 2 * i : F_SWAPS + 2 * i + 2] for i in range(found[F_NUMBER])]
    exchanged = [int(ground.stands[meld, place]) for meld, place in swaps]
    left = [kind for kind in range(KINDS) for _ in range(rest[kind])]
    return sorted(melds), layoffs, left, int(found[B_PIPS]), bool(found[B_OUT]), exchanged


def is_one_meld(cards: Any, rules: Rules) -> bool:
    """Whether `cards` can lie as one meld."""
    counts = _counts(parse_kinds(cards), rules)
    board = b.free_board(ACES.index(rules.ace))[0]
    board.lay, board.melds_left = b.LAY_NEVER, 1
    once, twice = int(held_once(counts)), int(held_twice(counts))
    found = find_shed(once, twice, 0, board, _empty_ground(rules), 0, False, False)
    return once != 0 and int(found[F_ONCE]) == 0
