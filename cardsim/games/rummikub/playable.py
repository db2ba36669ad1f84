"""Which rack tiles can be in any set at all, by masks of values: most racks hold some that cannot."""

from __future__ import annotations

from cardsim._jit import kernel


@kernel
def _values(counts, others, colour, numbers):
    """Mask of the values of which one of the two count arrays holds a tile of `colour`."""
    mask = 0
    for v in range(numbers):
        if counts[colour, v] + others[colour, v] > 0:
            mask |= 1 << v
    return mask


@kernel
def _in_runs(mask, jokers, numbers):
    """Values whose tile could be in a run of three, given the values at hand in `mask`."""
    windows = (1 << (numbers - 2)) - 1
    a, b, c = mask, mask >> 1, mask >> 2
    if jokers == 0:
        first = a & b & c
    elif jokers == 1:
        first = (a & b) | (a & c) | (b & c)
    else:
        first = a | b | c
    first &= windows
    return first | first << 1 | first << 2


@kernel
def _in_groups(m0, m1, m2, m3, jokers, numbers):
    """Values of which a group could be formed."""
    if jokers == 0:
        return (m0 & m1 & (m2 | m3)) | (m2 & m3 & (m0 | m1))
    if jokers == 1:
        return (m0 & (m1 | m2 | m3)) | (m1 & (m2 | m3)) | (m2 & m3)
    return (1 << numbers) - 1


@kernel
def keep_playable(table, rack, jokers, numbers, playable):
    """Fill `playable` with the rack tiles that could be in a set of table, rack and jokers; return their number."""
    m0 = _values(table, rack, 0, numbers)
    m1 = _values(table, rack, 1, numbers)
    m2 = _values(table, rack, 2, numbers)
    m3 = _values(table, rack, 3, numbers)
    while True:
        groups = _in_groups(m0, m1, m2, m3, jokers, numbers)
        n0 = m0 & (groups | _in_runs(m0, jokers, numbers))
        n1 = m1 & (groups | _in_runs(m1, jokers, numbers))
        n2 = m2 & (groups | _in_runs(m2, jokers, numbers))
        n3 = m3 & (groups | _in_runs(m3, jokers, numbers))
        if n0 == m0 and n1 == m1 and n2 == m2 and n3 == m3:
            break
        m0, m1, m2, m3 = n0, n1, n2, n3
    count = 0
    for v in range(numbers):
        playable[0, v] = rack[0, v] if (m0 >> v) & 1 else 0
        playable[1, v] = rack[1, v] if (m1 >> v) & 1 else 0
        playable[2, v] = rack[2, v] if (m2 >> v) & 1 else 0
        playable[3, v] = rack[3, v] if (m3 >> v) & 1 else 0
        count += playable[0, v] + playable[1, v] + playable[2, v] + playable[3, v]
    return count
