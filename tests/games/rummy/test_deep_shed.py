"""The search for large hands against trying every choice of sets, and against brute force over orders of play."""

import random

import pytest

from cardsim.cards import as_mask, members
from cardsim.games.rummy import best_shed as shed_of
from cardsim.games.rummy.board import free_board
from cardsim.games.rummy.choices import aces_with_a_choice, free_sets, number_of_choices
from cardsim.games.rummy.deep_call import deep_address
from cardsim.games.rummy.deep_shed import deep_shed
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import ACES, held_four_times, held_thrice
from cardsim.games.rummy.shed import best_shed, legal_shed
from tests.games.rummy.test_shed import as_record, mask
from tests.naive import rummy_melds as naive


def a_dense_hand(rng, ace, sizes):
    """A table of a few melds and a hand from a part of the pack in which sets and runs compete."""
    ranks = set(rng.sample(range(13), rng.choice((4, 5, 6, 9, 13))))
    pack = [card for card in range(52) if card % 13 in ranks]
    rng.shuffle(pack)
    pool, table = set(pack), []
    for _ in range(rng.choice((0, 1, 2))):
        melds = sorted(sorted(meld) for meld in naive.melds_in(pool, ace) if len(meld) <= 5)
        if melds:
            table.append(frozenset(rng.choice(melds)))
            pool -= table[-1]
    return table, [card for card in pack if card in pool][: rng.choice(sizes)]


def set_duty(rng, record, hand):
    """Make one card the deepest of a take; some of the others are own cards."""
    record.duty, record.own = 1 << hand[0], mask(hand[rng.randrange(1, len(hand)) :])
    record.duty_own, record.duty_meld = rng.choice((0, 1, 2)), rng.random() < 0.4


def deep(record, cards, banned):
    """(rest, sets, out) of the search for large hands, and the number of choices it stands for."""
    ranks = held_thrice(cards)
    fixed = free_sets(cards, ranks, record) if ranks & (ranks - 1) and not record.must_discard else 0
    either, _ = aces_with_a_choice(cards, record)
    choices = number_of_choices(ranks & ~fixed, held_four_times(cards), either)
    assert deep_shed(cards, banned, fixed, record) == 1
    rest, sets, _, out = (int(x) for x in record.found)
    return (rest, sets, bool(out)), choices


def value(rest, out, record):
    return not out, int(pips_of(rest, record)), int(rest).bit_count()


@pytest.mark.parametrize(("sizes", "rounds"), [((4, 6, 8, 10, 12, 14, 16), 2500), ((20, 22, 24, 26), 300)])
@pytest.mark.parametrize("duty", [False, True])
def test_it_finds_what_trying_all_choices_finds_first(sizes, rounds, duty):
    rng = random.Random(f"{sizes} {duty}")
    record = free_board()[0]
    assert record.deep == 0
    compared = many = 0
    for _ in range(rounds):
        ace = rng.choice(ACES)
        table, hand = a_dense_hand(rng, ace, sizes)
        as_record(record, table, ace)
        if duty:
            set_duty(rng, record, hand)
        banned = mask(rng.sample(hand, rng.choice((0, 1, 2))))
        found, choices = deep(record, mask(hand), banned)
        if choices > 300_000:
            continue
        rest, sets, _, _, out = best_shed(mask(hand), banned, record)
        assert found == (rest, sets, bool(out)), (ace, table, hand, banned, record.duty)
        compared += 1
        many += choices > 1000
    assert compared > rounds // 2
    assert many >= 10 or max(sizes) < 20


@pytest.mark.parametrize("must_discard", [False, True])
def test_it_equals_brute_force(must_discard):
    rng = random.Random(8)
    record = free_board()[0]
    record.must_discard = must_discard
    emptied = 0
    for _ in range(800):
        ace = rng.choice(ACES)
        table, hand = a_dense_hand(rng, ace, (5, 6, 7, 8, 9))
        as_record(record, table, ace)
        banned = {rng.choice(hand)} if rng.random() < 0.5 else set()
        (rest, _, out), _ = deep(record, mask(hand), mask(banned))
        left = naive.sheds(hand, table, ace=ace)
        if must_discard:
            emptied += frozenset() in left
            left.discard(frozenset())
        assert frozenset(members(rest)) in left
        assert value(rest, out, record) == min(naive.value(cards, banned) for cards in left), (ace, table, hand)
    assert emptied > 20 or not must_discard


def test_keeping_a_last_discard_in_a_large_hand_leaves_the_fewest_pips():
    """Six sets of three: nobody can go out, and the cheapest set stays behind whole but for nothing."""
    found = shed_of("Ac Ad Ah 3c 3d 3h 5c 5d 5h 7c 7d 7h 9c 9d 9h Jc Jd Jh", [], {"must_discard_to_go_out": True})
    assert (found.points, found.out) == (3, False)
    found = shed_of("Ac Ad Ah As 3c 3d 3h 5c 5d 5h 7c 7d 7h 9c 9d 9h Jc Jd Jh", [], {"must_discard_to_go_out": True})
    assert (found.points, found.out) == (1, True)


@pytest.mark.parametrize("ace", ACES)
def test_hands_of_most_of_the_pack(ace):
    """Up to 13 ranks with four cards each: 6 ** 13 choices of sets, and still an answer at once."""
    rng = random.Random(6)
    record = free_board()[0]
    record.deep = deep_address()
    as_record(record, [], ace)
    assert best_shed((1 << 52) - 1, 0, record)[0] == 0
    for size in (45, 40, 35, 30):
        for _ in range(3):
            cards = mask(rng.sample(range(52), size))
            rest, sets, _, _, out = best_shed(cards, 0, record)
            assert rest & ~cards == 0
            assert out == (int(rest).bit_count() <= 1)
            assert sets & rest == 0
            # A play of one card less is a play of all that leaves this card.
            less = cards & (cards - 1)
            left = best_shed(less, 0, record)[0]
            assert out or pips_of(left, record) + pips_of(cards ^ less, record) >= pips_of(rest, record)
            banned = cards & ~as_mask("Ac 2c")
            assert legal_shed(cards, banned, record)[0] & ~banned != 0 or rest == 0
