"""Checks of published numbers about Gin Rummy."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from cardsim.claims.checks.playing import SEED, Effort, built, decided_rate, mirrored, play, share, win_rate
from cardsim.claims.verdicts import Found, exactly
from cardsim.games.gin import best_discard, exact
from cardsim.games.gin.openspiel_simple import reckoned_deadwood
from cardsim.stats import mean

HANDS_10, HANDS_11 = comb(52, 10), comb(52, 11)


def melds(effort: Effort, longest: int = 13) -> dict[str, Found]:
    """How many melds there are, by kind."""
    found = [mask.bit_count() for mask in exact.all_melds(longest=longest)]
    runs = [mask.bit_count() for mask in exact.all_melds(longest=longest) if _is_run(mask)]
    counts = {"all": len(found), "runs": len(runs), "sets": len(found) - len(runs)}
    counts |= {f"runs of {length}": runs.count(length) for length in set(runs)}
    sets = len(found) - len(runs)
    counts["sets of 3"] = found.count(3) - runs.count(3)
    counts["sets of 4"] = sets - counts["sets of 3"]
    return {name: Found(exactly(count)) for name, count in counts.items()}


def _is_run(mask: int) -> bool:
    return any(mask >> 13 * suit & 8191 == mask >> 13 * suit and mask >> 13 * suit for suit in range(4)) and not any(
        mask >> 13 * suit & 8191 and mask & ~(8191 << 13 * suit) for suit in range(4)
    )


def pips(effort: Effort) -> dict[str, Found]:
    """Pips of the pack, of the heaviest set of cards without a meld, and the most deadwood of ten cards."""
    return {
        "deck": Found(exactly(sum(4 * _pips(rank) for rank in range(13)))),
        "meld-free set": Found(exactly(_heaviest_without_meld())),
        "ten cards": Found(exactly(np.flatnonzero(_law(10))[-1])),
    }


def _pips(rank: int) -> int:
    return min(rank + 1, 10)


def _heaviest_without_meld() -> int:
    """By ranks: at most two suits of each, and no suit in three neighbours."""
    held = [suits for suits in range(16) if suits.bit_count() <= 2]
    best = {(0, 0): 0}
    for rank in range(13):
        longer: dict[tuple[int, int], int] = {}
        for (before, last), total in best.items():
            for suits in held:
                if not before & last & suits:
                    key = (last, suits)
                    longer[key] = max(longer.get(key, 0), total + suits.bit_count() * _pips(rank))
        best = longer
    return max(best.values())


@cache
def _law(size: int) -> np.ndarray:
    return exact.deadwood_law(size)


def gin_hands(effort: Effort) -> dict[str, Found]:
    """Ten-card gin hands by the melds they split into, twice: unions of melds, and the law of deadwood."""
    by_length: dict[int, list[int]] = {3: [], 4: [], 5: []}
    for meld in exact.all_melds(longest=5):
        by_length[meld.bit_count()].append(meld)
    threes = {a | b for a, b in combinations(by_length[3], 2) if not a & b}
    split = {pair | four for four in by_length[4] for pair in threes if not pair & four}
    fives = {a | b for a, b in combinations(by_length[5], 2) if not a & b}
    everything = len(split | fives)
    assert everything == exact.melded_hands(10)
    note = f"the law of deadwood counts {int(_law(10)[0]):,}"
    return {
        "all": Found(exactly(everything), note=note),
        "3 + 3 + 4": Found(exactly(len(split))),
        "5 + 5": Found(exactly(len(fives))),
        "both": Found(exactly(len(split & fives))),
        "probability": Found(exactly(everything / HANDS_10)),
        "one in": Found(exactly(HANDS_10 / everything)),
    }


def big_gin_hands(effort: Effort) -> dict[str, Found]:
    """Eleven-card hands without deadwood."""
    count = exact.melded_hands(11)
    return {
        "hands": Found(exactly(count)),
        "probability": Found(exactly(count / HANDS_11)),
        "one in": Found(exactly(HANDS_11 / count)),
    }


def dealt_deadwood(effort: Effort) -> dict[str, Found]:
    """The law of the least deadwood of ten dealt cards."""
    law = _law(10).astype(float) / HANDS_10
    values = np.arange(law.size)
    centre = float(law @ values)
    low = int(_law(10)[:11].sum())
    return {
        "mean": Found(exactly(centre)),
        "standard deviation": Found(exactly(float(law @ (values - centre) ** 2) ** 0.5)),
        "median": Found(exactly(int(np.searchsorted(np.cumsum(law), 0.5)))),
        "mode": Found(exactly(int(law.argmax()))),
        "most": Found(exactly(int(np.flatnonzero(law)[-1]))),
        "hands with 10 or less": Found(exactly(low)),
        "probability of 10 or less": Found(exactly(low / HANDS_10)),
        "one in": Found(exactly(HANDS_10 / low)),
    }


def sampled_deadwood(effort: Effort) -> Found:
    """The mean deadwood of hands that the package deals."""
    return Found(play("gin", ["simple"] * 2, effort.games(1_000_000), "eaai").mean("dealt_deadwood_0"))


def no_meld(effort: Effort, sizes: list[int], aces: str = "low") -> dict[str, Found]:
    """Chance that a hand of so many cards holds no meld."""
    counts = exact.meld_free_hands(aces)
    return {str(n): Found(exactly(counts[n] / comb(52, n))) for n in sizes}


def no_meld_by_aces(effort: Effort, size: int) -> dict[str, Found]:
    """The same under each rule for aces."""
    rules = ("low", "high_low", "wrap")
    return {aces: Found(exactly(exact.meld_free_hands(aces)[size] / comb(52, size))) for aces in rules}


def hands_misprint(effort: Effort) -> Found:
    """The number of hands, and what is left of it when its last three digits are dropped."""
    return Found(exactly(HANDS_10), flawed=exactly(HANDS_10 // 1000))


def simple_hands(effort: Effort, of: str) -> Found:
    """An outcome of hands between two `simple` players."""
    run = play("gin", ["simple"] * 2, effort.games(1_000_000), "eaai")
    if of == "starter":
        table = run.table
        return Found(share(table["winner"] == table["starter"], table["winner"] >= 0))
    if of == "tie":  # counts as an undercut under these rules
        table = run.table
        return Found(share((table["end"] == "undercut") & (table["knock_deadwood"] == table["defender_deadwood"])))
    return Found(run.mean("draws") if of == "draws" else run.rate(of))


def simple_matches(effort: Effort) -> Found:
    """Hands of a match between two `simple` players."""
    return Found(play("gin", ["simple"] * 2, effort.games(100_000), "eaai", "match").mean("deals"))


def program_hands(effort: Effort, rules: str, players: list[str], mandatory: bool | None = None) -> dict[str, Found]:
    """How hands end under another program's rules, and discards per hand."""
    setting = rules if mandatory is None else {"preset": rules, "gin_mandatory": mandatory}
    run = play("gin", players, effort.games(400_000), setting)
    ends = {"gin": "gin", "knock": "knock", "undercut": "undercut|tie", "void": "void"}
    found = {name: Found(run.rate(end)) for name, end in ends.items()}
    # Under the rules of RLCard hands are not compared: any knock pays, and all of them count as knocks.
    return found | {"discards": Found(run.mean("turns"))}


