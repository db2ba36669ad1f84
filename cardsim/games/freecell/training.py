"""How the weight vectors of the scan were found: ``python -m cardsim.games.freecell.training`` rewrites weights.json.

Hill climbing on seeded deals (seed ``TRAINING_SEED``; no numbered deal is used): one to three weights of the best
vector so far are changed, and the change is kept if the deals take fewer boards in all, a deal not won counting twice
its quota. Later vectors are trained on the deals that the earlier ones fail on.  The vectors after those are their
disturbed copies.

A climb ends after ``TRIALS`` tried vectors, so that the same seed gives the same weights (with the same numpy, whose
random streams may change between releases).  The committed weights came from this procedure when a climb ended after 45
seconds of processor time instead; how many vectors that was is not known any more, so a repeat gives other weights than
those in weights.json.  The plans there are written by hand and kept.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from cardsim._jit import kernel
from cardsim.games.freecell import schedule
from cardsim.games.freecell.deals import lay_out, seeded_pack
from cardsim.games.freecell.position import new_position
from cardsim.games.freecell.scan_board import set_weights
from cardsim.games.freecell.variant import ALTERNATE, ANY_CARD, KINGS, SUIT, Variant, deal_row, zobrist

TRAINING_SEED = 20_261_129
FURTHER_SEED = 20_261_130
DISTURBED, FURTHER = 24, 40
TRIALS = 400
"""Vectors tried in each of the eight climbs."""
#             home disorder buried next depth second expose split cells 4 3 2 1   empty 1 2 more  spread run
START = np.array([8, 16, 8, 8, 8, 2, 8, 16, 16, 24, 32, 48, 32, 24, 8, 0, 0])


@kernel
def boards_taken(work, deals, vector, quota, taken):
    """Boards a scan takes on each deal; a deal not won takes twice the quota."""
    s = work.scratch[0]
    set_weights(s, vector)
    for i in range(len(deals)):
        won = schedule.run_scan(work, deals[i], quota)
        taken[i] = s.boards if won >= 0 else 2 * quota


def _rows(variant, filled, first, count):
    rows = []
    for index in range(first, first + count):
        columns, cells = lay_out(seeded_pack(TRAINING_SEED, index), variant.columns, filled)
        rows.append(deal_row(columns, cells, [0] * 4, variant))
    return np.array(rows)


def _climb(variant, rows, start, quota, trials, generator):
    """The best vector found from `start` in so many trials, and the deals that it does not win within the quota."""
    work = schedule.new_workspace(new_position(variant, zobrist(1)), quota)
    taken = np.zeros(len(rows), np.int64)

    def cost(vector):
        boards_taken(work, rows, vector, quota, taken)
        return int(taken.sum())

    best = start.copy()
    least = cost(best)
    for _ in range(trials):
        tried = best.copy()
        for i in generator.choice(len(tried), generator.integers(1, 4), replace=False):
            tried[i] += generator.integers(-1, 2) + round(float(tried[i] * generator.normal(0, 0.25)))
        found = cost(tried)
        if found < least:
            best, least = tried, found
    boards_taken(work, rows, best, quota, taken)
    print(
        variant,
        quota,
        "deals",
        len(rows),
        "won",
        int((taken < 2 * quota).sum()),
        "boards",
        least,
        best.tolist(),
        flush=True,
    )
    return best, rows[taken == 2 * quota]


def _winnable(variant, rows, max_states):
    """The deals that an exhaustive search of `max_states` positions shows to be won."""
    work = schedule.new_workspace(new_position(variant, zobrist(1)), 1)
    plan = np.array([(schedule.EXHAUST, 0, max_states)])
    answers = np.zeros((len(rows), 5), np.int64)
    schedule.decide(work, rows, plan, np.zeros((1, 17), np.int64), max_states, answers)
    return rows[answers[:, schedule.VERDICT] == schedule.WON]


def train(trials: int) -> list[list[int]]:
    """The trained vectors, in the order the schedules name them; so many trials in each of eight climbs."""
    generator = np.random.default_rng(TRAINING_SEED)
    four, three, two, one = (Variant(8, cells, ALTERNATE, ANY_CARD) for cells in (4, 3, 2, 1))
    first, failed = _climb(four, _rows(four, 0, 0, 1500), START, 200, trials, generator)
    more = np.concatenate([failed, _failing(four, [(first, 200)], _rows(four, 0, 1500, 4000))])
    second, _ = _climb(four, more, first, 400, trials, generator)
    more = _failing(four, [(first, 200), (second, 400)], _rows(four, 0, 6000, 12000))
    third, _ = _climb(four, more, second, 2000, trials, generator)
    at_three, _ = _climb(three, _rows(three, 0, 20000, 400), third, 600, trials, generator)
    at_two, _ = _climb(two, _winnable(two, _rows(two, 0, 21000, 250), 20000), at_three, 1500, trials, generator)
    at_one, _ = _climb(one, _winnable(one, _rows(one, 0, 22000, 700), 20000), at_two, 1500, trials, generator)
    suit = Variant(8, 4, SUIT, ANY_CARD)
    by_suit, _ = _climb(suit, _winnable(suit, _rows(suit, 0, 24000, 400), 20000), first, 200, trials, generator)
    eight_off = Variant(8, 8, SUIT, KINGS)
    at_eight, _ = _climb(eight_off, _rows(eight_off, 4, 25000, 800), by_suit, 200, trials, generator)
    vectors = [first, second, third, at_three, at_two, at_one, by_suit, at_eight]
    vectors += disturbed(vectors[2:6], DISTURBED, generator) + further(vectors[2:6])
    return [vector.tolist() for vector in vectors]


def disturbed(bases, count, generator):
    """So many copies of the vectors `bases`, taken in turn, each weight times 0.3, 0.6, 1, 1.5 or 2."""
    copies = []
    for i in range(count):
        base = bases[i % len(bases)]
        copies.append(np.rint(base * generator.choice([0.3, 0.6, 1, 1.5, 2], len(base))).astype(np.int64))
    return copies


def further(bases):
    """The disturbed copies of `bases` for deals that are open after all others."""
    return disturbed(bases, FURTHER, np.random.default_rng(FURTHER_SEED))


def _failing(variant, passes, rows):
    """The deals that none of the passes (vector, quota) wins."""
    for vector, quota in passes:
        work = schedule.new_workspace(new_position(variant, zobrist(1)), quota)
        taken = np.zeros(len(rows), np.int64)
        boards_taken(work, rows, vector, quota, taken)
        rows = rows[taken == 2 * quota]
    return rows


if __name__ == "__main__":
    path = Path(__file__).with_name("weights.json")
    weights = json.loads(path.read_text())
    weights["vectors"] = train(TRIALS)
    lines = ",\n  ".join(json.dumps(vector) for vector in weights["vectors"])
    plans = ",\n  ".join(f"{json.dumps(name)}: {json.dumps(plan)}" for name, plan in weights["plans"].items())
    path.write_text('{"vectors": [\n  ' + lines + '\n ],\n "plans": {\n  ' + plans + "\n }}\n")
