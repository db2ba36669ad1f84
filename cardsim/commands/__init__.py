"""One module per command of ``cardsim``.

Each offers ``HELP`` (one line), ``EXAMPLE`` (shown by its help), ``arguments(parser)`` and ``run(options) -> Output``.
What is slow to import is imported inside ``run``, so that every help text shows at once.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Output(NamedTuple):
    """What a command found: `text` for people, `data` (plain lists, dicts, numbers, strings) for ``--json``."""

    text: str
    data: Any
    code: int = 0
