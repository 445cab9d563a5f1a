"""The command line. Each module here without a leading underscore lists its commands in ``COMMANDS``.

A command loads its own module alone, and the list of commands loads none: names and help are read from the source.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import inspect
import io
import math
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn, ParamSpec

from optcheck import __version__
from optcheck.cli._console import FALSE, INTERRUPTED, UNUSABLE, Option, for_typer, print_error, print_text, read
from optcheck.errors import CertificateRejected, InvalidInput, MissingExtra, OptcheckError, missing_extra

if TYPE_CHECKING:
    import typer

P = ParamSpec("P")

_EXIT_CODES = (
    "Exit status of every command: 0 all is well; 1 something was judged and is false, rejected or not as expected; "
    "2 wrong usage, or input that cannot be read or used; 130 interrupted."
)
_IN_A_HURRY = ("check", "solve", "verify")  # typer would take longer than the work
_FOLDER = Path(__file__).parent
_OTHER_NAMES = {"explain": "show"}  # what a command might be called, where the spelling does not suggest it


def main(arguments: list[str] | None = None) -> None:
    """Entry point: errors that optcheck raises on purpose, and files that fail, become one line and an exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? for them
    if arguments is None:
        atexit.register(gc.freeze)  # a process that ends need not look for what it could throw away: 30 ms
    words = sys.argv[1:] if arguments is None else arguments
    command = next((word for word in words if not word.startswith("-")), "")
    try:
        _run(command, words)
    except KeyboardInterrupt:  # while a command is being loaded
        _exit("interrupted", INTERRUPTED)
    except CertificateRejected as error:
        _exit(str(error), FALSE)
    except MissingExtra as error:
        _exit_missing_extra(error, words)
    except OptcheckError as error:
        _exit(str(error))
    except ModuleNotFoundError as error:
        _exit_missing_extra(missing_extra(f"optcheck {command}", error), words)
    except OSError as error:
        _exit(f"{error.filename}: {error.strerror}" if error.filename else f"a file failed: {error.strerror or error}")


def _run(command: str, words: list[str]) -> None:
    """Run a command: without typer where it can be, by typer where help or a mistake is to be shown."""
    if words[:1] == [command] and command in _IN_A_HURRY:
        (function,) = commands(command)
        given = read(function, words[1:])
        if given is not None:
            function(**given)
            sys.exit(0)
    app(command)(words)


def app(first: str = "") -> typer.Typer:
    """The application with the command that the first word names; otherwise all of them, in outline, to be listed."""
    import typer

    if first in _OTHER_NAMES:
        raise InvalidInput(f"there is no command {first!r}: did you mean {_OTHER_NAMES[first]!r}?")
    application = typer.Typer(
        name="optcheck",
        help="Exact answers with proofs: noise for private sums, linear programs, and verdicts on printed formulas.",
        epilog=_EXIT_CODES,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
    )
    application.callback()(for_typer(_options))
    for command in commands(first) if _identifier(first) in _homes() else outlines():
        application.command(name=command.__name__.replace("_", "-"))(_interruptible(for_typer(command)))
    return application


def commands(first: str = "") -> Iterator[Callable[..., None]]:
    """The functions in ``COMMANDS`` of the module that has the command ``first``, or of every module."""
    homes = _homes()
    for module in [homes[_identifier(first)]] if _identifier(first) in homes else sorted(set(homes.values())):
        yield from importlib.import_module(f"{__name__}.{module}").COMMANDS


def outlines() -> Iterator[Callable[[], None]]:
    """For each command a function that does nothing and has its name and its help."""
    for name, module in _homes().items():

        def outline() -> None: ...

        outline.__name__, outline.__doc__ = name, _help(module, name)
        yield outline


def _identifier(word: str) -> str:
    return word.replace("-", "_")


def _homes() -> dict[str, str]:
    """The module of every command."""
    homes: dict[str, str] = {}
    for path in sorted(_FOLDER.glob("[!_]*.py")):
        listed = re.search(r"^COMMANDS = \(([^)]*)\)", path.read_text(encoding="utf-8"), re.MULTILINE)
        homes |= dict.fromkeys(re.findall(r"\w+", listed[1]) if listed else (), path.stem)
    return homes


def _help(module: str, name: str) -> str:
    source = (_FOLDER / f"{module}.py").read_text(encoding="utf-8")
    docstring = re.search(rf'^def {name}\(.*?"""(.*?)"""', source, re.MULTILINE | re.DOTALL)
    return inspect.cleandoc(docstring[1]) if docstring else ""


def _show_version(wanted: bool) -> None:
    if wanted:
        print_text(f"optcheck {__version__}")
        sys.exit(0)


def _options(
    version: Annotated[bool, Option("--version", help="Show the version and exit.", callback=_show_version)] = False,
) -> None:
    """Options that stand before any command."""


def _interruptible(command: Callable[P, None]) -> Callable[P, None]:
    @functools.wraps(command)
    def run(*arguments: P.args, **options: P.kwargs) -> None:
        limit = options.get("limit")
        if isinstance(limit, float) and math.isnan(limit):  # which old versions of typer take to be in range
            raise InvalidInput("Invalid value for '--limit': nan is no number of seconds")
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            print_error("optcheck: interrupted")
            sys.exit(INTERRUPTED)

    return run


def _exit_missing_extra(reason: Exception, words: list[str]) -> NoReturn:
    """One line that says what to install; who asks for help gets it all the same, without the options."""
    if not isinstance(reason, OptcheckError):
        raise reason
    if "--help" in words:
        with suppress(SystemExit):
            app()(words)
    _exit(str(reason))


def _exit(message: str, status: int = UNUSABLE) -> NoReturn:
    atexit.unregister(gc.freeze)  # databases that a failure has left open would complain
    print_error(f"optcheck: {message}")
    sys.exit(status)
