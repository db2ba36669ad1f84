"""Melds of a gin hand: deadwood, discards, meld lists, arrangements.  All hands are masks of at most 11 cards.

Every stretch of three or more consecutive ranks of a suit can be melded whole, so the deadwood that a suit leaves when
only runs are laid is one lookup in a table over its 8,192 masks.  Sets are taken off first.  A rank held three or four
times matters only if one of its cards also lies in a run (a *conflict*), and 11 cards hold at most three such ranks.

`aces` is the rule for aces in runs: ``LOW`` (A-2-3 only), ``HIGH_LOW`` (also Q-K-A) or ``WRAP`` (also K-A-2).
"""

from __future__ import annotations

import numpy as np

from cardsim._jit import kernel
from cardsim.bits import lowest, nth, popcount

LOW, HIGH_LOW, WRAP = 0, 1, 2
MAX_MELDS = 64
"""Room that a list of all melds of 11 cards needs (11 consecutive cards of a suit hold 45 runs)."""
NO_CARD_LEFT = 1000
"""Deadwood reported when there is no card to discard."""

_SUIT = (1 << 13) - 1
_COLUMN = 1 | 1 << 13 | 1 << 26 | 1 << 39


def _in_stretch(masks: np.ndarray) -> np.ndarray:
    """The bits of each mask that lie among at least three consecutive ones."""
    starts = masks & (masks >> 1) & (masks >> 2)
    return starts | (starts << 1) | (starts << 2)


def _tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For all masks of a suit: pips; cards that lie in a run, by `aces`; pips outside the best runs, by `aces`."""
    masks = np.arange(1 << 13)
    pips = ((masks[:, None] >> np.arange(13)) & 1) @ np.minimum(np.arange(1, 14), 10)
    low = _in_stretch(masks)
    high = _in_stretch((masks & ~1) | (masks & 1) << 13)  # the ace moved above the king
    high = (high & _SUIT) | high >> 13
    turned = _in_stretch(masks | masks << 13 | (masks << 26))  # three times around: the middle copy sees both ends
    wrap = (turned >> 13) & _SUIT
    in_run = np.stack([low, low | high, wrap])
    # An ace with runs at both ends serves only one of them.
    without_runs = np.stack([pips - pips[low], pips - np.maximum(pips[low], pips[high]), pips - pips[wrap]])
    return pips.astype(np.uint8), in_run.astype(np.int16), without_runs.astype(np.uint8)


_PIPS, IN_RUN, _WITHOUT_RUNS = _tables()


@kernel
def suit_pips(suit):
    """Pips of the 13-bit mask of one suit."""
    return np.int64(_PIPS[suit])


@kernel
def in_run(suit, aces):
    """The cards of one suit's mask that lie in some run of it."""
    return np.int64(IN_RUN[aces, suit])


@kernel
def without_runs(suit, aces):
    """Pips of one suit's mask outside its best runs."""
    return np.int64(_WITHOUT_RUNS[aces, suit])


@kernel
def pips(mask):
    """Pips of the cards in `mask`: ace 1, two to ten face value, court cards 10."""
    return (
        suit_pips(mask & _SUIT)
        + suit_pips((mask >> 13) & _SUIT)
        + suit_pips((mask >> 26) & _SUIT)
        + suit_pips((mask >> 39) & _SUIT)
    )


@kernel
def run_deadwood(mask, aces):
    """Deadwood if no sets are laid."""
    return (
        without_runs(mask & _SUIT, aces)
        + without_runs((mask >> 13) & _SUIT, aces)
        + without_runs((mask >> 26) & _SUIT, aces)
        + without_runs((mask >> 39) & _SUIT, aces)
    )


@kernel
def set_ranks(mask):
    """The ranks held three or four times, as a 13-bit mask."""
    c, d, h, s = mask & _SUIT, (mask >> 13) & _SUIT, (mask >> 26) & _SUIT, (mask >> 39) & _SUIT
    return (c & d & (h | s)) | (h & s & (c | d))


@kernel
def run_ranks(mask, aces):
    """The ranks of which some held card lies in a run, as a 13-bit mask."""
    return (
        in_run(mask & _SUIT, aces)
        | in_run((mask >> 13) & _SUIT, aces)
        | in_run((mask >> 26) & _SUIT, aces)
        | in_run((mask >> 39) & _SUIT, aces)
    )


@kernel
def _set_choices(cards):
    """How many ways there are to lay a set from the cards of one rank, laying none included."""
    held = popcount(cards)
    return 6 if held == 4 else 2 if held == 3 else 1


@kernel
def _set_choice(cards, number):
    """The set laid by way `number`: 0 none, 1 all the cards, 2.. all but one."""
    if number == 0:
        return 0
    return cards if number == 1 else cards & ~(1 << nth(cards, number - 2))


@kernel
def _next_column(mask, ranks):
    """The held cards of the lowest rank in `ranks`; none if `ranks` is empty."""
    return mask & (_COLUMN << lowest(ranks)) if ranks else 0


@kernel
def _branch(mask, conflicts, aces):
    """Deadwood when the sets of at most three ranks, each in conflict with a run, may be laid or not."""
    first = _next_column(mask, conflicts)
    conflicts &= conflicts - 1
    second = _next_column(mask, conflicts)
    third = _next_column(mask, conflicts & (conflicts - 1))
    best = NO_CARD_LEFT
    for i in range(_set_choices(first)):
        rest_i = mask & ~_set_choice(first, i)
        for j in range(_set_choices(second)):
            rest_j = rest_i & ~_set_choice(second, j)
            for k in range(_set_choices(third)):
                best = min(best, run_deadwood(rest_j & ~_set_choice(third, k), aces))
    return best


