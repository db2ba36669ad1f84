"""The player `montecarlo`: it imagines the deal as it is, does not mind what it has not seen, and is the same again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cardsim as cs
from cardsim import rng
from cardsim.games.log import new_log
from cardsim.games.rummikub import GAME, dealing, turns, view
from cardsim.games.rummikub.joker_rules import new_branch
from cardsim.games.rummikub.thinking import belief, choices, imagined, search
from cardsim.games.rummikub.turn_solver import new_solver
from cardsim.games.strategy import StrategyError
from tests.games.test_rummikub_games import check_table

FEW = "montecarlo:worlds=4,pool=6"
PLAYERS = {imagined.HOLDS: "hold_until_out", imagined.PLACES: "greedy_tiles"}
NO_LOG = new_log(0)


def play(seats, rules=None, n=10, seed=5, **given):
    return cs.simulate("rummikub", seats, rules=rules, n=n, seed=seed, progress=False, n_jobs=1, **given)


def dealt(rules, players, pack):
    """The packed rules, the kernel's state just dealt, and a solver."""
    packed = GAME.pack(GAME.check_rules(rules), players)[0]
    table = np.zeros(1, imagined.TABLE).view(np.recarray)[0]
    table.pack[:] = pack
    imagined.prepare(packed, table)
    dealing.deal(packed, table, NO_LOG)
    return packed, table, new_solver(tuple(packed.far[:3]), packed.copies, packed.jokers, 0)


def a_pack(seed):
    return np.random.default_rng(seed).permutation(view.PACK_SIZE).astype(np.uint8)


# ------------------------------------------------------------------------------------------------- the imagined deal


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"draw_on_pass": 2, "draw_on_pass_opened": 3, "jokers": 3},
        {"pool_empty": "until_full_pass_round", "tie_break": "fewest_tiles", "blocked_scoring": "full"},
        {"meld_same_turn_manipulation": True, "initial_meld": 50, "joker_penalty": 0},
        {"numbers": 10, "jokers": 0, "rack_size": 10, "score_winner": "zero"},
    ],
    ids=str,
)
def test_an_imagined_deal_is_the_kernels(rules, players):
    n = 12
    packs = np.array([a_pack(seed) for seed in range(n)])
    for first in (0, 1):
        kinds = np.array([(first + seat) % 2 for seat in range(4)])
        table = play([PLAYERS[kind] for kind in kinds[:players].tolist()], rules, n, packs=packs).table
        for pack, row in zip(packs, table.to_dict("records"), strict=True):
            packed, state, solver = dealt(rules, players, pack)
            imagined.play_out(packed, state, 0, kinds, solver, new_branch(), NO_LOG)
            expected = [row[f"points_{seat}"] for seat in range(players)]
            assert state.points[:players].tolist() == pytest.approx(expected), row
            assert (state.winner, state.turns) == (row["winner"], row["turns"])


