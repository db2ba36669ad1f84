"""Rummikub by the letter, slowly: every way to split tiles into sets, every reading of every joker.

A tile is ``(colour, value)`` or ``"J"``.  A *laid* set is a tuple of ``(tile, role)``, the role being the tile that it
stands for.  Written from the rules alone; shares no code with the package.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, permutations, product

J = "J"


@cache
def readings(size_limit: int, numbers: int) -> tuple[tuple, ...]:
    """All sets as tuples of roles: runs of three or more, groups of three and four colours."""
    sets = []
    for colour in range(4):
        for first in range(1, numbers + 1):
            for last in range(first + 2, numbers + 1):
                sets.append(tuple((colour, value) for value in range(first, last + 1)))
    for value in range(1, numbers + 1):
        for size in (3, 4):
            sets.extend(tuple((c, value) for c in colours) for colours in combinations(range(4), size))
    return tuple(s for s in sets if len(s) <= size_limit)


@cache
def laid_sets(size_limit: int, numbers: int) -> dict:
    """All laid sets with at least one number tile, under the lowest of these, with what each needs."""
    every: dict = {}
    for roles in readings(size_limit, numbers):
        for mask in product((False, True), repeat=len(roles)):
            one = tuple((J if joker else role, role) for joker, role in zip(mask, roles, strict=True))
            if not all(mask):
                every.setdefault(_lowest(one), []).append((one, tuple(Counter(tile for tile, _ in one).items())))
    return every


def _coverings(left: dict, numbers: int):
    """The ways to lay a set around the lowest number tile that is left; none if only jokers are."""
    named = [tile for tile, n in left.items() if n and tile != J]
    if not named:
        return
    size = sum(left.values())
    for one, need in laid_sets(2 * numbers, numbers)[min(named)]:
        if len(one) <= size and all(left.get(tile, 0) >= n for tile, n in need):
            yield one, need


def _lowest(one):
    return min(tile for tile, _ in one if tile != J)


def partitions(tiles: Counter, numbers: int):
    """Every way to split `tiles` into laid sets, as tuples of laid sets."""

    def fill(left: dict, laid: tuple):
        if not any(left.values()):
            yield laid
            return
        for one, need in _coverings(left, numbers):
            if laid and _lowest(laid[-1]) == _lowest(one) and str(one) < str(laid[-1]):
                continue  # sets with the same lowest tile are laid in one order only
            rest = dict(left)
            for tile, n in need:
                rest[tile] -= n
            yield from fill(rest, (*laid, one))

    yield from fill(dict(tiles), ())


def readings_of(table, numbers: int) -> list:
    """All ways to read the jokers of the given sets."""
    return list(
        product(*([laid[0] for laid in partitions(tiles_of([one]), numbers) if len(laid) == 1] for one in table))
    )


@lru_cache(maxsize=200_000)
def _splits(items: tuple, numbers: int) -> bool:
    left = dict(items)
    if not left:
        return True
    for _, need in _coverings(left, numbers):
        rest = dict(left)
        for tile, n in need:
            rest[tile] -= n
        if _splits(_items(rest), numbers):
            return True
    return False


def _items(tiles: dict) -> tuple:
    return tuple(sorted(((tile, n) for tile, n in tiles.items() if n), key=str))


def splits(tiles: Counter, numbers: int) -> bool:
    """Whether `tiles` can be split into sets."""
    return _splits(_items(tiles), numbers)


def parts(rack: Counter):
    """Every part of a rack, as a Counter."""
    kinds = sorted(rack, key=str)
    for amounts in product(*(range(rack[kind] + 1) for kind in kinds)):
        yield Counter({kind: n for kind, n in zip(kinds, amounts, strict=True) if n})


def worth(tiles: Counter, objective: str, joker: int = 30) -> int:
    """What placing `tiles` counts for: their number, or their face value with jokers at `joker`."""
    if objective == "tiles":
        return sum(tiles.values())
    return sum(n * (joker if tile == J else tile[1]) for tile, n in tiles.items())


def tiles_of(laid) -> Counter:
    """The tiles of laid sets."""
    return Counter(tile for one in laid for tile, _ in one)


def best_turn(table, rack: Counter, objective: str, numbers: int, retrieval: str, both_missing: bool = False) -> int:
    """The most that an opened player can place; `table` is a list of laid sets."""
    before = tiles_of(table)
    for placed in sorted(parts(rack), key=lambda placed: -worth(placed, objective)):
        if not placed or not splits(before + placed, numbers):
            continue
        if retrieval == "free" or any(
            allowed(table, after, placed, retrieval, both_missing) for after in partitions(before + placed, numbers)
        ):
            return worth(placed, objective)
    return 0


def best_opening(rack: Counter, numbers: int, joker_value: str, at_least: int = 0) -> tuple[int, int, int]:
    """(most value, most tiles reaching `at_least`, fewest tiles reaching it) of a meld from the rack; -1 if none."""
    value, most, fewest = 0, -1, -1
    for placed in parts(rack):
        if not placed or (joker_value == "forbidden" and placed[J]) or not splits(placed, numbers):
            continue
        amount = max(
            sum(role[1] for one in laid for tile, role in one if tile != J or joker_value == "represented")
            for laid in partitions(placed, numbers)
        )
        value = max(value, amount)
        if amount >= at_least:
            count = sum(placed.values())
            most = max(most, count)
            fewest = count if fewest < 0 else min(fewest, count)
    return value, most, fewest


def is_group(one) -> bool:
    """Whether a laid set is a group."""
    return one[0][1][1] == one[1][1][1]


def allowed(before, after, placed: Counter, retrieval: str, both_missing: bool) -> bool:
    """Whether a rule about table jokers lets a player go from one table to another by placing `placed`."""
    if retrieval == "free":
        return True
    if retrieval == "frozen":
        return _frozen_allows([one for one in before if any(tile == J for tile, _ in one)], list(after), placed)
    return _replace_allows(before, after, placed, retrieval == "replace_from_rack", both_missing)


def _roles(before):
    """Of each table joker the tiles it may stand for, and the number of its set."""
    jokers = []
    for number, one in enumerate(before):
        for tile, role in one:
            if tile == J:
                if is_group(one) and len(one) == 3:
                    named = [t[0] for t, _ in one if t != J]
                    jokers.append(([(c, role[1]) for c in range(4) if c not in named], number))
                else:
                    jokers.append(([role], number))
    return jokers


def _replace_allows(before, after, placed, from_rack, both_missing) -> bool:
    old = _roles(before)
    on_table = placed if from_rack else tiles_of(after)
    for roles in product(*(tiles for tiles, _ in old)):
        own = [(roles[i], old[i][1]) for i in range(len(old)) if len(old[i][0]) > 1]
        if len(set(own)) < len(own):  # two jokers of one group stand for different tiles
            continue
        for freed in product((False, True), repeat=len(old)):
            need: Counter = Counter()
            emptied = set()
            for i in range(len(old)):
                tiles, number = old[i]
                if not freed[i]:
                    continue
                if both_missing and len(tiles) > 1:
                    if number not in emptied:
                        need.update(tiles)
                        emptied.add(number)
                else:
                    need[roles[i]] += 1
            if any(on_table[tile] < n for tile, n in need.items()):
                continue
            kept = Counter(roles[i] for i in range(len(old)) if not freed[i])
            if _jokers_show(after, kept):
                return True
    return False


def _jokers_show(after, kept: Counter) -> bool:
    """Whether the jokers of a table can be read so that the roles `kept` are among theirs."""
    options = []
    for one in after:
        count = sum(tile == J for tile, _ in one)
        if not count:
            continue
        if is_group(one):
            named = [tile[0] for tile, _ in one if tile != J]
            missing = [(c, one[0][1][1]) for c in range(4) if c not in named]
            options.append([Counter(some) for some in combinations(missing, count)])
        else:
            options.append([Counter(role for tile, role in one if tile == J)])
    return any(not kept - sum(choice, Counter()) for choice in product(*options))


def _frozen_allows(frozen, after, placed) -> bool:
    """Each set with a joker is still there, extended, or its jokers have all been bought by tiles of the rack."""
    choices = list(range(len(after))) + [None] * len(frozen)
    for chosen in set(permutations(choices, len(frozen))):
        prices = [
            _prices(one) if place is None else _extension_prices(one, after[place])
            for one, place in zip(frozen, chosen, strict=True)
        ]
        for price in product(*prices):
            need = sum(price, Counter())
            if all(placed[tile] >= n for tile, n in need.items()):
                return True
    return False


def _prices(one):
    """What it takes to buy all jokers of a set: a list of alternatives."""
    jokers = [role for tile, role in one if tile == J]
    if not is_group(one):
        return [Counter(jokers)]
    named = [tile[0] for tile, _ in one if tile != J]
    missing = [(c, one[0][1][1]) for c in range(4) if c not in named]
    return [Counter(some) for some in combinations(missing, len(jokers))]


def _extension_prices(old, new):
    """The rack tiles needed for `new` to be `old` extended, some but not all of its jokers replaced; alternatives."""
    if is_group(old) != is_group(new):
        return []
    if not is_group(old):
        now = {role: tile for tile, role in new}
        price: Counter = Counter()
        stays = 0
        for tile, role in old:
            if role not in now or (tile != J and now[role] == J):
                return []
            if tile == J:
                if now[role] == J:
                    stays += 1
                else:
                    price[role] += 1
        return [price] if stays else []
    had, has = {tile for tile, _ in old if tile != J}, {tile for tile, _ in new if tile != J}
    if not had <= has or len(new) < len(old):
        return []
    jokers, extra = sum(tile == J for tile, _ in old), len(new) - len(old)
    added = sorted(has - had)
    prices = []
    for from_joker in range(extra + 1):  # the added place is a number tile or a joker
        replaced = len(added) - (extra - from_joker)
        if 0 <= replaced < jokers:
            prices.extend(Counter(some) for some in combinations(added, replaced))
    return prices
