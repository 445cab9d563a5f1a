"""The command line. Each module here without a leading underscore lists its commands in ``COMMANDS``."""

from __future__ import annotations

import atexit
import functools
import gc
import io
import math
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, NoReturn, ParamSpec

import typer

from optcheck import __version__
from optcheck.cli._console import err, out, visible
from optcheck.cli._discovery import OTHER_NAMES, commands, is_command, outlines
from optcheck.errors import CertificateRejected, InvalidInput, MissingExtra, OptcheckError
from optcheck.extras import missing_extra

P = ParamSpec("P")

REFUSED, UNUSABLE, INTERRUPTED = 1, 2, 130
_EXIT_CODES = (
    "Exit status of every command: 0 all is well; 1 something was judged and is false, rejected or not as expected; "
    "2 wrong usage, or input that cannot be read or used; 130 interrupted."
)


def app(first: str = "") -> typer.Typer:
    """The application with the command that the first word names; otherwise all of them, in outline, to be listed."""
    if first in OTHER_NAMES:
        raise InvalidInput(f"there is no command {first!r}: did you mean {OTHER_NAMES[first]!r}?")
    application = typer.Typer(
        name="optcheck",
        help="Exact answers with proofs: noise for private sums, linear programs, and verdicts on printed formulas.",
        epilog=_EXIT_CODES,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
    )
    application.callback()(_options)
    for command in commands(first) if is_command(first) else outlines():
        application.command(name=command.__name__.replace("_", "-"))(_interruptible(command))
    return application


def _show_version(wanted: bool) -> None:
    if wanted:
        out.print(f"optcheck {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
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
            kept = "; finished verdicts are kept in the cache" if options.get("cache") else ""
            err.print(f"optcheck: interrupted{kept}", style="bold")
            raise typer.Exit(INTERRUPTED) from None

    return run


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
        app(command)(arguments)
    except KeyboardInterrupt:  # while a command is being loaded
        _stop("interrupted", INTERRUPTED)
    except CertificateRejected as error:
        _stop(str(error), REFUSED)
    except MissingExtra as error:
        _stop_for_want_of(error, words)
    except OptcheckError as error:
        _stop(str(error))
    except ModuleNotFoundError as error:
        _stop_for_want_of(missing_extra(f"optcheck {command}", error), words)
    except OSError as error:
        _stop(f"{error.filename}: {error.strerror}" if error.filename else f"a file failed: {error.strerror or error}")


def _stop_for_want_of(reason: Exception, words: list[str]) -> NoReturn:
    """One line that says what to install; who asks for help gets it all the same, without the options."""
    if not isinstance(reason, OptcheckError):
        raise reason
    if "--help" in words:
        with suppress(SystemExit):
            app()(words)
    _stop(str(reason))


def _stop(message: str, status: int = UNUSABLE) -> NoReturn:
    err.print(f"optcheck: {visible(message)}", style="bold red", markup=False, soft_wrap=True)
    sys.exit(status)
