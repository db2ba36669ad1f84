"""Edge cases on which rummy programs went wrong; the numbers are those of the rules page, the sources programs."""

import pytest

from cardsim.cards import as_mask, parse_cards
from cardsim.games.rummy import best_shed, is_meld
from cardsim.games.rummy.columns import ENDS
from cardsim.games.rummy.dead import LEVELS
from cardsim.games.rummy.positions import Position, is_dead
from cardsim.games.rummy.turns import DREW, RECYCLED, TOOK
from cardsim.games.rummy.view import AS_LAYOFFS
from tests.games.rummy.scripts import Script, fault_text, pack_for, play

TWO = {"hand_size": 3}


def test_e1_queen_king_ace():
    assert not is_meld("Qh Kh Ah")
    assert is_meld("Qh Kh Ah", {"ace": "high_or_low"})
    assert is_meld("Qh Kh Ah", {"ace": "high"})
    assert not is_meld("Ah 2h 3h", {"ace": "high"})
    assert not is_meld("Kh Ah 2h", {"ace": "high_or_low"})
    assert is_meld("Kh Ah 2h", {"ace": "wrap"})


@pytest.mark.parametrize("ace", ["low", "high", "high_or_low", "wrap"])
def test_e2_nothing_goes_on_a_run_of_a_whole_suit(ace):
    table = [list(range(13))]
    assert best_shed("Ad Kd 2h", table, {"ace": ace}).layoffs == ()


def test_e3_equal_suits_are_no_set_unless_allowed():
    """With two packs; machocam/rummikub issue 2."""
    assert not is_meld("Kh Kd Kd", {"decks": 2})
    assert is_meld("Kh Kd Kd", {"decks": 2, "set_distinct_suits": False})
    assert len(best_shed("Kh Kc Kd Kd", [], {"decks": 2}).rest) == 1
    assert len(best_shed("Kh Kh Kd Kd", [], {"decks": 2}).rest) == 4


def test_e4_an_ace_is_not_a_king():
    assert not is_meld("Kc Kd Ad", {"ace": "high_or_low"})
    assert not is_meld("Kc Kd Ad", {"ace": "wrap"})


def test_e5_layoffs_grow_the_meld():
    assert best_shed("3h 4h Kd", ["5h 6h 7h"]).layoffs == tuple(parse_cards("3h 4h"))
    sheds = Script(shed=[as_mask("5h 6h 7h")]), Script(shed=[as_mask("4h"), as_mask("3h")], discard=["Kd"])
    pack = pack_for(("5h 6h 7h 2c", "4h 3h Kd Qs"), "9c", "8d Ts")
    row, _, fault = play({"hand_size": 4}, sheds, pack)
    assert fault[0] == 0
    assert row["layoffs"] >= 2


def test_e6_two_cards_of_a_chain_in_one_action():
    scripts = Script(shed=[as_mask("5h 6h 7h")]), Script(shed=[as_mask("8h 9h") | AS_LAYOFFS])
    row, _, fault = play({"hand_size": 4}, scripts, pack_for(("5h 6h 7h 2c", "8h 9h Kd Qs"), "9c", "8d Ts"))
    assert fault[0] == 0
    assert row["layoffs"] >= 2


@pytest.mark.parametrize("card", ["6h", "8s"])
def test_e7_a_set_takes_only_its_rank(card):
    assert best_shed(f"{card} Kd", ["7h 7c 7s"]).layoffs == ()
    scripts = Script(shed=[as_mask("7h 7c 7s")]), Script(shed=[as_mask(card)])
    text = fault_text({"hand_size": 4}, scripts, pack_for(("7h 7c 7s 2c", f"{card} 7d Kd Qs"), "9c", "8d Ts"))
    assert f"put down {card}, which cannot all be melded or laid off" in text


def test_e8_a_take_that_leaves_no_discard_is_illegal():
    rules = {"hand_size": 2, "must_discard_to_go_out": True, "deepest_must_be_used": "always"}
    _, events, _ = play({**rules, "max_turns": 1}, [Script(draw=[1]), Script()], pack_for(("7h 7c", "2c 3d"), "7s"))
    assert TOOK not in [event[0] for event in events]  # only the stock is legal, so nothing was asked
    pack = pack_for(("7h 7c Kd", "2c 3d 9s"), "7s")
    row, events, _ = play({**rules, "hand_size": 3}, [Script(draw=[1]), Script()], pack)
    assert TOOK in [event[0] for event in events]
    assert (row["winner"], row["out_by_discard"]) == (0, True)


