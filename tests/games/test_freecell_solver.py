"""Exact verdicts: against brute force on small decks, under symmetries, and with lines that replay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cardsim.games.freecell.board import Board, ms_deal, parse, seeded_deal
from cardsim.games.freecell.carrying_out import carry_out
from cardsim.games.freecell.exhaustive import LIMIT, class_key, go_on, search
from cardsim.games.freecell.many_deals import solve_deals
from cardsim.games.freecell.moves import check
from cardsim.games.freecell.plain import plain_search
from cardsim.games.freecell.position import load, new_position, take_back
from cardsim.games.freecell.productive import list_moves
from cardsim.games.freecell.rules import PRESETS, as_rules
from cardsim.games.freecell.seen import LARGE, _enter, _spread, grown, grown_in, new_table, vacancy
from cardsim.games.freecell.settling import settle
from cardsim.games.freecell.solver import NOTHING, board_row, is_stuck, solve, variant_of
from cardsim.games.freecell.variant import Variant, deal_row, zobrist
from cardsim.games.freecell.waiting import STATES, new_search
from tests.naive import freecell as naive

BUILDS = ("alternate", "suit", "any")
EMPTIES = ("any", "kings", "none")


def small_deals(seed, count, ranks):
    """Deals of small decks: (variant, columns, cells) in the package's numbers."""
    chance = random.Random(seed)
    for _ in range(count):
        build, empty = chance.choice([0, 0, 1, 1, 2]), chance.choice([0, 0, 0, 1, 1, 2])
        columns, cells = chance.choice([2, 3, 3, 4]), chance.choice([0, 0, 1, 1, 2])
        filled = chance.choice([0, 0, cells])
        deck = [13 * suit + rank for suit in range(4) for rank in range(ranks)]
        chance.shuffle(deck)
        dealt = len(deck) - filled
        yield (
            Variant(columns, cells, build, empty, ranks),
            [deck[q:dealt:columns] for q in range(columns)],
            deck[dealt:],
        )


