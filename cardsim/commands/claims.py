"""Check the ledger of published numbers: value published, value here, interval, verdict and why.

Verdicts: reproduced, differs, source wrong (its mistake gives its number), not reproducible as stated, open.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from cardsim.commands import Output
from cardsim.commands.text import table

HELP = "check published numbers about the games, with intervals and verdicts"
EXAMPLE = "cardsim claims gin-eaai-* --quick"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which claims, how thoroughly, and where to keep the result."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="such as gin-eaai-*, * for any text (default: all)")
    parser.add_argument("--game", help="the claims of one game only")
    parser.add_argument(
        "--quick", action="store_true", help="fewer games, about a minute for all claims once the kernels are compiled"
    )
    parser.add_argument("--list", action="store_true", help="show the claims and their sources, check nothing")
    parser.add_argument(
        "--save", nargs="?", type=Path, const=Path("results"), metavar="DIR",
        help="write table, chart and origin to DIR/claims (default results); some claims renew a table of all",
    )  # fmt: skip


def run(options: argparse.Namespace) -> Output:
    """Check the claims, or list them."""
    from cardsim.claims import ledger, run_claims, select
    from cardsim.claims.ledger import GAMES
    from cardsim.claims.report import check_saving, rows, save

    if options.game is not None and options.game not in GAMES:
        raise ValueError(f"the ledger has no game {options.game!r}; it has {', '.join(GAMES)}")
    chosen = select(options.ids, options.game)
    if options.list:
        return listing(chosen, len(ledger()))
    if options.save is not None:
        check_saving([claim.id for claim in chosen], options.quick, options.save)
    found, origins = [], {}
    for game in dict.fromkeys(claim.game for claim in chosen):
        judged, played = run_claims([claim for claim in chosen if claim.game == game], options.quick, tell)
        found += rows(judged)
        origins[game] = {"quick": options.quick, "runs": played}
    text = as_text(found)
    if options.save is not None:
        text += f"\n\nTable and chart: {save(found, origins, options.save)}"
    return Output(text, found)


def tell(judged: Any) -> None:
    """Progress on standard error."""
    print(f"{judged.claim.id}: {judged.verdict} ({judged.seconds:.1f} s)", file=sys.stderr, flush=True)


def listing(claims: list[Any], total: int) -> Output:
    """All claims with their sources."""
    lines = [["claim", "values", "statement", "source"]]
    lines += [[claim.id, str(len(claim.values)), claim.statement, str(claim.source)] for claim in claims]
    data = [
        {"claim": claim.id, "statement": claim.statement, "values": [value.text for value in claim.values],
         "source": str(claim.source), "place": claim.place, "url": claim.source.url, "tolerance": claim.tolerance,
         "how": claim.how}
        for claim in claims
    ]  # fmt: skip
    return Output(table(lines, right=[1]) + f"\n\n{len(claims)} of {total} claims", data)


def as_text(found: list[dict[str, Any]]) -> str:
    """The table for people, and how many claims have each verdict."""
    import pandas as pd

    from cardsim.claims.report import counts, shown

    lines = [["claim", "at", "published", "here", "95 % interval", "verdict", "why"]]
    for entry in found:
        here, interval = shown(entry)
        lines.append([entry["claim"], entry["at"], entry["stated"], here, interval, entry["verdict"], entry["why"]])
    total = counts(pd.DataFrame(found)).loc["all"]
    summary = ", ".join(f"{count} {verdict}" for verdict, count in total.items() if count)
    return table(lines, right=[2, 3]) + f"\n\n{len(found)} values of {total.sum()} claims: {summary}"
