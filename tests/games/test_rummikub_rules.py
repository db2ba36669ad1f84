"""House rules of whole games: what each of them changes, seen in events and outcome rows."""

from __future__ import annotations

from itertools import groupby, pairwise

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.log import new_log
from cardsim.games.rummikub import GAME, dealing
from cardsim.games.rummikub.scoring import score
from tests.games.test_rummikub_games import Position, play, tiles_of

WAITING = ["greedy_tiles:delay=1000"] * 2  # nobody ever opens


def events_of(run):
    return [run.replay(index).events.tolist() for index in run.table.index]


def openings(run, players=2):
    """The tiles of each seat's opening, game by game."""
    for index in run.table.index:
        for _, rack, _, opened, placed in Position(players).turns(run.replay(index).events):
            if placed and not opened:
                yield rack, placed


@pytest.mark.parametrize(
    ("rules", "before", "after"), [({"draw_on_pass": 2}, 2, 2), ({"draw_on_pass_opened": 3}, 1, 3)]
)
def test_tiles_drawn_by_a_pass(rules, before, after):
    run = play(rules=rules, n=5)
    for events in events_of(run):
        opened = set()
        for (kind, seat), same in groupby(events, key=lambda event: event[:2]):
            turn = list(same)
            if kind == dealing.PLACED:
                opened.add(seat)
            elif kind == dealing.DREW and turn[-1][4] > 0:  # the pool was not drawn out
                assert len(turn) == (after if seat in opened else before)


def test_who_must_play_does_not_hold_back():
    greedy = play(["greedy_tiles", "greedy_tiles"]).table
    bound = play(["hold_until_out:delay=5", "place_at_least:k=9"], {"optional_draw": False}).table
    free = play(["hold_until_out:delay=5", "place_at_least:k=9"]).table
    out = (greedy.end == "out") & (bound.end == "out")
    assert out.mean() > 0.8
    assert bound[out].equals(greedy[out])
    assert not free.equals(greedy)


def test_jokers_left_cost_their_penalty():
    seats = ["greedy_tiles", "keep_jokers"]
    usual, cheap = (play(seats, {"joker_penalty": penalty}, n=200).table for penalty in (30, 5))
    for seat in range(2):
        jokers = usual[f"jokers_left_{seat}"]
        assert (usual[f"rack_value_{seat}"] - cheap[f"rack_value_{seat}"] == 25 * jokers).all()
    assert (usual.jokers_left_1 > 0).any()
    assert (usual.points_0 != cheap.points_0).any()


def test_the_winner_may_score_nothing():
    usual, zero = (play(["greedy_tiles"] * 3, {"score_winner": how}).table for how in ("sum", "zero"))
    for seat in range(3):
        lost = usual.winner != seat
        assert (usual[f"points_{seat}"][lost] == zero[f"points_{seat}"][lost]).all()
        assert (zero[f"points_{seat}"][~lost] == 0).all()
        assert (usual[f"points_{seat}"][~lost] > 0).all()


def test_who_does_not_go_out_may_lose_the_whole_rack():
    table = play(WAITING, {"blocked_scoring": "full"}, n=5).table
    values = table[["rack_value_0", "rack_value_1"]].to_numpy()
    assert (table[["points_0", "points_1"]].min(axis=1) == -values.max(axis=1)).all()


def scored(rules, racks):
    """Winner and points of a deal in which nobody went out, with these racks (tiles as counts per value, jokers)."""
    checked = GAME.check_rules(rules)
    packed, table = GAME.pack(checked, len(racks)), np.zeros(1, GAME.table_dtype)
    for seat, (values, jokers) in enumerate(racks):
        for value in values:
            table["racks"][0, seat, 0, value - 1] += 1
        table["rack_jokers"][0, seat] = jokers
        table["sizes"][0, seat] = len(values) + jokers
    score(packed[0], table[0], -1, new_log(0))
    return int(table["winner"][0]), table["points"][0, : len(racks)].tolist()


