"""The gin players `look` and `montecarlo`, piece by piece beside plain twins, and as players."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cardsim as cs
from cardsim import rng
from cardsim.cards import FULL_PACK, members
from cardsim.games.gin import GAME, marjj, melds, outs
from cardsim.games.gin.kernel import remember
from cardsim.games.gin.rules import DOMAINS
from cardsim.games.gin.thinking import belief, fit, kinds, quick, rollout, search, worth
from cardsim.games.gin.view import DISCARD, KNOCK, PAST_ROOM, TAKE_UPCARD
from cardsim.games.strategy import StrategyError
from tests.gin_scripts import pack_for, play_deal, run
from tests.naive import gin, gin_game, gin_thinking
from tests.naive.gin import from_mask, some_hands, to_mask

ACES = ("low", "high_low", "wrap")


def stream_of(seed):
    stream = rng.states(1)[0]
    rng.start(stream, seed, 0, 0, rng.CHANCE)
    return stream


# ---------------------------------------------------------------------------------------------------- cards that help


@pytest.mark.parametrize("aces", ACES)
def test_helpful_cards_equal_the_twins(aces):
    rule = ACES.index(aces)
    for mask in some_hands(150, 10, seed=3):
        hand = from_mask(mask)
        assert from_mask(int(outs.melding(mask, rule))) == gin_thinking.melding(hand, aces)
        assert from_mask(int(outs.melded(mask, rule))) == gin_thinking.melded(hand, aces)
        assert from_mask(int(outs.lengthening(mask, rule))) == gin_thinking.lengthening(hand, aces)


@pytest.mark.parametrize("aces", ACES)
def test_deadwood_by_discard_equals_one_discard_after_another(aces):
    rule, left = ACES.index(aces), np.zeros(52, np.int64)
    for mask in some_hands(150, 11, seed=4):
        blocked = mask & -mask
        choices, least = outs.deadwood_by_discard(mask, blocked, rule, left)
        found = {card: gin.deadwood(from_mask(mask & ~(1 << card)), aces) for card in members(mask & ~blocked)}
        assert {card: left[card] for card in found} == found
        assert least == min(found.values())
        assert set(members(int(choices))) == {card for card in found if found[card] == least}
        assert outs.least_after_discard(mask, rule) == melds.best_discard(mask, 0, rule)[1]


@pytest.mark.parametrize("rule", range(3))
def test_the_short_look_ahead_equals_the_long_one(rule):
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    view.aces = rule
    stream = random.Random(5)
    for ten in some_hands(60, 10, seed=5):
        others = [card for card in range(52) if not ten >> card & 1]
        unseen = sum(1 << card for card in stream.sample(others, 20))
        view.seen = FULL_PACK & ~unseen
        for best in (1, 7, 30):
            assert outs.mean_after_draw(ten, unseen, best, rule) == marjj.mean_after_draw(view, ten, best)


@pytest.mark.slow
@pytest.mark.parametrize("index", range(3))
def test_look_decides_as_its_twin(index):
    rules = GAME.check_rules("eaai")
    row, _ = play_deal(rules, GAME.find_seats(["look", "simple"]), seed=8, index=index)
    expected = gin_game.play_hand(rules, [gin_thinking.Look(), gin_game.Simple()], 8, index)
    assert {name: row[name] for name in expected} == pytest.approx(expected)


# ------------------------------------------------------------------------------------------------- the imagined hand


def imagine(rules, pack, starter):
    """The imagined hand of a pack, just dealt, and who does what first."""
    hand = np.zeros(1, rollout.HAND).view(np.recarray)[0]
    cards = [int(card) for card in pack]
    for i in range(2 * rules.hand_size):
        hand.hands[(starter + i) % 2] |= 1 << cards[i]
    rest, stage = cards[2 * rules.hand_size :], rollout.DRAWS
    if rules.opening == "eleven":
        hand.hands[starter] |= 1 << rest.pop(0)
        stage, hand.upcard = rollout.DISCARDS, -1
    else:
        hand.upcard = rest.pop(0)
        hand.pile = 1 << hand.upcard
        stage = rollout.OFFERED if rules.opening == "offer" else rollout.DRAWS
    hand.stock[: len(rest)] = rest[::-1]
    hand.stock_size = len(rest)
    return hand, stage


@pytest.mark.slow
@pytest.mark.parametrize("kind", range(4))
@pytest.mark.parametrize("preset", ["eaai", "default", "openspiel", "modern", "oklahoma"])
def test_an_imagined_hand_is_the_naive_game(preset, kind):
    rules = GAME.check_rules(preset)
    packed = GAME.pack(rules, 2)[0]
    players = [gin_thinking.Quick(gin_thinking.LOOK), gin_thinking.Quick(kind)]
    ends = set()
    for seed in range(12):
        pack, starter = np.random.default_rng(100 * kind + seed).permutation(52), seed % 2
        expected = gin_game.play_hand(rules, players, 0, 0, starter=starter, pack=pack)
        hand, stage = imagine(rules, pack, starter)
        naive = gin_game.Hand(rules, players, starter, pack, [None, None])
        rollout.play_out(packed, hand, naive.limit, starter, stage, 0, kind)
        assert [hand.points[0], hand.points[1]] == [expected["points_0"], expected["points_1"]], (seed, expected)
        assert hand.turns.sum() == expected["turns"]
        ends.add(expected["end"])
    assert len(ends) > 1 or kind == quick.GIN_ONLY


def test_an_imagined_hand_ends_at_last():
    """Nobody may knock and the stock never counts as used up, all of it one useless ace: the count of turns ends it."""
    rules = GAME.pack(GAME.check_rules("eaai"), 2)[0]
    rules.stock_floor = -1_000
    hand, _ = imagine(GAME.check_rules("eaai"), np.arange(52), 0)
    hand.hands[0], hand.hands[1] = (to_mask(gin.cards(text)) for text in ("Kc Jc 9c 7c 5c", "Kd Jd 9d 7d 5d"))
    hand.pile, hand.upcard, hand.stock_size = 1, 0, 52
    hand.stock[:] = 0
    rollout.play_out(rules, hand, -1, 0, rollout.DRAWS, 0, quick.GIN_ONLY)
    assert hand.turns.tolist() == [50, 50]
    assert hand.points.tolist() == [0, 0]


# --------------------------------------------------------------------------------------------------------- the belief


def seen_of(known, discards, declined, unseen, turns, aces=0, limit=10):
    seen = np.zeros(1, belief.SEEN).view(np.recarray)[0]
    seen.known, seen.discards, seen.declined, seen.unseen = known, discards, declined, unseen
    seen.room, seen.turns, seen.limit, seen.aces = 10 - known.bit_count(), turns, limit, aces
    return seen


def some_knowledge(count, seed, hidden=10):
    """Random hands of an opponent with what has been seen of it."""
    stream = random.Random(seed)
    for i, hand in enumerate(some_hands(count, 10, seed)):
        cards = [card for card in range(52) if not hand >> card & 1]
        stream.shuffle(cards)
        discards, declined = (sum(1 << card for card in part) for part in (cards[:5], cards[4:7]))
        known = sum(1 << card for card in stream.sample(list(members(hand)), i % 4))
        unseen = hand & ~known | sum(1 << card for card in cards[7 : 7 + hidden])
        yield hand, seen_of(known, discards, declined, unseen, i % 14, i % 3)


def test_features_equal_the_twins():
    out = np.zeros(belief.FEATURES)
    for hand, seen in some_knowledge(120, seed=6):
        belief.write_features(hand, seen, out)
        sets = [from_mask(int(mask)) for mask in (hand, seen.known, seen.discards, seen.declined)]
        expected = gin_thinking.features(*sets, int(seen.turns), int(seen.limit), ACES[int(seen.aces)])
        assert out == pytest.approx(expected)


def test_worlds_hold_the_known_cards_and_share_out_the_rest():
    stream, stock = stream_of(7), np.zeros(52, np.int64)
    for _, seen in some_knowledge(30, seed=7, hidden=20):
        chains = np.zeros(4, belief.CHAIN).view(np.recarray)
        for kind in (0, 3, 1, 3, 3):
            for steps in (0, 20):
                hand = int(belief.draw_hand(chains[kind], seen, kind, steps, stream))
                n = belief.shuffle_stock(chains[kind], stock, stream)
                rest = sum(1 << int(card) for card in stock[:n])
                assert hand.bit_count() == 10
                assert hand & int(seen.known) == int(seen.known)
                assert hand & rest == 0
                assert hand | rest == int(seen.known) | int(seen.unseen)
                assert rest.bit_count() == n


@pytest.mark.parametrize("kind", [0, 3])
def test_hands_come_as_often_as_the_model_says(kind):
    """Two hidden cards among eight: 28 hands, whose shares are known."""
    known = to_mask(gin.cards("5c 5d 5h 5s 8s 9s Ts Js"))
    unseen = to_mask(gin.cards("7s Kh Kc 2d 3h As 6d Qs"))
    seen = seen_of(known, to_mask(gin.cards("Qh Qs")), to_mask(gin.cards("3d")), unseen, 3)
    chain = np.zeros(1, belief.CHAIN).view(np.recarray)[0]
    hands = [known | 1 << a | 1 << b for a, b in combinations(list(members(unseen)), 2)]
    weights = np.exp([belief.energy(hand, seen, belief.WEIGHTS[kind], chain.features) for hand in hands])
    stream, counts = stream_of(8), dict.fromkeys(hands, 0)
    n = 20_000
    for _ in range(n):
        counts[int(belief.draw_hand(chain, seen, kind, 25, stream))] += 1
    expected = n * weights / weights.sum()
    found = np.array([counts[hand] for hand in hands])
    likely = expected >= 5
    chi_square = ((found - expected)[likely] ** 2 / expected[likely]).sum()
    freedom = likely.sum() - 1
    assert freedom >= 4
    assert chi_square < freedom + 6 * np.sqrt(2 * freedom)


def test_a_kind_that_would_have_knocked_becomes_rare():
    stream, prior = stream_of(9), np.array([0.5, 0.5, 0.0, 0.0])
    early, late = ([kinds.draw_kind(prior, turns, stream) for _ in range(4_000)] for turns in (0, 9))
    assert 0.46 < early.count(quick.SIMPLE) / len(early) < 0.54
    assert late.count(quick.SIMPLE) < 0.5 * early.count(quick.SIMPLE)
    assert set(late) <= {quick.SIMPLE, quick.GIN_ONLY}


def test_noted_hands_agree_with_what_was_seen():
    """Self-play as the fit notes it: the watched hand lies in its known and the unseen cards, turns count up."""
    noted = fit.watch("gin_only", "look", deals=30)
    assert len(noted.states) == noted.turns.sum()
    for hand, known, discards, declined, turns, unseen in noted.states.tolist():
        assert hand.bit_count() == 10
        assert hand & known == known
        assert hand & ~(known | unseen) == 0
        assert known & unseen == 0
        assert (discards | declined) & (hand | unseen) == 0
        assert turns >= 1
        assert discards.bit_count() <= turns
    assert 0 < noted.knocks.sum() <= 30
    assert len(noted.points) == 30
    alive = fit.survival(noted)
    assert alive[0] == 1
    assert (np.diff(alive) <= 0).all()
    assert (fit.gins(noted)[1:] >= 0.5).all()
    assert fit.held_back(noted)[12] > 0.5


def view_after(hands, rules="eaai"):
    """A view that remembers hands: whether the opponent knocked, its turns, the deadwood it showed."""
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    view.rules[0] = GAME.pack(GAME.check_rules(rules), 2)[0]
    view.past_count = len(hands)
    for i, (knocked, turns, shown) in enumerate(hands):
        view.past_knocker[i], view.past_turns[i], view.past_deadwood[i] = knocked, turns, shown
    return view


def guess(hands, learns=True, rules="eaai"):
    chances = np.empty(4)
    kinds.guess_kind(view_after(hands, rules), learns, chances)
    return chances


@pytest.mark.parametrize(
    ("hands", "likely"),
    [
        ([(1, 6, 7), (1, 7, 9), (0, 5, 30)], {quick.SIMPLE}),
        ([(1, 9, 0), (0, 2, 8), (0, 3, 6), (1, 8, 0)], {quick.GIN_ONLY}),
        ([(1, 2, 8), (1, 9, 0), (0, 6, 4), (1, 3, 5), (1, 10, 0)], {quick.EARLY, quick.LOOK}),
        ([(1, 4, 8), (1, 9, 0), (0, 6, 4), (1, 4, 5), (1, 10, 0)], {quick.LOOK}),
    ],
)
def test_earlier_hands_of_a_match_tell_the_kind_of_opponent(hands, likely):
    chances = guess(hands)
    assert chances.sum() == pytest.approx(1, abs=0.01)
    assert sum(chances[kind] for kind in likely) > 0.8
    assert chances.min() >= kinds.LEAST / 2
    assert guess(hands[::-1]) == pytest.approx(chances, abs=0.01)


def test_nothing_is_learned_from_nothing_and_where_the_tables_do_not_hold():
    hands = [(1, 6, 7), (1, 7, 9)]
    assert guess([]) == pytest.approx(kinds.FIRST_GUESS)
    assert guess(hands, learns=False) == pytest.approx(kinds.FIRST_GUESS)
    for rules in ("straight", "oklahoma", {"preset": "eaai", "knock_limit": 5}):
        assert guess(hands, rules=rules) == pytest.approx(kinds.FIRST_GUESS)


def test_a_view_remembers_what_the_opponent_showed():
    table = np.zeros(1, GAME.table_dtype).view(np.recarray)[0]
    table.hands[0], table.hands[1] = (to_mask(gin.cards(text)) for text in ("As 2s 3s", "Kh Kd Ks 9c 5d"))
    table.views[0].turn, table.views[1].turn = 4, 5
    for knocker, deadwood in ((1, 14), (0, 0)):
        table.knocker, table.knock_deadwood = knocker, deadwood
        remember(table)
    mine, other = table.views
    assert [list(view.past_knocker[:2]) for view in (mine, other)] == [[1, 0], [0, 1]]
    assert [list(view.past_turns[:2]) for view in (mine, other)] == [[5, 5], [4, 4]]
    assert [list(view.past_deadwood[:2]) for view in (mine, other)] == [[14, 14], [0, 0]]
    table.knocker = -1
    remember(table)
    assert mine.past_count == other.past_count == 2
    table.knocker = 0
    for _ in range(PAST_ROOM):
        remember(table)
    assert mine.past_count == PAST_ROOM


@pytest.mark.parametrize(("gains", "open_"), [([9, -1] * 50, True), ([9, 3] * 50, False), ([-9, 1] * 50, False)])
def test_more_worlds_are_drawn_while_a_gain_is_in_doubt(gains, open_):
    """Two choices, the first the heuristic's; the other is ahead by four, six or minus four, give or take."""
    choices = np.zeros(1, search.CHOICES).view(np.recarray)[0]
    search.add_choice(choices, search.DISCARD, 0)
    search.add_choice(choices, search.DISCARD, 1)
    for gain in gains:
        choices.worth[0], choices.worth[1] = 0.0, float(gain)
        search.add_world(choices)
    assert search.is_open(choices, len(gains), 10.0) == open_


