"""Two packs, jokers, wild ranks, small sets: examples of each rule, exact chances, dead positions, own players."""

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest

import cardsim as cs
from cardsim.cards import as_mask, parse_card
from cardsim.games.log import new_log
from cardsim.games.rummy import GAME
from cardsim.games.rummy.packs.ground import JOKER, JOKERS
from cardsim.games.rummy.packs.placing import SWAPPED
from cardsim.games.rummy.plays import LAID_OFF, MELDED
from cardsim.games.rummy.turns import DEALT
from cardsim.games.rummy.view import AS_LAYOFFS, AS_SWAP, BOTH
from cardsim.games.strategy import StrategyError
from tests.games.rummy.scripts import SCRIPTED, Script

JOKER_BIT = 1 << JOKER


def rows(rules, seats, n, unit="deal", seed=4, first=0):
    checked = GAME.check_rules(rules)
    outcome = GAME.empty_rows(unit, n)
    fault = GAME.run_block(GAME.prepare(checked, GAME.find_seats(seats), unit), seed, first, outcome)
    assert fault[0] == 0, GAME.describe_fault(fault, seats)
    return GAME.table(outcome, unit, np.arange(first, first + n), checked, len(seats))


def numbers(text, decks):
    """Card numbers of a pack: a card's first copy, then its second; jokers after all cards."""
    seen, found = {}, []
    for word in text.split():
        kind = 52 * decks if word == "Jk" else parse_card(word)
        found.append(kind + seen.get(kind, 0) * (1 if word == "Jk" else 52))
        seen[kind] = seen.get(kind, 0) + 1
    return found


def play(rules, scripts, hands, upcard, stock=""):
    """Play a deal of these hands, upcard and stock: (row as a dict, events, fault)."""
    checked = GAME.check_rules(rules)
    dealt = " ".join(card for cards in zip(*(hand.split() for hand in hands), strict=True) for card in cards)
    pack = numbers(f"{dealt} {upcard} {stock}", checked.decks)
    pack += [card for card in range(GAME.cards_in_play(checked)) if card not in pack]
    seats = GAME.find_seats([SCRIPTED._replace(params=s.params()) if isinstance(s, Script) else s for s in scripts])
    outcome, log = GAME.empty_rows("deal", 1), new_log(3000)
    fault = GAME.run_block(GAME.prepare(checked, seats, "deal"), 1, 0, outcome, np.array([pack], np.uint8), log)
    row = GAME.table(outcome, "deal", [0], checked, len(seats)).iloc[0].to_dict()
    return row, [[int(value) for value in event] for event in log[1 : 1 + log[0, 0]]], fault


def first_turn(rules, hand, answers, drawn):
    """Events of the first turn of a player who gives these answers to `shed`; the fault too."""
    size = len(hand.split())
    other = ["2c", "3d", "4h", "5s", "6c", "7d", "8h", "9s"][:size]
    scripts = [Script(shed=[*answers, 0]), Script()]
    _, events, fault = play({"hand_size": size, "max_turns": 1, **rules}, scripts, [hand, " ".join(other)], "Jc", drawn)
    return [event for event in events if event[0] in (MELDED, LAID_OFF, SWAPPED)], fault


def test_two_packs_have_sets_of_different_suits():
    """A set of two equal suits is none, but three of different suits leave the fourth card (rummikub of machocam)."""
    pair = as_mask("Kc Kd") | BOTH | BOTH << 1
    done, fault = first_turn({"decks": 2}, "Kc Kd Kc Kd 7h", [pair], "2s")
    assert done == []  # nothing can be put down, so nobody is asked
    done, fault = first_turn({"decks": 2, "set_distinct_suits": False}, "Kc Kd Kc Kd 7h", [pair], "2s")
    assert (fault[0], len(done)) == (0, 1)
    assert cs.rummy.is_meld("Kc Kd Kh", {"decks": 2})
    assert not cs.rummy.is_meld("Kc Kd Kc", {"decks": 2})
    assert cs.rummy.is_meld("Kc Kd Kc", {"decks": 2, "set_distinct_suits": False})
    assert str(cs.rummy.best_shed("Kc Kd Kh Kc 2s", rules={"decks": 2})) == "Kc Kd Kh | left: Kc 2s (12)"


