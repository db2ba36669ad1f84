"""Every committed result is whole, and the games behind it can be played again."""

import re
import tomllib
from pathlib import Path

import pandas as pd
import pytest

from cardsim.results import check_results, disputed, index_text, notebook_of, refresh, renew
from cardsim.results.index import OTHER_MAKERS, says

RESULTS = Path(__file__).parents[1] / "results"
SLUGS = sorted(path.parent.name for path in RESULTS.glob("*/run.json"))


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_games_of_a_result_are_the_same_again(slug):
    checks = check_results(RESULTS, slug)
    assert [check for check in checks if check.same is False] == []


def test_every_result_has_its_files():
    for folder in (path for path in RESULTS.glob("*") if path.is_dir() and path.name != "runs"):
        assert {"figure.png", "table.csv", "run.json"} <= {path.name for path in folder.iterdir()}, folder.name


def test_the_index_of_the_results_is_up_to_date():
    assert (RESULTS / "README.md").read_text(encoding="utf-8").startswith(index_text(RESULTS))


def test_the_list_of_differing_claims_is_up_to_date():
    assert (RESULTS / "README.md").read_text(encoding="utf-8").endswith(disputed(RESULTS) + "\n")


def test_the_readme_shows_the_findings_and_counts_of_the_results():
    readme = (RESULTS.parent / "README.md").read_text(encoding="utf-8")
    assert renew(readme, RESULTS) == readme


def test_every_caption_is_of_a_result():
    captions = tomllib.loads((RESULTS / "captions.toml").read_text(encoding="utf-8"))
    assert set(captions) <= set(SLUGS)


@pytest.mark.parametrize("name", ["README.md", "results/README.md"])
def test_links_and_pictures_of_a_page_lead_somewhere(name):
    page = RESULTS.parent / name
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_a_caption_must_name_one_row():
    table = pd.DataFrame({"T": [0, 1], "value": [0.5, 0.6], "low": [0.4, 0.5], "high": [0.6, 0.7], "n": 7})
    caption = {"says": "{} and {}", "numbers": [{"T": 0}, {"T": 1}]}
    assert says(table, caption, "here") == "50 % [40, 60] and 60 % [50, 70]"
    assert says(table, {"says": "{}", "numbers": [{"count": True, "n": 7}]}, "here") == "2"
    with pytest.raises(ValueError, match="caption of 'here': 0 rows"):
        says(table, {"says": "{}", "numbers": [{"T": 2}]}, "here")
    assert says(table, {}, "here") == "Highest: T 1.0, 60 % [50, 70]; lowest: T 0.0, 50 % [40, 60]."


def test_refresh_names_what_no_notebook_makes():
    with pytest.raises(ValueError, match="cardsim claims --save"):
        refresh("claims", RESULTS)
    with pytest.raises(ValueError, match="makes a result 'no-such-chart'"):
        refresh("no-such-chart", RESULTS)


def test_the_notebook_of_every_result_is_found():
    made = {slug: notebook_of(slug, RESULTS.parent / "notebooks") for slug in SLUGS if not slug.startswith("study-")}
    assert {slug for slug, notebook in made.items() if notebook is None} <= set(OTHER_MAKERS)
