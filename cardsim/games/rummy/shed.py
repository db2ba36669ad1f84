"""The best shed: which cards of a hand to put down, exactly.

For a given choice of sets the rest is settled: every maximal block of three or more neighbours is melded whole, then
all that can be laid off is laid off, runs before sets (a card that fits both opens more on a run).  Only ranks held
three or four times, and aces that could stand at either end, leave a choice; all choices are tried, in a fixed order,
and only a strictly better one replaces the one kept: going out first, then fewest pips left, then fewest cards left.
An ace with company at one end only stands at that end.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import highest, lowest, popcount
from cardsim.games.rummy.board import LAY_AFTER_MELD, LAY_NEVER, MANY
from cardsim.games.rummy.runs import (
    ACE_HIGH_OR_LOW,
    ACE_WRAP,
    CLUBS,
    POSITION_0,
    attach,
    component,
    gather,
    held_four_times,
    held_thrice,
    rank_of_all,
    run_blocks,
    spread,
    to_line,
)

ALL_RUNS = -1
"""Every run block may be a new meld."""


@kernel
def pips_of(cards, board):
    """Sum of the pips of `cards`."""
    pips = board.pips
    return (
        popcount(cards & pips[0])
        + 2 * popcount(cards & pips[1])
        + 4 * popcount(cards & pips[2])
        + 8 * popcount(cards & pips[3])
    )


@kernel
def highest_card(cards, board):
    """The card of most pips; then the higher rank, then the lower suit."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & CLUBS
    top = highest(ranks)
    card = lowest(cards & rank_of_all(top))
    if ranks & 1 != 0 and top > 0 and pips_of(1, board) > pips_of(1 << card, board):
        card = lowest(cards & rank_of_all(0))
    return card


@kernel
def place(cards, sets, allowed, high, board):
    """Put down `sets` and what else of `cards` goes: (cards left, line of new runs, line of cards laid off on runs).

    `allowed` limits the new runs to a part of the line (ALL_RUNS: no limit).  Fourth cards of sets go last.
    """
    line = to_line(cards & ~sets, board.ace, high)
    melded = run_blocks(line, board.ace) & allowed
    left = line & ~melded
    if board.lay == LAY_NEVER or (board.lay == LAY_AFTER_MELD and sets == 0 and melded == 0):
        return gather(left), melded, 0
    laid = attach(left, board.runs | melded, board.ace)
    return gather(left & ~laid) & ~board.fourths, melded, laid


@kernel
def _duty_done(cards, rest, sets, melded, high, board):
    """Whether the deepest card of a take is used the way the rules ask."""
    duty = board.duty
    if rest & duty != 0:
        return False
    line = to_line(duty, board.ace, high)
    if sets & duty != 0:
        meld = sets & rank_of_all(lowest(duty) % 13)
        if popcount(meld & board.own) >= board.duty_own:
            return True
    elif melded & line != 0:
        meld = gather(component(melded, line, board.ace))
        if popcount(meld & board.own) >= board.duty_own:
            return True
    if board.duty_meld != 0 or board.lay == LAY_NEVER or sets & duty != 0:
        return False
    return (
        board.fourths & duty != 0 or attach(to_line(cards & ~sets, board.ace, high), board.runs, board.ace) & line != 0
    )


@kernel
def _keep_one(cards, banned, sets, allowed, high, board):
    """The highest card that can be kept for the discard while everything else put down stays valid, or -1."""
    candidates = cards & ~banned & ~board.duty
    while candidates != 0:
        card = highest_card(candidates, board)
        bit = 1 << card
        candidates ^= bit
        if sets & bit == 0 or popcount(sets & rank_of_all(card % 13)) == 4:
            left, melded, _ = place(cards ^ bit, sets & ~bit, allowed, high, board)
            if left == 0 and pips_of(sets & ~bit | gather(melded), board) >= board.opening:
                return card
    return -1


