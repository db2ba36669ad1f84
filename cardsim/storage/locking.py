"""One writer per folder: a lock that the system frees however its holder ends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cardsim.storage.files import reason

LOCK = "_lock"


def lock(path: Path) -> Any:
    """Hold the folder's lock file; a second writer is refused, and so is a folder that cannot be written."""
    while True:
        try:
            handle = open(path / LOCK, "a")  # noqa: SIM115 - held open until the run ends
        except OSError as error:
            raise OSError(f"{path} cannot be written: {reason(error)}") from error
        try:
            _take(handle)
        except BlockingIOError:
            handle.close()
            raise ValueError(f"{path} is being written by another process") from None
        except OSError:  # a file system without locks: two writers would only repeat each other's work
            return handle
        if _still_there(path / LOCK, handle):
            return handle
        handle.close()  # its holder has just finished and removed it


def release(path: Path, handle: Any) -> None:
    """Remove the lock file while it is still held, so that nobody can be waiting for a file that is gone."""
    (path / LOCK).unlink(missing_ok=True)
    handle.close()


def _take(handle: Any) -> None:
    try:
        import fcntl
    except ImportError:  # no such locks here
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _still_there(path: Path, handle: Any) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle.fileno()))
    except FileNotFoundError:
        return False
