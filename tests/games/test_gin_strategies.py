"""Built-in gin players: their plain twins decide alike, and they score what their authors published."""

from __future__ import annotations

import math
import random
from types import SimpleNamespace

import numpy as np
import pytest

from cardsim.cards import members
from cardsim.games.gin import GAME, greedy, marjj, melds
from tests.gin_scripts import play_deal, run
from tests.naive import gin_game, gin_players
from tests.naive.gin import from_mask

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


def some_views(count, seed):
    """Random positions after a draw: the record a player sees, and the same for its twin."""
    rng = random.Random(seed)
    for i in range(count):
        pack = rng.sample(range(52), 52)
        low = rng.randrange(9)
        if i % 2:  # few ranks: many overlapping melds
            pack.sort(key=lambda card: not low <= card % 13 < low + 5)
        hand, known = pack[:11], pack[11 : 11 + rng.randrange(5)]
        pile = pack[16 : 16 + rng.randrange(1, 25)]
        masks = [sum(1 << card for card in cards) for cards in (hand, known, pile)]
        view = np.zeros(1, GAME.View).view(np.recarray)[0]
        view.hand, view.opponent_known, view.seen = masks[0], masks[1], sum(masks)
        view.opponent_discards, view.opponent_declined = sum(1 << c for c in pile[::2]), sum(1 << c for c in pile[1::3])
        view.legal, view.drawn, view.turn = masks[0], hand[0], rng.randrange(1, 9)
        view.from_pile = rng.randrange(2)
        twin = SimpleNamespace(
            hand=set(from_mask(masks[0])),
            known=set(from_mask(masks[1])),
            seen=set(from_mask(sum(masks))),
            thrown=set(from_mask(int(view.opponent_discards))),
            declined=set(from_mask(int(view.opponent_declined))),
            drawn=gin_game.card(hand[0]),
            from_pile=bool(view.from_pile),
            turn=int(view.turn),
            rules=GAME.Rules(),
        )
        yield view, twin


def test_dangers_and_chances_equal_the_twins():
    marjj_twin, safe_twin, weighted_twin = gin_players.Marjj(), gin_players.SafeGreedy(), TWINS["weighted:a=0.5,b=0.5"]
    for view, twin in some_views(40, seed=1):
        for card in members(int(view.hand)):
            pair = gin_game.card(card)
            assert marjj.help_to_opponent(view, card) == marjj_twin.danger(twin, pair)
            assert greedy.danger(view, card) == safe_twin.danger(twin, pair)
            assert greedy.meld_chances(view, card) == weighted_twin.chances(twin, pair)


def test_marjj_candidates_and_arrangements_equal_the_twins():
    out, twin_player = np.zeros(3, np.int64), gin_players.Marjj()
    for view, twin in some_views(60, seed=2):
        found = {gin_game.card(card) for card in members(int(marjj.candidates(view)))}
        assert found == twin_player.candidates(twin, twin.hand)
        size = marjj.safest_arrangement(view, view.hand, out)
        assert {from_mask(int(meld)) for meld in out[:size]} == set(twin_player.arrangement(twin, twin.hand))


def test_marjj_looks_one_draw_ahead_as_its_twin():
    for view, twin in some_views(4, seed=3):
        card = view.drawn
        score = melds.deadwood(view.hand & ~(1 << card), melds.LOW) + marjj.help_to_opponent(view, card)
        score += 18 * 0.9 ** (view.turn - 1) * marjj.mean_after_draw(view, view.hand & ~(1 << card), 7)
        assert score == pytest.approx(gin_players.Marjj().score(twin, gin_game.card(card)))


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
    hands = {"marjj": 200, "montecarlo": 3}.get(name, 500)
    run(preset, [name, "random"], hands)
    run(preset, [name, name], hands)


def test_every_player_names_its_source():
    for name, strategy in GAME.strategies.items():
        assert strategy.name == name
        assert "Source" in strategy.doc
