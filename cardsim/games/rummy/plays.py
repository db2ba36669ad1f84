"""Melds and layoffs inside a turn: a seat's rights, putting cards down, and what then lies on the table.

`rules` are the packed rules, `table` the kernel's state (:data:`cardsim.games.rummy.view.STATE`), `log` the event log.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.bits import lowest, popcount
from cardsim.games.faults import blame
from cardsim.games.log import note
from cardsim.games.rummy import rules as r
from cardsim.games.rummy.board import LAY_AFTER_MELD, LAY_FREELY, LAY_NEVER, MANY
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.runs import (
    ACE_WRAP,
    POSITION_0,
    attach,
    component,
    gather,
    missing_fourth,
    rank_of_all,
    run_ends,
    to_line,
    up,
)
from cardsim.games.rummy.shed import best_shed, legal_shed
from cardsim.games.rummy.view import AS_LAYOFFS, BEST, NOTHING, SHED
from cardsim.games.strategy import ask

MELDED, LAID_OFF = 14, 15
"""Events that are no decisions."""

ILLEGAL_SHED, DUTY_NOT_DONE, NO_LEGAL_END = 1, 2, 3
"""Broken contracts."""


@kernel
def start_board(rules, board):
    """An empty table for one seat, and what the rules fix about it."""
    board.runs = 0
    board.fourths = 0
    board.cards = 0
    board.lay = LAY_FREELY
    board.melds_left = MANY
    board.exempt = rules.one_meld_goout_exempt
    board.opening = rules.min_first_meld
    board.must_discard = rules.must_discard_to_go_out
    board.duty = 0
    board.duty_from = rules.duty_from
    board.duty_meld = rules.use_as
    board.duty_own = 1 + rules.use_with if rules.use_with < 2 else 0
    board.ban = rules.ban
    board.ace = rules.ace
    board.deep = rules.deep
    for i in range(4):
        board.pips[i] = rules.pips[i]


@kernel
def start_boards(rules, table):
    """An empty table, and what the rules fix about each seat's board."""
    table.runs = 0
    table.fourths = 0
    table.cards = 0
    table.layable = 0
    for seat in range(rules.players):
        table.own_runs[seat] = 0
        table.own_fourths[seat] = 0
        start_board(rules, table.views[seat].board)


@kernel
def show_table(rules, table):
    """After a change: the cards that fit now, and every seat's board."""
    table.layable = (table.fourths | run_ends(table.runs, rules.ace)) & ~table.cards
    if rules.layoff == r.LAYOFF_NONE:
        table.layable = 0
    for seat in range(rules.players):
        view = table.views[seat]
        view.layable = table.layable
        view.board.runs = table.own_runs[seat] if rules.own_only else table.runs
        view.board.fourths = table.own_fourths[seat] if rules.own_only else table.fourths
        view.board.cards = table.cards


@kernel
def set_rights(rules, table, seat):
    """What `seat` may still do in this turn."""
    board = table.views[seat].board
    if rules.melds_per_turn != r.MELDS_UNLIMITED:
        board.melds_left = max(0, 1 - table.melds_this_turn)
    if rules.min_first_meld > 0:
        board.opening = 0 if table.melded[seat] else rules.min_first_meld
    if rules.layoff == r.LAYOFF_AFTER_OWN:
        board.lay = LAY_FREELY if table.melded[seat] else LAY_AFTER_MELD
    elif rules.layoff == r.LAYOFF_AFTER_OWN_PREVIOUS:
        before = table.melded[seat] and table.melds_this_turn == 0
        if table.melds_this_turn == 0:
            board.lay = LAY_FREELY if before else LAY_NEVER
    elif rules.layoff == r.LAYOFF_NONE:
        board.lay = LAY_NEVER


@kernel
def value_on_table(rules, table, cards, new_runs, laid):
    """Points of cards put down: their pips, but 1 for an ace that lies below a two and not beside a king.

    An ace laid off between a king and a two counts as laid on the king.
    """
    total = pips_of(cards, table.views[0].board)
    if rules.low_ace_less > 0:
        low = (new_runs | laid) & POSITION_0
        if rules.ace == ACE_WRAP:
            kings = (laid & POSITION_0) & (table.runs >> 12) | (new_runs & POSITION_0) & (new_runs >> 12)
            low &= ~kings
        total -= rules.low_ace_less * popcount(low)
    return total


@kernel
def _note_melds(rules, log, seat, sets, new_runs, laid, on_sets):
    """Log what was put down, meld by meld and card by card."""
    while sets != 0:
        meld = sets & rank_of_all(lowest(sets) % 13)
        sets &= ~meld
        note(log, MELDED, seat, meld, meld, 0, 0)
    while new_runs != 0:
        run = component(new_runs, new_runs & -new_runs, rules.ace)
        new_runs &= ~run
        note(log, MELDED, seat, gather(run), gather(run), 1, 0)
    cards = gather(laid) | on_sets
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        note(log, LAID_OFF, seat, card, 0, (on_sets >> card) & 1, 0)


