"""tmp"""
import numpy as np
from cardsim._jit import kernel
from cardsim.bits import highest
from cardsim.games.spades.nil_solver.depth_first import depth_first
from cardsim.games.spades.nil_solver.proof_number import proof_number


@kernel
def solve(hands, leader, spades_open, opening, stamp, entries, table, frames, pn_limit, limit):
    owner = np.zeros(52, dtype=np.int64)
    for seat in range(4):
        cards = hands[seat]
        while cards != 0:
            card = highest(cards)
            cards ^= np.int64(1) << card
            owner[card] = seat
    order = np.zeros(57, dtype=np.int64)
    counts = np.zeros(57, dtype=np.int64)
    held = hands.copy()
    used = 0
    if pn_limit > 0:
        v, used = proof_number(held, leader, spades_open, opening, stamp, owner, entries, table, frames, order, counts, pn_limit)
        if v >= 0:
            return v, used
        held[:] = hands
    v, n = depth_first(held, leader, spades_open, opening, owner, table, frames, order, counts, limit - used)
    return v, used + n
