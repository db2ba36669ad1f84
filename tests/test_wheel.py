"""The package works as a wheel installed outside its checkout: tables, style sheet and ledgers travel with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = [".toml", ".mplstyle", ".csv", ".json", ".npy", ".typed"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="needs a git checkout"),
]


def run(*command: str | Path, cwd: Path) -> str:
    """Standard output of `command`, without the settings that would let it see the checkout."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "COV"))}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tracked() -> list[str]:
    """The files of the checkout that are committed or about to be."""
    listing = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    return [name for name in listing.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A new environment with the wheel in it; the other packages are lent by the environment of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in tracked():
        if name.startswith("cardsim/") or "/" not in name:
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / "source" / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, folder / "source", cwd=folder)
    venv.create(folder / "env", with_pip=False)
    python = folder / "env" / "bin" / "python"
    [wheel] = folder.glob("cardsim-*.whl")
    run(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    [packages] = (folder / "env" / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    shutil.rmtree(folder / "source")
    return folder


def test_all_data_files_travel(installed):
    [package] = installed.glob("env/lib/python*/site-packages/cardsim")
    wanted = [name for name in tracked() if name.startswith("cardsim/") and Path(name).suffix in DATA]
    assert "cardsim/py.typed" in wanted
    assert [name for name in wanted if not (package.parent / name).is_file()] == []


def test_all_modules_travel(installed):
    [package] = installed.glob("env/lib/python*/site-packages/cardsim")
    wanted = [name for name in tracked() if name.startswith("cardsim/") and name.endswith(".py")]
    assert [name for name in wanted if not (package.parent / name).is_file()] == []


def test_a_study_runs_away_from_the_checkout(installed):
    script = "import cardsim as cs; print(cs.__file__); print(len(cs.simulate('gin', n=500, seed=1).table))"
    where, rows = run(installed / "env" / "bin" / "python", "-c", script, cwd=installed).split()
    assert Path(where).is_relative_to(installed)
    assert rows == "500"


def test_the_command_is_installed(installed):
    assert "gin" in run(installed / "env" / "bin" / "cardsim", "list", cwd=installed)
