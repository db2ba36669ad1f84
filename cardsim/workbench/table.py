"""The outcomes of a workbench as a table."""

from __future__ import annotations

import html
from collections.abc import Sequence

from cardsim.stats import Estimate
from cardsim.workbench.study import Line, Settings

MESSAGE = '<p role="alert" style="border-left:3px solid #d08700;padding:.3em .6em;margin:.3em 0"><b>{}</b></p>'
HEAD = "<tr><th>outcome</th><th>these rules</th><th>default rules</th><th>difference, deal by deal</th></tr>"
_STYLE = (
    "<style>.workbench td,.workbench th{padding:.1em .7em!important;text-align:right;white-space:nowrap}"
    ".workbench td:first-child,.workbench th:first-child{text-align:left}"
    ".workbench .apart{font-weight:600}</style>"
)


def table_html(settings: Settings, done: int, lines: Sequence[Line]) -> str:
    """The lines as HTML; a difference whose interval leaves out zero is printed bold."""
    rows = "".join(_row(line) for line in lines)
    words = f"{done:,} of {settings.n:,} games, seed {settings.seed}; intervals 95 %, both rules on the same deals"
    return f'{_STYLE}<table class="workbench">{HEAD}{rows}</table><p><small>{words}</small></p>'


def _row(line: Line) -> str:
    gap = line.difference
    apart = ' class="apart"' if gap is not None and (gap.low > 0 or gap.high < 0) else ""
    cells = f"<td>{_words(line.value, line.rate)}</td><td>{_words(line.default, line.rate)}</td>"
    return f"<tr><td>{html.escape(line.name)}</td>{cells}<td{apart}>{_words(gap, line.rate, True)}</td></tr>"


def _words(estimate: Estimate | None, rate: bool, signed: bool = False) -> str:
    if estimate is None or estimate.value != estimate.value:
        return "–"
    if estimate.low == estimate.high == estimate.value == 0 and signed:
        return "none"
    return estimate.percent() if rate else estimate.interval()