def naive_position(columns, cells):
    def card(number):
        return number % 13 + 1, "CDHS"[number // 13]

    return tuple(tuple(map(card, column)) for column in columns), frozenset(map(card, cells)), (0, 0, 0, 0)


@pytest.mark.parametrize(("seed", "count", "ranks"), [(1, 1500, 3), (2, 1200, 4), (3, 300, 5)])
def test_reductions_against_brute_force(seed, count, ranks):
    """Every kind of rule, thousands of small deals, two key seeds: won or not, stuck or not, all as by brute force."""
    verdicts = set()
    keys = zobrist(777), zobrist(31337)
    for variant, columns, cells in small_deals(seed, count, ranks):
        rules = variant.cells, BUILDS[variant.build], EMPTIES[variant.empty], ranks
        start = naive_position(columns, cells)
        won, stuck = naive.can_be_won(start, *rules), naive.is_stuck(start, *rules)
        row = deal_row(columns, cells, [0] * 4, variant)
        for key in keys:
            s = new_position(variant, key)[0]
            assert search(s, row, False, 10**7, 0, NOTHING)[0] == won, (variant, columns, cells)
            assert search(s, row, True, 10**7, 0, NOTHING)[0] == (not stuck), (variant, columns, cells)
        assert search(s, row, False, 10**7, 5, NOTHING)[0] == won
        verdicts.add((won, stuck))
    assert verdicts == {(True, False), (False, False), (False, True)}


def test_listed_moves_lead_where_they_say():
    """The key that a move is listed with is that of the position it leads to, loose cards built; else it is unknown."""
    chance = random.Random(6)
    compared = unknown = 0
    for variant, columns, cells in small_deals(6, 1000, 6):
        s = new_position(variant, zobrist(5))[0]
        load(s, deal_row(columns, cells, [0] * 4, variant))
        trail = np.empty(4096, np.int32)
        steps = settle(s, trail, 0)
        for _ in range(12):
            class_key(s)
            list_moves(s)
            listed = [(int(s.move[i]), tuple(s.leads_to[i].tolist())) for i in range(s.listed)]
            if not listed:
                break
            for word, key in listed:
                after = settle(s, trail, carry_out(s, word, trail, steps))
                if key == (0, 0):
                    unknown += 1
                else:
                    compared += 1
                    assert class_key(s) == key, (variant, columns, cells, word)
                for i in range(after - 1, steps - 1, -1):
                    take_back(s, trail[i])
            steps = settle(s, trail, carry_out(s, chance.choice(listed)[0], trail, steps))
    assert compared > 5000
    assert unknown > 20


@pytest.mark.parametrize(("number", "cells"), [(11982, 4), (702, 0), (30, 1)])
def test_a_search_goes_on_where_it_stopped(number, cells):
    rules = as_rules({"cells": cells})
    row, position = board_row(ms_deal(number, rules)), new_position(variant_of(rules), zobrist(5))
    whole = search(position[0], row, False, 10**6, 0, NOTHING)
    load(position[0], row)
    stopped = new_search(1 << 12, 0)
    for limit in range(0, whole[1], 1 + whole[1] // 7):
        verdict, stopped = go_on(position[0], stopped, False, limit, False, NOTHING)
        assert (verdict, stopped.numbers[STATES]) == (LIMIT, limit)
    verdict, stopped = go_on(position[0], stopped, False, 10**6, False, NOTHING)
    assert (verdict, stopped.numbers[STATES]) == whole[:2]


def test_plain_search_against_brute_force():
    for variant, columns, cells in small_deals(8, 400, 4):
        rules = variant.cells, BUILDS[variant.build], EMPTIES[variant.empty], 4
        start = naive_position(columns, cells)
        position = new_position(variant, zobrist(5))
        position[0].merge = 0
        row = deal_row(columns, cells, [0] * 4, variant)
        assert plain_search(position[0], row, False, False, False, 10**7)[0] == naive.can_be_won(start, *rules)
        assert plain_search(position[0], row, True, False, False, 10**7)[0] == (not naive.is_stuck(start, *rules))


def test_looser_rules_never_lose_a_win():
    """Cards from the foundations, runs of any length: a win stays a win; everything home at once: never a new one."""
    gained = [0, 0, 0]
    for variant, columns, cells in small_deals(9, 600, 4):
        row = deal_row(columns, cells, [0] * 4, variant)
        position = new_position(variant, zobrist(5))
        s = position[0]
        s.merge = 0
        usual = plain_search(s, row, False, False, False, 10**6)[0]
        worrying = plain_search(s, row, False, True, False, 10**6)[0]
        all_home = plain_search(s, row, False, False, True, 10**6)[0]
        s.longest_run = 52
        relaxed = plain_search(s, row, False, False, False, 10**6)[0]
        assert worrying >= usual
        assert relaxed >= usual
        assert all_home <= usual
        gained = [a + b for a, b in zip(gained, (worrying - usual, relaxed - usual, usual - all_home), strict=True)]
    assert gained[1] > 0


def test_the_table_grows_and_keeps_all_keys():
    table = new_table(64)
    keys = np.random.default_rng(3).integers(0, 2**64, (45, 2), np.uint64)
    for key in keys:
        slot = vacancy(table, key[0], key[1])
        assert slot >= 0
        table[slot] = key
    for _ in range(6):
        table = grown(table)
    assert all(vacancy(table, key[0], key[1]) < 0 for key in keys)
    assert vacancy(table, keys[0, 0], keys[0, 1] ^ np.uint64(1)) >= 0
    assert np.count_nonzero(table.any(axis=1)) == 45


def test_a_table_spreads_in_place():
    """Also where keys of its end stand at its beginning, keys have to move down, or few slots are taken out before."""
    generator = np.random.default_rng(4)
    for _ in range(1000):
        size = int(generator.integers(4, 60))
        larger = size + int(generator.integers(1, size))
        keys = generator.integers(0, 2**64, (3 * size // 4, 2), np.uint64)
        if generator.random() < 0.5:
            keys[:, 0] >>= np.uint64(generator.integers(1, 8))  # crowded at the beginning
        table = new_table(size)
        _enter(table, keys, len(keys))
        room = np.zeros((larger, 2), np.uint64)
        room[:size] = table
        _spread(room, size, int(generator.integers(0, size + 1)))
        assert all(vacancy(room, key[0], key[1]) < 0 for key in keys)
        assert np.count_nonzero(room.any(axis=1)) == len(keys)


def test_a_large_table_grows_in_its_room():
    table = room = new_table(LARGE)
    keys = np.random.default_rng(5).integers(0, 2**64, (3 * LARGE // 4, 2), np.uint64)
    _enter(table, keys, len(keys))
    sizes = []
    for most in (10**7, 10**7, 10**7, 2 * 10**7):
        before = room
        table, room = grown_in(room, table, np.int64(most))
        sizes.append(len(table))
        assert np.shares_memory(table, room)
        assert np.shares_memory(before, room) == (1 < len(sizes) < 4)
        assert all(vacancy(table, key[0], key[1]) < 0 for key in keys[::200])
        assert vacancy(table, keys[0, 0], keys[0, 1] ^ np.uint64(1)) >= 0
        assert np.count_nonzero(table[:, 0] | table[:, 1]) == len(keys)
    # Half as large again each time, but no larger than ten million keys need; then more are wanted.
    assert sizes == [LARGE * 3 // 2, LARGE * 9 // 4, 13333335, 13333335 + 13333335 // 2]


# The known impossible deals with four cells up to a million (Freecell Solver), and winnable ones that give trouble.
IMPOSSIBLE = [11982, 146692, 186216, 455889]
TROUBLE = [1941, 98714, 254076]


@pytest.mark.parametrize("number", IMPOSSIBLE)
def test_impossible_deals(number):
    for key_seed in (1, 2):
        solution = solve(ms_deal(number), key_seed=key_seed)
        assert (solution.verdict, solution.moves) == ("impossible", ())
        assert solution.positions > 1000


@pytest.mark.parametrize("number", TROUBLE)
def test_winnable_deals_that_trouble_others(number):
    assert solve(ms_deal(number)).verdict == "won"


@pytest.mark.parametrize(("number", "cells"), [(949, 3), (12, 2), (160, 2), (197, 2), (164, 0), (892, 0)])
def test_winnable_with_few_cells(number, cells):
    solution = solve(ms_deal(number, {"cells": cells}))
    assert solution.verdict == "won"
    assert 52 <= len(solution.moves) <= 3000


@pytest.mark.parametrize("preset", PRESETS)
def test_lines_replay_under_every_preset(preset):
    rules = as_rules(preset)
    wins = 0
    for index in range(12):
        board = seeded_deal(11, index, rules)
        solution = solve(board, max_states=100_000)
        if solution.verdict == "won":
            wins += 1
            check(board, solution.moves, won=True)
            if rules.autoplay == "none":
                assert len(solution.moves) >= 52
    assert wins > 0 or preset in ("freecell_0", "freecell_4_columns", "freecell_5_columns", "fore_cell_suit")


@pytest.mark.parametrize(
    "rules",
    [
        {"foundation_base": 5},
        {"foundation_base": 5, "empty_column": "kings", "cells": 6},
        {"run_move": "single"},
        {"run_move": "unlimited", "cells": 2},
        {"worrying_back": True, "cells": 3},
        {"autoplay": "all"},
        {"autoplay": "safe", "cells": 3},
        {"run_limit": "one_column"},
        {"build": "any", "cells": 1},
        {"columns": 13, "cells": 12},
        {"empty_column": "none", "cells": 6},
        {"columns": 4, "cells": 12, "cells_filled": 12},
    ],
    ids=str,
)
def test_lines_replay_under_house_rules(rules):
    wins = 0
    for index in range(6):
        board = seeded_deal(12, index, as_rules(rules))
        solution = solve(board, max_states=100_000)
        if solution.verdict == "won":
            check(board, solution.moves, won=True)
            wins += 1
    assert wins > 0


def relabelled(board, suits):
    """The board with suit s written as ``suits[s]``."""

    def card(number):
        return -1 if number < 0 else 13 * suits[number // 13] + number % 13

    home = [0] * 4
    for suit, count in enumerate(board.foundations):
        home[suits[suit]] = count
    columns = tuple(tuple(map(card, column)) for column in board.columns)
    return Board(columns, tuple(map(card, board.cells)), tuple(home), board.rules)


# Suits C D H S: exchange within a colour, exchange the colours; by suit any exchange.
SAME_COLOUR_GAME = [(3, 1, 2, 0), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2)]


@pytest.mark.parametrize(
    ("rules", "first", "suits"),
    [
        ({"cells": 1}, 1, SAME_COLOUR_GAME),
        ({"cells": 0}, 890, SAME_COLOUR_GAME),
        ("bakers_game", 1, [*SAME_COLOUR_GAME, (1, 2, 3, 0)]),
        ("fore_cell", 1, SAME_COLOUR_GAME),
    ],
    ids=str,
)
def test_symmetries_keep_the_verdict(rules, first, suits):
    chance = random.Random(4)
    seen = set()
    for number in range(first, first + 12):
        board = ms_deal(number, as_rules(rules))
        verdict = solve(board, 200_000).verdict
        for relabelling in suits:
            other = relabelled(board, relabelling)
            columns, cells = list(other.columns), list(other.cells)
            chance.shuffle(columns)
            chance.shuffle(cells)
            found = solve(Board(tuple(columns), tuple(cells), other.foundations, other.rules), 200_000).verdict
            assert found == verdict or "undecided" in (found, verdict), number
        seen.add(verdict)
    assert {"won", "impossible"} <= seen


def test_more_room_never_loses_a_win():
    for number in range(1, 25):
        verdicts = [solve(ms_deal(number, {"cells": cells}), 300_000).verdict for cells in range(5)]
        ranks = [("impossible", "undecided", "won").index(verdict) for verdict in verdicts]
        assert ranks == sorted(ranks), (number, verdicts)
        board = ms_deal(number, {"cells": 1})
        if solve(board, 300_000).verdict == "won":
            wider = Board((*board.columns, ()), board.cells, board.foundations, as_rules({"cells": 1, "columns": 9}))
            assert solve(wider, 300_000).verdict == "won"


def test_a_win_with_kings_only_is_a_win():
    wins = 0
    for number in range(1, 40):
        for preset in ("bakers_game", "eight_off"):
            kings = ms_deal(number, PRESETS[preset]._replace(empty_column="kings"))
            solution = solve(kings, 300_000)
            if solution.verdict == "won":
                wins += 1
                looser = Board(
                    kings.columns, kings.cells, kings.foundations, PRESETS[preset]._replace(empty_column="any")
                )
                check(looser, solution.moves, won=True)
                assert solve(looser, 300_000).verdict == "won"
    assert wins > 20


STILL_ALIVE = """Foundations: H-A C-3 D-3 S-4
: 2H 5C JD 4D KH KD KS QH JC TD 9S 8D
: 4H
: 7C 6D 5S
: 7D 6C 5H 4C 3H
: TS 9H 8S
: QC JH TC 9D 8C 7H 6S 5D
: QS
: KC QD JS TH 9C 8H 7S 6H"""


def test_lost_is_not_stuck():
    """A position of the 0-cell deal 798194 that cannot be won, though cards can still go home."""
    board = parse(STILL_ALIVE, {"cells": 0})
    assert not is_stuck(board)
    assert solve(board, 4_000_000).verdict == "impossible"


def test_stuck_at_the_deal_only_without_room():
    stuck = [is_stuck(ms_deal(number, {"cells": 0})) for number in range(1, 60)]
    assert 0 < sum(stuck) < 59
    assert not any(is_stuck(ms_deal(number)) for number in range(1, 60))
    for number, answer in enumerate(stuck, 1):
        if answer:
            assert solve(ms_deal(number, {"cells": 0})).verdict == "impossible"


def test_a_limit_is_named():
    solution = solve(ms_deal(11982), max_states=500)
    assert solution.verdict == "undecided"
    assert solution.limit == "max_states = 500"
    assert "max_states = 500" in repr(solution)


@pytest.mark.parametrize("limit", [0, -5, "many", 1.5])
def test_bad_limits(limit):
    with pytest.raises(ValueError, match="max_states"):
        solve(ms_deal(1), max_states=limit)


def test_only_boards_are_solved():
    with pytest.raises(ValueError, match="takes a board"):
        solve("JD KD")


def test_a_won_board():
    columns = ((),) * 8
    board = Board(columns, (-1,) * 4, (13, 13, 13, 13), as_rules())
    assert solve(board).verdict == "won"
    assert not is_stuck(board)


def test_solve_deals_keeps_the_order_and_the_numbers():
    table = solve_deals([3, 11982, 1, 2**33 - 1], n_jobs=1)
    assert table["deal"].tolist() == [3, 11982, 1, 2**33 - 1]
    assert table["verdict"].tolist() == ["won", "impossible", "won", "won"]
    assert (table["moves"] > 51).tolist() == [True, False, True, True]
    assert len(solve_deals([])) == 0
    with pytest.raises(ValueError, match="there is no deal 0"):
        solve_deals([1, 0])


def test_threads_change_nothing():
    one = solve_deals(range(1, 600), n_jobs=1)
    assert one.equals(solve_deals(range(1, 600), n_jobs=2))
