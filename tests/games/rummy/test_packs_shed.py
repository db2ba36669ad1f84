"""The best shed with two packs and wild cards against brute force over explicit places and every order of plays."""

import random

import numpy as np
import pytest

from cardsim.games.rummy import board as b
from cardsim.games.rummy.packs import ground as g
from cardsim.games.rummy.packs.finding import find_shed, finder_address
from cardsim.games.rummy.packs.rows import B_COUNT, B_OUT, B_PIPS
from cardsim.games.rummy.packs.shed import F_ONCE, F_TWICE
from cardsim.games.rummy.runs import ACES
from tests.naive import rummy_packs as naive

LAYS = {"never": b.LAY_NEVER, "freely": b.LAY_FREELY, "after_meld": b.LAY_AFTER_MELD}


def masks(cards):
    """(once, twice) of a hand."""
    counts = np.zeros(g.KINDS, np.int64)
    for card in cards:
        counts[card] += 1
    return int(g.held_once(counts)), int(g.held_twice(counts))


def blocked_mask(kinds):
    return sum(g.JOKERS if kind == g.JOKER else 1 << kind for kind in kinds)


def a_house(rng):
    decks, distinct = rng.choice((1, 2)), rng.random() < 0.6
    return naive.House(
        ace=rng.choice(ACES),
        decks=decks,
        set_max=rng.choice((3, 4, 4, 8)),
        distinct=distinct,
        wild_rank=rng.choice((-1, -1, 0, 1, 6)),
        joker_pips=rng.choice((0, 1, 15, 25)),
        swap=rng.random() < 0.5,
        ace_pips=rng.choice((1, 15)),
    )


def a_table_and_hand(rng, house):
    """Melds on the table, jokers among them, and a hand, from a part of the cards that makes melds likely."""
    ranks, suits = set(rng.sample(range(13), rng.choice((4, 6, 9, 13)))), rng.choice(((0, 1, 2, 3), (0, 1), (2,)))
    cards = [card for card in range(52) if card % 13 in ranks and card // 13 in suits] * house.decks
    cards += [naive.JOKER] * rng.choice((0, 1, 2, 2))
    rng.shuffle(cards)
    table = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        few = cards[: rng.choice((6, 9))]
        if melds := sorted(naive.melds_in(tuple(sorted(few)), house)):
            used, meld = rng.choice(melds)
            table.append(meld)
            for card in used:
                cards.remove(card)
    most_wild = rng.choice((0, 1, 2, 3))
    hand = []
    for card in cards:
        if not house.wild(card) or sum(map(house.wild, hand)) < most_wild:
            hand.append(card)
    return table, sorted(hand[: rng.choice((2, 3, 4, 5, 6, 7, 8) if most_wild < 2 else (3, 4, 5, 6))])


def as_records(board, ground, table, house):
    """Write a table into the records that the search reads."""
    ground.ace, ground.decks, ground.set_most = ACES.index(house.ace), house.decks, house.most
    ground.distinct, ground.wild_rank, ground.swap, ground.own_only = house.distinct, house.wild_rank, house.swap, 0
    ground.melds, ground.finder = len(table), finder_address()
    for kind in (*range(52), naive.JOKER):
        ground.pips[kind] = house.pips(kind)
    for i, meld in enumerate(table):
        ground.is_run[i] = meld[0] == "run"
        ground.of[i] = meld[1]
        ground.start[i] = meld[2] if meld[0] == "run" else 0
        cards, real = naive.cards_of(meld), naive.stands(meld)
        ground.length[i] = len(cards)
        ground.cards[i, : len(cards)] = cards
        ground.stands[i, : len(cards)] = real
    board.ace = ground.ace


def compare(rounds, seed, **limits):
    rng = random.Random(seed)
    board = b.free_board()[0]
    board.lay = LAYS[limits.get("lay_off", "freely")]
    board.melds_left, board.opening = limits.get("melds_left", b.MANY), limits.get("opening", 0)
    seen = {"sheds": 0, "wild": 0, "out": 0, "twice": 0}
    for _ in range(rounds):
        house = a_house(rng)
        ground = np.zeros(1, g.GROUND).view(np.recarray)[0]
        table, hand = a_table_and_hand(rng, house)
        if not hand:
            continue
        as_records(board, ground, table, house)
        blocked = {rng.choice(hand)} if rng.random() < 0.5 else set()
        found = find_shed(*masks(hand), blocked_mask(blocked), board, ground, 0, False, True)
        mine = not found[B_OUT], int(found[B_PIPS]), int(found[B_COUNT])
        assert mine == naive.best_shed(hand, table, house, blocked, **limits), (house, table, hand, blocked, found)
        left = np.zeros(g.KINDS, np.int64)
        g.count_cards(found[F_ONCE], found[F_TWICE], left)
        assert (int(left.sum()), int(left @ ground.pips)) == (mine[2], mine[1])
        seen["sheds"] += mine[2] < len(hand)
        seen["wild"] += any(map(house.wild, hand))
        seen["out"] += not mine[0]
        seen["twice"] += len(set(hand)) < len(hand)
    assert min(seen.values()) > rounds // 40, seen
    return seen


def test_5000_best_sheds():
    assert sum(compare(1010, seed)["sheds"] for seed in range(5)) > 1000


@pytest.mark.parametrize(
    "limits",
    [
        {"lay_off": "never"},
        {"lay_off": "after_meld"},
        {"melds_left": 1},
        {"melds_left": 0},
        {"opening": 30},
        {"opening": 15, "lay_off": "after_meld"},
    ],
    ids=str,
)
def test_under_the_limits_of_a_turn(limits):
    compare(400, 9, **limits)
