"""The end of a Rummikub deal: who won, and the points."""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.log import note
from cardsim.games.rummikub import rules as r
from cardsim.games.rummikub.columns import OUT, POOL_EMPTY
from cardsim.games.rummikub.dealing import SCORED
from cardsim.games.rummikub.telling import note_points


@kernel
def is_over(rules, table):
    """Whether the deal ends with nobody out, after the turn just played."""
    if table.turns_left < 0:
        return False
    if rules.pool_empty == r.ONE_MORE_TURN:
        return table.turns_left == 0
    return table.passes >= rules.players


@kernel
def rack_value(rules, table, seat):
    """Face value of a rack, jokers at their penalty."""
    value = table.rack_jokers[seat] * rules.joker_penalty
    for v in range(rules.numbers):
        for colour in range(4):
            value += table.racks[seat, colour, v] * (v + 1)
    return value


@kernel
def _is_tied(rules, table, seat, least, fewest):
    """Whether `seat` is among those who win a blocked deal."""
    if rack_value(rules, table, seat) != least:
        return False
    return rules.tie_break != r.TIE_FEWEST_TILES or table.sizes[seat] == fewest


@kernel
def _fewest_tiles(rules, table, least):
    """The fewest tiles on a rack of the lowest value."""
    fewest = 1 << 30
    for seat in range(rules.players):
        if rack_value(rules, table, seat) == least:
            fewest = min(fewest, table.sizes[seat])
    return fewest


@kernel
def score(rules, table, out, log):
    """End, winner and points; `out` is the seat that emptied its rack, -1 if nobody did."""
    least = 0 if out >= 0 else rack_value(rules, table, 0)
    for seat in range(rules.players):
        if out < 0:
            least = min(least, rack_value(rules, table, seat))
    table.end = OUT if out >= 0 else POOL_EMPTY
    fewest = _fewest_tiles(rules, table, least)
    winners, first = 0, -1
    for seat in range(rules.players):
        if seat == out or (out < 0 and _is_tied(rules, table, seat, least, fewest)):
            winners += 1
            if first < 0:
                first = seat
    if rules.tie_break == r.TIE_LOWEST_SEAT:
        winners = 1
    table.winner = first if winners == 1 else -1
    lost = 0
    for seat in range(rules.players):
        won = seat == out or (out < 0 and _is_tied(rules, table, seat, least, fewest))
        table.points[seat] = 0
        if won and (winners > 1 or seat == first):
            continue
        loss = rack_value(rules, table, seat)
        if out < 0 and rules.blocked_scoring == r.DIFFERENCE:
            loss -= least
        table.points[seat] = -loss
        lost += loss
    if rules.score_winner == r.WINNER_SUM:
        for seat in range(rules.players):
            won = seat == out or (out < 0 and _is_tied(rules, table, seat, least, fewest))
            if won and (winners > 1 or seat == first):
                table.points[seat] = lost / winners
    note(log, SCORED, table.winner, table.end, 0, winners, lost)
    note_points(rules, table, log)
