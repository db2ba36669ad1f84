"""Options of the comparisons with other programs; they run only where `make peers` asks for them."""

from __future__ import annotations

import csv
import os

import pytest

collect_ignore_glob = [] if os.environ.get("CARDSIM_PEERS") else ["*.py"]


def pytest_addoption(parser):
    parser.addoption("--cases", type=int, default=40, help="fresh cases of each comparison (default 40)")
    parser.addoption("--first-seed", type=int, default=1, help="seed of the first case (default 1)")
    parser.addoption("--save", metavar="FILE", help="write what was compared, and how often, to FILE (CSV)")


def pytest_terminal_summary(terminalreporter, config):
    """With --save: one line for each comparison."""
    path = config.getoption("--save")
    if not path:
        return
    with open(path, "w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["comparison", "cases", "first_seed", "outcome"])
        for outcome in ("passed", "failed", "skipped"):
            for report in terminalreporter.getreports(outcome):
                if report.when == "call" or outcome == "skipped":
                    name = report.nodeid.removeprefix("tests/peers/")
                    fresh = dict(report.user_properties)
                    lines.writerow([name, fresh.get("cases", 1), fresh.get("first_seed", ""), outcome])


@pytest.fixture
def cases(request, record_property):
    """The seeds of the fresh cases."""
    first, count = request.config.getoption("--first-seed"), request.config.getoption("--cases")
    record_property("cases", count)
    record_property("first_seed", first)
    return range(first, first + count)
