"""Check certificate files with nothing but the standard library: ``python -m optcheck.checker proof.json ...``"""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from optcheck.checker.core import DEFAULT_LIMIT, check_file
from optcheck.checker.delivery import check_delivery
from optcheck.checker.wording import quoted
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
    given = parser.parse_args(arguments)
    if not given.files:
        parser.print_usage(sys.stderr)
        return UNREADABLE
    if not 0 <= given.limit <= MOST_SECONDS:
        parser.error(f"--limit needs a number of seconds from 0 to {MOST_SECONDS}, got {given.limit}")
    if given.noise is not None and len(given.files) != 1:
        parser.error("--noise needs exactly one plan")
    return max(_judge(path, given.limit, given.noise) for path in given.files)


def _judge(path: str, limit: float, noise: str | None) -> int:
    name = quoted(path) if not path.isprintable() else path
    try:
        proved = check_file(path, limit) if noise is None else check_delivery(path, noise, limit)
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