@pytest.mark.parametrize(
    ("rules", "winner", "points"),
    [
        ({"tie_break": "split"}, -1, [5, -10, 5]),
        ({"tie_break": "lowest_seat"}, 0, [10, -10, 0]),
        ({"tie_break": "fewest_tiles"}, 2, [0, -10, 10]),
        ({"tie_break": "fewest_tiles", "blocked_scoring": "full"}, 2, [-12, -22, 34]),
        ({"tie_break": "split", "blocked_scoring": "full"}, -1, [11, -22, 11]),
        ({"tie_break": "split", "score_winner": "zero"}, -1, [0, -10, 0]),
    ],
    ids=str,
)
def test_ties(rules, winner, points):
    assert scored(rules, [([1, 4, 7], 0), ([10, 12], 0), ([12], 0)]) == (winner, points)


def test_equal_racks_share_whatever_decides():
    assert scored({"tie_break": "fewest_tiles"}, [([3, 4], 0), ([1, 6], 0), ([9], 1)]) == (-1, [16, 16, -32])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_begins(players):
    seats = ["greedy_tiles"] * players
    rotating = play(seats, {"first_player": "rotate"}).table
    assert (rotating.starter == rotating.index % players).all()
    drawn = play(seats, {"first_player": "high_tile"}, n=60).table
    assert set(drawn.starter) == set(range(players))
    assert (play(seats).table.starter == 0).all()


def test_the_opening_turn_may_go_on_to_the_table():
    def placed_twice(run):
        moves = [[e for e in events if e[0] in (dealing.PLACED, dealing.DREW)] for events in events_of(run)]
        pairs = [(one, two) for events in moves for one, two in pairwise(events)]
        return sum(one[0] == two[0] == dealing.PLACED and one[1] == two[1] for one, two in pairs)

    assert placed_twice(play()) == 0
    assert placed_twice(play(rules={"meld_same_turn_manipulation": True})) > 0


@pytest.mark.parametrize(("meld", "least"), [(0, 3), (30, 30), (50, 50)])
def test_value_of_the_opening(meld, least):
    for rack, placed in openings(play(rules={"initial_meld": meld}, n=15)):
        assert cs.rummikub.best_opening(placed).value >= least
        assert not set(placed) - set(rack)
    values = [
        cs.rummikub.best_opening(placed).value for _, placed in openings(play(rules={"initial_meld": meld}, n=15))
    ]
    assert min(values) < least + 20


@pytest.mark.parametrize("value", ["forbidden", "zero"])
def test_jokers_in_the_opening(value):
    rules = {"joker_meld_value": value}
    with_jokers = 0
    for rack, placed in openings(play(rules=rules, n=60)):
        assert cs.rummikub.best_opening(placed, rules=rules).value >= 30
        with_jokers += 52 in rack
        assert value != "forbidden" or 52 not in placed
    assert with_jokers > 5


@pytest.mark.parametrize("size", [7, 20])
def test_size_of_the_rack(size):
    for events in events_of(play(rules={"rack_size": size}, n=2)):
        dealt = [event for event in events if event[0] == dealing.DEALT]
        assert [len(tiles_of(*event[3:])) for event in dealt] == [size, size]


def test_matches_go_on_from_deal_to_deal():
    run = play(unit="match", rules={"rounds": 4, "first_player": "rotate"}, n=6)
    assert (run.table.starter == run.table.index % 2).all()
    assert (run.table.deals == 4).all()
    totals = run.table[["points_0", "points_1"]].to_numpy()
    leader = np.where(totals[:, 0] == totals[:, 1], -1, totals.argmax(axis=1))
    assert (run.table.winner == leader).all()
    first = play(rules={"first_player": "rotate"}, n=6).table
    single = play(unit="match", rules={"rounds": 1, "first_player": "rotate"}, n=6).table
    np.testing.assert_allclose(single.points_0, first.points_0)