@pytest.mark.parametrize("top", ["all", "keep", "flip"])
def test_e9_a_pile_turned_over_gives_the_oldest_discard_first(top):
    rules = {"recycle_order": "turn_over", "recycle_top": top, "dead_position": "off", "max_recycles": 1}
    row, events, _ = play(
        rules,
        ["meld_only_when_forced"] * 2,
        pack_for(("Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d", "Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s"), "8h"),
    )
    assert row["recycles"] == 1
    pile, stock = [], []
    for kind, _, choice, _, _, _ in events:
        if kind in (2, 11):
            pile.append(choice)
        elif kind == 13:
            pile.pop()
        elif kind == RECYCLED:
            kept = [pile.pop()] if top == "keep" else []
            stock, pile = pile, kept
        elif kind == 17:
            assert choice == stock.pop(0)
            pile = [choice]
        elif kind == DREW and stock:
            assert choice == stock.pop(0)


def test_e10_the_card_just_taken_may_not_be_thrown_back_in_this_turn():
    pack = pack_for(("2c 5d 9h", "3d 7s Jc"), "Ks", "4h 8c Qd")
    text = fault_text(TWO, [Script(draw=[1], discard=["Ks"]), Script()], pack)
    assert "discarded Ks, which was taken from the pile and may not be discarded yet" in text
    later = Script(draw=[1], discard=["2c", "Ks"])
    assert play(TWO, [later, Script()], pack)[2][0] == 0
    assert play({**TWO, "rediscard_ban": "none"}, [Script(draw=[1], discard=["Ks"]), Script()], pack)[2][0] == 0
    held = fault_text({**TWO, "rediscard_ban": "while_held"}, [later, Script()], pack)
    assert "discarded Ks, which was taken" in held


def test_e11_out_with_a_last_layoff_and_discard_is_no_going_rummy():
    scripts = Script(discard=["Tc"], draw=[0, 1]), Script(shed=[0], discard=["8h"], draw=[0])
    pack = pack_for(("5h 6h 7h Kd", "2c 3d 9s Qs"), "8c", "Tc 8h")
    row, _, _ = play({"hand_size": 4}, scripts, pack)
    assert (row["end"], row["winner"], row["going_rummy"], row["out_by_discard"]) == ("won", 0, False, True)
    assert row["points_0"] == 2 + 3 + 9 + 10


def test_e12_a_layoff_still_in_the_stock_keeps_a_hand_alive():
    alive = Position(["Kd", "Qh"], ["5c 6c 7c"], stock="2s 8c", pile="Ts")
    for level in LEVELS[1:]:
        assert not is_dead(alive, {"dead_position": level})
        assert is_dead(alive._replace(stock="2s 9c"), {"dead_position": level})
    assert not is_dead(alive._replace(stock="2s 9c"), {"dead_position": "off"})


def test_e13_one_card_laid_off_early_costs_the_bonus():
    """Seat 1 lays off one card and later melds all the rest: no Going Rummy; had he kept it, it would be."""
    pack = pack_for(("5h 6h 7h Kd", "8h 2c 2d 2s"), "Jc", "4s Ts 3s 3c")
    held = Script(shed=[as_mask("5h 6h 7h")], discard=["4s", "3s"])
    row, _, _ = play({"hand_size": 4}, [held, Script(shed=[as_mask("8h"), 0], discard=["Ts", "3c"])], pack)
    assert (row["winner"], row["going_rummy"], row["points_1"]) == (1, False, 10)
    row, _, _ = play({"hand_size": 4}, [held, Script(shed=[0], discard=["Ts", "3c"])], pack)
    assert (row["winner"], row["going_rummy"], row["points_1"]) == (1, True, 2 * 10)


def test_e14_a_take_that_leaves_only_banned_cards_must_go_out():
    """Two own cards and three of the pile: melding both own cards would leave only cards just taken."""
    rules = {"preset": "call", "hand_size": 2}
    first = pack_for(("2c 9h", "7h 7c"), "7s", "Kd Jd 4s")
    take = Script(draw=[2])
    text = fault_text(rules, [Script(discard=["Kd"]), take], first)
    assert "took the top 2 cards, but 7s could not be put down at once" in text
    out = pack_for(("2c 9h", "7h 7c"), "7s", "7d Jd 4s")
    row, _, fault = play(rules, [Script(discard=["7d"]), take], out)
    assert fault[0] == 0
    assert (row["winner"], row["going_rummy"], row["out_by_discard"]) == (1, True, False)


@pytest.mark.parametrize(
    ("hand", "points"), [("Ah 2h 3h Kc", 1 + 2 + 3), ("As Ah Ad Kc", 45), ("Qh Kh Ah 2c", 10 + 10 + 15)]
)
def test_e15_what_an_ace_counts_in_500_rum(hand, points):
    rules = {"preset": "rum500", "hand_size": 4}
    deal = pack_for((hand, "4d 6s 8d Ac"), "9c", "Tc")
    row, _, _ = play({**rules, "max_turns": 1}, [Script(discard=["Tc"]), Script()], deal)
    left = {"K": 10, "2": 2}[hand.split()[-1][0]]
    assert row["points_0"] == points - left
    assert row["points_1"] == -(4 + 6 + 8 + 15)


