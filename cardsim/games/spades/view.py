"""What a spades player sees when a decision is asked, and what the kernel keeps for itself.

Cards in a view are numbered with aces high (see :mod:`.tricks`): ``13 * suit + height``, height 0 = two ... 12 = ace,
so that the higher card of a suit has the larger number.  The answer of `play` and `pass_cards` uses the same numbers.
Spades that a deck puts above the ace have numbers from 52 on (:mod:`.decks`).
"""

from __future__ import annotations

import numpy as np

from cardsim.games.game import Field
from cardsim.games.parameters import rules_dtype
from cardsim.games.spades.combinations import DERIVED
from cardsim.games.spades.rules import DOMAINS
from cardsim.games.spades.scoring import RESULT
from cardsim.games.strategy import MEMORY

BLIND_NIL_DECISION, BID, PASS_CARDS, PLAY = range(4)
DECISIONS = ("blind_nil", "bid", "pass_cards", "play")
UNKNOWN = -1

RULES = rules_dtype(DOMAINS, DERIVED)

VIEW = (
    Field("hand", np.int64, "mask of the cards held; 0 while blind nil is asked"),
    Field(
        "legal",
        np.int64,
        "mask of the cards that may be played or passed; at `bid`, bit b for a bid of b; at `blind_nil`, bit 0 for "
        "blind nil (answer True) and bit b for a blind bid of b",
    ),
    Field("deck", np.int64, "mask of all cards in the deck"),
    Field("seat", np.int64, "own seat, 0..3; the partner is seat ^ 2"),
    Field("dealer", np.int64, "the dealer's seat"),
    Field("bids", np.int64, "the bid of each seat, -1 before it has bid and in a deal that bids itself", (4,)),
    Field("nils", np.int64, "of each seat: 0 no nil, 1 nil, 2 blind nil", (4,)),
    Field("blind_bids", np.int64, "of each seat: 1 if it made a blind bid for its team", (4,)),
    Field("tricks", np.int64, "tricks of each seat so far", (4,)),
    Field("trick", np.int64, "number of this trick, from 0"),
    Field("place", np.int64, "cards already on the table, 0..3"),
    Field("leader", np.int64, "the seat that led or leads this trick"),
    Field("table", np.int64, "the card of each seat in this trick, -1 if none", (4,)),
    Field("led_suit", np.int64, "mask of the suit led, 0 when leading"),
    Field("best", np.int64, "the card that wins the trick so far, -1 when leading"),
    Field("best_seat", np.int64, "the seat that played it, -1 when leading"),
    Field("played", np.int64, "mask of all cards played, this trick included"),
    Field("voids", np.int64, "of each seat: mask of the suits it has shown out of", (4,)),
    Field(
        "ducked",
        np.int64,
        "of each nil bidder: mask of the cards he does not hold if he ducks as high as he can: those between a card he "
        "followed suit with and the higher one that was winning, or all above it if the trick was ruffed",
        (4,),
    ),
    Field("spades_broken", np.int64, "1 once a spade has been played"),
    Field("given", np.int64, "mask of the cards passed to the partner"),
    Field("received", np.int64, "mask of the cards passed by the partner"),
    Field("own_score", np.int64, "own team's score before this deal"),
    Field("opponent_score", np.int64, "the opponents' score before this deal"),
    Field("own_bags", np.int64, "own team's bag counter before this deal"),
    Field("opponent_bags", np.int64, "the opponents' bag counter before this deal"),
    Field("target_score", np.int64, "score that ends the match, -1 none"),
    Field("nil_value", np.int64, "points for nil"),
    Field("blind_nil_value", np.int64, "points for blind nil"),
    Field("nil_pass", np.int64, "cards exchanged between nil and partner"),
    Field("bag_limit", np.int64, "bags per penalty, -1 if bags cost nothing"),
    Field("bag_penalty", np.int64, "points a penalty costs"),
    Field("ten_for_200", np.int64, "1 if a contract of 10 scores 200"),
    Field("spade_lead", np.int64, "when spades may be led: 0 broken, 1 after trick one, 2 anytime, 3 only if left"),
    Field("suicide", np.int64, "1 if one of each team has to bid nil"),
    Field("rules", RULES, "all rules of the game, packed: `view.rules[0].nil_value`", (1,)),
    Field("to_pass", np.int64, "cards still to be passed, at `pass_cards`"),
    Field("memory", np.int64, "the seat's own numbers, zeroed at each deal", (MEMORY,)),
)

STATE = [
    ("hands", np.int64, (4,)),
    ("dealt", np.int64, (4,)),
    ("pack", np.uint8, (52,)),
    ("dealer", np.int64),
    ("starter", np.int64),
    ("bids", np.int64, (4,)),
    ("nils", np.int64, (4,)),
    ("blind_bids", np.int64, (4,)),
    ("tricks", np.int64, (4,)),
    ("cards", np.int64, (4,)),
    ("played", np.int64),
    ("broken", np.int64),
    ("trick", np.int64),
    ("place", np.int64),
    ("leader", np.int64),
    ("led_suit", np.int64),
    ("best", np.int64),
    ("best_seat", np.int64),
    ("scores", np.int64, (2,)),
    ("bags", np.int64, (2,)),
    ("sets", np.int64, (2,)),
    ("sets_in_a_row", np.int64, (2,)),
    ("result", RESULT, (1,)),
]
"""What the kernel keeps of a deal and a match, after the fields all games share."""
