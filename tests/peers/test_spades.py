"""Random Spades deals of OpenSpiel through the compiled game; double-dummy tricks of DDS."""

from __future__ import annotations

import pytest

from tests.openspiel_spades import check_record, rules_of


def test_openspiel_deals(cases):
    """Same legal bids and cards at every step, same tricks and returns."""
    openspiel = pytest.importorskip("tests.peers.openspiel", reason="OpenSpiel is not installed", exc_type=ImportError)
    for seed in cases:
        record, params = openspiel.play_spades(seed)
        check_record(record, rules_of(params))


def test_double_dummy_tricks(cases):
    """As many tricks as DDS finds, deals of 2 to 13 cards a hand."""
    dds = pytest.importorskip("tests.peers.dds", reason="endplay is not installed", exc_type=ImportError)
    for seed in cases:
        hands, leader = dds.deal(seed)
        assert dds.by_us(hands, leader) == dds.by_dds(dds.as_bridge(hands, leader)), (hands, leader)
