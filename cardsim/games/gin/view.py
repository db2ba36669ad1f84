"""What a gin player sees when a decision is asked, and what the kernel keeps for itself."""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Field
from cardsim.games.gin.melds import MAX_MELDS
from cardsim.games.gin.rules import DOMAINS
from cardsim.games.parameters import rules_dtype
from cardsim.games.strategy import MEMORY

RULES = rules_dtype(DOMAINS)
PILE_ROOM = 56
MAX_LAID = 6
"""Room for the melds one player lays: three, or more when runs are laid in pieces."""
PAST_ROOM = 32
"""Hands of a match that a view remembers; later ones take the place of the last."""

TAKE_UPCARD, BIG_GIN, KNOCK, DISCARD, SPREAD, LAY_OFF = range(6)
DECISIONS = ("take_upcard", "big_gin", "knock", "discard", "spread", "lay_off")

ANY_BEST = -1
"""Answer to `spread`: lay a minimum-deadwood arrangement of what is left, chosen uniformly."""
STOP, BEST_LAYOFFS = -1, -2
"""Answers to `lay_off`: no further card; lay off the cards that leave the least deadwood."""

VIEW = (
    Field("hand", np.int64, "mask of the cards held"),
    Field("upcard", np.int64, "the top card of the pile, -1 if there is none"),
    Field("deadwood", np.int64, "least deadwood any legal discard leaves; before a draw, of the cards held"),
    Field("best_discards", np.int64, "mask of the legal discards that leave that deadwood; before a draw 0"),
    Field("legal", np.int64, "mask of the legal cards at `discard`, of the cards that fit at `lay_off`"),
    Field("knock_cards", np.int64, "mask of the discards with which this seat may knock now; 0 at the wall"),
    Field("knocking", np.int64, "1 while the knock discard is chosen"),
    Field("drawn", np.int64, "the card drawn in this turn, -1 before the draw"),
    Field("from_pile", np.int64, "1 if the drawn card came from the pile"),
    Field("offered", np.int64, "1 while the first upcard is offered (opening='offer')"),
    Field("turn", np.int64, "number of the own turn in this hand, from 1"),
    Field("knock_limit", np.int64, "highest deadwood that may knock in this hand"),
    Field("stock_size", np.int64, "cards in the stock"),
    Field("pile_size", np.int64, "cards in the pile"),
    Field("pile", np.int8, "the pile, oldest first; entries past pile_size are stale", (PILE_ROOM,)),
    Field("seen", np.int64, "mask of all cards whose place is known: own hand, pile, and known cards of the opponent"),
    Field("opponent_known", np.int64, "mask of the cards the opponent took from the pile and still holds"),
    Field("opponent_discards", np.int64, "mask of the cards the opponent discarded in this hand"),
    Field("opponent_declined", np.int64, "mask of the upcards the opponent left for a card of the stock"),
    Field("own_discards", np.int64, "mask of the cards discarded by this seat in this hand"),
    Field("seat", np.int64, "own seat, 0 or 1"),
    Field("starter", np.int64, "the seat that began this hand"),
    Field("own_score", np.int64, "own points in the match"),
    Field("opponent_score", np.int64, "the opponent's points in the match"),
    Field("game_target", np.int64, "points that end the match"),
    Field(
        "past_count", np.int64, "how many earlier hands of the match, void ones left out, the fields past_... tell of"
    ),
    Field("past_knocker", np.int8, "of each such hand: 1 if the opponent knocked, 0 if this seat did", (PAST_ROOM,)),
    Field(
        "past_turns", np.int16, "of each such hand: the opponent's own turns, that of a knock included", (PAST_ROOM,)
    ),
    Field(
        "past_deadwood",
        np.int16,
        "of each such hand: the deadwood that the opponent showed at its end, before laying off",
        (PAST_ROOM,),
    ),
    Field("aces", np.int64, "the ace rule: 0 low, 1 high or low, 2 wrap"),
    Field("gin_bonus", np.int64, "points for gin"),
    Field("undercut_bonus", np.int64, "points for an undercut"),
    Field("defending", np.int64, "1 for the defender after a knock, while spreading or laying off"),
    Field("laid", np.int64, "own melds laid so far (masks); entries past laid_count are stale", (MAX_LAID,)),
    Field("laid_count", np.int64, "how many melds this seat has laid"),
    Field("knocker_melds", np.int64, "the knocker's melds with the cards laid off on them (masks)", (MAX_LAID,)),
    Field("knocker_meld_count", np.int64, "how many melds the knocker laid"),
    Field("knocker_deadwood", np.int64, "the knocker's deadwood, -1 before a knock"),
    Field("rules", RULES, "all rules of the game, packed: `view.rules[0].stock_floor`", (1,)),
    Field("memory", np.int64, "the seat's own numbers, zeroed at each deal", (MEMORY,)),
)

STATE = [
    ("hands", np.int64, (2,)),
    ("dealt_deadwood", np.int64, (2,)),
    ("pack", np.uint8, (52,)),
    ("next_card", np.int64),
    ("upcard_draws", np.int64),
    ("all_upcard_draws", np.int64),
    ("draws", np.int64),
    ("turns", np.int64),
    ("repeats", np.int64),
    ("limit", np.int64),
    ("melds", np.int64, (MAX_LAID,)),
    ("meld_count", np.int64),
    ("knocker", np.int64),
    ("knock_deadwood", np.int64),
    ("defender_deadwood", np.int64),
    ("layoffs", np.int64),
    ("end", np.int64),
    ("winner", np.int64),
    ("points", np.float64, (2,)),
    ("starter", np.int64),
    ("scores", np.int64, (2,)),
    ("boxes", np.int64, (2,)),
    ("work", np.int64, (3 + MAX_MELDS,)),
]
"""What the kernel keeps of a hand and a match, after the fields all games share."""