def test_learning_changes_matches_but_no_first_hand():
    seats = [["montecarlo:worlds=6,gate=0", "simple"], ["montecarlo:worlds=6,gate=0,learn=0", "simple"]]
    one, other = (run("eaai", names, 40) for names in seats)
    assert one.equals(other)
    one, other = (run("eaai", names, 10, "match") for names in seats)
    assert not one.equals(other)


# --------------------------------------------------------------------------------------------------------- the worth


@pytest.mark.parametrize("points", [{1: 1}, {3: 2, 10: 1}, {2: 5, 7: 3, 26: 4, 31: 1}])
def test_the_match_table_equals_a_direct_calculation(points):
    target = 20
    table, chance = worth.win_table(points, target), gin_thinking.chance_to_win(points, target)
    expected = [[float(chance(mine, theirs)) for theirs in range(target)] for mine in range(target)]
    assert table == pytest.approx(np.array(expected), abs=1e-12)


def test_worth_of_points_and_of_the_match():
    rules = GAME.pack(GAME.check_rules("eaai"), 2)[0]
    assert worth.worth(rules, 0, 0, np.array([0.0, 0.0]), worth.BY_MATCH) == pytest.approx(0.5)
    assert worth.worth(rules, 80, 90, np.array([20.0, 0.0]), worth.BY_MATCH) == 1
    assert worth.worth(rules, 80, 90, np.array([0.0, 12.0]), worth.BY_MATCH) == 0
    assert worth.worth(rules, 80, 90, np.array([0.0, 12.0]), worth.BY_POINTS) == -12
    one, other = (worth.worth(rules, a, b, np.zeros(2), worth.BY_MATCH) for a, b in ((70, 20), (20, 70)))
    assert one + other == pytest.approx(1)
    assert one > 0.7
    long = GAME.pack(GAME.check_rules({"preset": "eaai", "game_target": 500}), 2)[0]
    assert worth.worth(long, 350, 100, np.zeros(2), worth.BY_MATCH) == one
    boxes = GAME.pack(GAME.check_rules("palace"), 2)[0]
    assert worth.worth(boxes, 85, 0, np.array([5.0, 0.0]), worth.BY_MATCH) == 1


