"""The rules of Rummikub as data: every parameter, its default, and the presets."""

from __future__ import annotations

from typing import NamedTuple


class Rules(NamedTuple):
    """Placeholder until the contract is merged: the parameters that the solvers read."""

    numbers: int = 13
    copies: int = 2
    jokers: int = 2
    initial_meld: int = 30
    joker_meld_value: str = "represented"
    joker_retrieval: str = "free"
    joker_group_retrieval: str = "either_missing"
    joker_penalty: int = 30
    rack_size: int = 14
