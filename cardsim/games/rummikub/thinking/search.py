"""Compares choices in the same imagined worlds, and leaves the heuristic's choice only for a clear gain.

Each world is the other racks and an order of the pool; every choice still in the running is played out in it.  The
first choice is the heuristic's: it stands unless another one's mean worth exceeds its by more than `gate` standard
errors of the paired differences.  What clearly falls behind it is dropped on the way.
"""

from __future__ import annotations

from cardsim._jit import kernel
from cardsim.games.gains import drop_hopeless, pick
from cardsim.games.rummikub.scoring import is_over, score
from cardsim.games.rummikub.thinking.belief import draw_world, lay_out
from cardsim.games.rummikub.thinking.imagined import offer, play_out
from cardsim.games.rummikub.turns import finish_turn, place

LOOK_AGAIN, DECIDED = 8, 5.0
"""After so many worlds each, choices clearly behind the first are dropped; a lead over it by so many standard errors
decides, if there were two such rounds."""
POINTS = 0.0005
"""What a point is worth against a won deal."""


@kernel
def play_choice(rules, table, choices, i, me, kinds, solver, branch, log):
    """Play the imagined deal out after a choice."""
    table.own_turns[me] += 1
    last_turns = table.turns_left >= 0
    if choices.number[i] > 0:
        offer(table, rules.numbers, choices.tiles[i], choices.jokers[i])
        place(rules, table, me, log)
    finish_turn(rules, table, me, last_turns, log)
    if table.sizes[me] == 0:
        score(rules, table, me, log)
    elif is_over(rules, table):
        score(rules, table, -1, log)
    else:
        play_out(rules, table, (me + 1) % rules.players, kinds, solver, branch, log)


@kernel
def worth(table, me, players):
    """The deal won, and something for the points."""
    won = 1.0 if table.winner == me else 0.0
    if table.winner < 0 and table.points[me] >= 0:
        won = 1.0 / players
    return won + POINTS * table.points[me]


@kernel
def decide(view, rules, table, choices, pool, count, worlds, gate, solver, branch, log, kinds, stream):
    """The number of the choice to make; `pool` holds the `count` unseen tiles."""
    played, me = 0, view.seat
    while played < worlds:
        draw_world(view, pool, count, kinds, stream)
        first = 0.0
        for i in range(choices.count):
            if not choices.dropped[i]:
                lay_out(view, table, pool)
                play_choice(rules, table, choices, i, me, kinds, solver, branch, log)
                value = worth(table, me, rules.players)
                if i == 0:
                    first = value
                choices.gain[i] += value - first
                choices.square[i] += (value - first) ** 2
        played += 1
        if played % LOOK_AGAIN == 0:
            if drop_hopeless(choices, played) == 0:
                break
            if played > LOOK_AGAIN and pick(choices, played, DECIDED) > 0:
                break
    return pick(choices, played, gate)
