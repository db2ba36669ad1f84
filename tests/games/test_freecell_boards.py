"""Deals, boards as text, and moves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chisquare

from cardsim.cards import cards_text
from cardsim.games.freecell import deals
from cardsim.games.freecell.board import Board, ms_deal, parse
from cardsim.games.freecell.moves import Move, check, parse_move, play
from cardsim.games.freecell.rules import PRESETS, as_rules
from cardsim.games.freecell.variant import CELL, HOME
from tests.corpora import corpus_files

FIRST_COLUMNS = {
    1: "JD KD 2S 4C 3S 6D 6S",
    617: "7D TD TH KD 4C 4S JD",
    31999: "JD AC AH 9C 5H TC QS",
    2147483647: "9S JH 7S 5S 5D 5C 7D",
    2147483648: "QH 3H 7D 4D TS QD 6D",
    4294967296: "TS 3S KC 4H 9H 3H 4D",
}


@pytest.mark.parametrize("number", FIRST_COLUMNS)
def test_numbered_deals(number):
    assert cards_text(ms_deal(number).columns[0]).upper() == FIRST_COLUMNS[number]


@pytest.mark.parametrize("number", [0, -1, 2**33, "abc", 1.5, None, True])
def test_numbers_that_name_no_deal(number):
    with pytest.raises(ValueError, match="deal"):
        ms_deal(number)


def test_the_last_deal():
    assert sorted(deals.ms_pack(2**33 - 1)) == list(range(52))


def test_seeded_deals_are_different_and_unbiased():
    packs = np.array([deals.seeded_pack(5, index) for index in range(2600)])
    assert len({tuple(pack) for pack in packs}) == 2600
    for position in (0, 17, 51):
        assert chisquare(np.bincount(packs[:, position], minlength=52)).pvalue > 1e-4


def test_layout_of_every_preset():
    for name, rules in PRESETS.items():
        board = ms_deal(7, rules)
        dealt = 52 - rules.cells_filled
        assert [len(c) for c in board.columns] == [
            dealt // rules.columns + (q < dealt % rules.columns) for q in range(rules.columns)
        ], name
        assert sum(card >= 0 for card in board.cells) == rules.cells_filled
        pack = deals.ms_pack(7)
        assert board.columns[1][1] == pack[rules.columns + 1]
        assert list(board.cells[: rules.cells_filled]) == list(pack[dealt:])


@pytest.mark.parametrize(
    ("number", "rules"),
    [(1, None), (9, "eight_off"), (77, "seahaven_towers"), (3, "freecell_4_columns"), (5, "freecell_0")],
)
def test_a_printed_board_reads_back(number, rules):
    board = ms_deal(number, as_rules(rules))
    assert parse(str(board), rules) == board


def test_a_board_in_play_reads_back():
    board = play(ms_deal(1), ["6a", "8b", "6c"])
    assert str(board).splitlines()[0] == "Freecells: 3D TC 2C -"
    assert parse(str(board)) == board


def test_empty_columns_and_foundations_read_back():
    columns = [tuple(range(13 * s + 2, 13 * s + 13)) for s in range(4)] + [()] * 4
    board = Board(tuple(columns), (-1, 0 * 13 + 1, -1, -1), (1, 2, 2, 2), as_rules())
    again = parse(str(board))
    assert again == board
    assert str(again).splitlines()[0] == "Foundations: C-A D-2 H-2 S-2"


def boards(name):
    return [path.read_text() for path in corpus_files("freecell", f"boards/{name}.board")]


@pytest.mark.corpus
@pytest.mark.parametrize("name", ["ten", "lower", "one-as-ace", "ms24-with-founds-0"])
def test_spellings_of_deal_24(name):
    for text in boards(name):
        assert parse(text) == ms_deal(24)


@pytest.mark.corpus
def test_a_board_in_mid_game():
    for text in boards("24-mid-with-colons"):
        board = parse(text)
        assert board.foundations == (1, 1, 4, 1)
        assert board.columns[6] == ()
        assert parse(str(board)) == board


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("24-with-stray-d-char", "column 8: 'd'"),
        ("24-with-stray-d-char-in-freecells", "Freecells: 'd'"),
        ("dup", "9D is there twice"),
        ("empty", "no cards"),
    ],
)
def test_malformed_boards(name, message):
    for text in boards(name):
        with pytest.raises(ValueError, match=message):
            parse(text)


TEXT_24 = str(ms_deal(24))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT_24.replace("9D", ""), "missing from the board: 9D"),
        (TEXT_24.replace("9D", "9X"), "column 8: '9X' is not a card"),
        ("Foundations: H-14\n" + TEXT_24, "'H-14' is no foundation"),
        ("Foundations: X-3\n" + TEXT_24, "'X-3' is no foundation"),
        ("Foundations: H-3 H-4\n" + TEXT_24, "H is given twice"),
        ("Foundations: H-A\n" + TEXT_24, "AH is there twice: on foundation H and in column 7"),
        ("Freecells: 2C 3C 4C 5C 6C\n" + TEXT_24, "5 given, but these rules have 4 cells"),
        (TEXT_24 + "\n9D", "9 columns given"),
        ("\n".join(TEXT_24.splitlines()[:7]), "7 columns given"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        parse(text)


def test_a_board_with_every_card_home_reads_back():
    home = Board(((),) * 8, (-1,) * 4, (13,) * 4, as_rules())
    assert parse(str(home)) == home
    kings = Board(((),) * 8, tuple(13 * suit + 12 for suit in range(4)), (12,) * 4, as_rules())
    assert parse(str(kings)) == kings


def test_a_board_by_rows_is_not_guessed():
    columns = ms_deal(24).columns
    rows = "\n".join(cards_text([column[i] for column in columns if i < len(column)]) for i in range(len(columns[0])))
    for text in (rows, rows + "\n\n"):
        with pytest.raises(ValueError, match="by rows"):
            parse(text)
    assert parse(rows, transpose=True) == ms_deal(24)


@pytest.mark.parametrize(
    "spelling", ["H-4 C-A D-A S-A", "h-4 c-1 d-a s-A", "4H AC AD AS", "H4 C1 D1 S1", "H=4 C=A D=A S=A"]
)
def test_spellings_of_foundations(spelling):
    for text in boards("24-mid-with-colons"):
        lines = text.splitlines()
        lines[0] = "Foundations: " + spelling
        assert parse("\n".join(lines)) == parse(text)


@pytest.mark.parametrize("move", [Move(1, 5), Move(4, CELL), Move(CELL + 7, HOME), Move(12, 3, 4), Move(0, CELL + 11)])
def test_moves_read_back(move):
    again = parse_move(str(move))
    assert (again.source, again.target) == move[:2]
    assert again.size in (0, move.size)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["6a", "61"], r"move 2 \(61\): 2C does not go on 6S"),
        (["1h"], "6S is not the next card of its foundation"),
        (["6a", "6a"], "cell 1 is not free for 2C"),
        (["ab"], "cell 1 holds no card"),
        (["6a", "ab"], "cell to cell"),
        (["9a"], "column 9 has no card"),
        (["6a", "a1"], "3D does not go on 6S"),
        (["11"], "the same"),
        (["z1"], "no move"),
        ([(0, 5, 2)], "no run"),
        (["h1"], "no move"),
    ],
)
def test_illegal_moves_are_refused(moves, message):
    with pytest.raises(ValueError, match=message):
        check(ms_deal(1), moves)


def test_a_run_may_be_as_long_as_the_free_places_allow():
    """The table of run limits: (cells + 1) * 2 ** columns, without the target."""
    run = [13 * (0 if i % 2 else 1) + 12 - i for i in range(12)]
    others = [card for card in range(52) if card not in run and card not in (12, 24)]
    for cells_free in range(5):
        for empty in range(4):
            rules = as_rules({"columns": 10, "cells": 4})
            for to_empty in (False, True):
                if to_empty and empty == 0:
                    continue
                limit = (cells_free + 1) * 2 ** (empty - to_empty)
                for size in (limit, limit + 1):
                    if size > 11:
                        continue
                    board = _run_board(run, others, size, cells_free, empty, to_empty, rules)
                    move = Move(0, 9 if to_empty else 1, size)
                    if size <= limit:
                        check(board, [move])
                    else:
                        with pytest.raises(ValueError, match="too long"):
                            check(board, [move])


def _run_board(run, others, size, cells_free, empty, to_empty, rules):
    """A board whose column 1 ends in a run of `size`, column 2 in the card it goes on, with so much room."""
    moving = run[1 : 1 + size]
    rest = [*others, 12, 24, *run[1 + size :]]
    cells, rest = rest[: 4 - cells_free], rest[4 - cells_free :]
    filled = 10 - empty
    columns = [[] for _ in range(10)]
    for i, card in enumerate(rest):
        columns[2 + i % (filled - 2)].append(card)
    columns[0] = moving
    columns[1] = [run[0]]
    return Board(tuple(map(tuple, columns)), (*cells, *[-1] * cells_free), (0, 0, 0, 0), rules)
