"""The notebooks as committed: run from top to bottom, outputs kept, short, with parameters that the tests can shrink.

That they run is tested by `make notebooks`, on copies with small parameters.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
MOST_CODE_CELLS = 25

pytestmark = pytest.mark.skipif(not NOTEBOOKS, reason="no notebooks")


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def cells(request):
    return json.loads(request.param.read_text(encoding="utf-8"))["cells"]


def code(cells: list[dict]) -> list[dict]:
    return [cell for cell in cells if cell["cell_type"] == "code" and "".join(cell["source"]).strip()]


def test_it_was_run_from_top_to_bottom(cells):
    counts = [cell["execution_count"] for cell in code(cells)]
    assert counts == list(range(1, len(counts) + 1))


def test_no_output_is_an_error_or_a_warning(cells):
    outputs = [output for cell in code(cells) for output in cell["outputs"]]
    assert outputs
    assert [output for output in outputs if output["output_type"] == "error"] == []
    streams = ["".join(output["text"]) for output in outputs if output.get("name") == "stderr"]
    assert [text for text in streams if "Warning" in text] == []


def test_it_is_short(cells):
    assert len(code(cells)) <= MOST_CODE_CELLS


def test_one_cell_holds_the_parameters_as_plain_values(cells):
    tagged = [cell for cell in code(cells) if "parameters" in cell["metadata"].get("tags", [])]
    assert len(tagged) == 1
    values = {}
    for statement in ast.parse("".join(tagged[0]["source"])).body:
        assert isinstance(statement, ast.Assign), "the parameters cell assigns plain values and nothing else"
        values[statement.targets[0].id] = ast.literal_eval(statement.value)
    small = tagged[0]["metadata"].get("nbmake", {}).get("mock", {"N": 2000})
    assert set(small) <= set(values), "the small values are for names that the cell assigns"
    assert "SEED" in values


def test_it_ends_by_naming_what_it_leaves_open(cells):
    words = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown").lower()
    assert any(phrase in words for phrase in ("left open", "leaves open", "how far this goes"))


def test_the_first_notebook_links_all_others():
    first, *others = NOTEBOOKS
    words = first.read_text(encoding="utf-8")
    assert [path.name for path in others if f"({path.name})" not in words] == []
