"""Bidders and card players of Spades on hands worked out by hand, and the fitted nil table."""

from __future__ import annotations

import numpy as np
import pytest

import cardsim as cs
from cardsim.games.spades import fit_nil_table, rule_play
from cardsim.games.spades.bidders import bis
from cardsim.games.spades.decks import aces_high, low_card
from cardsim.games.strategy import check_strategy

GAME = cs.games["spades"]


def high(text):
    return int(aces_high(cs.cards.as_mask(text)))


@pytest.mark.parametrize(
    ("hand", "before", "bid"),
    [
        ("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", [], 0),  # nothing above a five: nil
        ("Ac Kc 2c 3d 4d 5d 2h 3h 4h 5h As Ks Qs", [], 5),  # 3 spades and ace, king
        ("Ac Kc 2c 3d 4d 5d 2h 3h 4h 5h As Ks Qs", [2, 2, 1], 6),  # fourth bidder, three short of 13
        ("Ac Kc 2c 3d 4d 5d 2h 3h 4h 5h As Ks Qs", [2, 1, 1], 7),  # more than three short: two more
    ],
)
def test_cats(hand, before, bid):
    assert cs.spades.bid(hand, "cats", before=before) == bid


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("Ac 2c 3c 4c 2d 3d 4d 5d 2h 3h 4h As 2s", 2),
        ("Ac Kc 3c 4c 2d 3d 4d 5d 2h 3h 4h As Ks", 4),  # 1 + 3/4 + 1/4, two top spades
        ("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s Qs", 1),  # at least 1; an unguarded queen is worth nothing
        ("2c 3d 4h As Ks Qs Js Ts 9s 8s 7s 6s 5s", 9),  # four honours, and 1/2 + 4 for ten spades: 8 1/2, half up
    ],
)
def test_sharkfeeder(hand, bid):
    assert cs.spades.bid(hand, "sharkfeeder") == bid


def test_sharkfeeder_options():
    kings = "Kc 2c 3c 4c Kd 2d 3d 5d 2h 3h 4h 2s Js"
    assert cs.spades.bid(kings, "sharkfeeder") == 2
    assert cs.spades.bid(kings, "sharkfeeder:king_mid=0.5") == 1


def test_a_random_bid_is_named_by_its_seed():
    bids = [cs.spades.bid("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", "random", seed=seed) for seed in range(60)]
    assert bids == [cs.spades.bid("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s", "random", seed=s) for s in range(60)]
    assert len(set(bids)) > 8


def test_bis_follows_its_formula():
    hand = "Ac 2c 3c Kd 2d 3d 4d 2h 3h 4h As Ks 2s"
    table = bis.HONOURS
    takes = table[3, 0] + table[4, 1] + 2
    pulled = takes + 0.5 * (13 / 4 - takes) + (13 - takes - 6) / (5 * 2)
    assert bis.bis_takes(high(hand), 6, 2) == pytest.approx(pulled)
    assert cs.spades.bid(hand, "bis", before=[3, 3]) == int(np.floor(pulled + 0.5))


def test_bis_bids_nil_where_its_table_promises_it():
    low = "2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s"
    assert bis.bis_nil_chance(high(low)) > 0.9
    assert cs.spades.bid(low, "bis") == 0
    assert cs.spades.bid(low, "bis:nil_threshold=100") > 0
    assert bis.bis_nil_chance(high("As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s")) == 0


def test_the_nil_table_is_a_table_of_chances_that_falls_with_height():
    table = bis.NIL_TABLE
    assert table.shape == (2, 1 << 13)
    assert (table[0] > 0).all()
    assert (table <= 1).all()
    assert table[0, 0] == table[1, 0] == 1
    doomed = [0b1000000000000, 0b0110000000000, 0b0011100000000, 0b0000001111111]
    assert (table[1, doomed] == 0).all()
    alone = [1 << height for height in range(12)]
    assert (np.diff(table[0, alone]) <= 0.05).all()


