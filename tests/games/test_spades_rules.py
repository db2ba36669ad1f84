"""Rules, scoring, bidding and the listed edge cases of Spades."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import cardsim as cs
from cardsim.cards import cards_text
from cardsim.games.spades import bidding, kernel, play
from cardsim.games.spades import view as v
from cardsim.games.spades.columns import MATCH_ENDS
from cardsim.games.spades.decks import aces_high, aces_low, high_card, low_card
from cardsim.games.spades.rules import DOMAINS
from tests.naive import spades as naive

GAME = cs.games["spades"]


def random_rules(random):
    """Rules that differ from the default in a few scoring fields."""
    fields = {
        "trick_value": [10, 20],
        "bag_value": [1, 0, -1],
        "bag_limit": [10, 7, 5, 1, None],
        "bag_penalty": [100, 50],
        "bag_penalty_to": ["self_minus", "opponents_plus"],
        "bag_remainder": ["reset", "carry"],
        "bag_points_removed": [False, True],
        "set_penalty": ["minus_contract", "zero"],
        "contract_zero": ["bags", "nothing"],
        "nil_value": [50, 100],
        "blind_nil_value": [100, 200],
        "failed_nil_tricks": ["help", "bags_only", "none"],
        "double_nil": ["separate", "flat_200", "flat_400_200"],
        "ten_for_200": [False, True],
        "moon_200": [False, True],
        "deal_bonus": [0, 200],
    }
    chosen = {field: random.choice(values) for field, values in fields.items() if random.random() < 0.5}
    if random.random() < 0.2:
        chosen = {**chosen, "bag_counter": "last_digit", "bag_value": 1}
        chosen.pop("trick_value", None)
    return GAME.check_rules(chosen)


def random_tricks(random):
    cuts = sorted(random.choices(range(14), k=3))
    parts = [cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 13 - cuts[2]]
    random.shuffle(parts)
    return parts


@pytest.mark.parametrize("seed", range(40))
def test_scores_equal_the_slow_twin(seed):
    rand = random.Random(seed)
    for _ in range(50):
        rules = random_rules(rand)
        nils = [rand.choice([0, 0, 0, 1, 2]) for _ in range(4)]
        nils[2:] = [1 if nils[s] == nils[s - 2] == 2 else nils[s] for s in (2, 3)]
        bids = [0 if nil else rand.randint(1, 7) for nil in nils]
        tricks = random_tricks(rand)
        for seat in range(4):
            if nils[seat] and rand.random() < 0.5:
                tricks[(seat + 1) % 4] += tricks[seat]
                tricks[seat] = 0
        bags, scores = [rand.randint(0, 9) for _ in range(2)], [rand.randint(-300, 500) for _ in range(2)]
        said = ["blind" if nil == 2 else bid for nil, bid in zip(nils, bids, strict=True)]
        found = cs.spades.score_deal(said, tricks, bags, rules, scores=scores)
        points, counters = naive.score_deal(rules, bids, nils, tricks, bags, scores)
        assert list(found.points) == points, (rules, said, tricks)
        assert list(found.bags) == counters or rules.bag_counter == "last_digit"


def test_the_two_numberings_are_inverse():
    for card in range(52):
        assert low_card(high_card(card)) == card
        assert aces_high(1 << card) == 1 << high_card(card)
        assert aces_low(aces_high(1 << card)) == 1 << card


def test_every_rule_has_a_domain_and_every_preset_is_allowed():
    assert tuple(DOMAINS) == GAME.Rules._fields
    for name in GAME.presets:
        assert GAME.check_rules(name) == GAME.presets[name]


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("openspeel", "did you mean 'openspiel'"),
        ({"nil_valu": 3}, "no rule 'nil_valu'.*nil_value"),
        ({"loss_floor": 200}, "loss_floor=200 is not allowed: use None, a negative"),
        ({"set_out": (1, 2, 3)}, "set_out=.* use None or a pair"),
        ({"bidding_form": "mirror", "forbid_bid_one": True}, "forbid_bid_one"),
        ({"loss_floor": "neg_target", "target_score": None}, "needs a target_score"),
        ({"bag_limit": 0}, "bag_limit=0 is not allowed"),
    ],
)
def test_bad_rules_are_named(rules, message):
    with pytest.raises(ValueError, match=message):
        GAME.check_rules(rules)


# --- edge cases, by their number in the literature's list ---


def may_play(hand, table="", broken=0, trick=3, **rules):
    """What seat 0 may play from a hand, as a set of texts, after the cards on the table."""
    packed = GAME.pack(GAME.check_rules(rules), 4)[0]
    state = np.zeros(1, GAME.table_dtype).view(np.recarray)[0]
    state.hands[0], state.trick, state.broken = aces_high(cs.cards.as_mask(hand)), trick, broken
    state.place = len(table.split())
    if table:
        state.led_suit = 0x1FFF << 13 * "cdhs".index(table[1])
    return set(cards_text(int(aces_low(play.legal_cards(packed, state, 0)))).split())


@pytest.mark.parametrize("broken", [0, 1])
def test_e1_spades_may_be_led_once_one_was_played(broken):
    assert may_play("2c 3s As", broken=broken) == ({"2c", "3s", "As"} if broken else {"2c"})
    assert may_play("2c 3s As", broken=broken, spade_lead="only_spades_left") == {"2c"}


def test_e2_a_leader_with_only_spades_may_lead_them_and_that_breaks_them():
    assert may_play("2s 3s As") == {"2s", "3s", "As"}
    assert may_play("2s 3s As", trick=0) == {"2s", "3s", "As"}
    replay = cs.replay("spades", ["cats+rule"] * 4, seed=1, index=0)
    leads = [e for e in replay.events if e[0] == v.PLAY][::4]
    first = next(i for i, e in enumerate(leads) if int(e[2]) >= 39)
    later = [e for e in leads[first + 1 :] if int(e[4]) >> 39 and int(e[4]) & ((1 << 39) - 1)]
    assert later
    assert all(int(e[3]) >> 39 for e in later)


def test_e3_a_player_who_holds_the_suit_led_may_not_play_a_spade():
    assert may_play("2c 3d As", "5c") == {"2c"}
    assert may_play("2c 3d As", "5h") == {"2c", "3d", "As"}


def test_e4_a_penalty_does_not_depend_on_the_sign_of_the_score():
    scored = cs.spades.score_deal([3, 3, 2, 3], [5, 2, 5, 1], bags=[5, 0], scores=[-95, 0])
    assert scored.points[0] == 55 - 100
    digit = cs.spades.score_deal([3, 3, 2, 3], [5, 2, 5, 1], rules="openspiel", scores=[-95, 0])
    assert digit.points[0] == 55


def test_e5_the_penalty_may_take_back_the_bag_points():
    deal = {"bids": [3, 3, 2, 3], "tricks": [5, 2, 5, 1], "bags": [5, 0]}
    assert cs.spades.score_deal(**deal).points[0] == -45
    assert cs.spades.score_deal(**deal, rules={"bag_points_removed": True}).points[0] == -55


def test_e6_a_failed_nils_tricks_are_bags_even_when_the_contract_is_set():
    scored = cs.spades.score_deal([0, 3, 6, 3], [2, 3, 4, 4])
    assert scored.points[0] == -100 - 60 + 2
    assert scored.new_bags[0] == 2
    assert scored.set[0]


@pytest.mark.parametrize(("rule", "points"), [("separate", 0 + 2), ("flat_200", -200), ("flat_400_200", -200)])
def test_e7_double_nil_with_one_failed(rule, points):
    assert cs.spades.score_deal([0, 5, 0, 5], [2, 6, 0, 5], rules={"double_nil": rule}).points[0] == points


def test_e8_a_cap_on_the_teams_bid():
    hand = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac"
    assert cs.spades.bid(hand, "fixed:bid=1", before=[13, 0]) == 1
    assert cs.spades.bid(hand, "fixed:bid=1", before=[13, 0], rules={"team_bid_cap": 13}) == 0


def test_e9_four_nils():
    run = cs.simulate("spades", ["fixed+rule:bid=0"] * 4, n=200, seed=3, n_jobs=1)
    table = run.table
    assert (table[[f"tricks_{s}" for s in range(4)]].sum(axis=1) == 13).all()
    assert (table[["contract_0", "contract_1"]] == 0).all().all()
    made = table[[f"nil_made_{s}" for s in range(4)]].to_numpy()
    tricks = table[[f"tricks_{s}" for s in range(4)]].to_numpy()
    assert ((made == 1) == (tricks == 0)).all()
    points = [(np.where(made[:, [t, t + 2]] == 1, 100, -100) + tricks[:, [t, t + 2]]).sum(axis=1) for t in (0, 1)]
    penalty = 100 * table[["bag_penalty_0", "bag_penalty_1"]].to_numpy()
    assert (table[["points_0", "points_1"]].to_numpy() == np.stack(points, axis=1) - penalty).all()


def test_e11_every_match_ends():
    losers = ["fixed+random:bid=13"] * 4
    run = cs.simulate("spades", losers, n=20, seed=1, unit="match", rules={"max_deals": 30}, n_jobs=1)
    assert set(run.table["end"]) <= {"deals", "draw"}
    assert (run.table["deals"] == 30).all()
    losers = ["fixed+random:bid=13", "fixed+random:bid=12"] * 2
    floor = cs.simulate("spades", losers, n=20, seed=1, unit="match", rules="rust_spades", n_jobs=1)
    assert (floor.table[["points_0", "points_1"]].min(axis=1) <= -200).all()
    assert set(floor.table["end"]) == {"floor"}


def test_e12_bags_do_not_depend_on_the_last_digit():
    scored = cs.spades.score_deal([0, 3, 4, 3], [0, 4, 6, 3], rules={"nil_value": 75}, scores=[38, 0])
    assert scored.points[0] == 75 + 40 + 2
    assert scored.bag_penalties[0] == 0


def test_e13_gaps_in_spades_are_counted_from_the_card_before():
    from cardsim.games.spades.bidders.cats import cats_estimate

    estimate = cats_estimate(aces_high(cs.cards.as_mask("As Qs 8s 2c 3c 4c 2d 3d 4d 2h 3h 4h 5h")))
    assert estimate == pytest.approx(3 - 0 - 0.4 - 1)


LOW = "2c 3c 4c 5c 6c 7c 8c 2d 3d 4d 5d 6d 7d"


def test_e14_trickster_bids_no_second_nil():
    assert cs.spades.bid(LOW, "trickster") == 0
    assert cs.spades.bid(LOW, "trickster", before=[0, 4]) == 1
    assert cs.spades.bid(LOW, "trickster", before=[0, 4], blind=[0]) == 1
    assert cs.spades.bid(LOW, "trickster", before=[4, 0], blind=[1]) == 1


def test_e16_bags_off_and_a_limit_of_one():
    for limit in (None, 1):
        run = cs.simulate("spades", n=300, seed=2, rules={"bag_limit": limit}, n_jobs=1)
        penalties = run.table[["bag_penalty_0", "bag_penalty_1"]].to_numpy()
        bags = run.table[["bags_0", "bags_1"]].to_numpy()
        assert (penalties == (bags > 0 if limit else 0)).all()


ROWS = {
    "-/23568T/Q/23579A": [(None, 0, 4)],
    "-/-/-/23456789TJQKA": [(None, 0, 13)],
    "-/-/A/3456789TJQKA": [(None, 0, 13)],
    "A/A/A/56789TJQKA": [(None, 0, 13)],
    "2345678/234567/-/-": [(None, 0, 0), (0, 0, 1)],
    "2345678/23456/-/A": [(None, 0, 1), (None, 1, 0)],
    "2345678/2345/-/KA": [(None, 0, 2), (None, 1, 2), (None, 2, 0)],
    "23456/2345/-/JQKA": [(None, 0, 4), (None, 1, 4), (None, 2, 5), (0, 2, 5), (3, 2, 4), (None, 4, 0)],
    "234/23A/234/3QKA": [(None, 4, 0), (0, 4, 6)],
    "23456/234A/-/JQKA": [(None, 4, 7), (5, 4, 5)],
}


@pytest.mark.parametrize(("text", "partner", "passed", "bid"), [(h, *r) for h, rows in ROWS.items() for r in rows])
def test_trickster_bids_as_its_own_tests_say(text, partner, passed, bid):
    hand = [rank + suit for suit, ranks in zip("cdhs", text.split("/"), strict=True) for rank in ranks.strip("-")]
    before = [] if partner is None else [partner, 3]
    assert cs.spades.bid(hand, "trickster", before=before, rules={"nil_pass": passed}) == bid


# --- what players may do ---


def always_ace_of_spades(view, params, rng):
    return 51


def bids_fifteen(view, params, rng):
    return 15


def test_a_card_that_does_not_follow_suit_is_named():
    rogue = GAME.strategies["cats+rule"]._replace(play=always_ace_of_spades, name="rogue")
    with pytest.raises(cs.StrategyError) as error:
        cs.simulate("spades", [rogue, "cats+rule", "cats+rule", "cats+rule"], n=50, seed=1, n_jobs=1)
    assert re.search(
        r"'rogue' in seat 0.*played As to trick \d+, (which it does not hold|but may only)", str(error.value)
    )


def test_an_impossible_bid_is_named():
    rogue = GAME.strategies["cats+rule"]._replace(bid=bids_fifteen, name="rogue")
    with pytest.raises(cs.StrategyError, match=r"seat 2, decision 'bid', bid 15; it may bid 0, 1, .* 13"):
        cs.simulate("spades", ["cats+rule", "cats+rule", rogue, "cats+rule"], n=1, seed=1, n_jobs=1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cs.spades.score_deal([1, 2, 3, 14], [1, 2, 3, 7]), r"bids\[3\] = 14"),
        (lambda: cs.spades.score_deal([1, 2, 3, 4], [1, 2, 3, 8]), "add up to 13, not 14"),
        (lambda: cs.spades.nil_makeable(["2c", "3c", "4c", "2c"], 0, 0), "seat 3 holds 2c, which another seat holds"),
        (lambda: cs.spades.nil_makeable(["2c", "3c", "4c", "5c 6c"], 0, 0), "seat 0 holds 1, seat 3 holds 2"),
        (lambda: cs.spades.nil_makeable(["2c", "3c", "4c", "5c"], 4, 0), "nil=4 must be a seat"),
        (lambda: cs.spades.nil_chance("2c 3c"), "13 cards, but 2"),
        (lambda: cs.spades.score_deal(5, [1, 2, 3, 7]), "bids=5 must be a list"),
        (lambda: cs.spades.score_deal(["nil", 2, 3, 4], [1, 2, 3, 7]), "bids.0. = 'nil' must be .* .0 is nil"),
        (lambda: cs.spades.score_deal(["blind", 2, "blind", 4], [0, 6, 0, 7]), "seats 0 and 2 both bid blind nil"),
        (
            lambda: cs.spades.score_deal(["blind", "blind", 3, 4], [0, 0, 6, 7], rules={"blind_nil_per": "table"}),
            "two seats bid blind nil",
        ),
        (
            lambda: cs.spades.score_deal([9, 2, 9, 4], [1, 2, 3, 7], rules="openspiel"),
            "seats 0 and 2 bid 18 together, but team_bid_cap=13",
        ),
        (lambda: cs.spades.score_deal([1, 2, 9, 4], [1, 2, 3, 7], rules={"forbid_bid_one": True}), "seat 0 bid 1"),
        (lambda: cs.spades.nil_makeable("2c 3c 4c 5c", 0, 0), "must be a list of four hands"),
        (lambda: cs.spades.nil_makeable(["", "", "", ""], 0, 0), "seat 0 holds none"),
        (lambda: cs.spades.nil_makeable(["2c", "3c", "4c", "5c"], 0, 0, max_nodes=0), "max_nodes=0 must be"),
        (lambda: cs.spades.nil_chance(LOW, worlds=0), "worlds=0 must be"),
        (lambda: cs.spades.nil_chance(LOW, seed="a"), "seed='a' must be"),
        (lambda: cs.spades.bid(LOW, "cats", before=[4], blind=[0]), "blind names place 0 of before=.4., where no 0"),
        (lambda: cs.spades.facts.suit_length(14), "k=14 must be a whole number from 0 to 13"),
        (lambda: cs.spades.facts.nil_break_even(3, nil_value=0), "nil_value=0 must be above 0"),
        (lambda: cs.spades.bid(LOW, "nobody"), "no strategy 'nobody'"),
        (lambda: cs.spades.bid(LOW, "cats", before=[1, 2, 3, 4]), "at most three"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


# --- whole deals against the slow twin ---


def cards_in(mask):
    return {card[0] + card[1].upper() for card in cards_text(int(mask)).split()}


def check_deal(events, rules):
    """Every choice was legal and legal sets, trick winners and hands are those of the slow twin."""
    hands, table, broken, leader, tricks = {}, [], False, 0, [0] * 4
    for kind, seat, choice, legal, first, _ in ([int(x) for x in event] for event in events):
        if kind == 11:
            hands[seat] = cards_in(legal)
        elif kind == v.PASS_CARDS:
            card = next(iter(cards_in(1 << choice)))
            hands[seat].remove(card)
            hands[seat ^ 2].add(card)
        elif kind == v.PLAY:
            card = next(iter(cards_in(1 << choice)))
            if not table:
                leader = seat
            led = table[0][1] if table else None
            assert seat == (leader + len(table)) % 4
            assert cards_in(first) == hands[seat]
            assert cards_in(legal) == naive.legal(hands[seat], led, rules.spade_lead, broken, sum(tricks))
            hands[seat].remove(card)
            table.append(card)
            broken = broken or card[1] == "S"
        elif kind == 10:
            assert seat == (leader + naive.winner(table)) % 4
            tricks[seat] += 1
            table = []
    return tricks


@pytest.mark.parametrize("spade_lead", DOMAINS["spade_lead"].values)
@pytest.mark.parametrize("player", ["random+random", "cats+rule", "fixed+nil_simple:bid=0"])
def test_deals_equal_the_slow_twin(spade_lead, player):
    rules = GAME.check_rules({"spade_lead": spade_lead})
    for index in range(12):
        replay = cs.replay("spades", [player] * 4, rules=rules, seed=11, index=index)
        tricks = check_deal(replay.events, rules)
        row = replay.outcome
        assert [row[f"tricks_{s}"] for s in range(4)] == tricks
        bids, nils = ([row[f"{name}_{s}"] for s in range(4)] for name in ("bid", "nil"))
        points, _ = naive.score_deal(rules, bids, nils, tricks, [0, 0], [0, 0])
        assert [row["points_0"], row["points_1"]] == points


def test_cards_are_passed_between_nil_and_partner():
    seats = ["fixed+rule:bid=0", "cats+rule", "fixed+rule:bid=4", "cats+rule"]
    for order in ("simultaneous", "bidder_first"):
        replay = cs.replay("spades", seats, rules={"nil_pass": 2, "pass_order": order}, seed=4, index=0)
        passes = [event for event in replay.events if event[0] == v.PASS_CARDS]
        assert [int(event[1]) for event in passes][:4] == [0, 0, 2, 2]
        dealt = {int(e[1]): int(e[3]) for e in replay.events if e[0] == 11}
        first = {int(e[1]): int(e[4]) for e in reversed(replay.events) if e[0] == v.PLAY}
        for seat in (0, 2):
            given = sum(1 << int(e[2]) for e in passes if e[1] == seat)
            got = sum(1 << int(e[2]) for e in passes if e[1] == seat ^ 2)
            assert first[seat] == (dealt[seat] | got) & ~(given & ~got)


def test_the_deal_rotates_and_the_first_leader_is_left_of_the_dealer():
    replay = cs.replay("spades", seed=1, index=0, unit="match", seats=["cats+rule"] * 4)
    dealers = [int(e[4]) for e in replay.events if e[0] == 11 and e[1] == 0]
    assert dealers == [(3 + k) % 4 for k in range(len(dealers))]


def test_lowest_clubs_first():
    rules = {"first_leader": "lowest_club_all"}
    for index in range(5):
        replay = cs.replay("spades", ["random+random"] * 4, rules=rules, seed=8, index=index)
        plays = [e for e in replay.events if e[0] == v.PLAY][:4]
        assert int(plays[0][2]) == 1  # the two of clubs
        for e in plays:
            clubs = sorted(card for card in cards_in(e[4]) if card[1] == "C")
            played = next(iter(cards_in(1 << int(e[2]))))
            if clubs:
                assert played == min(clubs, key=naive.height)
            else:
                assert played[1] != "S"


def ended(scores, number=5, sets=(0, 0), in_a_row=(0, 0), **rules):
    """How a match stands after a deal: (end, winner), or None if it goes on."""
    packed = GAME.pack(GAME.check_rules(rules), 4)[0]
    table = np.zeros(1, GAME.table_dtype).view(np.recarray)[0]
    table.scores[:], table.sets[:], table.sets_in_a_row[:] = scores, sets, in_a_row
    end = int(kernel.end_of_match(packed, table, number))
    if end == kernel.GOES_ON:
        return None
    return MATCH_ENDS[end], int(kernel.winner_of_match(packed, table, end))


@pytest.mark.parametrize(
    ("scores", "options", "result"),
    [
        ([499, 480], {}, None),
        ([500, 480], {}, ("target", 0)),
        ([510, 520], {}, ("target", 1)),  # E10: both there, the higher wins
        ([510, 510], {}, None),  # E10: equal, another deal
        ([-400, 100], {}, None),  # no floor by default
        ([-200, 100], {"loss_floor": -200}, ("floor", 1)),
        ([-200, -210], {"loss_floor": -200}, ("floor", 0)),
        ([-200, -200], {"loss_floor": -200}, None),
        ([-300, 100], {"loss_floor": "neg_target", "target_score": 300}, ("floor", 1)),
        ([10, 20], {"number": 100}, ("deals", 1)),
        ([20, 20], {"number": 100}, ("draw", -1)),
        ([20, 10], {"number": 8, "target_hands": 8}, ("deals", 0)),
        ([20, 10], {"sets": (3, 1), "set_out": (3, 2)}, ("sets", 1)),
        ([20, 10], {"in_a_row": (0, 2), "set_out": (3, 2)}, ("sets", 0)),
        ([20, 10], {"sets": (2, 2), "in_a_row": (1, 1), "set_out": (3, 2)}, None),
        ([20, 10], {"sets": (3, 3), "set_out": (3, 2)}, ("sets", 0)),
    ],
)
def test_how_a_match_ends(scores, options, result):
    assert ended(scores, **options) == result


@pytest.mark.parametrize("name", list(GAME.presets))
def test_every_preset_plays_matches_that_end(name):
    run = cs.simulate("spades", n=40, seed=6, unit="match", rules=name, n_jobs=1)
    assert run.table["deals"].between(1, 100).all()
    again = cs.simulate("spades", n=40, seed=6, unit="match", rules=name, n_jobs=1)
    assert run.table.equals(again.table)


def legal(hand="2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", bids=(-1, -1, -1, -1), seat=0, **rules):
    """The bids a seat may make."""
    packed = GAME.pack(GAME.check_rules(rules), 4)[0]
    nils = np.array([int(bid == 0) for bid in bids], np.int64)
    mask = bidding.legal_bids(packed, np.array(bids, np.int64), nils, aces_high(cs.cards.as_mask(hand)), seat)
    return [bid for bid in range(14) if int(mask) >> bid & 1]


ANY = list(range(14))


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ({}, ANY),
        ({"bids": (13, 0, -1, -1), "seat": 2}, ANY),  # E8
        ({"bids": (13, 0, -1, -1), "seat": 2, "team_bid_cap": 13}, [0]),  # E8
        ({"nil_value": 0}, ANY[1:]),
        ({"bids": (0, 3, -1, -1), "seat": 2, "nil_requires": "no_double_nil"}, ANY[1:]),
        ({"bids": (3, 3, -1, -1), "seat": 2, "nil_requires": "partner_min_4"}, ANY[1:]),
        ({"bids": (4, 3, -1, -1), "seat": 2, "nil_requires": "partner_min_4"}, ANY),
        ({"bids": (1, 3, -1, -1), "seat": 2, "min_team_bid": 4}, ANY[3:]),
        ({"forbid_bid_one": True}, [0, *ANY[2:]]),
        ({"bids": (3, 3, 3, -1), "seat": 3, "forbid_total_13": True}, [b for b in ANY if b != 4]),
        ({"bidding_form": "mirror"}, [2]),
        ({"bidding_form": "whiz"}, [0, 2]),
        ({"bids": (3, 3, -1, -1), "seat": 2, "bidding_form": "suicide"}, [0]),
        ({"bids": (0, 3, -1, -1), "seat": 2, "bidding_form": "suicide"}, ANY[1:]),
    ],
)
def test_which_bids_are_allowed(options, allowed):
    assert legal(**options) == allowed


def test_blind_nil_at_most_one_in_a_team_and_only_where_it_is_offered():
    blind = cs.simulate("spades", ["blind+rule"] * 4, n=50, seed=1, n_jobs=1).table
    nils = blind[[f"nil_{s}" for s in range(4)]].to_numpy()
    assert ((nils == 2)[:, :2]).all()
    assert not (nils == 2)[:, 2:].any()
    behind = cs.simulate("spades", ["blind+rule"] * 4, n=50, seed=1, rules={"blind_nil_when": "behind"}, n_jobs=1).table
    assert not (behind[[f"nil_{s}" for s in range(4)]] == 2).any().any()
    off = cs.simulate("spades", ["blind+rule"] * 4, n=50, seed=1, rules={"blind_nil_value": 0}, n_jobs=1).table
    assert not (off[[f"nil_{s}" for s in range(4)]] == 2).any().any()
