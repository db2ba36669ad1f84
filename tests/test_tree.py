"""What is committed: sources and results that were meant to be kept, no kernel caches and no runs."""

from __future__ import annotations

import fnmatch
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
UNWANTED = ["*.nbi", "*.nbc", "*.pyc", "*__pycache__/*", "*.ipynb_checkpoints/*", "results/runs/*", "build/*", "dist/*"]


def unwanted(names: list[str]) -> list[str]:
    """Those of `names` that no commit should hold."""
    return [name for name in names if any(fnmatch.fnmatch(name, pattern) for pattern in UNWANTED)]


def test_no_kernel_cache_and_no_run_is_committed():
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = listing.stdout.split("\0")
    assert "pyproject.toml" in names
    assert unwanted(names) == []


@pytest.mark.parametrize(
    "name",
    [
        "cardsim/__pycache__/kernels/gin-0123/kernel.play-12.py311.nbi",
        "tests/strategy.play-12.py311.1.nbc",
        "results/runs/study/part-00000.parquet",
    ],
)
def test_a_committed_cache_or_run_would_be_noticed(name):
    assert unwanted([name]) == [name]


def test_a_committed_chart_is_wanted():
    assert unwanted(["results/gin-undercut-odds/figure.png"]) == []
