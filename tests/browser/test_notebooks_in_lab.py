"""Two notebooks in a real JupyterLab: run all cells, move a slider, step a replay, see numbers and pictures change."""

from __future__ import annotations

import os
from pathlib import Path

RUN_MS = 480_000
"""All cells of a notebook; the first may have to compile games."""


def run_all(page, address):
    """Open a notebook and run all its cells."""
    page.goto(address)
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.add_locator_handler(
        page.locator(".jp-Dialog", has_text="Select Kernel"),
        lambda dialog: dialog.get_by_role("button", name="Select", exact=True).click(),
    )
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    cells = page.locator(".jp-Notebook .jp-CodeCell")
    last = cells.nth(cells.count() - 1)
    try:
        last.locator(".jp-OutputArea-output").wait_for(timeout=RUN_MS)
    finally:
        screenshot(page, "after-running-all")
    assert page.locator('[data-mime-type="application/vnd.jupyter.error"]').count() == 0


def screenshot(page, name):
    """Keep a picture of what was seen, where someone wants to look at it."""
    folder = os.environ.get("CARDSIM_SCREENSHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def test_the_workbench_answers_a_slider(lab, page):
    run_all(page, lab("01-workbench.ipynb"))
    bench = page.locator(".jp-OutputArea-output", has=page.locator("table.workbench")).first
    bench.scroll_into_view_if_needed()
    table = bench.locator("table.workbench")
    page.wait_for_function("element => element.innerText.includes('knock')", arg=table.element_handle())
    before = table.inner_text()
    handle = bench.locator(".widget-slider", has_text="knock_limit").first.locator(".noUi-handle")
    handle.focus()
    for _ in range(3):
        handle.press("ArrowLeft")
    page.wait_for_function(
        "([element, before]) => element.querySelector('table.workbench')?.innerText != before",
        arg=[bench.element_handle(), before],
        timeout=5_000,
    )
    bench.get_by_role("button", name="show the code").click()
    code = bench.locator("textarea")
    assert "knock_limit" in code.input_value()
    assert "cs.simulate(" in code.input_value()
    screenshot(page, "workbench")


def test_replays_can_be_stepped_through(lab, page):
    run_all(page, lab("02-replays.ipynb"))
    games = page.locator(".cardsim.live")
    assert games.count() == 5
    for number, name in enumerate(("gin", "rummy", "spades", "rummikub", "freecell")):
        game = games.nth(number)
        game.scroll_into_view_if_needed()
        assert name in game.locator(".head").inner_text()
        now = game.locator(".step.now")
        first = now.inner_html()
        game.locator(".next-step").click()
        second = now.inner_html()
        assert first != second
        game.locator(".slider").fill("7")
        assert now.inner_html() not in (first, second)
        assert game.locator(".at").inner_text().startswith("7 / ")
        assert now.locator(".k").count() > 5
        screenshot(page, f"replay-{name}")

    hidden_cards_can_be_hidden(games.first)


def hidden_cards_can_be_hidden(game):
    """The switch turns face down what a player did not see, and up again."""
    game.locator(".slider").fill("1")
    other = game.locator(".step.now .k.p1").first
    colour = "element => getComputedStyle(element).color"
    before = other.evaluate(colour)
    game.locator(".who").select_option("as0")
    assert other.evaluate(colour) == "rgba(0, 0, 0, 0)" != before
    assert game.locator(".step.now .k.p0").first.evaluate(colour) != "rgba(0, 0, 0, 0)"
    game.locator(".who").select_option("")
    assert other.evaluate(colour) == before