def test_sets_of_at_most_three():
    assert not cs.rummy.is_meld("Kc Kd Kh Ks", {"set_max": 3})
    done, _ = first_turn({"set_max": 3}, "Kc Kd Kh Ks 7h", [as_mask("Kc Kd Kh"), as_mask("Ks")], "2s")
    assert len(done) == 1
    eight = "Kc Kd Kh Ks Kc Kd Kh Ks"
    for most, legal in ((7, False), (8, True)):
        assert cs.rummy.is_meld(eight, {"decks": 2, "set_distinct_suits": False, "set_max": most}) == legal


def test_a_meld_has_two_natural_cards():
    jokers = {"jokers": 4}
    assert cs.rummy.is_meld("7c 7d Jk", jokers)
    assert cs.rummy.is_meld("7c 9c Jk", jokers)
    assert cs.rummy.is_meld("7c Tc Jk Jk", jokers)
    assert not cs.rummy.is_meld("7c Jk Jk", jokers)
    assert not cs.rummy.is_meld("Jk Jk Jk", jokers)
    assert not cs.rummy.is_meld("7c Tc Jk", jokers)
    assert cs.rummy.is_meld("7c 7d Jk Jk", jokers)
    assert not cs.rummy.is_meld("7c 7d 7h Jk Jk", jokers)
    assert cs.rummy.is_meld("2c 3c 2h", {"wild_rank": "2"})
    assert not cs.rummy.is_meld("2c 2d 7h", {"wild_rank": "2"})
    assert cs.rummy.is_meld("2c 2d 2h", {"wild_rank": "2"})


def test_a_wild_card_stands_for_one_card():
    """In a run it has a place; in a set it stands for the lowest suit that is not there."""
    done, _ = first_turn({"jokers": 1}, "5h 7h Jk Kd Qc", [as_mask("5h 7h") | JOKER_BIT], "2s")
    assert done == [[MELDED, 0, as_mask("5h 7h") | JOKER_BIT, 0, 1, 1 + 16 * 2 + 4]]
    assert GAME.describe(np.array(done[0]), ["a"]) == "seat 0 melds 5♥ 7♥ joker (5♥ to 7♥)"
    answers = [as_mask("7h 7s") | JOKER_BIT, as_mask("7c") | AS_LAYOFFS]
    done, _ = first_turn({"jokers": 1}, "7h 7s Jk 7c Qc", answers, "2s")
    assert len(done) == 1
    answers[1] = as_mask("7d") | AS_LAYOFFS
    done, fault = first_turn({"jokers": 1}, "7h 7s Jk 7d Qc", answers, "2s")
    assert fault[0] == 0
    assert done[1] == [LAID_OFF, 0, parse_card("7d"), 1, 1, 1 + parse_card("7d")]


def test_jokers_are_exchanged_only_where_the_rule_says_so():
    answers = [as_mask("5h 7h") | JOKER_BIT, as_mask("6h") | AS_SWAP]
    hand = "5h 7h Jk 6h 8h Qc"
    swapping = {"jokers": 1, "joker_swap": True}
    done, fault = first_turn(swapping, hand, answers, "2s")
    assert fault[0] == 0
    assert done[1] == [SWAPPED, 0, parse_card("6h"), 1, JOKER, 2]
    assert GAME.describe(np.array(done[1]), ["a"]) == "seat 0 puts 6♥ on meld 1 and takes joker for it"
    _, fault = first_turn({"jokers": 1}, hand, answers, "2s")
    assert "offered 6h for a wild card on the table, which cannot be had for it" in GAME.describe_fault(
        fault, ["a", "b"]
    )
    answers[1] = as_mask("8h") | AS_SWAP
    _, fault = first_turn(swapping, hand, answers, "2s")
    assert "offered 8h for a wild card on the table" in GAME.describe_fault(fault, ["a", "b"])


