"""Random racks, and tables made of random sets, with every number of jokers."""

from __future__ import annotations

import random
from collections import Counter

from tests.peers.highs import JOKER, all_sets

BOX = [*range(52), *range(52), JOKER, JOKER]


def position(seed):
    """A table (list of sets) of up to 80 tiles and a rack of 1 to 20, jokers on both."""
    stream = random.Random(seed)
    left, table = Counter(BOX), []
    sets, wanted = all_sets(), stream.choice((0, 10, 20, 40, 60, 80))
    plain = [one for one in sets if JOKER not in one]
    for _ in range(300):
        one = stream.choice(sets if stream.random() < 0.05 else plain)
        need = Counter(one)
        if sum(map(len, table)) + len(one) <= wanted and all(left[tile] >= n for tile, n in need.items()):
            left -= need
            table.append(one)
    return table, stream.sample(sorted(left.elements()), stream.choice((1, 5, 10, 14, 14, 20)))


def rack(seed):
    """Fourteen random tiles of the box."""
    return random.Random(seed).sample(BOX, 14)


def counts(tiles):
    """How many there are of each tile."""
    found = Counter(tiles)
    return [found[tile] for tile in range(53)]


def text(tiles):
    """Tiles as people write them; as the package writes them."""
    return " ".join("J" if tile == JOKER else "rbko"[tile // 13] + str(tile % 13 + 1) for tile in tiles)
