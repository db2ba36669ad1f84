"""The ledger is complete and well-formed, verdicts follow from the numbers, and the stored table fits both."""

from __future__ import annotations

import inspect
import shutil
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pytest

import cardsim as cs
from cardsim.claims import ledger, run_claims, select
from cardsim.claims.ledger import LEDGER, Published, half_unit, read_ledger, read_mentions
from cardsim.claims.report import check_saving, counts, read_table, rows, save
from cardsim.claims.running import check_function
from cardsim.claims.verdicts import DIFFERS, NOT_AS_STATED, OPEN, REPRODUCED, WRONG, Found, exactly, together, verdict
from cardsim.stats import Estimate, proportion

RESULTS = Path(__file__).parents[1] / "results"
LISTS = {
    "gin": {"C": 12, "S": 14, "P": 17, "W": 5},
    "rummy": {"T": 1, "X": 12, "P": 9},
    "spades": {"F": 14, "W": 5},
    "rummikub": {"F": 13, "W": 7, "A": 2},
    "freecell": {"C": 7, "N": 11, "R": 16, "G": 2, "W": 7, "A": 3},
}
"""How many facts there are of each kind, in the list for each game."""
SOURCE = '[sources.here]\ntitle = "title"\nauthors = "authors"\nyear = "not stated"\n'
ENTRY = {
    "id": '"gin-one"', "fact": '"C1"', "game": '"gin"', "statement": '"one"', "values": "[{ value = 1 }]",
    "source": '"here"', "how": '"counted"', "check": '"binomial"',
}  # fmt: skip


@pytest.mark.parametrize("game", LISTS)
def test_every_fact_of_the_lists_is_in_the_ledger(game):
    covered = {claim.fact for claim in ledger().values() if claim.game == game}
    covered |= {mention.fact for mention in read_mentions() if mention.game == game}
    wanted = {f"{kind}{number}" for kind, count in LISTS[game].items() for number in range(1, count + 1)}
    assert wanted <= covered
    assert {fact for fact in covered - wanted if not fact.startswith("A")} == set()


@pytest.mark.parametrize("claim", ledger().values(), ids=lambda claim: claim.id)
def test_a_claim_has_a_source_and_a_check_that_takes_its_arguments(claim):
    assert claim.source.title
    assert claim.source.authors
    assert claim.source.year
    if claim.check:
        inspect.signature(check_function(claim)).bind(None, **claim.arguments)
    else:
        assert claim.missing


def written(**changes: str | None) -> str:
    """A ledger of one claim with some fields changed or (None) left out."""
    entry = {**ENTRY, **changes}
    return SOURCE + "[[claim]]\n" + "".join(f"{key} = {value}\n" for key, value in entry.items() if value is not None)


def test_the_plain_entry_is_well_formed(tmp_path):
    path = tmp_path / "claims.toml"
    path.write_text(written())
    assert read_ledger(path)["gin-one"].values[0].estimate.value == 1


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"source": None}, "has no source"),
        ({"source": '"elsewhere"'}, "sources.elsewhere"),
        ({"statement": None}, "has no statement"),
        ({"check": None}, "needs a check, or must say what is missing"),
        ({"tolerance": "0.5"}, "unknown field 'tolerance'"),
        ({"verdict": '"reproduced"'}, "unknown field 'verdict'"),
        ({"game": '"bridge"'}, "game must be one of"),
        ({"id": '"rummy-one"'}, "id begin with it"),
        ({"unit": '"furlongs"'}, "unit must be one of"),
        ({"values": "[{ value = 1, width = 2 }]"}, "unknown field 'width'"),
        ({"values": "[{ at = 1 }]"}, "a value needs"),
        ({"values": "[{ value = 1 }, { value = 2 }]"}, "same place"),
    ],
)
def test_a_malformed_entry_is_refused_by_name(tmp_path, changes, complaint):
    path = tmp_path / "claims.toml"
    path.write_text(written(**changes))
    with pytest.raises(ValueError, match=complaint):
        read_ledger(path)


def test_a_claim_that_stands_twice_is_refused(tmp_path):
    path = tmp_path / "claims.toml"
    path.write_text(written() + written().removeprefix(SOURCE))
    with pytest.raises(ValueError, match="stands twice"):
        read_ledger(path)


