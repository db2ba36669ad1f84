"""The recipe of ``nil_table.npy``, the nil table of the bidder `bis`.

Run ``python -m cardsim.games.spades.fit_nil_table``.  Self-play: seat 0 bids nil on every deal, whatever its cards;
the others bid by `cats`; all play by `rule`.  A nil's chance is modelled as a product over the suits, and a suit's
chance of no trick as ``exp(-sum of w[i, height])`` over its cards, the i-th lowest having that height; w is at least 0
and differs between spades and side suits.  The weights maximise the likelihood of the nils' outcomes, with a small
penalty that settles rare cells.  Spades that doom a nil whatever the other cards (:mod:`.facts`) have chance 0 and are
left out of the fit.  The table lists the chance of no trick for all 2^13 holdings of a side suit (row 0)
and of spades (row 1).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.optimize import minimize

DEALS, SEED = 400_000, 20_200_829
PENALTY = 2.0
TARGET = Path(__file__).parent / "nil_table.npy"


def cells_of(hands: np.ndarray) -> np.ndarray:
    """The cells (kind, place, height), each as one number, of the cards of hands given as card numbers."""
    suit, rank = hands // 13, hands % 13
    height = (rank + 12) % 13
    order = np.argsort(suit * 13 + height, axis=1)
    suit, height = np.take_along_axis(suit, order, 1), np.take_along_axis(height, order, 1)
    first = np.stack([(suit < s).sum(axis=1) for s in range(4)], axis=1)
    place = np.arange(13) - np.take_along_axis(first, suit, 1)
    return ((suit == 3) * 13 + place) * 13 + height


def fit(cells: np.ndarray, made: np.ndarray) -> np.ndarray:
    """Weights of all cells, by maximum likelihood."""

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        hazard = weights[cells].sum(axis=1) + 1e-6
        missed = -np.expm1(-hazard)
        value = np.where(made, hazard, -np.log(missed)).sum() + PENALTY * (weights**2).sum()
        slope = np.where(made, 1.0, -np.exp(-hazard) / missed)
        gradient = np.bincount(cells.ravel(), np.repeat(slope, 13), minlength=len(weights))
        return float(value), gradient + 2 * PENALTY * weights

    start = np.full(2 * 13 * 13, 0.05)
    return minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(start)).x


def table_of(weights: np.ndarray) -> np.ndarray:
    """Chance of no trick for every holding."""
    cells = weights.reshape(2, 13, 13)
    table = np.ones((2, 1 << 13))
    for holding in range(1 << 13):
        heights = [height for height in range(13) if holding >> height & 1]
        table[:, holding] = np.exp(-cells[:, range(len(heights)), heights].sum(axis=1))
        if is_doomed(heights):
            table[1, holding] = 0
    return table


def is_doomed(heights: list[int]) -> bool:
    """Whether spades of these heights (ascending) doom a nil: too few others lie above the i-th highest."""
    return any(12 - height < 2 * i + 1 for i, height in enumerate(reversed(heights)))


def self_play(deals: int = DEALS, seed: int = SEED) -> tuple[np.ndarray, np.ndarray]:
    """Cells of seat 0's hands and whether its nils were made."""
    from cardsim.games.spades import GAME

    packs = np.random.default_rng(seed).permuted(np.tile(np.arange(52, dtype=np.uint8), (deals, 1)), axis=1)
    seats = ["fixed+rule:bid=0", "cats+rule", "cats+rule", "cats+rule"]
    rows = GAME.empty_rows("deal", deals)
    GAME.run_block(GAME.prepare(GAME.check_rules(), GAME.find_seats(seats), "deal"), seed, 0, rows, packs)
    hands = packs[:, ::4].astype(np.int64)
    spades = [sorted((card - 40) % 13 for card in hand if card >= 39) for hand in hands.tolist()]
    free = np.array([not is_doomed(heights) for heights in spades])
    return cells_of(hands[free]), rows["nil_made"][free, 0] == 1


if __name__ == "__main__":
    np.save(TARGET, table_of(fit(*self_play())).astype(np.float32).astype(np.float64))
