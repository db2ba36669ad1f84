"""Can a nil be made with all cards seen?  An exact answer for given hands, and a chance over the hidden ones.

The search asks whether nil can be kept without a trick when his partner helps, both opponents attack and everybody sees
all cards: first a short proof-number search, which finds most refutations, then a depth-first search; both share what
they learn (:mod:`.patterns`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np
from numba import int64, types

from cardsim import rng
from cardsim._jit import kernel
from cardsim.cards import Cards, as_mask, card_text
from cardsim.games.game import signed
from cardsim.games.parameters import whole
from cardsim.games.spades.decks import CHANGED, aces_high
from cardsim.games.spades.nil_solver.depth_first import depth_first
from cardsim.games.spades.nil_solver.frames import NEVER, NEXT_TRICK, NIL, WHEN_PLAYED
from cardsim.games.spades.nil_solver.patterns import forget
from cardsim.games.spades.nil_solver.proof_number import ENTRY, STAMPS, proof_number
from cardsim.games.spades.nil_solver.workspace import WORKSPACE_TYPE, new_workspace, place_hands
from cardsim.stats import Estimate, proportion

PROOF_NODES = 30_000
"""Nodes of the proof-number search."""
MAX_NODES = 3_000_000
"""Nodes after which a hand is given up as undecided."""
_local = threading.local()


@kernel(
    types.UniTuple(int64, 2)(
        int64[::1], int64, int64, int64, int64, types.Array(WORKSPACE_TYPE, 1, "C"), int64, int64, int64
    )
)
def solve(hands, leader, spades_open, opening, stamp, works, proof_nodes, max_nodes, keep):
    """Verdict (1 made, 0 lost, -1 undecided) and nodes; hands (aces high) and leader are counted from nil."""
    work = works[0]
    if not keep:
        forget(work.table[0])
    used = 0
    if proof_nodes > 0:
        place_hands(work, hands)
        verdict, used = proof_number(work, leader, spades_open, opening, stamp, proof_nodes)
        if verdict >= 0:
            return verdict, used
    place_hands(work, hands)
    verdict, nodes = depth_first(work, leader, spades_open, opening, NIL, max_nodes - used)
    return verdict, used + nodes


class Solver:
    """Workspace of the search (about 120 MB once full), one per thread."""

    def __init__(self) -> None:
        self.work = new_workspace()
        self.stamp = 0

    def solve(
        self,
        hands: np.ndarray,
        leader: int,
        spades_open: int,
        opening: int,
        max_nodes: int = MAX_NODES,
        proof_nodes: int = PROOF_NODES,
        keep: bool = False,
    ) -> tuple[int, int]:
        """Verdict (1 made, 0 lost, -1 undecided) and nodes; `keep` what earlier positions taught."""
        self.stamp += 1
        if self.stamp == STAMPS:
            self.work["entries"][:] = np.zeros(1, ENTRY)
            self.stamp = 1
        found = solve(
            np.ascontiguousarray(hands, np.int64),
            leader,
            spades_open,
            opening,
            self.stamp,
            self.work,
            min(proof_nodes, max_nodes),
            max_nodes,
            int(keep),
        )
        return int(found[0]), int(found[1])


def solver() -> Solver:
    """This thread's solver."""
    if not hasattr(_local, "solver"):
        _local.solver = Solver()
    found: Solver = _local.solver
    return found


def check_hands(hands: Any) -> list[int]:
    """Four hands as masks of the package's numbers, of equal size 1..13 and sharing no card."""
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise ValueError(f"hands={hands!r} must be a list of four hands, such as ['2c 3h', 'Ac 2d', 'Kc 3d', '4c 4h']")
    masks = [as_mask(hand) for hand in hands]
    if len(masks) != 4:
        raise ValueError(f"there are four seats, but {len(masks)} hands were given")
    if not masks[0]:
        raise ValueError("the four hands must be of one size, 1 to 13 cards: seat 0 holds none")
    seen = 0
    for seat, mask in enumerate(masks):
        if mask & seen:
            twice = card_text(((mask & seen) & -(mask & seen)).bit_length() - 1)
            raise ValueError(f"seat {seat} holds {twice}, which another seat holds")
        seen |= mask
        if mask.bit_count() != masks[0].bit_count() or not 1 <= mask.bit_count() <= 13:
            raise ValueError(
                f"the four hands must be of one size, 1 to 13 cards: seat 0 holds {masks[0].bit_count()}, "
                f"seat {seat} holds {mask.bit_count()}"
            )
    return masks


def check_count(name: str, count: Any, low: int = 1, high: int = 2**62) -> int:
    """`count` as a whole number from `low` to `high`."""
    number = whole(count)
    if number is None or not low <= number <= high:
        raise ValueError(f"{name}={count!r} must be a whole number of at least {low}")
    return number


def check_seat(name: str, seat: Any) -> int:
    """`seat` as an int 0..3."""
    if isinstance(seat, bool) or seat not in (0, 1, 2, 3):
        raise ValueError(f"{name}={seat!r} must be a seat, 0 to 3")
    return int(seat)