def test_a_source_without_authors_is_refused(tmp_path):
    path = tmp_path / "claims.toml"
    path.write_text(written().replace('authors = "authors"\n', ""))
    with pytest.raises(ValueError, match="has no authors"):
        read_ledger(path)


def test_rounding_follows_from_the_digits_as_written():
    assert half_unit(Decimal("0.0210")) == 0.00005
    assert half_unit(Decimal("1.15733e5")) == 0.5
    assert half_unit(136694) == 0


def number(value: float, low: float | None = None, high: float | None = None, rounding: float = 0.0) -> Published:
    """A published value."""
    return Published("", Estimate(value, low or value, high or value, 0, "published"), rounding, "")


def test_exact_numbers_agree_only_if_equal():
    assert verdict(number(4604), Found(exactly(4604)), "count") == REPRODUCED
    assert verdict(number(4605), Found(exactly(4604)), "count") == DIFFERS


def test_rounding_is_all_the_room_an_exact_number_has():
    assert verdict(number(0.36, rounding=0.005), Found(exactly(0.3649))) == REPRODUCED
    assert verdict(number(0.36, rounding=0.005), Found(exactly(0.3651))) == DIFFERS


def test_three_joint_standard_errors_are_the_room_of_two_samples():
    ours = proportion(5000, 10_000)  # standard error 0.005
    theirs = 0.005 * 2**0.5
    assert verdict(
        number(0.5 + 2.9 * theirs, 0.5 + 2.9 * theirs - 0.0098, 0.5 + 2.9 * theirs + 0.0098), Found(ours)
    ) == (REPRODUCED)
    assert verdict(
        number(0.5 + 3.1 * theirs, 0.5 + 3.1 * theirs - 0.0098, 0.5 + 3.1 * theirs + 0.0098), Found(ours)
    ) == (DIFFERS)


def test_the_mistake_must_give_the_published_number():
    assert verdict(number(4728), Found(exactly(4604), flawed=exactly(4728)), "count") == WRONG
    assert verdict(number(4728), Found(exactly(4604), flawed=exactly(4700)), "count") == DIFFERS
    assert verdict(number(4604), Found(exactly(4604), flawed=exactly(4728)), "count") == REPRODUCED


def test_what_the_source_leaves_out_excuses_a_difference_but_not_agreement():
    assert verdict(number(0.5), Found(exactly(0.4)), missing="players") == NOT_AS_STATED
    assert verdict(number(0.5), Found(exactly(0.5)), missing="players") == REPRODUCED
    assert verdict(number(0.5), None, missing="players") == NOT_AS_STATED
    assert verdict(number(0.5), None) == OPEN


def test_agreement_of_a_wide_interval_means_nothing():
    assert verdict(number(0.001), Found(proportion(0, 100))) == OPEN
    assert verdict(number(0.5), Found(proportion(50, 100))) == REPRODUCED
    assert verdict(number(0.9), Found(proportion(50, 100))) == DIFFERS


@pytest.mark.parametrize(
    ("kind", "low", "value", "high", "wanted"),
    [
        ("above", 0.52, 0.54, 0.56, REPRODUCED),
        ("above", 0.44, 0.46, 0.48, DIFFERS),
        ("above", 0.49, 0.51, 0.53, OPEN),
        ("at_most", 0.44, 0.46, 0.48, REPRODUCED),
        ("at_least", 0.5, 0.5, 0.5, REPRODUCED),
        ("above", 0.5, 0.5, 0.5, DIFFERS),
    ],
)
def test_bounds(kind, low, value, high, wanted):
    n = 0 if low == high else 1000
    assert verdict(Published("", None, 0.0, "", (kind, 0.5)), Found(Estimate(value, low, high, n, ""))) == wanted


def test_a_sample_without_spread_decides_no_bound():
    assert verdict(Published("", None, 0.0, "", ("above", 0.0)), Found(Estimate(0.0, 0.0, 0.0, 50, "t"))) == OPEN


def test_the_gravest_verdict_is_the_claims():
    assert together([REPRODUCED, OPEN, DIFFERS]) == DIFFERS
    assert together([DIFFERS, WRONG]) == WRONG
    assert together([REPRODUCED]) == REPRODUCED


