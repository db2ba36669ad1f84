"""Whole games: every turn of a replay worked out again from the position alone, scores, rules, broken contracts."""

from __future__ import annotations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.rummikub import GAME, best_opening, best_turn, dealing, view
from cardsim.games.rummikub.strategies import STRATEGIES

N = 30


def play(seats=None, rules=None, n=N, **given):
    return cs.simulate("rummikub", seats, rules=rules, n=n, seed=5, progress=False, n_jobs=1, **given)


def tiles_of(one, two, jokers):
    """Package numbers of tiles given as an event's masks."""
    numbers = [t for t in range(60) if one >> t & 1 for _ in range(1 + (two >> t & 1))]
    return [13 * (t // 15) + t % 15 for t in numbers] + jokers * [52]


class Position:
    """A game followed by its events: racks, table, who has opened."""

    def __init__(self, players):
        self.racks = [[] for _ in range(players)]
        self.table = []
        self.opened = [False] * players

    def turns(self, events):
        """Yield (seat, rack, table, opened before, tiles placed) of every turn, then bring the position up to date."""
        self.tiles_seen = 0
        for kind, seat, choice, one, two, jokers in events.tolist():
            if kind == dealing.DEALT:
                self.racks[seat] = tiles_of(one, two, jokers)
            elif kind == dealing.PLACED:
                placed = tiles_of(one, two, jokers)
                assert len(placed) == choice
                yield seat, list(self.racks[seat]), list(self.table), self.opened[seat], placed
                for tile in placed:
                    self.racks[seat].remove(tile)
                self.table += placed
                self.opened[seat] = True
            elif kind == dealing.DREW:
                yield seat, list(self.racks[seat]), list(self.table), self.opened[seat], []
                self.racks[seat].append(52 if choice == dealing.JOKER else 13 * (choice // 15) + choice % 15)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn_is_the_best_one(players):
    run = play(["greedy_tiles"] * players, n=4)
    for index in run.table.index:
        position = Position(players)
        for _, rack, table, opened, placed in position.turns(run.replay(index).events):
            if opened:
                assert len(placed) == best_turn(table, rack).tiles
            else:
                best = best_opening(rack).value
                assert (best >= 30) == bool(placed)
            assert not placed or best_turn(table + placed, []).tiles == 0  # raises if the table is not made of sets
        row = run.table.loc[index]
        assert [len(rack) for rack in position.racks] == [row[f"tiles_left_{s}"] for s in range(players)]
        assert len(position.table) == row.table_tiles


def test_most_value_each_turn():
    run = play(["greedy_value"] * 2, n=2)
    for index in run.table.index:
        for _, rack, table, opened, placed in Position(2).turns(run.replay(index).events):
            if opened:
                value = sum(30 if tile == 52 else tile % 13 + 1 for tile in placed)
                assert value == best_turn(table, rack, "value").value


def check_table(table, rules, players):
    box = 4 * rules.numbers * rules.copies + rules.jokers
    left = sum(table[f"tiles_left_{s}"] for s in range(players))
    assert (left + table.pool_left + table.table_tiles == box).all()
    points = sum(table[f"points_{s}"] for s in range(players))
    if rules.score_winner == "sum":
        np.testing.assert_allclose(points, 0, atol=1e-3)
    out = table[table.end == "out"]
    assert all(out[f"tiles_left_{s}"][out.winner == s].eq(0).all() for s in range(players))


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_all_players_finish_their_games(name):
    run = play([name, "greedy_tiles"])
    check_table(run.table, GAME.check_rules(None), 2)
    assert run.table.turns.min() > 1


@pytest.mark.parametrize(
    "rules",
    [
        {"numbers": 15, "jokers": 4},
        {"numbers": 6, "jokers": 0, "rack_size": 7, "initial_meld": 10},
        {"jokers": 3, "initial_meld": 0},
        {"copies": 1, "rack_size": 10},
        {"draw_on_pass": 2, "draw_on_pass_opened": 3},
        {"optional_draw": False},
        {"meld_same_turn_manipulation": True, "initial_meld": 50},
        {"joker_meld_value": "forbidden", "joker_penalty": 0},
        {"joker_meld_value": "zero", "score_winner": "zero"},
        {"pool_empty": "until_full_pass_round", "tie_break": "fewest_tiles", "blocked_scoring": "full"},
        {"first_player": "high_tile", "tie_break": "lowest_seat"},
        {"first_player": "rotate"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3])
def test_house_rules(rules, players):
    run = play(["hold_until_out", *["place_at_least"] * (players - 1)], rules, n=10)
    check_table(run.table, GAME.check_rules(rules), players)
    run = play(["greedy_tiles"] * players, rules, n=10)
    check_table(run.table, GAME.check_rules(rules), players)


@pytest.mark.parametrize("preset", sorted(cs.rummikub.presets))
def test_presets(preset):
    run = play(["greedy_tiles", "keep_jokers"], preset, n=5)
    check_table(run.table, GAME.check_rules(preset), 2)


def test_facts_kept_between_turns_change_nothing():
    """A player who asks by equal weights is solved alike; one who holds back nothing in vain asks twice."""

    def asks_twice(v, params, rng):
        if v.asked == 0:
            v.hold_jokers = v.rack_jokers
            return 2
        if v.hold_jokers == v.rack_jokers and v.memory[0] != v.turn:
            v.memory[0] = v.turn
            v.hold_jokers = 0
            return 2
        return 1 if v.offer_tiles > 0 else 0

    greedy = STRATEGIES["greedy_tiles"]
    other = greedy._replace(play=asks_twice, memory=1, name="asks_twice")
    one = play(["greedy_tiles", "greedy_tiles"]).table
    two = play([other, other]).table
    assert (one.opening_turn_0 == two.opening_turn_0).mean() > 0.9


@pytest.mark.parametrize(
    ("rules", "turns"), [({}, 80), ({"pool_empty": "until_full_pass_round"}, 80), ({"jokers": 0}, 78)]
)
def test_an_empty_pool_gives_everybody_one_more_turn(rules, turns):
    table = play(["greedy_tiles:delay=1000"] * 2, rules, n=5).table
    # 106 - 28 passes draw the pool (104 - 28 without jokers), then two turns more; nobody has opened.
    assert (table.end == "pool_empty").all()
    assert (table.turns == turns).all()
    assert (table.pool_left == 0).all()
    lower = (table.rack_value_1 < table.rack_value_0).astype(int)
    assert (table.winner == lower).all()
    assert (table.points_0.abs() == (table.rack_value_0 - table.rack_value_1).abs()).all()


@pytest.mark.parametrize(
    ("answer", "message"),
    [(lambda v, p, r: 7, "answered 7"), (lambda v, p, r: 1, "none is on offer")],
)
def test_broken_contracts_are_named(answer, message):
    seat = STRATEGIES["greedy_tiles"]._replace(play=answer, name="bad")
    with pytest.raises(ValueError, match=message):
        play([seat, "greedy_tiles"])


def test_holding_too_much_is_named():
    def hold(v, params, rng):
        v.hold[0, 0] = 9
        return 2

    seat = STRATEGIES["greedy_tiles"]._replace(play=hold, name="bad")
    with pytest.raises(ValueError, match="held back 9 of r1"):
        play([seat, "greedy_tiles"])


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"colours": 5}, "colours=5 is not built"),
        ({"copies": 3}, "copies=3 is not built"),
        ({"numbers": 20}, "numbers=20 is not built"),
        ({"run_wrap": "full"}, "run_wrap='full' is not built"),
        ({"all_joker_set": True}, "all_joker_set=True is not built"),
        ({"jokers": 5}, "jokers=5 is not allowed"),
        ({"numbers": 3, "copies": 1}, "rack_size=14 is more than the box"),
        ({"joker_group_retrieval": "both_missing"}, "needs joker_retrieval"),
    ],
)
def test_rules_that_are_refused(rules, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_rules(rules)


def test_matches_add_up():
    run = play(unit="match", rules={"rounds": 3}, n=4)
    assert (run.table.deals == 3).all()
    np.testing.assert_allclose(run.table.points_0 + run.table.points_1, 0, atol=1e-3)
    assert (run.table.rounds_won_0 + run.table.rounds_won_1 <= 3).all()


def test_opening_answers_are_what_they_say():
    tables = {
        policy: play([f"greedy_tiles:open={k}", "greedy_tiles"], n=200).table
        for k, policy in enumerate(("v", "t", "f"))
    }
    # The policy decides how, never when: the first opening of seat 0 is the same while nothing else has happened.
    first = [table[table.opening_turn_0 == 1].index for table in tables.values()]
    assert first[0].equals(first[1])
    assert first[0].equals(first[2])
    late = play(["greedy_tiles:delay=2", "greedy_tiles"], n=100).table
    assert ((late.opening_turn_0 > 2) | (late.turns <= 4) | (late.opening_turn_0 == 0)).all()
    assert view.DECISIONS == ("open", "play")