def in_the_middle(players, seed, rules=None, played=30):
    """A deal after some turns of mixed quick players, and what the seat to move sees."""
    packed, table, solver = dealt(rules, players, a_pack(seed))
    branch = new_branch()
    for turn in range(played):
        imagined.play_turn(packed, table, turn % players, turn % 2, solver, branch, NO_LOG)
        if (table.sizes[:players] == 0).any() or table.pool_size == 0:
            break
    seat = (turn + 1) % players
    turns.show(packed, table, seat)
    seen = table.views[seat]
    seen.seat, seen.players, seen.numbers = seat, players, packed.numbers
    seen.rules[0] = packed
    return packed, table, seen, solver


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_share_out_what_is_not_seen(players):
    stream = rng.states(1)[0]
    rng.start(stream, 5, 0, 0, rng.SEAT)
    box = np.zeros((4, 15), np.int64)
    box[:, :13] = 2
    for seed in range(10):
        packed, table, seen, _ = in_the_middle(players, seed)
        pool, kinds = np.zeros(view.PACK_SIZE, np.int64), np.zeros(4, np.int64)
        count = belief.unseen_tiles(seen, pool)
        assert count == seen.pool + sum(seen.sizes[s] for s in range(players) if s != seen.seat)
        world = np.zeros(1, imagined.TABLE).view(np.recarray)[0]
        for _ in range(3):
            belief.draw_world(seen, pool, count, kinds, stream)
            belief.lay_out(seen, world, pool)
            assert world.sizes[:players].tolist() == table.sizes[:players].tolist()
            assert world.racks[seen.seat].tolist() == table.racks[seen.seat].tolist()
            assert world.grid.tolist() == table.grid.tolist()
            drawn = np.array([int(tile) for tile in world.pool[: world.pool_size]])
            in_pool = np.bincount(drawn[drawn < dealing.JOKER], minlength=60).reshape(4, 15)
            held = world.racks[:players].sum(axis=0)[:, :15]
            assert (held + world.grid[:, :15] + in_pool == box).all()
            jokers = world.rack_jokers[:players].sum() + world.grid_jokers + (drawn == dealing.JOKER).sum()
            assert jokers == packed.jokers


def test_who_places_nothing_is_taken_for_one_who_holds():
    _, _, seen, _ = in_the_middle(2, 1)
    other = 1 - seen.seat
    before = belief.chance_to_hold(seen, other)
    assert before == belief.PRIOR
    seen.memory[belief.PASSED + other] = 5
    assert belief.chance_to_hold(seen, other) > 0.95
    seen.memory[belief.PLACED + other] = 4
    assert belief.chance_to_hold(seen, other) < 0.05


# --------------------------------------------------------------------------------------------------------- the choices


def test_the_single_tile_is_the_one_of_most_value_that_fits():
    packed, table, solver = dealt(None, 2, a_pack(0))
    table.racks[0], table.sizes[0], table.rack_jokers[0] = 0, 4, 0
    for colour, value in ((0, 6), (1, 9), (2, 13), (3, 3)):
        table.racks[0, colour, value - 1] = 1
    table.grid[0, [2, 3, 4]] = 1  # r3 r4 r5
    table.grid[[0, 2, 3], 8] += 1  # r9 k9 o9
    assert choices.find_single(packed, table, 0, solver)
    assert np.argwhere(solver.placed).tolist() == [[1, 8]]
    table.racks[0, 1, 8] = 0
    assert choices.find_single(packed, table, 0, solver)
    assert np.argwhere(solver.placed).tolist() == [[0, 5]]
    table.racks[0, 0, 5] = 0
    assert not choices.find_single(packed, table, 0, solver)


def test_the_smallest_set_of_least_value_is_a_choice():
    packed, table, solver = dealt(None, 2, a_pack(0))
    table.racks[0], table.rack_jokers[0] = 0, 1
    table.racks[0, 0, [0, 1, 2, 3]] = 1  # r1 r2 r3 r4
    table.racks[0, :, 12] = 1
    found = np.zeros(1, choices.CHOICES).view(np.recarray)[0]
    choices.add_smallest_set(packed, table, 0, found, solver)
    assert (found.count, found.number[0], found.jokers[0]) == (1, 3, 0)
    assert np.argwhere(found.tiles[0]).tolist() == [[0, 0], [0, 1], [0, 2]]


def test_the_gate_weighs_the_gain_against_its_error():
    """Four worlds: gains of 1, 1, 1, 5 are a mean of 2 with a standard error of 1; a constant loss is dropped."""
    found = np.zeros(1, choices.CHOICES).view(np.recarray)[0]
    found.count = 3
    found.gain[1], found.square[1] = 8, 28
    found.gain[2], found.square[2] = -4, 4
    assert search.pick(found, 4, 1.9) == 1
    assert search.pick(found, 4, 2.1) == 0
    assert search.drop_hopeless(found, 4) == 1
    assert found.dropped.tolist()[:3] == [0, 0, 1]


# --------------------------------------------------------------------------------------------------------- the player


