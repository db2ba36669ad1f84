"""environment.yml carries the bounds of pyproject.toml.

The texts are compared with py-rattler's MatchSpec, conda's own grammar.  No conda solve was run: whether conda-forge
has a set of builds that fits these bounds is not tested here.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from rattler import MatchSpec

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LISTED = re.findall(r"^  - (.+)$", (ROOT / "environment.yml").read_text(encoding="utf-8"), flags=re.MULTILINE)


def split(requirement: str) -> tuple[str, str | None]:
    """Name and version bounds of a requirement, by conda's grammar."""
    spec = MatchSpec(requirement)
    return spec.name.normalized, None if spec.version is None else str(spec.version)


CONDA = dict(split(entry) for entry in LISTED if entry not in {"conda-forge", "pip:"})
WANTED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["notebook"]]


@pytest.mark.parametrize("requirement", WANTED)
def test_bounds_are_those_of_pyproject(requirement):
    name, version = split(requirement)
    assert CONDA.get(name) == version


def test_python_bound_is_that_of_pyproject():
    assert CONDA["python"] == PROJECT["requires-python"]


def test_nothing_else_is_listed():
    assert set(CONDA) == {split(requirement)[0] for requirement in WANTED} | {"python", "pip"}


def test_the_package_itself_is_installed_last_by_pip():
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert text.rstrip().endswith("- pip\n  - pip:\n      - -e .")