# --------------------------------------------------------------------------------------------------------- the player

FEW = "montecarlo:worlds=4"


def test_an_endless_gate_leaves_the_play_of_look():
    """With few worlds nothing is dropped on the way, so that the gate alone decides."""
    rows = run("default", ["montecarlo:worlds=8,more=1,gate=1e9", "simple"], 150)
    assert rows.equals(run("default", ["look", "simple"], 150))
    assert not rows.equals(run("default", ["montecarlo:worlds=8,more=1,gate=0", "simple"], 150))


def test_montecarlo_is_the_same_however_it_is_run():
    given = {"seed": 3, "unit": "match", "rules": "eaai", "progress": False}
    whole = cs.simulate("gin", [FEW, "look"], n=12, n_jobs=2, **given).table
    parts = [cs.simulate("gin", [FEW, "look"], n=4, first=first, n_jobs=1, **given).table for first in (0, 4, 8)]
    pd.testing.assert_frame_equal(pd.concat(parts), whole)


INTERPRET = """
import sys
import cardsim as cs
run = cs.simulate("gin", sys.argv[1:3], n=3, seed=11, rules=sys.argv[3], n_jobs=1, progress=False)
run.table.to_pickle(sys.argv[4])
"""


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["eaai", "default"])
def test_compiled_thinking_equals_interpreted(preset, tmp_path):
    seats = ["montecarlo:worlds=3", "look"]
    compiled = cs.simulate("gin", seats, n=3, seed=11, rules=preset, n_jobs=1, progress=False).table
    out = tmp_path / "table.pickle"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"}
    environment.pop("NUMBA_JIT_COVERAGE", None)
    command = [sys.executable, "-c", INTERPRET, *seats, preset, str(out)]
    subprocess.run(command, check=True, env=environment, cwd=Path(cs.__file__).parents[1], timeout=500)
    pd.testing.assert_frame_equal(pd.read_pickle(out), compiled)


