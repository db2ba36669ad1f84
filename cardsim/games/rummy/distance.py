"""placeholder"""

from cardsim._jit import kernel
from cardsim.games.rummy.discards import isolated_highest


@kernel
def min_dist(candidates, context, unseen, board):
    return isolated_highest(candidates, context, board)
