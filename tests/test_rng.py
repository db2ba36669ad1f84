"""The random streams: known answers, independence of everything but their name, uniformity."""

import numpy as np
import pytest
from scipy import stats as distributions

from cardsim import rng
from cardsim._jit import kernel

# Random123's kat_vectors for philox4x32-10 (Salmon et al., SC 2011): counter, key, result.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


def words(text):
    return [np.uint64(int(word, 16)) for word in text.split()]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox_gives_the_published_answers(counter, key, answer):
    assert list(rng.philox(*words(counter), *words(key))) == words(answer)


def test_a_stream_is_the_philox_of_its_name():
    seed, index, deal, purpose = 0x0123456789ABCDEF, 5 << 32 | 7, 9, rng.SEAT + 1
    state = rng.states(1)[0]
    rng.start(state, seed, index, deal, purpose)
    key = [np.uint64(seed & 0xFFFFFFFF), np.uint64(seed >> 32)]
    for block in range(2):
        counter = [np.uint64(block), np.uint64(deal << 8 | purpose), np.uint64(7), np.uint64(5)]
        assert [rng.next_word(state) for _ in range(4)] == list(rng.philox(*counter, *key))


def naive_shuffle(state, n):
    pack = list(range(n))
    for i in range(n - 1, 0, -1):
        j = int(rng.below(state, i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    return pack


@pytest.mark.parametrize("index", range(20))
def test_shuffle_is_fisher_yates_on_the_words_of_the_stream(index):
    fast, slow = rng.states(2)
    rng.start(fast, 3, index, 0, rng.DEAL)
    rng.start(slow, 3, index, 0, rng.DEAL)
    pack = np.arange(52, dtype=np.uint8)
    rng.shuffle(fast, pack)
    assert pack.tolist() == naive_shuffle(slow, 52)


@kernel
def count_places(states, counts, games):
    pack = np.empty(52, np.uint8)
    for game in range(games):
        for card in range(52):
            pack[card] = card
        rng.start(states[0], 2024, game, 0, rng.DEAL)
        rng.shuffle(states[0], pack)
        for place in range(52):
            counts[pack[place], place] += 1


def test_every_card_is_as_likely_in_every_place():
    games = 1_000_000
    counts = np.zeros((52, 52), np.int64)
    count_places(rng.states(1), counts, games)
    assert counts.sum() == 52 * games
    # Row and column sums are fixed, so the statistic has 51 * 51 degrees of freedom, scaled by 51/52 (Maddison).
    expected = games / 52
    statistic = ((counts - expected) ** 2 / expected).sum() * 51 / 52
    assert 0.0005 < distributions.chi2.sf(statistic, 51 * 51) < 0.9995


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 2**31 + 1, 2**32])
def test_below_stays_below_and_reaches_everything_small(n):
    state = rng.states(1)[0]
    rng.start(state, 1, 0, 0, rng.CHANCE)
    drawn = [int(rng.below(state, n)) for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < n
    if n <= 52:
        assert set(drawn) == set(range(n))
    else:
        assert abs(np.mean(drawn) / n - 0.5) < 4 / np.sqrt(12 * 2000)


def test_uniform_is_in_the_unit_interval():
    state = rng.states(1)[0]
    rng.start(state, 1, 0, 0, rng.CHANCE)
    drawn = np.array([rng.uniform(state) for _ in range(5000)])
    assert drawn.min() >= 0
    assert drawn.max() < 1
    assert distributions.kstest(drawn, "uniform").pvalue > 1e-4
