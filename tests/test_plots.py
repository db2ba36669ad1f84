"""Charts draw what their tables say, keep their texts apart, and reach the disk whole."""

import json
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.container import ErrorbarContainer
from matplotlib.image import imread

mpl.use("Agg")

from cardsim import plots, stats


def estimates(rows):
    """A tidy table of rates: `rows` are (keys, successes) out of 2,000."""
    found = [(keys, stats.proportion(successes, 2000)) for keys, successes in rows]
    return pd.DataFrame([{**keys, "value": e.value, "low": e.low, "high": e.high, "n": e.n} for keys, e in found])


def by_limit(players=("simple", "gin_only")):
    return estimates(
        [
            ({"limit": limit, "player": name}, 40 * limit + 99 * k)
            for limit in range(11)
            for k, name in enumerate(players)
        ]
    )


def square(names=("simple", "knock_asap", "gin_only")):
    table = estimates(
        [
            ({"row": a, "column": b}, 1000 + 36 * (names.index(b) - names.index(a)))
            for a in names
            for b in names
            if a != b
        ]
    )
    return table.assign(sure=(table["low"] > 0.5) | (table["high"] < 0.5))


def swept(grid, measures):
    rows = []
    for number, cell in enumerate(grid):
        for name, kind in measures:
            value = (0.01 if kind == "rate" else 1) * number
            rows.append(
                {**cell, "measure": name, "kind": kind, "value": value, "low": value - 0.01, "high": value + 0.01}
            )
    return pd.DataFrame(rows).assign(n=1000)


PUBLISHED = pd.DataFrame(
    {"limit": [2, 9], "value": [0.05, 0.2], "low": [0.02, 0.17], "high": [0.08, 0.23], "source": "A"}
)
TWO_RULES = [{"knock_limit": k, "undercut_bonus": b} for k in range(8) for b in range(0, 35, 5)]
CLAIMS = pd.DataFrame(
    {"label": ["first", "second"], "value": [0.5, 0.2], "low": [0.48, 0.19], "high": [0.52, 0.21], "n": [100, 200],
     "published": [0.51, 0.3], "published_low": [0.45, np.nan], "published_high": [0.57, np.nan],
     "source": ["Smith 2011", "Jones 1999"], "verdict": ["reproduced", "differs"]}
)  # fmt: skip
MOVES = pd.DataFrame(
    {"parameter": ["knock_limit"] * 2 + ["hand_size"] * 2 + ["tie"] * 2, "setting": [0, 10, 7, 10, "none", "undercut"],
     "value": [0.1, 0.4, 0.24, 0.27, 0.258, 0.257], "low": [0.09, 0.39, 0.23, 0.26, 0.256, 0.255],
     "high": [0.11, 0.41, 0.25, 0.28, 0.26, 0.259], "n": 5000}
)  # fmt: skip
RULES = "eaai rules, simple v simple, seed 7"
CHARTS = {
    "rates": lambda: plots.rates(by_limit(), "limit", by="player", published=PUBLISHED, title="Undercuts", rules=RULES),
    "long": lambda: plots.rates(
        by_limit(), "limit", by="player", title="A long heading " * 6, rules="many words " * 20
    ),
    "lines": lambda: plots.lines(by_limit(tuple("abcdefg")), "limit", by="player", title="Seven series", rules=RULES),
    "bars": lambda: plots.bars(by_limit()[:8], "limit", by="player", title="Bars", rules=RULES, xlabel="share"),
    "heatmap": lambda: plots.heatmap(
        square(), "row", "column", significant="sure", centre=0.5, title="All against all"
    ),
    "tornado": lambda: plots.tornado(MOVES, baseline=0.26, title="What matters", rules=RULES, xlabel="undercuts"),
    "dots": lambda: plots.dots_published(CLAIMS, title="Published and here", rules=RULES, xlabel="share"),
    "dots_relative": lambda: plots.dots_published(CLAIMS, relative=True, title="Published and here"),
    "sweep_one": lambda: plots.sweep(
        swept([{"T": t} for t in range(11)], [("gin", "rate"), ("knock", "rate"), ("points_0", "mean")]), title="T"
    ),
    "sweep_lines": lambda: plots.sweep(
        swept(TWO_RULES[:21], [("gin", "rate"), ("points_0", "mean")]), title="Two rules"
    ),
    "sweep_map": lambda: plots.sweep(swept(TWO_RULES, [("gin", "rate")]), title="Two rules", rules=RULES),
}


def texts(figure):
    """Boxes of all visible texts of a drawn figure."""
    FigureCanvasAgg(figure).draw()
    shown = [text for text in figure.findobj(mpl.text.Text) if text.get_visible() and text.get_text().strip()]
    beyond = {id(label) for axes in figure.axes for axis in (axes.xaxis, axes.yaxis) for label in _beyond(axis)}
    return [(text.get_text(), text.get_window_extent()) for text in shown if id(text) not in beyond]


def _beyond(axis):
    """Labels of ticks outside the view, which matplotlib keeps but does not draw."""
    low, high = sorted(axis.get_view_interval())
    ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
    return [label for tick in ticks if not low <= tick.get_loc() <= high for label in (tick.label1, tick.label2)]