def test_pips_of_wild_cards_in_hand_and_on_the_table():
    rules = {"jokers": 1, "hand_size": 5, "scoring": "meld_points", "max_turns": 1, "joker_pips": 25}
    row, _, _ = play(rules, [Script(shed=[as_mask("5h 7h") | JOKER_BIT, 0], discard=["Kd"]), Script()],
                     ["5h 7h Jk Kd Qc", "2c 3d 4h 5s 6c"], "Jc", "2s")  # fmt: skip
    assert row["points_0"] == 5 + 7 + 25 - 10 - 2
    row, _, _ = play(rules, [Script(shed=[0], discard=["Kd"]), Script()],
                     ["5h 7h Jk Kd Qc", "2c 3d 4h 5s 6c"], "Jc", "2s")  # fmt: skip
    assert row["points_0"] == -(5 + 7 + 25 + 10 + 2)


def test_with_two_packs_the_other_card_of_a_kind_may_be_discarded():
    for own, legal in (("7c Kd", True), ("8c Kd", False)):
        _, events, fault = play({"decks": 2, "hand_size": 2, "max_turns": 1},
                                [Script(draw=[1], discard=["7c"]), Script()], [own, "2c 3d"], "7c")  # fmt: skip
        assert (fault[0] == 0) == legal, events


def test_wrong_questions_are_refused():
    with pytest.raises(ValueError, match="7c is given twice, but these rules have one pack"):
        cs.rummy.best_shed("7c 7c Jk", rules={"jokers": 1})
    with pytest.raises(ValueError, match="a joker is given twice, but these rules have jokers=1"):
        cs.rummy.best_shed("7c Jk Jk", rules={"jokers": 1})
    with pytest.raises(ValueError, match="on the table is not a meld under these rules"):
        cs.rummy.best_shed("7c", ["Jk Jk 8h"], {"jokers": 3})
    with pytest.raises(ValueError, match="54 is not a card number"):
        cs.rummy.best_shed([54], rules={"jokers": 1})
    with pytest.raises(StrategyError, match="discard='min_dist' measures a hand of single natural cards"):
        cs.simulate("rummy", ["meld_asap:discard=min_dist", "meld_asap"], rules={"decks": 2}, n=1)


def test_the_chance_that_no_joker_is_dealt():
    """Two hands of ten of 54 cards: none of the two jokers with chance C(34, 2) / C(54, 2)."""
    n = 4000
    checked, log = GAME.check_rules({"jokers": 2, "max_turns": 1}), new_log(20 * n)
    prepared = GAME.prepare(checked, GAME.find_seats(["meld_asap"] * 2), "deal")
    GAME.run_block(prepared, 3, 0, GAME.empty_rows("deal", n), log=log)
    assert log[0, 0] <= 20 * n
    hands = [int(event[3]) for event in log[1 : 1 + log[0, 0]] if event[0] == DEALT]
    assert len(hands) == 2 * n
    without = sum(not (hands[i] | hands[i + 1]) & JOKERS for i in range(0, 2 * n, 2))
    chance = float(Fraction(comb(34, 2), comb(54, 2)))
    assert abs(without / n - chance) < 4 * sqrt(chance * (1 - chance) / n)


def test_cheap_tests_for_dead_positions_change_no_winner_and_no_score():
    found = 0
    for rules, seats in (
        ({"jokers": 1}, ["random_legal"] * 3),
        ({"jokers": 2, "joker_swap": True, "hand_size": 8}, ["random_legal"] * 4),
        ({"set_max": 3}, ["meld_asap:discard=random"] * 2),
        ({"wild_rank": "2", "layoff": "none"}, ["random_legal"] * 2),
        ({"decks": 2, "set_distinct_suits": False, "max_recycles": 0}, ["random_legal"] * 3),
    ):
        tables = {
            level: rows({**rules, "dead_position": level}, seats, 400) for level in ("off", "one_card", "no_progress")
        }
        columns = ["winner", *(f"points_{seat}" for seat in range(len(seats)))]
        for level in ("one_card", "no_progress"):
            assert tables[level][columns].equals(tables["off"][columns])
            won = tables["off"].end == "won"
            assert tables[level][won].equals(tables["off"][won])
            assert (tables[level].turns <= tables["off"].turns).all()
            found += (tables[level].end == "dead").sum()
    assert found > 100


