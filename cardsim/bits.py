"""Bit counts on card masks: one machine instruction each when compiled, plain Python when interpreted.

Masks are non-negative ``int64`` values; the functions below accept nothing else.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cardsim._jit import INTERPRETED, kernel

if INTERPRETED:

    def popcount(mask: int) -> int:
        """Number of cards in `mask`."""
        return int(mask).bit_count()

    def lowest(mask: int) -> int:
        """Index of the lowest set bit of a non-empty `mask`."""
        mask = int(mask)
        return (mask & -mask).bit_length() - 1

    def highest(mask: int) -> int:
        """Index of the highest set bit of a non-empty `mask`."""
        return int(mask).bit_length() - 1

else:

    @intrinsic
    def popcount(typingctx: Any, mask: Any) -> Any:
        """Number of cards in `mask`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typingctx: Any, mask: Any) -> Any:
        """Index of the lowest set bit of a non-empty `mask`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def highest(typingctx: Any, mask: Any) -> Any:
        """Index of the highest set bit of a non-empty `mask`."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), generate


@kernel(inline="always")
def nth(mask: int, n: int) -> int:
    """Index of the n-th lowest set bit of `mask`, counting from 0; `mask` must have more than n bits."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)
