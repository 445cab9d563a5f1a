"""Check certificate files with nothing but the standard library: ``python -m optcheck.checker proof.json ...``"""

from __future__ import annotations

import argparse
import sys
from fractions import Fraction
from typing import NoReturn

from optcheck.checker.core import DEFAULT_LIMIT, Verified, check_file
from optcheck.checker.facts import quoted
from optcheck.checker.noise import Asked, check_asked, check_delivery, number_in
from optcheck.errors import CertificateRejected, TooCostly

PROVED, REJECTED, UNREADABLE = 0, 1, 2
MOST_SECONDS = 10**9


class _Parser(argparse.ArgumentParser):
    """Names a wrong argument as it is, but for characters that would steer the terminal."""

    def error(self, message: str) -> NoReturn:
        super().error("".join(c if c.isprintable() else ascii(c)[1:-1] for c in message))


def main(arguments: list[str]) -> int:
    """Print a line for each file. The exit status is that of ``optcheck verify``.

    0: every file is proved. 1: one was rejected. 2: one could not be read or was too costly, or no file was given.
    """
    parser = _Parser(prog="python -m optcheck.checker", description="Check certificate files.")
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--limit", type=float, default=DEFAULT_LIMIT, help="seconds' worth of work for one file")
    parser.add_argument("--noise", metavar="CSV", help="variances as handed out, to be held against one noise-plan")
    parser.add_argument("--party", metavar="NAME", help="a party that asks whether its own budget was planned")
    parser.add_argument("--epsilon", type=_number, help="what the party asks for")
    parser.add_argument("--delta", type=_number)
    parser.add_argument("--sensitivity", type=_number, help="left out: not compared")
    given = parser.parse_args(arguments)
    if not given.files:
        parser.print_usage(sys.stderr)
        return UNREADABLE
    if not 0 <= given.limit <= MOST_SECONDS:
        parser.error(f"--limit needs a number of seconds from 0 to {MOST_SECONDS}, got {given.limit}")
    if (given.noise is not None or given.party is not None) and len(given.files) != 1:
        parser.error("--noise and --party need exactly one plan")
    asked = _asked(parser, given)
    return max(_judge(path, given.limit, given.noise, asked) for path in given.files)


def _number(text: str) -> Fraction:
    try:
        return number_in(text.strip(), "a budget")
    except CertificateRejected as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _asked(parser: _Parser, given: argparse.Namespace) -> Asked | None:
    budget = (given.epsilon, given.delta)
    if given.party is None and {*budget, given.sensitivity} == {None}:
        return None
    if given.party is None or None in budget:
        parser.error("a party that asks needs --party, --epsilon and --delta")
    return Asked(given.party, *budget, given.sensitivity)


def _check(path: str, limit: float, noise: str | None, asked: Asked | None) -> Verified:
    if asked is not None:
        return check_asked(path, asked, noise, limit)
    return check_file(path, limit) if noise is None else check_delivery(path, noise, limit)


def _judge(path: str, limit: float, noise: str | None, asked: Asked | None) -> int:
    name = quoted(path) if not path.isprintable() else path
    try:
        proved = _check(path, limit, noise, asked)
        print(f"{name}: proved: {proved.statement}")
    except TooCostly as error:
        print(f"{name}: NOT CHECKED: {error}", file=sys.stderr)
        return UNREADABLE
    except CertificateRejected as error:
        print(f"{name}: REJECTED: {error}", file=sys.stderr)
        return REJECTED
    except OSError as error:
        other = "" if error.filename in (None, path) else f" ({quoted(str(error.filename))})"
        print(f"{name}: cannot be read: {error.strerror or error}{other}", file=sys.stderr)
        return UNREADABLE
    return PROVED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
