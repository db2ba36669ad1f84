"""Random Rummikub turns and openings: HiGHS on all sets, and rummikub-solver on its own list of sets."""

from __future__ import annotations

import contextlib
import os

import pytest

import cardsim as cs
from tests.peers import highs
from tests.peers.rummikub_positions import counts, position, rack, text


def test_best_turns_by_highs(cases):
    for seed in cases:
        table, hand = position(seed)
        on_table = counts(tile for one in table for tile in one)
        for objective in ("tiles", "value"):
            turn = cs.rummikub.best_turn([list(one) for one in table], counts(hand), objective)
            best = highs.solve(on_table, counts(hand), highs.weights(objective))
            assert getattr(turn, objective) == best, (objective, table, text(hand))


def test_best_openings_by_highs(cases):
    for seed in cases:
        hand = rack(seed)
        assert cs.rummikub.best_opening(counts(hand)).value == highs.opening_value(counts(hand)), text(hand)


@pytest.fixture(scope="module")
def peer():
    """rummikub-solver's rules and its list of sets; HiGHS greets on standard output at its first run."""
    module = pytest.importorskip("rummikub_solver", reason="rummikub-solver is not installed")
    rules = module.RuleSet()
    sets = tuple({tuple(sorted(int(tile) - 1 for tile in one)) for one in rules.sets})
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        ask(module, rules, [], [0, 1, 2])
    return module, rules, sets


def ask(module, rules, table, hand, mode="TILE_COUNT"):
    """How many tiles rummikub-solver places."""
    state = rules.new_game()
    state.initial = mode == "INITIAL"
    state.add_table(*(tile + 1 for one in table for tile in one))
    state.add_rack(*(tile + 1 for tile in hand))
    found = rules.solve(state, getattr(module.SolverMode, mode))
    return len(found.tiles) if found else 0


def test_best_turns_by_rummikub_solver(cases, peer):
    """It finds the best of the turns that end in sets of its own list, which lacks sets with a joker at an end."""
    module, rules, sets = peer
    for seed in cases:
        table, hand = position(seed)
        on_table = counts(tile for one in table for tile in one)
        theirs = ask(module, rules, table, hand)
        assert theirs == (highs.solve(on_table, counts(hand), highs.weights("tiles"), sets) or 0), seed
        assert theirs <= cs.rummikub.best_turn([list(one) for one in table], counts(hand)).tiles, seed


def test_openings_by_rummikub_solver(cases, peer):
    """A rack that it can open with is one that we open; the reverse fails where its quick test is wrong."""
    module, rules, _ = peer
    for seed in cases:
        hand = rack(seed)
        ours = cs.rummikub.best_opening(counts(hand)).value >= 30
        theirs = ask(module, rules, [], hand, "INITIAL") > 0
        assert ours == theirs or gives_up_early(hand), text(hand)


def gives_up_early(hand):
    """Its quick test: the different values of the rack, each joker adding one value that is not there, are below 30."""
    values = {tile % 13 + 1 for tile in hand if tile != highs.JOKER}
    return sum(values) + 13 * hand.count(highs.JOKER) < 30


def test_turns_that_rummikub_solver_lacks(peer):
    """The smallest cases: a joker at the end of a run of four, an opening of few values."""
    module, rules, _ = peer
    assert ask(module, rules, [(2, 3, 4)], [highs.JOKER]) == 0
    assert cs.rummikub.best_turn("r3 r4 r5", "J").tiles == 1
    assert ask(module, rules, [], [9, 22, highs.JOKER], "INITIAL") == 0
    assert cs.rummikub.best_opening("r10 b10 J").value == 30
