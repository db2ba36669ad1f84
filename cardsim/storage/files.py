"""Files that appear whole or not at all, and the origin that every one of them carries."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

MANIFEST, KEY = "_run.json", b"cardsim"
UNCOMPARED = ("digest", "versions.python", "versions.numba", "versions.numpy")


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Let `write` fill a file that then appears at `path`, whole and safely on the disk, or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        write(draft)
        with open(draft, "rb+") as handle:
            os.fsync(handle.fileno())
        os.replace(draft, path)
    except OSError as error:
        raise OSError(f"{path} cannot be written: {reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)


def reason(error: OSError) -> str:
    """What the system says, in lower case and without numbers."""
    text = os.strerror(error.errno) if error.errno else str(error)
    return text[:1].lower() + text[1:]


def write_json(path: Path, data: Any) -> None:
    """Write plain data as JSON."""
    text = json.dumps(data, indent=2) + "\n"
    write_whole(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def write_parquet(path: Path, table: pd.DataFrame, about: dict[str, Any]) -> None:
    """Write a table with its origin in the schema's metadata and a checksum on every page."""
    arrow = pa.Table.from_pandas(table, preserve_index=True)
    metadata = {**(arrow.schema.metadata or {}), KEY: json.dumps(about, sort_keys=True).encode()}
    labelled = arrow.replace_schema_metadata(metadata)
    write_whole(path, lambda draft: pq.write_table(labelled, draft, write_page_checksum=True))


def read_parquet(path: Path, columns: list[str] | None = None) -> pd.DataFrame:
    """The table in a file, or some of its columns; ValueError names a damaged one."""
    try:
        return pq.read_table(
            path, columns=columns, use_pandas_metadata=True, page_checksum_verification=True
        ).to_pandas()
    except (OSError, pa.ArrowException) as error:
        raise ValueError(f"{path} is damaged: {str(error).splitlines()[0]}") from None


def read_about(path: Path) -> dict[str, Any] | None:
    """The origin in a file's metadata; None if the file is no whole Parquet file of ours."""
    try:
        metadata = pq.read_schema(path).metadata or {}
        found: dict[str, Any] = json.loads(metadata[KEY])
        return found
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return None


def read_manifest(path: Path) -> dict[str, Any]:
    """A folder's manifest."""
    try:
        found: dict[str, Any] = json.loads((path / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"{path} is no run: it has no {MANIFEST}") from None
    except ValueError:
        raise ValueError(f"{path / MANIFEST} cannot be read: it is not JSON") from None
    return found


def differences(old: Any, new: Any, place: str = "") -> list[str]:
    """Where two origins differ, as "rules.knock_limit: 10 there, 7 here".

    Examples
    --------
    >>> differences({"seed": 1, "seats": [{"name": "a"}]}, {"seed": 2, "seats": [{"name": "b"}]})
    ['seed: 1 there, 2 here', "seats.0.name: 'a' there, 'b' here"]
    """
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        old, new = dict(enumerate(old)), dict(enumerate(new))
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            found
            for key in dict.fromkeys([*old, *new])
            for found in differences(old.get(key), new.get(key), f"{place}.{key}" if place else str(key))
        ]
    return [] if old == new or place in UNCOMPARED else [f"{place}: {old!r} there, {new!r} here"]
