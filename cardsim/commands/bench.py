"""Measure CPU time on one core: deals and matches with the default players, and each game's own workloads.

Workloads take turns, so that a busy machine slows all of them alike; medians and the range of the repeats are shown.
``--start``, ``--memory`` and ``--cores`` add the time to the first game, bytes, and games per second on two cores.
``cardsim bench scale`` (before any names of games) shows instead how the time per game holds as studies grow, and what
a second core gives.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardsim.commands import Output, memory, scaling
from cardsim.commands.memory import bytes_of
from cardsim.commands.options import count, seconds
from cardsim.commands.ratios import speed_ratio
from cardsim.commands.scaling import two_cores
from cardsim.commands.starting import starts
from cardsim.commands.text import table

HELP = "measure games per second and the time of basic operations"
EXAMPLE = "cardsim bench gin --repeats 7 --save before.json"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Which games, how often, and what to compare with."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all); scale: see above")
    parser.add_argument("--most", type=count, default=1_000_000, metavar="N", help="scale: games of the largest study")
    parser.add_argument("--only", metavar="TEXT", help="only workloads whose name contains TEXT")
    parser.add_argument("--repeats", type=count, default=5, metavar="K", help="how often each is measured (default 5)")
    parser.add_argument("--seconds", type=seconds, default=0.5, help="least CPU time of one measurement (default 0.5)")
    parser.add_argument("--start", action="store_true", help="time the start as well: import, first game cold and warm")
    parser.add_argument("--memory", action="store_true", help="bytes of a game and of a position that a solver keeps")
    parser.add_argument("--cores", action="store_true", help="games per second (real time) on one core and on two")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the measurements to FILE (JSON)")
    parser.add_argument("--against", type=Path, metavar="FILE", help="ratios of speed to measurements saved before")


def run(options: argparse.Namespace) -> Output:
    """Measure, compare, save."""
    import cardsim as cs

    if options.games[:1] == ["scale"]:
        return scale(options)
    before = load(options.against) if options.against else {}
    if options.save and not options.save.parent.is_dir():
        raise ValueError(f"--save: there is no folder {options.save.parent}")
    works = gather(options.games, options.only)
    data: dict[str, Any] = {"machine": machine(), "workloads": measure_all(works, options.repeats, options.seconds)}
    data["absent"] = missing(options.games)
    for part, measure in (("start", starts), ("memory", bytes_of), ("cores", two_cores)):
        if getattr(options, part):
            data[part] = {name: measure(name) for name in options.games or cs.games}
    compare(data["workloads"], before)
    if options.save:
        temporary = options.save.with_name(options.save.name + ".part")
        temporary.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
        os.replace(temporary, options.save)
    return Output(as_text(data, ratios=options.against is not None), data)


def compare(workloads: dict[str, dict[str, Any]], before: dict[str, dict[str, Any]]) -> None:
    """Add the ratios of speed to those of the same name measured before."""
    for name, measured in workloads.items():
        if name in before:
            found = speed_ratio(measured["each"], before[name]["each"])
            measured["ratio"] = found.value
            if found.low > 0:  # from one repeat there is no interval
                measured["ratio_low"], measured["ratio_high"] = found.low, found.high


def scale(options: argparse.Namespace) -> Output:
    """The time per game as studies grow."""
    import cardsim as cs

    names = options.games[1:] or list(cs.games)
    for name in names:
        cs.games[name]  # an unknown game is refused before anything is measured
    found = scaling.measure_scaling(names, options.most, options.repeats)
    return Output(f"{scaling.as_text(found)}\n\nCPU time per game, one core", {"machine": machine(), "scale": found})


def gather(names: Sequence[str], only: str | None) -> dict[str, Any]:
    """The workloads of the games in `names`, each named ``game: workload``."""
    import cardsim as cs
    from cardsim.games.workload import workloads

    found = {
        f"{name}: {work.name} ({work.unit})": work for name in names or cs.games for work in workloads(cs.games[name])
    }
    chosen = {name: work for name, work in found.items() if only is None or only in name}
    if not chosen:
        raise ValueError(f"no workload is named like {only!r}; there are: " + "; ".join(found))
    return chosen


def missing(names: Sequence[str]) -> list[str]:
    """Other programs that would have been measured beside the games in `names`."""
    import cardsim as cs
    from cardsim.games.workload import absent

    return [program for name in names or cs.games for program in absent(cs.games[name])]


def cpu_seconds(work: Any, times: int) -> float:
    """CPU time of doing `work` so many times."""
    start = spent()
    work.run(times)
    return spent() - start


def spent() -> float:
    """CPU time of this process and of the child processes that have ended (other programs to compare with)."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + usage.ru_utime + usage.ru_stime


