"""How bids arise in Spades: bidding forms, blind bids, who may still bid blind."""

from __future__ import annotations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.spades import view as v
from tests.naive import spades as naive

GAME = cs.games["spades"]
BLIND = {"blind_6_7_double": True}


def events_of(replay, kind):
    return [[int(x) for x in event] for event in replay.events if event[0] == kind]


def test_partners_bid_one_after_the_other():
    """Both of the first team bid before the other team, so their bids know of each other."""
    for form, order in (("round", [0, 1, 2, 3]), ("partnership", [0, 2, 1, 3])):
        replay = cs.replay("spades", ["cats+rule"] * 4, rules={"bidding_form": form}, seed=2, index=0)
        assert [e[1] for e in events_of(replay, v.BID)] == order


def sums_bids(view, params, rng):
    """Bids one more than the number of bids it knows."""
    known = 1
    for seat in range(4):
        known += view.bids[seat] >= 0
    return known


def test_what_a_bidder_knows_depends_on_the_form():
    seats = [GAME.strategies["cats+rule"]._replace(bid=sums_bids, name="counts")] * 4
    bids = {}
    for form in ("round", "partnership"):
        row = cs.simulate("spades", seats, n=1, seed=2, rules={"bidding_form": form}, n_jobs=1).table.iloc[0]
        bids[form] = [int(row[f"bid_{s}"]) for s in range(4)]
    assert bids == {"round": [1, 2, 3, 4], "partnership": [1, 3, 2, 4]}


def test_the_first_hand_bids_itself():
    rules = {"bidding_form": "first_hand_bids_itself"}
    table = cs.simulate("spades", n=300, seed=2, rules=rules, n_jobs=1).table
    tricks = table[[f"tricks_{s}" for s in range(4)]].to_numpy()
    assert (table[[f"bid_{s}" for s in range(4)]].to_numpy() == tricks).all()
    assert (table[[f"nil_{s}" for s in range(4)]] == 0).all().all()
    assert (table["points_0"] == 10 * (tricks[:, 0] + tricks[:, 2])).all()
    assert (table[["bags_0", "bags_1"]] == 0).all().all()
    assert not (table[["set_0", "set_1"]] == 1).any().any()


def test_only_the_first_hand_bids_itself():
    seats, rules = ["cats+rule"] * 4, {"bidding_form": "first_hand_bids_itself"}
    replay = cs.replay("spades", seats, rules=rules, seed=2, index=0, unit="match")
    kinds = [int(event[0]) for event in replay.events]
    first = kinds.index(12)  # the first deal is scored
    assert v.BID not in kinds[:first]
    assert kinds.count(v.BID) == 4 * (kinds.count(12) - 1)
    usual = cs.replay("spades", seats, seed=2, index=0, unit="match")
    assert usual.outcome["points_0"] != replay.outcome["points_0"]


# --- blind bids for the team ---


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        (["blind 6", 3, 0, 3], [4, 3, 3, 3], 120 + 1),
        (["blind 7", 3, 0, 3], [4, 3, 3, 3], 140),
        (["blind 9", 3, 0, 3], [4, 3, 3, 3], -180),
        ([0, 3, "blind 6", 3], [0, 3, 6, 4], 120),  # the partner's 0 is no nil
    ],
)
def test_a_blind_bid_scores_double(bids, tricks, points):
    assert cs.spades.score_deal(bids, tricks, rules=BLIND).points[0] == points


def test_a_blind_ten_for_200_doubles_too():
    scored = cs.spades.score_deal(["blind 10", 1, 0, 1], [6, 1, 5, 1], rules={**BLIND, "ten_for_200": True})
    assert scored.points[0] == 400 + 1


@pytest.mark.parametrize(
    ("bids", "rules", "message"),
    [
        (["blind 6", 3, 0, 3], {}, "need blind_6_7_double=True"),
        (["blind 5", 3, 0, 3], BLIND, "blind bids are 6 to 13"),
        (["blind x", 3, 0, 3], BLIND, "blind bids are 6 to 13"),
        (["blind 6", 3, 2, 3], BLIND, "the bid of seat 2 must be 0"),
        (["blind", 3, 2, 3], {"blind_nil_value": 0}, "seat 0 bid blind nil, but"),
        ([2, "seven", 2, 3], {}, r"bids\[1\] = 'seven'"),
    ],
)
def test_bad_blind_bids_are_named(bids, rules, message):
    with pytest.raises(ValueError, match=message):
        cs.spades.score_deal(bids, [4, 3, 3, 3], rules=rules)


