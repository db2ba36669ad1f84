"""The workbench: a control for every rule, the same numbers as the verbs give, code that makes the same run."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys

import pytest

import cardsim as cs
from cardsim.workbench.code import code_for, rules_for
from cardsim.workbench.controls import control_for
from cardsim.workbench.study import Growing, Settings, grow, headline_names, lines
from cardsim.workbench.table import table_html

pytest.importorskip("ipywidgets")

GAMES = tuple(cs.games)
GIN = Settings("gin", ("simple", "simple"), {"knock_limit": 5}, 600, 3)


@pytest.fixture
def bench():
    """A workbench of small runs."""
    made = []

    def make(game="gin"):
        one = cs.workbench(game)
        made.append(one)
        one.n.value = 1000
        one.wait()
        return one

    yield make
    for one in made:
        one._turn += 1
        one.wait()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_control_that_gives_every_preset_back(game):
    from cardsim.workbench.widgets import RuleControl

    the_game = cs.games[game]
    for name, domain in the_game.domains.items():
        control = RuleControl(control_for(name, domain), domain, lambda change: None)
        for preset in the_game.presets.values():
            value = getattr(the_game.check_rules(preset), name)
            control.value = value
            assert control.value == value, f"{name} of {game}"
            assert type(control.value) is type(value), f"{name} of {game}"


def test_kinds_of_controls():
    gin, spades, rummy = (cs.games[name].domains for name in ("gin", "spades", "rummy"))
    assert control_for("knock_limit", gin["knock_limit"]).kind == "slider"
    assert control_for("big_gin", gin["big_gin"]).kind == "switch"
    assert control_for("oklahoma", gin["oklahoma"]).kind == "menu"
    assert control_for("loss_floor", spades["loss_floor"]).kind == "text"
    target = control_for("target_score", spades["target_score"])
    assert (target.kind, target.without, target.without_value) == ("number", "none", None)
    recycles = control_for("max_recycles", rummy["max_recycles"])
    assert (recycles.without, recycles.without_value) == ("no limit", float("inf"))


@pytest.mark.parametrize("game", GAMES)
def test_headlines_can_be_read_off_and_the_code_prints_them(game):
    the_game = cs.games[game]
    rules = {"max_moves": 30} if game == "freecell" else None
    settings = Settings(game, the_game.default_seats, rules, 20, 4)
    growing = Growing(settings)
    growing.play(20)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code_for(settings), {})
    printed = dict(line.split(": ", 1) for line in out.getvalue().splitlines())
    assert list(printed) == headline_names(game, "deal", len(the_game.default_seats))
    for line in lines(growing, growing):
        assert printed[line.name] == str(line.value)


def test_helpings_add_up_to_one_run():
    found = list(grow(GIN))
    counts = [done for done, _, _ in found]
    assert counts == sorted(set(counts))
    assert (counts[0], counts[-1]) == (200, 600)
    run = cs.simulate("gin", rules={"knock_limit": 5}, n=600, seed=3)
    default = cs.simulate("gin", n=600, seed=3)
    last = {line.name: line for line in found[-1][1]}
    assert last["knock"].value == run.rate("knock")
    assert last["knock"].default == default.rate("knock")
    assert last["points_0"].value == run.mean("points_0")
    gap = run.table["points_0"].to_numpy(float) - default.table["points_0"].to_numpy(float)
    assert last["points_0"].difference.value == pytest.approx(gap.mean())
    assert last["undercut among knock|undercut"].difference is None  # not the same hands count


def test_the_default_rules_are_played_once_and_kept():
    *_, (_, _, default) = grow(GIN)
    assert default.done == 600
    for done, found, again in grow(GIN._replace(rules={"knock_limit": 3}, n=400), default):
        assert again is default
        assert {line.default.n for line in found if line.name == "knock"} == {done}
    for _, _, other in grow(GIN._replace(seed=4, n=200), default):
        assert other is not default


def test_nothing_is_played_after_a_stop():
    assert list(grow(GIN, stop=lambda: True)) == []


def test_a_change_is_answered_and_the_code_follows(bench):
    one = bench()
    assert {line.value.n for line in one.lines if line.name == "knock"} == {1000}
    one.rules["knock_limit"].value = 0
    one.wait()
    now = {line.name: line for line in one.lines}
    assert now["knock"].value.value == 0 < now["knock"].default.value
    assert "1,000 of 1,000 games" in one.outcomes.value
    assert 'rules={"knock_limit": 0}, n=1_000, seed=0' in one.code == one.code_box.value


def test_wrong_combinations_say_why(bench):
    one = bench("freecell")
    one.players.value = 1
    one.rules["worrying_back"].value = True
    one.rules["autoplay"].value = "safe"
    one.wait()
    assert "worrying_back=True goes with autoplay=" in one.message.value
    assert one.lines == []
    assert one.outcomes.value == ""
    one.rules["worrying_back"].value = False
    one.rules["autoplay"].value = "none"
    assert one.message.value == ""


def test_an_unknown_player_is_named(bench):
    one = bench()
    one.seats[0].value = "simpel"
    assert "did you mean &#x27;simple&#x27;" in one.message.value


def test_a_preset_sets_all_controls(bench):
    one = bench()
    one.preset.value = "eaai"
    one.wait()
    assert one.settings.rules == "eaai"
    assert {name: control.value for name, control in one.rules.items()} == cs.gin.presets["eaai"]._asdict()


def test_another_game_brings_its_own_controls(bench):
    one = bench()
    one.game.value = "rummy"
    one.n.value = 1000
    one.wait()
    assert list(one.rules) == list(cs.games["rummy"].domains)
    one.players.value = 3
    one.wait()
    assert len(one.settings.seats) == 3
    assert "points_2" in {line.name for line in one.lines}


def test_the_shortest_way_to_name_rules():
    standard = cs.gin.Rules()._asdict()
    assert rules_for("gin", "default", standard) is None
    assert rules_for("gin", "default", {**standard, "big_gin": not standard["big_gin"]}) == {
        "big_gin": not standard["big_gin"]
    }


def test_the_table_escapes_and_marks_what_differs():
    *_, (done, found, _) = grow(GIN)
    page = table_html(GIN, done, [found[0]._replace(name="<b>")])
    assert "&lt;b&gt;" in page
    assert 'class="apart"' in table_html(GIN, done, [line for line in found if line.name == "turns"])


def test_without_ipywidgets_it_says_what_to_install():
    script = (
        "import sys; sys.modules['ipywidgets'] = None\n"
        "import cardsim as cs\n"
        "try: cs.workbench()\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pip install 'cardsim[notebook]'" in done.stdout


def test_an_unknown_game_is_named():
    with pytest.raises(ValueError, match="no game 'jin'"):
        cs.workbench("jin")
