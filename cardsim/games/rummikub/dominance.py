"""Dominance: a state is dropped if a better one (longer runs, fewer jokers) is there with no less on the scale."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.rummikub.layers import KEY_JOKERS, find_slot
from cardsim.games.rummikub.run_states import MOST_UPGRADES


@kernel(forceinline=True)
def _is_dominated(key, value, placed, upgrades, slots, mask, keys, values, layer, stamp):
    """Whether a state one step better is present with at least `value`."""
    for colour in range(4):
        shift = 7 * colour
        state = (key >> shift) & 127
        for i in range(MOST_UPGRADES):
            better = upgrades[state, i]
            if better < 0:
                break
            entry = slots[find_slot(slots, mask, keys, layer, stamp, key + ((better - state) << shift))]
            if (entry >> 32) == stamp and values[layer, entry & 0xFFFFFFFF] >= value:
                return True
    if not placed:
        for fewer in range(1, ((key >> KEY_JOKERS) & 7) + 1):
            entry = slots[find_slot(slots, mask, keys, layer, stamp, key - (fewer << KEY_JOKERS))]
            if (entry >> 32) == stamp and values[layer, entry & 0xFFFFFFFF] >= value:
                return True
    return False


@kernel(forceinline=True)
def drop_dominated(n, placed, upgrades, slots, mask, keys, values, parents, choices, dominated, layer, stamp):
    """Remove the dominated ones of the `n` states of a layer; return how many stay."""
    for x in range(n):
        dominated[x] = _is_dominated(
            keys[layer, x], values[layer, x], placed, upgrades, slots, mask, keys, values, layer, stamp
        )
    kept = 0
    for x in range(n):
        if dominated[x] == 0:
            if kept != x:
                keys[layer, kept] = keys[layer, x]
                values[layer, kept] = values[layer, x]
                parents[layer, kept] = parents[layer, x]
                choices[layer, kept] = choices[layer, x]
            kept += 1
    return kept
