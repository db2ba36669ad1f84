"""What went wrong with a decision, as a kernel can say it: a row of whole numbers."""

from __future__ import annotations

from cardsim._jit import kernel

FAULT_WIDTH = 8
CODE, INDEX, DEAL, SEAT, DECISION, CHOICE, HELD, EXTRA = range(FAULT_WIDTH)
"""Fields of a fault: its code (0: none), where it happened, who was asked what, and the choice with the cards held."""
NOBODY = -1
"""Its seat as long as nobody has been asked."""


class DecisionError(Exception):
    """A decision that failed while it was played: its seat, its number, and what was raised."""

    def __init__(self, seat: int, decision: int, reason: Exception) -> None:
        super().__init__(seat, decision, reason)
        self.seat, self.decision = seat, decision
        self.reason = f"{type(reason).__name__}: {reason}"


@kernel
def blame(table, code, seat, decision, choice, held, extra):
    """Write down a broken contract in ``table.fault``; the entry point adds the game's index and the deal."""
    fault = table.fault
    fault[CODE] = code
    fault[SEAT] = seat
    fault[DECISION] = decision
    fault[CHOICE] = choice
    fault[HELD] = held
    fault[EXTRA] = extra
