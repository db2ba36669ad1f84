"""A referee for whole games: it follows the events by the rules alone; an integer programme says what can be laid."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

import cardsim as cs
from cardsim.games.rummikub import dealing
from tests.games.test_rummikub_sets import EVERY, JOKER

BOX = Counter(dict.fromkeys(range(53), 2))


def worth_as_laid(one):
    """Value of a set, its jokers standing for the tiles that are worth most."""
    named = [tile for tile in one if tile != JOKER]
    values = [tile % 13 + 1 for tile in named]
    group = len(one) * values[0] if len(set(values)) == 1 and len(one) <= 4 else 0
    run = 0
    if len({tile // 13 for tile in named}) == 1 and len(set(values)) == len(values):
        first = min(*values, 14 - len(one))
        run = sum(range(first, first + len(one)))
    return max(group, run)


INCIDENCE = np.zeros((53, len(EVERY)))
for column, members in enumerate(EVERY):
    for member in members:
        INCIDENCE[member, column] += 1
WORTH = np.array([worth_as_laid(one) for one in EVERY])


def best_value_of_all(tiles):
    """The most that sets made of exactly these tiles are worth; None if there are no such sets."""
    counts = np.bincount(list(tiles.elements()), minlength=53)
    answer = milp(-WORTH, constraints=LinearConstraint(INCIDENCE, counts, counts), bounds=Bounds(0, 2), integrality=1)
    return round(-answer.fun) if answer.success else None


def tiles_of(one, two, jokers):
    kinds = [t for t in range(60) for mask in (one, two) if mask >> t & 1]
    return Counter(13 * (t // 15) + t % 15 for t in kinds) + Counter({JOKER: jokers})


def value(rack):
    return sum(n * (30 if tile == JOKER else tile % 13 + 1) for tile, n in rack.items())


class Referee:
    """Racks, table and pool of one default game, brought up to date event by event; an illegal one fails."""

    def __init__(self, players):
        self.players = players
        self.racks = [Counter() for _ in range(players)]
        self.table, self.left = Counter(), BOX.copy()
        self.opened = [False] * players
        self.turns, self.to_move, self.last_turns = 0, 0, None

    def follow(self, events):
        """All events of a game; returns (winner or -1, points) as the rules have them."""
        for kind, seat, choice, one, two, jokers in events.tolist():
            if kind == dealing.DEALT:
                self.racks[seat] = self.take(tiles_of(one, two, jokers))
                assert self.racks[seat].total() == 14
            elif kind == dealing.DREW:
                self.turn_of(seat)
                drawn = JOKER if choice == dealing.JOKER else 13 * (choice // 15) + choice % 15
                self.racks[seat] += self.take(Counter([drawn]))
                if not self.left.total():
                    self.last_turns = self.players
            elif kind == dealing.PLACED:
                self.turn_of(seat)
                self.place(seat, tiles_of(one, two, jokers))
        return self.result()

    def take(self, tiles):
        assert not tiles - self.left
        self.left -= tiles
        return tiles

    def turn_of(self, seat):
        """Seats move in turn; only with an empty pool a pass leaves no trace."""
        assert all(self.racks[other] for other in range(self.players))
        while self.to_move != seat:
            assert not self.left.total()
            self.end_turn()
        self.end_turn()

    def end_turn(self):
        if self.last_turns is not None:
            assert self.last_turns > 0
            self.last_turns -= 1
        self.turns += 1
        self.to_move = (self.to_move + 1) % self.players

    def place(self, seat, placed):
        assert placed
        assert not placed - self.racks[seat]
        if not self.opened[seat]:
            assert best_value_of_all(placed) >= 30
            self.opened[seat] = True
        self.racks[seat] -= placed
        self.table += placed
        assert best_value_of_all(self.table) is not None

    def result(self):
        totals = [value(rack) for rack in self.racks]
        out = [seat for seat in range(self.players) if not self.racks[seat]]
        if not out:
            assert not self.left.total()
            self.turns += self.last_turns
        least = min(totals)
        winners = out or [seat for seat in range(self.players) if totals[seat] == least]
        lost = [0 if seat in winners else total - least for seat, total in enumerate(totals)]
        gained = sum(lost) / len(winners)
        points = [gained if seat in winners else -lost[seat] for seat in range(self.players)]
        return winners[0] if len(winners) == 1 else -1, points


@pytest.mark.parametrize(
    "seats",
    [
        ["hold_until_out", "greedy_tiles"],
        ["greedy_value", "hold_until_out"],
        ["hold_until_out", "hold_until_out"],
        ["random_legal", "keep_jokers"],
        ["montecarlo:worlds=4", "hold_until_out"],
        ["greedy_tiles", "montecarlo:worlds=4", "hold_until_out"],
        ["place_at_least:k=4", "hold_until_out", "keep_jokers_k:k=2"],
        ["greedy_tiles:open=2,delay=3", "greedy_value:open=1", "hold_until_out", "random_legal:q=0.7"],
    ],
    ids=",".join,
)
def test_every_turn_is_legal(seats):
    run = cs.simulate("rummikub", seats, n=3, seed=17, progress=False, n_jobs=1)
    for index, row in run.table.iterrows():
        referee = Referee(len(seats))
        winner, points = referee.follow(run.replay(index).events)
        assert (winner, referee.turns) == (row.winner, row.turns)
        np.testing.assert_allclose(points, [row[f"points_{seat}"] for seat in range(len(seats))], rtol=1e-5)
        assert [rack.total() for rack in referee.racks] == [row[f"tiles_left_{seat}"] for seat in range(len(seats))]
        assert [rack[JOKER] for rack in referee.racks] == [row[f"jokers_left_{seat}"] for seat in range(len(seats))]
        assert (referee.left.total(), referee.table.total()) == (row.pool_left, row.table_tiles)
