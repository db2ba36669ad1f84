"""Hands recorded by OpenSpiel go through the compiled game: same legal actions, same deadwood, same returns.

The format of a record is that of tests/data/gin/spiel_*.jsonl.
"""

from __future__ import annotations

import numpy as np

from cardsim.cards import FULL_PACK, as_mask, members, parse_card
from cardsim.games.gin import GAME, melds
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.layoffs import fits, next_card, run_suit
from cardsim.games.gin.openspiel_simple import reckoned_deadwood
from cardsim.games.gin.view import DISCARD, KNOCK, LAY_OFF, SPREAD, TAKE_UPCARD
from tests.gin_scripts import Script, play_script

TAKE, STOCK, PASS, KNOCKS, MELD = 52, 53, 54, 55, 56


def our(number):
    """Our number of OpenSpiel's card, which counts suits s c d h."""
    return parse_card("A23456789TJQK"[number % 13] + "scdh"[number // 13])


def meld_mask(number):
    """The cards of OpenSpiel's meld `number`: sets by rank, then runs of three, four and five by suit."""
    if number < 65:
        rank, missing = divmod(number, 5)
        return as_mask([our(13 * suit + rank) for suit in range(4) if suit != missing])
    for length, first, lows in ((3, 65, 11), (4, 109, 10), (5, 149, 9)):
        if number < first + 4 * lows:
            suit, low = divmod(number - first, lows)
            return as_mask([our(13 * suit + low + i) for i in range(length)])
    raise ValueError(number)


def rules_of(params):
    """The preset with the record's parameters."""
    return GAME.check_rules(
        {
            "preset": "openspiel",
            "knock_limit": params["knock_card"],
            "oklahoma": "ace_gin" if params["oklahoma"] else "off",
            "gin_bonus": params["gin_bonus"],
            "undercut_bonus": params["undercut_bonus"],
            "hand_size": params["hand_size"],
        }
    )


def pack_of(history):
    """The pack that deals the recorded cards: both hands card by card in turn, the upcard, then the stock as drawn."""
    dealt = [our(step[1]) for step in history if step[0] == "c"]
    pack = [card for pair in zip(dealt[:10], dealt[10:20], strict=True) for card in pair] + dealt[20:]
    return pack + list(members(FULL_PACK & ~as_mask(pack)))


def scripts_of(history):
    """The recorded decisions of both seats; a card that fits a run and a set is laid off on the run."""
    scripts, turn = (Script(), Script()), [0, 0]
    knocker_melds, discarded = [], False
    for step in history:
        if step[0] == "c":
            continue
        seat, action, phase, _ = step
        script = scripts[seat]
        if phase == "FIRST_UPCARD" and action != STOCK:
            script.offer = action == TAKE
        elif phase == "DRAW":
            script.take[turn[seat]] = action == TAKE
        elif phase == "WALL":
            script.wall_knock = action == KNOCKS
        elif phase == "DISCARD":
            script.knock[turn[seat] + 1] = action == KNOCKS
            if action != KNOCKS:
                turn[seat] += 1
                script.discard[turn[seat]] = our(action)
        elif phase == "KNOCK" and not discarded:
            discarded = True
            script.discard[turn[seat] + 1] = our(action)
        elif action >= MELD:
            script.spread.append(meld_mask(action - MELD))
            if phase == "KNOCK":
                knocker_melds.append(meld_mask(action - MELD))
        elif action < TAKE:
            card = our(action)
            fitting = [i for i, meld in enumerate(knocker_melds) if fits(meld, card, melds.LOW)]
            target = max(fitting, key=lambda i: run_suit(knocker_melds[i]) >= 0)
            knocker_melds[target] |= 1 << card
            script.lay_off.append(card | (target + 1) << 6)
    return scripts


def play(record):
    """Play a record: (row, events, rules)."""
    rules = rules_of(record["params"])
    row, events = play_script(rules, scripts_of(record["history"]), pack_of(record["history"]))
    return row, events, rules


def legal_melds(rest, limit):
    """OpenSpiel's meld actions: melds of at most five cards after which at most `limit` deadwood can be reached."""
    out = np.zeros(melds.MAX_MELDS, np.int64)
    found = [int(meld) for meld in out[: melds.list_melds(rest, out, melds.LOW)]]
    return {meld for meld in found if meld.bit_count() <= 5 and melds.deadwood(rest & ~meld, melds.LOW) <= limit}


def openspiel_layoffs(laid_melds, laid_off, hand):
    """OpenSpiel's own list of lay-offs, with its defects E2 and E3.

    A card laid off lengthens every run that it touched when the run was as laid by the knocker, even if it was meant
    for a set (E3); cards that touch only a lengthened run do not lengthen it further (E2).
    """
    found = 0
    for meld in laid_melds:
        run = run_suit(meld) >= 0
        longer = meld
        if run:
            for card in laid_off:
                if fits(meld, card, melds.LOW):
                    longer |= 1 << card
        elif meld.bit_count() == 4:
            continue
        for up in (0, 1):
            card = next_card(longer, up, melds.LOW)
            if card >= 0:
                found |= 1 << card
    return found & hand


class Events:
    """The events of a hand, read one after another."""

    def __init__(self, events):
        self.events = [event for event in events if event[0] in (TAKE_UPCARD, KNOCK, DISCARD, SPREAD, LAY_OFF, DREW)]

    def expect(self, kind, seat):
        """The next event, which must be of this kind and seat: choice, legal, two numbers."""
        found = self.events.pop(0)
        assert found[:2] == [kind, seat]
        return found[2:]

    def is_next(self, kind):
        return bool(self.events) and self.events[0][0] == kind


def cards_of(actions):
    return sum(1 << our(action) for action in actions if action < TAKE)


def meld_actions(actions):
    return {meld_mask(action - MELD) for action in actions if action >= MELD}


def check_knock(legal, eleven, limit):
    """Whether a knock is legal; OpenSpiel drops the highest loose card of one arrangement (W3) and may forbid it."""
    least = melds.best_discard(eleven, 0, melds.LOW)[1]
    reckoned = reckoned_deadwood(eleven, melds.LOW)
    assert reckoned >= least
    assert (KNOCKS in legal) == (reckoned <= limit)
    return least <= limit


def check_deadwood_steps(events, seat, action, legal, held, limit):
    """A DISCARD step: a knock is offered when it is legal but for OpenSpiel's defect W3, then any card may go."""
    assert cards_of(legal) == held
    if check_knock(legal, held, limit):
        assert events.expect(KNOCK, seat)[0] == (action == KNOCKS)
    if action != KNOCKS:
        choice, may, knocking, _ = events.expect(DISCARD, seat)
        assert (choice, may, knocking) == (our(action), held, 0)


def check_spread(events, seat, action, legal, limit):
    """A meld, or the pass that ends them: the same melds are legal, and passing as soon as the deadwood allows it."""
    choice, rest, _, _ = events.expect(SPREAD, seat)
    assert choice == (0 if action == PASS else meld_mask(action - MELD))
    assert meld_actions(legal) == legal_melds(rest, limit)
    assert (PASS in legal) == (melds.pips(rest) <= limit)


def check_lay_off(events, seat, action, legal, laid_melds, laid_off, hand):
    """A lay-off or the pass that ends them; the legal cards differ only by OpenSpiel's defects E2 and E3."""
    table = list(laid_melds)
    for card in laid_off:
        fitting = [i for i, meld in enumerate(table) if fits(meld, card, melds.LOW)]
        table[max(fitting, key=lambda i: run_suit(table[i]) >= 0)] |= 1 << card
    expected = sum(1 << card for card in members(hand) if any(fits(meld, card, melds.LOW) for meld in table))
    if expected:
        choice, may, _, _ = events.expect(LAY_OFF, seat)
        assert may == expected
        assert (choice == -1) if action == PASS else (choice & 63 == our(action))
    else:
        assert action == PASS
    assert PASS in legal
    assert cards_of(legal) == openspiel_layoffs(laid_melds, laid_off, hand)
    if not laid_off:
        assert cards_of(legal) == expected


def check_record(record):
    """Same legal actions at every step, same returns, deadwood and lay-offs; returns the row."""
    row, log, rules = play(record)
    events = Events(log)
    limit = record.get("knock_card_effective", rules.knock_limit)
    history = record["history"]
    deals = [our(step[1]) for step in history if step[0] == "c"]
    hands = [as_mask(deals[:10]), as_mask(deals[10:20])]
    pile, stock = [deals[20]], deals[21:]
    laid_melds, laid_off, discarded, laying_off = [], [], False, True
    for seat, action, phase, legal in (step for step in history if step[0] != "c"):
        if phase in ("FIRST_UPCARD", "DRAW"):
            if action == STOCK and legal == [STOCK]:
                assert phase == "FIRST_UPCARD"
            else:
                choice, _, upcard, offered = events.expect(TAKE_UPCARD, seat)
                assert (choice, upcard, offered) == (action == TAKE, pile[-1], phase == "FIRST_UPCARD")
                assert legal == ([TAKE, PASS] if offered else [TAKE, STOCK])
            if action != PASS and events.is_next(DREW):
                card = pile.pop() if action == TAKE else stock.pop(0)
                hands[seat] |= 1 << card
                assert events.expect(DREW, seat)[:2] == [card, hands[seat]]
        elif phase == "DISCARD":
            check_deadwood_steps(events, seat, action, legal, hands[seat], limit)
            if action != KNOCKS:
                hands[seat] &= ~(1 << our(action))
                pile.append(our(action))
        elif phase == "WALL":
            if check_knock(legal, hands[seat] | 1 << pile[-1], limit):
                assert events.expect(KNOCK, seat)[0] == (action == KNOCKS)
            if action == KNOCKS:
                hands[seat] |= 1 << pile.pop()
                events.expect(DREW, seat)
        elif phase == "KNOCK" and not discarded:
            choice, may, knocking, _ = events.expect(DISCARD, seat)
            assert (choice, may, knocking) == (our(action), cards_of(legal), 1)
            hands[seat] &= ~(1 << choice)
            discarded = True
        elif phase == "KNOCK":
            check_spread(events, seat, action, legal, limit)
            if action >= MELD:
                laid_melds.append(meld_mask(action - MELD))
            laying_off = row["knock_deadwood"] > 0
        elif phase == "LAYOFF" and laying_off:
            check_lay_off(events, seat, action, legal, laid_melds, laid_off, hands[seat])
            if action == PASS:
                laying_off = False
            else:
                laid_off.append(our(action))
                hands[seat] &= ~(1 << our(action))
        elif events.is_next(SPREAD):
            check_spread(events, seat, action, legal, 98)
        else:
            assert (action, legal) == (PASS, [PASS])
    assert events.events == []
    assert record["returns"] == [row["points_0"] - row["points_1"], row["points_1"] - row["points_0"]]
    if record["knocked"][0] or record["knocked"][1]:
        knocker = record["knocked"].index(True)
        assert row["knocker"] == knocker
        assert record["final_deadwood"][knocker] == row["knock_deadwood"]
        assert record["final_deadwood"][1 - knocker] == row["defender_deadwood"]
        assert row["layoffs"] == len(record["layoffs"])
    else:
        assert row["end"] == "void"
    return row
