"""The results folder: check the games behind its charts, make a chart again, or write the index of all charts."""

from __future__ import annotations

import argparse
from pathlib import Path

from cardsim.commands import Output
from cardsim.commands.text import table

HELP = "check the charts of the results folder, make one again, or write their index"
EXAMPLE = "cardsim results check"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to do, with which result, in which folder."""
    parser.add_argument(
        "action", choices=("check", "refresh", "index"),
        help="check: play the first games of each run again; refresh: make a chart anew from its notebook;"
        " index: write README.md, with what each chart says",
    )  # fmt: skip
    parser.add_argument("slug", nargs="?", help="one result, such as gin-starter (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("results"), metavar="DIR", help="default: results")


def run(options: argparse.Namespace) -> Output:
    """Check, refresh or index; exit code 1 if any run differs."""
    if not options.folder.is_dir():
        raise ValueError(f"there is no folder {str(options.folder)!r}; name one with --folder")
    return {"check": check, "refresh": make_again, "index": write_index}[options.action](options)


def check(options: argparse.Namespace) -> Output:
    """Play the first games of each run again."""
    from cardsim.results import check_results

    checks = check_results(options.folder, options.slug)
    if options.slug and not checks:
        known = ", ".join(sorted(path.parent.name for path in options.folder.glob("*/run.json"))) or "none"
        raise ValueError(f"{options.folder} has no result {options.slug!r} to check; known: {known}")
    if not checks:
        raise ValueError(f"{options.folder} holds no results to check (no folder with a run.json)")
    words = {True: "same", False: "differs", None: "not checked"}
    rows = [["result", "players", "verdict", "why"], *([c.slug, c.players, words[c.same], c.why] for c in checks)]
    return Output(table(rows), [check._asdict() for check in checks], code=int(any(c.same is False for c in checks)))


def make_again(options: argparse.Namespace) -> Output:
    """Make one result anew and write the index."""
    from cardsim.results import refresh

    if not options.slug:
        raise ValueError("refresh makes one result: name it, as in `cardsim results refresh gin-starter`")
    home = refresh(options.slug, options.folder)
    index = write_index(options)
    return Output(f"made {home}\n{index.text}", {"made": str(home), **index.data})


def write_index(options: argparse.Namespace) -> Output:
    """Write the folder's ``README.md``, and the parts of the README above it that are made from the results."""
    from cardsim.results import disputed, index_text, renew

    index = options.folder / "README.md"
    text = index_text(options.folder)
    written = [index]
    if (options.folder / "claims" / "table.csv").exists():
        text += "\n## Published numbers that differ\n\n" + disputed(options.folder) + "\n"
        above = options.folder.resolve().parent / "README.md"
        if above.exists() and "<!-- findings -->" in above.read_text(encoding="utf-8"):
            above.write_text(renew(above.read_text(encoding="utf-8"), options.folder), encoding="utf-8")
            written.append(above)
    index.write_text(text, encoding="utf-8")
    return Output("\n".join(f"wrote {path}" for path in written), {"written": [str(path) for path in written]})