EXACT = (
    "gin-hands", "gin-gin-hands", "gin-no-meld", "gin-melded-seven*", "gin-hands-misprint", "rummy-no-meld-*",
    "rummy-dealt-rummy-7", "spades-honours-*-exact", "spades-ruff-ace", "spades-doomed*", "spades-honours-mistyped",
    "rummikub-sets", "rummikub-743-sets", "rummikub-four-colours", "freecell-run-limit*", "freecell-builds*",
)  # fmt: skip


def test_exact_facts_are_reproduced_and_wrong_ones_are_shown_to_be():
    judged, origins = run_claims(select(EXACT), quick=True)
    found = {one.claim.id: one.verdict for one in judged}
    wrong = {"gin-melded-seven-twice", "gin-hands-misprint", "spades-ruff-ace", "spades-honours-mistyped",
             "rummikub-743-sets", "freecell-run-limit-product", "freecell-run-limit-sum",
             "freecell-run-limit-target"}  # fmt: skip
    assert {name for name, one in found.items() if one == WRONG} == wrong
    assert {one for name, one in found.items() if name not in wrong} == {REPRODUCED}
    assert origins == []


def test_a_sampled_claim_keeps_the_origin_of_its_games():
    judged, origins = run_claims(select(["gin-eaai-gin"]), quick=True)
    assert judged[0].lines[0].found.estimate.n == 100_000
    assert [(origin["game"], origin["n"]) for origin in origins] == [("gin", 100_000)]


def test_published_values_for_charts():
    curve = cs.claims("gin-weighted-curve")
    assert curve["at"].tolist() == [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert curve.loc[curve["at"] == 0.2, "value"].item() == 0.57
    assert (cs.claims("gin-eaai-undercut")["high"] > cs.claims("gin-eaai-undercut")["value"]).all()


def test_an_unknown_claim_is_refused():
    with pytest.raises(ValueError, match="gin-nothing"):
        cs.claims("gin-nothing")


@pytest.fixture(scope="module")
def stored():
    return read_table(RESULTS)


def test_the_stored_table_has_every_value_of_the_ledger(stored):
    wanted = [(claim.id, value.at, value.text) for claim in ledger().values() for value in claim.values]
    assert list(zip(stored["claim"], stored["at"].astype(str), stored["stated"].astype(str), strict=True)) == wanted


def test_the_stored_verdicts_follow_from_the_stored_numbers(stored):
    for line in stored.itertuples():
        claim = ledger()[line.claim]
        value = next(value for value in claim.values if value.at == str(line.at))
        ours = None if line.value != line.value else Estimate(line.value, line.low, line.high, line.n, "")
        flawed = None if line.with_the_mistake != line.with_the_mistake else exactly(line.with_the_mistake)
        assert line.verdict == verdict(value, Found(ours, flawed), claim.unit, claim.missing), (line.claim, line.at)


def test_the_counts_are_of_claims(stored):
    assert counts(stored).loc["all"].sum() == len(ledger())


def test_rows_are_plain_data():
    import json

    judged, _ = run_claims(select(["gin-hands", "gin-tonic"]), quick=True)
    assert [row["claim"] for row in json.loads(json.dumps(rows(judged), allow_nan=False))] == ["gin-hands", "gin-tonic"]


def test_the_ledger_is_in_the_package():
    assert LEDGER.parent == Path(cs.__file__).parent


def test_some_claims_renew_their_rows_in_a_saved_table(tmp_path):
    shutil.copytree(RESULTS / "claims", tmp_path / "claims")
    before = read_table(tmp_path)
    judged, played = run_claims(select(["freecell-run-limit"], None))
    found = [{**row, "why": "looked at again"} for row in rows(judged)]
    save(found, {"freecell": {"quick": False, "runs": played}}, tmp_path)
    after = read_table(tmp_path)
    assert (after["claim"] == before["claim"]).all()
    assert set(after["claim"][after["why"] == "looked at again"]) == {"freecell-run-limit"}
    others = before["claim"] != "freecell-run-limit"
    pd.testing.assert_frame_equal(after[others], before[others])


def test_some_claims_are_not_saved_beside_none_or_others_checked_otherwise(tmp_path):
    with pytest.raises(ValueError, match=r"does not hold the other claims of freecell.*--game freecell --save"):
        check_saving(["freecell-run-limit"], False, tmp_path)
    with pytest.raises(ValueError, match="--game freecell --quick --save"):
        check_saving(["freecell-run-limit"], True, RESULTS)
    check_saving(["freecell-run-limit"], False, RESULTS)
