"""The workbench as widgets: controls above, outcomes below."""

from __future__ import annotations

import html
import threading
from collections.abc import Callable
from typing import Any

import ipywidgets as w

from cardsim.games import games
from cardsim.workbench.code import code_for, rules_for
from cardsim.workbench.controls import Control, as_text, control_for, read_text
from cardsim.workbench.study import Growing, Line, Settings, grow, needs_compiling
from cardsim.workbench.table import MESSAGE, table_html

WIDE = {"description_width": "11.5em"}
N_STEPS = (1_000, 10_000, 100_000, 1_000_000)


class RuleControl:
    """One rule's widget, its value read and set in the rule's own terms."""

    def __init__(self, control: Control, domain: Any, changed: Callable[[Any], None]) -> None:
        self.control, self.domain = control, domain
        self.main = _widget(control)
        self.without = w.Checkbox(description=control.without, indent=False, layout=w.Layout(width="6em"))
        for widget in (self.main, self.without):
            widget.observe(changed, "value")
        doc = w.HTML(_DOC.format(html.escape(control.allowed), html.escape(control.doc)))
        parts = [self.main, *([self.without] if control.without else []), doc]
        doc.layout = w.Layout(flex="1 1 auto")
        self.box = w.HBox(parts, layout=w.Layout(align_items="center", flex="0 0 auto", min_height="2.4em"))

    @property
    def value(self) -> Any:
        """The rule's value; ValueError names the rule if what was typed is not allowed."""
        if self.control.without and self.without.value:
            return self.control.without_value
        if self.control.kind == "menu":
            return dict(self.control.options)[self.main.value]
        if self.control.kind != "text":
            return self.main.value
        try:
            return read_text(self.domain, self.main.value)
        except ValueError as error:
            raise ValueError(f"{self.control.name}={error}") from None

    @value.setter
    def value(self, value: Any) -> None:
        absent = bool(self.control.without) and value == self.control.without_value
        self.without.value = absent
        self.main.disabled = absent
        if self.control.kind == "menu":
            self.main.value = next(word for word, known in self.control.options if known == value)
        elif not absent:
            self.main.value = as_text(value) if self.control.kind == "text" else value

    def follow(self) -> None:
        """Grey the number out while there is none."""
        if self.control.without:
            self.main.disabled = self.without.value


def _widget(control: Control) -> Any:
    """The widget of a control."""
    common: dict[str, Any] = {
        "description": control.name,
        "tooltip": control.allowed,
        "style": WIDE,
        "layout": w.Layout(width="30em", flex="0 0 auto"),
    }
    if control.kind == "switch":
        return w.Checkbox(indent=True, **common)
    if control.kind == "menu":
        return w.Dropdown(options=[word for word, _ in control.options], **common)
    if control.kind == "text":
        return w.Text(continuous_update=False, **common)
    whole = control.step == 1
    limits = {"min": control.low, "max": control.high, "step": control.step, "value": control.low}
    if control.kind == "slider":
        return (w.IntSlider if whole else w.FloatSlider)(continuous_update=True, **limits, **common)
    return (w.BoundedIntText if whole else w.BoundedFloatText)(**limits, **common)