@pytest.mark.parametrize("seed", range(6))
def test_hidden_cards_do_not_change_the_choice(seed):
    """The opponent's hand and the stock behind the first card in another order: the first turn stays the same."""
    rules = GAME.check_rules({"first_starter": 0})
    stream = np.random.default_rng(seed)
    pack = stream.permutation(52)
    hidden = [place for place in range(52) if place not in (*range(0, 20, 2), 20, 21)]
    turns = set()
    for _ in range(5):
        _, events = play_deal(rules, GAME.find_seats(["montecarlo:worlds=16,gate=0", "simple"]), pack, seed=seed)
        last = next(i for i, event in enumerate(events) if event[0] == DISCARD)
        turns.add(tuple(tuple(event) for event in events[2 : last + 1] if event[0] in (TAKE_UPCARD, KNOCK, DISCARD)))
        pack[hidden] = stream.permutation(pack[hidden])
    assert len(turns) == 1


@pytest.mark.parametrize("preset", GAME.presets)
@pytest.mark.parametrize("value", ["points", "match"])
def test_montecarlo_plays_every_preset(preset, value):
    unit = "deal" if preset == "rlcard" else "match"
    run(preset, [f"{FEW},value={value}", "look"], 6, unit)


@pytest.mark.slow
def test_montecarlo_plays_under_any_rules():
    stream = random.Random(10)
    for _ in range(25):
        changed = {
            "aces": stream.choice(ACES),
            "hand_size": stream.randrange(7, 11),
            "stock_floor": stream.randrange(6),
        }
        for name in ("throw_back", "lay_off", "stock_end", "tie", "opening"):
            changed[name] = stream.choice(DOMAINS[name].values)
        changed |= {"lay_off_on_gin": stream.random() < 0.5, "gin_mandatory": stream.random() < 0.5}
        changed |= {"knock_limit": stream.randrange(11), "big_gin": stream.random() < 0.5, "big_gin_extra": 0}
        run(changed, [FEW, "random"], 20)
        run(changed, [FEW, "look"], 10)