def test_it_takes_the_last_turn_from_one_who_holds():
    """Two who hold: seat 1 has the last turn and nearly always wins; one placed tile near the end turns that round."""
    plain = play(["hold_until_out", "hold_until_out"], n=25).table
    thinking = play(["montecarlo:worlds=16,pool=4", "hold_until_out"], n=25).table
    assert (plain.winner == 0).sum() < 6
    assert (thinking.winner == 0).sum() > 18


def test_without_worlds_to_look_at_it_holds_until_it_is_out():
    """No pool is so small and no rack: but for the last turn it plays as `hold_until_out`."""
    usual = play(["hold_until_out", "greedy_tiles"], n=20).table
    table = play(["montecarlo:worlds=2,gate=1e12,pool=0,near=0", "greedy_tiles"], n=20).table
    out_early = usual.pool_left > 0
    assert out_early.sum() > 5
    pd.testing.assert_frame_equal(table[out_early], usual[out_early])


def test_montecarlo_is_the_same_however_it_is_run():
    given = {"seed": 3, "progress": False}
    seats = [FEW, FEW, "greedy_tiles"]
    whole = cs.simulate("rummikub", seats, n=6, n_jobs=2, **given).table
    parts = [cs.simulate("rummikub", seats, n=2, first=i, n_jobs=1, **given).table for i in (0, 2, 4)]
    pd.testing.assert_frame_equal(pd.concat(parts), whole)


INTERPRET = """
import sys
import cardsim as cs
run = cs.simulate("rummikub", sys.argv[1:-1], n=1, seed=11, n_jobs=1, progress=False)
run.table.to_pickle(sys.argv[-1])
"""


@pytest.mark.slow
def test_compiled_thinking_equals_interpreted(tmp_path):
    seats = ["montecarlo:worlds=2,pool=3,gate=0", "hold_until_out", "greedy_tiles"]
    compiled = cs.simulate("rummikub", seats, n=1, seed=11, n_jobs=1, progress=False).table
    out = tmp_path / "table.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    environment.pop("NUMBA_JIT_COVERAGE", None)
    command = [sys.executable, "-c", INTERPRET, *seats, str(out)]
    subprocess.run(command, check=True, env=environment, cwd=Path(cs.__file__).parents[1], timeout=900)
    pd.testing.assert_frame_equal(pd.read_pickle(out), compiled)


@pytest.mark.parametrize("preset", sorted(cs.rummikub.presets))
def test_montecarlo_plays_all_presets(preset):
    run = play([FEW, "hold_until_out"], preset, n=4)
    check_table(run.table, GAME.check_rules(preset), 2)


@pytest.mark.parametrize(
    "rules",
    [
        {"draw_on_pass": 3, "pool_empty": "until_full_pass_round", "jokers": 4, "numbers": 15},
        {"meld_same_turn_manipulation": True, "copies": 1, "rack_size": 8, "first_player": "rotate"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_montecarlo_plays_house_rules(rules, players):
    run = play([FEW, "greedy_tiles", "hold_until_out", FEW][:players], rules, n=5)
    check_table(run.table, GAME.check_rules(rules), players)


def test_without_the_right_to_hold_back_it_is_refused():
    words = "rummikub strategy 'montecarlo' chooses how much .* optional_draw=True, not with optional_draw=False"
    with pytest.raises(StrategyError, match=words):
        play(["greedy_tiles", "montecarlo"], {"optional_draw": False}, n=1)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("worlds=0", "worlds must be a whole number from 1"),
        ("worlds=2.5", "worlds must be a whole number from 1"),
        ("gate=-1", "gate, pool and near must be numbers of at least 0"),
        ("pool=-3", "gate, pool and near must be numbers of at least 0"),
    ],
)
def test_a_parameter_that_means_nothing_is_named(setting, words):
    with pytest.raises(StrategyError, match=f"in seat 0: montecarlo: {words}"):
        play([f"montecarlo:{setting}", "greedy_tiles"], n=1)