@kernel
def without_free_sets(mask, ranks):
    """`mask` without the sets of `ranks`, which no run wants."""
    while ranks:
        mask &= ~(_COLUMN << lowest(ranks))
        ranks &= ranks - 1
    return mask


@kernel
def deadwood(mask, aces):
    """The least deadwood of the hand `mask` over all choices of disjoint melds."""
    ranks = set_ranks(mask)
    if ranks == 0:
        return run_deadwood(mask, aces)
    conflicts = ranks & run_ranks(mask, aces)
    mask = without_free_sets(mask, ranks & ~conflicts)
    return _branch(mask, conflicts, aces) if conflicts else run_deadwood(mask, aces)


@kernel
def best_discard(mask, blocked, aces):
    """All discards outside `blocked` that leave the least deadwood, as a mask, and that deadwood.

    Without a conflict the loss of a card is known at once: the last two cards of a broken triple, nothing for one of
    four, what the runs of its suit lose.  Never derived from one best arrangement of all cards: another may be better
    once a card is gone.
    """
    ranks = set_ranks(mask)
    conflicts = ranks & run_ranks(mask, aces)
    rest = without_free_sets(mask, ranks)
    all_melded = run_deadwood(rest, aces)
    best, choices = NO_CARD_LEFT, 0
    left = mask & ~blocked
    while left:
        card = lowest(left)
        bit = left & -left
        left ^= bit
        if conflicts:
            after = deadwood(mask ^ bit, aces)
        elif rest & bit:
            shift = 13 * (card // 13)
            suit = (rest >> shift) & _SUIT
            after = all_melded - without_runs(suit, aces) + without_runs(suit ^ (bit >> shift), aces)
        else:
            broken = mask & (_COLUMN << (card % 13))
            after = all_melded if popcount(broken) == 4 else all_melded + pips(broken ^ bit)
        if after < best:
            best, choices = after, bit
        elif after == best:
            choices |= bit
    return choices, best


@kernel
def discards_within(mask, limit, aces):
    """The discards that leave at most `limit` deadwood, as a mask: the legal knock discards."""
    choices, left = 0, mask
    while left:
        bit = left & -left
        left ^= bit
        if deadwood(mask ^ bit, aces) <= limit:
            choices |= bit
    return choices


@kernel
def joins_meld(mask, card, aces):
    """Whether `card` lies in some meld of `mask` and itself (`mask` may hold it already or not)."""
    suit, rank = card // 13, card % 13
    bit = 1 << rank
    if in_run(((mask >> 13 * suit) & _SUIT) | bit, aces) & bit:
        return True
    return popcount((mask & ~(1 << card)) & (_COLUMN << rank)) >= 2


@kernel
def _list_runs(suit, shift, out, n, aces):
    """Append all runs of the 13-bit mask `suit` to `out` from position n; the new number of melds."""
    if in_run(suit, aces) == 0:
        return n
    for low in range(13):
        end = 13 if aces == LOW else 14 if aces == HIGH_LOW else low + 13
        run = 0
        for position in range(low, end):
            bit = 1 << (position % 13)
            if suit & bit == 0 or run & bit:
                break
            run |= bit
            if position >= low + 2:
                out[n] = run << shift
                n += 1
    return n


@kernel
def list_melds(mask, out, aces):
    """Write every meld held in `mask` to `out` (room for ``MAX_MELDS``), runs first, and return their number."""
    n = 0
    for shift in range(0, 52, 13):
        n = _list_runs((mask >> shift) & _SUIT, shift, out, n, aces)
    ranks = set_ranks(mask)
    while ranks:
        cards = _next_column(mask, ranks)
        ranks &= ranks - 1
        for number in range(1, _set_choices(cards)):
            out[n] = _set_choice(cards, number)
            n += 1
    return n


@kernel
def arrangement(mask, number, out, work, aces):
    """Write the melds of best arrangement `number` (from 0) to `out`; how many arrangements there are, and its size.

    Arrangements are the different choices of at most three disjoint melds that leave the least deadwood; a run of six
    is another arrangement than the same cards as two runs.  A hand without melds has one, the empty one.  `out` has
    room for three melds, `work` for ``MAX_MELDS``; a `number` beyond the last leaves `out` as it was.
    """
    target = pips(mask) - deadwood(mask, aces)
    if target == 0:
        return 1, 0
    n = list_melds(mask, work, aces)
    count, size = 0, 0
    for i in range(n):
        value_i = pips(work[i])
        if value_i == target:
            if count == number:
                out[0] = work[i]
                size = 1
            count += 1
        for j in range(i + 1 if value_i < target else n, n):
            if work[i] & work[j]:
                continue
            value_j = value_i + pips(work[j])
            if value_j == target:
                if count == number:
                    out[0], out[1] = work[i], work[j]
                    size = 2
                count += 1
            for k in range(j + 1 if value_j < target else n, n):
                if work[k] & (work[i] | work[j]) == 0 and value_j + pips(work[k]) == target:
                    if count == number:
                        out[0], out[1], out[2] = work[i], work[j], work[k]
                        size = 3
                    count += 1
    return count, size
