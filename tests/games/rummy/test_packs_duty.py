"""The deepest card of a take with two packs and wild cards: the best shed that uses it, against brute force."""

import random
from collections import Counter

import numpy as np
import pytest

from cardsim.games.rummy import board as b
from cardsim.games.rummy.packs import ground as g
from cardsim.games.rummy.packs.finding import find_shed
from cardsim.games.rummy.packs.hands import _read
from cardsim.games.rummy.packs.rows import B_COUNT, B_KNOWN, B_OUT, B_PIPS
from cardsim.games.rummy.packs.shed import F_ONCE, F_TWICE
from tests.games.rummy.test_packs_shed import LAYS, a_house, a_table_and_hand, as_records, blocked_mask, masks
from tests.naive import rummy_packs as naive


def a_take(rng, hand, house):
    """A hand divided into own cards and those of a take, with its deepest card, often a wild one."""
    taken = rng.sample(hand, rng.randint(1, len(hand) - 1))
    wild = [card for card in taken if house.wild(card)]
    deepest = rng.choice(wild if wild and rng.random() < 0.5 else taken)
    own = tuple(sorted((Counter(hand) - Counter(taken)).elements()))
    return own, naive.Duty(deepest, own, rng.choice((0, 1, 1, 2)), rng.random() < 0.6)


def check_uses(found, ground, duty, blocked):
    """The melds and layoffs of a shed that was found do the duty, wild cards being given out as in play."""
    melds, layoffs, *_ = _read(found, ground, blocked_mask(blocked))
    assert (duty.laid_off and duty.card in layoffs) or any(map(duty.done_by, melds)), (melds, layoffs, duty)


def compare(rounds, seed, **limits):
    rng = random.Random(seed)
    board = b.free_board()[0]
    board.lay = LAYS[limits.get("lay_off", "freely")]
    board.melds_left, board.opening = limits.get("melds_left", b.MANY), limits.get("opening", 0)
    seen = Counter()
    while seen["can"] + seen["cannot"] < rounds:
        house = a_house(rng)
        ground = np.zeros(1, g.GROUND).view(np.recarray)[0]
        table, hand = a_table_and_hand(rng, house)
        if len(hand) < 3 or (rng.random() < 0.9 and not any(map(house.wild, hand))):
            continue
        as_records(board, ground, table, house)
        own, duty = a_take(rng, hand, house)
        blocked = set(hand) - set(own) if rng.random() < 0.7 else {rng.choice(hand)} if rng.random() < 0.5 else set()
        board.duty, board.duty_own, board.duty_meld = 1 << duty.card, duty.need, not duty.laid_off
        board.own, board.own_twice = masks(own)
        found = find_shed(*masks(hand), blocked_mask(blocked), board, ground, 0, True, True)
        mine = (not found[B_OUT], int(found[B_PIPS]), int(found[B_COUNT])) if found[B_KNOWN] else None
        right = naive.best_end(hand, table, house, blocked, duty=duty, **limits)
        assert mine == right, (house, table, hand, blocked, duty, found)
        seen.update(can=mine is not None, cannot=mine is None, wild=house.wild(duty.card) and mine is not None)
        if mine is not None:
            check_uses(found, ground, duty, blocked)
            seen["own wild"] += duty.need > 0 and any(map(house.wild, own))
    assert min(seen[name] for name in ("can", "cannot", "wild", "own wild")) > rounds // 25, seen
    return seen


@pytest.mark.parametrize("seed", range(4))
def test_the_best_shed_that_uses_the_deepest_card(seed):
    compare(400, seed)


@pytest.mark.parametrize(
    "limits",
    [
        {"lay_off": "never"},
        {"lay_off": "after_meld"},
        {"melds_left": 1},
        {"opening": 30},
        {"opening": 15, "lay_off": "after_meld"},
    ],
    ids=str,
)
def test_under_the_limits_of_a_turn(limits):
    compare(150, 9, **limits)


def cards(text):
    return [naive.JOKER if card == "Jk" else 13 * "cdhs".index(card[1]) + "A23456789TJQK".index(card[0])
            for card in text.split()]  # fmt: skip


@pytest.mark.parametrize(
    ("own", "taken", "need", "left"),
    [
        ("Jk", "2h 2d 9s", 1, None),  # the joker must be in the meld, the nine may not be discarded
        ("Jk Kc", "2h 2d 9s", 1, "9s Kc"),
        ("Jk Kc", "9s 2d 2h", 1, None),  # no place for the nine that was taken and the joker in a set of three
        ("9c Kc", "Jk 2d 2h", 0, "9c Kc"),
        ("2d 9c Kc", "Jk 2h", 1, "9c Kc"),
        ("Jk Kc", "2d 2h Jk", 2, None),  # of two jokers one is an own card
        ("Jk Jk Kc", "5h 6h", 2, "Kc"),
    ],
)
def test_own_wild_cards_in_the_meld_of_the_deepest_card(own, taken, need, left):
    house = naive.House(ace="low", decks=1, set_max=3, wild_rank=8, joker_pips=0)
    ground, board = np.zeros(1, g.GROUND).view(np.recarray)[0], b.free_board()[0]
    as_records(board, ground, [], house)
    own, taken = cards(own), cards(taken)
    board.duty, board.duty_own = 1 << taken[0], need
    board.own, board.own_twice = masks(own)
    blocked = blocked_mask(set(taken) - set(own))
    found = find_shed(*masks(own + taken), blocked, board, ground, 0, True, True)
    assert bool(found[B_KNOWN]) == (left is not None)
    if left is not None:
        assert (int(found[F_ONCE]), int(found[F_TWICE])) == masks(cards(left))


@pytest.mark.parametrize(("own", "can"), [("5h Kc", False), ("5h 5h Kc", True)])
def test_a_taken_card_is_no_own_card_although_the_hand_had_its_like(own, can):
    house = naive.House(decks=2, set_max=8, distinct=False)
    ground, board = np.zeros(1, g.GROUND).view(np.recarray)[0], b.free_board()[0]
    as_records(board, ground, [], house)
    own, taken = cards(own), cards("5d 5s" if can else "5d 5h")
    board.duty, board.duty_own = 1 << taken[0], 2
    board.own, board.own_twice = masks(own)
    found = find_shed(*masks(own + taken), blocked_mask(set(taken) - set(own)), board, ground, 0, True, True)
    assert bool(found[B_KNOWN]) == can
