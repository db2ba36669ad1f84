"""Hands played by RLCard, and the same hands through the compiled game."""

from __future__ import annotations

import random

import numpy as np
from rlcard.games.gin_rummy.game import GinRummyGame
from rlcard.games.gin_rummy.utils import utils

from cardsim.cards import as_mask, parse_card
from cardsim.games.gin import GAME, melds
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.view import DISCARD, KNOCK, SPREAD, TAKE_UPCARD
from tests.gin_scripts import Script, play_script
from tests.openspiel_gin import Events

STOCK, PILE, DEAD, GIN, DISCARDS, KNOCKS, END = 2, 3, 4, 5, 6, 58, 110
RULES = {"preset": "rlcard", "max_upcard_draws": 0, "max_turns": 100}
"""RLCard has no limit of its own on takes from the pile, and stops after 100 turns: 200 moves, draws counted."""


def our(card_id):
    """Our number of RLCard's card, which counts suits S H D C."""
    return parse_card("A23456789TJQK"[card_id % 13] + "shdc"[card_id // 13])


def our_card(card):
    return our(utils.get_card_id(card))


def hand_of(game, seat):
    return as_mask([our_card(card) for card in game.round.players[seat].hand])


def choice(game, legal, stream, care):
    """A legal action: with probability `care` one that lowers the deadwood, else any."""
    knocks = [action for action in legal if action >= KNOCKS]
    if knocks and stream.random() < 0.5:
        return stream.choice(knocks)
    if stream.random() > care or len(legal) == 1:
        return stream.choice(legal)
    held = hand_of(game, game.get_player_id())
    if legal[0] >= DISCARDS:
        best, _ = melds.best_discard(held, 0, melds.LOW)
        good = [action for action in legal if DISCARDS <= action < KNOCKS and best >> our(action - DISCARDS) & 1]
        return stream.choice(good or legal)
    upcard = our_card(game.round.dealer.discard_pile[-1])
    take = melds.best_discard(held | 1 << upcard, 0, melds.LOW)[1] < melds.deadwood(held, melds.LOW)
    return PILE if take else legal[0]


def play(seed):
    """A record of one hand between players from careful to random."""
    stream = random.Random(seed)
    care = stream.choice((0.0, 0.7, 0.97, 1.0))
    return record_of(seed, lambda game, legal: choice(game, legal, stream, care))


def record_of(seed, choose):
    """A hand as record: pack as dealt, starter, steps of [seat, action, legal, card thrown] and payoffs."""
    game = GinRummyGame()
    game.np_random = np.random.RandomState(seed)
    game.init_game()
    starter, steps = game.get_player_id(), []
    order = [our_card(card) for card in reversed(game.round.dealer.shuffled_deck)]
    while not game.is_over():
        legal = [action.action_id for action in game.judge.get_legal_actions()]
        if legal[0] < STOCK:
            game.step(game.decode_action(legal[0]))
            continue
        seat, action = game.get_player_id(), choose(game, legal)
        before = hand_of(game, seat)
        game.step(game.decode_action(action))
        steps.append([seat, action, legal, before & ~hand_of(game, seat)])
    payoffs = game.judge.scorer.get_payoffs(game)
    return {"seed": seed, "starter": int(starter), "order": order, "steps": steps, "payoffs": payoffs}


def long_hand():
    """A record of a hand without a knock in which both always take the upcard and throw the highest card they may."""
    return record_of(1, lambda game, legal: PILE if PILE in legal else max(card for card in legal if card < KNOCKS))


def pack_of(record):
    """The pack that deals the recorded hands: one card each in turn, the starter's eleventh, then the stock."""
    first, second, stock = record["order"][:11], record["order"][11:21], record["order"][21:]
    return [card for pair in zip(first[:10], second, strict=True) for card in pair] + [first[10], *stock]


def scripts_of(record):
    """The recorded decisions of both seats."""
    scripts, turn = (Script(), Script()), [0, 0]
    turn[record["starter"]] = 1
    for seat, action, _, thrown in record["steps"]:
        if action in (STOCK, PILE, DEAD):
            scripts[seat].take[turn[seat]] = action == PILE
            turn[seat] += action != DEAD
        else:
            scripts[seat].knock[turn[seat]] = action == GIN or action >= KNOCKS
            scripts[seat].discard[turn[seat]] = thrown.bit_length() - 1
    for script in scripts:
        script.spread = [-1]
    return scripts


def check_record(record):
    """Same legal actions at every step and same payoffs; returns the row."""
    rules = GAME.check_rules({**RULES, "first_starter": record["starter"]})
    row, log = play_script(rules, scripts_of(record), pack_of(record))
    events, hands = Events(log), start_hands(record)
    for seat, action, legal, thrown in record["steps"]:
        if action in (STOCK, PILE, DEAD):
            check_draw(events, seat, action, legal, hands)
        else:
            check_throw(events, seat, action, legal, thrown, hands)
    assert all(event[0] == SPREAD for event in events.events)
    assert [row["points_0"], row["points_1"]] == [np.float32(value) for value in record["payoffs"]]
    return row


def start_hands(record):
    first, second = as_mask(record["order"][:11]), as_mask(record["order"][11:21])
    return [first, second] if record["starter"] == 0 else [second, first]


def check_draw(events, seat, action, legal, hands):
    """A draw: stock or pile; at the end of the stock, pile or a void hand; at the end of all moves, a void hand."""
    if legal == [DEAD]:
        return
    choice, _, upcard, mark = events.expect(TAKE_UPCARD, seat)
    assert choice == (action == PILE)
    assert legal == ([DEAD, PILE] if mark == 2 else [STOCK, PILE])
    if action != DEAD:
        card, hand, from_pile, _ = events.expect(DREW, seat)
        assert from_pile == (action == PILE)
        assert not from_pile or card == upcard
        hands[seat] |= 1 << card
        assert hand == hands[seat]


def check_throw(events, seat, action, legal, thrown, hands):
    """A discard, a knock or gin: gin is compelled, and knocks are offered with the cards that allow one."""
    within = {limit: melds.discards_within(hands[seat], limit, melds.LOW) for limit in (0, 10)}
    if within[0]:
        assert legal == [GIN]
    else:
        knocks = sum(1 << our(card - KNOCKS) for card in legal if card >= KNOCKS)
        assert knocks == within[10]
        if knocks:
            assert events.expect(KNOCK, seat)[0] == (action >= KNOCKS)
    choice, may, knocking, _ = events.expect(DISCARD, seat)
    assert 1 << choice == thrown
    if not within[0]:
        offered = sum(1 << our(card - DISCARDS) for card in legal if DISCARDS <= card < KNOCKS)
        assert may == (knocks if knocking else offered)
    hands[seat] &= ~thrown
