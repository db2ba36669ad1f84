"""Large kernels, each compiled once on its own and called by its address.

Numba optimises a function again inside every function above it.  The search of this game is large and a dozen functions
stand above it, so it would be compiled a dozen times over; a call by address costs a few nanoseconds instead.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from cardsim._jit import INTERPRETED, address_of, kernel

# Where the packed rules keep the addresses that kernels need.
AT_SWEEP, AT_SOLVE, AT_ARRANGE, AT_BOUND, AT_MELD, AT_PLAY, AT_TURN = range(7)


class Far:
    """A function of int64 result with a fixed signature: its address, and how to call it inside kernels.

    `make_signature` is only called when the function is first needed.
    """

    def __init__(self, function: Callable[..., int], make_signature: Callable[[], Any]) -> None:
        self.function = function
        self.signature = functools.cache(make_signature)

    @functools.cached_property
    def address(self) -> int:
        """The number that stands for the compiled function; compiles it, or loads it from the cache."""
        if INTERPRETED:
            return address_of(self.function)
        self._entry = kernel(self.signature())(self.function)
        return address_of(self._entry.dispatcher, self.signature())

    def caller(self) -> Any:
        """A kernel ``call(address, *arguments)``."""
        if INTERPRETED:
            return lambda address, *arguments: self.function(*arguments)
        signature = self.signature

        @intrinsic
        def call(typingctx: Any, address: Any, *arguments: Any) -> Any:
            """Call the function at an address, as numba calls a function value."""
            expected = signature()

            def generate(context: Any, builder: Any, own: Any, args: Any) -> Any:
                values = []
                for i, kind in enumerate(expected.args):
                    value = builder.extract_value(args[1], i)
                    if not isinstance(
                        own.args[1][i], types.NestedArray
                    ):  # an array in a record is laid out as any array
                        value = context.cast(builder, value, own.args[1][i], kind)
                    values.append(value)
                target = builder.inttoptr(
                    args[0], context.call_conv.get_function_type(types.int64, expected.args).as_pointer()
                )
                status, answer = context.call_conv.call_function(builder, target, types.int64, expected.args, values)
                with cgutils.if_unlikely(builder, status.is_error):
                    context.call_conv.return_status_propagate(builder, status)
                return answer

            return types.int64(types.int64, types.StarArgTuple(arguments)), generate

        return call