@pytest.mark.slow
def test_the_defender_spreads_for_the_sweep():
    """The same hands as those of `look`, but of several best arrangements the one that lays most off is laid.

    A gain that is the same in all of a few worlds has no error, and passes any gate: that is rare.
    """
    table, usual = (
        run("eaai", ["simple", player], 3_000) for player in ("montecarlo:worlds=4,more=1,gate=1e9", "look")
    )
    same = (table[["turns", "knocker", "draws"]] == usual[["turns", "knocker", "draws"]]).all(axis=1)
    assert same.mean() > 0.995
    gain = (usual.defender_deadwood - table.defender_deadwood)[same]
    assert (gain > 0).sum() > 2 * (gain < 0).sum()


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("worlds=0", "worlds must be a whole number from 1"),
        ("worlds=2.5", "worlds must be a whole number from 1"),
        ("gate=-1", "gate must be a number of at least 0"),
        ("candidates=8", "candidates must be a whole number from 1 to 7"),
        ("steps=-1", "steps must be a whole number from 0"),
        ("value=2", r"value must be match \(1\) or points \(0\)"),
        ("learn=2", r"learn must be 1 \(from earlier hands of the match\) or 0"),
        ("more=0", "more must be a whole number from 1"),
    ],
)
def test_a_parameter_that_means_nothing_is_named(setting, words):
    with pytest.raises(StrategyError, match=f"in seat 0: montecarlo: {words}"):
        cs.simulate("gin", [f"montecarlo:{setting}", "simple"], n=1, progress=False, n_jobs=1)


def test_an_unknown_worth_is_answered_with_the_known_ones():
    with pytest.raises(ValueError, match="value='matches' is unknown; did you mean 'match'"):
        GAME.find_strategy("montecarlo:value=matches")


def test_big_gin_is_declared():
    """Eleven melded cards once the upcard is taken."""
    pack = pack_for(("3c 4c 5c 9c 9d 9s Kh Kd Ks 6c", "Ac 2d 4h 6s 8c Td Qh As 7d 5s"), "7c")
    row, _ = play_deal(GAME.check_rules({"first_starter": 0}), GAME.find_seats([FEW, "simple"]), pack)
    assert row["end"] == "big_gin"


@pytest.mark.slow
@pytest.mark.parametrize(("player", "pairs", "least"), [("look", 400, 0.68), ("montecarlo:worlds=32", 60, 0.62)])
def test_thinking_wins(player, pairs, least):
    there, back = (run("eaai", seats, pairs, "match", seed=77) for seats in ([player, "simple"], ["simple", player]))
    assert ((there.winner == 0).mean() + (back.winner == 1).mean()) / 2 > least
