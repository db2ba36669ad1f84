"""Where the time of each kernel goes: ``python -m tests.peers.profiles --out results/peers/profiles.md``.

Needs Linux and perf.  A child process plays games while perf samples it; a map of the compiled functions, written
beforehand, gives the addresses their names.  A function that the compiler has put inside another counts there.
"""

from __future__ import annotations

import argparse
import os
import re
import struct
import subprocess
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KERNELS: dict[str, tuple[str, list[str] | None, Any, int]] = {  # name: game, players, rules, deals
    "gin, simple x 2": ("gin", None, None, 200_000),
    "rummy, meld_asap x 2": ("rummy", None, None, 60_000),
    "spades, cats+rule x 4": ("spades", None, None, 60_000),
    "spades, random x 4": ("spades", ["random+random"] * 4, None, 300_000),
    "rummikub, greedy_tiles x 2": ("rummikub", None, None, 500),
    "freecell, greedy": ("freecell", None, None, 1500),
    "freecell, solver, 4 cells": ("freecell", ["solver"], None, 15_000),
    "freecell, solver, 2 cells": ("freecell", ["solver"], {"cells": 2}, 150),
}

REMARKS = {
    "freecell, greedy": (
        "The floor of a player who looks one action ahead is higher: every legal action is made, measured and "
        "taken back. What is left: `measure` goes through all columns, though an action changes two at most."
    ),
    "freecell, solver, 4 cells": (
        "Most deals are won by the first scan, whose floor is one board of 368 bytes copied and its columns that "
        "changed measured. What is left: children are listed with their cost, and most are never taken."
    ),
    "freecell, solver, 2 cells": (
        "The floor is one place of the table of positions read for each successor, which is not in the cache, as "
        "is none of the boards that a long scan copies from. What is left: the long scans of the few deals that "
        "are hard, which take more time here than the proofs."
    ),
}
"""What to say below the table of a kernel."""


def functions(code: bytes) -> Iterator[tuple[str, int, int]]:
    """Name, place and size of the functions in a compiled object (ELF, 64 bits, one section of code)."""
    start, count = struct.unpack_from("<Q", code, 40)[0], struct.unpack_from("<H", code, 60)[0]
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + 64 * i) for i in range(count)]
    for section in sections:
        if section[1] == 2:  # the table of symbols
            names = sections[section[6]][4]
            for entry in range(section[4], section[4] + section[5], 24):
                name, info, _, _, place, size = struct.unpack_from("<IBBHQQ", code, entry)
                if info & 15 == 2 and size:
                    end = code.index(b"\0", names + name)
                    yield code[names + name : end].decode(), place, size


def child(name: str, count: int) -> None:
    """Play, with the map of all compiled functions in the place where perf looks for it."""
    from numba.core.codegen import CPUCodeLibrary

    kept: list[tuple[Any, bytes]] = []
    before = CPUCodeLibrary._set_compiled_object

    def keep(library: Any, code: bytes) -> None:
        kept.append((library, code))
        before(library, code)

    CPUCodeLibrary._set_compiled_object = keep  # numba drops the code once it is loaded
    import cardsim as cs
    from cardsim.games.freecell.schedule import decide

    game_name, seats, rules, _ = KERNELS[name]
    game = cs.games[game_name]
    prepared = game.prepare(game.check_rules(rules), game.find_seats(seats), "deal")
    game.run_block(prepared, 0, 0, game.empty_rows("deal", 20))
    main = decide if seats == ["solver"] else game.entry("deal").dispatcher
    entry = {id(one.library) for one in main.overloads.values()}
    with open(f"/tmp/perf-{os.getpid()}.map", "w", encoding="utf-8") as file:
        for library, code in kept:
            tag = "kernel" if id(library) in entry else "elsewhere"
            for symbol, _, size in functions(code):
                address = library.codegen._engine._ee.get_function_address(symbol)
                if address:
                    file.write(f"{address:x} {size:x} {tag}:{symbol}\n")
    rows = game.empty_rows("deal", count)
    start = time.process_time()
    game.run_block(prepared, 3, 0, rows)
    print(1e9 * (time.process_time() - start) / count)


def readable(symbol: str) -> tuple[str, str]:
    """Module and function of a mangled name; what is no function of ours stands under "numba".

    Examples
    --------
    >>> readable("_ZN7cardsim5games3gin5melds8deadwoodB3v13B40c8tJTI")
    ('melds', 'deadwood')
    >>> readable("NRT_incref")
    ('numba', 'NRT_incref')
    """
    parts, rest = [], symbol.removeprefix("_ZN")
    while found := re.match(r"(\d+)", rest):
        length = int(found[1])
        parts.append(rest[len(found[1]) : len(found[1]) + length])
        rest = rest[len(found[1]) + length :]
    if parts[:1] == ["cpython"]:  # the wrapper through which Python calls a kernel
        parts = parts[1:]
    return (parts[-2], parts[-1]) if len(parts) > 1 and parts[0] == "cardsim" else ("numba", symbol)


