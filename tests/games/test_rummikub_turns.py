"""Best turns and openings against the slow twin on small boxes, under all joker rules."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardsim.games.rummikub import Rules, best_opening, best_turn, tiles
from tests.naive import rummikub as naive

RETRIEVALS = ("free", "replace", "frozen", "replace_from_rack")
SMALL = Rules(numbers=6, rack_size=7)


def number_of(tile, numbers):
    """The package's number of one of the twin's tiles."""
    return 4 * numbers if tile == naive.J else tile[0] * numbers + tile[1] - 1


def tile_of(number, numbers):
    """The twin's tile of one of the package's numbers."""
    return naive.J if number == 4 * numbers else (int(number) // numbers, int(number) % numbers + 1)


def box_of(rules):
    """All tiles of the box, as the twin's."""
    named = [(colour, value) for colour in range(4) for value in range(1, rules.numbers + 1)]
    return Counter(dict.fromkeys(named, rules.copies)) + Counter({naive.J: rules.jokers})


def some_position(rng, rules, sets, rack_size, joker_chance=0.3):
    """A table of at most `sets` random sets and a random rack out of the same box."""
    left = box_of(rules)
    table = []
    jokers = rng.choice((0, rules.jokers)) if rng.random() < 0.7 else rules.jokers
    for _ in range(rng.randrange(sets + 1)):
        roles = rng.choice(naive.readings(5, rules.numbers))
        laid = []
        for role in roles:
            joker = rng.random() < joker_chance and jokers > 0
            jokers -= joker
            laid.append((naive.J if joker else role, role))
        used = Counter(tile for tile, _ in laid)
        if all(left[tile] >= n for tile, n in used.items()) and any(tile != naive.J for tile, _ in laid):
            left -= used
            table.append(tuple(laid))
    rest = sorted(left.elements(), key=str)
    return table, Counter(rng.sample(rest, min(rack_size, len(rest))))


def as_sets(table, numbers):
    return [[number_of(tile, numbers) for tile, _ in one] for one in table]


def as_rack(rack, numbers):
    return [number_of(tile, numbers) for tile in rack.elements()]


def laid_tiles(turn, numbers):
    return Counter(tile_of(tile, numbers) for one in turn.sets for tile in one)


def check_turn(table, rack, objective, rules):
    """Compare one position with the twin; return whether anything could be placed."""
    numbers = rules.numbers
    turn = best_turn(as_sets(table, numbers), as_rack(rack, numbers), objective, rules)
    both = rules.joker_group_retrieval == "both_missing"
    tables = naive.readings_of(table, numbers)
    best = max(naive.best_turn(one, rack, objective, numbers, rules.joker_retrieval, both) for one in tables)
    assert (turn.tiles if objective == "tiles" else turn.value) == best, (table, rack)
    placed = Counter(tile_of(tile, numbers) for tile in turn.placed)
    assert not placed - rack
    assert naive.worth(placed, objective) == best
    assert laid_tiles(turn, numbers) == naive.tiles_of(table) + placed
    after = [[(tile_of(tile, numbers), None) for tile in one] for one in turn.sets]
    if best:
        assert any(
            naive.allowed(one, now, placed, rules.joker_retrieval, both)
            for now in naive.readings_of(after, numbers)
            for one in tables
        )
    return best > 0


def some_box(rng, retrieval):
    """A small box, and how many sets and rack tiles its positions have."""
    box = SMALL._replace(
        joker_retrieval=retrieval,
        numbers=rng.randint(4, 6),
        copies=rng.choice((1, 2, 2)),
        jokers=rng.choice((0, 1, 2, 2)),
    )
    return box, rng.randint(1, 3), rng.randint(2, 5)


@pytest.mark.parametrize("retrieval", RETRIEVALS)
@pytest.mark.parametrize("objective", ["tiles", "value"])
def test_turns_equal_the_twins(retrieval, objective):
    rng = random.Random(f"{retrieval} {objective}")
    found = 0
    for _ in range(600):
        rules, sets, rack = some_box(rng, retrieval)
        found += check_turn(*some_position(rng, rules, sets, rack), objective, rules)
    assert found > 100


