"""Rummy hands played from given packs and recorded decisions, through the compiled game."""

from dataclasses import dataclass, field

import numpy as np

from cardsim.bits import lowest
from cardsim.cards import FULL_PACK, as_mask, members, parse_cards
from cardsim.games.log import new_log
from cardsim.games.rummy import GAME

WIDTH = 60
REST = -9


@dataclass
class Script:
    """What one seat answers, in order; afterwards: the stock, all of the best shed, the lowest legal card, no call."""

    draw: list[int] = field(default_factory=list)
    shed: list = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    call: list[int] = field(default_factory=list)

    def params(self):
        values = np.full(4 * WIDTH, REST, float)
        sheds = [as_mask(answer) if isinstance(answer, str) else answer for answer in self.shed]
        discards = [parse_cards(card)[0] if isinstance(card, str) else card for card in self.discard]
        for k, answers in enumerate((self.draw, sheds, discards, self.call)):
            values[WIDTH * k : WIDTH * k + len(answers)] = answers
        return list(values)


def draw(view, params, stream):
    view.memory[0] += 1
    answer = params[view.memory[0] - 1]
    return np.int64(0 if answer == -9 else answer)


def shed(view, params, stream):
    view.memory[1] += 1
    answer = params[60 + view.memory[1] - 1]
    return np.int64(-1 if answer == -9 else answer)


def discard(view, params, stream):
    view.memory[2] += 1
    answer = params[120 + view.memory[2] - 1]
    return np.int64(lowest(view.legal) if answer == -9 else answer)


def call(view, params, stream):
    view.memory[3] += 1
    answer = params[180 + view.memory[3] - 1]
    return np.int64(0 if answer == -9 else answer)


SCRIPTED = GAME.Strategy(draw=draw, shed=shed, discard=discard, call=call, memory=4, name="scripted")


def pack_for(hands, upcard, stock=""):
    """A pack that deals these hands (seat 0 begins), then the upcard, then the stock, all given as text."""
    lists = [parse_cards(hand) for hand in hands]
    pack = [card for cards in zip(*lists, strict=True) for card in cards] + parse_cards(f"{upcard} {stock}")
    return pack + list(members(FULL_PACK & ~as_mask(pack)))


def play(rules, scripts, pack, rows=3000):
    """Play one deal: (row as a dict, events, fault)."""
    size = len(pack)
    assert size == 52
    seats = tuple(SCRIPTED._replace(params=s.params()) if isinstance(s, Script) else s for s in scripts)
    seats = GAME.find_seats(seats)
    checked = GAME.check_rules(rules)
    outcome, log = GAME.empty_rows("deal", 1), new_log(rows)
    fault = GAME.run_block(GAME.prepare(checked, seats, "deal"), 1, 0, outcome, np.array([pack], np.uint8), log)
    row = GAME.table(outcome, "deal", [0], checked, len(seats)).iloc[0].to_dict()
    events = [[int(value) for value in event] for event in log[1 : 1 + log[0, 0]]]
    return row, events, fault


def fault_text(rules, scripts, pack):
    """What is said of the broken contract of a scripted deal."""
    _, _, fault = play(rules, scripts, pack)
    assert fault[0] != 0
    return GAME.describe_fault(fault, ["scripted"] * len(scripts))