def test_the_fit_recovers_known_weights():
    """Nils whose outcomes are drawn from known chances give those chances back."""
    stream = np.random.default_rng(5)
    packs = stream.permuted(np.tile(np.arange(52), (40_000, 1)), axis=1)
    cells = fit_nil_table.cells_of(packs[:, :13])
    weights = np.zeros((2, 13, 13))
    weights[0, :, 9:], weights[1, :, 8:] = 0.2, 0.5
    made = stream.random(len(packs)) < np.exp(-weights.ravel()[cells].sum(axis=1))
    table = fit_nil_table.table_of(fit_nil_table.fit(cells, made))
    true = fit_nil_table.table_of(weights.ravel())
    assert not fit_nil_table.is_doomed([0, 2])
    holdings = [0b0000100000001, 0b0000000001011, 0b0011000000001, 0b0000100000011]
    assert np.abs(table[:, holdings] - true[:, holdings]).max() < 0.08


def test_cells_count_heights_and_places_within_suits():
    hand = np.array([[0, 12, 1, 13, 26, 27, 28, 39, 51, 50, 40, 41, 42]])  # ace king two of clubs ...
    cells = {tuple(int(x) for x in np.unravel_index(cell, (2, 13, 13))) for cell in fit_nil_table.cells_of(hand)[0]}
    assert {(0, 0, 0), (0, 1, 11), (0, 2, 12), (1, 0, 0), (1, 5, 12)} <= cells


# --- card players ---


def first_plays(seats, pack, **rules):
    """The cards of a deal in order of play, as (seat, text)."""
    run = cs.simulate("spades", seats, n=1, seed=0, packs=[pack], rules=rules or None, n_jobs=1)
    return [line for line in str(run.replay(0)).splitlines() if " plays " in line]


