"""The command line. Each module here without a leading underscore lists its commands in ``COMMANDS``."""

from __future__ import annotations

import functools
import importlib
import io
import pkgutil
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any, NoReturn

import typer

from optcheck import __version__
from optcheck.cli._console import err, out, visible
from optcheck.errors import CertificateRejected, OptcheckError

REFUSED, UNUSABLE, INTERRUPTED = 1, 2, 130
_EXIT_CODES = (
    "Exit status of every command: 0 all is well; 1 something was judged and is false, rejected or not as expected; "
    "2 wrong usage, or input that cannot be read or used; 130 interrupted."
)


def app(first: str = "") -> typer.Typer:
    """The application with every command found in this package, or with the one that the first word names."""
    application = typer.Typer(
        name="optcheck",
        help="Exact verification of printed formulas: verdicts with evidence, and noise allocations with proofs.",
        epilog=_EXIT_CODES,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
    )
    application.callback()(_options)
    for command in commands(first):
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


def _interruptible(command: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            err.print("optcheck: interrupted; an audit keeps what it has finished in its cache", style="bold")
            raise typer.Exit(INTERRUPTED) from None

    return run


def commands(first: str = "") -> Iterator[Callable[..., Any]]:
    """The functions in ``COMMANDS`` of every module here, in the order of the module names.

    A first word that is the name of a module loads that one alone: no command waits for what others need.
    """
    names = sorted(item.name for item in pkgutil.iter_modules(__path__) if not item.name.startswith("_"))
    for name in [first.replace("-", "_")] if first.replace("-", "_") in names else names:
        yield from importlib.import_module(f"{__name__}.{name}").COMMANDS


def main(arguments: list[str] | None = None) -> None:
    """Entry point: errors that optcheck raises on purpose, and files that fail, become one line and an exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without Greek letters shows ? for them
    try:
        words = sys.argv[1:] if arguments is None else arguments
        app(words[0] if words else "")(arguments)
    except CertificateRejected as error:
        _stop(str(error), REFUSED)
    except OptcheckError as error:
        _stop(str(error))
    except OSError as error:
        _stop(f"{error.filename}: {error.strerror}" if error.filename else f"a file failed: {error.strerror or error}")


def _stop(message: str, status: int = UNUSABLE) -> NoReturn:
    err.print(f"optcheck: {visible(message)}", style="bold red", markup=False, soft_wrap=True)
    sys.exit(status)