@pytest.mark.parametrize("name", CHARTS)
def test_no_text_covers_another_or_leaves_the_page(name):
    figure = CHARTS[name]()
    page, boxes = figure.bbox, texts(figure)
    heading = figure.get_suptitle().strip()
    boxes = [(text, box) for text, box in boxes if text.strip() != heading]  # it ends in empty lines, by design
    for number, (text, box) in enumerate(boxes):
        assert page.padded(1).contains(*box.min), f"{text!r} leaves the page"
        assert page.padded(1).contains(*box.max), f"{text!r} leaves the page"
        for other, other_box in boxes[:number]:
            cover = mpl.transforms.Bbox.intersection(box, other_box)
            assert cover is None or min(cover.width, cover.height) < 2, f"{text!r} covers {other!r}"


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_shows_its_intervals_and_n(name):
    figure = CHARTS[name]()
    bars = [item for axes in figure.axes for item in axes.containers if isinstance(item, ErrorbarContainer)]
    marked = [text for text, _ in texts(figure) if "±" in text]
    assert bars or marked
    assert any("n = " in text for text, _ in texts(figure))


def test_intervals_are_drawn_where_the_table_has_them():
    table = by_limit(("simple",))
    (axes,) = plots.lines(table, "limit").axes
    _, _, (segments,) = axes.containers[0]
    ends = np.array([[segment[0][1], segment[1][1]] for segment in segments.get_segments()])
    assert ends == pytest.approx(table[["low", "high"]].to_numpy())


def test_published_values_are_hollow_and_named_by_source():
    (axes,) = plots.rates(by_limit(), "limit", by="player", published=PUBLISHED).axes
    points = axes.containers[-1].lines[0]
    assert points.get_markerfacecolor() == "white"
    assert list(points.get_ydata()) == [0.05, 0.2]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["simple", "gin_only", "A"]


def test_series_differ_in_grey_print_too():
    (axes,) = plots.lines(by_limit(tuple("abcdefg")), "limit", by="player").axes
    looks = {(bar.lines[0].get_marker(), bar.lines[0].get_linestyle()) for bar in axes.containers}
    assert len({marker for marker, _ in looks}) == 7


def test_cells_that_are_not_established_are_pale():
    table = square()
    (axes, _) = plots.heatmap(table, "row", "column", significant="sure", centre=0.5).axes
    pale = [text for text in axes.texts if text.get_style() == "italic"]
    assert 0 < len(pale) == int((~table["sure"]).sum()) < len(table)
    assert len(axes.patches) == len(pale)


def test_categories_keep_their_order_and_none_is_one():
    table = estimates([({"recycles": value}, 500) for value in (0, 1, 5, None)])
    table["recycles"] = table["recycles"].astype(object).where(table["recycles"].notna(), "no limit")
    (axes,) = plots.rates(table, "recycles").axes
    assert axes.get_xticklabels()[-1].get_text() == "no limit"


def test_figures_do_not_pile_up():
    plots.lines(by_limit(), "limit", by="player")
    assert not mpl.pyplot.get_fignums()


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plots.rates(by_limit(), "deadwood"), "no column 'deadwood'; it has limit, player, value"),
        (lambda: plots.bars(by_limit()[:0], "limit"), "no rows"),
        (lambda: plots.sweep(swept(TWO_RULES, [("gin", "rate")]), measure="tie"), "no measure 'tie'; it has gin"),
        (lambda: plots.sweep(swept(TWO_RULES[:1], [("gin", "rate")])), "here 0 vary: none"),
        (
            lambda: plots.sweep(swept([{"a": 1, "b": 1, "c": 1}, {"a": 2, "b": 2, "c": 2}], [("gin", "rate")])),
            "here 3 vary: a, b, c",
        ),
    ],
)
def test_what_cannot_be_drawn_is_named(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_save_writes_picture_table_and_origin(tmp_path):
    table = by_limit()
    home = plots.save(
        plots.lines(table, "limit", by="player"), "gin-limit", table, {"seed": np.int64(7), "path": Path("x")}, tmp_path
    )
    assert sorted(path.name for path in home.iterdir()) == ["figure.png", "run.json", "table.csv"]
    assert imread(home / "figure.png").shape[1] > 1000
    pd.testing.assert_frame_equal(pd.read_csv(home / "table.csv"), table)
    assert json.loads((home / "run.json").read_text()) == {"seed": 7, "path": "x"}


def test_save_takes_the_provenance_of_a_run_and_makes_the_same_bytes_again(tmp_path):
    class Finished:
        provenance = {"n": 10}  # noqa: RUF012

    table = by_limit()
    saved = []
    for _ in range(2):
        home = plots.save(plots.lines(table, "limit", by="player"), "again", table, Finished(), tmp_path)
        saved.append([path.read_bytes() for path in sorted(home.iterdir())])
    assert saved[0] == saved[1]


def test_save_leaves_the_old_result_when_it_fails(tmp_path):
    table, figure = by_limit(), plots.lines(by_limit(), "limit", by="player")
    home = plots.save(figure, "kept", table, {"n": 1}, tmp_path)
    before = {path.name: path.read_bytes() for path in home.iterdir()}

    def fail(*_, **__):
        raise OSError("disk full")

    figure.savefig = fail
    with pytest.raises(OSError, match="disk full"):
        plots.save(figure, "kept", table, {"n": 2}, tmp_path)
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before


@pytest.mark.parametrize(
    ("slug", "table", "run", "message"),
    [
        ("Gin Odds", by_limit(), {"n": 1}, "small letters, digits and hyphens"),
        ("gin", by_limit()[:0], {"n": 1}, "no rows"),
        ("gin", by_limit(), {}, "run must be a Run or a mapping"),
    ],
)
def test_save_refuses(tmp_path, slug, table, run, message):
    with pytest.raises(ValueError, match=message):
        plots.save(plots.lines(by_limit(), "limit", by="player"), slug, table, run, tmp_path)
    assert not list(tmp_path.iterdir())