def lead_rule(rules: Any, cards: int, broken: bool) -> tuple[int, int]:
    """Whether spades may be led now, and how they come to be open, under a game's rules."""
    from cardsim.games.spades import GAME

    checked = GAME.check_rules(rules)
    if checked.deck in CHANGED and checked.deck != "std52":
        raise ValueError(f"spades: the solver is not built for deck={checked.deck!r}; it takes the 52 cards, twos low")
    if cards == 13 and checked.first_leader == "lowest_club_all":
        raise ValueError("spades: the solver is not built for first_leader='lowest_club_all'; give hands of 12 cards")
    if cards == 13 and not checked.spade_on_first_trick:
        raise ValueError("spades: the solver is not built for spade_on_first_trick=False; give hands of 12 cards")
    if checked.spade_lead == "anytime":
        return 1, NEVER
    if checked.spade_lead == "only_spades_left":
        return 0, NEVER
    if checked.spade_lead == "after_first_trick":
        return (0, NEXT_TRICK) if cards == 13 else (1, NEVER)
    return int(bool(broken)), WHEN_PLAYED


def nil_makeable(
    hands: Any, nil: int, leader: int, broken: bool = False, rules: Any = None, *, max_nodes: int = MAX_NODES
) -> bool | None:
    """Can the nil bidder stay without a trick, all cards seen, partner helping and both opponents attacking?

    Parameters
    ----------
    hands
        Four hands (text, card numbers or masks) of seats 0..3, of equal size from 1 to 13, at the start of a trick.
    nil, leader
        Seats of the nil bidder and of the player on lead.
    broken
        Whether a spade has been played before.
    rules
        A ``Rules``, preset or dict of which `spade_lead` matters.  The search is not built for decks with jokers or
        high twos, nor for full hands under first-trick rules (`lowest_club_all`, no spade there): they are refused.
    max_nodes
        Cards tried before the search gives up.

    Returns
    -------
    True, False, or None if undecided within `max_nodes`.

    Examples
    --------
    >>> import cardsim as cs
    >>> cs.spades.nil_makeable(["2c 3h", "Ac 2d", "Kc 3d", "4c 4h"], nil=0, leader=1)
    True
    >>> cs.spades.nil_makeable(["As", "2s", "3s", "4s"], nil=0, leader=1)
    False
    """
    masks = check_hands(hands)
    nil, leader, max_nodes = check_seat("nil", nil), check_seat("leader", leader), check_count("max_nodes", max_nodes)
    spades_open, opening = lead_rule(rules, masks[0].bit_count(), broken)
    counted = np.array([int(aces_high(masks[(nil + k) & 3])) for k in range(4)], np.int64)
    verdict, _ = solver().solve(counted, (leader - nil) & 3, spades_open, opening, max_nodes)
    return None if verdict < 0 else bool(verdict)


def nil_chance(
    hand: Cards,
    *,
    leader: int | None = None,
    worlds: int = 1000,
    seed: int = 0,
    rules: Any = None,
    max_nodes: int = MAX_NODES,
    level: float = 0.95,
) -> Estimate:
    """The share of ways to deal the other 39 cards in which a nil of `hand` can be made, all cards seen.

    Attackers who see all cards find every way to set nil, so nils are made more often in play; what is doomed here
    could be made only by their mistakes.  Worlds left undecided within `max_nodes` widen the interval: its lower end
    counts them as lost, its upper end as made.

    Parameters
    ----------
    hand
        Thirteen cards, of seat 0.
    leader
        Who leads first, counted clockwise from the nil bidder (0 himself); None: each seat in turn.
    worlds
        Number of deals sampled; world i of a seed is always the same.

    Examples
    --------
    >>> import cardsim as cs
    >>> cs.spades.nil_chance("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", worlds=20).value
    1.0
    """
    mask = as_mask(hand)
    if mask.bit_count() != 13:
        raise ValueError(f"a hand has 13 cards, but {mask.bit_count()} were given")
    if leader is not None:
        leader = check_seat("leader", leader)
    worlds, max_nodes = check_count("worlds", worlds), check_count("max_nodes", max_nodes)
    seed = signed(check_count("seed", seed, low=0, high=2**64 - 1))
    spades_open, opening = lead_rule(rules, 13, False)
    rest = [card for card in range(52) if not mask >> card & 1]
    state = rng.states(1)[0]
    made = undecided = 0
    for world in range(worlds):
        rng.start(state, seed, world, 0, rng.DEAL)
        pack = np.array(rest, np.int64)
        rng.shuffle(state, pack)
        masks = [mask] + [sum(1 << int(card) for card in pack[13 * k : 13 * k + 13]) for k in range(3)]
        counted = np.array([int(aces_high(cards)) for cards in masks], np.int64)
        first = world & 3 if leader is None else leader
        verdict, _ = solver().solve(counted, first, spades_open, opening, max_nodes, keep=world > 0)
        made += verdict == 1
        undecided += verdict < 0
    return proportion(made, worlds, unresolved=undecided, level=level)