def test_e16_one_run_no_card_in_two_melds():
    found = best_shed("4h 5h 6h 7h 8h")
    assert found.melds == (tuple(parse_cards("4h 5h 6h 7h 8h")),)
    assert found.out


def test_e18_four_five_six_is_a_run():
    assert is_meld([3, 4, 5])


def test_e19_melds_still_in_hand_count_against_their_owner():
    pack = pack_for(("5h 6h 7h Kd", "9c 9d 9s Qs"), "Jc", "4s Ts 8h")
    row, _, _ = play({"hand_size": 4}, [Script(discard=["4s", "Kd"]), Script(shed=[0], discard=["Ts"])], pack)
    assert (row["winner"], row["points_0"], row["going_rummy"]) == (0, 37, False)


def test_e20_melds_on_the_table_are_never_rearranged():
    """A card of the table cannot be put down again; the ace finds no place unless the two is moved."""
    assert best_shed("As Kd", ["2s 2h 2d 2c", "3s 4s 5s"]).layoffs == ()
    scripts = Script(shed=[as_mask("2s 2h 2d 2c")]), Script(shed=[as_mask("2s As")])
    text = fault_text({"hand_size": 5}, scripts, pack_for(("2s 2h 2d 2c Kd", "3s 4s 5s As Qd"), "9c", "8d Ts"))
    assert "put down As 2s" in text or "put down 2s As" in text


def test_melds_side_by_side_stay_apart_but_nothing_fits_between():
    assert best_shed("8h Ah Kd", ["2h 3h 4h", "5h 6h 7h"]).layoffs == tuple(parse_cards("Ah 8h"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: best_shed("7x"), "'7x' is not a card"),
        (lambda: best_shed("7c 7c"), "7c is given twice"),
        (lambda: best_shed("7c", ["7c 8c 9c"]), "7c cannot be in the hand and on the table at once"),
        (lambda: best_shed("7c", ["7d 8c 9c"]), "is not a meld under ace='low'"),
        (lambda: best_shed("2d", ["7c 8c 9c", "9c 9d 9h"]), "9c lies in two melds of the table"),
        (lambda: best_shed("7c", "8c 9c Tc"), "give the table as a list of melds"),
        (lambda: best_shed("7c", [], {"ace": "round"}), "rummy rules: ace='round' is not allowed"),
        (lambda: is_dead(Position(["Kd"])), "2 to 6 hands"),
        (lambda: is_dead(Position(["Kd", ""])), "each of at least one card"),
        (lambda: is_dead(Position(["Kd", "Kd"])), "Kd is in two places"),
        (lambda: is_dead(Position(["Kd", "Qd"], seat=2)), "seat=2 is none of the 2 hands"),
        (
            lambda: is_dead(Position(["Kd", "Qd"]), {"dead_position": "exact", "layoff": "none"}),
            "searches only under layoff='any'",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_limits_on_the_best_shed():
    hand, table = "7c 7d 7h 2s 3s 4s 8h", ["5h 6h 7h"][:0]
    assert len(best_shed(hand, table).melds) == 2
    assert len(best_shed(hand, table, {"melds_per_turn": 1}).melds) == 1
    exempt = {"melds_per_turn": 1, "one_meld_goout_exempt": True}
    assert best_shed(hand, table, exempt).out
    assert best_shed("2s 3s 4s 8h", [], {"min_first_meld": 30}).melds == ()
    assert len(best_shed("2s 3s 4s 8h", [], {"min_first_meld": 30}, melded=True).melds) == 1
    assert best_shed("8h Kd", ["5h 6h 7h"], {"layoff": "none"}).layoffs == ()
    assert best_shed("8h Kd", ["5h 6h 7h"], {"layoff": "after_own_meld"}).layoffs == ()
    assert best_shed("8h Kd", ["5h 6h 7h"], {"layoff": "after_own_meld"}, melded=True).layoffs != ()
    must = best_shed("2s 3s 4s", [], {"must_discard_to_go_out": True})
    assert (must.melds, must.out) == ((), False)
    must = best_shed("2s 3s 4s 5s", [], {"must_discard_to_go_out": True})
    assert (must.rest, must.out) == (tuple(parse_cards("5s")), True)


def test_a_shed_reads_well():
    assert str(best_shed("")) == "left: nothing (0), out"
    assert ENDS == ("won", "depleted", "dead", "cap")
    assert Position(["Kd", "Qd"]).recycles == 0
