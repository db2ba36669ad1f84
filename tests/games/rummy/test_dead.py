"""Dead positions: the cheap tests against an exact search of small endings."""

import random

import pytest

from cardsim.cards import as_mask
from cardsim.games.rummy.board import free_board
from cardsim.games.rummy.dead import NO_PROGRESS, OFF, ONE_CARD, dead
from cardsim.games.rummy.dead_search import Ending, Search, TooManyPositionsError
from cardsim.games.rummy.runs import ACES, run_ends
from tests.games.rummy.test_shed import as_record
from tests.naive import rummy_melds as naive


def an_ending(rng, ace, hand_sizes):
    """A table, short hands, a few cards of stock and pile; much of the pack is out of the game."""
    ranks = set(rng.sample(range(13), rng.choice((4, 6, 9, 13))))
    pack = [card for card in range(52) if card % 13 in ranks]
    pool, table = set(pack), []
    for _ in range(rng.choice((0, 1, 2))):
        melds = sorted(sorted(meld) for meld in naive.melds_in(pool, ace) if len(meld) <= 6)
        if melds:
            table.append(frozenset(rng.choice(melds)))
            pool -= table[-1]
    left = sorted(pool)
    rng.shuffle(left)
    hands = []
    for size in hand_sizes:
        hands.append(sum(1 << left.pop() for _ in range(size)))
    stock = sum(1 << left.pop() for _ in range(rng.choice((1, 2))))
    pile = tuple(left.pop() for _ in range(rng.choice((1, 2))))
    record = free_board()[0]
    as_record(record, table, ace)
    return record, Ending(0, tuple(hands), int(record.runs), int(record.fourths), stock, pile, 0)


def verdicts(record, ending, search):
    layable = (int(run_ends(record.runs, record.ace)) | ending.fourths) & ~int(record.cards)
    seen = ending.pile if ending.recycles < search.max_recycles else ending.pile[-1:]
    reachable = ending.stock | sum(1 << card for card in seen)
    for hand in ending.hands:
        reachable |= hand
    all_one = all(hand.bit_count() == 1 for hand in ending.hands)
    return {
        level: bool(dead(level, layable, reachable, all_one, False, record.ace))
        for level in (OFF, ONE_CARD, NO_PROGRESS)
    }


def examples(seed, rounds, sizes):
    rng = random.Random(seed)
    for _ in range(rounds):
        ace = rng.choice(ACES)
        record, ending = an_ending(rng, ace, [rng.choice(sizes) for _ in range(2)])
        search = Search(
            ace=ACES.index(ace),
            must_discard=rng.random() < 0.3,
            max_recycles=rng.choice((0, 1)),
            recycle_top=rng.choice(("all", "keep", "flip")),
        )
        yield record, ending, search


def test_a_position_called_dead_is_dead():
    called = {ONE_CARD: 0, NO_PROGRESS: 0}
    for record, ending, search in examples(1, 300, (1, 1, 2)):
        found = verdicts(record, ending, search)
        assert not found[OFF]
        if found[ONE_CARD] or found[NO_PROGRESS]:
            assert not search.can_go_out(ending)
        assert found[NO_PROGRESS] or not found[ONE_CARD]
        for level in called:
            called[level] += found[level]
    assert called[ONE_CARD] > 30
    assert called[NO_PROGRESS] > called[ONE_CARD]


def test_with_single_cards_the_cheap_test_is_exact():
    living = 0
    for record, ending, search in examples(2, 400, (1,)):
        goes = search.can_go_out(ending)
        assert verdicts(record, ending, search)[ONE_CARD] == (not goes)
        living += goes
    assert 40 < living < 360


def test_no_progress_ignores_how_many_turns_are_left():
    """A meld spread over stock and pile with two turns to go: living for the cheap test, dead for the search."""
    record = free_board()[0]
    ending = Ending(0, (as_mask("Ac 4d"), as_mask("6h 8s")), 0, 0, as_mask("Td"), (as_mask("Qh").bit_length() - 1,), 1)
    assert not dead(NO_PROGRESS, 0, as_mask("Ac 4d 6h 8s Td Qh Qd Qs"), False, False, record.ace)
    assert not Search().can_go_out(ending)


def test_a_card_that_can_be_laid_off_and_is_still_in_the_stock_keeps_the_game_alive():
    """The rule text ends a hand only when there are no possible lay-offs."""
    record = free_board()[0]
    as_record(record, [frozenset({5, 6, 7})], "low")
    ends = int(run_ends(record.runs, 0))
    assert ends == as_mask("5c 9c")
    for level in (ONE_CARD, NO_PROGRESS):
        assert not dead(level, ends, as_mask("9c Kd Qh"), True, False, 0)
        assert dead(level, ends, as_mask("Tc Kd Qh"), True, False, 0)


def test_one_card_in_hand_may_still_meld_where_a_draw_takes_several():
    assert dead(NO_PROGRESS, 0, as_mask("7c 7d 7h"), True, False, 0)
    assert not dead(NO_PROGRESS, 0, as_mask("7c 7d 7h"), True, True, 0)
    assert not dead(ONE_CARD, 0, as_mask("7c 7d 7h"), True, True, 0)
    assert dead(ONE_CARD, 0, as_mask("7c 7d 8h"), True, True, 0)


def test_the_search_says_when_an_ending_is_too_large():
    _, ending = an_ending(random.Random(3), "low", (3, 3))
    with pytest.raises(TooManyPositionsError, match="more than 5 positions"):
        Search(max_positions=5).can_go_out(ending)
