"""Kernels that do not count references: those that own arrays count, and no memory is lost."""

import sys

import numpy as np
import pytest
from numba.core.runtime import _nrt_python as nrt
from numba.core.runtime import rtsys

import cardsim as cs
from cardsim._jit import INTERPRETED, kernel

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted, Python counts by itself")


@kernel
def new_hand(n):
    """An array of its own."""
    return np.zeros(n, np.int64)


@kernel
def given(n):
    """Is given an array."""
    return new_hand(n)[0]


@kernel
def copied(hands):
    """Copies one array to another, for which numba makes a third."""
    hands[0, :] = hands[1]
    return hands[0, 0]


@kernel
def handed_back(hand):
    """Returns an array that somebody else owns."""
    return hand


@kernel
def looked_at(hands):
    """Owns nothing."""
    return hands[0][1] + hands[1, 1:][0]


def counts(function, *arguments):
    """Whether the machine code of a kernel counts references."""
    function(*arguments)
    return "NRT_" in "".join(function.inspect_llvm().values())


def test_kernels_count_where_they_own_arrays_and_nowhere_else():
    hands = np.arange(6).reshape(2, 3)
    assert not counts(looked_at, hands)
    for function, argument in ((given, 3), (copied, hands), (new_hand, 3), (handed_back, hands)):
        assert counts(function, argument), function
    before = sys.getrefcount(hands)
    handed_back(hands)
    assert sys.getrefcount(hands) == before
    assert (hands[0] == [3, 4, 5]).all()


def kept() -> int:
    """Arrays made by compiled code and not freed."""
    stats = rtsys.get_allocation_stats()
    return stats.mi_alloc - stats.mi_free


@pytest.fixture
def counting():
    """Count the arrays that compiled code makes."""
    nrt.memsys_enable_stats()
    yield
    nrt.memsys_disable_stats()


def test_arrays_of_counted_functions_are_freed(counting):
    given(3)
    before = rtsys.get_allocation_stats()
    for _ in range(50):
        given(3)
    after = rtsys.get_allocation_stats()
    assert (after.mi_alloc - before.mi_alloc, after.mi_free - before.mi_free) == (50, 50)


@pytest.mark.parametrize("game", sorted(cs.games))
def test_games_leave_no_arrays_behind(game, counting):
    cs.simulate(game, n=20, seed=3, n_jobs=1)
    before = kept()
    cs.simulate(game, n=200, seed=4, n_jobs=1)
    assert kept() == before


def test_solving_leaves_no_arrays_behind(counting):
    one_cell = cs.games["freecell"].check_rules({"cells": 1})
    cs.freecell.solve(cs.freecell.ms_deal(1, one_cell))
    before = kept()
    for number in range(2, 12):
        cs.freecell.solve(cs.freecell.ms_deal(number, one_cell))
    assert kept() == before
