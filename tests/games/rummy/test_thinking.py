"""The player `montecarlo`: it imagines the game as it is, does not mind what it has not seen, and is the same again."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cardsim as cs
from cardsim import rng
from cardsim.cards import FULL_PACK
from cardsim.games.log import KIND, SEAT, new_log
from cardsim.games.rummy import GAME
from cardsim.games.rummy.board import LAY_NEVER
from cardsim.games.rummy.dealing import show_house
from cardsim.games.rummy.plays import start_board
from cardsim.games.rummy.thinking import belief, imagined, search
from cardsim.games.rummy.view import HOUSE
from cardsim.games.strategy import StrategyError

FEW = "montecarlo:worlds=4"
FOUR = ("meld_asap", "hold_for_rummy:T=6", "hold_for_rummy:T=30,c=3", "hold_for_rummy:T=30")
HOLDS, ALARMS = (0, 6, 30, 30), (0, 0, 3, 0)


def run(rules, seats, n, seed=1, unit="deal", check=False):
    return cs.simulate(
        "rummy", seats, rules=rules, n=n, seed=seed, unit=unit, n_jobs=1, progress=False, check=check
    ).table


# ------------------------------------------------------------------------------------------------- the imagined hand


def imagine(rules, players, pack):
    """The imagined hand of a pack, just dealt, and the house rules as a view tells them."""
    packed = GAME.pack(rules, players)[0]
    house = np.zeros(1, HOUSE).view(np.recarray)[0]
    show_house(packed, house)
    hand = np.zeros(1, imagined.HAND).view(np.recarray)[0]
    start_board(packed, hand.board[0])
    if rules.layoff == "none":
        hand.board[0].lay = LAY_NEVER  # a right that the kernel sets at each turn
    dealt = packed.cards_each * players
    for i in range(dealt):
        hand.hands[i % players] |= 1 << int(pack[i])
    stock = pack[dealt + 1 :][::-1]
    hand.stock[: len(stock)], hand.stock_size = stock, len(stock)
    hand.pile[0], hand.pile_size = pack[dealt], 1
    hand.order[:], hand.recycles, hand.players = np.arange(52), packed.max_recycles, players
    hand.holds[:], hand.alarm[:] = HOLDS, ALARMS
    return hand, house


TURNED = {"recycle_order": "turn_over"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "rules",
    [
        {},
        TURNED,
        {**TURNED, "recycle_top": "flip", "going_rummy_bonus": 5},
        {**TURNED, "recycle_top": "keep", "max_recycles": 3, "final_depletion": "on_demand"},
        {"scoring": "penalty", "max_recycles": 0, "stalemate_points": 7},
        {"scoring": "meld_points", "ace": "wrap", "rummy_allows_final_discard": False},
        {"rummy_allows_layoff": False, "must_discard_to_go_out": True, "face_pips": "rank"},
        {"layoff": "none", "rediscard_ban": "none"},
    ],
)
def test_an_imagined_hand_is_the_kernels(rules, players):
    """Hands whose discards were shuffled are left out: an imagined hand has its own order for them."""
    rules = GAME.check_rules({**rules, "dead_position": "off"})
    packs = np.array([np.random.default_rng(seed).permutation(52) for seed in range(100)], np.uint8)
    table = cs.simulate("rummy", FOUR[:players], rules=rules, n=100, packs=packs, n_jobs=1, progress=False).table
    sign, compared = (-1 if rules.scoring == "penalty" else 1), 0
    for i, row in table.iterrows():
        if row["recycles"] == 0 or rules.recycle_order == "turn_over":
            hand, house = imagine(rules, players, packs[i])
            imagined.play_out(house, hand, 0)
            expected = [sign * row[f"points_{seat}"] for seat in range(players)]
            assert hand.points[:players].tolist() == expected, (i, row.to_dict())
            compared += 1
    assert compared >= 20


def test_an_imagined_hand_ends_at_last():
    hand, house = imagine(GAME.check_rules({**TURNED, "max_recycles": float("inf")}), 2, np.arange(52))
    hand.hands[0], hand.hands[1] = 0b1, 0b1 << 26
    hand.stock[0], hand.stock[1], hand.stock_size, hand.pile_size = 7, 22, 2, 0
    imagined.play_out(house, hand, 0)
    assert hand.turns[0] + hand.turns[1] == imagined.MAX_TURNS
    assert hand.points[:2].tolist() == [0, 0]


# --------------------------------------------------------------------------------------------------------- the worlds


def some_views(players, seed, n=40):
    """Views of seat 0 at its discards in games of mixed players, with what it remembers."""
    views = []
    stop = np.random.default_rng(seed)
    rules = GAME.check_rules({**TURNED, "max_recycles": 3})
    prepared = GAME.prepare(rules, GAME.find_seats([FEW, *FOUR[1:players]]), "deal")
    for index in range(n):
        table = prepared.table.copy()
        limited = prepared.rules.copy()
        limited["max_turns"] = players * int(stop.integers(1, 12)) + 1
        empty = np.zeros((0, 52), np.uint8)
        prepared.play(limited, table, seed, index, GAME.empty_rows("deal", 1), empty, new_log(0))
        if table["end"][0] == 3:  # broken off in the middle
            views.append((table.view(np.recarray)[0].views[0], table))
    return views


@pytest.mark.parametrize("players", [2, 3, 4])
def test_worlds_hold_what_is_known_and_share_out_the_rest(players):
    stream = rng.states(1)[0]
    rng.start(stream, 5, 0, 0, rng.SEAT)
    known = 0
    for view, table in some_views(players, seed=3):
        for seat in range(players):
            view.hand_sizes[seat] = int(table["hands"][0][seat]).bit_count()
            view.taken[seat] = table["taken"][0][seat]
        view.hand, view.pile_cards = table["hands"][0][0], table["pile_cards"][0]
        view.stock_size = table["stock_end"][0] - table["next_card"][0]
        view.known_stock = 0
        belief.remember(view)
        world = np.zeros(1, belief.WORLD).view(np.recarray)[0]
        hand = np.zeros(1, imagined.HAND).view(np.recarray)[0]
        hand.board[0] = view.board
        belief.look_around(view, world)
        for _ in range(3):
            belief.draw_world(view, world, hand, stream)
            parts = [int(view.hand), int(view.board.cards), int(view.pile_cards)]
            parts += [int(hand.hands[seat]) for seat in range(1, players)]
            parts.append(sum(1 << int(card) for card in hand.stock[: view.stock_size]))
            assert sum(part.bit_count() for part in parts) == 52
            assert sum(parts) == FULL_PACK
            for seat in range(1, players):
                assert int(hand.hands[seat]).bit_count() == view.hand_sizes[seat]
                assert int(world.known[seat]) & ~int(hand.hands[seat]) == 0
                assert int(world.known[seat]) & ~int(table["hands"][0][seat]) == 0  # known cards are truly held
                known += int(world.known[seat]).bit_count()
    assert known > 0


# --------------------------------------------------------------------------------------------------------- the player


@pytest.mark.parametrize(("players", "alarm"), [(2, 3), (3, 0), (4, 0)])
def test_an_endless_gate_leaves_the_play_of_the_heuristic(players, alarm):
    """Only a gain that is the same in all worlds has no error, and passes any gate: that is rare."""
    others = ["meld_asap"] * (players - 1)
    usual = run("basic", [f"hold_for_rummy:T=99,c={alarm}", *others], 60)
    same = [
        (run("basic", [f"montecarlo:worlds=12,gate={gate}", *others], 60) == usual).all(axis=1).mean()
        for gate in (1e9, 0)
    ]
    assert same[0] > 0.9
    assert same[1] < 0.5


def test_montecarlo_is_the_same_however_it_is_run():
    given = {"seed": 3, "unit": "match", "progress": False}
    whole = cs.simulate("rummy", [FEW, FEW, "meld_asap"], n=6, n_jobs=2, **given).table
    parts = [cs.simulate("rummy", [FEW, FEW, "meld_asap"], n=2, first=i, n_jobs=1, **given).table for i in (0, 2, 4)]
    pd.testing.assert_frame_equal(pd.concat(parts), whole)


INTERPRET = """
import sys
import cardsim as cs
run = cs.simulate("rummy", sys.argv[1:-1], n=2, seed=11, n_jobs=1, progress=False)
run.table.to_pickle(sys.argv[-1])
"""


@pytest.mark.slow
def test_compiled_thinking_equals_interpreted(tmp_path):
    seats = ["montecarlo:worlds=3", "meld_asap", "montecarlo:worlds=2,gate=0"]
    compiled = cs.simulate("rummy", seats, n=2, seed=11, n_jobs=1, progress=False).table
    out = tmp_path / "table.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    environment.pop("NUMBA_JIT_COVERAGE", None)
    command = [sys.executable, "-c", INTERPRET, *seats, str(out)]
    subprocess.run(command, check=True, env=environment, cwd=Path(cs.__file__).parents[1], timeout=500)
    pd.testing.assert_frame_equal(pd.read_pickle(out), compiled)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_do_not_change_the_choice(seed, players):
    """The other hands and the stock behind the first card in another order: the first turn stays the same."""
    prepared = GAME.prepare(
        GAME.check_rules("basic"), GAME.find_seats(["montecarlo:worlds=16,gate=0"] * players), "deal"
    )
    stream = np.random.default_rng(seed)
    pack = stream.permutation(52).astype(np.uint8)
    dealt = players * (10 if players == 2 else 7)
    hidden = [place for place in range(52) if place not in (*range(0, dealt, players), dealt, dealt + 1)]
    turns = set()
    for _ in range(5):
        log = new_log(400)
        GAME.run_block(prepared, seed, 0, GAME.empty_rows("deal", 1), pack[None], log)
        events = [event for event in log[1 : 1 + log[0, 0]].tolist() if event[KIND] < 10 or event[KIND] in (12, 13)]
        first = next(i for i, event in enumerate(events) if event[SEAT] != 0)
        turns.add(tuple(map(tuple, events[:first])))
        pack[hidden] = stream.permutation(pack[hidden])
    assert len(turns) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_montecarlo_plays_legally(players):
    """Every choice is checked by the kernel; here array bounds are as well."""
    table = run("basic", [FEW, *FOUR[1:players]], 60, check=True)
    assert (table["winner"] == 0).any()


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [
        {"preset": "bicycle"},
        {"preset": "pagat"},
        {"preset": "nakkekakke"},
        {"preset": "jihehe"},
        {"first_upcard": "gin_pass", "ace": "high_or_low", "scoring": "penalty"},
        {"first_upcard": "forbidden_first", "ace": "wrap", "scoring": "meld_points", "must_discard_to_go_out": True},
        {"rediscard_ban": "while_held", "recycle_top": "flip", "recycle_timing": "start_of_turn", "layoff": "none"},
        {"deepest_must_be_used": "always", "max_recycles": 2, "final_depletion": "on_demand", "stalemate_points": 5},
    ],
)
def test_montecarlo_plays_house_rules(changed):
    for players in (2, 3, 4):
        if players == 2 or changed.get("preset") not in ("jihehe", "nakkekakke"):
            run(changed, [FEW] * players, 15)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("call", "draw='top_only', not with discard_draw='multi'"),
        ("rum500", "draw='top_only', not with discard_draw='multi'"),
        ({"layoff": "own_melds_only"}, "layoff='any' or layoff='none', not with layoff='own_melds_only'"),
        ({"call_rummy": "layoff_only"}, "call_rummy='off', not with"),
        ({"min_first_meld": 30}, "min_first_meld=0, not with min_first_meld=30"),
        ({"decks": 2}, "one pack without wild cards"),
        ({"jokers": 2}, "one pack without wild cards"),
    ],
)
def test_rules_it_cannot_imagine_are_refused_by_name(rules, words):
    with pytest.raises(StrategyError, match=f"rummy strategy 'montecarlo': the hands it imagines .*{words}"):
        cs.simulate("rummy", ["meld_asap", "montecarlo"], rules=rules, n=1, progress=False, n_jobs=1)


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("worlds=0", "worlds must be a whole number from 1"),
        ("worlds=2.5", "worlds must be a whole number from 1"),
        ("gate=-1", "gate must be a number of at least 0"),
        ("candidates=13", "candidates must be a whole number from 1 to 12"),
    ],
)
def test_a_parameter_that_means_nothing_is_named(setting, words):
    with pytest.raises(StrategyError, match=f"in seat 0: montecarlo: {words}"):
        cs.simulate("rummy", [f"montecarlo:{setting}", "meld_asap"], n=1, progress=False, n_jobs=1)


def test_the_gate_weighs_the_gain_against_its_error():
    """Four worlds: gains of 1, 1, 1, 5 are a mean of 2 with a standard error of 1; a constant loss is dropped."""
    choices = np.zeros(1, search.CHOICES).view(np.recarray)[0]
    for card in range(3):
        search.add_choice(choices, search.THROW, card, 0)
    choices.gain[1], choices.square[1] = 8, 28
    choices.gain[2], choices.square[2] = -4, 4
    assert search.pick(choices, 4, 1.9) == 1
    assert search.pick(choices, 4, 2.1) == 0
    assert search.drop_hopeless(choices, 4) == 1
    assert choices.dropped.tolist()[:3] == [0, 0, 1]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "least"), [(2, 4.0), (4, 8.0)])
def test_thinking_wins(players, least):
    others = ["meld_asap"] * (players - 1)
    table = run("basic", ["montecarlo:worlds=32", *others], 600, seed=77)
    points = table[[f"points_{seat}" for seat in range(players)]].astype(float)
    assert (points["points_0"] - points.drop(columns="points_0").mean(axis=1)).mean() > least
