"""Random gin hands of OpenSpiel and RLCard through the compiled game; minimum deadwood of both."""

from __future__ import annotations

import random

import numpy as np
import pytest

from cardsim.cards import as_mask
from cardsim.games.gin import GAME, melds
from tests.gin_scripts import play_script
from tests.openspiel_gin import check_record


def test_openspiel_hands(cases):
    """Same legal actions at every step, same deadwood, lay-offs and returns; its defects W3, E2 and E3 aside."""
    openspiel = pytest.importorskip("tests.peers.openspiel", reason="OpenSpiel is not installed", exc_type=ImportError)
    ends = {check_record(openspiel.play_gin(seed))["end"] for seed in cases}
    assert len(cases) < 40 or {"knock", "gin", "void"} <= ends


def test_rlcard_hands(cases):
    """Same legal actions at every step, same payoffs."""
    rlcard_gin = pytest.importorskip("tests.peers.rlcard_gin", reason="RLCard is not installed", exc_type=ImportError)
    ends = {rlcard_gin.check_record(rlcard_gin.play(seed))["end"] for seed in cases}
    assert len(cases) < 40 or {"knock", "gin", "void"} <= ends


def test_rlcard_deadwood(cases):
    """The least deadwood of ten cards from a narrow window of ranks, where melds overlap."""
    pytest.importorskip("rlcard", reason="RLCard is not installed")
    from rlcard.games.gin_rummy.utils import melding, utils

    stream = random.Random(cases[0])
    for _ in cases:
        low, width = stream.randrange(7), stream.randrange(3, 7)
        window = [13 * suit + rank for suit in range(4) for rank in range(low, low + width)]
        cards = [utils.get_card(card) for card in stream.sample(window, 10)]
        best = melding.get_best_meld_clusters(cards)
        theirs = utils.get_deadwood_count(cards, best[0] if best else [])
        ours = melds.deadwood(as_mask([card.rank + card.suit.lower() for card in cards]), melds.LOW)
        assert theirs == ours, cards


def test_limits_that_rlcard_has_not(cases):
    """RLCard stops after 100 turns and counts no takes; the preset stops after 200, or at the 50th take."""
    rlcard_gin = pytest.importorskip("tests.peers.rlcard_gin", reason="RLCard is not installed", exc_type=ImportError)
    record = rlcard_gin.long_hand()
    assert len([step for step in record["steps"] if step[1] == rlcard_gin.PILE]) > 50
    assert rlcard_gin.check_record(record)["turns"] == 100
    preset = GAME.check_rules({"preset": "rlcard", "first_starter": record["starter"]})
    row, _ = play_script(preset, rlcard_gin.scripts_of(record), rlcard_gin.pack_of(record))
    assert (row["end"], row["upcard_draws"]) == ("void", preset.max_upcard_draws - 1)
    assert row["points_0"] < np.float32(0)
