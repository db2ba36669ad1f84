"""Stored runs answer part by part from the columns they need, and as runs in memory do."""

import numpy as np
import pytest

import cardsim as cs
from cardsim.outcomes import outcomes
from cardsim.storage import loading

STUDY = {"n": 6000, "seed": 7, "progress": False, "n_jobs": 1}


@pytest.fixture(scope="module")
def in_memory():
    return cs.simulate("gin", **STUDY)


@pytest.fixture
def stored(tmp_path, monkeypatch):
    run = cs.simulate("gin", out=tmp_path / "run", **STUDY)
    assert len(run._files) == 6
    monkeypatch.setattr(loading.StoredRun, "_read", lambda self: pytest.fail("all rows were read"))
    return run


QUESTIONS = {
    "rate of an end": lambda run: run.rate("undercut"),
    "rate of joined ends": lambda run: run.rate("knock|undercut"),
    "rate among ends": lambda run: run.rate("undercut", among="knock|undercut"),
    "rate of bools": lambda run: run.rate(np.arange(run.n) % 3 == 0, among="gin"),
    "mean": lambda run: run.mean("turns"),
    "mean among": lambda run: run.mean("points_0", among="undercut"),
    "counts of numbers": lambda run: run.counts("turns").to_dict(),
    "counts of words": lambda run: run.counts("end").to_dict(),
    "order of counts": lambda run: [*run.counts("turns").index, *run.counts("end").index],
    "find": lambda run: run.find(end="undercut|gin", turns=lambda turns: turns < 9).tolist(),
    "digest": lambda run: run.digest,
    "outcomes": outcomes,
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_the_answers_are_those_of_a_run_in_memory(in_memory, stored, ask):
    assert ask(stored) == ask(in_memory)


@pytest.mark.parametrize("among", [None, "undercut", "tie"])
def test_means_of_large_runs_are_counted_part_by_part(in_memory, stored, monkeypatch, among):
    monkeypatch.setattr(loading, "WHOLE", 1000)
    for column in ("turns", "points_0"):
        here, there = (
            (found.value, found.low, found.high, found.n)
            for found in (stored.mean(column, among), in_memory.mean(column, among))
        )
        np.testing.assert_allclose(here, there, rtol=1e-12)
    with pytest.raises(ValueError, match="'end' is not a number"):
        stored.mean("end")


def test_unknown_names_are_refused_without_reading_all_rows(stored):
    with pytest.raises(ValueError, match="no column 'turn'; "):
        stored.mean("turn")
    with pytest.raises(ValueError, match="no end or bool column 'undrcut'"):
        stored.rate("undrcut")