@kernel
def _judge(cards, banned, sets, allowed, high, board):
    """One combination of sets and aces: (cards left, sets, goes out).  A combination that is not allowed leaves all."""
    rest, melded, _ = place(cards, sets, allowed, high, board)
    if rest == cards:
        return cards, 0, False
    if board.opening > 0 and pips_of(sets | gather(melded), board) < board.opening:
        return cards, 0, False
    if board.duty != 0 and not _duty_done(cards, rest, sets, melded, high, board):
        return cards, 0, False
    if rest == 0 and board.must_discard != 0:
        kept = _keep_one(cards, banned, sets, allowed, high, board)
        if kept < 0:
            return cards, 0, False
        return 1 << kept, sets & ~(1 << kept), True
    return rest, sets, rest == 0 or (rest & (rest - 1) == 0 and rest & banned == 0)


@kernel
def _sets_of(cards, ranks, fours, fixed, number):
    """Choice `number` of sets: (cards in sets, what is left of the number for the aces).

    The lowest rank varies fastest; per rank 0 no set, 1 all cards held, then the four without suit 0, 1, 2, 3.
    Ranks in `fixed` always take all cards held.
    """
    sets = 0
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = cards & rank_of_all(rank)
        if fixed >> rank & 1 != 0:
            sets |= held
            continue
        options = 6 if fours >> rank & 1 != 0 else 2
        option = number % options
        number //= options
        if option == 1:
            sets |= held
        elif option > 1:
            sets |= held & ~(1 << (13 * (option - 2) + rank))
    return sets, number


@kernel
def _aces_with_a_choice(cards, board):
    """(Suits whose ace could go to either end, suits whose ace can only go high), marked at position 0."""
    if board.ace != ACE_HIGH_OR_LOW:
        return 0, 0
    around = spread(cards) | board.runs
    aces = spread(cards) & POSITION_0
    low, high = aces & (around >> 1), aces & (around >> 12)
    return low & high, high & ~low


@kernel
def _free_sets(cards, ranks, board):
    """Ranks none of whose cards could ever go to a run: taking all cards held is never worse."""
    line = spread(cards)
    if board.ace != 0 and board.ace != ACE_WRAP:
        line |= (line & POSITION_0) << 13
    blocks = run_blocks(line, board.ace)
    busy = gather(blocks | attach(line, board.runs | blocks, board.ace))
    return ranks & ~(busy | busy >> 13 | busy >> 26 | busy >> 39)


@kernel
def _search(cards, banned, board):
    """All combinations when the number of melds is not limited."""
    ranks = held_thrice(cards)
    either, forced = _aces_with_a_choice(cards, board)
    if ranks == 0 and either == 0 and board.duty == 0 and board.opening == 0 and board.must_discard == 0:
        rest, melded, _ = place(cards, 0, ALL_RUNS, forced, board)
        return rest, 0, melded, forced, rest == 0 or (rest & (rest - 1) == 0 and rest & banned == 0)
    fours = held_four_times(cards)
    fixed = 0
    if ranks & (ranks - 1) != 0 and (board.must_discard == 0 or popcount(ranks) > 5):
        fixed = _free_sets(cards, ranks, board)
    total = 1 << popcount(either)
    open_ranks = ranks & ~fixed
    while open_ranks != 0:
        total *= 6 if fours & open_ranks & -open_ranks != 0 else 2
        open_ranks &= open_ranks - 1
    best_rest, best_sets, best_high, best_out = cards, 0, forced, False
    best_pips, best_count = 1 << 20, 1 << 20
    for number in range(total):
        sets, aces = _sets_of(cards, ranks, fours, fixed, number)
        high, suits = forced, either
        while suits != 0:
            if aces & 1 != 0:
                high |= suits & -suits
            aces >>= 1
            suits &= suits - 1
        rest, sets, out = _judge(cards, banned, sets, ALL_RUNS, high, board)
        pips, count = pips_of(rest, board), popcount(rest)
        if (
            (out and not best_out)
            or (out == best_out and pips < best_pips)
            or (out == best_out and pips == best_pips and count < best_count)
        ):
            best_rest, best_sets, best_high, best_out = rest, sets, high, out
            best_pips, best_count = pips, count
    melded = 0
    if best_rest != cards:
        _, melded, _ = place(cards & ~best_rest, best_sets, ALL_RUNS, best_high, board)
    return best_rest, best_sets, melded, best_high, best_out