def outdated_program(effort: Effort, rules: str, players: list[str]) -> dict[str, Found]:
    """How hands end today, gin being forced, and as they did before."""
    now, before = (program_hands(effort, rules, players, mandatory) for mandatory in (True, False))
    return {name: Found(now[name].estimate, flawed=before[name].estimate) for name in now}


def matches_won(effort: Effort, pairs: dict[str, list[str]], n: int = 40_000, rules: str = "eaai") -> dict[str, Found]:
    """Share of matches that the first of two players wins, by the place of the pair."""
    return {
        at: Found(win_rate("gin", one, two, effort.games(n), rules) if built("gin", one, two) else None)
        for at, (one, two) in pairs.items()
    }


def match_points(effort: Effort, one: str, two: str) -> dict[str, Found]:
    """Points of both players per match."""
    table = mirrored("gin", one, two, effort.games(20_000), "eaai", "match")
    return {"first": Found(mean(table["points"])), "second": Found(mean(table["conceded"]))}


def hand_results(effort: Effort, one: str, two: str) -> dict[str, Found]:
    """Share of decided hands that the first player wins, and points of both per hand."""
    n = effort.games(1_000_000)
    table = mirrored("gin", one, two, n // 2, "eaai")
    return {
        "decided hands won": Found(decided_rate("gin", one, two, n, "eaai")),
        "points": Found(mean(table["points"])),
        "points of the other": Found(mean(table["conceded"])),
    }


def hands_won(effort: Effort, one: str, two: str, rules: str) -> Found:
    """Share of all hands that the first player wins, either seat."""
    return Found(win_rate("gin", one, two, effort.games(200_000), rules, "deal"))


def weighted_curve(effort: Effort, weights: list[float]) -> dict[str, Found]:
    """Matches won by `weighted` against `simple`, for each weight a of chances (deadwood has 1 - a)."""
    found = {}
    for a in map(float, weights):
        player = f"weighted:a={a},b={round(1 - a, 1)}"
        found[str(a)] = Found(win_rate("gin", player, "simple", effort.games(20_000), "eaai"))
    return found


def reckoned(effort: Effort) -> Found:
    """Least deadwood after the best discard of one hand, and by one fixed arrangement of the eleven cards."""
    from cardsim.cards import as_mask

    eleven = "As 2s 3s 4s Ac 2c 3c 4c Ad 4d Ah"
    _, right = best_discard(eleven)
    return Found(exactly(right), flawed=exactly(reckoned_deadwood(as_mask(eleven), 0)))


def reckoned_too_high(effort: Effort) -> dict[str, Found]:
    """Share of eleven-card hands for which one fixed arrangement gives too much deadwood."""
    rng = np.random.default_rng(SEED)
    n = effort.games(20_000)
    found = {}
    for name, pack in (("dealt", _whole_pack), ("meld-dense", _few_ranks)):
        hands = [sum(1 << int(card) for card in rng.permutation(pack(rng))[:11]) for _ in range(n)]
        wrong = [int(reckoned_deadwood(hand, 0)) > best_discard(hand)[1] for hand in hands]
        found[name] = Found(share(wrong))
    return found


def _whole_pack(rng: np.random.Generator) -> np.ndarray:
    return np.arange(52)


def _few_ranks(rng: np.random.Generator) -> np.ndarray:
    """The cards of four to seven neighbouring ranks."""
    width = int(rng.integers(4, 8))
    low = int(rng.integers(0, 14 - width))
    return np.array([13 * suit + rank for suit in range(4) for rank in range(low, low + width)])


def sweep_worse(effort: Effort) -> Found:
    """Share of knocks in play after which the fixed sweep leaves more deadwood than the best lay-offs, same deals."""
    n = effort.games(400_000)
    sweep, best = (
        play("gin", ["simple"] * 2, n, {"preset": "eaai", "lay_off": how}).table for how in ("sweep", "choose")
    )
    knocks = best["end"].isin(["knock", "undercut", "tie"])
    assert (sweep.loc[knocks, "knock_deadwood"] == best.loc[knocks, "knock_deadwood"]).all()
    return Found(share(sweep["defender_deadwood"] > best["defender_deadwood"], knocks))
