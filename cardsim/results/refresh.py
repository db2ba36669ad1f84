"""Makes one result anew: runs the notebook it comes from on a scratch copy, and keeps the files of that result."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from cardsim.results.index import OTHER_MAKERS, notebook_of

FILES = ("figure.png", "table.csv", "run.json")


def refresh(slug: str, folder: Path | str = "results", notebooks: Path | str | None = None) -> Path:
    """Make one result again; the others stay as they are.

    Parameters
    ----------
    slug : str
        Name of the result.
    folder, notebooks : path
        The results and the notebooks that make them (by default the folder ``notebooks`` beside the results).

    Returns
    -------
    pathlib.Path
        The folder of the result.

    Raises
    ------
    ValueError
        If no notebook makes it, or the notebook fails.
    """
    folder = Path(folder).resolve()
    notebooks = folder.parent / "notebooks" if notebooks is None else Path(notebooks)
    if slug in OTHER_MAKERS:
        raise ValueError(f"no notebook makes {slug!r}: use {OTHER_MAKERS[slug]}")
    source = notebook_of(slug, notebooks)
    if source is None:
        raise ValueError(f"no notebook in {notebooks} makes a result {slug!r}")
    with tempfile.TemporaryDirectory() as place:
        made = _run(source, Path(place)) / slug
        if not all((made / name).exists() for name in FILES):
            raise ValueError(f"{source.name} ran, but made no result {slug!r}")
        home = folder / slug
        home.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(made / name, home / f".{name}.part")
            os.replace(home / f".{name}.part", home / name)
    return home


def _run(source: Path, place: Path) -> Path:
    """Run a copy of a notebook in `place`, where its ``../results`` is a folder of its own, and return that folder."""
    work = place / "notebooks"
    work.mkdir()
    shutil.copyfile(source, work / source.name)
    if (source.parent.parent / "results").is_dir():  # some read the results of others
        shutil.copytree(source.parent.parent / "results", place / "results", ignore=shutil.ignore_patterns("runs"))
    for name in FILES:
        for old in (place / "results").glob(f"*/{name}"):
            if name != "table.csv":
                old.unlink()
    command = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute", "--inplace", source.name]
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise ValueError(f"{source.name} failed: {last} (running notebooks needs cardsim[notebook])")
    return place / "results"
