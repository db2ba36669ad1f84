"""How the search for the best shed is reached: by its address, so that it is compiled once.

Linked into every decision and kernel that looks for a shed it would multiply the time that compiling takes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from cardsim._jit import INTERPRETED, address_of, kernel
from cardsim.games.rummy.packs.shed import FOUND_SIZE, find_into


def finder_address() -> int:
    """The address of the compiled search, for ``ground.finder``; the first call compiles it."""
    return 1 if INTERPRETED else address_of(find_into.dispatcher, find_into.signature)


if INTERPRETED:

    def call_finder(address: int, *arguments: Any) -> int:
        """Call the search."""
        return int(find_into(*arguments))

else:

    @intrinsic
    def call_finder(
        typingctx: Any,
        address: Any,
        once: Any,
        twice: Any,
        blocked: Any,
        board: Any,
        ground: Any,
        seat: Any,
        check_end: Any,
        swaps: Any,
        found: Any,
    ) -> Any:
        """Call the search at an address."""
        arguments = find_into.signature.args

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = context.call_conv.get_function_type(types.int64, arguments)
            target = builder.inttoptr(args[0], kind.as_pointer())
            status, answer = context.call_conv.call_function(builder, target, types.int64, arguments, args[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return answer

        return types.int64(types.int64, *arguments), generate


@kernel
def find_shed(once, twice, blocked, board, ground, seat, check_end, swaps):
    """The best shed of the cards (`once`, `twice`) as a row of numbers, see ``B_OUT...`` and ``F_ONCE...``.

    `blocked` are the kinds that may not be discarded this turn; with `check_end` the turn must be able to end after it,
    with `swaps` exchanges on the table count as ways to put down cards.
    """
    found = np.zeros(FOUND_SIZE, np.int64)
    call_finder(ground.finder, once, twice, blocked, board, ground, seat, np.int64(check_end), np.int64(swaps), found)
    return found