def enough(work: Any, seconds: float) -> int:
    """How many times `work` has to be done to take about `seconds`; compiles it on the way."""
    work.run(1)
    times = 1
    while (taken := cpu_seconds(work, times)) < seconds / 10:
        times *= 10
    return max(1, round(times * seconds / taken))


def measure_all(works: dict[str, Any], repeats: int, seconds: float) -> dict[str, dict[str, Any]]:
    """Rate, time of one and spread of each workload, measured in turns."""
    times = {name: enough(work, seconds) for name, work in works.items()}
    taken: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            taken[name].append(cpu_seconds(work, times[name]) / times[name])
    return {
        name: {
            "unit": works[name].unit,
            "per_second": 1 / statistics.median(values),
            "nanoseconds": 1e9 * statistics.median(values),
            "fastest_nanoseconds": 1e9 * min(values),
            "slowest_nanoseconds": 1e9 * max(values),
            "each": [1e9 * value for value in values],
            "done": times[name],
            "repeats": repeats,
        }
        for name, values in taken.items()
    }


def machine() -> dict[str, Any]:
    """What the numbers were measured on."""
    import numba
    import numpy

    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }


def processor() -> str:
    """The processor's name, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def load(path: Path) -> dict[str, Any]:
    """The workloads of a file that ``--save`` wrote."""
    try:
        found = dict(json.loads(path.read_text(encoding="utf-8"))["workloads"])
        for one in found.values():
            one.setdefault("each", [one["nanoseconds"]])  # older files hold no single repeats
        return found
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ValueError(f"{path} is not a file that cardsim bench --save wrote") from None


def as_text(data: dict[str, Any], ratios: bool) -> str:
    """The measurements as a table, the machine below it."""
    rows = [["workload", "per second", "time of one", "range", *(["times as fast"] if ratios else [])]]
    for name, one in data["workloads"].items():
        spread = f"{duration(one['fastest_nanoseconds'])} - {duration(one['slowest_nanoseconds'])}"
        row = [name, f"{one['per_second']:,.0f}", duration(one["nanoseconds"]), spread]
        rows.append([*row, *([ratio_text(one)] if ratios else [])])
    text = table(rows, right=[1, 2, 3, 4][: len(rows[0]) - 1])
    if "start" in data:
        lines = [
            [name, *(f"{one[key]:.2f} s" for key in ("import", "cold", "warm"))] for name, one in data["start"].items()
        ]
        text += "\n\n" + table([["first game", "import", "cold", "warm"], *lines], right=[1, 2, 3])
    if "memory" in data:
        text += "\n\n" + memory.as_text(data["memory"])
    if "cores" in data:
        text += "\n\n" + scaling.cores_text(data["cores"])
    text += "".join(f"\n\nnot installed, so not measured beside: {program}" for program in data.get("absent", ()))
    about = data["machine"]
    below = f"CPU time, one core: {about['processor']}, {about['cores']} cores, Python {about['python']}, "
    return f"{text}\n\n{below}numba {about['numba']}"


def ratio_text(one: dict[str, Any]) -> str:
    """How many times faster than before, with its interval; one repeat has none."""
    if "ratio" not in one:
        return "new"
    interval = f" [{one['ratio_low']:.3f}, {one['ratio_high']:.3f}]" if "ratio_low" in one else ""
    return f"{one['ratio']:.3f}{interval}"


def duration(nanoseconds: float) -> str:
    """A time in the unit that suits it.

    Examples
    --------
    >>> duration(12.34), duration(4567.0), duration(8.9e6)
    ('12.3 ns', '4.57 us', '8.90 ms')
    """
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if nanoseconds >= size:
            return (
                f"{nanoseconds / size:.3g} {unit}" if nanoseconds >= 100 * size else f"{nanoseconds / size:.2f} {unit}"
            )
    return f"{nanoseconds:.1f} ns"
