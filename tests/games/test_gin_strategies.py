"""Built-in gin players: their plain twins decide alike, and they score what their authors published."""

from __future__ import annotations

import math

import pytest

from cardsim.games.gin import GAME
from tests.gin_scripts import play_deal, run
from tests.naive import gin_game, gin_players

TWINS = {
    "gold": gin_players.Gold(),
    "safe_greedy": gin_players.SafeGreedy(),
    "weighted:a=0.5,b=0.5": gin_players.Weighted(0.5, 0.5),
}


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("preset", ["eaai", "default", "rlcard"])
def test_players_decide_as_their_twins(name, preset):
    rules = GAME.check_rules(preset)
    for index in range(8):
        row, _ = play_deal(rules, GAME.find_seats([name, "simple"]), seed=4, index=index)
        assert_same(row, gin_game.play_hand(rules, [TWINS[name], gin_game.Simple()], 4, index))


@pytest.mark.parametrize("index", range(5))
def test_marjj_decides_as_its_twin(index):
    rules = GAME.check_rules("eaai")
    row, _ = play_deal(rules, GAME.find_seats(["simple", "marjj"]), seed=6, index=index)
    assert_same(row, gin_game.play_hand(rules, [gin_game.Simple(), gin_players.Marjj()], 6, index))


def test_safe_greedy_knocks_by_the_score_of_the_match():
    rules = GAME.check_rules("eaai")
    rows = GAME.empty_rows("match", 6)
    seats = GAME.find_seats(["safe_greedy", "simple"])
    assert not GAME.run_block(GAME.prepare(rules, seats, "match"), 9, 0, rows).any()
    for index, row in enumerate(GAME.table(rows, "match", range(6), rules, 2).to_dict("records")):
        assert_same(row, gin_game.play_match(rules, [gin_players.SafeGreedy(), gin_game.Simple()], 9, index))


def assert_same(row, expected):
    assert {name: row[name] for name in expected} == pytest.approx(expected)


def games_won(a, b, matches):
    """Share of matches that `a` wins against `b`, each deal played from both seats: value and standard error."""
    there, back = run("eaai", [a, b], matches, "match"), run("eaai", [b, a], matches, "match")
    won = ((there.winner == 0).astype(float) + (back.winner == 1)) / 2
    return won.mean(), won.std() / math.sqrt(matches)


@pytest.mark.parametrize(
    ("a", "b", "matches", "published", "error"),
    [  # github.com/jdh8/gin-rummy-engine: README (interval 59.0-60.6), docs/strong-opponents.md (12,000 games each)
        ("safe_greedy", "simple", 10_000, 0.598, 0.0041),
        ("safe_greedy", "gold", 10_000, 0.622, 0.0044),
        ("safe_greedy", "marjj", 1_500, 0.292, 0.0042),
    ],
)
def test_published_games_won(a, b, matches, published, error):
    value, its_error = games_won(a, b, matches)
    assert abs(value - published) <= 4 * math.hypot(error, its_error)


@pytest.mark.parametrize(
    ("rules", "player", "hands", "published", "n"),
    [
        # RLCard 1.2.0, two random agents, 1,938 hands
        ("rlcard", "random:per_card=1", 20_000, {"knock": 0.0294, "gin": 0.0052, "void": 0.9654}, 1_938),
    ],
)
def test_published_ends(rules, player, hands, published, n):
    table = run(rules, [player, player], hands)
    for end, share in published.items():
        ours = (table.end == end).mean()
        error = math.sqrt(share * (1 - share) * (1 / n + 1 / hands))
        assert abs(ours - share) <= 4 * error, (end, ours, share)


def test_gin_is_rarer_where_it_need_not_be_declared():
    forced = run("rlcard", ["random:per_card=1"] * 2, 20_000)
    free = run({"preset": "rlcard", "gin_mandatory": False}, ["random:per_card=1"] * 2, 20_000)
    assert (forced.end == "gin").sum() > 4 * (free.end == "gin").sum()


def test_knock_at_the_limit_is_simple_and_at_nought_is_gin_only():
    tables = {name: run("eaai", [name, "simple"], 2_000) for name in ("simple", "knock_at", "knock_at:T=0", "gin_only")}
    assert tables["knock_at"].equals(tables["simple"])
    assert tables["knock_at:T=0"].equals(tables["gin_only"])
    assert not tables["gin_only"].equals(tables["simple"])


def test_turn_threshold_knocks_by_turn():
    table = run("eaai", ["turn_threshold:k=4,t_early=7,t_late=2"] * 2, 5_000)
    early, late = table[(table.knocker >= 0) & (table.knock_turn <= 4)], table[table.knock_turn > 4]
    assert early.knock_deadwood.max() == 7
    assert late.knock_deadwood.max() == 2


@pytest.mark.parametrize("name", GAME.strategies)
@pytest.mark.parametrize("preset", GAME.presets)
def test_every_player_plays_every_preset(name, preset):
    run(preset, [name, "random"], 200 if name == "marjj" else 500)
    run(preset, [name, name], 200 if name == "marjj" else 500)


def test_every_player_names_its_source():
    for name, strategy in GAME.strategies.items():
        assert strategy.name == name
        assert "Source" in strategy.doc
