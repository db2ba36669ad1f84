"""JupyterLab on the loopback, and a headless Chromium to look at it with."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 60
OWN = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
)
"""Folders of its own, so that nobody's settings matter and none are touched."""
collect_ignore_glob = [] if os.environ.get("CARDSIM_BROWSER") else ["test_*.py"]  # only where `make test-browser` asks


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """The address of a JupyterLab that serves copies of the notebooks with small parameters."""
    folder = tmp_path_factory.mktemp("lab")
    shrink = ROOT / ".ci" / "shrink_notebooks.py"
    subprocess.run([sys.executable, str(shrink), str(ROOT / "notebooks"), str(folder / "notebooks")], check=True)
    use_small_parameters(folder / "notebooks")
    write_settings(folder / "jupyterlab_settings_dir" / "@jupyterlab")
    port, token = free_port(), secrets.token_hex(16)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"]
    command += [f"--ServerApp.port={port}", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}"]
    command += ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with open(folder / "lab.log", "w", encoding="utf-8") as log:
        environment = {**os.environ, **{name: str(folder / name.lower()) for name in OWN}, "PYTHONPATH": str(ROOT)}
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_up(f"{address}/api?token={token}", server, folder / "lab.log")
        yield lambda notebook: f"{address}/lab/tree/notebooks/{notebook}?token={token}&reset"
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def write_settings(folder: Path) -> None:
    """All cells are on the page, not only those in view; the kernel starts, and no news are asked for."""
    wanted = {
        "notebook-extension/tracker": {"windowingMode": "none", "autoStartDefaultKernel": True},
        "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    }
    for name, values in wanted.items():
        path = folder / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), encoding="utf-8")


def use_small_parameters(folder: Path) -> None:
    """Write the small values into the parameters cells, which here no test runner does."""
    for path in folder.glob("*.ipynb"):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            mock = cell["metadata"].get("nbmake", {}).get("mock", {})
            cell["source"] = "".join(cell["source"]) + "".join(f"\n{name} = {value!r}" for name, value in mock.items())
        path.write_text(json.dumps(notebook), encoding="utf-8")


def wait_until_up(url: str, server: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.5)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')[-2000:]}")


@pytest.fixture
def page(tmp_path):
    """A page of a browser that has never been used; the test fails on errors in its console."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the extra: pip install 'cardsim[browser]'")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("there is no chromium on the path (on Debian: apt-get install chromium)")
    errors: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch_persistent_context(
            str(tmp_path / "profile"), executable_path=chromium, args=FLAGS, viewport={"width": 1500, "height": 1100}
        )
        page = browser.pages[0]
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        yield page
        browser.close()
    assert errors == []
