"""Whether a rummy position is dead, asked with cards as text, lists or masks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardsim.cards import Cards, card_text, members
from cardsim.games.rummy.dead import LEVELS, dead
from cardsim.games.rummy.dead_search import Ending, Search
from cardsim.games.rummy.given import one_pack, parse_kinds
from cardsim.games.rummy.hands import board_of, checked_rules, lay_table
from cardsim.games.rummy.playable import needs_packs
from cardsim.games.rummy.rules import Rules
from cardsim.games.rummy.runs import ACES, run_ends


class Position(NamedTuple):
    """A rummy hand at the start of a turn.

    Attributes
    ----------
    hands : sequence of cards
        The hands, in turn order from seat 0.
    table : sequence of cards
        The melds on the table.
    stock : cards
        The stock; its order does not matter.
    pile : cards
        The discard pile, oldest first, as text or a list.
    seat : int
        Who is to draw.
    recycles : int
        How often the discards have become the stock.
    """

    hands: Sequence[Cards]
    table: Sequence[Cards] = ()
    stock: Cards = ""
    pile: Cards = ""
    seat: int = 0
    recycles: int = 0


def is_dead(position: Position, rules: Any = None, *, max_positions: int = 200_000) -> bool:
    """Whether nobody can go out any more, by the test that the rules name (``dead_position``).

    Parameters
    ----------
    position : Position
        The position at the start of a turn.
    rules : Rules, preset name, dict or None
        House rules; ``{"dead_position": "exact"}`` searches all continuations of a small ending.
    max_positions : int
        How many positions the exact search may look at.

    Returns
    -------
    bool
        True if the hand is over under these rules.

    Raises
    ------
    ValueError
        If cards are wrong or given twice, or if the exact search is asked for rules it does not cover.
    RuntimeError
        If the exact search met more than `max_positions` positions.

    Examples
    --------
    >>> stuck = Position(hands=["Kd", "Qh"], table=["5c 6c 7c"], stock="2s 9h", pile="Ts 4d")
    >>> is_dead(stuck), is_dead(stuck, {"dead_position": "exact"})
    (True, True)
    >>> is_dead(stuck._replace(stock="2s 8c"))
    False
    """
    checked = checked_rules(rules)
    if needs_packs(checked):
        if checked.dead_position == "exact":
            _check_searchable(checked)
        from cardsim.games.rummy.packs.hands import is_dead_here

        hands = [parse_kinds(hand, checked) for hand in position.hands]
        _check_position(position, hands)
        return is_dead_here(position, hands, checked)
    board = board_of(checked, True)
    on_table = lay_table(board, position.table, checked)
    masks = [one_pack(hand, checked) for hand in position.hands]
    _check_position(position, masks)
    stock, pile = one_pack(position.stock, checked), parse_kinds(position.pile, checked)
    _check_places((*masks, on_table, stock, sum(1 << card for card in pile)))
    many = checked.discard_draw != "top_only"
    if checked.dead_position == "exact":
        _check_searchable(checked)
        ending = Ending(
            position.seat, tuple(masks), int(board.runs), int(board.fourths), stock, tuple(pile), position.recycles
        )
        return not _search(checked, max_positions).can_go_out(ending)
    layable = 0 if checked.layoff == "none" else (int(run_ends(board.runs, board.ace)) | board.fourths) & ~on_table
    reachable = stock | sum(masks)
    if many or position.recycles < checked.max_recycles:
        reachable |= sum(1 << card for card in pile)
    elif pile:
        reachable |= 1 << pile[-1]
    all_one = all(hand.bit_count() == 1 for hand in masks)
    return bool(dead(LEVELS.index(checked.dead_position), layable, reachable, all_one, many, board.ace))


def _check_position(position: Position, hands: Sequence[Any]) -> None:
    if not 2 <= len(hands) <= 6 or not all(hands):
        raise ValueError("a position has 2 to 6 hands, each of at least one card")
    if not 0 <= position.seat < len(hands):
        raise ValueError(f"seat={position.seat} is none of the {len(hands)} hands")
    if position.recycles < 0:
        raise ValueError(f"recycles={position.recycles} cannot be negative")


def _check_places(places: Iterable[int]) -> None:
    seen = 0
    for mask in places:
        if seen & mask:
            raise ValueError(f"{card_text(next(members(seen & mask)))} is in two places of the position")
        seen |= mask


def _check_searchable(rules: Rules) -> None:
    for field, value in (
        ("discard_draw", "top_only"),
        ("layoff", "any"),
        ("melds_per_turn", "unlimited"),
        ("min_first_meld", 0),
        ("rediscard_ban", "same_turn"),
        ("deepest_must_be_used", "k>=2"),
        ("call_rummy", "off"),
        ("decks", 1),
        ("jokers", 0),
        ("wild_rank", None),
    ):
        if getattr(rules, field) != value:
            raise ValueError(
                f"dead_position='exact' searches only under {field}={value!r}, not {getattr(rules, field)!r}"
            )
    if rules.set_max < 4:
        raise ValueError(f"dead_position='exact' searches only with sets of four, not under set_max={rules.set_max}")


def _search(rules: Rules, max_positions: int) -> Search:
    return Search(
        ace=ACES.index(rules.ace),
        must_discard=rules.must_discard_to_go_out,
        max_recycles=rules.max_recycles,
        recycle_top=rules.recycle_top,
        final_on_demand=rules.final_depletion == "on_demand",
        recycle_at_start=rules.recycle_timing == "start_of_turn",
        free_after_recycle=rules.after_turnover_draw == "free",
        max_positions=max_positions,
    )
