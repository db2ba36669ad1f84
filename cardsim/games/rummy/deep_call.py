"""How the search for large hands is reached: by its address, so that it is compiled once and only where it is needed.

Linked into every function that looks for a best shed it would nearly double the time that rummy takes to compile.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from cardsim._jit import INTERPRETED, address_of
from cardsim.games.rummy.board import BOARD_TYPE
from cardsim.games.rummy.deep_shed import deep_shed


def deep_address() -> int:
    """The address of the compiled search, for ``board.deep``; the first call compiles it."""
    return 1 if INTERPRETED else address_of(deep_shed.dispatcher, deep_shed.signature)


if INTERPRETED:

    def call_deep_shed(address: int, cards: int, banned: int, fixed: int, board: Any) -> int:
        """Call the search."""
        return int(deep_shed(cards, banned, fixed, board))

else:

    @intrinsic
    def call_deep_shed(typingctx: Any, address: Any, cards: Any, banned: Any, fixed: Any, board: Any) -> Any:
        """Call the search at an address with (cards, banned, fixed, board)."""
        arguments = (types.int64, types.int64, types.int64, BOARD_TYPE)

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = context.call_conv.get_function_type(types.int64, arguments)
            target = builder.inttoptr(args[0], kind.as_pointer())
            status, answer = context.call_conv.call_function(builder, target, types.int64, arguments, args[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return types.int64(types.int64, *arguments), generate