@pytest.mark.parametrize("retrieval", ["replace", "replace_from_rack"])
def test_turns_equal_the_twins_where_a_group_needs_both_missing_tiles(retrieval):
    rng = random.Random(retrieval)
    rules = SMALL._replace(joker_retrieval=retrieval, joker_group_retrieval="both_missing", numbers=4)
    found = sum(check_turn(*some_position(rng, rules, 3, 4), "tiles", rules) for _ in range(400))
    assert found > 150


@pytest.mark.parametrize("jokers", [3, 4])
@pytest.mark.parametrize("retrieval", RETRIEVALS)
def test_turns_equal_the_twins_with_more_jokers(jokers, retrieval):
    rng = random.Random(jokers)
    rules = SMALL._replace(joker_retrieval=retrieval, jokers=jokers, numbers=5)
    for _ in range(200):
        check_turn(*some_position(rng, rules, 2, 4, joker_chance=0.5), rng.choice(("tiles", "value")), rules)


@pytest.mark.parametrize("retrieval", ["replace", "replace_from_rack"])
@pytest.mark.parametrize(
    ("table", "rack"),
    [
        ([["r4", "J5", "r6"]], "J J b4 k4 b6 k6"),  # the joker with the two of the rack would be a set of jokers
        ([["J1", "J2", "J3", "r4"]], "b4 k4"),  # so would these three
        ([["J1", "J2", "J3", "r4"]], "b4 k4 r2"),
        ([["r1", "J2", "J3", "r4"], ["J1", "J2", "r3", "r4", "r5"]], "b4 k4"),  # exchanged with r1 and r3
        ([["r2", "J3", "r4"], ["J1", "J2", "r3"]], "b2 k2 b4 k4 J"),
    ],
    ids=str,
)
def test_jokers_in_their_roles_are_no_set_by_themselves(retrieval, table, rack):
    rules = SMALL._replace(joker_retrieval=retrieval, jokers=4)
    laid = [
        tuple((naive.J if text[0] == "J" else (0, int(text[1])), (0, int(text[1]))) for text in one) for one in table
    ]
    hand = Counter(tile_of(tile, 6) for tile in tiles.parse_tiles(rack, 6))
    check_turn(laid, hand, "tiles", rules)
    check_turn(laid, hand, "value", rules)


@pytest.mark.parametrize("joker_value", ["represented", "zero", "forbidden"])
@pytest.mark.parametrize("jokers", [0, 2, 4])
def test_openings_equal_the_twins(joker_value, jokers):
    rng = random.Random(f"{joker_value} {jokers}")
    rules = SMALL._replace(joker_meld_value=joker_value, jokers=jokers, initial_meld=12)
    for _ in range(150):
        box = sorted(box_of(rules).elements(), key=str)
        rack = Counter(rng.sample(box, 7)) if rng.random() < 0.5 else Counter(rng.sample(box, 5) + jokers * [naive.J])
        rack[naive.J] = min(rack[naive.J], jokers)
        value, most, fewest = naive.best_opening(rack, rules.numbers, joker_value, rules.initial_meld)
        hand = as_rack(rack, rules.numbers)
        assert best_opening(hand, rules=rules).value == value
        for objective, expected in (("tiles", most), ("fewest", fewest)):
            turn = best_opening(hand, objective, rules)
            assert turn.tiles == max(expected, 0)
            assert expected < 0 or turn.value >= rules.initial_meld


def test_sets_are_read_as_they_are():
    for text, printed in (("r1 r2 r4 J r5", "r1 r2 J r4 r5"), ("J r12 r13", "J r12 r13"), ("r12 r13 J", "J r12 r13")):
        turn = best_turn(text + " | b1 b2 b3", "o9")
        assert tiles.tiles_text(turn.sets[0]) == printed
