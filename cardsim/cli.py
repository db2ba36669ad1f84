"""The ``cardsim`` command: parses the line, runs one command, prints its text or its JSON.

Exit codes: 0 done, 1 a check failed, 2 bad input (one line on standard error), 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

COMMANDS = (
    "run", "compare", "sweep", "tune", "solve", "list", "replay", "study", "claims", "bench", "results", "merge",
)  # fmt: skip

DESCRIPTION = "Monte Carlo studies of card games: rummy, gin rummy, Spades, Rummikub and FreeCell."
EXAMPLE = "cardsim run gin --n 1000000 --seed 7 --seat simple --seat simple --rule knock_limit=7"


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to look, and leave with exit code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


class ShowVersion(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        from cardsim.run import package_version

        print(f"cardsim {package_version()}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = Parser("cardsim", description=DESCRIPTION, epilog=f"example:\n  {EXAMPLE}", formatter_class=raw)
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the package's version and leave")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for name in COMMANDS:
        module = importlib.import_module(f"cardsim.commands.{name}")
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            epilog=f"example:\n  {module.EXAMPLE}",
            formatter_class=raw,
        )
        module.arguments(command)
        command.add_argument("--json", action="store_true", help="print the result as JSON")
        command.set_defaults(module=module, prog=command.prog)
    return parser


def carry_out(module: ModuleType, options: argparse.Namespace) -> int:
    """Run one command and print what it found."""
    output = module.run(options)
    print(json.dumps(output.data, indent=2, allow_nan=False) if options.json else output.text, flush=True)
    return output.code


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's own) and return its exit code.

    Examples
    --------
    >>> main(["run", "--n", "ten", "gin"])
    Traceback (most recent call last):
    SystemExit: 2
    """
    options = build_parser().parse_args(argv)
    try:
        return carry_out(options.module, options)
    except KeyboardInterrupt:
        print(f"{options.prog}: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        print(f"{options.prog}: {in_words(error)}", file=sys.stderr)
        return 2


def in_words(error: Exception) -> str:
    """What went wrong; for a file or folder, which one and why.

    Examples
    --------
    >>> in_words(FileNotFoundError(2, "No such file or directory", "/nowhere/chart.html.part"))
    '/nowhere/chart.html: there is no folder /nowhere'
    """
    if not isinstance(error, OSError) or error.filename is None:
        return str(error.strerror or error) if isinstance(error, OSError) else str(error)
    path = Path(str(error.filename).removesuffix(".part"))
    if isinstance(error, FileNotFoundError) and not path.parent.is_dir():
        return f"{path}: there is no folder {path.parent}"
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        in_the_way = next((place for place in (path, *path.parents) if place.is_file()), path)
        return f"{in_the_way} is a file; name a folder"
    return f"{path}: {error.strerror}"
