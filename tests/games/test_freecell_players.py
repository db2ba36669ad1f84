"""The kernel and its players: legal lists, features and ends against plain Python, records that replay, edge cases."""

from __future__ import annotations

import random

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.freecell import GAME, Board, check, is_stuck, lapse, ms_deal, play, seeded_deal, strategies
from cardsim.games.freecell.actions import IN_CELL, IS_HOME, ON_EMPTY, list_actions, perform, undo
from cardsim.games.freecell.choosing import COMMON
from cardsim.games.freecell.deals import ms_pack
from cardsim.games.freecell.features import FEATURES, measure, single_steps
from cardsim.games.freecell.kernel import ACTED, ENDED
from cardsim.games.freecell.moves import Move, Table
from cardsim.games.freecell.position import load, new_position
from cardsim.games.freecell.rules import as_rules
from cardsim.games.freecell.solver import board_row, set_run_limit, variant_of
from cardsim.games.freecell.variant import CELL, HOME, inner, outer, zobrist
from tests.naive import freecell_play as naive


def simulate(seats, n, **given):
    return cs.simulate("freecell", seats, n=n, progress=False, n_jobs=1, **{"seed": 3, **given})


def position_of(board):
    array = new_position(variant_of(board.rules), zobrist(5))
    array[0].merge = 0
    set_run_limit(array[0], board.rules)
    load(array[0], board_row(board))
    return array


def boards_in_play(rules, count, seed):
    """Boards met in random play."""
    chance = random.Random(seed)
    for index in range(count):
        table = Table(seeded_deal(seed, index, as_rules(rules)))
        for _ in range(chance.randrange(60)):
            actions = naive.actions(table.board())
            if not actions:
                break
            table.play(Move(*naive.move_of(table.board(), chance.choice(actions))))
        yield table.board()


