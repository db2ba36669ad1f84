"""``cardsim bench``: what it measures, its options, and how it compares with a file saved before."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import cardsim as cs
from cardsim import rng
from cardsim.cli import main
from cardsim.commands.bench import duration, machine, ratio_text
from cardsim.commands.ratios import paired_ratio, speed_ratio
from cardsim.games.workload import shuffles, stored, workloads

QUICK = ["bench", "gin", "--repeats", "3", "--seconds", "0.01", "--only", "shuffling", "--json"]


def bench(capsys, *more):
    """What a quick run of bench measures, as data."""
    assert main([*QUICK, *map(str, more)]) == 0
    return json.loads(capsys.readouterr().out)


def test_every_game_times_its_units_and_shuffling():
    for name in ("gin", "rummy", "spades"):
        names = [(work.name, work.unit) for work in workloads(cs.games[name])]
        assert len(names) == len(set(names))
        assert (f"shuffling {cs.games[name].pack_size} cards", "pack") in names
        assert {work.unit for work in workloads(cs.games[name])} > {"pack", "deal"}


def test_shuffling_leaves_the_pack_that_the_last_game_is_dealt():
    states, pack = rng.states(1), np.zeros(52, np.uint8)
    shuffles(states, pack, 3)
    expected = np.arange(52, dtype=np.uint8)
    rng.start(states[0], 0, 2, 0, rng.DEAL)
    rng.shuffle(states[0], expected)
    assert pack.tolist() == expected.tolist()


def test_repeats_are_kept_and_ratios_have_intervals(capsys, tmp_path):
    file = tmp_path / "before.json"
    before = bench(capsys, "--save", file)
    (name,) = before["workloads"]
    assert len(before["workloads"][name]["each"]) == 3
    after = bench(capsys, "--against", file)["workloads"][name]
    assert after["ratio_low"] <= after["ratio"] <= after["ratio_high"]
    expected = speed_ratio(after["each"], before["workloads"][name]["each"])
    assert (after["ratio"], after["ratio_low"]) == (expected.value, expected.low)


def test_a_file_of_medians_only_gives_a_ratio_without_interval(capsys, tmp_path):
    before = bench(capsys)
    for one in before["workloads"].values():
        del one["each"]
    file = tmp_path / "old.json"
    file.write_text(json.dumps(before))
    (one,) = bench(capsys, "--against", file)["workloads"].values()
    assert one["ratio"] > 0
    assert "ratio_low" not in one
    assert "[" not in ratio_text(one)


def test_a_workload_that_was_not_there_is_new(capsys, tmp_path):
    before = bench(capsys)
    before["workloads"] = {}
    file = tmp_path / "old.json"
    file.write_text(json.dumps(before))
    assert main([*QUICK[:-1], "--against", str(file)]) == 0
    out = capsys.readouterr().out
    assert "times as fast" in out
    assert " new" in out


@pytest.mark.parametrize("content", ["[]", "{}", '{"workloads": [1]}', "not JSON", '{"workloads": {"a": {}}}'])
def test_a_file_that_bench_did_not_write_is_refused(capsys, tmp_path, content):
    file = tmp_path / "other.json"
    file.write_text(content)
    assert main([*QUICK, "--against", str(file)]) == 2
    assert "is not a file that cardsim bench --save wrote" in capsys.readouterr().err


def test_memory_and_cores_are_measured_on_request(capsys):
    found = bench(capsys, "--memory", "--cores")
    sizes = found["memory"]["gin"]
    assert sizes["outcome row of a deal"] == cs.games["gin"].row_dtype("deal").itemsize
    assert all(size > 0 for size in sizes.values())
    cores = found["cores"]["gin"]
    assert cores["ratio_low"] <= cores["ratio"] <= cores["ratio_high"]
    assert "memory" not in bench(capsys)


def test_the_start_is_measured_on_request(capsys, monkeypatch):
    monkeypatch.setattr("cardsim.commands.bench.starts", lambda game: {"import": 0.5, "cold": 9.0, "warm": 0.25})
    assert main([*QUICK[:-1], "--start"]) == 0
    out = capsys.readouterr().out
    assert "0.50 s  9.00 s  0.25 s" in out


def test_positions_that_solvers_keep_have_a_size():
    for name in ("spades", "rummikub", "freecell"):
        assert stored(cs.games[name])
        assert all(size > 0 for size in stored(cs.games[name]).values())
    assert stored(cs.games["gin"]) == {}


def test_the_machine_is_described():
    found = machine()
    assert {"processor", "cores", "load", "system", "python", "numba", "numpy"} == set(found)


def test_durations():
    assert [duration(value) for value in (0.5, 999.0, 1e3, 2.5e9, 3e11)] == [
        "0.5 ns",
        "999.0 ns",
        "1.00 us",
        "2.50 s",
        "300 s",
    ]


def test_one_repeat_has_no_interval():
    assert speed_ratio([1.0], [2.0]) == (2.0, 0.0, math.inf)
    assert paired_ratio([1.0], [2.0]) == (2.0, 0.0, math.inf)


@pytest.mark.parametrize("ratio", [speed_ratio, paired_ratio])
def test_intervals_hold_the_truth_as_often_as_they_say(ratio):
    random = np.random.default_rng(7)
    held = 0
    for _ in range(2000):
        times, others = random.lognormal(0.0, 0.1, 5), random.lognormal(math.log(3.0), 0.2, 5)
        found = ratio(times.tolist(), others.tolist())
        held += found.low <= 3.0 <= found.high
    assert 0.93 <= held / 2000 <= 0.975
