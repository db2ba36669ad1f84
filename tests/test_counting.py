"""Kernels that do not count references: none that owns arrays is among them, and no memory is lost."""

import numpy as np
import pytest
from numba.core.errors import NumbaError
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
def careless(n):
    """Is given an array and does not say so."""
    return new_hand(n)[0]


@kernel(counted=True)
def careful(n):
    """Is given an array and says so."""
    return new_hand(n)[0]


@kernel
def handed_back(hand):
    """Returns an array that somebody else owns."""
    return hand


def test_a_function_that_is_given_an_array_has_to_count():
    with pytest.raises(NumbaError, match=r"careless is given or returns array.*counted=True"):
        careless(3)
    with pytest.raises(NumbaError, match=r"handed_back is given or returns array"):
        handed_back(np.zeros(2, np.int64))


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
    careful(3)
    before = rtsys.get_allocation_stats()
    for _ in range(50):
        careful(3)
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