@kernel
def _search_one_meld(cards, banned, board):
    """At most one new meld (none when `board.melds_left` is 0): no meld, each set, each run block, in that order."""
    either, forced = _aces_with_a_choice(cards, board)
    best_rest, best_sets, best_runs, best_high, best_out = cards, 0, 0, forced, False
    best_pips, best_count = 1 << 20, 1 << 20
    for aces in range(1 << popcount(either)):
        high, suits, digits = forced, either, aces
        while suits != 0:
            if digits & 1 != 0:
                high |= suits & -suits
            digits >>= 1
            suits &= suits - 1
        blocks = run_blocks(to_line(cards, board.ace, high), board.ace)
        ranks, option, first = held_thrice(cards), 1, True
        if board.melds_left == 0:
            ranks, blocks = 0, 0
        while first or ranks != 0 or blocks != 0:
            sets, allowed = 0, 0
            if first:
                first = False
            elif ranks != 0:
                rank = lowest(ranks)
                sets = cards & rank_of_all(rank)
                if option > 1:
                    sets &= ~(1 << (13 * (option - 2) + rank))
                last = 5 if popcount(cards & rank_of_all(rank)) == 4 else 1
                option += 1
                if option > last:
                    option = 1
                    ranks &= ranks - 1
            else:
                allowed = component(blocks, blocks & -blocks, board.ace)
                blocks &= ~allowed
            rest, sets, out = _judge(cards, banned, sets, allowed, high, board)
            pips, count = pips_of(rest, board), popcount(rest)
            if (
                (out and not best_out)
                or (out == best_out and pips < best_pips)
                or (out == best_out and pips == best_pips and count < best_count)
            ):
                best_rest, best_sets, best_runs, best_high, best_out = rest, sets, allowed, high, out
                best_pips, best_count = pips, count
    return best_rest, best_sets, best_runs, best_high, best_out


@kernel
def best_shed(cards, banned, board):
    """The best shed of `cards`: (cards left, cards put down as sets, line of new runs, high aces, goes out).

    `banned` are cards that may not be discarded this turn; a shed that leaves only those is not excluded here.
    Source: the greedy player of most rummy programs; ties are settled by the order of the choices (sets of low ranks
    first, then aces low before high).
    """
    if board.melds_left == MANY:
        return _search(cards, banned, board)
    if board.exempt != 0:
        found = _search(cards, banned, board)
        if found[4]:
            return found
    return _search_one_meld(cards, banned, board)


@kernel
def legal_shed(cards, banned, board):
    """The best shed after which the turn can end: one that goes out, or leaves a card that may be discarded.

    If the best shed is none of these, each card that may be discarded is kept back in turn (highest first) and the best
    of those sheds is taken.  All cards are left if nothing can be put down, or not the card of duty.
    """
    found = best_shed(cards, banned, board)
    rest = found[0]
    if (rest == 0 or rest & ~banned != 0) and (board.duty == 0 or rest & board.duty == 0):
        return found
    best, most_out, fewest = (cards, 0, 0, 0, False), False, 1 << 20
    if rest & board.duty != 0 and board.must_discard == 0:
        return best  # with fewer cards it could not be used either
    candidates = cards & ~banned & ~board.duty
    must_discard, board.must_discard = board.must_discard, 0  # the card kept back is the discard
    exempt, board.exempt = board.exempt, 0  # the limit falls only for whoever goes out with it
    while candidates != 0:
        bit = 1 << highest_card(candidates, board)
        candidates ^= bit
        found = best_shed(cards ^ bit, banned, board)
        if exempt != 0:
            more = _search(cards ^ bit, banned, board)
            if more[0] == 0:
                found = more
        rest, sets, runs, high, _ = found
        if rest & board.duty != 0:
            continue
        pips = pips_of(rest | bit, board)
        if (rest == 0 and not most_out) or ((rest == 0) == most_out and pips < fewest):
            best, most_out, fewest = (rest | bit, sets, runs, high, rest == 0), rest == 0, pips
    board.must_discard = must_discard
    board.exempt = exempt
    return best