@pytest.mark.parametrize("when", ["any", "before_deal"])
def test_a_blind_bid_is_the_whole_teams(when):
    """The partner makes no bid, and scores are those of the slow twin."""
    rules = GAME.check_rules({**BLIND, "blind_nil_when": when})
    seats = ["blind+rule:blind_bid=7", "cats+rule", "blind+rule:blind_bid=7", "cats+rule"]
    table = cs.simulate("spades", seats, n=200, seed=5, rules=rules, n_jobs=1).table
    assert (table["bid_0"] == 7).all()
    assert (table["bid_2"] == 0).all()
    assert (table[["nil_0", "nil_2"]] == 0).all().all()
    doubled = 0
    for _, row in table.iterrows():
        bids, nils, tricks = ([int(row[f"{name}_{s}"]) for s in range(4)] for name in ("bid", "nil", "tricks"))
        points, _ = naive.score_deal(rules, bids, nils, tricks, [0, 0], [0, 0], [1, 0, 0, 0])
        assert [row["points_0"], row["points_1"]] == points
        doubled += points[0] >= 140
    assert 0 < doubled < 200


def test_without_the_rule_nobody_may_bid_blind_seven():
    rogue = GAME.strategies["cats+rule"]._replace(blind_nil=lambda view, params, rng: 7, name="rogue")
    with pytest.raises(cs.StrategyError, match=r"'rogue' in seat 1, decision 'blind_nil', answered 7; it may answer 0"):
        cs.simulate("spades", ["cats+rule", rogue, "cats+rule", "cats+rule"], n=1, seed=1, n_jobs=1)


def test_a_blind_bid_asks_for_the_deficit():
    rules = {**BLIND, "blind_nil_when": "behind"}
    table = cs.simulate("spades", ["blind+rule:blind_bid=6"] * 4, n=50, seed=1, rules=rules, n_jobs=1).table
    assert not (table["bid_0"] == 6).all()


# --- one blind nil in a team, or at the table ---


def blind_nils(**rules):
    table = cs.simulate("spades", ["blind+rule"] * 4, n=50, seed=1, rules=rules, n_jobs=1).table
    return (table[[f"nil_{s}" for s in range(4)]].to_numpy() == 2).all(axis=0).astype(int).tolist()


def test_one_blind_nil_per_team_or_per_table():
    assert blind_nils() == [1, 1, 0, 0]
    assert blind_nils(blind_nil_per="table") == [1, 0, 0, 0]
    assert GAME.presets["metamess"].blind_nil_per == "table"


def test_metamess_allows_one_blind_nil_at_the_table_in_a_match():
    """A team 100 behind bids blind nil; the other, ahead, may not, and never do two seats hold one."""
    rules = {"preset": "metamess", "blind_nil_deficit": 0}
    log = cs.replay("spades", ["blind+rule"] * 4, rules=rules, seed=3, index=0, unit="match")
    deal, most = 0, 0
    for kind, _, choice, *_ in ([int(x) for x in event] for event in log.events):
        if kind == v.BLIND_NIL_DECISION:
            deal += choice
        elif kind == 12:
            most, deal = max(most, deal), 0
    assert most == 1


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"bidding_form": "mirror", **BLIND}, "leaves no choice that blind_6_7_double"),
        ({"bidding_form": "suicide", **BLIND}, "one of a team bids nil"),
        ({"deck": [r + s for r in "23456789" for s in "cdhs"], **BLIND}, "hands of at least 6 cards"),
    ],
)
def test_bad_combinations_are_named(rules, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_rules(rules)


def test_bids_follow_the_size_of_the_hand():
    deck = [r + s for r in "23456" for s in "cdhs"]
    table = cs.simulate("spades", ["random+random"] * 4, n=400, seed=1, rules={"deck": deck}, n_jobs=1).table
    bids = table[[f"bid_{s}" for s in range(4)]].to_numpy()
    assert bids.max() == 8
    assert bids.min() == 0
    assert np.unique(bids).size == 9
