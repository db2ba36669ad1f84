"""Where the records of other programs are: tests/data, or the folder named by CARDSIM_CORPORA."""

from __future__ import annotations

import json
import os
from pathlib import Path


def corpus_files(game, pattern):
    """The files of a game whose names match `pattern`, to generate tests from."""
    root = Path(os.environ.get("CARDSIM_CORPORA") or Path(__file__).parent / "data")
    return sorted((root / game).glob(pattern))


def rows(path):
    """The records of a .jsonl file."""
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]