@kernel
def put_down(rules, table, seat, cards, sets, new_runs, high, log):
    """Put `cards` on the table: `sets` and the line `new_runs` as new melds, all others as layoffs."""
    board = table.views[seat].board
    line = to_line(cards & ~sets, rules.ace, high)
    laid = attach(line & ~new_runs, board.runs | new_runs, rules.ace)
    on_sets = gather(line & ~new_runs & ~laid)
    melds = popcount(new_runs & ~up(new_runs, rules.ace))
    if new_runs != 0 and melds == 0:
        melds = 1  # a whole suit round the corner
    ranks = sets | sets >> 13 | sets >> 26 | sets >> 39
    melds += popcount(ranks & 8191)
    layoffs = popcount(laid) + popcount(on_sets)
    if log.shape[0] > 0:
        _note_melds(rules, log, seat, sets, new_runs, laid, on_sets)
    table.runs |= new_runs | laid
    table.cards |= cards
    fourths = missing_fourth(sets)
    table.fourths = (table.fourths | fourths) & ~table.cards
    if rules.own_only:
        table.own_runs[seat] |= new_runs | laid
        table.own_fourths[seat] |= fourths
        for other in range(rules.players):
            table.own_fourths[other] &= ~table.cards
    if rules.scoring == r.MELD_POINTS:
        table.tabled[seat] += value_on_table(rules, table, cards, new_runs, laid)
    table.hands[seat] &= ~cards
    table.held_banned[seat] &= ~cards
    table.melds += melds
    table.layoffs += layoffs
    table.melds_this_turn += melds
    table.layoffs_this_turn += layoffs
    if melds > 0:
        table.melded[seat] = 1
    table.shed_before[seat] = 1
    board.duty &= ~cards
    show_table(rules, table)
    set_rights(rules, table, seat)


@kernel
def _part(rules, table, seat, answer):
    """A chosen part of the hand as melds and layoffs: (can be done, cards, sets, new runs, high aces)."""
    view = table.views[seat]
    board = view.board
    cards = answer & ~AS_LAYOFFS
    if answer < 0 or cards == 0 or cards & ~view.hand != 0:
        return False, cards, 0, 0, 0
    must_discard, melds_left = board.must_discard, board.melds_left
    board.must_discard = 0
    if answer & AS_LAYOFFS != 0:
        board.melds_left = 0
    rest, sets, new_runs, high, _ = best_shed(cards, 0, board)
    board.must_discard, board.melds_left = must_discard, melds_left
    return rest == 0, cards, sets, new_runs, high


@kernel
def can_end(rules, table, seat):
    """Whether a turn of `seat` can still end legally with the cards it holds now."""
    view = table.views[seat]
    hand = table.hands[seat]
    if hand == 0:
        return not rules.must_discard_to_go_out
    if hand & ~view.banned != 0:
        return True
    return legal_shed(hand, view.banned, view.board)[0] == 0


@kernel
def shed_cards(rules, table, seat, log):
    """The melds and layoffs of a turn; False after a broken contract."""
    view = table.views[seat]
    while table.hands[seat] != 0:
        hand = table.hands[seat]
        found = legal_shed(hand, view.banned, view.board)
        rest, sets, new_runs, high, out = found
        view.rest = rest
        if rest == hand:
            break
        cards = hand & ~rest
        view.hand = hand
        view.shed = cards
        view.goes_out = out
        answer = BEST if rules.forced_melding else ask(table, seat, SHED)
        view.shed = 0
        note(log, SHED, seat, answer, cards, rest, view.board.duty)
        if answer == NOTHING:
            if view.board.duty != 0:
                blame(table, DUTY_NOT_DONE, seat, SHED, view.board.duty, hand, 0)
                return False
            if hand & ~view.banned == 0:
                blame(table, NO_LEGAL_END, seat, SHED, answer, hand, view.banned)
                return False
            break
        if answer in (BEST, cards):
            put_down(rules, table, seat, cards, sets, new_runs, high, log)
            view.rest = table.hands[seat]
            break
        done, cards, sets, new_runs, high = _part(rules, table, seat, answer)
        if not done:
            blame(table, ILLEGAL_SHED, seat, SHED, answer, hand, 0)
            return False
        put_down(rules, table, seat, cards, sets, new_runs, high, log)
        if not can_end(rules, table, seat):
            blame(table, NO_LEGAL_END, seat, SHED, answer, hand, view.banned)
            return False
    view.hand = table.hands[seat]
    return True