RULES = [
    None,
    {"cells": 2},
    "bakers_game",
    "eight_off",
    "seahaven_towers",
    {"run_move": "unlimited"},
    {"run_limit": "one_column"},
    {"build": "any", "cells": 1},
    {"run_move": "single"},
    {"empty_column": "none"},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_legal_actions_in_canonical_order_and_features(rules):
    seen = np.zeros((448, 3), np.int64)
    values = np.zeros(len(FEATURES), np.int64)
    for board in boards_in_play(rules, 25, 8):
        array = position_of(board)
        s = array[0]
        n = list_actions(s, seen)
        found = [(outer(int(card)), int(target), int(count)) for card, target, count in seen[:n]]
        found = [(card, outer(target) if target < 52 else target, count) for card, target, count in found]
        assert found == naive.actions(board), str(board)
        measure(s, values)
        assert dict(zip(FEATURES, values.tolist(), strict=True)) == naive.features(board), str(board)
        before = s.key.copy()
        for card, target, count in seen[:n].copy():
            source = perform(s, card, target, count)
            undo(s, card, target, count, source)
            assert (s.key == before).all()


@pytest.mark.parametrize(
    ("cards", "cells", "columns", "steps"),
    [(1, 0, 0, 1), (5, 4, 0, 9), (2, 0, 1, 3), (4, 0, 2, 9), (10, 4, 1, 27), (4, 1, 1, 9)],
)
def test_single_card_moves_of_a_run(cards, cells, columns, steps):
    assert single_steps(cards, cells, columns) == steps


def moves_of(replay):
    """The moves of a record, from the kernel's log."""
    return [
        Move(int(word & 31), int(word >> 5 & 31), int(word >> 10))
        for kind, _, word, *_ in replay.events
        if kind == ACTED
    ]


PLAYERS = ["random", "home_first", "rule_list", "greedy", "planner", "lookahead:beam=8", "staged:nodes=2000", "perfect"]


@pytest.mark.parametrize("player", PLAYERS)
def test_records_replay_under_independent_rules(player):
    run = simulate([player], 6)
    for index in run.table.index:
        row = run.table.loc[index]
        replay = run.replay(index)
        moves = moves_of(replay)
        assert len(moves) == row["moves"] == replay.outcome["moves"]
        start = seeded_deal(3, index)
        end = play(start, moves)
        assert end.cards_home == row["cards_home"]
        assert (row["end"] == "won") == end.won == (row["winner"] == 0)
        assert (row["end"] == "dead") == (not end.won and is_stuck(end))
        if row["end"] == "move_limit":
            assert row["moves"] == 3000
        elif moves and row["end"] == "dead":
            assert not is_stuck(play(start, moves[:-1]))
        assert all(isinstance(line, str) for line in replay.lines())


def test_a_planner_never_looks_at_more_positions_than_it_may():
    """In this deal eight actions reach more positions than the planner's table of them holds."""
    for most in (2, 50, 2000):
        table = simulate([f"planner:plan_nodes={most}"], 1, seed=11, first=14, rules={"cells": 3}).table
        assert table["end"].iloc[0] in ("won", "dead", "move_limit")


def test_staged_goes_on_from_positions_not_met_before():
    """With memory the line to the best position leads to a new one: a lost game does not go round in a circle."""
    rules, longest = {"cells": 2}, 0
    for index in range(12):
        board = seeded_deal(3, index, as_rules(rules))
        keys = [naive.key(board)]
        replay = cs.replay("freecell", ["staged:nodes=300,rush_margin=12"], rules=rules, seed=3, index=index)
        for move in moves_of(replay):
            board = play(board, [move])
            keys.append(naive.key(board))
        assert len(set(keys)) > 0.9 * len(keys), index
        longest = max(longest, len(keys))
    assert longest > 30


def test_altered_records_are_refused():
    run = simulate(["perfect"], 1)
    moves = moves_of(run.replay(0))
    board = seeded_deal(3, 0)
    check(board, moves, won=True)
    with pytest.raises(ValueError, match="won already"):
        check(board, [*moves, moves[-1]])
    wrong = 0
    for i in range(0, len(moves), 7):
        altered = [*moves[:i], moves[i]._replace(target=(moves[i].source + 1) % 8, size=1), *moves[i + 1 :]]
        try:
            check(board, altered, won=True)
        except ValueError:
            wrong += 1
    assert wrong > len(moves) // 14


@pytest.mark.parametrize("preset", list(GAME.presets))
def test_every_preset_is_played(preset):
    run = simulate(["greedy"], 4, rules=preset if preset != "solvability" else {"preset": preset, "max_moves": 500})
    assert set(run.table["end"]) <= {"won", "dead", "move_limit"}
    assert (run.table["cards_home"] <= 52).all()


def test_the_dead_rule_changes_no_win():
    """Dead implies lost: with the rule off the same games are won, only later ends differ."""
    with_rule = simulate(["greedy"], 60).table
    without = simulate(["greedy"], 60, rules={"dead_rule": False}).table
    assert ((with_rule["end"] == "won") == (without["end"] == "won")).all()
    assert (with_rule["moves"] <= without["moves"]).all()
    assert (with_rule["cards_home"] == without["cards_home"]).all()
    quick = simulate(["greedy"], 60, rules={"dead_test": "quick"}).table
    assert ((with_rule["end"] == "won") == (quick["end"] == "won")).all()


def test_no_player_beats_the_solver():
    solved = simulate(["solver"], 30, rules={"cells": 1}).table
    for player in ("greedy", "planner", "perfect"):
        played = simulate([player], 30, rules={"cells": 1, "max_moves": 300}).table
        assert not ((played["end"] == "won") & (solved["end"] == "impossible")).any(), player
    assert {"won", "impossible"} <= set(solved["end"])


def test_the_perfect_player_wins_what_is_easy():
    assert simulate(["perfect"], 40).rate("won").value == 1


def test_greedy_takes_the_cheapest_of_the_new_positions():
    run = simulate(["greedy"], 3)
    for index in run.table.index:
        board = seeded_deal(3, index)
        met = {naive.key(board)}
        for move in moves_of(run.replay(index))[:150]:
            expected = naive.greedy(board, COMMON, met)
            following = play(board, [move])
            assert naive.key(following) == naive.key(play(board, [Move(*naive.move_of(board, expected))])), index
            board = following
            met.add(naive.key(board))


def test_move_counts():
    run = simulate(["perfect"], 5)
    assert (run.table["card_moves"] >= run.table["moves"]).all()
    cards = simulate(["perfect"], 5, rules={"move_count": "cards", "max_moves": 60}).table
    assert (cards["card_moves"] >= cards["moves"]).all()
    assert (cards["end"] == "move_limit").any()


def test_the_last_action_may_win():
    needed = int(simulate(["perfect"], 1).table["moves"].iloc[0])
    assert simulate(["perfect"], 1, rules={"max_moves": needed}).table["end"].iloc[0] == "won"
    assert simulate(["perfect"], 1, rules={"max_moves": needed - 1}).table["end"].iloc[0] == "move_limit"


def test_dead_at_the_deal():
    table = simulate(["greedy"], 59, rules={"cells": 0, "deal_scheme": "ms"}).table
    stuck = [is_stuck(ms_deal(number, {"cells": 0})) for number in range(1, 60)]
    assert ((table["moves"] == 0) == stuck).all()
    assert (table.loc[stuck, "end"] == "dead").all()


def test_numbered_deals_and_given_packs():
    numbered = simulate(["greedy"], 3, rules={"deal_scheme": "ms"}, first=616).table
    packs = np.array([ms_pack(number) for number in (617, 618, 619)])
    given = simulate(["greedy"], 3, rules={"deal_scheme": "given"}, packs=packs, first=616).table
    assert numbered.equals(given)
    with pytest.raises(ValueError, match="needs packs"):
        simulate(["greedy"], 1, rules={"deal_scheme": "given"})
    with pytest.raises(ValueError, match="no numbered deal 8589934592"):
        simulate(["greedy"], 1, rules={"deal_scheme": "ms"}, first=2**33 - 1)


def test_the_solver_in_the_seat():
    run = simulate(["solver"], 30, rules={"cells": 2, "deal_scheme": "ms"})
    wanted = cs.freecell.solve_deals(range(1, 31), {"cells": 2}, 1)
    assert run.table["end"].tolist() == wanted["verdict"].tolist()
    assert run.table["states"].tolist() == wanted["states"].tolist()
    assert run.table["moves"].tolist() == wanted["moves"].tolist()
    assert "won" in run.replay(1).lines()[-1]
    few = simulate(["solver:max_states=5"], 3, rules={"cells": 2})
    assert set(few.table["end"]) == {"undecided"}
    with pytest.raises(ValueError, match="max_states"):
        simulate(["solver:max_states=0"], 1)


def test_a_player_who_answers_outside_the_list():
    with pytest.raises(cs.StrategyError, match="legal actions were numbered"):
        simulate([strategies["greedy"]._replace(act=lambda view, params, stream: 1000, name="wild")], 1)


def test_an_own_player():
    """The view is enough for a player in two lines."""

    def most_room(view, params, stream):
        best = 0
        for i in range(view.n):
            if view.features[i, 1] - view.features[i, 2] < view.features[best, 1] - view.features[best, 2]:
                best = i
        return best

    table = simulate([strategies["greedy"]._replace(act=most_room, params={}, name="most_room")], 5).table
    assert (table["moves"] > 0).all()


def test_lapses():
    certain, never = lapse(strategies["greedy"], 1.0), lapse(strategies["greedy"], 0.0)
    assert simulate([never], 20).table.equals(simulate(["greedy"], 20).table)
    assert not simulate([certain], 20).table.equals(simulate(["greedy"], 20).table)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"cells": 3, "cells_filled": 4}, "cells_filled=4 is more than cells=3"),
        ({"columns": 3}, "columns=3"),
        ({"autoplay_counts": True}, "autoplay_counts"),
        ({"worrying_back": True, "autoplay": "all"}, "worrying_back"),
        ({"max_moves": 0}, "max_moves=0"),
        ("frecell", "did you mean"),
    ],
)
def test_rules_that_are_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        simulate(["greedy"], 1, rules=rules)


def test_automatic_play_belongs_to_the_action():
    run = simulate(["greedy"], 5, rules="microsoft", seed=0)
    for index in run.table.index:
        row = run.table.loc[index]
        moves = moves_of(run.replay(index))
        assert play(ms_deal(index + 1, "microsoft"), moves[:400]).cards_home <= 52
        if len(moves) == row["moves"] < 3000:
            assert play(ms_deal(index + 1, "microsoft"), moves).cards_home == row["cards_home"]


def test_card_numbers_inside():
    assert [outer(inner(card, base), base) for base in (1, 5, 13) for card in range(52)] == [*range(52)] * 3
    assert inner(4 * 13 - 1) == 51
    assert (ON_EMPTY, IN_CELL, IS_HOME, CELL, HOME) == (52, 53, 54, 13, 25)


def test_events_end_with_the_outcome():
    events = cs.replay("freecell", ["greedy"], seed=3, index=0).events
    assert events[-1][0] == ENDED
    assert isinstance(seeded_deal(3, 0), Board)
