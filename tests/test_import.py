"""``import cardsim`` takes no time and compiles nothing; the public names are there all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest


def fresh(script: str) -> str:
    """What `script` prints in a new Python."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=True)
    return done.stdout.strip()


def test_the_import_loads_nothing_heavy():
    heavy = "{'numba', 'pandas', 'scipy', 'matplotlib', 'joblib', 'numpy'}"
    assert fresh(f"import cardsim, sys; print({heavy} & set(sys.modules))") == "set()"


@pytest.mark.parametrize("first", ["cardsim.games", "cardsim.replay", "cardsim.run"])
def test_public_names_do_not_depend_on_what_was_imported_first(first):
    script = f"import {first}, cardsim as cs; print(cs.games['gin'].name, cs.replay.__name__, cs.simulate.__name__)"
    assert fresh(script) == "gin replay simulate"


def test_every_public_name_is_there():
    import cardsim as cs

    assert all(getattr(cs, name) is not None for name in [*cs.__all__, *cs.games, "plots", "stats"])
    assert set(cs.__all__) <= set(dir(cs))


def test_an_unknown_name_is_refused():
    import cardsim as cs

    with pytest.raises(AttributeError, match="simulat"):
        _ = cs.simulat


def test_modules_of_a_game_are_found_under_the_mapping_of_games():
    assert fresh("import cardsim.games.gin.rules as rules; print(rules.__name__)") == "cardsim.games.gin.rules"