def pack_of(*hands):
    """A pack that deals these hands to seats 0..3."""
    numbers = [cs.cards.parse_cards(hand) for hand in hands]
    return [numbers[i % 4][i // 4] for i in range(52)]


HANDS = (
    "2c 5c 9c Tc 3d 6d 7d 2h 4h 6h 8h 2s 3s",
    "3c 7c Kc 2d 9d Td Jd 3h 5h 9h 7s 8s 9s",
    "4c 8c Ac 4d 5d Kd Ad Ah Kh Qh As Ks Qs",
    "6c Jc Qc 8d Qd 7h Th Jh 4s 5s 6s Ts Js",
)


def test_nil_ducks_and_partner_covers():
    hands = HANDS[2:] + HANDS[:2]
    plays = first_plays([f"fixed+rule:bid={bid}" for bid in (4, 3, 0, 3)], pack_of(*hands))
    assert plays[:3] == ["seat 0 plays A♣", "seat 1 plays Q♣", "seat 2 plays T♣"]


def test_nil_simple_partner_leads_spades_as_soon_as_he_may():
    seats = ["fixed+nil_simple:bid=0", "fixed+nil_simple:bid=3", "fixed+nil_simple:bid=4", "fixed+nil_simple:bid=3"]
    plays = first_plays(seats, pack_of(*HANDS), spade_lead="anytime")
    lead = next(i for i, line in enumerate(plays) if i % 4 == 0 and line.startswith("seat 2"))
    assert plays[lead] == "seat 2 plays A♠"


QUICK = [name for name in GAME.strategies if "dd_mc" not in name and "pimc" not in name]


@pytest.mark.parametrize("name", QUICK)
def test_every_pair_plays_whole_matches(name):
    run = cs.simulate("spades", [name] * 4, n=4, seed=9, unit="match", n_jobs=1)
    assert (run.table["deals"] >= 1).all()


def test_good_players_beat_random_ones():
    run = cs.simulate("spades", ["cats+rule", "cats+random"] * 2, n=400, seed=2, n_jobs=1)
    assert (run.table["winner"] == 0).mean() > 0.6


def compiled_rule():
    """The decision `play` of the player `rule`."""
    return check_strategy("spades", GAME.strategies["cats+rule"], ("play",), GAME.View, 0, False)[0]


def empty_view():
    view = np.zeros(1, GAME.View).view(np.recarray)[0]
    view.table[:] = -1
    view.best = view.best_seat = -1
    view.target_score, view.bag_limit = 500, 10
    return view


def test_e15_a_high_bid_comes_before_breaking_a_nil():
    """Ten bid, a nil to attack: the ace is led, not a low card; with four bid the nil is attacked."""
    view = empty_view()
    view.hand = view.legal = high("Ac 2c 3c 4c 5d 6d 7d 8h 9h Ks Qs Js Ts")
    view.seat, view.nils[1] = 0, 1
    params, state = np.array([1.0]), cs.rng.states(1)[0]
    played = {}
    for bid in (4, 9):
        view.bids[:] = [bid, 0, 0, 4]
        view.nils[2] = 0
        played[bid] = cs.cards.card_text(low_card(compiled_rule()(view, params, state)))
    assert played == {4: "2c", 9: "Ac"}


def test_e15_covering_gives_way_to_a_contract_in_danger():
    """The last tricks are all needed: the boss is led although a low card would cover as well."""
    view = empty_view()
    view.hand = view.legal = high("Ac 2d")
    view.played = ((1 << 52) - 1) ^ high("Ac 2d 3c 4c 5c 3d 4d 5d")
    view.seat, view.nils[2], view.trick = 0, 1, 11
    view.bids[:], view.tricks[:] = [5, 4, 0, 3], [4, 4, 0, 3]
    found = compiled_rule()(view, np.array([1.0]), cs.rng.states(1)[0])
    assert cs.cards.card_text(low_card(found)) == "Ac"


def test_e17_setting_a_ten_for_200_comes_before_bags():
    view = empty_view()
    view.hand = high("Ac Kc 2c 3c 4c 5c Ad Kd 2d Ah Kh As Ks")
    view.seat, view.own_bags = 0, 9
    view.bids[:] = [1, 5, 1, 5]
    found = [bool(rule_play.wants_to_set(view, 2, 0, 13, 2, True))]
    view.ten_for_200 = 1
    found.append(bool(rule_play.wants_to_set(view, 2, 0, 13, 2, True)))
    assert found == [False, True]


def test_players_do_not_see_hidden_cards():
    """Other hands dealt differently change neither the first seat's bid nor its first lead."""
    mine = HANDS[0]
    rest = " ".join(HANDS[1:]).split()
    stream = np.random.default_rng(8)
    for name in QUICK:
        seen = set()
        for _ in range(3):
            stream.shuffle(rest)
            pack = pack_of(mine, *(" ".join(rest[13 * k : 13 * k + 13]) for k in range(3)))
            run = cs.simulate("spades", [name, *["fixed+rule"] * 3], n=1, seed=0, packs=[pack], n_jobs=1)
            lines = str(run.replay(0)).splitlines()
            bid = next(line for line in lines if "seat 0 bids" in line)
            seen.add((bid, next(line for line in lines if " plays " in line)))
        assert len(seen) == 1, name


def test_dd_mc_bids_what_the_solvers_say():
    """Certain hands: thirteen spades take every trick, thirteen low cards none; the partner's bid is taken off."""
    spades = "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As"
    assert cs.spades.bid(spades, "dd_mc:worlds=3", before=[0, 3]) == 13
    assert cs.spades.bid(spades, "dd_mc:worlds=3", before=[2, 1]) == 11
    low = "2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 2s 3s"
    assert cs.spades.bid(low, "dd_mc:worlds=5") == 0
    assert cs.spades.bid(low, "dd_mc:worlds=5,nil_share=1.01") >= 1
    strong = "Ac Kc 3c 4c Ad 3d 4d 5d 2h 3h As Ks Qs"
    assert cs.spades.bid(strong, "dd_mc:worlds=4", seed=3) == cs.spades.bid(strong, "dd_mc:worlds=4", seed=3) >= 5


def test_dd_mc_plays_a_deal():
    run = cs.simulate("spades", ["dd_mc+rule:worlds=2", "cats+rule"] * 2, n=2, seed=1, n_jobs=1)
    assert run.table["bid_0"].between(0, 13).all()
