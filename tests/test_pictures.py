"""Pictures: complete in themselves, escaped, and hiding what a seat does not see."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import cardsim as cs
from cardsim import pictures
from cardsim.pictures import EVERYBODY, NOBODY, Choice, Group, Picture, Row, Step, card, cards, tile
from cardsim.pictures.markup import piece_html, rows_html, step_html
from cardsim.pictures.style import STYLE

VOID = {"meta", "input", "br"}


class Balanced(HTMLParser):
    """Checks that every tag is closed."""

    def __init__(self, page):
        super().__init__()
        self.open, self.seen = [], []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def text_of(markup):
    return " ".join(re.sub(r"<style>.*?</style>|<script>.*?</script>|<[^>]*>", "", markup, flags=re.DOTALL).split())


def test_all_cards_and_tiles_look_different():
    faces = [piece_html(card(number)) for number in range(54)] + [piece_html(tile(0, 0))]
    faces += [piece_html(tile(colour, value)) for colour in range(4) for value in range(1, 14)]
    assert len(set(faces)) == len(faces) == 54 + 1 + 52


def test_suits_and_colours_differ_by_sign_as_well_as_by_ink():
    assert len({card(13 * suit).sign for suit in range(4)}) == len({card(13 * suit).ink for suit in range(4)}) == 4
    assert len({tile(colour, 5).sign for colour in range(4)}) == len({tile(colour, 5).ink for colour in range(4)}) == 4


def test_every_ink_has_a_colour_by_day_and_by_night():
    inks = {card(13 * suit).ink for suit in range(4)} | {tile(c, 1).ink for c in range(4)} | {"joker"}
    for ink in inks:
        assert f".cardsim .{ink}{{color:var(--{ink})}}" in STYLE
        assert len({*re.findall(rf"--{ink}:(#\w+)", STYLE)}) == 2, f"{ink} has the same colour by day and by night"


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_what_a_seat_sees(seat):
    rows = [Row(f"seat {own}", (Group(cards([13 * own + own], own)),), f"secret {own}", seat=own) for own in (0, 1)]
    shown = text_of(rows_html(rows, seat))
    for own, face in ((0, "A♣"), (1, "2♦")):
        assert (face in shown.replace("\ufe0e", "")) == (seat == own)
        assert (f"secret {own}" in shown) == (seat == own)


def test_a_hidden_hand_does_not_tell_its_melds():
    row = Row("seat 1", (Group(cards([0, 1, 2], 1)), Group(cards([20, 30], 1))))
    assert rows_html([row], EVERYBODY).count('class="g"') == 2
    assert rows_html([row], 0).count('class="g"') == 1


def test_secret_words_and_choices_are_replaced():
    step = Step("seat 0 draws A♣", (), 0, "seat 0 draws", (Choice("keep it", True),))
    assert "A♣" in step_html(step, 1, 1)
    assert "A♣" not in step_html(step, 1, 1, viewer=1)
    assert "keep it" not in step_html(step, 1, 1, viewer=1)
    assert "seat 0 draws" in step_html(step, 1, 1, viewer=1)


def test_what_players_are_called_is_escaped():
    evil = '<script>alert("x")</script>&"'
    step = Step(evil, (Row(evil, (Group((), evil),), evil),), 0, evil, (Choice(evil, True),), evil)
    page = pictures.document(evil, [(1, step)], 1)
    live = pictures.viewer(evil, [(1, step)], 1, [evil, evil])
    assert "<script>alert" not in page + live
    assert page.count("<script") == 0
    assert live.count("<script") == 1
    Balanced(page)
    Balanced(live)


def test_a_page_needs_nothing_from_elsewhere():
    step = Step("deal", (Row("hand", (Group(cards(range(13))),)),))
    page = pictures.document("gin", [(1, step)], 1)
    tags = Balanced(page).seen
    assert not {"src", "href", "onclick"} & {name for _, attrs in tags for name in attrs}
    assert "url(" not in page
    assert "@import" not in page
    assert text_of(page).endswith("A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣".replace("♣", "♣\ufe0e"))


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("As 10h", "A♠ 10♥"),
        ("3s 4s 5s | 9h 9d 9c", "3♠ 4♠ 5♠ | 9♥ 9♦ 9♣"),
        (["As", 0], "A♠ A♣"),
        (0b101, "A♣ 3♣"),
        ([[0, 1, 2], [39]], "A♣ 2♣ 3♣ | A♠"),
        (["3s 4s 5s", "9h 9d 9c"], "3♠ 4♠ 5♠ | 9♥ 9♦ 9♣"),
        ("r7 b10 J", "7● 10■ J★"),
        (["r3 r4 r5", "b7 k7 o7"], "3● 4● 5● | 7■ 7▲ 7◆"),
    ],
)
def test_show(given, shown):
    picture = cs.show(given)
    assert str(picture) == repr(picture) == shown
    html = picture._repr_html_()
    Balanced(html)
    assert text_of(html).replace("\ufe0e", "") == shown


@pytest.mark.parametrize(
    ("given", "named"), [("As Xx", "'Xx'"), ("r7 r99", "'r99'"), ("r7 As", "'r7'"), (2**60, str(2**60))]
)
def test_show_names_what_it_does_not_know(given, named):
    with pytest.raises(ValueError, match=re.escape(named)):
        cs.show(given)


def test_an_empty_picture_is_a_picture():
    assert str(Picture([Row("hand")])) == "hand"
    assert "–" in Picture([Row("hand")])._repr_html_()
