"""Melds with two packs and wild cards the slow way: explicit cards in explicit places, every order of plays tried.

Written from the rules; shares no code with the package.  A card is 13 * suit + rank, rank 0 the ace, or 53, a joker; a
hand is a sorted tuple.  A meld is ("run", suit, first position, cards) or ("set", rank, cards, suits they stand for);
positions are 0 the ace below the two, 1..12, 13 the ace above the king.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

JOKER = 53
JOKER_BITS = 0b1111 << 53


def counter(once, twice=0):
    """The cards of two masks."""
    cards = Counter({card: (once >> card & 1) + (twice >> card & 1) for card in range(52)})
    cards[JOKER] = (once & JOKER_BITS).bit_count()
    return +cards


def kinds(mask):
    return set(counter(mask))


class House(NamedTuple):
    """The rules that say what a meld is."""

    ace: str = "low"
    decks: int = 1
    set_max: int = 4
    distinct: bool = True
    wild_rank: int = -1
    joker_pips: int = 15
    swap: bool = False
    ace_pips: int = 1
    face_pips: object = 10

    def wild(self, card):
        return card == JOKER or card % 13 == self.wild_rank

    def pips(self, card):
        if self.wild(card):
            return self.joker_pips
        rank = card % 13
        if rank == 0:
            return self.ace_pips
        return rank + 1 if rank < 10 or self.face_pips == "rank" else self.face_pips

    @property
    def positions(self):
        return {"low": range(13), "high": range(1, 14), "high_or_low": range(14), "wrap": range(13)}[self.ace]

    def next(self, position, step):
        """The neighbouring position, or None."""
        if self.ace == "wrap":
            return (position + step) % 13
        return position + step if position + step in self.positions else None

    @property
    def most(self):
        return min(self.set_max, 4 if self.distinct else 4 * self.decks)

    @property
    def per_suit(self):
        return 1 if self.distinct else self.decks


def house_of(rules, ranks="A23456789TJQK"):
    """The House of a Rules."""
    wild = -1 if rules.wild_rank is None else ranks.index(rules.wild_rank)
    return House(
        rules.ace,
        rules.decks,
        rules.set_max,
        rules.set_distinct_suits,
        wild,
        rules.joker_pips,
        rules.joker_swap,
        rules.ace_pips,
        rules.face_pips,
    )


def lacking(suits, house):
    """The suit a wild card stands for in a set with these suits."""
    free = [suit for suit in range(4) if suits.count(suit) < house.per_suit]
    return min(free, key=lambda suit: (suits.count(suit), suit)) if free and len(suits) < house.most else None


def without(hand, cards):
    """A hand less some cards."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def make_set(rank, cards, house):
    """The set of these cards, or None: natural cards in their suits, then wild cards, lowest first."""
    natural = [c for c in cards if c != JOKER and c % 13 == rank]
    suits, placed, spare = [], [], []
    for card in sorted(natural):
        if suits.count(card // 13) < house.per_suit:
            suits.append(card // 13)
            placed.append(card)
        else:
            spare.append(card)
    if len(placed) < 2 or not 3 <= len(cards) <= house.most:
        return None
    spare += [card for card in cards if card not in natural]
    for card in sorted(spare):
        suit = lacking(suits, house)
        if suit is None or not house.wild(card):
            return None
        suits.append(suit)
        placed.append(card)
    return "set", rank, tuple(placed), tuple(suits)


def make_run(suit, start, size, cards, house):
    """The run of these cards from `start` on, or None: natural cards in their places, then wild ones, lowest first."""
    places = [start]
    while len(places) < size:
        following = house.next(places[-1], 1)
        if following is None:
            return None
        places.append(following)
    if not 3 <= size <= 13 or len(cards) != size or start not in house.positions:
        return None
    left, row = sorted(cards), []
    for place in places:
        card = 13 * suit + place % 13
        row.append(card if card in left else None)
        if card in left:
            left.remove(card)
    if sum(card is not None for card in row) < 2 or not all(map(house.wild, left)):
        return None
    return "run", suit, start, tuple(left.pop(0) if card is None else card for card in row)


def melds_in(hand, house):
    """All (cards, meld) that can be made of cards in `hand`."""
    found = set()
    wild = [c for c in hand if house.wild(c)]
    for rank in range(13):
        same = [c for c in hand if not house.wild(c) and c % 13 == rank]
        if rank == house.wild_rank or len(same) >= 2:
            for size in range(3, min(house.most, len(same) + len(wild)) + 1):
                for cards in set(combinations(sorted(same + wild), size)):
                    if meld := make_set(rank, cards, house):
                        found.add((cards, meld))
    for suit in range(4):
        for start in house.positions:
            extend_run(hand, suit, start, [], start, house, found)
    return found


def extend_run(hand, suit, start, row, place, house, found):
    """All runs from `start` on that go on with `row`."""
    if len(row) >= 3 and (meld := make_run(suit, start, len(row), row, house)):
        found.add((tuple(sorted(row)), meld))
    if place is None or len(row) == 13:
        return
    card = 13 * suit + place % 13
    left = without(hand, row)
    for choice in {c for c in left if c == card or house.wild(c)}:
        extend_run(hand, suit, start, [*row, choice], house.next(place, 1), house, found)


def lay(meld, card, house):
    """All melds that come of laying `card` off on one."""
    if meld[0] == "set":
        _, rank, cards, suits = meld
        if card != JOKER and card % 13 == rank and suits.count(card // 13) < house.per_suit:
            return [("set", rank, (*cards, card), (*suits, card // 13))] if len(cards) < house.most else []
        suit = lacking(list(suits), house)
        return [("set", rank, (*cards, card), (*suits, suit))] if house.wild(card) and suit is not None else []
    _, suit, start, cards = meld
    if len(cards) == 13:
        return []
    grown = []
    top = (start + len(cards) - 1) % 13 if house.ace == "wrap" else start + len(cards) - 1
    up, down = house.next(top, 1), house.next(start, -1)
    if up is not None and (house.wild(card) or card == 13 * suit + up % 13):
        grown.append(("run", suit, start, (*cards, card)))
    if down is not None and (house.wild(card) or card == 13 * suit + down % 13):
        grown.append(("run", suit, down, (card, *cards)))
    return grown


def stands(meld):
    """The card each place of a meld stands for."""
    if meld[0] == "set":
        return [13 * suit + meld[1] for suit in meld[3]]
    return [13 * meld[1] + (meld[2] + i) % 13 for i in range(len(meld[3]))]


def cards_of(meld):
    return meld[2] if meld[0] == "set" else meld[3]


def exchange(meld, i):
    """The meld with the real card in place `i`."""
    cards = list(cards_of(meld))
    cards[i] = stands(meld)[i]
    return ("set", meld[1], tuple(cards), meld[3]) if meld[0] == "set" else ("run", meld[1], meld[2], tuple(cards))


class Duty(NamedTuple):
    """The card that must be put down after a take, and how."""

    card: int
    own: tuple  # the hand before the draw
    need: int = 1  # cards of it in the meld with that card
    laid_off: bool = True  # a layoff on a meld that lay on the table before does as well

    def done_by(self, cards):
        """Whether a new meld of these cards does it."""
        others = Counter(cards) - Counter([self.card])
        return self.card in cards and (others & Counter(self.own)).total() >= self.need

    def done(self, before, after):
        """Whether the plays that led from one table to another did it."""
        grown = zip(before, after, strict=False)
        laid = any(self.card in Counter(cards_of(new)) - Counter(cards_of(old)) for old, new in grown)
        return (self.laid_off and laid) or any(self.done_by(cards_of(meld)) for meld in after[len(before) :])


def sheds(hand, table, house, lay_off="freely", melds_left=99, opening=0, duty=None):
    """All hands that can be left after any order of melds, layoffs and exchanges (the whole hand among them).

    With a `duty` those after which it is done; exchanges must wait until then.
    """
    left, seen = set(), set()

    def visit(hand, table, melded, opened):
        state = (hand, table[:old], tuple(sorted(table[old:])), melded, opened)
        if state in seen:
            return
        seen.add(state)
        if (hand == full or opened >= opening) and (duty is None or duty.done(before, table)):
            left.add(hand)
        if melded < melds_left:
            for cards, meld in melds_in(hand, house):
                pips = sum(map(house.pips, cards))
                visit(without(hand, cards), (*table, meld), melded + 1, opened + pips)
        if lay_off == "never" or (lay_off == "after_meld" and melded == 0):
            return
        for i, meld in enumerate(table):
            for card in set(hand):
                for grown in lay(meld, card, house):
                    visit(without(hand, [card]), (*table[:i], grown, *table[i + 1 :]), melded, opened)
            if not house.swap or lay_off != "freely" or opening > 0 or duty is not None:
                continue
            for place, (card, real) in enumerate(zip(cards_of(meld), stands(meld), strict=True)):
                if card != real and real in hand:
                    after = tuple(sorted((*without(hand, [real]), card)))
                    visit(after, (*table[:i], exchange(meld, place), *table[i + 1 :]), melded, opened)

    full, before, old = tuple(sorted(hand)), tuple(table), len(table)
    visit(full, before, 0, 0)
    return left


def value(hand, blocked, house):
    """(does not go out, points left, cards left): smaller is better."""
    out = not hand or (len(hand) == 1 and hand[0] not in blocked)
    return not out, sum(map(house.pips, hand)), len(hand)


def best_shed(hand, table, house, blocked=(), **limits):
    """The value of the best way to play `hand`; ends that leave only blocked cards are not excluded."""
    return min(value(left, blocked, house) for left in sheds(hand, table, house, **limits))


def best_end(hand, table, house, blocked=(), **limits):
    """The value of the best way to play `hand` to the end of the turn, or None if it cannot end."""
    left = sheds(hand, table, house, **limits)
    return min((value(rest, blocked, house) for rest in left if not rest or set(rest) - set(blocked)), default=None)
