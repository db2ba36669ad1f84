"""Deals played by OpenSpiel, as records of the form that tests/data holds."""

from __future__ import annotations

import random

import pyspiel

from cardsim.games.gin import melds
from tests.openspiel_gin import KNOCKS, PASS, STOCK, TAKE, our

GIN_VARIANTS = (
    {},
    {"oklahoma": True},
    {"knock_card": 5, "gin_bonus": 20, "undercut_bonus": 10},
    {"knock_card": 0},
)
SPADES_VARIANTS = ({}, {"win_threshold": 100, "mercy_threshold": -50, "win_or_loss_bonus": 50})
BID = 52
PHASES = {
    "FirstUpcard": "FIRST_UPCARD",
    "Draw": "DRAW",
    "Discard": "DISCARD",
    "Knock": "KNOCK",
    "Layoff": "LAYOFF",
    "Wall": "WALL",
}


def phase_of(state):
    """The phase of a gin state under the names of the records."""
    text = str(state.current_phase()).rpartition(".")[2]
    return PHASES.get(text, text)


def gin_choice(state, phase, legal, stream, care):
    """A legal action: with probability `care` one that lowers the deadwood, else any."""
    if KNOCKS in legal and stream.random() < 0.8:
        return KNOCKS
    if stream.random() > care or phase in ("KNOCK", "LAYOFF", "WALL"):
        return stream.choice(legal)
    held = sum(1 << our(card) for card in state.hands()[state.current_player()])
    if phase == "DISCARD":
        best, _ = melds.best_discard(held, 0, melds.LOW)
        good = [action for action in legal if action < TAKE and best >> our(action) & 1]
        return stream.choice(good or legal)
    now = melds.deadwood(held, melds.LOW)
    _, then = melds.best_discard(held | 1 << our(state.upcard()), 0, melds.LOW)
    wanted = TAKE if then < now else STOCK if STOCK in legal else PASS
    return wanted if wanted in legal else stream.choice(legal)


def play_gin(seed):
    """A record of one hand of gin: variants of the rules in turn, players from careful to random."""
    stream = random.Random(seed)
    game = pyspiel.load_game("gin_rummy", GIN_VARIANTS[seed % len(GIN_VARIANTS)])
    care = stream.choice((0.0, 0.7, 0.97, 1.0))
    state, history = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            action = stream.choice([card for card, _ in state.chance_outcomes()])
            history.append(["c", action])
        else:
            legal, phase = state.legal_actions(), phase_of(state)
            action = gin_choice(state, phase, legal, stream, care)
            history.append([state.current_player(), action, phase, legal])
        state.apply_action(action)
    return {
        "params": game.get_parameters(),
        "seed": seed,
        "history": history,
        "returns": state.returns(),
        "final_deadwood": list(state.deadwood()),
        "knocked": list(state.knocked()),
        "layoffs": list(state.layoffs()),
        "knock_card_effective": state.knock_card(),
    }


def play_spades(seed):
    """A record of one deal of Spades, with its rules: bids with many nils, random legal plays."""
    stream = random.Random(seed)
    game = pyspiel.load_game("spades", SPADES_VARIANTS[seed % len(SPADES_VARIANTS)])
    state = game.new_initial_state()
    record = {"id": seed, "deal": [], "bids": [], "bid_legal": [], "plays": [], "legal": [], "tricks": [0] * 4}
    nils = stream.choice((0.0, 0.35))
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            action = stream.choice(legal)
            record["deal"].append(action)
        elif len(record["bids"]) < 4:
            nil = BID in legal and stream.random() < nils
            action = BID if nil else stream.choice(legal)
            record["bids"].append(action - BID)
            record["bid_legal"].append([bid - BID for bid in legal])
        else:
            action = stream.choice(legal)
            record["plays"].append([state.current_player(), action])
            record["legal"].append(sorted(legal))
        state.apply_action(action)
    for first in range(0, 52, 4):
        record["tricks"][winner(record["plays"][first : first + 4])] += 1
    record["returns"] = state.returns()
    return record, SPADES_VARIANTS[seed % len(SPADES_VARIANTS)]


def winner(trick):
    """The seat that takes a trick of [seat, card] pairs: highest spade, else highest card of the suit led."""
    led = trick[0][1] // 13
    return max(trick, key=lambda play: (play[1] // 13 == 3, play[1] // 13 == led, play[1] % 13))[0]
