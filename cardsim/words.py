"""Values as people write them, on a command line or in a form."""

from __future__ import annotations

import ast
from typing import Any

WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "none": None, "null": None}
"""Values that are written as words."""


def plain_value(text: str) -> Any:
    """The Python value that `text` stands for: a number, a list, yes or no, none, or else the text itself."""
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
