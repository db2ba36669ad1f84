"""A finished chart on disk: the picture, exactly what it draws, and how it came about."""

import json
import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from cardsim.plots.page import STYLE


def save(figure: Figure, slug: str, table: pd.DataFrame, run: Any, folder: str | Path = "results") -> Path:
    """Write ``<folder>/<slug>/figure.png``, ``table.csv`` and ``run.json``, each whole or not at all.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The chart.
    slug : str
        Name of the result: small letters, digits and hyphens, such as ``"gin-undercut-odds"``.
    table : pandas.DataFrame
        Exactly what is drawn; its index is not written.
    run : Mapping or object with a `provenance`
        Rules, strategies, seed, n and versions of the games behind the chart, as JSON can hold them.
    folder : str or path
        Where results live.

    Returns
    -------
    pathlib.Path
        The folder of the result.

    Raises
    ------
    ValueError
        If the slug is not one, the table is empty or `run` says nothing.
    """
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise ValueError(
            f"a slug is made of small letters, digits and hyphens, such as 'gin-undercut-odds'; got {slug!r}"
        )
    if table.empty:
        raise ValueError(f"result {slug!r}: the table has no rows")
    provenance = getattr(run, "provenance", run)
    if not isinstance(provenance, Mapping) or not provenance:
        raise ValueError(f"result {slug!r}: run must be a Run or a mapping that says how the table was made")
    text = json.dumps(provenance, indent=2, ensure_ascii=False, default=_plain) + "\n"
    home = Path(folder) / slug
    home.mkdir(parents=True, exist_ok=True)
    with plt.style.context(STYLE):
        _write(home / "figure.png", lambda path: figure.savefig(path, format="png", metadata={"Software": "cardsim"}))
    _write(home / "table.csv", lambda path: table.to_csv(path, index=False, lineterminator="\n"))
    _write(home / "run.json", lambda path: path.write_text(text, encoding="utf-8"))
    return home


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Write under another name, then rename, so that nobody ever sees half a file."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _plain(item: Any) -> Any:
    """Numpy numbers and arrays, named tuples, paths and the like, as JSON can hold them."""
    if isinstance(item, np.generic):
        return item.item()
    if isinstance(item, np.ndarray):
        return item.tolist()
    return str(item)
