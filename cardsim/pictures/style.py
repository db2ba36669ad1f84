"""How cards, tiles and steps look, by day and by night; no fonts or images from elsewhere."""

from __future__ import annotations

_DAY = """
--face:#fff; --edge:#8b8f98; --ground:#f6f6f3; --ink:#1d1f23; --dim:#5c6068; --line:#c9ccd2; --glow:#e8a200;
--c:#12702f; --d:#1657c0; --h:#c3142d; --s:#14161a;
--red:#c3142d; --blue:#1657c0; --black:#14161a; --orange:#a85b00; --joker:#7a2c9e;
--back:repeating-linear-gradient(45deg,#6d86ad 0 3px,#8fa5c6 3px 6px); color-scheme:light;
"""
_NIGHT = """
--face:#2b2e34; --edge:#6f747d; --ground:#1a1c20; --ink:#e9eaec; --dim:#a9adb5; --line:#43474f; --glow:#f2bd3a;
--c:#63d18a; --d:#7db4ff; --h:#ff7b86; --s:#f2f3f5;
--red:#ff7b86; --blue:#7db4ff; --black:#f2f3f5; --orange:#f0a64b; --joker:#d79af2;
--back:repeating-linear-gradient(45deg,#3d4f6d 0 3px,#516685 3px 6px); color-scheme:dark;
"""
_RULES = """
.cardsim{background:var(--ground);color:var(--ink);padding:.6em .8em;border-radius:.5em;max-width:62em;
 font:14px/1.35 system-ui,"Segoe UI","DejaVu Sans",sans-serif;overflow-x:auto}
.cardsim .k{display:inline-block;box-sizing:border-box;width:2.1em;height:2.75em;margin:1px 0;padding-top:.14em;
 border:1px solid var(--edge);border-radius:.3em;background:var(--face);text-align:center;line-height:1.1;
 font-weight:700;position:relative;vertical-align:middle}
.cardsim .k i{display:block;font-style:normal;font-size:1.25em;line-height:1}
.cardsim .tile{height:2.5em;border-bottom-width:3px}.cardsim .tile i{font-size:.8em;padding-top:.2em}
.cardsim .c{color:var(--c)}.cardsim .d{color:var(--d)}.cardsim .h{color:var(--h)}.cardsim .s{color:var(--s)}
.cardsim .red{color:var(--red)}.cardsim .blue{color:var(--blue)}.cardsim .black{color:var(--black)}
.cardsim .orange{color:var(--orange)}.cardsim .joker{color:var(--joker)}
.cardsim .back{color:transparent;background:var(--back)}
.cardsim .slot{color:transparent;background:none;border-style:dashed}
.cardsim .new{box-shadow:0 0 0 2px var(--glow)}
.cardsim .legal{top:-.25em}
.cardsim .chosen{top:-.45em;box-shadow:0 0 0 2px var(--glow)}
.cardsim .row{display:flex;align-items:center;gap:.5em;padding:.3em .4em;border-left:3px solid transparent}
.cardsim .row.active{border-left-color:var(--glow)}
.cardsim .label{flex:none;min-width:11em;color:var(--dim)}.cardsim .note{color:var(--dim)}
.cardsim .groups{display:flex;flex-wrap:wrap;gap:.3em .9em;align-items:flex-start}
.cardsim .bar{display:none}.cardsim .g{display:inline-block}
.cardsim .g small{display:block;padding:0 .2em;color:var(--dim);text-align:center}
.cardsim .columns{align-items:flex-start}.cardsim .columns .groups{gap:.5em;flex-wrap:nowrap}
.cardsim .columns .g{min-width:2.7em;display:flex;flex-direction:column}
.cardsim .columns .g small{order:-1}.cardsim .columns .k+.k{margin-top:-1.45em}
.cardsim .columns .k i{position:absolute;right:.15em;top:.14em;font-size:1em;line-height:1.1}
.cardsim .columns .k{width:2.7em;text-align:left;padding-left:.18em}
.cardsim .columns .legal,.cardsim .columns .chosen{top:0}.cardsim .columns .legal{border-color:var(--glow)}
.cardsim .step{border-top:1px solid var(--line);padding:.2em 0 .4em}.cardsim .step:first-child{border-top:0}
.cardsim .step p{margin:.35em 0;font-weight:600}.cardsim .step p small,.cardsim .score{font-weight:400;color:var(--dim)}
.cardsim .score{float:right}.cardsim .choices{padding:.2em .4em .2em .65em}
.cardsim .choices .label{display:inline-block}.cardsim em{font-style:normal;font-weight:600}
.cardsim .head{font-weight:600}.cardsim .steps{max-height:34em;overflow-y:auto}
.cardsim .tools{display:none;gap:.6em;align-items:center;flex-wrap:wrap;padding:.4em 0}
.cardsim.live .tools{display:flex}.cardsim .tools input[type=range]{flex:1;min-width:12em}
.cardsim .tools button,.cardsim .tools select{font:inherit;color:inherit;background:var(--face);
 border:1px solid var(--edge);border-radius:.3em;padding:.1em .6em}
.cardsim.live.single .step{display:none}.cardsim.live.single .step.now{display:block;border-top:0}
.cardsim.live.single .steps{max-height:none}.cardsim.whole .steps{max-height:none}
"""
SEATS = 4
_HIDE = "".join(
    f"""
.cardsim.as{viewer} .k.p{own}{{color:transparent;background:var(--back);box-shadow:none;top:0}}
.cardsim.as{viewer} .t.p{own}{{font-size:0}}
.cardsim.as{viewer} .t.p{own}::after{{content:attr(data-public);font-size:14px}}
.cardsim.as{viewer} .groups.p{own}{{gap:.3em .27em}}
.cardsim.as{viewer} .choices.p{own},.cardsim.as{viewer} .note.p{own}{{display:none}}"""
    for viewer, own in [("none", ""), *((seat, f":not(.p{seat})") for seat in range(SEATS))]
)


def _theme(scope: str, values: str) -> str:
    return f"{scope} .cardsim{{{values.strip()}}}\n"


STYLE = (
    "<style>\n"
    + f".cardsim{{{_DAY.strip()}}}\n"
    + f"@media (prefers-color-scheme:dark){{.cardsim{{{_NIGHT.strip()}}}}}\n"
    + _theme("[data-jp-theme-light=true]", _DAY)
    + _theme("[data-jp-theme-light=false]", _NIGHT)
    + _theme("body.vscode-light", _DAY)
    + _theme("body.vscode-dark", _NIGHT)
    + _RULES.strip()
    + _HIDE
    + "\n</style>"
)
"""One style element for the whole of a picture."""
