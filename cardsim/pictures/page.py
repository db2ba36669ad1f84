"""A whole game as one piece of HTML: a slider and buttons where scripts run, else all steps one below the other."""

from __future__ import annotations

import html
from collections.abc import Sequence

from cardsim.pictures.markup import step_html
from cardsim.pictures.pieces import EVERYBODY, Step
from cardsim.pictures.style import SEATS, STYLE

_TOOLS = """<div class="tools"><button type="button" class="back-step" title="one step back">◀</button>
<input type="range" class="slider" min="1" value="1" title="step"><button type="button" class="next-step"
 title="one step on">▶</button><span class="at"></span>
<label>show <select class="who"><option value="">all cards</option>{seats}
<option value="asnone">no hidden cards</option>
</select></label><label><input type="checkbox" class="all"> all steps</label></div>"""

_SCRIPT = """<script>
(function () {
  var root = document.currentScript.closest(".cardsim");
  var steps = root.querySelectorAll(".step"), slider = root.querySelector(".slider");
  var who = root.querySelector(".who"), all = root.querySelector(".all");
  function show() {
    var now = Number(slider.value);
    steps.forEach(function (step, i) { step.classList.toggle("now", i + 1 === now); });
    root.querySelector(".at").textContent = now + " / " + steps.length;
    root.classList.toggle("single", !all.checked);
    root.className = root.className.replace(/ as\\w+/g, "") + (who.value ? " " + who.value : "");
  }
  function move(by) { slider.value = Number(slider.value) + by; show(); }
  slider.max = steps.length;
  slider.addEventListener("input", show);
  who.addEventListener("change", show);
  all.addEventListener("change", show);
  root.querySelector(".back-step").addEventListener("click", function () { move(-1); });
  root.querySelector(".next-step").addEventListener("click", function () { move(1); });
  root.classList.add("live");
  show();
})();
</script>"""


def viewer(title: str, steps: Sequence[tuple[int, Step]], total: int, seats: Sequence[str], remark: str = "") -> str:
    """Steps with their numbers (of `total`), to step through; `seats` are the players' names.

    Without scripts, as on a page that strips them, it is the list of all steps in a box that scrolls.
    """
    options = "".join(
        f'<option value="as{seat}">what seat {seat} sees</option>' for seat in range(min(len(seats), SEATS))
    )
    tools = _TOOLS.format(seats=options if len(seats) > 1 else "")
    return _game(title, steps, total, EVERYBODY, tools, _SCRIPT, remark)


def document(title: str, steps: Sequence[tuple[int, Step]], total: int, viewer: int = EVERYBODY) -> str:
    """Steps with their numbers (of `total`) as one scrolling page, complete in itself, as `viewer` saw them."""
    body = _game(title, steps, total, viewer, "", "", "", "cardsim whole")
    page = "<style>html{color-scheme:light dark}body{margin:1em auto;max-width:66em;padding:0 1em}</style>"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{html.escape(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">{page}</head>\n<body>\n{body}\n</body></html>\n'
    )


def _game(
    title: str,
    steps: Sequence[tuple[int, Step]],
    total: int,
    viewer: int,
    tools: str,
    script: str,
    remark: str,
    classes: str = "cardsim",
) -> str:
    sections = "\n".join(step_html(step, number, total, viewer) for number, step in steps)
    note = f'<p class="note">{html.escape(remark)}</p>' if remark else ""
    return (
        f'<div class="{classes}">{STYLE}\n<div class="head">{html.escape(title)}</div>{note}\n{tools}\n'
        f'<div class="steps">\n{sections}\n</div>\n{script}</div>'
    )
