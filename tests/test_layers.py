"""Dependencies point one way: each module of the package imports only from its own layer and those below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "cardsim"

# From the bottom up.  `games` stands for everything in that folder, `commands` likewise.
LAYERS = [
    {"_counting"},
    {"_jit"},
    {"rng", "cards", "bits", "words"},
    {"games"},
    {"measures", "stopping"},
    {
        "job",
        "arguments",
        "workers",
        "blocks",
        "run",
        "tally",
        "scenes",
        "replay",
        "show",
        "experiment",
        "storage",
        "outcomes",
    },
    {"grid", "league", "compare", "sweep", "target", "tuning", "tune", "claims", "results", "workbench"},
    {"cli", "commands", "__main__"},
]
LEVEL = {name: level for level, layer in enumerate(LAYERS) for name in layer}
# These take tables and numbers and know neither games nor runs; every layer above the kernels' may use them.
APART = {"stats", "plots", "pictures"}
PUBLIC = "__init__"  # gathers the public names, so it may import everything and nothing below the commands imports it

MODULES = sorted(path for path in PACKAGE.glob("**/*.py"))


def name_of(path: Path) -> str:
    """Dotted name below the package: ``games.gin.melds``; the package itself is ``__init__``."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


NAMES = {name_of(path) for path in MODULES}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name below the package of every import from the package, lazy ones included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full, 'from cardsim...'"
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for target in targets:
            if target.split(".")[0] == "cardsim":
                yield node.lineno, module_of(target)


def module_of(target: str) -> str:
    """The module that an imported name belongs to: ``cardsim.cards.as_mask`` -> ``cards``."""
    parts = target.split(".")[1:]
    while parts and ".".join(parts) not in NAMES:
        parts.pop()
    return ".".join(parts) or PUBLIC


def forbidden(importer: str, imported: str) -> str | None:
    """Why `importer` must not import `imported`, or None."""
    above, below = importer.split(".")[0], imported.split(".")[0]
    if importer == PUBLIC:
        return None
    if below in APART:
        lowest = above not in APART and LEVEL[above] < LEVEL["games"]
        return "the lowest layers use no statistics" if lowest else None
    if above in APART:
        return "statistics, charts and pictures take tables and numbers and know no game"
    if below == PUBLIC:
        return None if above in LAYERS[-1] else "only commands use the gathered public names"
    if LEVEL[above] < LEVEL[below]:
        return f"{above} is a layer below {below}"
    if above == below == "games":
        return foreign_game(importer, imported)
    return None


def foreign_game(importer: str, imported: str) -> str | None:
    """Games share the modules directly in `games`; they do not reach into each other."""
    own, other = importer.split("."), imported.split(".")
    is_game = (PACKAGE / "games" / other[1]).is_dir() if len(other) > 1 else False
    if len(own) > 1 and is_game and own[1] != other[1]:
        return f"{own[1]} reaches into another game"
    return None


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_imports_only_from_its_layer_and_below(path):
    importer = name_of(path)
    place = importer.split(".")[0]
    assert place in LEVEL or place in APART or place == PUBLIC, f"give {place} a place in LAYERS"
    wrong = [
        f"line {line}: imports {imported}: {reason}"
        for line, imported in imports(path)
        if (reason := forbidden(importer, imported))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("cards", "games.game"),
        ("games.game", "experiment"),
        ("experiment", "sweep"),
        ("sweep", "cli"),
        ("stats", "cards"),
        ("plots", "games"),
        ("rng", "stats"),
        ("experiment", PUBLIC),
    ],
)
def test_the_wrong_direction_is_noticed(importer, imported):
    assert forbidden(importer, imported)


@pytest.mark.parametrize(
    ("importer", "imported"),
    [("games.game", "rng"), ("experiment", "games.game"), ("sweep", "stats"), ("plots", "stats"), ("cli", PUBLIC)],
)
def test_the_right_direction_is_allowed(importer, imported):
    assert forbidden(importer, imported) is None
