"""The best shed against brute force over explicit melds and every order of melds and layoffs."""

import random

import pytest

from cardsim.cards import as_mask, members
from cardsim.games.rummy.board import LAY_AFTER_MELD, LAY_FREELY, LAY_NEVER, MANY, free_board
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import ACES, to_line
from cardsim.games.rummy.shed import best_shed, legal_shed
from tests.naive import rummy_melds as naive

LAYS = {"never": LAY_NEVER, "freely": LAY_FREELY, "after_meld": LAY_AFTER_MELD}


def mask(cards):
    return sum(1 << card for card in cards)


def a_table_and_hand(rng, ace):
    """A few melds on the table and a hand, from a part of the pack that makes melds and conflicts likely."""
    ranks = set(rng.sample(range(13), rng.choice((4, 6, 9, 13))))
    pack = [card for card in range(52) if card % 13 in ranks]
    rng.shuffle(pack)
    pool, table = set(pack), []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        melds = sorted(sorted(meld) for meld in naive.melds_in(pool, ace) if len(meld) <= 5)
        if melds:
            meld = frozenset(rng.choice(melds))
            table.append(meld)
            pool -= meld
    left = [card for card in pack if card in pool]
    return table, left[: rng.choice((2, 3, 4, 5, 6, 7, 8, 9))]


def as_record(record, table, ace):
    """Write explicit melds into a table record."""
    record.ace, record.runs, record.fourths, record.cards = ACES.index(ace), 0, 0, 0
    for meld in table:
        record.cards |= mask(meld)
    for meld in table:
        if naive.is_set(meld):
            record.fourths |= mask(naive.ends(meld, ace))
        else:
            # An ace stands high in a run that holds the king and not the two.
            high = 0
            if {card % 13 for card in meld} >= {0, 12} and len(meld) < 13:
                high = 1 << 15 * (min(meld) // 13)
            record.runs |= to_line(mask(meld), record.ace, high)
    record.fourths &= ~record.cards


def compare(rounds, seed, **limits):
    rng = random.Random(seed)
    store = free_board()
    record = store[0]
    record.lay = LAYS[limits.get("lay", "freely")]
    record.melds_left = limits.get("melds_left", MANY)
    record.opening = limits.get("opening", 0)
    shedding = 0
    for _ in range(rounds):
        ace = rng.choice(ACES)
        table, hand = a_table_and_hand(rng, ace)
        as_record(record, table, ace)
        banned = {rng.choice(hand)} if rng.random() < 0.5 else set()
        rest, sets, _, _, out = best_shed(mask(hand), mask(banned), record)
        found = not out, int(pips_of(rest, record)), int(rest).bit_count()
        assert found == naive.best_shed(hand, table, banned, ace=ace, **limits), (ace, table, hand, banned)
        assert int(rest) & ~mask(hand) == 0
        assert sets & rest == 0
        shedding += rest != mask(hand)
    assert shedding > rounds // 10


@pytest.mark.parametrize("seed", range(4))
def test_best_shed_equals_brute_force_in_20000_random_decisions(seed):
    compare(5000, seed)


@pytest.mark.parametrize("lay", ["never", "after_meld"])
@pytest.mark.parametrize("melds_left", [MANY, 1])
@pytest.mark.parametrize("opening", [0, 30])
def test_best_shed_under_restricted_rights(lay, melds_left, opening):
    compare(600, 11, lay=lay, melds_left=melds_left, opening=opening)


@pytest.mark.parametrize("limits", [{"melds_left": 1}, {"melds_left": 0}, {"opening": 15}])
def test_best_shed_under_meld_limits_with_free_layoffs(limits):
    compare(600, 12, **limits)


@pytest.mark.parametrize("seed", range(2))
def test_keeping_a_last_discard(seed):
    """Where the last card must be a discard: out exactly if some order of play leaves one card to discard."""
    rng = random.Random(100 + seed)
    store = free_board()
    record = store[0]
    record.must_discard = 1
    emptied = 0
    for _ in range(1500):
        ace = rng.choice(ACES)
        table, hand = a_table_and_hand(rng, ace)
        as_record(record, table, ace)
        banned = {rng.choice(hand)} if rng.random() < 0.5 else set()
        rest, _, _, _, out = best_shed(mask(hand), mask(banned), record)
        left = naive.sheds(hand, table, ace=ace)
        assert frozenset(members(rest)) in left
        assert rest != 0
        assert out == any(len(cards) == 1 and not cards & banned for cards in left), (ace, table, hand, banned)
        if frozenset() in left:
            emptied += 1
        else:
            assert naive.value(frozenset(members(rest)), banned) == min(naive.value(cards, banned) for cards in left)
    assert emptied > 50


def test_the_best_shed_after_which_the_turn_can_end():
    """Ends that leave only banned cards are excluded: against brute force over all other ends."""
    rng = random.Random(5)
    record = free_board()[0]
    changed = 0
    for _ in range(1500):
        table, hand = a_table_and_hand(rng, "low")
        as_record(record, table, "low")
        banned = set(rng.sample(hand, min(len(hand) - 1, rng.choice((1, 1, 2, 3)))))
        rest, _, _, _, out = legal_shed(mask(hand), mask(banned), record)
        legal = [left for left in naive.sheds(hand, table) if not left or left - banned]
        assert frozenset(members(rest)) in legal
        assert (not out, int(pips_of(rest, record))) == min(naive.value(left, banned) for left in legal)[:2]
        changed += rest != best_shed(mask(hand), mask(banned), record)[0]
    assert changed > 10


def test_a_set_that_blocks_a_longer_run_is_split():
    """Three sevens and 5-6-7-8 of hearts beside a fourth seven: all eight cards go."""
    record = free_board()[0]
    rest, sets, _, _, out = best_shed(as_mask("7c 7d 7h 7s 5h 6h 8h"), 0, record)
    assert (rest, out) == (0, True)
    assert sets == as_mask("7c 7d 7s")
