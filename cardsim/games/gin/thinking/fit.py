"""The recipe of :mod:`.fitted`: what the player `montecarlo` believes about opponents, and what hands score.

``python -m cardsim.games.gin.thinking.fit`` writes ``fitted.py``; a player's name after it takes the place of `look` as
the fourth kind and as the opponent of all kinds.  Data: `DEALS` hands under the rules `eaai` of each kind's player
against that opponent, seats taking turns, deals of seed `SEED`.  After each discard without a knock the state is noted:
the hand, and what the opponent of the hand has seen of it.

The weights of a kind make the features' means under the model equal to those of the noted hands (maximum likelihood of
a log-linear model), by Newton steps on means sampled with the player's own Metropolis chain.  For the kind that knocks
at once a hand that might have knocked has the fixed weight `NEVER`.  By turn: a kind's survival is its chance not to
have knocked so far, from the shares of its turns that end with a knock; its gins are their share among its knocks; what
it holds back is the share of noted hands with which it might have knocked.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardsim import rng
from cardsim._jit import kernel
from cardsim.bits import popcount
from cardsim.games.gin.dealing import UPCARD
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.melds import deadwood
from cardsim.games.gin.showdown import PAID
from cardsim.games.gin.thinking import belief
from cardsim.games.gin.thinking.quick import KINDS, SIMPLE, TURNS
from cardsim.games.gin.view import DISCARD, KNOCK, TAKE_UPCARD
from cardsim.games.log import CHOICE, FIRST, KIND, LEGAL, SEAT, new_log

RULES, DEALS, SEED = "eaai", 20_000, 12_001
STATES, ROUNDS, SAMPLES, BETWEEN, EVENTS = 10_000, 40, 4, 100, 300
RIDGE, LONGEST_STEP = 1e-4, 0.5
NEVER = -12.0
LIMIT, KNOCK_LIMIT_FEATURE = 10, 9
FULL = (1 << 52) - 1
TARGET = Path(__file__).parent / "fitted.py"


class Noted(NamedTuple):
    """What self-play showed of one player."""

    states: np.ndarray
    turns: np.ndarray
    knocks: np.ndarray
    points: np.ndarray


class Side:
    """One player's cards and what the other has seen of them."""

    def __init__(self, hand: int) -> None:
        self.hand, self.known, self.discards, self.declined, self.turns = hand, 0, 0, 0, 0


def play(seats: Sequence[str], first: int, deals: int) -> Iterator[np.ndarray]:
    """The events of each deal."""
    from cardsim.games.gin import GAME

    prepared = GAME.prepare(GAME.check_rules(RULES), GAME.find_seats(seats), "deal")
    for index in range(first, first + deals):
        log = new_log(EVENTS)
        GAME.run_block(prepared, SEED, index, GAME.empty_rows("deal", 1), log=log)
        yield log[1 : 1 + log[0, 0]]


