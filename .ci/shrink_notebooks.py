"""Copy the notebooks to a scratch folder with small parameters, so that the tests run them quickly and touch nothing.

Usage: shrink_notebooks.py SOURCE TARGET

The cell tagged `parameters` assigns plain values (``N = 1_000_000``).  After the copy has run that cell, nbmake gives
the names in the cell's metadata their small values: ``{"tags": ["parameters"], "nbmake": {"mock": {"N": 5000}}}``.
A notebook that names none gets ``N = 2000``.  Charts and tables written to ``../results`` land beside the copies.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

SMALL = {"N": 2000}
TIMEOUT = 600  # seconds a cell may take; the first one may have to compile a game


def shrink(notebook: dict) -> dict:
    """`notebook` with small parameters and without its outputs."""
    for cell in notebook["cells"]:
        metadata = cell["metadata"]
        if "parameters" in metadata.get("tags", []):
            metadata.setdefault("nbmake", {}).setdefault("mock", SMALL)
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    notebook["metadata"].setdefault("execution", {})["timeout"] = TIMEOUT
    return notebook


def main(source: Path, target: Path) -> None:
    """Make `target` anew from the notebooks in `source`."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for path in sorted(source.glob("*.ipynb")):
        small = shrink(json.loads(path.read_text(encoding="utf-8")))
        (target / path.name).write_text(json.dumps(small), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
