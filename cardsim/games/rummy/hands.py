"""Questions about one rummy hand, asked with cards as text, lists or masks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from cardsim import pictures
from cardsim.cards import Cards, card_text, cards_text, members
from cardsim.games.parameters import check_rules
from cardsim.games.rummy import board as b
from cardsim.games.rummy.deep_call import deep_address
from cardsim.games.rummy.given import list_melds, one_pack
from cardsim.games.rummy.placing import pips_of
from cardsim.games.rummy.playable import check_combination, needs_packs
from cardsim.games.rummy.presets import PRESETS
from cardsim.games.rummy.rules import DOMAINS, Rules
from cardsim.games.rummy.runs import ACES, POSITION_0, component, gather, missing_fourth, to_line
from cardsim.games.rummy.shed import best_shed as _best_shed


class Shed(NamedTuple):
    """A best way to put down cards.

    Attributes
    ----------
    melds : tuple of tuple of int
        New melds: sets, then runs; with two packs or wild cards a run from its low end up, so that each card lies in
        its place, else by card number.
    layoffs : tuple of int
        Cards laid off on melds of the table.
    rest : tuple of int
        Cards left in the hand, ascending.
    points : int
        Pips of the cards left.
    out : bool
        Whether this goes out: no card is left, or one that may be discarded.
    exchanged : tuple of int
        Cards put in the place of wild cards on the table (`joker_swap`), which are among the cards played or left.
    """

    melds: tuple[tuple[int, ...], ...]
    layoffs: tuple[int, ...]
    rest: tuple[int, ...]
    points: int
    out: bool
    exchanged: tuple[int, ...] = ()

    def __str__(self) -> str:
        groups = [_text(meld) for meld in self.melds]
        if self.exchanged:
            groups.insert(0, "exchange " + _text(self.exchanged))
        if self.layoffs:
            groups.append("lay off " + _text(self.layoffs))
        left = _text(self.rest) or "nothing"
        return " | ".join([*groups, f"left: {left} ({self.points})"]) + (", out" if self.out else "")

    def _repr_html_(self) -> str:
        groups = [("meld", meld) for meld in self.melds]
        others = (("exchange", self.exchanged), ("lay off", self.layoffs), ("left", self.rest))
        groups += [(name, part) for name, part in others if part]
        return pictures.card_groups(groups, f"left: {self.points}{', out' if self.out else ''}")._repr_html_()


def _text(kinds: tuple[int, ...]) -> str:
    """Cards as text; 53 is a joker."""
    return " ".join("Jk" if kind > 51 else card_text(kind) for kind in kinds)


def checked_rules(rules: Any) -> Rules:
    """House rules as a checked ``Rules``."""
    checked: Rules = check_rules(
        "rummy", rules, default=Rules(), presets=PRESETS, domains=DOMAINS, combination=check_combination
    )
    return checked


def is_meld(cards: Cards, rules: Any = None) -> bool:
    """Whether `cards`, in some order, are one meld: a set of three or four, or a run of three or more.

    Examples
    --------
    >>> is_meld("Qh Kh Ah"), is_meld("Qh Kh Ah", {"ace": "high_or_low"})
    (False, True)
    >>> is_meld("7c Jk 9c", {"jokers": 2}), is_meld("7c Jk Jk", {"jokers": 2})
    (True, False)
    """
    checked = checked_rules(rules)
    if needs_packs(checked):
        from cardsim.games.rummy.packs.hands import is_one_meld

        return is_one_meld(cards, checked)
    return _as_meld(one_pack(cards, checked), ACES.index(checked.ace)) is not None


def _as_meld(mask: int, ace: int) -> tuple[str, int] | None:
    """("set", mask) or ("run", line) of one meld, else None."""
    if mask.bit_count() < 3:
        return None
    if len({card % 13 for card in members(mask)}) == 1:
        return "set", mask
    if len({card // 13 for card in members(mask)}) == 1:
        for high in (0, POSITION_0):
            line = to_line(mask, ace, high)
            if component(line, line & -line, ace) == line:
                return "run", int(line)
    return None


def lay_table(board: Any, table: Iterable[Cards], rules: Rules) -> int:
    """Put the melds of a table on `board`; all their cards come back."""
    seen, sets = 0, 0
    for meld in list_melds(table):
        mask = one_pack(meld, rules)
        kind = _as_meld(mask, int(board.ace))
        if kind is None:
            raise ValueError(f"{cards_text(mask)!r} on the table is not a meld under ace={ACES[int(board.ace)]!r}")
        if seen & mask:
            raise ValueError(f"{cards_text(seen & mask)} lies in two melds of the table")
        seen |= mask
        if kind[0] == "run":
            board.runs |= kind[1]
        else:
            sets |= mask
    board.cards = seen
    board.fourths = int(missing_fourth(sets)) & ~seen
    return seen


def board_of(rules: Rules, melded: bool) -> Any:
    """An empty table with the rights of a player who has melded in an earlier turn, or has not."""
    board = b.free_board(ACES.index(rules.ace), rules.ace_pips, rules.face_pips)[0]
    board.deep = deep_address()
    board.must_discard = rules.must_discard_to_go_out
    board.exempt = rules.one_meld_goout_exempt
    board.melds_left = 1 if rules.melds_per_turn == 1 else b.MANY
    board.opening = 0 if melded else rules.min_first_meld
    if rules.layoff == "none" or (rules.layoff == "after_own_meld_prev_turn" and not melded):
        board.lay = b.LAY_NEVER
    elif rules.layoff == "after_own_meld" and not melded:
        board.lay = b.LAY_AFTER_MELD
    return board


def best_shed(
    hand: Cards, table: Iterable[Cards] = (), rules: Any = None, *, banned: Cards = (), melded: bool = False
) -> Shed:
    """The best way to put down cards of `hand`: going out first, then fewest pips left, then fewest cards left.

    Exact, but that with two packs or wild cards the search of very large hands is cut short; ties are settled by trying
    sets of low ranks first.  It asks what could be put down, not whether the turn could then end: where only a banned
    card is left, that is for the caller to see.

    Parameters
    ----------
    hand : text, iterable of texts or card numbers, or int mask
        The cards held, the drawn card included.  With ``decks=2`` a card may be given twice, with ``jokers`` "Jk" (53)
        is a joker.
    table : list of melds
        The melds on the table that this player may lay off on; a run with wild cards from its low end up.
    rules : Rules, preset name, dict or None
        House rules; the ace rule, pips, rights to lay off and limits on melds count.
    banned : cards
        Cards that may not be discarded this turn (the card just taken from the pile).
    melded : bool
        Whether the player has put down a meld in an earlier turn (matters under `layoff` and `min_first_meld`).

    Returns
    -------
    Shed

    Raises
    ------
    ValueError
        If a card is no card, is given more often than the rules have it or lies on the table as well, or if the table
        holds what is no meld.

    Examples
    --------
    >>> print(best_shed("7c 7d 7h 7s 5h 6h 8h Kd"))
    7c 7d 7s | 5h 6h 7h 8h | left: Kd (10), out
    >>> print(best_shed("8h 9h Kd 2s", ["5h 6h 7h"]))
    lay off 8h 9h | left: Kd 2s (12)
    >>> print(best_shed("8h Kd Ks 2s 6h", ["5h Jk 7h"], {"jokers": 2, "joker_swap": True}))
    exchange 6h | Kd Ks Jk | lay off 8h | left: 2s (2), out
    """
    checked = checked_rules(rules)
    if not isinstance(melded, (bool, np.bool_)):
        raise ValueError(f"melded={melded!r} must be True or False")
    board = board_of(checked, melded)
    if needs_packs(checked):
        from cardsim.games.rummy.packs.hands import shed_of

        made, laid_off, left, points, goes_out, given = shed_of(hand, table, checked, board, banned)
        return Shed(tuple(map(tuple, made)), tuple(laid_off), tuple(left), points, goes_out, tuple(given))
    cards = one_pack(hand, checked)
    twice = cards & lay_table(board, table, checked)
    if twice:
        raise ValueError(f"{cards_text(twice)} cannot be in the hand and on the table at once")
    board.own = cards
    rest, sets, new_runs, _, out = (int(x) for x in _best_shed(cards, one_pack(banned, checked), board))
    down = cards & ~rest
    melds = [[card for card in members(sets) if card % 13 == rank] for rank in range(13)]
    while new_runs:
        run = component(new_runs, new_runs & -new_runs, board.ace)
        new_runs &= ~int(run)
        melds.append(list(members(gather(run))))
    found = tuple(tuple(meld) for meld in melds if meld)
    laid = down & ~sum(1 << card for meld in found for card in meld)
    return Shed(found, tuple(members(laid)), tuple(members(rest)), int(pips_of(rest, board)), bool(out))