def follow(events: np.ndarray, watched: int) -> Iterator[tuple[str, Any]]:
    """The watched seat's turns of one deal, as ("state", row) or ("knock", (turn, deadwood)), and its ("points", n)."""
    sides = [Side(int(event[LEGAL])) for event in events[np.argsort(events[:2, SEAT])]]
    pile, points = 0, 0
    for event in events.tolist():
        kind, seat, card = event[KIND], event[SEAT], event[CHOICE]
        if kind == UPCARD:
            pile = 1 << card
        elif kind == TAKE_UPCARD and not card:
            sides[seat].declined |= 1 << event[FIRST]
        elif kind == DREW:
            side = sides[seat]
            side.hand, side.turns = event[LEGAL], side.turns + 1
            if event[FIRST]:
                pile &= ~(1 << card)
                side.known |= 1 << card
        elif kind == KNOCK and card and seat == watched:
            yield "knock", (sides[seat].turns, event[FIRST])
        elif kind == DISCARD and not event[FIRST]:
            side = sides[seat]
            side.hand &= ~(1 << card)
            side.known &= ~(1 << card)
            side.discards |= 1 << card
            pile |= 1 << card
            if seat == watched:
                unseen = FULL & ~(sides[1 - seat].hand | pile | side.known)
                hidden = ~side.known
                row = side.hand, side.known, side.discards & hidden, side.declined & hidden, side.turns, unseen
                yield "state", row
        elif kind == PAID:
            points = max(points, event[FIRST] // 1000)
    yield "points", points


def watch(player: str, opponent: str, deals: int = DEALS, first: int = 0) -> Noted:
    """Play a player against an opponent, seats taking turns."""
    states, points = [], []
    turns, knocks = np.zeros(TURNS), np.zeros((2, TURNS))
    for seat in range(2):
        seats = [player, opponent] if seat == 0 else [opponent, player]
        for events in play(seats, first + seat * deals, deals // 2):
            for what, value in follow(events, seat):
                if what == "state":
                    states.append(value)
                    turns[min(value[4], TURNS - 1)] += 1
                elif what == "knock":
                    turn, left = value
                    knocks[int(left == 0), min(turn, TURNS - 1)] += 1
                else:
                    points.append(value)
    chosen = np.random.default_rng(SEED).permutation(len(states))[:STATES]
    return Noted(np.array(states, np.int64)[chosen], turns, knocks, np.array(points))


@kernel
def look_at(state, seen, limit, aces):
    """What the other player has seen of a noted hand."""
    seen.known, seen.discards, seen.declined, seen.turns, seen.unseen = state[1], state[2], state[3], state[4], state[5]
    seen.room = 10 - popcount(seen.known)
    seen.limit, seen.aces = limit, aces


@kernel
def sample_features(states, weights, samples, steps, stream, means, spread):
    """Means of the features in the noted hands (row 0) and under the model (row 1), and the model's mean covariance."""
    chains, knowledge = np.zeros(1, belief.CHAIN), np.zeros(1, belief.SEEN)
    drawn = np.zeros((samples, belief.FEATURES))
    means[:] = 0.0
    spread[:] = 0.0
    for row in range(len(states)):
        chain, seen = chains[0], knowledge[0]  # taken here: a record does not keep its array from being freed
        look_at(states[row], seen, LIMIT, 0)
        belief.write_features(states[row, 0], seen, chain.features)
        for i in range(belief.FEATURES):
            means[0, i] += chain.features[i] / len(states)
        belief.start_chain(chain, seen, stream)
        chain.energy = belief.energy(chain.hand, seen, weights, chain.features)
        for sample in range(samples):
            belief.walk(chain, seen, weights, belief.FIRST_STEPS if sample == 0 else steps, stream)
            belief.write_features(chain.hand, seen, drawn[sample])
        add_moments(drawn, len(states), means[1], spread)


@kernel
def add_moments(drawn, rows, mean, spread):
    """Add one state's sampled features to the model's mean and covariance."""
    samples = len(drawn)
    for i in range(belief.FEATURES):
        centre = drawn[:, i].mean()
        mean[i] += centre / rows
        for j in range(belief.FEATURES):
            other = drawn[:, j].mean()
            for k in range(samples):
                spread[i, j] += (drawn[k, i] - centre) * (drawn[k, j] - other) / ((samples - 1) * rows)


def fit(states: np.ndarray, never_knocks: bool, report: bool = False) -> np.ndarray:
    """The weights of one kind."""
    stream = rng.states(1)[0]
    rng.start(stream, SEED, 0, 0, rng.CHANCE)
    weights, free = np.zeros(belief.FEATURES), np.ones(belief.FEATURES, bool)
    if never_knocks:
        weights[KNOCK_LIMIT_FEATURE], free[KNOCK_LIMIT_FEATURE] = NEVER, False
    means, spread, tail = np.zeros((2, belief.FEATURES)), np.zeros((belief.FEATURES,) * 2), []
    for number in range(ROUNDS):
        sample_features(states, weights, SAMPLES, BETWEEN, stream, means, spread)
        gap = (means[0] - means[1])[free]
        curvature = spread[np.ix_(free, free)] + RIDGE * np.eye(int(free.sum()))
        step = np.linalg.solve(curvature, gap)
        weights[free] += step * min(0.5, LONGEST_STEP / np.sqrt(step @ curvature @ step))
        if number >= ROUNDS - 8:
            tail.append(weights.copy())
        if report:
            print(f"round {number}: largest gap {abs(gap).max():.4f}", flush=True)
    return np.mean(tail, axis=0)


def survival(noted: Noted) -> np.ndarray:
    """Chance not to have knocked in the first so many turns."""
    knocks = noted.knocks.sum(axis=0)
    share = (knocks + 0.5) / (noted.turns + knocks + 1)
    share[0] = 0.0
    return np.cumprod(1 - share)


def gins(noted: Noted) -> np.ndarray:
    """Share of gins among the knocks by turn."""
    return (noted.knocks[1] + 0.5) / (noted.knocks.sum(axis=0) + 1)


def held_back(noted: Noted) -> np.ndarray:
    """Share of the noted hands by turn with which the player might have knocked."""
    turn = np.minimum(noted.states[:, 4], TURNS - 1)
    may = np.array([deadwood(hand, 0) <= LIMIT for hand in noted.states[:, 0].tolist()])
    return (np.bincount(turn, may, TURNS) + 0.5) / (np.bincount(turn, minlength=TURNS) + 1)


def rows_of(table: np.ndarray) -> str:
    """The rows of a table by turn, in two lines each."""
    halves = [[", ".join(f"{x:.4f}" for x in part) for part in np.split(row, 2)] for row in table]
    return "".join(f"        [{first},\n         {second}],\n" for first, second in halves)


def text_of(weights: np.ndarray, noted: Sequence[Noted], fourth: str) -> str:
    """The source of ``fitted.py``."""
    rows = "".join(f"        [{', '.join(f'{x:.3f}' for x in row)}],\n" for row in weights)
    tables = "".join(
        f"{name} = np.array(\n    [\n{rows_of(np.array([of(found) for found in noted]))}    ]\n)  # fmt: skip\n"
        f'"""By kind of opponent: {means}."""\n'
        for name, of, means in BY_TURN
    )
    points = noted[-1].points
    counts = [f"{value}: {count}" for value, count in enumerate(np.bincount(points[points > 0])) if count]
    table = "".join(f"    {', '.join(counts[i : i + 10])},\n" for i in range(0, len(counts), 10))
    kinds = ", ".join((*KINDS[:3], fourth))
    return (
        f'"""Fitted numbers of the player `montecarlo`, made by :mod:`.fit`; the kinds are {kinds}."""\n\n'
        "import numpy as np\n\n"
        f"WEIGHTS = np.array(\n    [\n{rows}    ]\n)\n"
        '"""By kind of opponent: the weights of the features of its hand."""\n'
        f"{tables}POINTS = {{\n{table}}}  # fmt: skip\n"
        f'"""How many hands of {fourth} against itself were worth so many points to the winner."""\n'
    )


BY_TURN = (
    ("SURVIVAL", survival, "the chance not to have knocked in its first 0, 1, 2, ... turns"),
    ("GINS", gins, "the share of gins among its knocks on turn 0, 1, 2, ..."),
    ("HELD_BACK", held_back, "the chance to hold, not having knocked in its first 0, 1, ... turns, what may knock"),
)
"""Tables by kind and turn."""


def main(fourth: str = "look") -> None:
    """Fit everything and write it down."""
    players = (*KINDS[:3], fourth)
    noted = [watch(player, fourth) for player in players]
    weights = []
    for kind, found in enumerate(noted):
        print(f"{players[kind]}: {len(found.states):,} states", flush=True)
        weights.append(fit(found.states, kind == SIMPLE, report=True))
    TARGET.write_text(text_of(np.array(weights), noted, fourth), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
