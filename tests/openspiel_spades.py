"""Deals of Spades recorded by OpenSpiel go through the compiled game: same legal bids and cards, same returns.

The format of a record is that of tests/data/spades/openspiel_*.jsonl.
"""

from __future__ import annotations

import numpy as np

import cardsim as cs
from cardsim.games.log import new_log
from cardsim.games.spades import view
from cardsim.games.spades.decks import low_card

GAME = cs.games["spades"]


def scripted_bid(view, params, rng):
    return int(params[0])


def scripted_play(view, params, rng):
    return int(params[1 + view.trick])


def scripted(bid, cards):
    """A strategy that bids and plays as recorded."""
    return GAME.Strategy(bid=scripted_bid, play=scripted_play, params=[bid, *cards], name="scripted")


def ours(number):
    """Our number of a card of the records, whose rank 0 is the two."""
    return int(low_card(number))


def replayed(record, rules):
    """One recorded deal through the kernel: its row and its log."""
    cards = [[card for seat, card in record["plays"] if seat == s] for s in range(4)]
    seats = tuple(scripted(record["bids"][s], cards[s]) for s in range(4))
    prepared = GAME.prepare(rules, seats, "deal")
    rows_, log = GAME.empty_rows("deal", 1), new_log(200)
    pack = np.array([[ours(card) for card in record["deal"]]], np.uint8)
    fault = GAME.run_block(prepared, 0, 0, rows_, pack, log)
    assert fault[0] == 0, GAME.describe_fault(fault, ["scripted"] * 4)
    return rows_[0], log[1 : log[0, 0] + 1]


def rules_of(meta):
    """The preset with the thresholds and bonus that the file names, if it names other ones."""
    game = meta.get("params", meta)
    names = {"win_threshold": "deal_win_threshold", "mercy_threshold": "deal_mercy_threshold"}
    names["win_or_loss_bonus"] = "deal_bonus"
    overrides = {field: int(game[key]) for key, field in names.items() if key in game}
    return GAME.check_rules({"preset": "openspiel", **overrides})


def check_record(record, rules):
    """Same legal bids and cards at every step, same tricks, same returns."""
    row, log = replayed(record, rules)
    plays = log[log[:, 0] == view.PLAY]
    assert [[int(p[1]), int(p[2])] for p in plays] == [[s, ours(c)] for s, c in record["plays"]]
    legal = [sum(1 << ours(card) for card in cards) for cards in record["legal"]]
    assert plays[:, 3].tolist() == legal
    bids = log[log[:, 0] == view.BID]
    assert bids[:, 3].tolist() == [sum(1 << bid for bid in allowed) for allowed in record["bid_legal"]]
    assert row.tricks.tolist() == record["tricks"]
    points = [int(row.points[seat & 1]) for seat in range(4)]
    assert points == [int(value) for value in record["returns"]], record.get("id")
