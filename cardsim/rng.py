"""Random numbers named by what they are for: Philox4x32-10 streams (Salmon, Moraes, Dror, Shaw, SC 2011).

A counter-based generator has no state to carry along: word ``w`` of a stream is a fixed function of the key and the
counter.  Here the key is the seed and the counter is ``(block, purpose and deal number, game index low, high)``, so a
card dealt in game ``i`` of seed ``s`` depends on nothing else: not on the number of workers, the order of games or what
strategies drew before.  Checked against the known-answer vectors of Random123 in the tests.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype

from cardsim._jit import kernel

DEAL, RECYCLE, CHANCE, SEAT = 0, 1, 2, 8
"""Purposes of streams; seat s draws from the stream ``SEAT + s``."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", np.uint32, (2,)),
                ("counter", np.uint32, (4,)),
                ("words", np.uint32, (4,)),
                ("used", np.int64),
            ],
            align=True,
        ),
    )
)
STATE_TYPE = from_dtype(STATE)

_MULTIPLY_0 = np.uint64(0xD2511F53)
_MULTIPLY_1 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """One block: four 32-bit words (as uint64) for a 128-bit counter and a 64-bit key, ten rounds."""
    for _ in range(10):
        product_0 = _MULTIPLY_0 * c0
        product_1 = _MULTIPLY_1 * c2
        c0 = (product_1 >> _HALF) ^ c1 ^ k0
        c1 = product_1 & _LOW
        c2 = (product_0 >> _HALF) ^ c3 ^ k1
        c3 = product_0 & _LOW
        k0 = (k0 + _WEYL_0) & _LOW
        k1 = (k1 + _WEYL_1) & _LOW
    return c0, c1, c2, c3


@kernel
def start(state, seed, index, deal, purpose):
    """Point `state` at the beginning of the stream of (seed, game index, deal number in the match, purpose)."""
    state.key[0] = np.uint32(seed & 0xFFFFFFFF)
    state.key[1] = np.uint32((seed >> 32) & 0xFFFFFFFF)
    state.counter[0] = np.uint32(0)
    state.counter[1] = np.uint32((deal << 8) | purpose)
    state.counter[2] = np.uint32(index & 0xFFFFFFFF)
    state.counter[3] = np.uint32((index >> 32) & 0xFFFFFFFF)
    state.used = 4


@kernel
def next_block(state):
    """The next four words of the stream, as a tuple of uint64; unread words of the block before are dropped."""
    counter = state.counter
    block = counter[0]
    words = philox(
        np.uint64(block),
        np.uint64(counter[1]),
        np.uint64(counter[2]),
        np.uint64(counter[3]),
        np.uint64(state.key[0]),
        np.uint64(state.key[1]),
    )
    counter[0] = np.uint32((np.int64(block) + 1) & 0xFFFFFFFF)
    state.used = 4
    return words


@kernel
def next_word(state):
    """The next 32 random bits, as uint64."""
    if state.used == 4:
        words = next_block(state)
        for i in range(4):
            state.words[i] = np.uint32(words[i])
        state.used = 0
    word = state.words[state.used]
    state.used += 1
    return np.uint64(word)


@kernel
def below(state, n):
    """A uniform integer in ``0 .. n-1``, for ``1 <= n <= 2**32``; exact, by multiply-shift with rejection.

    Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29 (2019).
    """
    limit = np.uint64(n)
    product = next_word(state) * limit
    if (product & _LOW) < limit:
        threshold = (np.uint64(1) << _HALF) % limit
        while (product & _LOW) < threshold:
            product = next_word(state) * limit
    return np.int64(product >> _HALF)


@kernel
def uniform(state):
    """A uniform float in [0, 1) with 53 random bits."""
    high = next_word(state) >> np.uint64(5)
    low = next_word(state) >> np.uint64(6)
    return (np.float64(high) * 67108864.0 + np.float64(low)) / 9007199254740992.0


@kernel
def shuffle(state, pack):
    """Fisher-Yates shuffle of the one-dimensional array `pack`, in place, through whole blocks of words."""
    i = len(pack) - 1
    while i > 0:
        words = next_block(state)
        for k in range(4):
            if i > 0:
                limit = np.uint64(i + 1)
                product = words[k] * limit
                if (product & _LOW) >= limit or (product & _LOW) >= (np.uint64(1) << _HALF) % limit:
                    j = np.int64(product >> _HALF)
                    pack[i], pack[j] = pack[j], pack[i]
                    i -= 1


def states(n: int) -> np.ndarray:
    """An array of `n` stream states for use with the functions above; each must be started before use.

    Examples
    --------
    >>> from cardsim import rng
    >>> state = rng.states(1)[0]
    >>> rng.start(state, 7, 0, 0, rng.SEAT)
    >>> [int(rng.below(state, 6)) for _ in range(5)]
    [3, 2, 1, 2, 2]
    """
    return np.zeros(n, STATE).view(np.recarray)