def test_games_depend_on_seed_and_index_alone():
    rules = {"decks": 2, "jokers": 4, "joker_swap": True, "wild_rank": "2"}
    seats = ["meld_asap", "random_legal", "hold_for_rummy:T=2"]
    whole = rows(rules, seats, 60)
    parts = [rows(rules, seats, 20, first=first) for first in (0, 20, 40)]
    for i, part in enumerate(parts):
        assert part.equals(whole.iloc[20 * i : 20 * i + 20])
    assert rows({**rules, "n_deals": 1}, seats, 20, "match").turns.tolist() == whole.turns[:20].tolist()


def test_one_pack_is_dealt_alike_by_both_engines():
    """On the plain rules both engines play the same hands but for ties between best sheds."""
    checked, seats = GAME.check_rules(None), GAME.find_seats(["meld_asap"] * 2)
    fast, slow = GAME.empty_rows("deal", 500), GAME.empty_rows("deal", 500)
    GAME.run_block(GAME.prepare(checked, seats, "deal"), 12, 0, fast)
    from cardsim.games.rummy.packs.game import packs_player

    prepared = GAME.packs.prepare(checked, tuple(map(packs_player, seats)), "deal")
    GAME.run_block(prepared, 12, 0, slow)
    table, other = (GAME.table(rows, "deal", np.arange(500), checked, 2) for rows in (fast, slow))
    assert (table == other).all(axis=1).mean() > 0.85
    assert (table.winner == other.winner).mean() > 0.95


def keep_jokers(view, params, rng):
    """Throw a card that is no joker, a second copy rather than another."""
    cards = view.legal & (2**52 - 1)
    twice = cards & view.hand_twice
    for card in range(51, -1, -1):
        if twice >> card & 1:
            return card
    for card in range(51, -1, -1):
        if cards >> card & 1:
            return card
    return 53


def count_wild(view, params, rng):
    """Put everything down once a wild card lies on the table."""
    for meld in range(view.ground.melds):
        for i in range(view.ground.length[meld]):
            if view.ground.cards[meld, i] != view.ground.stands[meld, i]:
                return -1
    return 0


def test_own_players_see_copies_jokers_and_what_they_stand_for():
    mine = cs.rummy.strategies["meld_asap"]._replace(discard=keep_jokers, name="mine")
    late = cs.rummy.strategies["meld_asap"]._replace(shed=count_wild, name="late")
    run = cs.simulate(
        "rummy", [mine, late, "meld_asap"], rules={"decks": 2, "jokers": 4}, n=100, seed=3, n_jobs=1, progress=False
    )
    assert (run.table.winner == 0).any()
    assert run.table.end.eq("won").mean() > 0.9
    assert "joker" in str(run.replay(0)) + str(run.replay(1)) + str(run.replay(2))
    # The same functions play with one pack, where the new fields are empty.
    plain = cs.simulate("rummy", [mine, "meld_asap"], n=20, seed=3, n_jobs=1, progress=False)
    assert plain.n == 20


def test_given_packs_have_all_cards_of_the_rules():
    rules = {"decks": 2, "jokers": 1}
    packs = np.array([np.random.default_rng(i).permutation(105) for i in range(3)])
    first, second = (
        cs.simulate("rummy", rules=rules, packs=packs, n=3, seed=seed, n_jobs=1, progress=False).table
        for seed in (1, 2)
    )
    assert first.equals(second)
    with pytest.raises(ValueError, match=r"packs must be whole numbers of shape \(n, 105\)"):
        cs.simulate("rummy", rules=rules, packs=packs[:, :52], n=3)
