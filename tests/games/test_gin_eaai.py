"""Games recorded by the EAAI-2021 Java framework replay under the preset `eaai`: every deadwood, lay-off and score."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import pytest

from cardsim.cards import FULL_PACK, as_mask, members, parse_card
from cardsim.games.gin import GAME, hands, melds
from cardsim.games.gin.drawing import DREW
from cardsim.games.gin.showdown import LAID, LAID_OFF
from cardsim.games.gin.view import DISCARD
from tests.corpora import corpus_files
from tests.gin_scripts import Script, play_script
from tests.naive.gin_game import next_starter

pytestmark = pytest.mark.corpus


def cards_in(text):
    return [parse_card(word) for word in re.findall(r"[A2-9TJQK][CDHS]", text)]


def groups_in(text):
    """The masks of a list of lists of cards, or of one flat list."""
    return [as_mask(cards_in(group)) for group in re.findall(r"\[([^\[\]]*)\]", text)]


@dataclass
class Record:
    """One recorded hand."""

    dealt: list = field(default_factory=list)
    starter: int = -1
    upcard: int = -1
    declines: list = field(default_factory=list)
    turns: list = field(default_factory=list)  # [seat, drawn, discarded, arrangement, deadwood]
    knocker_melds: list | None = None
    knock_deadwood: int = -1
    defender_melds: list = field(default_factory=list)
    layoffs: list = field(default_factory=list)
    defender_deadwood: int = -1
    points: int = 0
    scorer: int = -1
    scores: list = field(default_factory=list)


def read_line(record, line):
    """Add one line of a transcript to the record of its hand."""
    if found := re.match(r"Player (\d) is dealt (.*)\.", line):
        record.dealt.append(cards_in(found[2]))
    elif found := re.match(r"Player (\d) starts", line):
        record.starter = int(found[1])
    elif line.startswith("The initial face up card is"):
        record.upcard = cards_in(line)[0]
    elif found := re.match(r"Player (\d) declines", line):
        record.declines.append(int(found[1]))
    elif found := re.match(r"Player (\d) draws (..)\.", line):
        record.turns.append([int(found[1]), parse_card(found[2])])
    elif found := re.match(r"Player (\d) discards (..)\.", line):
        record.turns[-1].append(parse_card(found[2]))
    elif found := re.match(r"Player \d has (.*) with (\d+) deadwood\.", line):
        record.turns[-1] += [groups_in(found[1]), int(found[2])]
    elif found := re.match(r"Player \d has (\d+) deadwood with", line):
        record.defender_deadwood = int(found[1])
    elif found := re.match(r"Player \d melds (.*) with (\d+) deadwood from", line):
        record.knocker_melds, record.knock_deadwood = groups_in(found[1]), int(found[2])
    elif found := re.match(r"Player \d goes gin with melds (.*)\.", line):
        record.knocker_melds, record.knock_deadwood = groups_in(found[1]), 0
    elif found := re.match(r"Player \d melds (.*)\.", line):
        record.defender_melds = [group for group in groups_in(found[1]) if group]
    elif found := re.match(r"Player \d lays off (..) on (.*)\.", line):
        record.layoffs.append((parse_card(found[1]), as_mask(cards_in(found[2]))))
    elif found := re.match(r"Player (\d) (?:scores|undercuts).*\b(\d+)\D*$", line):
        record.scorer, record.points = int(found[1]), int(found[2])
    elif found := re.match(r"[01]\t(\d+)", line):
        record.scores.append(int(found[1]))


def games_in(path):
    """The games of a transcript: lists of hands, and the winner."""
    games = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("GAME"):
            games.append(([], []))
        elif line.startswith("WINNER"):
            games[-1][1].append(int(line.split()[1]))
        else:
            if line.startswith("Player 0 is dealt"):
                games[-1][0].append(Record())
            if games and games[-1][0]:
                read_line(games[-1][0][-1], line)
    return games


def scripts_of(record):
    """The decisions of both seats, and the cards drawn from the stock."""
    scripts, done, stock, pile = (Script(), Script()), [0, 0], [], [record.upcard]
    for number, (seat, drawn, discarded, _, _) in enumerate(record.turns):
        script = scripts[seat]
        from_pile = drawn == pile[-1]
        if number == 0:
            script.offer = from_pile
        script.take[done[seat]] = from_pile
        done[seat] += 1
        script.discard[done[seat]] = discarded
        if from_pile:
            pile.pop()
        else:
            stock.append(drawn)
        pile.append(discarded)
    if record.knocker_melds is not None:
        knocker = record.turns[-1][0]
        scripts[knocker].knock[done[knocker]] = 1
        scripts[knocker].spread += record.knocker_melds
        scripts[1 - knocker].spread += record.defender_melds
    return scripts, stock


def pack_of(record, stock):
    first, second = record.dealt[record.starter], record.dealt[1 - record.starter]
    pack = [card for pair in zip(first, second, strict=True) for card in pair] + [record.upcard, *stock]
    return pack + list(members(FULL_PACK & ~as_mask(pack)))


def replay(record):
    rules = GAME.check_rules({"preset": "eaai", "first_starter": record.starter})
    scripts, stock = scripts_of(record)
    return play_script(rules, scripts, pack_of(record, stock))


GAMES = [
    pytest.param(game, id=f"{path.stem}-{i}")
    for path in corpus_files("gin", "eaai_games*.txt")
    for i, game in enumerate(games_in(path))
]


@pytest.mark.parametrize("game", GAMES)
def test_turns(game):
    """Every draw and discard is legal, and the deadwood after it is the recorded one."""
    for record in game[0]:
        _, events = replay(record)
        turns = [event for event in events if event[0] in (DREW, DISCARD)]
        assert len(turns) == 2 * len(record.turns)
        for (seat, drawn, discarded, groups, value), drew, threw in zip(
            record.turns, turns[::2], turns[1::2], strict=True
        ):
            assert drew[:3] == [DREW, seat, drawn]
            assert threw[:3] == [DISCARD, seat, discarded]
            ten = drew[3] & ~(1 << discarded)
            assert hands.deadwood(ten) == value
            assert sum(groups) == ten
            assert all(melds.deadwood(group, melds.LOW) == 0 for group in groups[:-1])
            assert melds.pips(groups[-1]) == value


@pytest.mark.parametrize("game", GAMES)
def test_showdowns_and_scores(game):
    scores, row, starter = [0, 0], None, game[0][0].starter
    rules = GAME.check_rules("eaai")
    for record in game[0]:
        if row is not None:
            starter = next_starter(rules, row, 0, 0, 0)
        assert record.starter == starter
        row, events = replay(record)
        assert row["starter"] == starter
        assert (row["knock_deadwood"], row["defender_deadwood"]) == (record.knock_deadwood, record.defender_deadwood)
        assert row["winner"] == record.scorer
        laid = [event[3] for event in events if event[0] == LAID]
        assert sorted(laid) == sorted((record.knocker_melds or []) + record.defender_melds)
        laid_off = [(event[2], event[3] & ~(1 << event[2])) for event in events if event[0] == LAID_OFF]
        assert laid_off == record.layoffs
        for seat in (0, 1):
            scores[seat] += row[f"points_{seat}"]
        if record.scorer >= 0:
            assert row[f"points_{record.scorer}"] == record.points
        assert scores == record.scores
    assert game[1] == [scores.index(max(scores))]
    assert max(scores) >= rules.game_target
