"""Replays as pictures: nothing lost on the way, the same end as the outcome row, and only what a seat saw."""

from __future__ import annotations

import re

import pytest

import cardsim as cs
from cardsim.scenes import freecell, gin, rummikub, rummy, rummy_packs, spades

GAMES = tuple(cs.games)
SHORT = {"freecell": {"max_moves": 60}}


def gin_pieces(scene):
    held = scene.hands + [meld for melds in scene.laid for meld in melds]
    return sum(mask.bit_count() for mask in held) + len(scene.pile) + scene.stock


def rummy_pieces(scene):
    if isinstance(scene, rummy_packs.PacksScene):
        return scene.pieces
    on_table = sum(len(meld) for meld in scene.melds)
    return sum(mask.bit_count() for mask in scene.hands) + on_table + len(scene.pile) + scene.stock


def spades_pieces(scene):
    held = sum(mask.bit_count() for mask in [*scene.hands, *scene.passed.values()])
    return held + 4 * sum(scene.tricks) + len(scene.trick)


def rummikub_pieces(scene):
    return sum(rack.total() for rack in scene.racks) + sum(map(len, scene.sets)) + scene.pool


def freecell_pieces(scene):
    return sum(map(len, scene.columns)) + sum(card >= 0 for card in scene.cells) + sum(scene.home)


SCENES = {
    "gin": (gin.Scene, gin_pieces, 52),
    "rummy": (rummy.Scene, rummy_pieces, 52),
    "spades": (spades.Scene, spades_pieces, 52),
    "rummikub": (rummikub.Scene, rummikub_pieces, 106),
    "freecell": (freecell.Scene, freecell_pieces, 52),
}
CASES = [
    *((game, {}, SHORT.get(game), "deal") for game in GAMES),
    ("gin", {}, "oklahoma", "match"),
    ("gin", {}, {"lay_off": "choose"}, "deal"),
    ("rummy", {"seats": ["meld_asap"] * 3}, "call", "deal"),
    ("rummy", {}, "rum500", "match"),
    ("rummy", {}, {"call_rummy": "offender_takes_pile"}, "deal"),
    ("rummy", {"seats": ["random_legal"] * 3}, {"preset": "call", "jokers": 4, "joker_swap": True}, "deal"),
    ("rummy", {"seats": ["random_legal"] * 2}, {"decks": 2, "wild_rank": "2", "set_distinct_suits": False}, "match"),
    ("spades", {}, {"nil_pass": 2, "blind_nil_pass": 2, "pass_order": "bidder_first"}, "deal"),
    ("spades", {}, {"nil_pass": 3, "target_hands": 2}, "match"),
    ("rummikub", {"seats": ["greedy_tiles"] * 3}, {"joker_retrieval": "frozen"}, "deal"),
    ("freecell", {"seats": ["random"]}, {"autoplay": "safe", "max_moves": 60}, "deal"),
    ("freecell", {"seats": ["random"]}, {"worrying_back": True, "max_moves": 60}, "deal"),
    ("freecell", {"seats": ["solver"]}, "microsoft", "deal"),
]


@pytest.mark.parametrize(("game", "players", "rules", "unit"), CASES)
def test_no_card_is_lost_and_the_end_is_the_outcome(game, players, rules, unit):
    replay = cs.replay(game, **players, rules=rules, seed=5, index=2, unit=unit)
    make, count, total = SCENES[game]
    if game == "rummy":
        total = replay._job.game.cards_in_play(replay._job.rules)
    scene = make(replay._job, replay.index, None)
    dealt, steps = False, 0
    for event, text in zip(replay.events, replay.lines(), strict=True):
        step = scene.step(event.tolist(), text)
        steps += step is not None
        dealt = dealt or step is not None
        if dealt and count(scene) != total:
            assert step is None, f"after {text!r}"  # in the middle of the next deal
    assert count(scene) == total
    assert steps == len(replay.steps)
    same_end(game, unit, scene, replay.outcome)