def sampled(name: str, folder: Path) -> tuple[float, Counter[tuple[str, str, str]]]:
    """Nanoseconds per deal, and samples by (tag, module, function)."""
    data = folder / "perf.data"
    command = [sys.executable, "-m", "tests.peers.profiles", "--child", name, "--deals"]
    subprocess.run([*command, "1"], check=True, capture_output=True)  # compiles: what is loaded has a map
    command.append(str(KERNELS[name][3]))
    record = ["perf", "record", "-q", "-F", "2000", "-e", "cpu-clock", "-o", str(data), *command]
    spent = float(subprocess.run(record, check=True, capture_output=True, text=True).stdout.split()[-1])
    script = ["perf", "script", "-i", str(data), "-F", "ip,sym"]
    lines = subprocess.run(script, check=True, capture_output=True, text=True).stdout.splitlines()
    found: Counter[tuple[str, str, str]] = Counter()
    for line in lines:
        _, _, symbol = line.strip().partition(" ")
        tag, mark, mangled = symbol.partition(":")
        if mark and tag in ("kernel", "elsewhere"):
            found[tag, *readable(mangled)] += 1
        elif "[unknown]" in symbol:
            found["kernel", "without a name", "?"] += 1
    return spent, found


def floor(name: str) -> float:
    """Nanoseconds of shuffling alone."""
    import cardsim as cs
    from cardsim.games.workload import shuffling

    work = shuffling(cs.games[KERNELS[name][0]])
    work.run(1000)
    start = time.process_time()
    work.run(500_000)
    return 1e9 * (time.process_time() - start) / 500_000


def share_lines(found: Counter[tuple[str, str, str]], most: int = 8) -> list[str]:
    """The parts that take most, by module: in the kernel itself, and in decisions of players that it calls."""
    total = sum(found.values())
    parts: Counter[str] = Counter()
    inside: dict[str, Counter[str]] = {}
    for (tag, module, function), count in found.items():
        part = f"`{module}`" + (" (called by address)" if tag == "elsewhere" and module != "numba" else "")
        parts[part] += count
        inside.setdefault(part, Counter())[function] += count
    lines = []
    for part, count in parts.most_common(most):
        names = ", ".join(f"`{name}` {100 * n / total:.0f} %" for name, n in inside[part].most_common(3))
        lines.append(f"| {part} | {100 * count / total:.1f} % | {names} |")
    return lines


def main() -> None:
    """Profile, print, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--deals", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="", help="only kernels whose name has this pattern; other sections stay")
    parser.add_argument("--out", type=Path, help="the page to write")
    options = parser.parse_args()
    if options.child:
        child(options.child, options.deals)
        return
    import tempfile

    from cardsim.commands.bench import duration, machine

    about = machine()
    before = options.out.read_text(encoding="utf-8") if options.out and options.out.exists() else ""
    sections = sections_of(before) if options.only else {}
    head = before.partition("\n\n## ")[0] if sections else HEAD.format(**about)
    made_on = f" on {about['processor']}, load {about['load']:.1f} before" if options.only else ""
    with tempfile.TemporaryDirectory() as folder:
        for name in KERNELS:
            if re.search(options.only, name):
                spent, found = sampled(name, Path(folder))
                least = floor(name)
                sections[name] = (
                    f"## {name}\n\n{duration(spent)} a deal{made_on}; shuffling alone {duration(least)}: "
                    f"{spent / least:,.1f} times the floor.\n\n| part | share | most of it |\n| --- | ---: | --- |\n"
                    + "\n".join(share_lines(found))
                    + (f"\n\n{textwrap.fill(REMARKS[name], 120)}" if name in REMARKS else "")
                )
                print(sections[name], flush=True)
    if options.out:
        order = [name for name in KERNELS if name in sections]
        options.out.write_text("\n\n".join([head, *(sections[name] for name in order)]) + "\n", encoding="utf-8")


def sections_of(page: str) -> dict[str, str]:
    """The sections of a page by name.

    Examples
    --------
    >>> sections_of("# Head\\n\\n## a\\n\\nx\\n\\n## b\\n\\ny\\n")
    {'a': '## a\\n\\nx', 'b': '## b\\n\\ny'}
    """
    parts = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0]: "## " + part.strip() for part in parts}


HEAD = """# Where the time goes

Each kernel sampled once while it plays deals on one core ({processor}, numba {numba}, load {load:.1f} before). The
floor is the time of shuffling the packs and nothing else. A function that the compiler has put inside another counts
there, so `play_hand` and its like hold the dealing, the turns and the writing of rows; `NRT_incref` and `NRT_decref`
count references to arrays. Made by `python -m tests.peers.profiles`, which needs perf."""

if __name__ == "__main__":
    main()
