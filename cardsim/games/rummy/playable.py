"""Which rummy rules can be played, and what the kernel needs to know beyond them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.rummy import board as b
from cardsim.games.rummy.deep_call import deep_address
from cardsim.games.rummy.rules import Rules


def has_wild_cards(rules: Rules) -> bool:
    """Whether some cards may stand for others."""
    return rules.jokers > 0 or rules.wild_rank is not None


def needs_packs(rules: Rules) -> bool:
    """Whether rules need the engine that counts cards by kind (:mod:`cardsim.games.rummy.packs`)."""
    return rules.decks > 1 or has_wild_cards(rules) or rules.set_max < 4


def number_of_cards(rules: Rules) -> int:
    """All cards of the game."""
    return 52 * int(rules.decks) + int(rules.jokers)


def check_combination(rules: Rules) -> None:
    """Refuse combinations that cannot be played."""
    for field in ("joker_pips", "joker_swap"):
        if not has_wild_cards(rules) and getattr(rules, field) != getattr(Rules(), field):
            raise ValueError(f"{field}={getattr(rules, field)!r} needs wild cards: give jokers or a wild_rank")
    if rules.joker_swap and rules.layoff == "none":
        raise ValueError("joker_swap=True needs layoff other than 'none': who may not lay off may not exchange")
    if rules.one_meld_goout_exempt and rules.melds_per_turn != 1:
        raise ValueError("one_meld_goout_exempt=True needs melds_per_turn=1")
    for field in ("final_discard_callable", "call_window", "false_call_penalty"):
        if rules.call_rummy == "off" and getattr(rules, field) != getattr(Rules(), field):
            raise ValueError(f"{field}={getattr(rules, field)!r} needs call_rummy other than 'off'")
    if rules.after_turnover_draw == "free" and rules.recycle_top != "flip":
        raise ValueError("after_turnover_draw='free' needs recycle_top='flip'")
    sizes = rules.hand_size if isinstance(rules.hand_size, dict) else {2: rules.hand_size}
    for players, size in sizes.items():
        _check_deal(rules, size, players)


def _check_deal(rules: Rules, size: int, players: int) -> None:
    cards = number_of_cards(rules)
    if size * players > cards - 2:
        raise ValueError(
            f"hand_size={size} cannot be dealt to {players} players: {size * players} of {cards} cards would leave no "
            "upcard and stock"
        )


DERIVED = {
    "players": np.int64,
    "cards_each": np.int64,
    "match_target": np.int64,
    "own_only": np.int64,
    "duty_from": np.int64,
    "ban": np.int64,
    "low_ace_less": np.int64,
    "pips": (np.int64, (4,)),
    "deep": np.int64,
}


def check_play(rules: Rules, seats: int, unit: str) -> None:
    """Refuse rules that cannot be played by so many players."""
    if rules.dead_position == "exact":
        raise ValueError(
            "dead_position='exact' is a search for small endings; use it with cs.rummy.is_dead, and "
            "'off', 'one_card' or 'no_progress' in simulations"
        )
    for name in ("hand_size", "target"):
        value = getattr(rules, name)
        if isinstance(value, dict) and seats not in value:
            raise ValueError(f"{name}={value} says nothing about {seats} players")
    _check_deal(rules, _for_players(rules.hand_size, seats), seats)


def _for_players(value: Any, seats: int) -> Any:
    return value[seats] if isinstance(value, dict) else value


def derive(rules: Rules, seats: int) -> dict[str, Any]:
    """The packed fields that depend on the number of players or on several parameters."""
    ban = {"all_taken": b.BAN_ALL, "single_only": b.BAN_SINGLE, "none": b.BAN_NONE}[rules.rediscard_scope]
    return {
        "players": seats,
        "cards_each": _for_players(rules.hand_size, seats),
        "match_target": _for_players(rules.target, seats),
        "own_only": rules.layoff == "own_melds_only",
        "duty_from": {"always": 1, "k>=2": 2, "never": 99}[rules.deepest_must_be_used],
        "ban": b.BAN_NONE if rules.rediscard_ban == "none" else ban,
        "low_ace_less": rules.ace_pips - 1,
        "pips": b.pip_masks(rules.ace_pips, rules.face_pips),
        "deep": deep_address() if not needs_packs(rules) and _hands_get_large(rules, seats) else 0,
    }


def _hands_get_large(rules: Rules, seats: int) -> bool:
    """Whether a hand may come to so many cards that its choices of sets cannot be tried one by one."""
    grows = rules.discard_draw != "top_only" or rules.call_rummy in ("offender_draws_2", "offender_takes_pile")
    return grows or _for_players(rules.hand_size, seats) > 13
