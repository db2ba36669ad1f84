"""The best shed in decisions of real games: hands, tables and bans as they came up, against brute force."""

import pytest

from cardsim.games.log import new_log
from cardsim.games.rummy import GAME
from cardsim.games.rummy.board import free_board
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.shed import best_shed
from tests.games.rummy.test_shed import as_record, mask
from tests.naive import rummy_melds as naive
from tests.naive.rummy_referee import Referee

WANTED = 5_000
FIELDS = {
    "low": ["meld_asap", "meld_asap:discard=safe_highest"],
    "high_or_low": ["hold_for_rummy:T=30", "random_legal", "meld_asap"],
    "wrap": ["meld_asap", "withhold_layoffs:c=2", "random_legal", "hold_for_rummy:T=4"],
    "high": ["random_legal", "hold_for_rummy:T=30"],
}


class Decisions(Referee):
    """A referee that keeps what each player could put down after each draw."""

    def __init__(self, rules, players):
        super().__init__(rules, players)
        self.kept = []

    def keep(self, seat):
        self.kept.append((sorted(self.hands[seat]), list(self.table), set(self.banned)))

    def on_drew(self, seat, *event):
        super().on_drew(seat, *event)
        self.keep(seat)

    def on_took(self, seat, *event):
        super().on_took(seat, *event)
        self.keep(seat)


def decisions(rules, seats, index):
    """Those of one hand."""
    checked = GAME.check_rules(rules)
    log = new_log(5_000)
    prepared = GAME.prepare(checked, GAME.find_seats(seats), "deal")
    GAME.run_block(prepared, 21, index, GAME.empty_rows("deal", 1), log=log)
    events = [[int(value) for value in event] for event in log[1 : 1 + log[0, 0]]]
    return Decisions(checked, len(seats)).follow(events).kept


@pytest.mark.parametrize("ace", FIELDS)
def test_20000_decisions_of_real_games(ace):
    record = free_board()[0]
    seen = shedding = index = 0
    while seen < WANTED:
        for hand, table, banned in decisions({"ace": ace, "max_turns": 60}, FIELDS[ace], index):
            as_record(record, table, ace)
            rest, _, _, _, out = best_shed(mask(hand), mask(banned), record)
            found = not out, int(pips_of(rest, record)), int(rest).bit_count()
            assert found == naive.best_shed(hand, table, banned, ace=ace), (ace, table, hand, banned)
            seen += 1
            shedding += rest != mask(hand)
        index += 1
    assert shedding > WANTED // 20
