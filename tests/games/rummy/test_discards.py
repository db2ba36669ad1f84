"""Discard policies and their parts against slow twins."""

import random

import numpy as np
import pytest

from cardsim.cards import as_mask, members, parse_cards
from cardsim.games.rummy.board import free_board
from cardsim.games.rummy.discards import fewest_outs, isolated, outs, safe_highest
from cardsim.games.rummy.distance import LARGEST, covered_without, part_size
from cardsim.games.rummy.runs import ACES
from tests.games.rummy.test_shed import as_record, mask
from tests.naive import rummy_melds as naive


def a_hand(rng, size):
    return rng.sample(range(52), size)


def test_isolated_cards():
    rng = random.Random(1)
    for _ in range(400):
        hand = a_hand(rng, rng.randint(1, 11))
        alone = [
            c
            for c in hand
            if not any(
                o != c and (o % 13 == c % 13 or (o // 13 == c // 13 and abs(o % 13 - c % 13) <= 2)) for o in hand
            )
        ]
        assert isolated(mask(hand)) == mask(alone)


@pytest.mark.parametrize("ace", ACES)
def test_cards_that_complete_a_meld(ace):
    rng = random.Random(2)
    found = 0
    for _ in range(60):
        hand = a_hand(rng, rng.randint(2, 9))
        card, rest = hand[0], set(hand)
        unseen = set(range(52)) - rest - set(rng.sample(range(52), 15))
        slow = {d for d in unseen if any(card in meld and d in meld for meld in naive.melds_in(rest | {d}, ace))}
        fast = outs(mask(rest - {card}), card, mask(unseen), ACES.index(ace))
        assert fast == mask(slow), (hand, ace)
        found += len(slow)
    assert found > 15


def test_fewest_outs_throws_the_card_with_the_fewest():
    board = free_board()[0]
    hand = as_mask("7c 8c Kd Kh 2s")
    assert fewest_outs(hand, hand, ((1 << 52) - 1) & ~hand, board) == parse_cards("2s")[0]


def test_safe_highest_keeps_what_the_next_player_wants():
    board = free_board()[0]
    hand = as_mask("Kd Qh 9s 4c")
    assert safe_highest(hand, hand, 0, as_mask("Kc"), board) == parse_cards("Qh")[0]
    assert safe_highest(hand, hand, as_mask("Qh"), as_mask("Kc"), board) == parse_cards("9s")[0]
    assert safe_highest(hand, hand, 0, 0, board) == parse_cards("Kd")[0]


def slow_size(part, table, unseen, ace):
    """Least cards of one meld, or of layoffs in a row on one meld, that contain `part`."""
    part, allowed, best = frozenset(part), frozenset(part) | unseen, 99
    for meld in naive.melds_in(allowed, ace):
        if part <= meld and len(meld) < best:
            best = len(meld)
    for meld in table:
        grown, reached = {meld}, {meld}
        while grown and best > 1:
            hit = [m for m in grown if part <= m]
            if hit:
                best = min(best, min(len(m) for m in hit) - len(meld))
                break
            grown = {m | {c} for m in grown for c in naive.ends(m, ace) if c in allowed} - reached
            reached |= grown
    return best


def test_how_large_a_meld_a_part_of_the_hand_needs():
    rng = random.Random(3)
    board = free_board()[0]
    for _ in range(150):
        ace = rng.choice(("low", "high_or_low"))
        table, left = [frozenset({5, 6, 7}), frozenset({9, 22, 35})], set(range(52)) - {5, 6, 7, 9, 22, 35}
        as_record(board, table, ace)
        suit = rng.randrange(4)
        group = [c for c in left if c // 13 == suit] if rng.random() < 0.6 else [c for c in left if c % 13 == suit * 3]
        part = set(rng.sample(group, min(len(group), rng.choice((1, 1, 2, 3)))))
        if min(part) < 5 and 7 < max(part) < 13:
            continue  # layoffs at both ends of the run are two parts
        unseen = left - part - set(rng.sample(sorted(left), 18))
        fast, slow = part_size(mask(part), mask(unseen), board), slow_size(part, table, unseen, ace)
        assert min(fast, 14) == min(slow, 14), (part, ace)


def slow_cover(hand, sizes, most):
    """Most cards of `hand` covered at a size of at most `most`: every choice of disjoint parts."""
    if not hand:
        return 0
    first, rest = hand[0], hand[1:]
    best = slow_cover(rest, sizes, most)
    for part, size in sizes.items():
        if first in part and part <= set(hand) and size <= most:
            best = max(best, len(part) + slow_cover([c for c in rest if c not in part], sizes, most - size))
    return best


def test_the_cards_that_can_be_covered_without_each_discard():
    rng = random.Random(4)
    board = free_board()[0]
    as_record(board, [frozenset({5, 6, 7})], "low")
    for _ in range(12):
        hand = sorted(rng.sample([c for c in range(52) if c % 13 < 8 and c not in (5, 6, 7)], 6))
        unseen = set(range(52)) - set(hand) - {5, 6, 7} - set(rng.sample(range(52), 12))
        sizes = {}
        for code in range(1, 64):
            part = frozenset(c for i, c in enumerate(hand) if code >> i & 1)
            size = part_size(mask(part), mask(unseen), board)
            if size <= 6:
                sizes[part] = size
        most = np.zeros(LARGEST, np.int64)
        covered_without(mask(hand), mask(unseen), board, most)
        for i, card in enumerate(hand):
            kept = [c for c in hand if c != card]
            assert most[i] == slow_cover(kept, sizes, 4)
    assert list(members(3)) == [0, 1]
