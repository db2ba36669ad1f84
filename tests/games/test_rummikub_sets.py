"""Best turns against an integer programme over the list of all sets, under symmetries, and in built cases."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from cardsim.games.rummikub import Rules, best_opening, best_turn, parse_tiles, tiles_text
from cardsim.games.rummikub.sets import read_set
from cardsim.games.rummikub.winning_racks import winning_racks
from tests.games.test_rummikub_turns import as_rack, as_sets, some_position

JOKER = 52


def every_set():
    """All sets as multisets of tile numbers: runs of 3-5 and groups, with up to two tiles replaced by jokers."""
    plain = [tuple(13 * c + v for v in range(a, a + n)) for c in range(4) for n in (3, 4, 5) for a in range(14 - n)]
    plain += [
        tuple(13 * c + v for c in colours) for v in range(13) for k in (3, 4) for colours in combinations(range(4), k)
    ]
    found = set()
    for one in plain:
        for jokers in range(3):
            for places in combinations(range(len(one)), jokers):
                found.add(tuple(sorted(JOKER if i in places else tile for i, tile in enumerate(one))))
    return plain, sorted(found)


PLAIN, EVERY = every_set()


def test_number_of_sets():
    # den Hertog and Hulshof, The Computer Journal 49 (2006): 1173 sets; 185 of them without jokers.
    assert len(PLAIN) == 185
    assert Counter(one.count(JOKER) for one in EVERY) == {0: 185, 1: 494, 2: 494}
    for one in EVERY:
        read_set(one)
    assert sum(len(one) + len(one) * (len(one) - 1) // 2 for one in PLAIN) == 1646


def programme(table, rack, objective):
    """The best turn as an integer programme: how often each set is laid, how many of each rack tile are placed."""
    sets = np.zeros((53, len(EVERY)))
    for k, one in enumerate(EVERY):
        for tile in one:
            sets[tile, k] += 1
    worth = np.array([tile % 13 + 1 for tile in range(52)] + [30]) if objective == "value" else np.ones(53)
    answer = milp(
        np.concatenate([np.zeros(len(EVERY)), -worth]),
        constraints=LinearConstraint(np.hstack([sets, -np.eye(53)]), table, table),
        bounds=Bounds(0, np.concatenate([np.full(len(EVERY), 2), rack])),
        integrality=np.ones(len(EVERY) + 53),
    )
    return round(-answer.fun)


@pytest.mark.parametrize("seed", range(12))
def test_turns_equal_an_integer_programme(seed):
    rng = random.Random(seed)
    rules = Rules()
    table, rack = some_position(rng, rules, 6, 14, joker_chance=0.1)
    counts = [np.zeros(53) for _ in range(2)]
    flat = [tile for one in as_sets(table, 13) for tile in one]
    for where, tiles in zip(counts, (flat, as_rack(rack, 13)), strict=True):
        for tile in tiles:
            where[tile] += 1
    for objective in ("tiles", "value"):
        turn = best_turn(as_sets(table, 13), as_rack(rack, 13), objective)
        assert (turn.tiles if objective == "tiles" else turn.value) == programme(*counts, objective)


@pytest.mark.parametrize("seed", range(20))
def test_colours_and_values_may_be_exchanged(seed):
    rng = random.Random(100 + seed)
    table, rack = some_position(rng, Rules(), 8, 14, joker_chance=0.1)
    sets, hand = as_sets(table, 13), as_rack(rack, 13)
    tiles = best_turn(sets, hand).tiles
    colours = rng.sample(range(4), 4)

    def change(tile):
        return tile if tile == JOKER else 13 * colours[tile // 13] + tile % 13

    def mirror(tile):
        return tile if tile == JOKER else 13 * (tile // 13) + 12 - tile % 13

    for one in (change, mirror):
        assert best_turn([[one(t) for t in tiles] for tiles in sets], [one(t) for t in hand]).tiles == tiles
    opening = best_opening(hand)
    assert best_opening([change(t) for t in hand]).value == opening.value


@pytest.mark.parametrize(
    ("table", "rack", "tiles"),
    [
        ("r3 r4 r5", "J", 1),  # E2
        ("", "r13 o13 k13 k13", 3),  # E3
        ("r1 r2 r3 | r1 r2 r3", "r4 r4", 2),  # E7, E8
        ("r3 r4 J r6", "r5 b5 b6", 3),  # E16
        ("", "J", 0),  # E20
        ("", "J J", 0),
        ("b7 k7 o7", "J J", 1),  # no room for the second joker
        ("b7 k7 o7 r7", "J", 0),
        ("b7 k7 o7 r7", "J J", 2),  # r7 J J beside the other three
        ("r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13", "J", 1),  # r1 r2 J beside r3 to r13
        ("r11 r12 r13", "r1 r2 o9", 0),  # E13: 13 does not go on to 1
    ],
)
def test_built_turns(table, rack, tiles):
    turn = best_turn(table, rack)
    assert turn.tiles == tiles
    laid = Counter(int(tile) for one in turn.sets for tile in one)
    assert laid == Counter(map(int, parse_tiles(table))) + Counter(map(int, turn.placed))
    for one in turn.sets:
        read_set(one)


@pytest.mark.parametrize("retrieval", ["replace", "frozen", "replace_from_rack"])
def test_a_joker_stays_where_it_is_unless_its_tile_is_supplied(retrieval):
    rules = {"joker_retrieval": retrieval}
    # E15: J (r5) is needed with b5 b6, but r5 is not supplied; E17: o5 is no help.
    assert best_turn("r3 r4 J r6", "b5 b6").tiles == 0
    assert best_turn("r2 r3 r4 J r6 r7 r8", "b5 b6").tiles == 2
    assert best_turn("r2 r3 r4 J r6 r7 r8", "b5 b6", rules=rules).tiles == 0
    assert best_turn("r3 r4 J r6", "o5 b5 b6", rules=rules).tiles == 0
    assert best_turn("r3 r4 J r6", "r5 b5 b6", rules=rules).tiles == 3


@pytest.mark.parametrize(
    ("rack", "value"),
    [
        ("k10 b10 J", 30),  # E1
        ("J o13 b13", 39),  # E11
        ("o11 o12 o13 J", 46),  # E14
        ("r3 J r8", 24),  # E12: no run, and r8 alone with one joker is no set
        ("J J", 0),  # E20
    ],
)
def test_built_openings(rack, value):
    expected = 0 if rack == "r3 J r8" else value
    assert best_opening(rack).value == expected


@pytest.mark.parametrize(
    ("table", "rack", "message"),
    [
        ("r3 r4 r9", "r1", "cannot be split"),
        ("r3 r4 r5 | r9 b9", "r1", "'r9 b9' is no set"),
        ("r3 r4 r5", "r14", "'r14' is beyond the box"),
        ("r3 r4 r5", "r3 r3", "3 times r3"),
        ("r3 r4 r5", "rJ", "a joker has no colour"),
        ("r3 r4 r5", [-1] + 52 * [0], "the count of r1 is -1"),
        ("r3 r4 r5", [53], "53 is not a tile number"),
        ("r3 r4 r5", "x3", "'x3' is not a tile"),
        ("r3 r4 r5", [3.5], "is not a tile"),
        ("J J r5 | J b1 b2", "r1", "3 times J"),
    ],
)
def test_bad_positions_are_refused(table, rack, message):
    with pytest.raises(ValueError, match=message):
        best_turn(table, rack)


def test_a_bound_joker_needs_its_set():
    with pytest.raises(ValueError, match="give the table as sets"):
        best_turn(parse_tiles("r3 r4 J r8 r9 r10"), "r1", rules={"joker_retrieval": "replace"})


def test_text_of_a_turn():
    assert str(best_turn("r3 r4 r5", "r6")) == "places r6 (6): r3 r4 r5 r6"
    assert tiles_text(best_turn("r3 r4 r5", "b9").sets[0]) == "r3 r4 r5"


# Exact counts for the box of 104 tiles (racks, hands of physical tiles); 3 tiles: 44 runs and 52 groups.
EXACT = {3: (96, 768), 4: (53, 848), 5: (36, 1152), 6: (4656, 264120), 7: (4980, 547272), 8: (4731, 996837)}


# As counted by laid_together(14), which needs minutes and a gigabyte.
LARGE = {12: (3753318, 7740251610), 13: (7244080, 26987333960), 14: (10232524, 68006854852)}


@pytest.mark.parametrize("tiles", [*EXACT, *(pytest.param(tiles, marks=pytest.mark.slow) for tiles in LARGE)])
def test_winning_racks(tiles):
    count = winning_racks(tiles)
    assert (count.winning, count.winning_hands) == {**EXACT, **LARGE}[tiles]


def distinct(parts):
    """Each rack once."""
    racks = np.concatenate(parts)
    mixed = racks[:, 0] * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(32)) + racks[:, 1]
    mixed *= np.uint64(0xC2B2AE3D27D4EB4F)  # two racks with one number are too rare to be met, and would fail the test
    mixed ^= mixed >> np.uint64(29)
    return racks[np.unique(mixed, return_index=True)[1]]


def laid_together(most):
    """By number of tiles: all racks that can be laid down as sets, as (two bits per tile kind, in two words)."""
    found = {0: np.zeros((1, 2), np.uint64)}
    halves = [[[tile % 26 for tile in one if tile // 26 == half] for half in (0, 1)] for one in PLAIN]
    sets = np.array([[sum(1 << 2 * place for place in half) for half in one] for one in halves], np.uint64)
    for tiles in range(1, most + 1):
        parts = [np.zeros((0, 2), np.uint64)]
        for one, members in zip(sets, PLAIN, strict=True):
            racks = found.get(tiles - len(members), parts[0][:0]) + one
            thrice = racks & (racks >> np.uint64(1)) & np.uint64(0x5555555555555555)
            parts.append(racks[(thrice == 0).all(axis=1)])
            if sum(map(len, parts)) > 5_000_000:
                parts = [distinct(parts)]
        found[tiles] = distinct(parts)
    return found


@pytest.mark.parametrize("most", [9, pytest.param(11, marks=pytest.mark.slow)])
def test_winning_racks_equal_all_sums_of_sets(most):
    for tiles, racks in laid_together(most).items():
        if tiles >= 3:
            count = winning_racks(tiles)
            singles = np.bitwise_count(racks & np.uint64(0x5555555555555555)).sum(axis=1)
            assert (count.winning, count.winning_hands) == (len(racks), int((2 ** singles.astype(np.int64)).sum()))


def test_winning_racks_of_a_small_box():
    assert [winning_racks(tiles, numbers=6).winning for tiles in range(3, 9)] == [40, 18, 8, 820, 696, 467]


def test_winning_racks_equal_the_solver():
    counts = Counter()
    for kinds in combinations(range(16), 6):
        rack = [4 * (tile // 4) + tile % 4 for tile in kinds]
        counts[best_turn([], rack, rules={"numbers": 4, "copies": 1, "jokers": 0, "rack_size": 7}).tiles == 6] += 1
    assert counts[True] == winning_racks(6, numbers=4, copies=1).winning
