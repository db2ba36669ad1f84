"""Every committed result is whole, and the games behind it can be played again."""

from pathlib import Path

import pytest

from cardsim.results import check_results

RESULTS = Path(__file__).parents[1] / "results"
SLUGS = sorted(path.parent.name for path in RESULTS.glob("*/run.json"))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_games_of_a_result_are_the_same_again(slug):
    checks = check_results(RESULTS, slug)
    assert [check for check in checks if check.same is False] == []


def test_every_result_has_its_files():
    for folder in (path for path in RESULTS.glob("*") if path.is_dir() and path.name != "runs"):
        assert {"figure.png", "table.csv", "run.json"} <= {path.name for path in folder.iterdir()}, folder.name
