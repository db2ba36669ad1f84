"""Scripted gin players: recorded decisions, played back through the compiled game."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from cardsim.cards import FULL_PACK, as_mask, members, parse_cards
from cardsim.games.gin import GAME
from cardsim.games.gin.view import STOP
from cardsim.games.log import new_log

OFFER, WALL, TAKE, KNOCK, DISCARD, SPREAD, LAY_OFF, END = 0, 1, 2, 202, 402, 602, 622, 642


@dataclass
class Script:
    """What one seat decides: by own turn (draws by the turns completed before), melds and lay-offs in order."""

    offer: bool = False
    wall_knock: bool = False
    take: dict[int, int] = field(default_factory=dict)
    knock: dict[int, int] = field(default_factory=dict)
    discard: dict[int, int] = field(default_factory=dict)
    spread: list[int] = field(default_factory=list)
    lay_off: list[int] = field(default_factory=list)

    def params(self):
        values = np.zeros(END)
        values[OFFER], values[WALL] = self.offer, self.wall_knock
        values[LAY_OFF:END] = STOP
        for start, answers in ((TAKE, self.take), (KNOCK, self.knock), (DISCARD, self.discard)):
            for turn, answer in answers.items():
                values[start + turn] = answer
        for start, answers in ((SPREAD, self.spread), (LAY_OFF, self.lay_off)):
            values[start : start + len(answers)] = answers
        return list(values)


def take(view, params, stream):
    return np.int64(params[0] if view.offered else params[2 + view.turn])


def knock(view, params, stream):
    return np.int64(params[1] if view.legal == 0 else params[202 + view.turn])


def discard(view, params, stream):
    return np.int64(params[402 + view.turn])


def spread(view, params, stream):
    view.memory[0] += 1
    return np.int64(params[601 + view.memory[0]])


def lay_off(view, params, stream):
    view.memory[1] += 1
    return np.int64(params[621 + view.memory[1]])


def yes(view, params, stream):
    return True


SCRIPTED = GAME.Strategy(
    take_upcard=take,
    big_gin=yes,
    knock=knock,
    discard=discard,
    spread=spread,
    lay_off=lay_off,
    memory=2,
    name="scripted",
)


def run(rules, seats, n, unit="deal", seed=7, first=0):
    """The table of `n` games."""
    rules = GAME.check_rules(rules)
    rows = GAME.empty_rows(unit, n)
    fault = GAME.run_block(GAME.prepare(rules, GAME.find_seats(seats), unit), seed, first, rows)
    assert not fault.any(), fault
    return GAME.table(rows, unit, range(first, first + n), rules, 2)


def pack_for(hands, upcard, stock=""):
    """A pack that deals two hands (seat 0 begins), an upcard and then the stock, all given as text."""
    first, second = (parse_cards(hand) for hand in hands)
    pack = [card for pair in zip(first, second, strict=True) for card in pair] + parse_cards(f"{upcard} {stock}")
    return pack + list(members(FULL_PACK & ~as_mask(pack)))


def knock_at_once(rules, knocker, defender, upcard, drawn, knocker_script=None, defender_script=None):
    """Seat 0 draws from the stock, throws that card and knocks; the row and the events."""
    scripts = knocker_script or Script(spread=[-1]), defender_script or Script(spread=[-1], lay_off=[-2])
    scripts[0].knock[1], scripts[0].discard[1] = 1, parse_cards(drawn)[0]
    rules = GAME.check_rules(
        {**rules, "first_starter": 0} if isinstance(rules, dict) else {"preset": rules, "first_starter": 0}
    )
    return play_script(rules, scripts, pack_for((knocker, defender), upcard, drawn))


def fault_of(rules, scripts, pack):
    """The broken contract of a scripted deal."""
    rules = GAME.check_rules(rules)
    seats = tuple(SCRIPTED._replace(params=script.params()) for script in scripts)
    rows = GAME.empty_rows("deal", 1)
    return GAME.run_block(GAME.prepare(rules, seats, "deal"), 0, 0, rows, np.array([pack], np.uint8))


def play_script(rules, scripts, pack):
    """Play one deal of `pack`; its row as a dict and its events as lists of kind, seat, choice, legal, two numbers."""
    seats = tuple(SCRIPTED._replace(params=script.params()) for script in scripts)
    return play_deal(rules, seats, pack)


def play_deal(rules, seats, pack=None, seed=0, index=0):
    """Play one deal; its row as a dict and its events."""
    rows, log = GAME.empty_rows("deal", 1), new_log(2000)
    packs = None if pack is None else np.array([pack], np.uint8)
    fault = GAME.run_block(GAME.prepare(rules, seats, "deal"), seed, index, rows, packs, log)
    assert not fault.any(), fault
    row = GAME.table(rows, "deal", [index], rules, 2).iloc[0].to_dict()
    return row, [[int(value) for value in event] for event in log[1 : 1 + log[0, 0]]]
