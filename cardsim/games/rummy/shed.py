"""The best shed: which cards of a hand to put down, exactly.

For a given choice of sets the rest is settled: every maximal block of three or more neighbours is melded whole, then
all that can be laid off is laid off, runs before sets (a card that fits both opens more on a run).  Only ranks held
three or four times, and aces that could stand at either end, leave a choice; all choices are tried, in a fixed order,
and only a strictly better one replaces the one kept: going out first, then fewest pips left, then fewest cards left.
An ace with company at one end only stands at that end.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.rummy.board import MANY
from cardsim.games.rummy.choices import aces_with_a_choice, free_sets, high_aces, number_of_choices, sets_of
from cardsim.games.rummy.deep_call import call_deep_shed
from cardsim.games.rummy.placing import ALL_RUNS, highest_card, judge, pips_of, place
from cardsim.games.rummy.runs import component, held_four_times, held_thrice, rank_of_all, run_blocks, to_line

FEW_CHOICES = 4096
"""With more choices of sets and aces than this they are not tried one by one."""


@kernel
def _better(out, pips, count, best_out, best_pips, best_count):
    """Whether a shed is strictly better: going out first, then fewest pips left, then fewest cards left."""
    if out != best_out:
        return out
    return pips < best_pips or (pips == best_pips and count < best_count)


@kernel
def _with_runs(cards, rest, sets, high, out, board):
    """A shed with the line of its new runs."""
    melded = 0
    if rest != cards:
        _, melded, _ = place(cards & ~rest, sets, ALL_RUNS, high, board)
    return rest, sets, melded, high, out


@kernel
def _search(cards, banned, board):
    """All combinations when the number of melds is not limited."""
    ranks = held_thrice(cards)
    either, forced = aces_with_a_choice(cards, board)
    if ranks == 0 and either == 0 and board.duty == 0 and board.opening == 0 and board.must_discard == 0:
        rest, melded, _ = place(cards, 0, ALL_RUNS, forced, board)
        return rest, 0, melded, forced, rest == 0 or (rest & (rest - 1) == 0 and rest & banned == 0)
    fours = held_four_times(cards)
    fixed = 0
    if ranks & (ranks - 1) != 0 and board.must_discard == 0:
        fixed = free_sets(cards, ranks, board)
    total = number_of_choices(ranks & ~fixed, fours, either)
    if total > FEW_CHOICES and board.deep != 0:
        if call_deep_shed(board.deep, cards, banned, fixed, board) != 0:
            found = board.found
            return _with_runs(cards, found[0], found[1], found[2], found[3] != 0, board)
    best_rest, best_sets, best_high, best_out = cards, 0, forced, False
    best_pips, best_count = 1 << 20, 1 << 20
    for number in range(total):
        sets, aces = sets_of(cards, ranks, fours, fixed, number)
        high = high_aces(aces, either, forced)
        rest, sets, out = judge(cards, banned, sets, ALL_RUNS, high, board)
        pips, count = pips_of(rest, board), popcount(rest)
        if _better(out, pips, count, best_out, best_pips, best_count):
            best_rest, best_sets, best_high, best_out = rest, sets, high, out
            best_pips, best_count = pips, count
    return _with_runs(cards, best_rest, best_sets, best_high, best_out, board)


@kernel
def _search_one_meld(cards, banned, board):
    """At most one new meld (none when `board.melds_left` is 0): no meld, each set, each run block, in that order."""
    either, forced = aces_with_a_choice(cards, board)
    best_rest, best_sets, best_runs, best_high, best_out = cards, 0, 0, forced, False
    best_pips, best_count = 1 << 20, 1 << 20
    for aces in range(1 << popcount(either)):
        high = high_aces(aces, either, forced)
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
            rest, sets, out = judge(cards, banned, sets, allowed, high, board)
            pips, count = pips_of(rest, board), popcount(rest)
            if _better(out, pips, count, best_out, best_pips, best_count):
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