class Workbench(w.VBox):
    """Controls for a game's rules, and the outcomes as they come in.

    Attributes
    ----------
    settings : Settings
        What the controls are set to.
    lines : list of Line
        The outcomes shown.
    code : str
        The code that makes the same run.
    """

    def __init__(self, game: str = "gin") -> None:
        self._turn = 0
        self._playing = threading.Lock()
        self._quiet = False
        self._default: Growing | None = None
        self._worker: threading.Thread | None = None
        self.lines: list[Line] = []
        self._make_heads(game)
        self.outcomes = w.HTML()
        self.message = w.HTML()
        self.show_code = w.Button(description="show the code", icon="code")
        self.show_code.on_click(self._toggle_code)
        self.code_box = w.Textarea(layout=w.Layout(width="100%", height="14em", display="none"))
        self.rules_box = w.VBox(layout=w.Layout(max_height="22em", overflow="auto", border="1px solid #8888"))
        heads = w.HBox([self.game, self.preset, self.unit, self.players, self.n, self.seed], layout=_WRAP)
        parts = [self.rules_box, self.message, self.outcomes, self.show_code, self.code_box]
        super().__init__([heads, self.seats_box, *parts])
        self._take_game()

    def _make_heads(self, game: str) -> None:
        """The controls above the rules."""
        self.game = w.Dropdown(options=list(games), value=game, description="game", **_HEAD)
        self.preset = w.Dropdown(description="preset", **_HEAD)
        self.unit = w.Dropdown(description="unit", **_HEAD)
        self.players = w.Dropdown(description="players", **_HEAD)
        self.n = w.Dropdown(options=[(f"{n:,}", n) for n in N_STEPS], value=100_000, description="games", **_HEAD)
        self.seed = w.BoundedIntText(min=0, max=2**31 - 1, value=0, description="seed", **_HEAD)
        self.seats_box = w.HBox(layout=_WRAP)
        self.seats: list[Any] = []
        self.rules: dict[str, RuleControl] = {}
        self.game.observe(lambda _: self._take_game(), "value")
        self.preset.observe(lambda _: self._take_preset(), "value")
        self.players.observe(lambda _: self._take_players(), "value")
        for widget in (self.unit, self.n, self.seed):
            widget.observe(self._changed, "value")

    def _take_game(self) -> None:
        """Controls for another game."""
        if self._quiet:
            return
        self._quiet = True
        game = games[self.game.value]
        standard = next(name for name, rules in game.presets.items() if rules == game.Rules())
        self.preset.options, self.preset.value = list(game.presets), standard
        self.unit.options, self.unit.value = list(game.units), game.units[0]
        self.players.options, self.players.value = list(game.seat_counts), len(game.default_seats)
        self.players.disabled = len(game.seat_counts) == 1
        self.rules = {
            name: RuleControl(control_for(name, domain), domain, self._changed) for name, domain in game.domains.items()
        }
        core = [one.box for name, one in self.rules.items() if not game.domains[name].extended]
        rare = [one.box for name, one in self.rules.items() if game.domains[name].extended]
        more = w.Accordion([w.VBox(rare)], titles=("rarer rules",)) if rare else w.VBox()
        self.rules_box.children = [*core, more]
        self._quiet = False
        self._take_players(refresh=False)
        self._take_preset()

    def _take_players(self, refresh: bool = True) -> None:
        """One box for each seat."""
        if self._quiet:
            return
        game = games[self.game.value]
        count = self.players.value
        names = (*game.default_seats, *game.default_seats[-1:] * count)[:count]
        self.seats = [
            w.Combobox(
                options=list(game.strategies),
                value=name,
                description=f"seat {seat}",
                continuous_update=False,
                ensure_option=False,
                **_HEAD,
            )
            for seat, name in enumerate(names)
        ]
        for box in self.seats:
            box.observe(self._changed, "value")
        self.seats_box.children = self.seats
        if refresh:
            self._changed(None)

    def _take_preset(self) -> None:
        """Set all rules as the preset has them."""
        if self._quiet:
            return
        self._quiet = True
        for name, value in games[self.game.value].presets[self.preset.value]._asdict().items():
            self.rules[name].value = value
        self._quiet = False
        self._changed(None)

    @property
    def settings(self) -> Settings:
        """What the controls are set to; ValueError says what is wrong with it."""
        values = {name: one.value for name, one in self.rules.items()}
        rules = rules_for(self.game.value, self.preset.value, values)
        seats = tuple(box.value.strip() for box in self.seats)
        return Settings(self.game.value, seats, rules, self.n.value, self.seed.value, self.unit.value).checked()

    @property
    def code(self) -> str:
        """The code that makes the same run."""
        return code_for(self.settings)

    def _changed(self, _: Any) -> None:
        """Something was set: stop what runs, and play by the new rules."""
        if self._quiet:
            return
        for one in self.rules.values():
            one.follow()
        self._turn += 1
        try:
            settings = self.settings
        except ValueError as error:
            self.message.value = MESSAGE.format(html.escape(str(error)))
            self.outcomes.value = ""
            self.code_box.value = ""
            self.lines = []
            return
        self.message.value = ""
        self.code_box.value = code_for(settings)
        self._worker = threading.Thread(target=self._play, args=(settings, self._turn), daemon=True)
        self._worker.start()

    def _play(self, settings: Settings, turn: int) -> None:
        """Play in helpings until something changes or all games are played."""
        with self._playing:  # whoever played before stops after his helping
            try:
                self._show_growth(settings, turn)
            except Exception as error:  # shown where the user looks, whatever it is
                if turn == self._turn:
                    self.message.value = MESSAGE.format(html.escape(f"{type(error).__name__}: {error}"))

    def _show_growth(self, settings: Settings, turn: int) -> None:
        if turn != self._turn:
            return
        if needs_compiling(settings):
            self.outcomes.value = f"<p>compiling the {settings.game} kernels (once, up to a minute) …</p>"
        for done, found, default in grow(settings, self._default, lambda: turn != self._turn):
            self._default, self.lines = default, found
            self.outcomes.value = table_html(settings, done, found)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widgets, and the outcomes as they stand for pages that have none."""
        return {**super()._repr_mimebundle_(**kwargs), "text/html": self.message.value + self.outcomes.value}

    def wait(self) -> None:
        """Wait until all games of the present settings are played."""
        while (worker := self._worker) is not None and worker.is_alive():
            worker.join()

    def _toggle_code(self, _: Any) -> None:
        hidden = self.code_box.layout.display == "none"
        self.code_box.layout.display = "" if hidden else "none"
        self.show_code.description = "hide the code" if hidden else "show the code"


_DOC = '<div title="{}" style="line-height:1.25;font-size:smaller">{}</div>'
_WRAP = w.Layout(flex_flow="row wrap", align_items="flex-start")
_HEAD: dict[str, Any] = {"layout": w.Layout(width="16em"), "style": {"description_width": "4.5em"}}
