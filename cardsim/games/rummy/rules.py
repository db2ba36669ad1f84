"""Rummy: the rules of the game and its house rules.

Two to four players are dealt a hand (10 cards with two players, else 7); the next card is turned up and starts the
discard pile, the rest is the stock.  In turn each player draws one card, the top discard or the top of the stock; may
put down *melds* (sets of 3-4 cards of a rank, runs of 3 or more of a suit in sequence, the ace low) and *lay off* cards
on any meld on the table; and discards one card, but not the one just taken from the pile.  Whoever has no card left
goes out and wins the pips of all other hands (ace 1, court cards 10), twice as many if he had put down nothing before
that turn: "Going Rummy".  Once the stock is used up the discards are shuffled and become the stock, one time; then, or
when nobody can go out any more, the hand is a stalemate.

The default, ``basic``, is Basic (Traditional) Rummy as on cardgames.io.  ``call`` lets a player take several discards
and call "rummy" on a discard that fits the table; ``rum500`` scores the cards melded (pagat.com, 500 Rum); the others
are the rules of books and programs.

``decks=2`` plays with two packs; a set still has one card of each suit, unless ``set_distinct_suits=False``, and at
most ``set_max`` cards.  ``jokers`` and the cards of a ``wild_rank`` are *wild*:

* A wild card may stand for any card.  On the table it stands for one definite card: that of its place in a run; in a
  set one of the suit of which the set has least, of these the lowest (clubs, diamonds, hearts, spades).  A card of the
  wild rank in its own place is natural.
* A new meld has at least two natural cards; beyond that any number may be wild, so no meld is all jokers.  A wild card
  is laid off like any other, wherever a meld can grow.
* A set has at most as many cards as the packs have for it: four, or eight of two packs with
  ``set_distinct_suits=False``.
* A wild card counts ``joker_pips`` wherever it lies: in a hand, on the table, in the first meld.
* With ``joker_swap`` a player may, in his own turn, put the real card in the place of a wild card on the table and take
  that into his hand, wherever and whenever he may lay off; he need not play it in that turn.  An exchange is neither
  meld nor layoff: it leaves Going Rummy intact, and whoever put the wild card down keeps its points (``meld_points``).
  A card that must be put down after a take is not exchanged.
* With two packs a ban on discarding holds for the card taken: another one just like it may be discarded.

Such rules, and a ``set_max`` of 3, are played by an engine of their own (:mod:`cardsim.games.rummy.packs`), which is
slower; all others keep the fast one.  ``dead_position="exact"`` answers questions about small endings
(``cs.rummy.is_dead``); simulations refuse it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardsim.cards import RANKS
from cardsim.games.parameters import Choice, Domain, Flag, PerPlayers, Range
from cardsim.games.rummy.dead import LEVELS
from cardsim.games.rummy.runs import ACES

BAN_SAME_TURN, BAN_WHILE_HELD, BAN_NEVER = 0, 1, 2
TOP_ALL, TOP_KEEP, TOP_FLIP = 0, 1, 2
ORDER_SHUFFLE, ORDER_TURN_OVER = 0, 1
RECYCLE_ON_DEMAND, RECYCLE_AT_START = 0, 1
DEPLETION_NEXT_TURN, DEPLETION_ON_DEMAND = 0, 1
MELDS_UNLIMITED = 0
LAYOFF_ANY, LAYOFF_AFTER_OWN, LAYOFF_AFTER_OWN_PREVIOUS, LAYOFF_OWN_ONLY, LAYOFF_NONE = range(5)
UPCARD_FREE, UPCARD_FORBIDDEN, UPCARD_OFFERED = 0, 1, 2
DEALER_ROTATES, DEALER_WINNER, DEALER_LOSER, DEALER_FIXED = 0, 1, 2, 3
WINNER_TAKES_ALL, PENALTY, MELD_POINTS = 0, 1, 2
DRAW_TOP, DRAW_MULTI, DRAW_WHOLE = 0, 1, 2
USE_ALWAYS, USE_FROM_TWO, USE_NEVER = 0, 1, 2
AFTER_FREE, AFTER_STOCK_ONLY = 0, 1
CALL_OFF, CALL_LAYOFF, CALL_THEN_TURN, CALL_DRAWS_2, CALL_TAKES_PILE = range(5)
WINDOW_DISCARD, WINDOW_PILE = 0, 1
PRIORITY_NEXT, PRIORITY_RANDOM = 0, 1

HANDS = {2: 10, 3: 7, 4: 7}
TARGETS = {2: 100, 3: 150, 4: 200}


class Rules(NamedTuple):
    """House rules of Rummy; ``cardsim list rummy`` prints what each field means."""

    rediscard_ban: str = "same_turn"
    recycle_top: str = "all"
    recycle_order: str = "shuffle"
    recycle_timing: str = "on_demand"
    final_depletion: str = "next_turn"
    max_recycles: float = 1
    dead_position: str = "no_progress"
    rummy_allows_final_discard: bool = True
    rummy_allows_layoff: bool = True
    going_rummy_multiplier: float = 2
    going_rummy_bonus: int = 0
    melds_per_turn: Any = "unlimited"
    one_meld_goout_exempt: bool = False
    layoff: str = "any"
    must_discard_to_go_out: bool = False
    ace: str = "low"
    set_max: int = 4
    set_distinct_suits: bool = True
    first_upcard: str = "free"
    next_dealer: str = "rotate"
    hand_size: Any = HANDS
    scoring: str = "winner_takes_all"
    ace_pips: int = 1
    face_pips: Any = 10
    target: Any = TARGETS
    n_deals: int | None = None
    stalemate_points: int = 0
    jokers: int = 0
    wild_rank: Any = None
    joker_pips: int = 15
    joker_swap: bool = False
    decks: int = 1
    min_first_meld: int = 0
    max_turns: int = 2000
    forced_melding: bool = False
    discard_draw: str = "top_only"
    deepest_must_be_used: str = "k>=2"
    use_as: str = "meld_or_layoff"
    use_with: str = "hand_and_taken"
    rediscard_scope: str = "all_taken"
    after_turnover_draw: str = "stock_only"
    call_rummy: str = "off"
    call_window: str = "on_discard_only"
    call_priority: str = "next_in_turn"
    false_call_penalty: int = 0
    final_discard_callable: bool = False


DOMAINS: dict[str, Domain] = {
    "rediscard_ban": Choice(
        "may a card taken from the pile be discarded: not in the same turn, not while it is held (unless nothing else "
        "is left), always",
        values=("same_turn", "while_held", "none"),
    ),
    "recycle_top": Choice(
        "recycling: all discards go to the stock, the top one stays as the pile, or the first card of the new stock is "
        "flipped to start a pile",
        values=("all", "keep", "flip"),
    ),
    "recycle_order": Choice(
        "the new stock is shuffled, or turned over with the oldest discard on top", values=("shuffle", "turn_over")
    ),
    "recycle_timing": Choice(
        "an empty stock is renewed when somebody wants to draw from it, or at the start of the next turn",
        values=("on_demand", "start_of_turn"),
    ),
    "final_depletion": Choice(
        "the last permitted stock is used up: the hand ends at the start of the next turn, or when the next player "
        "cannot or will not take the discard",
        values=("next_turn", "on_demand"),
    ),
    "max_recycles": Range("how many times the discards become the stock again", low=0, high=1000, unlimited=True),
    "dead_position": Choice("the test by which a hand ends because nobody can go out", values=LEVELS),
    "rummy_allows_final_discard": Flag("going out with a last discard can be Going Rummy"),
    "rummy_allows_layoff": Flag("layoffs in the turn of going out leave Going Rummy intact"),
    "going_rummy_multiplier": Range("factor on the winner's points for Going Rummy", low=1, high=100, real=True),
    "going_rummy_bonus": Range("points added for Going Rummy", low=0, high=1000),
    "melds_per_turn": Choice("new melds a player may put down in one turn", values=("unlimited", 1)),
    "one_meld_goout_exempt": Flag("with one meld a turn: whoever goes out may put down more"),
    "layoff": Choice(
        "who may lay off: everybody on everything; only with or after an own meld; only after an own meld of an "
        "earlier turn; only on own melds; nobody",
        values=("any", "after_own_meld", "after_own_meld_prev_turn", "own_melds_only", "none"),
    ),
    "must_discard_to_go_out": Flag("the last card must be a discard"),
    "ace": Choice("the ace in runs: A-2-3; Q-K-A; both; both and K-A-2", values=ACES),
    "set_max": Range(
        "most cards in a set; sets of different suits have no more than four, so all values from 4 on play alike there",
        low=3,
        high=8,
        extended=True,
    ),
    "set_distinct_suits": Flag(
        "the cards of a set have different suits; with one pack they always have", extended=True
    ),
    "first_upcard": Choice(
        "the first upcard: an ordinary discard; not for the first player; offered round, then the first player draws "
        "from the stock",
        values=("free", "forbidden_first", "gin_pass"),
    ),
    "next_dealer": Choice(
        "who deals next: the next player, the winner, the player with the most pips left, the same (after a stalemate "
        "always the next)",
        values=("rotate", "winner", "loser", "fixed"),
    ),
    "hand_size": PerPlayers("cards dealt to each player", low=1, high=25, most_players=6),
    "scoring": Choice(
        "the winner gets all other hands' pips; everybody adds his own pips and the lowest total wins; everybody gets "
        "the pips he put down less those left in his hand",
        values=("winner_takes_all", "penalty", "meld_points"),
    ),
    "ace_pips": Choice("pips of an ace", values=(1, 11, 15)),
    "face_pips": Choice("pips of a court card: 10, or J 11, Q 12, K 13", values=(10, "rank")),
    "target": PerPlayers("points that end a match", low=1, high=100_000, most_players=6),
    "n_deals": Range("hands after which a match ends, if no target is reached before", low=1, high=10_000, none=True),
    "stalemate_points": Range("points of each player for a stalemate", low=0, high=1000),
    "jokers": Range(
        "jokers among the cards, all of them wild; a new meld has at least two natural cards",
        low=0,
        high=4,
        extended=True,
    ),
    "wild_rank": Choice(
        "a rank all of whose cards are wild, but natural in their own places", values=(None, *RANKS), extended=True
    ),
    "joker_pips": Range("pips of a wild card, wherever it lies", low=0, high=100, extended=True),
    "joker_swap": Flag(
        "a wild card on the table may be taken into the hand in exchange for the card it stands for", extended=True
    ),
    "decks": Range("packs of 52 cards", low=1, high=2, extended=True),
    "min_first_meld": Range("pips that the new melds of a player's first melding turn must reach", low=0, high=100),
    "max_turns": Range("turns of all players together after which the hand is broken off", low=1, high=30_000),
    "forced_melding": Flag("the best shed must be put down whenever there is one"),
    "discard_draw": Choice(
        "a draw from the pile takes its top card, any number of cards from the top, or the whole pile",
        values=("top_only", "multi", "whole_pile"),
    ),
    "deepest_must_be_used": Choice(
        "the deepest card taken must be put down at once: always, if two or more are taken, never",
        values=("always", "k>=2", "never"),
    ),
    "use_as": Choice(
        "it may be melded or laid off, or must be in a new meld", values=("meld_or_layoff", "new_meld_only")
    ),
    "use_with": Choice(
        "own cards in the meld it is used for: at least one, at least two, none needed",
        values=("hand_and_taken", "two_own_cards", "taken_alone"),
    ),
    "rediscard_scope": Choice(
        "cards under the ban on discarding: all taken in the turn, a card taken alone, none",
        values=("all_taken", "single_only", "none"),
    ),
    "after_turnover_draw": Choice(
        "after recycling with a flipped card the player draws freely, or from the stock", values=("free", "stock_only")
    ),
    "call_rummy": Choice(
        "a discard that fits the table may be called: off; the caller lays it off; and it is his turn; and the "
        "offender draws two cards; and the offender takes the pile",
        values=("off", "layoff_only", "layoff_then_turn", "offender_draws_2", "offender_takes_pile"),
    ),
    "call_window": Choice(
        "what may be called: the card just discarded, or any card in the pile",
        values=("on_discard_only", "any_time_in_pile"),
    ),
    "call_priority": Choice("of several callers the next in turn, or one at random", values=("next_in_turn", "random")),
    "false_call_penalty": Range(
        "points a player pays who calls a discard that he cannot lay off; above 0 every discard may be called, right "
        "or wrong",
        low=0,
        high=1000,
    ),
    "final_discard_callable": Flag("the discard that ends a hand may be called; it is then laid off by its owner"),
}