def same_end(game, unit, scene, row):
    if game == "freecell":
        assert sum(scene.home) == row["cards_home"]
        return
    if unit == "deal":
        points = scene.points if game == "spades" else scene.points.of
        assert points == [row[f"points_{seat}"] for seat in range(len(points))]
    if game == "rummikub":
        assert [rack.total() for rack in scene.racks] == [row[f"tiles_left_{s}"] for s in range(len(scene.racks))]
    if game == "spades" and unit == "deal":
        assert scene.tricks == [row[f"tricks_{seat}"] for seat in range(4)]
        assert [max(bid, 0) for bid in scene.bids] == [row[f"bid_{seat}"] for seat in range(4)]


def test_points_of_a_match_add_up():
    run = cs.simulate("spades", n=1, seed=4, unit="match", rules={"target_hands": 2})
    assert run.replay(0).steps[-1].score.endswith(f"seats 1 and 3: {run.table['points_1'][0]}")


def faces(page):
    """The open cards of a page, as words."""
    return re.findall(r'<b class="k[^"]*?(?:tile )?[a-z]+[^"]*">([^<]+)<i>(.)', page)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "freecell"])
def test_a_seat_sees_its_own_hand_and_what_lies_open(game):
    replay = cs.replay(game, seed=3, index=1)
    first = replay.steps[0]
    own = [(piece.text, piece.sign) for group in first.rows[1].groups for piece in group.pieces]
    page = replay.html(steps=[1], seat=1)
    assert sorted(faces(page)) == sorted(own)
    assert len(faces(replay.html(steps=[1]))) > len(own)
    assert not faces(replay.html(steps=[1], seat=1).replace("\n", "").split("seat 1 (")[0])


def test_a_draw_from_the_stock_is_nobody_elses_business():
    replay = cs.replay("gin", seed=3, index=1)
    number, step = next((i, s) for i, s in enumerate(replay.steps, 1) if "from the stock" in s.text)
    drawn = step.text.split()[3]
    assert drawn in replay.html([number], seat=step.seat)
    assert step.text not in replay.html([number], seat=1 - step.seat)
    assert step.public in replay.html([number], seat=1 - step.seat)


def test_legal_choices_are_shown_with_the_one_taken():
    steps = cs.replay("gin", seed=3, index=1).steps
    discard = next(step for step in steps if "discards" in step.text)
    marks = [piece.mark for row in discard.rows for group in row.groups for piece in group.pieces]
    assert marks.count("chosen") == 1
    assert marks.count("legal") >= 9
    offer = next(step for step in steps if step.choices)
    assert [choice.chosen for choice in offer.choices].count(True) == 1


def test_chosen_steps_and_their_mistakes():
    replay = cs.replay("gin", seed=3, index=1)
    total = len(replay.steps)
    assert replay.html(steps=[1, total]).count("<section") == 2
    assert replay.html().count("<section") == total
    assert replay._repr_html_().count("<section") == total
    with pytest.raises(ValueError, match=rf"no step 0: this game has steps 1 \.\. {total}"):
        replay.html(steps=[0])
    with pytest.raises(ValueError, match=r"seat=2 is not one of the seats 0 \.\. 1"):
        replay.html(seat=2)


def test_a_long_match_says_that_it_is_cut():
    replay = cs.replay("gin", seed=3, index=0, rules={"game_target": 250}, unit="match")
    assert len(replay.steps) > 400
    assert f"the first 400 of {len(replay.steps)} steps" in replay._repr_html_()


@pytest.mark.parametrize("game", GAMES)
def test_from_a_row_to_its_game_also_from_a_file(game, tmp_path):
    run = cs.simulate(game, n=4, seed=9, rules=SHORT.get(game))
    loaded = cs.load(run.save(tmp_path / "run.parquet"))
    end = run.table["end"].iloc[2]
    for one in (run, loaded):
        index = int(one.find(end=end)[-1])
        replay = one.replay(index)
        assert replay.outcome["end"] == one.table.loc[index, "end"] == end
        assert replay.html() == run.replay(index).html()


def test_given_deals_are_replayed_as_given():
    pack = list(range(52))
    run = cs.simulate("freecell", n=1, packs=[pack], rules={"max_moves": 5})
    columns = run.replay(0).steps[0].rows[1].groups
    assert [piece.text for piece in columns[0].pieces] == ["A", "9", "4", "Q", "7", "2", "10"]
