"""What a rummy player sees when a decision is asked, and what the kernel keeps for itself."""

from __future__ import annotations

import numpy as np

from cardsim import rng
from cardsim.games.game import Field
from cardsim.games.parameters import record_dtype
from cardsim.games.rummy.board import BOARD
from cardsim.games.rummy.packs.ground import GROUND
from cardsim.games.strategy import MEMORY

SEATS = 4
MOST_CARDS = 108
"""Two packs and four jokers."""
DRAW, SHED, DISCARD, CALL = range(4)
DECISIONS = ("draw", "shed", "discard", "call")

STOCK = 0
"""Answer to `draw`: a card of the stock; k >= 1 takes the top k cards of the pile."""
NOTHING, BEST = 0, -1
"""Answers to `shed`: nothing (more), all of the best shed; any other answer is a mask of the cards to put down."""
AS_LAYOFFS = 1 << 52
"""Added to such a mask: all of its cards as layoffs, where they could also be new melds."""
AS_SWAP = 1 << 57
"""Added to the bit of one card held (`joker_swap`): exchange it for a wild card on the table that stands for it."""
BOTH = 1 << 58
"""``BOTH << suit``, added to such a mask: both copies of its cards of this suit (two packs)."""

HOUSE = record_dtype(
    [
        ("cards_each", np.int64),
        ("scoring", np.int64),
        ("going_rummy_multiplier", np.float64),
        ("going_rummy_bonus", np.int64),
        ("rummy_allows_final_discard", np.int64),
        ("rummy_allows_layoff", np.int64),
        ("stalemate_points", np.int64),
        ("recycle_top", np.int64),
        ("recycle_order", np.int64),
        ("final_depletion", np.int64),
        ("forced_melding", np.int64),
    ]
)
"""Rules that no other field tells, packed; `cards_each` is the size of a dealt hand."""

VIEW = (
    Field("hand", np.int64, "mask of the cards held; here and in other masks the bits 53 to 56 are jokers"),
    Field("top", np.int64, "the top card of the pile (53: a joker), -1 if there is none"),
    Field(
        "legal",
        np.int64,
        "mask of the legal cards at `discard`, of the card that may be called at `call` (0 there: a call would be "
        "false and cost false_call_penalty), else 0",
    ),
    Field("can_draw_stock", np.int64, "at `draw`: 1 if 0 draws a card; with 0 it ends the hand"),
    Field("offered", np.int64, "1 while the first upcard is offered (first_upcard='gin_pass'); 0 then passes"),
    Field("drawn", np.int64, "mask of the cards drawn in this turn"),
    Field("banned", np.int64, "mask of the cards that may not be discarded in this turn"),
    Field("shed", np.int64, "at `shed`: mask of the best shed; at `discard` and else 0"),
    Field(
        "rest",
        np.int64,
        "mask of the cards the best shed leaves; at `discard` of what it would leave of the cards still held",
    ),
    Field("goes_out", np.int64, "at `shed`: 1 if the best shed goes out, with a last discard or without"),
    Field("board", BOARD, "what lies on the table and what this seat may do there: the argument of `best_shed`"),
    Field("layable", np.int64, "mask of the cards that fit a meld on the table now"),
    Field("turn", np.int64, "number of the own turn in this hand, from 1"),
    Field("turns", np.int64, "turns begun by all players together"),
    Field("shed_before", np.int64, "1 if this seat has melded or laid off before in this hand"),
    Field("seat", np.int64, "own seat"),
    Field("players", np.int64, "number of seats"),
    Field("starter", np.int64, "the seat that began this hand"),
    Field("hand_sizes", np.int64, "cards held by each seat", (SEATS,)),
    Field("stock_size", np.int64, "cards in the stock"),
    Field("pile_size", np.int64, "cards in the pile"),
    Field("pile_cards", np.int64, "mask of the cards in the pile"),
    Field("pile", np.uint8, "the pile, oldest first; entries past pile_size are stale", (MOST_CARDS,)),
    Field("known_stock", np.int64, "1 if the order of the stock is known: it is the pile turned over"),
    Field("stock", np.uint8, "then: the next cards of the stock; entries past stock_size are stale", (MOST_CARDS,)),
    Field("taken", np.int64, "mask of the cards each seat took from the pile in this hand", (SEATS,)),
    Field("recycles", np.int64, "how many times the discards have become the stock"),
    Field("recycles_left", np.int64, "how many times they may still"),
    Field("scores", np.float64, "points of each seat in the match", (SEATS,)),
    Field("target", np.int64, "points that end the match"),
    Field("many", np.int64, "the rule `discard_draw`: 0 top card, 1 any number, 2 whole pile"),
    Field("house", HOUSE, "house rules that no other field tells, packed: `view.house.going_rummy_multiplier`"),
    Field("hand_twice", np.int64, "two packs: mask of the cards held twice"),
    Field("rest_twice", np.int64, "two packs: mask of the cards of which the best shed leaves both"),
    Field("pile_twice", np.int64, "two packs: mask of the cards that lie twice in the pile"),
    Field("down_twice", np.int64, "two packs: mask of the cards that lie twice on the table"),
    Field(
        "ground",
        GROUND,
        "two packs, wild cards or set_max=3: the melds on the table one by one and what each card stands for; the runs "
        "and fourths of `board` are empty then",
    ),
    Field("memory", np.int64, "the seat's own numbers, zeroed at each deal", (MEMORY,)),
)

COMMON_STATE = [
    ("next_card", np.int64),
    ("stock_end", np.int64),
    ("pile_size", np.int64),
    ("known_stock", np.int64),
    ("layable", np.int64),
    ("melded", np.int64, (SEATS,)),
    ("shed_before", np.int64, (SEATS,)),
    ("taken", np.int64, (SEATS,)),
    ("tabled", np.int64, (SEATS,)),
    ("false_calls", np.int64, (SEATS,)),
    ("own_turns", np.int64, (SEATS,)),
    ("left", np.int64, (SEATS,)),
    ("turns", np.int64),
    ("recycles", np.int64),
    ("melds", np.int64),
    ("layoffs", np.int64),
    ("calls", np.int64),
    ("melds_this_turn", np.int64),
    ("layoffs_this_turn", np.int64),
    ("shed_first", np.int64),
    ("starter", np.int64),
    ("end", np.int64),
    ("winner", np.int64),
    ("going_rummy", np.int64),
    ("out_by_discard", np.int64),
    ("points", np.float64, (SEATS,)),
    ("scores", np.float64, (SEATS,)),
    ("wins", np.int64, (SEATS,)),
    ("recycling", rng.STATE, (1,)),
]
"""What both kernels, this one and that for two packs and wild cards, keep of a hand and a match."""

STATE = [
    ("hands", np.int64, (SEATS,)),
    ("stock", np.uint8, (52,)),
    ("pile", np.uint8, (52,)),
    ("pile_cards", np.int64),
    ("runs", np.int64),
    ("fourths", np.int64),
    ("cards", np.int64),
    ("own_runs", np.int64, (SEATS,)),
    ("own_fourths", np.int64, (SEATS,)),
    ("held_banned", np.int64, (SEATS,)),
    *COMMON_STATE,
]
"""What the kernel keeps of a hand and a match, after the fields all games share."""
